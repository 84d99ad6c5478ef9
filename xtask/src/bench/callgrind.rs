//! Reads instruction counts printed by valgrind's tools and gungraun.

use std::path::Path;
use std::process::Command;

use super::figure::{Measure, Sample, Subject};
use crate::error::{Error, Result, fail};
use crate::shell::{capture, shown, works};

/// How to install what is missing.
pub(crate) const VALGRIND: &str = "valgrind is not here: apt-get install valgrind";

/// Whether valgrind is installed.
pub(crate) fn is_there() -> bool {
    works(Command::new("valgrind").arg("--version"))
}

/// The instructions that a program runs inside functions whose name contains `function`.
///
/// # Errors
///
/// When it ends with a status other than 0, or nothing was counted.
pub(crate) fn count(program: &Path, args: &[&str], function: &str) -> Result<u64> {
    let mut command = Command::new("valgrind");
    // The program's own output is not parsed.
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(format!("--toggle-collect=*{function}*")).arg(program).args(args);
    let output = capture(&mut command)?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return fail(format!("`{}` ended with {}\n{said}", shown(&command), output.status));
    }
    let count = collected(&said).filter(|count| *count > 0);
    count.ok_or_else(|| Error::new(format!("`{}` counted nothing\n{said}", shown(&command))))
}

/// The number after `Collected :`.
fn collected(said: &str) -> Option<u64> {
    let line = said.lines().find_map(|line| line.split_once("Collected :"));
    line?.1.trim().parse().ok()
}

/// The counts in the output of gungraun's benchmarks.
///
/// A function is named after its group and its tool, `parse_ours`; its case is the name of the
/// work.
pub(crate) fn samples(output: &str) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut subject = None;
    for line in output.lines() {
        if let Some(rest) = line.trim_start().strip_prefix("Instructions:") {
            let number = rest.trim_start().split('|').next();
            let value = number.and_then(|number| number.trim().parse().ok());
            if let (Some(subject), Some(value)) = (subject.take(), value) {
                samples.push(Sample { subject, measure: Measure::Instructions, round: 0, value });
            }
        } else if line.contains("::") && !line.starts_with(' ') {
            subject = subject_of(line);
        }
    }
    samples
}

/// The subject of `file::group::function case:(...)`.
fn subject_of(line: &str) -> Option<Subject> {
    let (path, rest) = line.split_once(' ')?;
    let (work, _) = rest.split_once(':')?;
    let (group, tool) = path.rsplit("::").next()?.rsplit_once('_')?;
    // A function's name has no hyphens.
    let tool = if tool == "imara" { "imara-diff" } else { tool };
    Some(Subject::new(group, work, tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_in_what_gungraun_prints() {
        let output = "\
placement::bad_shapes::other_unit_ours lines_1k:(shape(1_000, by_two))
  Instructions:                    1000|N/A      (*********)
  L1 Hits:                         2000|N/A
parse::parse::parse_diffy files_2000:(leaked(many_files()))
  Instructions:                   10000|900      (+1.0)
";
        let found: Vec<_> =
            samples(output).into_iter().map(|sample| (sample.subject, sample.value)).collect();
        let expected = [
            (Subject::new("other_unit", "lines_1k", "ours"), 1000.0),
            (Subject::new("parse", "files_2000", "diffy"), 10000.0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_total_is_found_in_what_callgrind_says() {
        let said = "==7== Events    : Ir\n==7== Collected : 4155\n==7==\n";
        assert_eq!(collected(said), Some(4155));
        assert_eq!(collected("valgrind: no such file"), None);
    }
}
