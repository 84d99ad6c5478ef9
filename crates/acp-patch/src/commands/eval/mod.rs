//! `eval`: evaluates recorded tool calls of models.
//!
//! Source: RFC *ApplyPatch Unified Diff Contract*, verification plan: failure rate and shell-edit
//! fallback rate.

mod recorded;
mod table;
mod tally;

use std::io;

use patch_parse::Code;

use super::lines::{Lines, Next};
use crate::exit::Exit;
use crate::input;
use crate::report::{Report, Text, Trouble};
use crate::tool_args::EvalArgs;

use recorded::Recorded;
use tally::Tally;

/// Repeats every call on its own files, and counts the outcomes.
pub(crate) fn run(args: &EvalArgs) -> Result<Report, Trouble> {
    let mut lines = Lines::new(input::open(&args.file)?);
    let mut tally = Tally::default();
    let mut number = 0;
    loop {
        number += 1;
        let line = match lines.next().map_err(|error| unreadable(&error))? {
            Next::Line(line) if line.trim_ascii().is_empty() => continue,
            Next::Line(line) => line,
            Next::TooLong => return Err(wrong(number, "the line is too long")),
            Next::End => break,
        };
        let call = Recorded::read(line).map_err(|error| wrong(number, &error))?;
        tally.add(&call, &call.made().map_err(|error| wrong(number, &error))?);
    }
    let groups = tally.into_groups();
    let text = if args.json { table::json(&groups) } else { table::text(&groups) };
    Ok(Report::new(Exit::Done, Text::Raw(text)))
}

/// A count of calls that silently omitted some would be believed.
fn wrong(number: usize, error: &str) -> Trouble {
    let hint = "Give each call as one line: {\"model\", \"files\": {path: text}, \"patch\"}.";
    Trouble::new(Code::InvalidArgs, format!("line {number}: {error}"), hint)
}

fn unreadable(error: &io::Error) -> Trouble {
    Trouble::with_path(std::path::Path::new("the recording"), error)
}
