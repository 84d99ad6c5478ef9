//! Reports arguments that cannot be read.

use clap::Error;
use patch_parse::Code;
use patch_tools::view::ErrorView;

use crate::answer::Answer;
use crate::exit::Exit;
use crate::report::{Report, Text};

const HINT: &str = "Change the arguments; `--help` lists them.";

/// Prints the help that was asked for, or what is wrong; on standard output too if JSON was asked
/// for there.
pub(crate) fn print(error: &Error) -> Exit {
    // If the reader of the help has gone, that is not an error.
    let _ = error.print();
    if !error.use_stderr() {
        return Exit::Done;
    }
    let out = if wants_json() { in_json(error) } else { Vec::new() };
    Report::new(Exit::Trouble, Text::Raw(out)).print()
}

/// Whether `--json` is among the options: they could not be read as a whole.
fn wants_json() -> bool {
    let options = std::env::args_os().skip(1).take_while(|arg| arg != "--");
    options.into_iter().any(|arg| arg == "--json")
}

fn in_json(error: &Error) -> Vec<u8> {
    let text = error.render().to_string();
    // What is wrong comes first; the usage is for a person.
    let first = text.split("\n\n").next().unwrap_or_default();
    let message = first.strip_prefix("error: ").unwrap_or(first);
    // What is possible is on a line of its own.
    let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    Answer::refused(ErrorView::new(Code::InvalidArgs, message, HINT)).to_line()
}
