//! What needs no fuzzer: making the seeds of a target, and running it over inputs.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::real;
use super::target::Target;
use crate::error::{Context as _, Result};
use crate::shell::{cargo, run as run_command};

/// Runs a target over its seeds, its corpus and its finds, without a fuzzer.
pub(super) fn run(target: &Target) -> Result {
    let folders = [seed(target)?, target.corpus()];
    let found = [target.found(), target.artifacts()];
    let there = found.into_iter().chain(folders).filter(|folder| folder.is_dir());
    let mut command = testkit(&["replay", &target.name]);
    run_command(command.args(there))
}

/// Writes the inputs that a fuzzer starts from, and returns the folder. Only the testkit can make
/// them.
pub(super) fn seed(target: &Target) -> Result<PathBuf> {
    let folder = target.seeds();
    // Files of an older set of seeds would be run as well.
    if folder.exists() {
        fs::remove_dir_all(&folder).context(folder.display())?;
    }
    run_command(testkit(&["seeds", &target.name]).arg(&folder).arg(real::folder()?))?;
    Ok(folder)
}

/// The helper of the testkit, on the toolchain that runs now.
pub(super) fn testkit(args: &[&str]) -> Command {
    let package = ["run", "--quiet", "--package", "patch-testkit", "--features", "faults"];
    let mut command = cargo(package.iter().chain(&["--example", "fuzz", "--"]));
    command.args(args);
    command
}
