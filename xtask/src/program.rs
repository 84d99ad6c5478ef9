//! The program `acp-patch` as a user has it: built by cargo, called through its command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::error::{Error, Result};
use crate::releases::Scratch;
use crate::shell::{capture, cargo, shown, stdout};

/// A built `acp-patch`.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
}

impl Program {
    /// Builds the program, unoptimised, and finds it.
    ///
    /// # Errors
    ///
    /// When it does not build; cargo's messages are part of the error.
    pub fn build() -> Result<Self> {
        Ok(Self { path: built("acp-patch", &["--package", "acp-patch", "--bin", "acp-patch"])? })
    }

    /// The program as the tests of the workspace have built it.
    ///
    /// Cargo rebuilds a crate for every set of features that the crates depending on it select. If
    /// only the program were built, cargo would build them all once more, while every test that
    /// needs the program waits.
    ///
    /// # Errors
    ///
    /// When it does not build; cargo's messages are part of the error.
    pub fn of_the_tests() -> Result<Self> {
        let of_tests = AS_FOR_TESTS.into_iter().chain(["--bin", "acp-patch", "--test", "cli"]);
        Ok(Self { path: built("acp-patch", &of_tests.collect::<Vec<_>>())? })
    }

    /// As [`Self::build`], optimised.
    ///
    /// # Errors
    ///
    /// As [`Self::build`].
    pub fn build_optimised() -> Result<Self> {
        Ok(Self { path: built_optimised("acp-patch", "acp-patch")? })
    }

    /// The path of the executable.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `acp-patch diff --format git ARGS a b`, to be run in `folder`.
    pub fn diff_of(&self, folder: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(folder).args(["diff", "--format", "git"]).args(args).args(["a", "b"]);
        command
    }

    /// `acp-patch apply --root ROOT ARGS PATCH`, to be run in `folder`.
    pub fn apply(&self, folder: &Path, root: &Path, args: &[&str], patch: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(folder).args(["apply", "--root"]);
        command.arg(crate::files::relative(root, folder)).args(args).arg(patch);
        command
    }

    /// `acp-patch diff --format FORMAT` between both releases of a scratch folder.
    pub fn diff_command(&self, format: &str, scratch: &Scratch) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(scratch.path()).args(["diff", "--format", format, "a", "b"]);
        command
    }

    /// What [`Self::diff_command`] prints.
    ///
    /// # Errors
    ///
    /// When it fails.
    pub fn diff(&self, format: &str, scratch: &Scratch) -> Result<Vec<u8>> {
        stdout(&mut self.diff_command(format, scratch), &[0, 1])
    }

    /// `acp-patch convert --to FORMAT --root ROOT PATCH`.
    pub fn convert(&self, format: &str, root: &Path, patch: &Path) -> Command {
        let mut command = Command::new(&self.path);
        command.args(["convert", "--to", format, "--root"]).arg(root).arg(patch);
        command
    }
}

/// Arguments that make cargo share the crates already built for the tests of the workspace: a test,
/// an example or a benchmark is among the targets.
const AS_FOR_TESTS: [&str; 2] = ["--workspace", "--all-features"];

/// Builds an example of the workspace, sharing the crates that its tests have built, and returns
/// the path of its executable.
///
/// # Errors
///
/// When it does not build; cargo's messages are part of the error.
pub fn built_example(name: &str) -> Result<PathBuf> {
    let example = AS_FOR_TESTS.into_iter().chain(["--example", name]);
    built(name, &example.collect::<Vec<_>>())
}

/// Builds a benchmark of the workspace likewise, unoptimised, and returns the path of its
/// executable.
///
/// # Errors
///
/// When it does not build; cargo's messages are part of the error.
pub fn built_bench(name: &str) -> Result<PathBuf> {
    let bench = AS_FOR_TESTS.into_iter().chain(["--bench", name]);
    built(name, &bench.collect::<Vec<_>>())
}

/// Builds a program of a package, optimised and without what its tests need, and returns the path
/// of its executable.
///
/// # Errors
///
/// When it does not build; cargo's messages are part of the error.
pub fn built_optimised(package: &str, program: &str) -> Result<PathBuf> {
    built(program, &["--release", "--package", package, "--bin", program])
}

/// Builds targets with cargo and returns the path of one executable.
fn built(name: &str, targets: &[&str]) -> Result<PathBuf> {
    let mut build = cargo(["build", "--quiet", "--message-format=json-render-diagnostics"]);
    let messages = stdout(build.args(targets), &[0])?;
    let messages = String::from_utf8_lossy(&messages);
    let path = messages.lines().find_map(|message| executable(message, name));
    path.ok_or_else(|| Error::new(format!("cargo does not say where it put {}", targets.join(" "))))
}

/// The path of the executable of a target, as an artifact message of cargo gives it.
fn executable(message: &str, name: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message.get("target")?.get("name")? != name {
        return None;
    }
    message.get("executable")?.as_str().map(PathBuf::from)
}

/// Runs a command of the program and returns its output.
///
/// # Errors
///
/// When it ends with a status other than 0; the message contains all it printed.
pub fn succeed(command: &mut Command) -> Result<Output> {
    let output = capture(command)?;
    if output.status.success() {
        return Ok(output);
    }
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(Error::new(format!("`{}` ended with {}\n{out}{err}", shown(command), output.status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_is_found_among_the_messages_of_cargo() {
        let library =
            r#"{"reason":"compiler-artifact","target":{"name":"patch_parse"},"executable":null}"#;
        let binary = r#"{"reason":"compiler-artifact","target":{"name":"acp-patch"},"executable":"/t/acp-patch"}"#;
        let test =
            r#"{"reason":"compiler-artifact","target":{"name":"cli"},"executable":"/t/cli-1"}"#;
        let finished = r#"{"reason":"build-finished","success":true}"#;
        let messages = [library, test, binary, finished, "noise"].into_iter();
        let found: Vec<_> =
            messages.filter_map(|message| executable(message, "acp-patch")).collect();
        assert_eq!(found, [PathBuf::from("/t/acp-patch")]);
    }
}
