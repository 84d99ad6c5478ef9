//! `cargo xtask bench`: runs the benchmarks of `patch-benches`, keeps their results and compares
//! them.
//!
//! Criterion and races measure time, which is what matters but depends on how busy the machine is:
//! only ratios within one run are compared, and no time is a failure. Callgrind counts instructions
//! and an allocator counts allocations, which no other process disturbs: they are compared with
//! `benches/baseline.json`.
//!
//! - `suite` runs the benchmarks, `callgrind` reads the output of valgrind, `gate` is the part that
//!   CI runs.
//! - `figure`: what was measured. `results` stores it, `baseline` compares counts.
//! - `table` and `growth` show it, `page` writes it to `benches/README.md`; `bencher` exports it.
//!   An example of `patch-benches` draws the charts.

mod baseline;
mod bencher;
mod callgrind;
mod figure;
pub(crate) mod gate;
mod growth;
mod machine;
mod page;
mod results;
mod suite;
mod table;

use std::process::Command;

use crate::error::{Result, misused};
use crate::flags::{self, Export};
use crate::program::built_example;
use crate::shell::{root, run as run_command, say};
use figure::{Figure, Measure, figures};
use results::{Facts, Results};
use suite::Suite;

/// Runs benchmarks, or shows the stored results.
///
/// # Errors
///
/// When flags contradict each other, there is no such benchmark, a tool is missing, a benchmark
/// fails, counts are more than 3 % above the baseline, or one of the gate is more than 3 % below
/// it.
pub fn run(flags: &flags::Bench) -> Result {
    check_flags(flags)?;
    if !shows(flags) {
        return measure(flags);
    }
    if flags.write {
        page::run()?;
    }
    if flags.plot {
        plot()?;
    }
    if flags.export == Some(Export::Bencher) {
        let newest = page::newest_figures(&Results::all()?);
        say!("{:#}", bencher::export(&newest));
    }
    Ok(())
}

/// Whether only stored results are shown.
fn shows(flags: &flags::Bench) -> bool {
    flags.plot || flags.write || flags.export.is_some()
}

/// Checks that no flag would be ignored.
fn check_flags(flags: &flags::Bench) -> Result {
    if shows(flags) && (!flags.name.is_empty() || flags.quick || flags.accept) {
        return misused(
            "--plot, --write and --export show what was measured before, and measure nothing: \
             leave out names of benchmarks, --quick and --accept",
        );
    }
    if flags.quick && flags.accept {
        return misused(
            "nothing is kept of a run that is --quick, and --accept keeps its counts: say one of the two",
        );
    }
    Ok(())
}

/// Runs the benchmarks whose name contains one of those in the flags; all of them when there is
/// none.
fn measure(flags: &flags::Bench) -> Result {
    let known = suite::all()?;
    let chosen = suite::choose(&known, &flags.name)?;
    suite::check_tools(&chosen)?;
    // Before anything is built.
    let mut results = if flags.quick { None } else { Some(Results::new(Facts::now()?)) };
    let suite = Suite::new(&chosen, flags.quick)?;
    let mut counts = Vec::new();
    for bench in chosen {
        let figures = figures(&suite.run(bench)?);
        show(&figures);
        counts.push((bench.name.clone(), baseline::counts(&figures)));
        if let Some(results) = &mut results {
            // The whole takes more than an hour: what was measured outlives a later failure.
            results.add(figures);
            results.keep()?;
        }
    }
    match results {
        None => say!("\nNothing is kept of a quick run."),
        Some(results) => {
            say!("\n{} is written.", results.path().display());
            page::run()?;
        }
    }
    baseline::check(&counts, &machine::build(), flags.accept)
}

/// Prints the tables of a benchmark.
fn show(figures: &[Figure]) {
    for measure in [Measure::Time, Measure::Instructions, Measure::Peak, Measure::Allocations] {
        for (group, table) in table::tables(figures, measure) {
            say!("\n{group}, {}:\n{table}", measure.name());
        }
    }
    let growth = growth::table(figures);
    if !growth.is_empty() {
        say!("\n{growth}");
    }
}

/// Draws the charts of `docs/performance`.
fn plot() -> Result {
    let plot = built_example("plot")?;
    run_command(
        Command::new(plot).current_dir(root()).args(["benches/results", "docs/performance"]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::{Xtask, XtaskCmd};

    /// How a command line is refused, without measuring anything.
    fn is_refused(line: &str) -> bool {
        let words = line.split(' ').map(Into::into);
        match Xtask::parse(words).map(|flags| flags.subcommand) {
            Ok(XtaskCmd::Bench(flags)) => check_flags(&flags).is_err_and(|e| e.is_usage()),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn flags_that_would_be_ignored_are_refused() {
        for line in ["bench", "bench gate --accept", "bench --quick parse", "bench --write --plot"]
        {
            assert!(!is_refused(line), "{line}");
        }
        for line in [
            "bench gate --quick --accept",
            "bench parse --write",
            "bench --plot --quick",
            "bench --export bencher --accept",
        ] {
            assert!(is_refused(line), "{line}");
        }
    }
}
