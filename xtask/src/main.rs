//! Runs one command: 0 done, 1 it failed, 2 it was not called as it should be.
#![expect(clippy::print_stderr, reason = "a failure is told on standard error")]

use std::process::ExitCode;

use xtask::cli::{self, Command};
use xtask::{bench, ci, demo, fuzz, proptest, robustness, schemas, test, tidy};

fn main() -> ExitCode {
    let command = match cli::parse(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(usage) => {
            eprintln!("error: {usage}\n\n{}", cli::HELP);
            return ExitCode::from(2);
        }
    };
    match run(&command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> xtask::error::Result {
    match command {
        Command::Help => {
            xtask::shell::print_line(cli::HELP);
            Ok(())
        }
        Command::Ci { steps } => ci::run(steps),
        Command::Test { args } => test::run(args),
        Command::Tidy => tidy::run(),
        Command::Schemas { check } => schemas::run(*check),
        Command::Demo { release } => demo::run(release.as_deref()),
        Command::Fuzz { target, seconds } => fuzz::run(target, *seconds),
        Command::Proptest { options } => proptest::run(options),
        Command::Bench { names } => bench::run(names),
        Command::Robustness { options } => robustness::run(options),
    }
}
