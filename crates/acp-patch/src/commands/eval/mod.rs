//! `eval`: evaluates recorded tool calls of models.
//!
//! Source: RFC *ApplyPatch Unified Diff Contract*, verification plan: failure rate and shell-edit
//! fallback rate.

mod recorded;
mod table;
mod tally;

use std::io;

use patch_apply::visible;
use patch_parse::Code;
use serde::Serialize;

use super::lines::{Lines, Next};
use crate::exit::Exit;
use crate::input;
use crate::report::{Report, Text, Trouble};
use crate::tool_args::EvalArgs;

use recorded::Recorded;
use tally::Tally;

/// The most lines reported that are not a recorded call.
const MOST_TOLD: usize = 20;

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
    Ok(Report { err: told(&unread), ..Report::new(exit, Text::Raw(text)) })
}

/// A line that is not a recorded call.
#[derive(Debug, Serialize)]
struct Unread {
    line: usize,
    message: String,
}

/// The report on them: a count of calls that silently omitted some would be believed.
fn told(unread: &[Unread]) -> String {
    let what = match unread.len() {
        0 => return String::new(),
        1 => "1 line that is not a recorded call".to_owned(),
        lines => format!("{lines} lines that are not recorded calls"),
    };
    let named = unread.iter().take(MOST_TOLD).map(|it| {
        let message = visible::line(it.message.as_bytes());
        format!("line {}: {message}\n", it.line)
    });
    let hint = "Give each call as one line: {\"model\", \"files\": {path: text}, \"patch\" or \"arguments\"}.";
    let trouble = Trouble::new(Code::InvalidArgs, format!("not counted: {what}"), hint);
    named.collect::<String>() + &trouble.with_effect(None)
}

fn unreadable(error: &io::Error) -> Trouble {
    Trouble::with_path(std::path::Path::new("the recording"), error)
}
