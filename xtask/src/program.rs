//! The program `acp-patch` as a user has it: built by cargo, called by its command line.

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
        Ok(Self { path: built(&["--package", "acp-patch", "--bin", "acp-patch"])? })
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

/// Builds a target with cargo and returns where its executable is.
fn built(target: &[&str]) -> Result<PathBuf> {
    let mut build = cargo(["build", "--quiet", "--message-format=json-render-diagnostics"]);
    let messages = stdout(build.args(target), &[0])?;
    let messages = String::from_utf8_lossy(&messages);
    let path = messages.lines().find_map(executable);
    path.ok_or_else(|| Error::new(format!("cargo does not say where it put {}", target.join(" "))))
}

/// Where an artifact message of cargo says that an executable is.
fn executable(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    message.get("executable")?.as_str().map(PathBuf::from)
}

/// Runs a command of the program and returns its output.
///
/// # Errors
///
/// When it ends with another status than 0; the message holds all it printed.
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
        let finished = r#"{"reason":"build-finished","success":true}"#;
        let found: Vec<_> =
            [library, binary, finished, "noise"].into_iter().filter_map(executable).collect();
        assert_eq!(found, [PathBuf::from("/t/acp-patch")]);
    }
}
