//! `cargo xtask fuzz`: lets libFuzzer look for input that breaks an oracle.
//!
//! The targets lie in `fuzz/`, a workspace of its own, since they need the nightly toolchain. Each
//! is glue to one oracle of `patch-testkit`. The corpora of the testkit seed the fuzzer's own
//! corpus; what the fuzzer finds is promoted by moving the file to
//! `crates/patch-testkit/corpora/regressions`, where every run of the tests replays it.

use std::process::Command;

use crate::error::{Result, fail, misused};
use crate::flags::{Fuzz, Seconds};
use crate::shell::{cargo, root, run as run_command, say, works};

/// The fuzz targets.
const TARGETS: &[&str] = &["parse", "stream", "apply"];

/// How long a target is fuzzed when nothing is said.
const DEFAULT: Seconds = Seconds(60);

/// What patches are made of, for the fuzzer to put in.
const DICTIONARY: &str = "fuzz/dictionaries/patch.dict";

/// Fuzzes a target for some time.
///
/// # Errors
///
/// When there is no such target, a tool is missing, or an input is found that breaks the oracle.
pub fn run(flags: &Fuzz) -> Result {
    let (target, Seconds(seconds)) = (flags.target.as_str(), flags.time.unwrap_or(DEFAULT));
    if !TARGETS.contains(&target) {
        let targets = TARGETS.join("`, `");
        return misused(format!("there is no fuzz target {target:?}; the targets are `{targets}`"));
    }
    if !works(nightly().arg("--version")) {
        return fail("fuzzing needs the nightly toolchain: rustup toolchain install nightly");
    }
    if !works(nightly().args(["fuzz", "--version"])) {
        return fail("fuzzing needs cargo-fuzz: cargo install --locked cargo-fuzz");
    }
    seed(target)?;
    say!("Fuzzing `{target}` for {seconds} seconds.");
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

/// Writes the texts of the corpora into the fuzzer's corpus. Only the testkit knows how to read them.
fn seed(target: &str) -> Result {
    let mut command = cargo(["run", "--quiet", "--package", "patch-testkit", "--example", "seeds"]);
    run_command(command.arg("--").arg(root().join("fuzz/corpus").join(target)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::files::walk;

    #[test]
    fn every_target_is_known_and_has_its_dictionary() {
        let folder = root().join("fuzz/fuzz_targets");
        let files = walk(&folder, &|_| true).unwrap();
        let names = files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap());
        let names: BTreeSet<&str> = names.collect();
        assert_eq!(names, TARGETS.iter().copied().collect());
        assert!(root().join(DICTIONARY).is_file());
    }
}
