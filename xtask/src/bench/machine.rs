//! The machine and the tools that something was measured with.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::files::read_text;
use crate::shell::{root, stdout};

/// The machine and the tools, for readers of the results.
pub(crate) fn facts() -> Value {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let text = |path: &str| read_text(Path::new(path)).unwrap_or_default();
    let (cpu, memory, load) = (text("/proc/cpuinfo"), text("/proc/meminfo"), text("/proc/loadavg"));
    json!({
        "cpu": field(&cpu, "model name"),
        "cores": cores,
        "memory": field(&memory, "MemTotal"),
        "load": load.split_whitespace().next(),
        "kernel": said("uname", &["-sr"]),
        "rustc": rustc(),
        "git": said("git", &["--version"]),
        "patch": said("patch", &["--version"]),
        "valgrind": said("valgrind", &["--version"]),
        "peers": peers(&lock()),
    })
}

/// What instructions and allocations depend on besides the sources: the compiler, the processor
/// features that libraries detect when they start, and the C library.
pub(crate) fn build() -> String {
    let cpu = read_text(Path::new("/proc/cpuinfo")).unwrap_or_default();
    let flags = field(&cpu, "flags").unwrap_or_default();
    // Valgrind shows no more than these features of any processor.
    let vectors = if flags.split(' ').any(|flag| flag == "avx2") { "avx2" } else { "no avx2" };
    let libc = said("ldd", &["--version"]).unwrap_or_default();
    let libc = libc.rsplit(' ').next().unwrap_or_default();
    format!("{}, {}, {vectors}, libc {libc}", rustc().unwrap_or_default(), std::env::consts::ARCH)
}

fn rustc() -> Option<String> {
    said("rustc", &["--version"])
}

/// The first line that a program prints, if it is installed.
fn said(program: &str, args: &[&str]) -> Option<String> {
    let printed = stdout(Command::new(program).current_dir(root()).args(args), &[0]).ok()?;
    Some(String::from_utf8_lossy(&printed).lines().next()?.to_owned())
}

/// The value of the first line `name : value`.
fn field(text: &str, name: &str) -> Option<String> {
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    let mut values = lines.filter(|(key, _)| key.trim() == name).map(|(_, value)| value.trim());
    values.next().map(str::to_owned)
}

/// The lock file of the workspace; empty if it cannot be read.
pub(crate) fn lock() -> String {
    read_text(&root().join("Cargo.lock")).unwrap_or_default()
}

/// The version of a crate in a lock file.
pub(crate) fn locked<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let (_, entry) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    Some(entry.split_once('"')?.0)
}

/// The versions of those tools that are crates.
fn peers(lock: &str) -> Value {
    const PEERS: [&str; 5] = ["diffy", "flickzeug", "imara-diff", "mpatch", "similar"];
    PEERS.into_iter().filter_map(|name| Some((name, locked(lock, name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_from_what_the_system_says() {
        let cpu = "processor\t: 0\nmodel name\t: Fast One\nflags\t\t: sse avx2\nmodel name\t: x\n";
        assert_eq!(field(cpu, "model name").as_deref(), Some("Fast One"));
        assert_eq!(field(cpu, "cache"), None);
        let lock = "[[package]]\nname = \"diffy\"\nversion = \"0.5.2\"\nsource = \"registry\"\n";
        assert_eq!(peers(lock), json!({ "diffy": "0.5.2" }));
    }
}
