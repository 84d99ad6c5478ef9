//! The programs that a benchmark starts.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A copy of a program, as an installed program is one: a file that a linker has just written lies
/// in memory in single pages, which makes each start take a quarter longer.
pub(crate) struct Installed {
    folder: TempDir,
}

impl Installed {
    /// Copies a program.
    pub(crate) fn copy(program: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::copy(program, folder.path().join("program")).expect("it can be copied");
        Self { folder }
    }

    /// The program `acp-patch`.
    ///
    /// # Panics
    ///
    /// When `BENCH_PROGRAM` does not name it.
    pub(crate) fn ours() -> Self {
        let program = std::env::var_os("BENCH_PROGRAM");
        Self::copy(program.expect("BENCH_PROGRAM names it: `cargo xtask bench` does so").as_ref())
    }

    /// Starts it.
    pub(crate) fn command(&self) -> Command {
        Command::new(self.folder.path().join("program"))
    }
}
