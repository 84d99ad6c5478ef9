//! The list of benchmarks, and how each kind is run and read.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use super::callgrind;
use super::figure::{Measure, Sample, Subject};
use super::{gate, machine};
use crate::error::{Context as _, Error, Result, fail, misused};
use crate::files::{read_text, walk};
use crate::program::Program;
use crate::releases;
use crate::shell::{cargo, root, run, say, stdout, works};

/// The profiler that gungraun uses.
const RUNNER: &str = "gungraun-runner";

/// Rounds of a benchmark that is restarted for each round.
const ROUNDS: u64 = 3;

/// A benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Benchmark {
    pub(crate) name: String,
    kind: Kind,
    /// Whether it starts the program.
    runs_program: bool,
    /// Whether its inputs are releases that cargo fetched.
    reads_releases: bool,
    /// Whether it must be built with the testkit, which takes long.
    uses_testkit: bool,
}

impl Benchmark {
    fn new(name: &str, source: &str) -> Self {
        let runs_program = source.contains("`BENCH_PROGRAM`");
        let reads_releases = source.contains("`BENCH_RELEASES`");
        let uses_testkit = source.contains("use patch_testkit::");
        Self {
            name: name.to_owned(),
            kind: kind(source),
            runs_program,
            reads_releases,
            uses_testkit,
        }
    }
}

/// How it measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Criterion, whose own rounds all have the same order: it is started several times.
    Criterion,
    /// Gungraun.
    Counting,
    /// It runs its rounds itself.
    Racing,
    /// The one that CI runs.
    Gate,
}

/// The files of `benches/benches`, and the gate.
pub(crate) fn all() -> Result<Vec<Benchmark>> {
    let folder = root().join("benches/benches");
    let files = walk(&folder, &|path| path.extension().is_some_and(|end| end == "rs"))?;
    let benchmarks = files.iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Benchmark::new(&name, &read_text(path)?))
    });
    let gate = Benchmark { kind: Kind::Gate, ..Benchmark::new(gate::NAME, "") };
    benchmarks.chain([Ok(gate)]).collect()
}

fn kind(source: &str) -> Kind {
    match source {
        source if source.contains("use criterion::") => Kind::Criterion,
        source if source.contains("use gungraun::") => Kind::Counting,
        _ => Kind::Racing,
    }
}

/// The benchmarks whose name contains one of `names`; all of them when there is none.
///
/// # Errors
///
/// When one of `names` is contained in no name.
pub(crate) fn choose<'a>(known: &'a [Benchmark], names: &[String]) -> Result<Vec<&'a Benchmark>> {
    let has = |bench: &Benchmark, name: &String| bench.name.contains(name.as_str());
    if let Some(name) = names.iter().find(|name| !known.iter().any(|bench| has(bench, name))) {
        let known: Vec<_> = known.iter().map(|bench| bench.name.as_str()).collect();
        return misused(format!(
            "no benchmark has {name:?} in its name; there are: {}",
            known.join(", ")
        ));
    }
    let is_chosen =
        |bench: &&Benchmark| names.is_empty() || names.iter().any(|name| has(bench, name));
    Ok(known.iter().filter(is_chosen).collect())
}

/// Reports what is missing before hours have passed.
///
/// # Errors
///
/// When a tool is missing that one of the benchmarks needs.
pub(crate) fn check_tools(chosen: &[&Benchmark]) -> Result {
    let has = |kind: Kind| chosen.iter().any(|bench| bench.kind == kind);
    if (has(Kind::Counting) || has(Kind::Gate)) && !callgrind::is_there() {
        return fail(format!("counting instructions needs valgrind: {}", callgrind::VALGRIND));
    }
    // The runner compares its own version with that of the library.
    if has(Kind::Counting) && !works(Command::new(RUNNER).arg("--version")) {
        let install = install_runner(&machine::lock());
        return fail(format!("counting instructions needs {RUNNER}: {install}"));
    }
    Ok(())
}

/// The command that installs the runner of the matching version.
fn install_runner(lock: &str) -> String {
    let version = machine::locked(lock, RUNNER);
    let version = version.map(|version| format!(" --version {version}"));
    format!("cargo install --locked {RUNNER}{}", version.unwrap_or_default())
}

/// The environment of benchmarks: a folder for what they write, and what they are given.
pub(crate) struct Suite {
    scratch: TempDir,
    is_quick: bool,
    program: Option<PathBuf>,
    releases: Option<OsString>,
}

impl Suite {
    /// Builds the program and fetches the releases if one of the chosen benchmarks needs them.
    ///
    /// # Errors
    ///
    /// When the program does not build, or cargo cannot fetch the releases.
    pub(crate) fn new(chosen: &[&Benchmark], is_quick: bool) -> Result<Self> {
        let scratch = TempDir::with_prefix("acp-patch-bench-").context("a scratch folder")?;
        let program = chosen.iter().any(|bench| bench.runs_program).then(Program::build_optimised);
        let program = program.transpose()?.map(|program| program.path().to_owned());
        let releases = chosen.iter().any(|bench| bench.reads_releases).then(folders).transpose()?;
        Ok(Self { scratch, is_quick, program, releases })
    }

    /// Runs a benchmark and returns what it measured.
    ///
    /// # Errors
    ///
    /// When it fails or reports nothing.
    pub(crate) fn run(&self, bench: &Benchmark) -> Result<Vec<Sample>> {
        say!("\n==> {}", bench.name);
        let samples = match bench.kind {
            Kind::Gate => gate::count()?,
            Kind::Counting => self.count(bench)?,
            Kind::Racing => self.race(bench, 0)?,
            Kind::Criterion if self.is_quick => self.race(bench, 0)?,
            Kind::Criterion => {
                let rounds = (0..ROUNDS).map(|round| self.race(bench, round));
                rounds.collect::<Result<Vec<_>>>()?.concat()
            }
        };
        if samples.is_empty() {
            fail(format!("{}: nothing was measured", bench.name))
        } else {
            Ok(samples)
        }
    }

    fn command(&self, bench: &Benchmark) -> Command {
        let mut command =
            cargo(["bench", "--quiet", "--package", "patch-benches", "--bench", &bench.name]);
        let wanted = [("BENCH_PROGRAM", self.program.as_ref().map(|path| path.as_os_str()))];
        let wanted = wanted.into_iter().chain([("BENCH_RELEASES", self.releases.as_deref())]);
        command.envs(wanted.filter_map(|(name, value)| Some((name, value?))));
        if bench.uses_testkit {
            command.args(["--features", "testkit"]);
        }
        command.env("BENCH_RECORD", self.records());
        command.env_remove("BENCH_QUICK");
        if self.is_quick {
            command.env("BENCH_QUICK", "1");
        }
        command
    }

    fn records(&self) -> PathBuf {
        self.scratch.path().join("records")
    }

    fn count(&self, bench: &Benchmark) -> Result<Vec<Sample>> {
        let output = stdout(&mut self.command(bench), &[0])?;
        let mut samples = callgrind::samples(&String::from_utf8_lossy(&output));
        samples.extend(self.recorded(0)?);
        Ok(samples)
    }

    /// Runs a benchmark that measures time or memory.
    fn race(&self, bench: &Benchmark, round: u64) -> Result<Vec<Sample>> {
        let criterion = self.scratch.path().join(format!("{}-{round}", bench.name));
        let mut command = self.command(bench);
        command.env("CRITERION_HOME", &criterion);
        if bench.kind == Kind::Criterion {
            command.args(["--", "--noplot", "--warm-up-time", "0.3", "--measurement-time", "1"]);
        }
        run(&mut command)?;
        let mut samples = self.recorded(round)?;
        if criterion.is_dir() {
            samples.extend(estimates(&criterion, round)?);
        }
        Ok(samples)
    }

    /// What was recorded since the last call.
    fn recorded(&self, round: u64) -> Result<Vec<Sample>> {
        let path = self.records();
        if !path.is_file() {
            return Ok(Vec::new());
        }
        let text = read_text(&path)?;
        crate::files::write(&path, b"")?;
        // Samples that are recorded once per start, such as the size of the input, belong to that
        // start.
        let samples = text.lines().map(|line| {
            Sample::read(line).map(|sample| Sample { round: sample.round + round, ..sample })
        });
        samples.collect()
    }
}

/// The folders of pairs of releases, as `PATH` lists folders.
fn folders() -> Result<OsString> {
    let folders = releases::pairs()?.into_iter().flat_map(|pair| [pair.old.path, pair.new.path]);
    std::env::join_paths(folders).context("the releases")
}

/// The medians that criterion estimated below a folder.
fn estimates(folder: &Path, round: u64) -> Result<Vec<Sample>> {
    let files = walk(folder, &|path| path.is_dir() || path.ends_with("new/benchmark.json"))?;
    let sample = |path: &PathBuf| {
        let benchmark = read_text(path)?;
        let estimates = read_text(&path.with_file_name("estimates.json"))?;
        estimate(&benchmark, &estimates, round)
            .ok_or_else(|| Error::new(format!("{}: not an estimate of criterion", path.display())))
    };
    files.iter().map(sample).collect()
}

/// Criterion calls a tool a function, and a work its parameter.
fn estimate(benchmark: &str, estimates: &str, round: u64) -> Option<Sample> {
    let benchmark: Value = serde_json::from_str(benchmark).ok()?;
    let estimates: Value = serde_json::from_str(estimates).ok()?;
    let text = |key: &str| benchmark.get(key)?.as_str();
    let subject = Subject::new(text("group_id")?, text("value_str")?, text("function_id")?);
    let value = estimates.get("median")?.get("point_estimate")?.as_f64()?;
    Some(Sample { subject, measure: Measure::Time, round, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_by_part() {
        let known = ["parse", "parse_instructions", "apply"].map(|name| Benchmark::new(name, ""));
        let count = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            choose(&known, &names).map(|chosen| chosen.len())
        };
        assert_eq!(count(&[]), Ok(3));
        assert_eq!(count(&["parse"]), Ok(2));
        assert_eq!(count(&["parse_i", "apply"]), Ok(2));
        for names in [["plan"].as_slice(), &["parse", "plan"]] {
            let error = count(names).unwrap_err();
            assert!(error.is_usage(), "{names:?}");
            let expected = "no benchmark has \"plan\" in its name; there are: parse, parse_i";
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }

    #[test]
    fn the_runner_is_installed_in_the_version_of_the_lock_file() {
        let lock = "[[package]]\nname = \"gungraun-runner\"\nversion = \"0.20.1\"\n";
        let expected = "cargo install --locked gungraun-runner --version 0.20.1";
        assert_eq!(install_runner(lock), expected);
        let ours = install_runner(&machine::lock());
        assert!(ours.starts_with("cargo install --locked gungraun-runner --version "), "{ours}");
    }

    #[test]
    fn the_benchmarks_of_each_kind_are_known() {
        let all = all().unwrap();
        let kind = |name: &str| all.iter().find(|bench| bench.name == name).map(|bench| bench.kind);
        assert_eq!(kind("parse"), Some(Kind::Criterion));
        assert_eq!(kind("placement"), Some(Kind::Counting));
        assert_eq!(kind("commit"), Some(Kind::Racing));
        assert_eq!(kind("gate"), Some(Kind::Gate));
        let runs_program = |bench: &&Benchmark| bench.runs_program;
        let names: Vec<_> = all.iter().filter(runs_program).map(|bench| &*bench.name).collect();
        assert_eq!(names, ["program", "trees"]);
        assert!(all.iter().any(|bench| bench.reads_releases && bench.name == "releases"));
    }

    #[test]
    fn estimates_of_criterion_are_samples() {
        let benchmark = r#"{"group_id":"apply","function_id":"diffy","value_str":"lines_1k"}"#;
        let estimates = r#"{"mean":{"point_estimate":9.0},"median":{"point_estimate":7.5}}"#;
        let expected = Sample {
            subject: Subject::new("apply", "lines_1k", "diffy"),
            measure: Measure::Time,
            round: 2,
            value: 7.5,
        };
        assert_eq!(estimate(benchmark, estimates, 2), Some(expected));
        assert_eq!(estimate("{}", estimates, 0), None);
    }
}
