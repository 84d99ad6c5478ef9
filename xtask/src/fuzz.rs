//! `cargo xtask fuzz`: lets libFuzzer look for input that breaks an oracle.
//!
//! The targets lie in `fuzz/`, a workspace of its own, since they need the nightly toolchain. Each
//! is glue to one oracle of `patch-testkit`. The corpora of the testkit seed the fuzzer's own
//! corpus; what the fuzzer finds is promoted by moving the file to
//! `crates/patch-testkit/corpora/regressions`, where every run of the tests replays it.

use std::path::Path;
use std::process::Command;

use crate::error::{Result, fail};
use crate::files::{read, relative, walk, write};
use crate::shell::{root, run as run_command, say, works};

/// The fuzz targets.
pub const TARGETS: &[&str] = &["parse", "apply"];

/// What patches are made of, for the fuzzer to put in.
const DICTIONARY: &str = "fuzz/dictionaries/patch.dict";

/// Fuzzes a target for so many seconds.
///
/// # Errors
///
/// When a tool is missing, or an input is found that breaks the oracle.
pub fn run(target: &str, seconds: u64) -> Result {
    if !works(nightly().arg("--version")) {
        return fail("fuzzing needs the nightly toolchain: rustup toolchain install nightly");
    }
    if !works(nightly().args(["fuzz", "--version"])) {
        return fail("fuzzing needs cargo-fuzz: cargo install --locked cargo-fuzz");
    }
    let seeds = seed(target)?;
    say!("{seeds} seeds for `{target}` from the corpora; fuzzing for {seconds} seconds.");
    run_command(&mut fuzz(target, seconds))
}

fn fuzz(target: &str, seconds: u64) -> Command {
    let mut command = nightly();
    // Unsafe code is forbidden here, so that a sanitizer would find little and halve the speed.
    command.args(["fuzz", "run", "--sanitizer=none", target, "--", "-timeout=25"]);
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-dict={}", root().join(DICTIONARY).display()));
    // A directory of its own keeps the fuzzer's build apart: its flags would rebuild everything.
    command.env_remove("CARGO_TARGET_DIR");
    command
}

/// The nightly cargo. By its name and not by `CARGO`, which is the toolchain that runs now.
fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").arg("+nightly");
    command
}

/// Copies the corpora into the fuzzer's corpus and returns how many seeds there are.
fn seed(target: &str) -> Result<usize> {
    let corpora = root().join("crates/patch-testkit/corpora");
    if !corpora.is_dir() {
        return fail(format!("{} is missing: the seeds come from there", corpora.display()));
    }
    let files = walk(&corpora, &|_| true)?;
    let names = files.iter().map(|path| relative(path, &corpora)).filter(|name| is_seed(name));
    let seeds: Vec<&Path> = names.collect();
    for seed in &seeds {
        let copy = root().join("fuzz/corpus").join(target).join(seed_name(seed));
        write(&copy, &read(&corpora.join(seed))?)?;
    }
    Ok(seeds.len())
}

/// Whether a file of the corpora is input for a target: the patch of an example, or a file as a
/// fuzzer found it. The rest are the trees and the results of the examples.
fn is_seed(name: &Path) -> bool {
    let is_found = name.parent() == Some(Path::new("regressions"));
    let is_text = name.extension().is_some_and(|extension| extension == "md");
    name.ends_with("patch") || (is_found && !is_text)
}

/// A flat name for a file of the corpora, the same on each run.
fn seed_name(path: &Path) -> String {
    path.to_string_lossy().replace(['/', '\\'], "-")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_target_is_known_and_has_its_dictionary() {
        let folder = root().join("fuzz/fuzz_targets");
        let files = walk(&folder, &|_| true).unwrap();
        let names = files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap());
        let names: BTreeSet<&str> = names.collect();
        assert_eq!(names, TARGETS.iter().copied().collect());
        assert!(root().join(DICTIONARY).is_file());
    }

    #[test]
    fn seeds_are_inputs_and_have_flat_names() {
        let name = Path::new("parse/git/001-x/patch");
        assert_eq!(seed_name(name), "parse-git-001-x-patch");
        assert!(is_seed(name));
        assert!(is_seed(Path::new("regressions/crash-1")));
        for other in ["README.md", "regressions/README.md", "apply/001-x/before/a.rs"] {
            assert!(!is_seed(Path::new(other)), "{other}");
        }
    }
}
