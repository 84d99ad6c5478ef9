//! The commands, one file each.

mod apply;
mod batch;
mod call;
mod check_diff;
mod convert;
mod diff;
mod eval;
mod files;
mod lines;
mod mcp;
mod mended;
mod parse;
mod recover;
mod root;
mod schema;
mod source;
mod tools;
mod tree;
mod undo;
mod written;

use crate::args::Command;
use crate::exit::Exit;
use crate::report::Trouble;

/// Runs a command and prints its report.
pub(crate) fn run(command: &Command) -> Exit {
    match command {
        Command::Apply(args) => {
            apply::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Diff(args) => {
            diff::run(args).unwrap_or_else(|trouble| trouble.report(false)).print()
        }
        Command::Convert(args) => {
            convert::run(args).unwrap_or_else(|trouble| trouble.report(false)).print()
        }
        Command::Parse(args) => {
            parse::run(args).unwrap_or_else(|trouble| trouble.report(args.json).print())
        }
        Command::CheckDiff(args) => {
            check_diff::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Undo(args) => {
            undo::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Recover(args) => {
            recover::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Batch(args) => batch::run(args),
        Command::Call(args) => call::run(args).unwrap_or_else(Trouble::report_of_tool).print(),
        Command::Eval(args) => {
            eval::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Mcp(args) => {
            mcp::run(args).unwrap_or_else(|trouble| trouble.report(false).print())
        }
        Command::Tools(args) => tools::run(args).print(),
        Command::Schema(args) => {
            schema::run(args).unwrap_or_else(|trouble| trouble.report(false)).print()
        }
    }
}
