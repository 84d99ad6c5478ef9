//! Runs one command: 0 done, 1 it failed, 2 it was not called as it should be.
#![expect(clippy::print_stderr, reason = "a failure is told on standard error")]

use std::process::ExitCode;

use xtask::error::{Error, Result};
use xtask::flags::{Xtask, XtaskCmd};
use xtask::shell::print_line;
use xtask::{bench, ci, compare, demo, fuzz, proptest, robustness, schemas, test, tidy};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_usage() => {
            eprintln!("error: {error}\n\n{}", Xtask::overview());
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result {
    let flags = match Xtask::parse(std::env::args_os().skip(1)) {
        Ok(flags) => flags,
        Err(help) if help.is_help() => {
            print_line(help);
            return Ok(());
        }
        Err(usage) => return Err(Error::usage(usage.to_string())),
    };
    match flags.subcommand {
        XtaskCmd::Help(_) => {
            print_line(Xtask::overview());
            Ok(())
        }
        XtaskCmd::Ci(flags) => ci::run(&flags.step),
        XtaskCmd::Test(flags) => test::run(&flags),
        XtaskCmd::Tidy(_) => tidy::run(),
        XtaskCmd::Schemas(flags) => schemas::run(flags.check),
        XtaskCmd::Demo(flags) => demo::run(flags.release.as_deref()),
        XtaskCmd::Compare(flags) => compare::run(flags.pairs),
        XtaskCmd::Fuzz(flags) => fuzz::run(&flags),
        XtaskCmd::Proptest(flags) => proptest::run(&flags),
        XtaskCmd::Bench(flags) => bench::run(&flags),
        XtaskCmd::Robustness(flags) => robustness::run(&robustness::Options::new(flags)?),
    }
}
