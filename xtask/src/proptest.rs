//! `cargo xtask proptest`: the property tests, with more cases than an ordinary run.
//!
//! They are tests like any other, so `cargo xtask test` runs them too, with proptest's own number
//! of cases. Most are in `patch-testkit`; a crate whose property needs nothing of it has its own.

use crate::error::{Result, fail};
use crate::shell::{cargo, run as run_command, say};
use crate::tidy::workspace::Workspace;

/// Runs every property with this many cases, optimised.
///
/// # Errors
///
/// When a property fails; proptest prints the smallest case it found.
pub fn run(cases: u32) -> Result {
    let packages = Workspace::load()?.packages;
    let names = packages.iter().filter(|package| {
        package.dependencies.iter().any(|dependency| dependency.name == "proptest")
    });
    let names: Vec<&str> = names.map(|package| package.name.as_str()).collect();
    if names.is_empty() {
        return fail("no crate of the workspace uses proptest");
    }
    say!("{cases} cases for each property of {}", names.join(", "));
    let packages = names.iter().flat_map(|name| ["--package", name]);
    let mut command = cargo(["test", "--release", "--all-features", "--tests"]);
    run_command(command.args(packages).env("PROPTEST_CASES", cases.to_string()))
}
