//! The terminal, and other programs.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use crate::error::{Context as _, Result, fail};

/// Prints a line, written as for `println!`.
macro_rules! say {
    ($($line:tt)*) => { $crate::shell::print_line(format_args!($($line)*)) };
}
pub(crate) use say;

/// Prints a line on standard output.
///
/// A reader that has seen enough (`cargo xtask demo | head`) is no reason to stop half way: output
/// that it does not take is dropped.
pub fn print_line(line: impl fmt::Display) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// The root of the repository.
///
/// The variable that cargo sets at run time comes first: two checkouts that share a target folder
/// share the built xtask too.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let xtask = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let xtask = xtask.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        xtask.parent().map_or_else(|| xtask.clone(), Path::to_owned)
    });
    &ROOT
}

/// The cargo that runs this xtask, called at the root.
pub fn cargo<I: AsRef<OsStr>>(args: impl IntoIterator<Item = I>) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    // Failures explain themselves; a backtrace for each would bury the message.
    command.current_dir(root()).env("RUST_BACKTRACE", "0").args(args);
    command
}

/// Runs a command to its end, with our own output streams.
///
/// It gets no standard input: a command that would ask a question fails instead of waiting.
///
/// # Errors
///
/// When it cannot be started, or ends with a status other than 0.
pub fn run(command: &mut Command) -> Result {
    let status = command.stdin(Stdio::null()).status().context(format!("`{}`", shown(command)))?;
    if status.success() {
        Ok(())
    } else {
        fail(format!("`{}` ended with {status}", shown(command)))
    }
}

/// Runs a command to its end and returns what it printed, whatever its status.
///
/// # Errors
///
/// When it cannot be started.
pub fn capture(command: &mut Command) -> Result<Output> {
    command.stdin(Stdio::null()).output().context(format!("`{}`", shown(command)))
}

/// The standard output of a command that ends with one of the statuses in `accepted`.
///
/// # Errors
///
/// When it cannot be started or ends otherwise; the message contains its standard error.
pub fn stdout(command: &mut Command, accepted: &[i32]) -> Result<Vec<u8>> {
    let output = capture(command)?;
    if output.status.code().is_some_and(|code| accepted.contains(&code)) {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    fail(format!("`{}` ended with {}\n{}", shown(command), output.status, said.trim_end()))
}

/// Whether a command can be run here: it starts and ends with status 0.
pub fn works(command: &mut Command) -> bool {
    capture(command).is_ok_and(|output| output.status.success())
}

/// The command as a person would type it.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
