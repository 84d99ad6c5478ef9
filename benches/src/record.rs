//! The measurements of a benchmark, as lines of JSON for `cargo xtask bench` to collect.
//!
//! The lines are appended to the file that `BENCH_RECORD` names; without it nothing is written and
//! a benchmark only prints its results.

use std::fs::OpenOptions;
use std::io;

/// What was measured: a tool that did some work of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject<'a> {
    /// The kind of work, such as `parse`: tools are compared within it.
    pub group: &'a str,
    /// The name of the input.
    pub work: &'a str,
    /// The tool; `ours` is what the others are compared with.
    pub tool: &'a str,
}

/// What a number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nanoseconds that one run took.
    Time,
    /// Allocations while it ran, those that grow another one included.
    Allocations,
    /// The peak of allocated bytes, beyond what was there before.
    Peak,
    /// Bytes of input, to divide other numbers by. It belongs to the work, not to a tool.
    Input,
    /// How many times the cost of ours this tool should have at least; for a floor, to which ours
    /// should be close, below 1.
    Goal,
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Allocations => "allocations",
            Self::Peak => "peak",
            Self::Input => "input",
            Self::Goal => "goal",
        }
    }
}

/// Records a number. For a measure that was taken in rounds, each round is a record of its own,
/// counted from 0: numbers of the same round are comparable.
///
/// # Panics
///
/// When the file cannot be written to: the measurement would be lost silently.
pub fn record(subject: Subject<'_>, measure: Measure, round: usize, value: f64) {
    let Some(path) = std::env::var_os("BENCH_RECORD") else { return };
    let written = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .and_then(|mut file| write_line(&mut file, subject, measure, round, value));
    assert!(written.is_ok(), "{}: {written:?}", path.display());
}

/// Records how many bytes of input a work has.
pub fn input(group: &str, work: &str, bytes: usize) {
    #[expect(clippy::cast_precision_loss, reason = "no input has 2^52 bytes")]
    record(Subject { group, work, tool: "ours" }, Measure::Input, 0, bytes as f64);
}

/// Records the ratio to be reached.
pub fn goal(group: &str, work: &str, tool: &str, ratio: f64) {
    record(Subject { group, work, tool }, Measure::Goal, 0, ratio);
}

fn write_line(
    out: &mut dyn io::Write,
    subject: Subject<'_>,
    measure: Measure,
    round: usize,
    value: f64,
) -> io::Result<()> {
    let Subject { group, work, tool } = subject;
    let line = serde_json::json!({
        "group": group, "work": work, "tool": tool,
        "measure": measure.name(), "round": round, "value": value,
    });
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_a_line_of_json() {
        let mut out = Vec::new();
        let subject = Subject { group: "parse", work: "small", tool: "diffy" };
        write_line(&mut out, subject, Measure::Time, 2, 1.5).unwrap();
        let line = String::from_utf8(out).unwrap();
        let one = line.strip_suffix('\n').filter(|line| !line.contains('\n'));
        // Whether the fields keep their order depends on the other users of the library in a build.
        assert_eq!(
            one.map(serde_json::from_str::<serde_json::Value>).unwrap().unwrap(),
            serde_json::json!({
                "group": "parse", "work": "small", "tool": "diffy",
                "measure": "time", "round": 2, "value": 1.5,
            })
        );
    }
}
