//! `cargo xtask fuzz`: lets libFuzzer look for input that breaks an oracle.
//!
//! The targets are in `fuzz/`, a workspace of its own, since they need the nightly toolchain. Each
//! is glue to one oracle of `patch-testkit`, which also makes the inputs that a fuzzer starts from.
//! Finds are promoted to `crates/patch-testkit/corpora/regressions`, where every run of the tests
//! replays them. `docs/fuzzing.md` has the details.
//!
//! Files in reading order: `target` the targets and their limits, `tools` what has to be installed,
//! `real` patches of real releases, `replay` what needs no fuzzer, `campaign` a run and its
//! outcome, `stats` the output of libFuzzer, `promote` from a find to a test, `coverage`,
//! `oss_fuzz`.

mod campaign;
mod coverage;
mod oss_fuzz;
mod promote;
mod real;
mod replay;
mod stats;
mod target;
mod tools;

use crate::error::{Result, fail, misused};
use crate::flags::Fuzz;
use crate::shell::say;
use target::Target;

/// Fuzzes the named target or all, or does what the flags select instead.
///
/// # Errors
///
/// When flags contradict each other, there is no such target, a tool is missing, or an input is
/// found that breaks an oracle.
pub fn run(flags: &Fuzz) -> Result {
    check_flags(flags)?;
    let targets = match &flags.target {
        Some(name) => vec![Target::named(name)?],
        None => Target::all()?,
    };
    if let (Some(crash), Some(name)) = (&flags.promote, &flags.name) {
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
        return each(&targets, replay::run);
    }
    if flags.oss_fuzz {
        return oss_fuzz::run(&targets, 1);
    }
    tools::check()?;
    if flags.minimise {
        return each(&targets, campaign::minimise);
    }
    if flags.coverage {
        return coverage::run(&targets);
    }
    campaign::run(&targets, flags.time, flags.jobs)
}

/// Builds all targets as OSS-Fuzz does and runs each over a part of its seeds, since the tests
/// replay all of them. Returns what is missing for that, if anything.
///
/// # Errors
///
/// When the build fails, or a target breaks a promise.
pub fn build_as_oss_fuzz() -> Result<Option<String>> {
    /// One seed of this many.
    const STEP: usize = 10;
    if let Err(missing) = tools::check() {
        return Ok(Some(missing.to_string()));
    }
    oss_fuzz::run(&Target::all()?, STEP).map(|()| None)
}

/// Does something with each target. A failure of one does not stop the others.
fn each(targets: &[Target], act: impl Fn(&Target) -> Result) -> Result {
    let failed = targets.iter().filter_map(|target| {
        let error = act(target).err()?;
        Some(format!("\n    {}: {error}", target.name))
    });
    let failed: Vec<String> = failed.collect();
    if failed.is_empty() {
        return Ok(());
    }
    fail(format!("{} of {} targets failed:{}", failed.len(), targets.len(), failed.concat()))
}

/// The flags that select what is done with the targets; without any of them they are fuzzed.
fn deeds(flags: &Fuzz) -> Vec<&'static str> {
    let all = [
        ("--replay", flags.replay),
        ("--minimise", flags.minimise),
        ("--promote", flags.promote.is_some()),
        ("--coverage", flags.coverage),
        ("--oss-fuzz", flags.oss_fuzz),
        ("--seeds", flags.seeds),
        ("--list", flags.list),
    ];
    all.into_iter().filter_map(|(flag, is_said)| is_said.then_some(flag)).collect()
}

/// Checks that at most one thing is done with the targets, and that no flag would be ignored.
fn check_flags(flags: &Fuzz) -> Result {
    let deeds = deeds(flags);
    if let [one, other, ..] = deeds.as_slice() {
        return misused(format!("{one} and {other} are done one at a time: call once for each"));
    }
    let limits = [("--time", flags.time.is_some()), ("--jobs", flags.jobs.is_some())];
    let limit = limits.into_iter().find_map(|(flag, is_said)| is_said.then_some(flag));
    if let (Some(deed), Some(limit)) = (deeds.first(), limit) {
        return misused(format!(
            "{limit} is for fuzzing, and {deed} has no use for it: leave it out"
        ));
    }
    match (&flags.promote, &flags.name) {
        (Some(_), None) => misused(
            "--promote FILE wants to know what is wrong with the input, as in --name too-slow",
        ),
        (None, Some(_)) => misused(
            "--name says what is wrong with the input that --promote FILE keeps: say both or none",
        ),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::{Xtask, XtaskCmd};

    /// How a command line is refused; `None` if it is accepted.
    #[track_caller]
    fn refuses(line: &str, expected: &str) {
        let words = line.split(' ').map(Into::into);
        let flags = match Xtask::parse(words).map(|flags| flags.subcommand) {
            Ok(XtaskCmd::Fuzz(flags)) => flags,
            other => panic!("{line}: {other:?}"),
        };
        match check_flags(&flags) {
            Ok(()) => assert_eq!(expected, "", "{line}"),
            Err(error) => {
                assert!(error.is_usage(), "{line}");
                assert!(!expected.is_empty() && error.to_string().contains(expected), "{error}");
            }
        }
    }

    #[test]
    fn flags_that_would_be_ignored_are_refused() {
        refuses("fuzz parse --time 5m --jobs 3", "");
        refuses("fuzz --list", "");
        refuses("fuzz apply --promote crash-1 --name too-slow", "");
        refuses("fuzz --list --seeds --replay", "--replay and --seeds are done one at a time");
        refuses("fuzz --list --time 5m --jobs 3 --name foo", "--time is for fuzzing, and --list");
        refuses("fuzz --minimise --jobs 3", "--jobs is for fuzzing, and --minimise");
        refuses("fuzz --promote crash-1", "as in --name too-slow");
        refuses("fuzz --name too-slow", "--promote FILE");
        refuses("fuzz --replay --name too-slow", "--promote FILE");
    }

    #[test]
    fn one_that_fails_does_not_keep_the_others_from_it() {
        let targets = ["parse", "apply", "undo"].map(|name| Target { name: name.to_owned() });
        let done = std::cell::RefCell::new(Vec::new());
        let act = |target: &Target| {
            done.borrow_mut().push(target.name.clone());
            if target.name == "undo" { Ok(()) } else { fail("it broke") }
        };
        let error = each(&targets, act).unwrap_err();
        assert_eq!(done.into_inner(), ["parse", "apply", "undo"]);
        let expected = "2 of 3 targets failed:\n    parse: it broke\n    apply: it broke";
        assert_eq!(error.to_string(), expected);
        assert_eq!(each(&targets, |_| Ok(())), Ok(()));
    }
}
