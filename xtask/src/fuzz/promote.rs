//! From an input that a fuzzer found to a test that every run replays.
#![expect(clippy::disallowed_methods, reason = "files of libFuzzer's, below a folder of ours")]

use std::fs;
use std::path::{Path, PathBuf};

use super::replay::testkit;
use super::target::Target;
use super::tools;
use crate::error::{Context as _, Result, fail, misused};
use crate::files::{read, relative, write};
use crate::shell::{root, run as run_command, say, works};

/// How long an input is made smaller, in seconds.
const SECONDS: u32 = 60;

/// Makes an input smaller where the fuzzer can be had, and keeps it as a regression of its target.
pub(super) fn run(target: Option<&str>, crash: &str, name: &str) -> Result {
    let crash = root().join(crash);
    let target = Target::named(owner(target, &crash)?)?;
    if !is_name(name) {
        return misused(format!("{name:?} is no name like what-was-wrong"));
    }
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

/// The target that is named, or else the one whose artifact it is.
fn owner<'a>(target: Option<&'a str>, crash: &'a Path) -> Result<&'a str> {
    let folder = crash.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    match target.or(folder) {
        Some(name) => Ok(name),
        None => misused("say which target found it"),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The same failure of fewer bytes, as far as the fuzzer finds one.
fn smaller(target: &Target, crash: &Path) -> Result<Option<PathBuf>> {
    if let Err(missing) = tools::check() {
        say!("It stays as large as it is: {missing}");
        return Ok(None);
    }
    tools::build(&[&target.name])?;
    let small = target.artifacts().join("smaller");
    // Of another input, that may be.
    if small.is_file() {
        fs::remove_file(&small).context(small.display())?;
    }
    let mut command = tools::binary(&target.name)?;
    // libFuzzer sets the greatest length itself then, and stops where it is set already.
    let arguments = target.arguments()?.into_iter();
    command.args(arguments.filter(|argument| !argument.starts_with("-max_len=")));
    command.arg("-minimize_crash=1");
    command.arg(format!("-max_total_time={SECONDS}"));
    command.arg(format!("-exact_artifact_path={}", small.display())).arg(crash);
    // It ends with an error where nothing smaller fails.
    let _ = run_command(&mut command).context("making it smaller");
    Ok(small.is_file().then_some(small))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_an_artifact_is_its_target() {
        assert_eq!(owner(None, Path::new("fuzz/artifacts/parse/crash-1")), Ok("parse"));
        assert_eq!(owner(Some("apply"), Path::new("x/parse/crash-1")), Ok("apply"));
        assert!(run(Some("parse"), "crash", "No Name").unwrap_err().is_usage());
        assert!(run(Some("none"), "crash", "name").unwrap_err().is_usage());
    }
}
