//! `batch`: many patches to files in memory, a line in and a line out.

mod answer;
mod crew;
mod request;

use std::io::{self, BufWriter, Read, Write};

use super::lines::{Lines, Next};
use crate::args::BatchArgs;
use crate::exit::Exit;
use crate::input;
use crate::report::complain;

/// Bytes of answers that are written at once, while more lines are at hand.
const BUFFER: usize = 64 << 10;

/// Answers every line. A reader who has gone ends the work quietly.
pub(crate) fn run(args: &BatchArgs) -> Exit {
    let input = match input::open(&args.file) {
        Ok(input) => input,
        Err(trouble) => return trouble.report(false).print(),
    };
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout());
    let answered = if args.jobs.get() == 1 {
        answer_all(input, &mut out)
    } else {
        crew::answer_all(input, &mut out, args.jobs)
    };
    match answered {
        Ok(()) => Exit::Done,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Trouble,
        Err(error) => {
            complain(&format!("the batch stopped: {error}"));
            Exit::Trouble
        }
    }
}

/// What has been answered is handed on whenever the next line may be long in coming, so that a
/// caller can wait for an answer before it sends the next request.
fn answer_all(input: impl Read, out: &mut impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input);
    loop {
        if !lines.has_next_at_hand() {
            out.flush()?;
        }
        match lines.next()? {
            Next::Line(line) if line.trim_ascii().is_empty() => {}
            Next::Line(line) => answer::write(line, out)?,
            Next::TooLong => answer::too_long(out)?,
            Next::End => return out.flush(),
        }
    }
}
