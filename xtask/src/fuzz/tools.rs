//! What must be installed for fuzzing, and its commands.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, Result, fail};
use crate::shell::{root, run as run_command, stdout, works};

/// Reports what is missing.
pub(super) fn check() -> Result {
    if !works(nightly().arg("--version")) {
        return fail(
            "fuzzing needs the nightly toolchain: rustup toolchain install nightly --profile minimal",
        );
    }
    if !works(nightly().args(["fuzz", "--version"])) {
        return fail("fuzzing needs cargo-fuzz: cargo install --locked cargo-fuzz");
    }
    Ok(())
}

/// The nightly cargo, by its name; `CARGO` would be the toolchain that runs now.
pub(super) fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").arg("+nightly");
    // A directory of its own keeps the fuzzer's build apart: its flags would force everything to be
    // rebuilt.
    command.env_remove("CARGO_TARGET_DIR");
    command
}

/// Builds the targets.
///
/// Without a sanitizer: unsafe code is forbidden here, so a sanitizer would find little and halve
/// the speed. `fuzz/oss-fuzz` builds with one.
pub(super) fn build(names: &[&str]) -> Result {
    // One target or all: cargo-fuzz does not accept a list.
    let one = if let [name] = names { Some(*name) } else { None };
    run_command(nightly().args(["fuzz", "build", "--sanitizer=none"]).args(one))
}

/// A built target.
pub(super) fn binary(name: &str) -> Result<Command> {
    Ok(in_memory(target_folder()?.join("release").join(name)))
}

/// A program whose files are kept in memory instead of on disk, if the system has such a directory.
pub(super) fn in_memory(program: PathBuf) -> Command {
    let mut command = Command::new(program);
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() {
        command.env("TMPDIR", memory);
    }
    command
}

/// Where cargo-fuzz builds.
fn target_folder() -> Result<PathBuf> {
    Ok(root().join("fuzz/target").join(host()?))
}

/// The triple of this machine.
pub(super) fn host() -> Result<String> {
    of_nightly("host: ")
}

/// A line of the version output of nightly's compiler.
fn of_nightly(key: &str) -> Result<String> {
    let said = stdout(Command::new("rustc").args(["+nightly", "-vV"]).current_dir(root()), &[0])?;
    let said = String::from_utf8_lossy(&said);
    let value = said.lines().find_map(|line| line.strip_prefix(key));
    value.map(str::to_owned).ok_or_else(|| Error::new(format!("rustc does not say {key:?}")))
}

/// The folder of `llvm-cov` and `llvm-profdata`: nightly's own component, else the first folder of
/// `PATH` that has both, with the version of LLVM that nightly is built with. Other versions may be
/// unable to read the counts.
pub(super) fn llvm_folder() -> Result<PathBuf> {
    let mut print = Command::new("rustc");
    let print = print.args(["+nightly", "--print", "sysroot"]).current_dir(root());
    let sysroot = stdout(print.env_remove("RUSTUP_TOOLCHAIN"), &[0])?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    let component = sysroot.join("lib/rustlib").join(host()?).join("bin");
    let has_both = |folder: &Path| {
        ["llvm-cov", "llvm-profdata"].iter().all(|name| folder.join(name).is_file())
    };
    if has_both(&component) {
        return Ok(component);
    }
    let version = of_nightly("LLVM version: ")?;
    let major = version.split('.').next().unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_the_same = |folder: &PathBuf| {
        let said = stdout(Command::new(folder.join("llvm-cov")).arg("--version"), &[0]);
        said.is_ok_and(|said| llvm_major(&String::from_utf8_lossy(&said)) == Some(major))
    };
    let mut others = std::env::split_paths(&path).filter(|folder| has_both(folder));
    others.find(is_the_same).ok_or_else(|| {
        Error::new(format!(
            "coverage needs llvm-cov and llvm-profdata of LLVM {major}, on PATH or of nightly itself: \
             rustup component add llvm-tools --toolchain nightly\n\
             without them, the edges that libFuzzer reached are in the table at the end of every run"
        ))
    })
}

/// The major version in the version output of an LLVM program.
fn llvm_major(said: &str) -> Option<&str> {
    said.split_once("LLVM version ")?.1.split('.').next()
}

#[cfg(test)]
mod tests {
    use super::llvm_major;

    #[test]
    fn the_version_of_llvm_is_read() {
        let said = "LLVM (http://llvm.org/):\n  LLVM version 22.1.8\n  Optimized build.\n";
        assert_eq!(llvm_major(said), Some("22"));
        assert_eq!(llvm_major("Debian LLVM version 14.0.6"), Some("14"));
        assert_eq!(llvm_major("clang"), None);
    }
}
