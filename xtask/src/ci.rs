//! `cargo xtask ci`: everything that must hold before a change lands.
//!
//! The steps are an ordinary list. Each can be run alone, and a run continues after a failed step,
//! so that one run shows everything there is to mend. It needs no terminal and no standard input.

use std::process::Command;
use std::time::Instant;

use crate::error::{Result, fail, misused};
use crate::files::read_text;
use crate::shell::{cargo, root, run as run_command, say, stdout, works};
use crate::{bench, fuzz, readme, robustness, schemas, test, tidy};

/// How a step ended when it did not fail.
enum Outcome {
    Passed,
    Skipped(String),
}

struct Step {
    name: &'static str,
    what: &'static str,
    /// Whether `ci` runs it when no step is named.
    by_default: bool,
    run: fn() -> Result<Outcome>,
}

impl Step {
    const fn new(name: &'static str, what: &'static str, run: fn() -> Result<Outcome>) -> Self {
        Self { name, what, by_default: true, run }
    }

    /// Part of another step, or long: it runs only when it is named.
    const fn alone(mut self) -> Self {
        self.by_default = false;
        self
    }
}

/// In this order: quick steps come first.
const STEPS: &[Step] = &[
    Step::new("fmt", "the sources are formatted", fmt),
    Step::new("lock", "Cargo.lock fits the manifests", lock),
    Step::new("tidy", "layering, manifests, sources, circles of files, error codes", tidied),
    Step::new("schemas", "generated files are fresh", fresh),
    Step::new("deny", "licences, advisories, sources of dependencies", deny),
    Step::new("clippy", "no warning anywhere", clippy),
    Step::new("msrv", "the oldest Rust that the manifests promise takes all of it", oldest_rust),
    Step::new("doc", "the documentation builds, links hold", doc),
    Step::new("doctest", "the examples in the documentation", doctest),
    Step::new("test", "unit and integration tests", tests),
    Step::new("replay", "the corpora alone (part of `test`)", replay).alone(),
    Step::new("robust", "damaged patches: none placed wrongly, nearly all applied", robust),
    Step::new("gate", "instructions of small pieces of work, beside the baseline", gate),
    Step::new("readme", "the README's commands", readme_commands),
    Step::new("oss-fuzz", "the build of OSS-Fuzz; each target runs some seeds", oss_fuzz).alone(),
];

/// Runs the named steps, or all default ones when none is named; `list` alone lists them.
///
/// # Errors
///
/// When there is no such step, or one failed; the others have been run nevertheless.
pub fn run(names: &[String]) -> Result {
    if names == ["list"] {
        for step in STEPS {
            say!("{:8} {}", step.name, step.what);
        }
        return Ok(());
    }
    check_names(names)?;
    let is_named = |step: &&Step| names.iter().any(|name| name == step.name);
    let is_chosen = |step: &&Step| if names.is_empty() { step.by_default } else { is_named(step) };
    let mut tally = Tally::default();
    for step in STEPS.iter().filter(is_chosen) {
        tally.add(step);
    }
    tally.close()
}

fn check_names(names: &[String]) -> Result {
    match names.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        Some(name) => misused(format!("there is no step {name:?}; `ci list` lists them")),
        None => Ok(()),
    }
}

/// What became of the steps so far.
#[derive(Default)]
struct Tally {
    lines: Vec<String>,
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Tally {
    /// Runs a step; announces it first and prints its time afterwards.
    fn add(&mut self, step: &Step) {
        say!("\n==> {}: {}", step.name, step.what);
        let start = Instant::now();
        let result = (step.run)();
        let seconds = start.elapsed().as_secs_f32();
        let (counter, verdict) = match result {
            Ok(Outcome::Passed) => (&mut self.passed, "passed".to_owned()),
            Ok(Outcome::Skipped(why)) => (&mut self.skipped, format!("skipped: {why}")),
            Err(error) => (&mut self.failed, format!("FAILED: {error}")),
        };
        *counter += 1;
        let line = format!("{:8} {seconds:6.1} s  {verdict}", step.name);
        say!("<== {line}");
        self.lines.push(line);
    }

    fn close(self) -> Result {
        let Self { lines, passed, failed, skipped } = self;
        say!("\n{}\n", lines.join("\n"));
        say!("steps: {passed} passed, {failed} failed, {skipped} skipped");
        if failed > 0 { fail(format!("{failed} of the steps failed")) } else { Ok(()) }
    }
}

/// Runs a cargo command as a step.
fn pass<'a>(args: impl IntoIterator<Item = &'a str>) -> Result<Outcome> {
    run_command(&mut cargo(args)).map(|()| Outcome::Passed)
}

fn fmt() -> Result<Outcome> {
    pass(["fmt", "--all", "--check"])
}

fn lock() -> Result<Outcome> {
    let mut metadata = cargo(["metadata", "--locked", "--format-version", "1"]);
    stdout(&mut metadata, &[0]).map(|_| Outcome::Passed)
}

fn clippy() -> Result<Outcome> {
    let targets = ["clippy", "--workspace", "--all-targets", "--all-features"];
    pass(targets.into_iter().chain(["--", "--deny", "warnings"]))
}

fn tests() -> Result<Outcome> {
    run_command(&mut test::tests(&["--workspace", "--all-features"]))?;
    Ok(Outcome::Passed)
}

fn doctest() -> Result<Outcome> {
    pass(["test", "--workspace", "--all-features", "--doc"])
}

fn doc() -> Result<Outcome> {
    let mut doc = cargo(["doc", "--workspace", "--all-features", "--no-deps"]);
    run_command(doc.env("RUSTDOCFLAGS", "--deny warnings"))?;
    Ok(Outcome::Passed)
}

fn replay() -> Result<Outcome> {
    pass(["test", "--package", "patch-testkit", "--all-features", "--test", "replay"])
}

fn robust() -> Result<Outcome> {
    let mode = robustness::Mode::Slice;
    robustness::run(&robustness::Options { mode, ..Default::default() })?;
    Ok(Outcome::Passed)
}

/// An optimised build of everything for the fuzzer: too long for a developer who waits for the
/// other steps.
fn oss_fuzz() -> Result<Outcome> {
    Ok(fuzz::build_as_oss_fuzz()?.map_or(Outcome::Passed, Outcome::Skipped))
}

/// The part of the benchmarks that does not depend on how busy the machine is, where valgrind is
/// installed.
fn gate() -> Result<Outcome> {
    Ok(match bench::gate::run()? {
        bench::gate::Outcome::Passed => Outcome::Passed,
        bench::gate::Outcome::Skipped(why) => Outcome::Skipped(why),
    })
}

fn tidied() -> Result<Outcome> {
    tidy::run().map(|()| Outcome::Passed)
}

fn fresh() -> Result<Outcome> {
    schemas::run(true).map(|()| Outcome::Passed)
}

fn readme_commands() -> Result<Outcome> {
    readme::run().map(|()| Outcome::Passed)
}

/// A check with the Rust of `rust-version`, if that toolchain is installed.
///
/// It has a target folder of its own: two compilers sharing one would each rebuild everything.
fn oldest_rust() -> Result<Outcome> {
    let manifest = read_text(&root().join("Cargo.toml"))?;
    let Some(version) = rust_version(&manifest) else {
        return fail("Cargo.toml promises no `rust-version`");
    };
    if !works(&mut toolchain(version, &["--version"])) {
        return Ok(Outcome::Skipped(format!(
            "Rust {version} is not here, and nothing is known of it: rustup toolchain install {version}"
        )));
    }
    let check = ["check", "--workspace", "--all-targets", "--all-features", "--locked"];
    let mut check = toolchain(version, &check);
    run_command(check.env("CARGO_TARGET_DIR", root().join("target/msrv")))?;
    Ok(Outcome::Passed)
}

/// The cargo of a toolchain, by its name; `CARGO` would be the toolchain that runs now.
fn toolchain(version: &str, args: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command.arg(format!("+{version}")).args(args);
    command
}

fn rust_version(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "))?;
    line.trim().strip_prefix('"')?.strip_suffix('"')
}

/// `cargo deny` if it is installed. Its database of advisories comes from the network; if that is
/// unreachable, the other checks run alone and the step says so.
fn deny() -> Result<Outcome> {
    if !works(&mut cargo(["deny", "--version"])) {
        let how = "cargo-deny is not here: cargo install --locked cargo-deny";
        return Ok(Outcome::Skipped(how.to_owned()));
    }
    let check = ["deny", "--all-features", "check", "--hide-inclusion-graph"];
    let check = check.into_iter().chain(["bans", "licenses", "sources"]);
    if works(&mut cargo(["deny", "fetch", "db"])) {
        return pass(check.chain(["advisories"]));
    }
    say!("The advisory database cannot be fetched from here: advisories are not checked.");
    pass(check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_rust_is_read_from_the_manifest() {
        let manifest = "[workspace.package]\nedition = \"2024\"\nrust-version = \"1.88\"\n";
        assert_eq!(rust_version(manifest), Some("1.88"));
        assert_eq!(rust_version("[package]\nrust-version.workspace = true\n"), None);
        let ours = read_text(&root().join("Cargo.toml")).unwrap();
        assert!(rust_version(&ours).is_some());
    }

    #[test]
    fn a_step_that_is_not_there_is_a_wrong_call() {
        assert_eq!(check_names(&["fmt".to_owned(), "replay".to_owned()]), Ok(()));
        let error = run(&["fmt".to_owned(), "fnt".to_owned()]).unwrap_err();
        assert!(error.is_usage());
        assert_eq!(error.to_string(), "there is no step \"fnt\"; `ci list` lists them");
    }
}
