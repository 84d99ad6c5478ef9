//! The whole program, from start to end: two hunks in a file of 500 lines, a patch of 10 MB that is
//! only read, and 3,000 small cases of `batch`. `BENCH_PROGRAM` names the program;
//! `cargo xtask bench` builds it.
//!
//! The floors are this same executable, started with `--bare` and the work: it does only what the
//! work requires.

#![expect(clippy::expect_used, reason = "the inputs are made to fit")]
#![expect(clippy::disallowed_methods, reason = "a benchmark makes its own trees")]

mod whole;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use patch_benches::race::{Race, once};
use patch_benches::record::{goal, input};
use patch_benches::{floors, samples};
use serde_json::Value;
use whole::Installed;

const GROUP: &str = "program";

/// Cases of `batch`.
const CASES: usize = 3000;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "--bare") {
        return match args.get(at + 1).map(String::as_str) {
            Some("apply") => bare_apply(false),
            Some("apply-durable") => bare_apply(true),
            Some("read") => drop(floors::split_lines(&fs::read("fix.patch").expect("it is there"))),
            _ => bare_batch(),
        };
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let own = std::env::current_exe().expect("it runs");
    let programs = Programs { ours: Installed::ours(), bare: Installed::copy(&own) };
    apply(&programs, folder.path());
    parse(&programs, folder.path());
    batch(&programs, folder.path());
}

struct Programs {
    ours: Installed,
    /// This executable.
    bare: Installed,
}

/// This executable, started for the floor of a work.
fn bare(programs: &Programs, work: &str) -> Command {
    let mut command = programs.bare.command();
    command.args(["--bare", work]);
    command
}

/// The time of a command from its start to its end; its output goes to a file.
fn run(folder: &Path, command: &mut Command) -> Duration {
    let out = File::create(folder.join("out")).expect("it can be made");
    let command = command.current_dir(folder).stdin(Stdio::null()).stdout(out);
    let mut status = None;
    let took = once(|| status = command.status().ok());
    assert!(status.is_some_and(|status| status.success()), "{command:?} fails");
    took
}

fn apply(programs: &Programs, folder: &Path) {
    let sample = samples::sample(500, 2);
    let file = folder.join("src/sample.rs");
    fs::create_dir(folder.join("src")).expect("it can be made");
    fs::write(folder.join("fix.patch"), &sample.patch).expect("it can be written");
    let fresh = |command: &mut Command| {
        fs::write(&file, &sample.old).expect("it can be written");
        let took = run(folder, command);
        assert_eq!(fs::read(&file).expect("it is there"), sample.new, "{command:?} applies it");
        took
    };
    let ours =
        |sync: &str| fresh(programs.ours.command().args(["apply", "--fsync", sync, "fix.patch"]));
    let git = || fresh(Command::new("git").args(["apply", "fix.patch"]));
    let gnu = || fresh(Command::new("patch").args(["-s", "-p1", "-i", "fix.patch"]));
    Race::new(GROUP, "apply_hunks_2")
        .tool("ours", || ours("none"))
        .tool("git", git)
        .tool("GNU patch", gnu)
        .tool("bare loop", || fresh(&mut bare(programs, "apply")))
        .run_and_tell(60);
    Race::new(GROUP, "apply_hunks_2_durable")
        .tool("ours", || ours("full"))
        .tool("bare loop", || fresh(&mut bare(programs, "apply-durable")))
        .run_and_tell(60);
    goal(GROUP, "apply_hunks_2", "bare loop", 1.0 / 1.3);
    goal(GROUP, "apply_hunks_2_durable", "bare loop", 1.0 / 1.5);
}

/// Reads, splices, writes beside and renames.
fn bare_apply(is_durable: bool) {
    let patch = fs::read("fix.patch").expect("it is there");
    let old = fs::read("src/sample.rs").expect("it is there");
    let new = floors::splice(&old, &floors::pieces(&patch));
    let mut file = File::create("src/sample.tmp").expect("it can be made");
    file.write_all(&new).expect("it can be written");
    if is_durable {
        file.sync_all().expect("it can be synced");
    }
    fs::rename("src/sample.tmp", "src/sample.rs").expect("it can be renamed");
    if is_durable {
        let folder = File::open("src").and_then(|folder| folder.sync_all());
        folder.expect("it can be synced");
    }
}

fn parse(programs: &Programs, folder: &Path) {
    let patch = samples::many_files(2000, 10);
    fs::write(folder.join("fix.patch"), &patch).expect("it can be written");
    let library = || once(|| patch_parse::parse(&patch).expect("it is a patch"));
    Race::new(GROUP, "parse_10mb")
        .tool("ours", || run(folder, programs.ours.command().args(["parse", "fix.patch"])))
        .tool("library", library)
        .tool("floor", || run(folder, &mut bare(programs, "read")))
        .run_and_tell(20);
    Race::new(GROUP, "parse_10mb_json")
        .tool("ours", || {
            run(folder, programs.ours.command().args(["parse", "--json", "fix.patch"]))
        })
        .tool("library", library)
        .run_and_tell(9);
    input(GROUP, "parse_10mb", patch.len());
    goal(GROUP, "parse_10mb", "library", 1.0 / 1.1);
}

fn batch(programs: &Programs, folder: &Path) {
    let sample = samples::sample(40, 1);
    let text = |bytes: &[u8]| Value::from(String::from_utf8_lossy(bytes).into_owned());
    let case = |id| {
        let files = serde_json::json!({ "src/sample.rs": text(&sample.old) });
        serde_json::json!({ "id": id, "files": files, "patch": text(&sample.patch) })
    };
    let mut lines = String::new();
    for id in 0..CASES {
        writeln!(lines, "{}", case(id)).expect("a string takes it");
    }
    fs::write(folder.join("cases.jsonl"), &lines).expect("it can be written");
    let ours = |jobs: &str| {
        run(folder, programs.ours.command().args(["batch", "--jobs", jobs, "cases.jsonl"]))
    };
    Race::new(GROUP, "batch_3000")
        .tool("ours", || ours("1"))
        .tool("two jobs", || ours("2"))
        .tool("floor", || run(folder, &mut bare(programs, "batch")))
        .run_and_tell(20);
    input(GROUP, "batch_3000", lines.len());
    goal(GROUP, "batch_3000", "floor", 1.0 / 1.7);
}

/// Reads the JSON of each line and writes it again.
fn bare_batch() {
    let cases = BufReader::new(File::open("cases.jsonl").expect("it is there"));
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in cases.lines() {
        let value: Value = serde_json::from_str(&line.expect("a line")).expect("it is JSON");
        writeln!(out, "{value}").expect("it can be written");
    }
}
