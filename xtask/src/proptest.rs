//! `cargo xtask proptest`: the property tests, with more cases than an ordinary run, and different
//! ones.
//!
//! They are tests like any other, so `cargo xtask test` runs them too, with proptest's own number
//! of cases and one seed for all. Here the seed differs each time; it is printed, and failures are
//! kept. Most are in `patch-testkit`; a crate whose property needs nothing of it has its own.

use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZeroU32;

use crate::error::{Error, Result, fail};
use crate::flags::Proptest;
use crate::shell::{cargo, root, run as run_command, say};
use crate::tidy::workspace::Workspace;

/// Where the properties of `patch-testkit` keep their failures, from the root.
const KEPT: &str = "crates/patch-testkit/regressions.txt";

/// Cases for each property.
const CASES: NonZeroU32 = NonZeroU32::new(4096).unwrap();

/// Runs every property with so many cases, optimised.
///
/// # Errors
///
/// When a property fails; proptest prints the smallest case it found, and the message has the
/// command that reproduces it.
pub fn run(flags: &Proptest) -> Result {
    let packages = Workspace::load()?.packages;
    let names = packages.iter().filter(|package| {
        package.dependencies.iter().any(|dependency| dependency.name == "proptest")
    });
    let names: Vec<&str> = names.map(|package| package.name.as_str()).collect();
    if names.is_empty() {
        return fail("no crate of the workspace uses proptest");
    }
    let cases = flags.cases.unwrap_or(CASES);
    // Small, since a person may have to type it.
    let seed = flags.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000_000);
    say!("{cases} cases of seed {seed} for each property of {}", names.join(", "));
    let packages = || names.iter().flat_map(|name| ["--package", name]);
    // Tests start examples, which `--tests` does not build.
    let examples = ["build", "--release", "--all-features", "--examples"];
    run_command(cargo(examples).args(packages()))?;
    let mut command = cargo(["test", "--release", "--all-features", "--no-fail-fast", "--tests"]);
    command
        .args(packages())
        .env("PROPTEST_CASES", cases.to_string())
        .env("PROPTEST_RNG_SEED", seed.to_string())
        .env("PROPTEST_KEEP", root().join(KEPT));
    run_command(&mut command).map_err(|error| {
        Error::new(format!(
            "{error}\nonce more: cargo xtask proptest --cases {cases} --seed {seed}\n\
             what the properties of patch-testkit found is kept in {KEPT}: commit it with the fix"
        ))
    })
}
