//! The program that a benchmark starts.

use std::path::PathBuf;
use std::process::Command;

/// The program `acp-patch`, which `BENCH_PROGRAM` names.
///
/// # Panics
///
/// When it does not.
pub(crate) fn program() -> Command {
    let path = std::env::var_os("BENCH_PROGRAM").map(PathBuf::from);
    Command::new(path.expect("BENCH_PROGRAM names the program: `cargo xtask bench` does so"))
}
