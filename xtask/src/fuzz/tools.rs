//! What fuzzing needs to be installed, and the commands of it.

use std::path::PathBuf;
use std::process::Command;

use crate::error::{Error, Result, fail};
use crate::shell::{root, run as run_command, stdout, works};

/// Says what is missing.
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

/// The nightly cargo. By its name and not by `CARGO`, which is the toolchain that runs now.
pub(super) fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").arg("+nightly");
    // A directory of its own keeps the fuzzer's build apart: its flags would rebuild everything.
    command.env_remove("CARGO_TARGET_DIR");
    command
}

/// Builds the targets.
///
/// Without a sanitizer: unsafe code is forbidden here, so that one would find little and halve the speed.
/// `fuzz/oss-fuzz` builds with one.
pub(super) fn build(names: &[&str]) -> Result {
    // One target or all: cargo-fuzz takes no list.
    let one = if let [name] = names { Some(*name) } else { None };
    run_command(nightly().args(["fuzz", "build", "--sanitizer=none"]).args(one))
}

/// A built target.
pub(super) fn binary(name: &str) -> Result<Command> {
    Ok(in_memory(target_folder()?.join("release").join(name)))
}

/// A program that does in memory what it does on disk, where the system has such a directory.
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
    let said = stdout(Command::new("rustc").args(["+nightly", "-vV"]).current_dir(root()), &[0])?;
    let said = String::from_utf8_lossy(&said);
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Error::new("rustc does not say what machine this is"))
}

/// A program of nightly's `llvm-tools`.
pub(super) fn llvm_tool(name: &str) -> Result<PathBuf> {
    let mut print = Command::new("rustc");
    let print = print.args(["+nightly", "--print", "sysroot"]).current_dir(root());
    let sysroot = stdout(print.env_remove("RUSTUP_TOOLCHAIN"), &[0])?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    let tool = sysroot.join("lib/rustlib").join(host()?).join("bin").join(name);
    if tool.is_file() {
        return Ok(tool);
    }
    fail(format!(
        "coverage needs {name} of nightly: rustup component add llvm-tools --toolchain nightly\n\
         without it, the edges that libFuzzer reached are in the table at the end of every run"
    ))
}
