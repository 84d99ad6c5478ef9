//! Turns an input that a fuzzer found into a test that every run replays.
#![expect(clippy::disallowed_methods, reason = "files of libFuzzer's, below a folder of ours")]

use std::fs;
use std::path::{Path, PathBuf};

use super::replay::testkit;
use super::target::Target;
use super::tools;
use crate::error::{Context as _, Result, fail, misused};
use crate::files::{read, relative, write};
use crate::shell::{root, run as run_command, say, works};

/// How long to shrink an input, in seconds.
const SECONDS: u32 = 60;

/// Shrinks an input if the fuzzer is available, and keeps it as a regression of its target.
pub(super) fn run(target: Option<&str>, crash: &str, name: &str) -> Result {
    if !is_name(name) {
        return misused(format!("{name:?} is no name like what-was-wrong"));
    }
    let crash = input(crash)?;
    let target = owner(target, &crash)?;
    let kept = target.found().join(name);
    if kept.exists() {
        return fail(format!("{} is there already", relative(&kept, root()).display()));
    }
    let keeps = |input: &Path| works(testkit(&["replay", &target.name]).arg(input));
    let smaller = smaller(&target, &crash)?;
    // It may fail for a reason of the fuzzer's.
    let smaller = smaller.filter(|smaller| !keeps(smaller) || keeps(&crash));
    let input = read(smaller.as_deref().unwrap_or(&crash))?;
    write(&kept, &input)?;
    let shown = relative(&kept, root()).display();
    say!("{shown} has {} bytes; mend the code, not the file.", input.len());
    if keeps(&kept) {
        say!(
            "Without the fuzzer it breaks no promise: it was too slow or took too much memory, or it is mended."
        );
    }
    Ok(())
}

/// The file: relative to the folder from which the command is called, else to the root, as in the
/// documentation.
fn input(crash: &str) -> Result<PathBuf> {
    let here = std::path::absolute(crash).context(crash)?;
    let found = [here, root().join(crash)].into_iter().find(|path| path.is_file());
    match found {
        Some(path) => Ok(path),
        None => misused(format!(
            "there is no file {crash:?}, from here or from the root of the repository"
        )),
    }
}

/// The target that is named, or else the one whose artifact the file is.
fn owner(target: Option<&str>, crash: &Path) -> Result<Target> {
    if let Some(name) = target {
        return Target::named(name);
    }
    let folder = crash.parent().and_then(Path::file_name);
    match Target::all()?.into_iter().find(|target| folder == Some(target.name.as_ref())) {
        Some(target) => Ok(target),
        None => misused(
            "the folder of the input is not named after a target: say which target found it, as in \
             `cargo xtask fuzz parse --promote FILE --name what-is-wrong`; `cargo xtask fuzz --list` has them",
        ),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The same failure in fewer bytes, if the fuzzer finds one.
fn smaller(target: &Target, crash: &Path) -> Result<Option<PathBuf>> {
    if let Err(missing) = tools::check() {
        say!("It stays as large as it is: {missing}");
        return Ok(None);
    }
    tools::build(&[&target.name])?;
    let small = target.artifacts().join("smaller");
    // Left by another input, perhaps.
    if small.is_file() {
        fs::remove_file(&small).context(small.display())?;
    }
    let mut command = tools::binary(&target.name)?;
    // libFuzzer then sets the greatest length itself, and stops if it is already set.
    let arguments = target.arguments()?.into_iter();
    command.args(arguments.filter(|argument| !argument.starts_with("-max_len=")));
    command.arg("-minimize_crash=1");
    command.arg(format!("-max_total_time={SECONDS}"));
    command.arg(format!("-exact_artifact_path={}", small.display())).arg(crash);
    // It ends with an error if nothing smaller fails.
    let _ = run_command(&mut command).context("making it smaller");
    Ok(small.is_file().then_some(small))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_an_artifact_is_its_target() {
        let owner = |target, crash| owner(target, Path::new(crash)).map(|target| target.name);
        assert_eq!(owner(None, "fuzz/artifacts/parse/crash-1").as_deref(), Ok("parse"));
        assert_eq!(owner(Some("apply"), "x/parse/crash-1").as_deref(), Ok("apply"));
        for (target, crash, expected) in [
            (None, "sync/crashes/id-1", "say which target found it"),
            (None, "crash-1", "say which target found it"),
            (Some("none"), "x/parse/crash-1", "there is no fuzz target \"none\""),
        ] {
            let error = owner(target, crash).unwrap_err();
            assert!(error.is_usage() && error.to_string().contains(expected), "{crash}: {error}");
        }
    }

    #[test]
    fn the_input_is_sought_from_here_and_from_the_root() {
        // Tests run in the folder of their package.
        let here = std::env::current_dir().unwrap().join("Cargo.toml");
        assert_eq!(input("Cargo.toml"), Ok(here));
        assert_eq!(input("xtask/Cargo.toml"), Ok(root().join("xtask/Cargo.toml")));
        let scratch = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(input(scratch.path().to_str().unwrap()).as_deref(), Ok(scratch.path()));
    }

    #[test]
    fn what_is_wrong_with_the_call_is_said_before_anything_is_built() {
        for (crash, name, expected) in [
            ("Cargo.toml", "No Name", "is no name like"),
            ("fuzz/artifacts/parse/none", "name", "there is no file \"fuzz/artifacts/parse/none\""),
            ("src", "name", "there is no file"),
        ] {
            let error = run(Some("parse"), crash, name).unwrap_err();
            assert!(error.is_usage() && error.to_string().contains(expected), "{crash}: {error}");
        }
    }
}
