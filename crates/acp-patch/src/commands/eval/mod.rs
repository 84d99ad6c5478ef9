//! `eval`: evaluates recorded tool calls of models.
//!
//! Source: RFC *ApplyPatch Unified Diff Contract*, verification plan: failure rate and shell-edit
//! fallback rate.

mod recorded;
mod table;
mod tally;
mod unread;

use std::io;

use super::lines::{Lines, Next};
use crate::exit::Exit;
use crate::input;
use crate::report::{Report, Text, Trouble};
use crate::tool_args::EvalArgs;

use recorded::Recorded;
use tally::Tally;
use unread::Unread;

/// Repeats every call on its own files, and counts the outcomes. A line that is not a recorded call
/// is reported and not counted; the exit status is that of trouble.
pub(crate) fn run(args: &EvalArgs) -> Result<Report, Trouble> {
    let mut lines = Lines::new(input::open(&args.file)?);
    let mut tally = Tally::default();
    let mut unread = Vec::new();
    let mut number = 0;
    loop {
        number += 1;
        let line = match lines.next().map_err(|error| unreadable(&error))? {
            Next::Line(line) if line.trim_ascii().is_empty() => continue,
            Next::Line(line) => line,
            Next::TooLong => {
                unread.push(Unread { line: number, message: "the line is too long".to_owned() });
                continue;
            }
            Next::End => break,
        };
        let made = Recorded::read(line).and_then(|call| Ok((call.made()?, call)));
        match made {
            Ok((made, call)) => tally.add(&call, &made),
            Err(message) => unread.push(Unread { line: number, message }),
        }
    }
    let groups = tally.into_groups();
    let text = if args.json { table::json(&groups, &unread) } else { table::text(&groups) };
    let exit = if unread.is_empty() { Exit::Done } else { Exit::Trouble };
    Ok(Report { err: unread::report(&unread), ..Report::new(exit, Text::Raw(text)) })
}

fn unreadable(error: &io::Error) -> Trouble {
    Trouble::with_path(std::path::Path::new("the recording"), error)
}
