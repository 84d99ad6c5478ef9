//! Runs the fuzzer over one target after the other, and collects the outcome.
#![expect(clippy::disallowed_methods, reason = "what libFuzzer says goes into a log of ours")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::replay::seed;
use super::stats::Stats;
use super::target::Target;
use super::tools;
use crate::error::{Context as _, Error, Result, fail};
use crate::flags::Seconds;
use crate::shell::{run as run_command, say};

/// How long each target is fuzzed by default.
const DEFAULT: Seconds = Seconds(60);

/// Fuzzes each target for some time. A find, or a fuzzer that breaks, does not end the others.
pub(super) fn run(targets: &[Target], time: Option<Seconds>, jobs: Option<NonZeroUsize>) -> Result {
    let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    tools::build(&names)?;
    let Seconds(seconds) = time.unwrap_or(DEFAULT);
    let mut tally = Tally::default();
    for target in targets {
        say!(
            "Fuzzing `{}` for {seconds} seconds; {} has all it says.",
            target.name,
            target.log().display()
        );
        let start = Instant::now();
        let ended = fuzz(target, seconds, jobs);
        tally.add(target, ended, start.elapsed().as_secs());
    }
    say!("\n{}\n{}", Stats::head(), tally.rows.join("\n"));
    tally.close()
}

/// The outcome of the targets so far.
#[derive(Default)]
struct Tally {
    /// Lines of the table.
    rows: Vec<String>,
    /// Inputs that break a promise or a limit.
    found: Vec<String>,
    /// Targets whose fuzzer ended early without a find, and why.
    broken: Vec<String>,
}

impl Tally {
    fn add(&mut self, target: &Target, ended: Result<(Stats, bool)>, seconds: u64) {
        let name = &target.name;
        match ended {
            Ok((stats, is_done)) => {
                self.rows.push(stats.row(name, seconds));
                if !is_done && stats.artifacts.is_empty() {
                    let log = target.log();
                    self.broken.push(format!("{name}: {} has what it said", log.display()));
                }
                self.found.extend(stats.artifacts);
            }
            Err(error) => self.broken.push(format!("{name}: {error}")),
        }
    }

    fn close(self) -> Result {
        let Self { found, broken, .. } = self;
        let mut failures = Vec::new();
        if !broken.is_empty() {
            let (count, broken) = (broken.len(), broken.join("\n    "));
            failures.push(format!("the fuzzer of {count} targets broke:\n    {broken}"));
        }
        if !found.is_empty() {
            failures.push(format!(
                "{} inputs break a promise, are too slow or take too much memory:\n    {}\n\
                 to make a test of one: cargo xtask fuzz --promote FILE --name what-is-wrong",
                found.len(),
                found.join("\n    ")
            ));
        }
        if failures.is_empty() { Ok(()) } else { fail(failures.join("\n")) }
    }
}

/// Fuzzes one target; returns whether it ran to its end.
fn fuzz(target: &Target, seconds: u64, jobs: Option<NonZeroUsize>) -> Result<(Stats, bool)> {
    let seeds = seed(target)?;
    let (corpus, artifacts) = (target.corpus(), target.artifacts());
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).context(folder.display())?;
    }
    let mut command = tools::binary(&target.name)?;
    command.args(target.arguments()?);
    command.arg(format!("-max_total_time={seconds}")).arg("-print_final_stats=1");
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    if let Some(jobs) = jobs.filter(|jobs| jobs.get() > 1) {
        // Otherwise several processes would continue past an input that is too slow or too large,
        // without reporting it.
        command.arg(format!("-fork={jobs}"));
        command.args(["-ignore_crashes=0", "-ignore_timeouts=0", "-ignore_ooms=0"]);
    }
    command.args([corpus, seeds]);
    watch(&mut command, target)
}

/// Runs the fuzzer, logs its output, and parses it.
fn watch(command: &mut Command, target: &Target) -> Result<(Stats, bool)> {
    let log = target.log();
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder).context(folder.display())?;
    }
    let mut log = fs::File::create(&log).context(log.display())?;
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().context(&target.name)?;
    let Some(said) = child.stderr.take() else { return Err(Error::new("the fuzzer is mute")) };
    let mut stats = Stats::default();
    for line in BufReader::new(said).split(b'\n') {
        let line = line.context(&target.name)?;
        let line = String::from_utf8_lossy(&line);
        writeln!(log, "{line}").context("the log")?;
        stats.take(&line);
    }
    let ended = child.wait().context(&target.name)?;
    Ok((stats, ended.success()))
}

/// Removes inputs from a corpus that reach nothing that the rest does not.
pub(super) fn minimise(target: &Target) -> Result {
    let corpus = target.corpus();
    if !corpus.is_dir() {
        say!("`{}` has no corpus yet.", target.name);
        return Ok(());
    }
    let mut command = tools::nightly();
    command.args(["fuzz", "cmin", "--sanitizer=none", &target.name]).arg(corpus);
    run_command(command.arg("--").args(target.arguments()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(name: &str) -> Target {
        Target { name: name.to_owned() }
    }

    fn stats(artifacts: &[&str]) -> Stats {
        let artifacts = artifacts.iter().map(|&path| path.to_owned()).collect();
        Stats { artifacts, ..Stats::default() }
    }

    #[test]
    fn a_fuzzer_that_breaks_hides_nothing_of_the_others() {
        let mut tally = Tally::default();
        tally.add(&target("apply"), Ok((stats(&["a/crash-1"]), false)), 60);
        tally.add(&target("parse"), Ok((stats(&[]), false)), 1);
        tally.add(&target("stream"), fail("no seeds"), 0);
        tally.add(&target("undo"), Ok((stats(&["u/crash-2"]), true)), 60);
        let names: Vec<_> = tally.rows.iter().filter_map(|row| row.split(' ').next()).collect();
        assert_eq!(names, ["apply", "parse", "undo"]);
        let said = tally.close().unwrap_err().to_string();
        assert!(said.starts_with("the fuzzer of 2 targets broke:\n    parse: "), "{said}");
        for part in ["\n    stream: no seeds\n2 inputs break", "\n    a/crash-1\n    u/crash-2\n"] {
            assert!(said.contains(part), "{part:?} is missing in {said}");
        }
    }

    #[test]
    fn targets_that_come_to_their_end_without_a_find_are_fine() {
        let mut tally = Tally::default();
        tally.add(&target("parse"), Ok((stats(&[]), true)), 60);
        assert_eq!(tally.close(), Ok(()));
    }
}
