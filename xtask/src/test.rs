//! `cargo xtask test`: the fast inner loop.
//!
//! Doc tests and benches are run by [`crate::ci`]. A crate that is named is tested with all its
//! features, because some have no tests without. nextest runs the tests if it is installed, since
//! it runs them in parallel across crates and names the one that hangs; `cargo test` does the same
//! job without it.

use std::process::Command;

use crate::error::Result;
use crate::flags::Test;
use crate::shell::{cargo, run as run_command, stdout, works};

/// Folders of files are made in memory: on a disk the tests of the program take twice as long. CI
/// uses the disk.
const MEMORY: &str = "/dev/shm";

/// KiB that must be free there.
const ROOM: u64 = 2 << 20;

/// Runs the unit and integration tests, of the workspace when no package is named.
///
/// # Errors
///
/// When a test fails, or none runs.
pub fn run(flags: &Test) -> Result {
    let mut command = tests(&[]);
    command.arg(if flags.package.is_empty() { "--workspace" } else { "--all-features" });
    command.args(flags.package.iter().flat_map(|name| ["--package", name]));
    if std::env::var_os("TMPDIR").is_none() && has_room(MEMORY) {
        command.env("TMPDIR", MEMORY);
    }
    run_command(command.args(&flags.args))
}

/// Whether a folder exists and has room for what the tests write; false if that cannot be found
/// out.
fn has_room(folder: &str) -> bool {
    let Ok(table) = stdout(Command::new("df").args(["-P", "-k", folder]), &[0]) else {
        return false;
    };
    let table = String::from_utf8_lossy(&table);
    let kib = table.lines().nth(1).and_then(|line| line.split_whitespace().nth(3)?.parse().ok());
    kib.is_some_and(|kib: u64| kib >= ROOM)
}

/// The test runner's command, beginning with `args`; it does not yet say whether for the workspace
/// or a package.
pub(crate) fn tests(args: &[&str]) -> Command {
    if works(&mut cargo(["nextest", "--version"])) {
        let mut command = cargo(["nextest", "run"]);
        if std::env::var_os("CI").is_some() {
            command.args(["--profile", "ci"]);
        }
        command.args(args);
        command
    } else {
        // Not `--all-targets`: that would run every benchmark once, unoptimised. The doc tests are
        // run too; selecting targets by hand would fail for a package that lacks one of them.
        let mut command = cargo(["test", "--no-fail-fast"]);
        command.args(args);
        command
    }
}
