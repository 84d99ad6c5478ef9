//! A patch of 2,000 files on a real file system: ours, `git apply`, GNU `patch` and the bare loop
//! that reads, writes a temporary file and renames it, each on a fresh tree; and `flickzeug`, which
//! is a library, in a loop that writes in place.
//!
//! `BENCH_MEMORY` (default `/dev/shm`) is a folder on tmpfs, `BENCH_DISK` (default: the temporary
//! folder) one on a disk file system.

#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark makes its own trees and says what it leaves out"
)]

use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use patch_apply::{ApplyOptions, Durability, apply};
use patch_benches::race::{Race, once};
use patch_benches::record::goal;
use patch_fs::DirWorkspace;

const FILES: usize = 2000;
const ROUNDS: usize = 8;

fn main() {
    let folder = |name, usual: PathBuf| std::env::var_os(name).map_or(usual, PathBuf::from);
    let memory = folder("BENCH_MEMORY", "/dev/shm".into());
    let disk = folder("BENCH_DISK", std::env::temp_dir());
    compare("tmpfs_fsync_none", &memory, Durability::None);
    compare("disk_fsync_none", &disk, Durability::None);
    compare("disk_fsync_full", &disk, Durability::Full);
    goal("commit", "tmpfs_fsync_none", "bare loop", 0.5);
}

fn compare(work: &str, folder: &Path, durability: Durability) {
    if !folder.is_dir() {
        println!("{work}: {} is no folder, skipped", folder.display());
        return;
    }
    let patch = &patch_text();
    // They stay until the end: some file systems search recently deleted files whenever a file is
    // made.
    let trees = &RefCell::new(Vec::new());
    let on_a_fresh_tree = |run: &dyn Fn(&Path)| {
        let tree = tempfile::tempdir_in(folder).expect("the folder can be written to");
        make_tree(tree.path());
        // What making the tree left to be written does not count in any measurement.
        let _ = Command::new("sync").status();
        let took = once(|| run(tree.path()));
        let changed = fs::read_to_string(tree.path().join(file(7))).expect("it is there");
        assert!(changed.contains("changed"), "the run changed the files");
        trees.borrow_mut().push(tree);
        took
    };
    let git = |root: &Path| tool(root, patch, &["git", "apply", "fix.patch"]);
    let gnu = |root: &Path| tool(root, patch, &["patch", "-s", "-p1", "-i", "fix.patch"]);
    Race::new("commit", work)
        .tool("ours", || on_a_fresh_tree(&|root| our_apply(root, patch, durability)))
        .tool("flickzeug", || on_a_fresh_tree(&|root| flickzeug_apply(root, patch)))
        .tool("git", || on_a_fresh_tree(&git))
        .tool("GNU patch", || on_a_fresh_tree(&gnu))
        .tool("bare loop", || on_a_fresh_tree(&bare_loop))
        .run_and_tell(ROUNDS);
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

/// A library that leaves the files to its caller.
fn flickzeug_apply(root: &Path, patch: &[u8]) {
    let patch = flickzeug::patch_from_bytes(patch).expect("the patch is well-formed");
    for (index, diff) in patch.diffs().iter().enumerate() {
        let name = root.join(file(index));
        let text = fs::read(&name).expect("it is there");
        let (new, _) = flickzeug::apply_bytes(&text, diff).expect("it applies");
        fs::write(&name, new).expect("it can be written");
    }
}

fn tool(root: &Path, patch: &[u8], command: &[&str]) {
    fs::write(root.join("fix.patch"), patch).expect("it can be written");
    let (name, args) = command.split_first().expect("there is a name");
    let run = Command::new(name).args(args).current_dir(root).status();
    assert!(run.expect("it is installed").success(), "{name} takes the patch");
}

fn our_apply(root: &Path, patch: &[u8], durability: Durability) {
    let patch = patch_parse::parse(patch).expect("the patch is well-formed");
    let mut workspace = DirWorkspace::open(root).expect("it is a directory");
    let mut options = ApplyOptions::default();
    options.durability = durability;
    let receipt = apply(&patch, &mut workspace, &options).expect("the patch fits");
    assert_eq!(receipt.files.len(), FILES);
}
