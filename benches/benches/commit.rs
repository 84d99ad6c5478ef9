//! A patch of 2,000 files on a real file system: ours, `git apply`, GNU `patch` and the bare loop
//! that reads, writes a temporary file and renames it, each on a fresh tree. Prints times and ratios.
//!
//! `BENCH_MEMORY` (default `/dev/shm`) is a folder on tmpfs, `BENCH_DISK` (default: the temporary
//! folder) one on a disk file system.

#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark makes its own trees and says what it measured"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use patch_apply::{ApplyOptions, Sync, apply};
use patch_fs::DirWorkspace;

const FILES: usize = 2000;
const ROUNDS: usize = 8;

fn main() {
    let folder = |name, usual: PathBuf| std::env::var_os(name).map_or(usual, PathBuf::from);
    let memory = folder("BENCH_MEMORY", "/dev/shm".into());
    let disk = folder("BENCH_DISK", std::env::temp_dir());
    println!("{FILES} files, best of {ROUNDS}, rounds interleaved");
    compare("tmpfs", &memory, Sync::None, "ours, fsync none");
    compare("disk", &disk, Sync::None, "ours, fsync none");
    compare("disk", &disk, Sync::Full, "ours, fsync full");
}

/// What runs, and how.
type Run<'r> = (&'r str, &'r dyn Fn(&Path));

fn compare(name: &str, folder: &Path, sync: Sync, ours: &str) {
    if !folder.is_dir() {
        println!("{name}: {} is no folder, skipped", folder.display());
        return;
    }
    let patch = patch_text();
    let runs: [Run<'_>; 4] = [
        ("bare loop", &bare_loop),
        ("git apply", &|root| tool(root, &patch, &["git", "apply", "fix.patch"])),
        ("GNU patch", &|root| tool(root, &patch, &["patch", "-s", "-p1", "-i", "fix.patch"])),
        (ours, &|root| our_apply(root, &patch, sync)),
    ];
    let mut best = [Duration::MAX; 4];
    // They stay until the end: some file systems look through what was deleted lately for every
    // file that is made.
    let mut trees = Vec::new();
    for round in 0..ROUNDS {
        // Each comes after each other one: a file system remembers what was done to it before.
        for turn in 0..runs.len() {
            let at = (round + turn) % runs.len();
            let (Some(best), Some((_, run))) = (best.get_mut(at), runs.get(at)) else { continue };
            let tree = tempfile::tempdir_in(folder).expect("the folder can be written to");
            make_tree(tree.path());
            // What making the tree left to be written is not part of any measurement.
            let _ = Command::new("sync").status();
            let start = Instant::now();
            run(tree.path());
            *best = (*best).min(start.elapsed());
            let changed = fs::read_to_string(tree.path().join(file(7))).expect("it is there");
            assert!(changed.contains("changed"), "the run changed the files");
            trees.push(tree);
        }
    }
    let [.., own] = best;
    for ((who, _), best) in runs.iter().zip(best) {
        let ratio = own.as_secs_f64() / best.as_secs_f64();
        println!("{name}: {who:<18} {best:>9.1?}   ours is {ratio:.2} times it");
    }
}

fn file(index: usize) -> String {
    format!("d{:02}/f{index}.txt", index / 100)
}

fn line(index: usize, number: usize) -> String {
    format!("line {number} of file {index}\n")
}

fn make_tree(root: &Path) {
    for index in 0..FILES {
        let path = root.join(file(index));
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("it can be made");
        let text: String = (0..60).fold(String::new(), |text, number| text + &line(index, number));
        fs::write(path, text).expect("it can be written");
    }
}

fn patch_text() -> Vec<u8> {
    let mut text = String::new();
    for index in 0..FILES {
        let name = file(index);
        let _ = write!(
            text,
            "diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -28,7 +28,7 @@\n"
        );
        (27..30).for_each(|number| {
            write!(text, " {}", line(index, number)).expect("a string takes it");
        });
        let _ = writeln!(text, "-{}+changed {index}", line(index, 30));
        (31..34).for_each(|number| {
            write!(text, " {}", line(index, number)).expect("a string takes it");
        });
    }
    text.into_bytes()
}

fn bare_loop(root: &Path) {
    for index in 0..FILES {
        let path = root.join(file(index));
        let text = fs::read_to_string(&path).expect("it is there");
        let new = text.replace(&line(index, 30), &format!("changed {index}\n"));
        let temporary = path.with_extension("tmp");
        fs::write(&temporary, new).expect("it can be written");
        fs::rename(&temporary, &path).expect("it can be renamed");
    }
}

fn tool(root: &Path, patch: &[u8], command: &[&str]) {
    fs::write(root.join("fix.patch"), patch).expect("it can be written");
    let (name, args) = command.split_first().expect("there is a name");
    let run = Command::new(name).args(args).current_dir(root).status();
    assert!(run.expect("it is installed").success(), "{name} takes the patch");
}

fn our_apply(root: &Path, patch: &[u8], sync: Sync) {
    let patch = patch_parse::parse(patch).expect("the patch is well-formed");
    let mut workspace = DirWorkspace::open(root).expect("it is a directory");
    let mut options = ApplyOptions::default();
    options.sync = sync;
    let receipt = apply(&patch, &mut workspace, &options).expect("the patch fits");
    assert_eq!(receipt.files.len(), FILES);
}
