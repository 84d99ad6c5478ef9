//! `cargo xtask bench`: the benchmarks of `patch-benches`, their results and what a change does to them.
//!
//! Criterion and races measure time, which is what counts and what a busy machine blurs: only ratios of one run are compared, and
//! nothing fails for them. Callgrind counts instructions and an allocator what is allocated, which no other process can disturb:
//! they are compared with `benches/baseline.json`.
//!
//! - `suite` runs the benchmarks, `callgrind` reads what valgrind says, `gate` is the part that CI runs.
//! - `figure`: what was measured. `results` keeps it, `baseline` compares counts.
//! - `table` and `growth` show it, `page` in `benches/README.md`; `bencher` hands it on. Charts are drawn by an
//!   example of `patch-benches`.

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
use results::Results;
use suite::Suite;

/// Runs benchmarks, or shows the results that are kept.
///
/// # Errors
///
/// When there is no such benchmark, a tool is missing, a benchmark fails, or counts are more than 3 % above the baseline.
pub fn run(flags: &flags::Bench) -> Result {
    let shows = flags.plot || flags.write || flags.export.is_some();
    if !shows {
        return measure(flags);
    }
    if !flags.name.is_empty() || flags.quick || flags.accept {
        return misused(
            "--plot, --write and --export show what was measured before, and measure nothing",
        );
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

/// Runs the benchmarks whose name contains one of those in the flags; all of them when there is none.
fn measure(flags: &flags::Bench) -> Result {
    let known = suite::all()?;
    let chosen = suite::choose(&known, &flags.name)?;
    suite::check_tools(&chosen)?;
    let suite = Suite::new(&chosen, flags.quick)?;
    let (mut all, mut counts) = (Vec::new(), Vec::new());
    for bench in chosen {
        let figures = figures(&suite.run(bench)?);
        show(&figures);
        counts.push((bench.name.clone(), baseline::counts(&figures)));
        all.extend(figures);
    }
    if flags.quick {
        say!("\nNothing is kept of a quick run.");
    } else {
        let results = Results::now(all)?;
        results.keep()?;
        say!("\n{} is written.", results.path().display());
        page::run()?;
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
