//! `cargo xtask fuzz`: lets libFuzzer look for input that breaks an oracle.
//!
//! The targets are in `fuzz/`, a workspace of its own, since they need the nightly toolchain. Each
//! is glue to one oracle of `patch-testkit`, which also says what a fuzzer starts from. What is found is promoted to
//! `crates/patch-testkit/corpora/regressions`, where every run of the tests replays it. `docs/fuzzing.md` has the whole story.
//!
//! Files in reading order: `target` the targets and their limits, `tools` what has to be installed, `real` patches of real releases, `replay` what
//! needs no fuzzer, `campaign` a run and what
//! came of it, `stats` what libFuzzer says of it, `promote` from a find to a test, `coverage`, `oss_fuzz`.

mod campaign;
mod coverage;
mod oss_fuzz;
mod promote;
mod real;
mod replay;
mod stats;
mod target;
mod tools;

use crate::error::{Result, misused};
use crate::flags::Fuzz;
use crate::shell::say;
use target::Target;

/// Fuzzes the named target or all, or does with them what is asked for instead.
///
/// # Errors
///
/// When there is no such target, a tool is missing, or an input is found that breaks an oracle.
pub fn run(flags: &Fuzz) -> Result {
    let targets = chosen(flags)?;
    if let Some(crash) = &flags.promote {
        let Some(name) = &flags.name else {
            return misused("say with --name what is wrong with the input");
        };
        return promote::run(flags.target.as_deref(), crash, name);
    }
    if flags.list {
        for target in &targets {
            say!("{}", target.name);
        }
        return Ok(());
    }
    if flags.seeds {
        return targets.iter().try_for_each(|target| replay::seed(target).map(drop));
    }
    if flags.replay {
        return targets.iter().try_for_each(replay::run);
    }
    if flags.oss_fuzz {
        return oss_fuzz::run(&targets, 1);
    }
    tools::check()?;
    if flags.minimise {
        return targets.iter().try_for_each(campaign::minimise);
    }
    if flags.coverage {
        return coverage::run(&targets);
    }
    campaign::run(&targets, flags.time, flags.jobs)
}

/// Builds all targets as OSS-Fuzz does and runs each over a part of its seeds: all of them are replayed by the tests.
/// What is missing for that, if anything.
///
/// # Errors
///
/// When the build fails, or a target breaks a promise.
pub fn build_as_oss_fuzz() -> Result<Option<String>> {
    /// One seed of so many.
    const STEP: usize = 10;
    if let Err(missing) = tools::check() {
        return Ok(Some(missing.to_string()));
    }
    oss_fuzz::run(&Target::all()?, STEP).map(|()| None)
}

/// The target that is named, or all; at most one thing is done with them.
fn chosen(flags: &Fuzz) -> Result<Vec<Target>> {
    let Fuzz { replay, minimise, coverage, oss_fuzz, list, seeds, .. } = flags;
    let asked = [*replay, *minimise, *coverage, *oss_fuzz, *list, *seeds, flags.promote.is_some()];
    if asked.iter().filter(|asked| **asked).count() > 1 {
        return misused(
            "one thing at a time: of --replay, --minimise, --promote, --coverage and the others one",
        );
    }
    match &flags.target {
        Some(name) => Ok(vec![Target::named(name)?]),
        None => Target::all(),
    }
}
