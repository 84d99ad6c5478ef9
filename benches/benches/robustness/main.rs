//! The outcome of damaged patches: ours beside its peers, over pairs of texts from real releases.
//!
//! `cargo xtask robustness` builds and runs this; its output is a Markdown page, or one case.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program that reads files, runs other programs and reports"
)]

mod cases;
mod options;
mod repetitive;
mod report;
mod results;
mod show;
mod suggestions;
mod tools;

use std::process::ExitCode;

use options::{Mode, Options};
use results::Results;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(usage) => {
            eprintln!("error: {usage}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether everything that was to be checked holds.
fn run(options: &Options) -> Result<bool, String> {
    // A panic of a tool shows in its outcome; its message would drown the report.
    std::panic::set_hook(Box::new(|_| {}));
    match &options.mode {
        Mode::Show(label) if options.repetitive => {
            return repetitive::show(label).map(|()| true);
        }
        _ if options.repetitive => return Ok(repetitive::page(options)),
        _ => {}
    }
    let texts = cases::read_texts(&options.pairs)?;
    if let Mode::Show(label) = &options.mode {
        return show::show(&texts, options, label).map(|()| true);
    }
    let cases = cases::draw(&texts, options);
    let mut tools = tools::all(options.only_ours);
    let results = Results::of(&cases, &mut tools);
    if options.twice {
        report::twice(&results);
        return Ok(true);
    }
    if options.mode == Mode::Gate {
        return Ok(report::gate(&results));
    }
    print!("{}", report::page(&results, options));
    Ok(true)
}
