//! `cargo xtask ci gate`: compares the instructions of small pieces of work with the committed
//! counts.
//!
//! It needs only valgrind. The pieces are functions of a small program of `patch-benches` that is
//! built optimised, without the peers. Callgrind counts what happens inside one function, so that
//! neither the start of the program nor its environment counts.

use super::baseline::{self, Baseline, Verdict};
use super::callgrind;
use super::figure::{Measure, Sample, Subject, figures};
use super::machine;
use crate::error::{Error, Result, fail};
use crate::program::built_optimised;
use crate::shell::{say, stdout};

/// Its name in the baseline.
pub(crate) const NAME: &str = baseline::GATE;

/// The function of the program inside which instructions are counted.
const MEASURED: &str = "gate::measured";

/// What the gate found, or why it does not apply here.
pub(crate) enum Outcome {
    Passed,
    Skipped(String),
}

/// Counts, and compares with the baseline.
///
/// # Errors
///
/// When a count is more than 3 % above the baseline or below it, or not in it; in CI, which installs
/// valgrind, when that is missing.
pub(crate) fn run() -> Result<Outcome> {
    if !callgrind::is_there() {
        if std::env::var_os("CI").is_some() {
            return fail(callgrind::VALGRIND);
        }
        return Ok(Outcome::Skipped(callgrind::VALGRIND.to_owned()));
    }
    let with = machine::build();
    if let Verdict::Another(other) =
        Baseline::load()?.compare(NAME, &with, &baseline::Counts::new())
    {
        return Ok(Outcome::Skipped(format!(
            "the baseline was taken with {other}, this is {with}: cargo xtask bench gate --accept"
        )));
    }
    let counts = baseline::counts(&figures(&count()?));
    baseline::check(&[(NAME.to_owned(), counts)], &with, false)?;
    Ok(Outcome::Passed)
}

/// Counts the instructions of each piece.
///
/// # Errors
///
/// When the program does not build, or valgrind fails.
pub(crate) fn count() -> Result<Vec<Sample>> {
    let program = built_optimised("patch-benches", NAME)?;
    let names = stdout(&mut std::process::Command::new(&program), &[0])?;
    let names = String::from_utf8_lossy(&names);
    let sample = |name: &str| {
        let value = callgrind::count(&program, &[name], MEASURED)?;
        say!("{name:<34} {value:>12} instructions");
        let (group, work) =
            name.split_once('/').ok_or_else(|| Error::new(format!("{name}: no group")))?;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let value = value as f64;
        let subject = Subject::new(&format!("{NAME} {group}"), work, "ours");
        Ok(Sample { subject, measure: Measure::Instructions, round: 0, value })
    };
    names.lines().map(sample).collect()
}
