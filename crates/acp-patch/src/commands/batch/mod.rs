//! `batch`: applies many patches to files in memory, one line in and one line out.

mod answer;
mod crew;
mod request;

use std::io::{self, Read, Write};

use super::lines::{KEPT, Lines, Next};
use crate::args::BatchArgs;
use crate::exit::Exit;
use crate::input;
use crate::report::complain;

/// Bytes of answers that are written at once, while more lines are available.
const BUFFER: usize = 64 << 10;

/// Answers every line. If the reader of the output goes away, the command ends quietly.
pub(crate) fn run(args: &BatchArgs) -> Exit {
    let mut input = match input::open(&args.file) {
        Ok(input) => input,
        Err(trouble) => return trouble.report(false).print(),
    };
    let mut out = io::stdout();
    let by_crew = match args.jobs {
        1 => None,
        workers => crew::answer_all(&mut input, &mut out, workers),
    };
    match by_crew.unwrap_or_else(|| answer_all(input, &mut out)) {
        Ok(()) => Exit::Done,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Trouble,
        Err(error) => {
            complain(&format!("the batch stopped: {error}"));
            Exit::Trouble
        }
    }
}

/// Finished answers are written whenever the next line may take long to arrive, so that a caller
/// can wait for an answer before it sends the next request.
fn answer_all(input: impl Read, out: &mut impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut answers = Vec::with_capacity(2 * BUFFER);
    for number in 1.. {
        if answers.len() >= BUFFER || !lines.has_next_at_hand() {
            hand_on(&mut answers, out)?;
        }
        match lines.next()? {
            Next::Line(line) if line.trim_ascii().is_empty() => {}
            Next::Line(line) => answer::write(line, number, &mut answers)?,
            Next::TooLong => answer::too_long(number, &mut answers)?,
            Next::End => break,
        }
    }
    hand_on(&mut answers, out)
}

/// Writes the answers, and empties the buffer.
fn hand_on(answers: &mut Vec<u8>, out: &mut impl Write) -> io::Result<()> {
    if !answers.is_empty() {
        out.write_all(answers)?;
        out.flush()?;
        answers.clear();
        answers.shrink_to(KEPT);
    }
    Ok(())
}
