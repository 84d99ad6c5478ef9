//! A commit that fails for a reason of the real system leaves the tree as it was, to the very
//! files.
//!
//! The unit tests of the transaction let every step fail; these show that real failures come out
//! alike.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use patch_apply::{Change, Durability, Workspace};
use patch_fs::DirWorkspace;

use crate::support::{add, code, modify, remove};
use crate::tree::{exact_snapshot, fill, snapshot};

const FILES: &[(&str, &str)] =
    &[("a", "1"), ("b", "2"), ("d/x", "3"), ("d/e/y", "4"), ("k/only", "5"), ("l", "-> d/x")];

/// A commit of many good changes and the bad ones that `bad` makes.
#[track_caller]
pub(crate) fn fails(
    prepare: impl Fn(&Path),
    bad: impl Fn(&DirWorkspace) -> Vec<Change>,
    expected: &str,
) {
    for durability in [Durability::Full, Durability::None] {
        let dir = tempfile::tempdir().unwrap();
        fill(dir.path(), FILES);
        prepare(dir.path());
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        let before = exact_snapshot(dir.path());
        let mut changes = vec![
            modify(&workspace, "a", "1", "new"),
            remove(&workspace, "b", "2"),
            add(&workspace, "b/now/below", "new"),
            add(&workspace, "n/o/p", "new"),
            remove(&workspace, "k/only", "5"),
        ];
        changes.extend(bad(&workspace));
        let error = workspace.commit(&changes, durability).unwrap_err();
        assert_eq!(error.code.as_str(), expected, "{error}");
        assert_eq!(exact_snapshot(dir.path()), before, "{error}");
    }
}

#[test]
fn a_directory_with_more_in_it_is_in_the_way() {
    let bad = |workspace: &DirWorkspace| {
        vec![
            remove(workspace, "d/x", "3"),
            remove(workspace, "d/e/y", "4"),
            add(workspace, "d", "new"),
        ]
    };
    fails(|root| fill(root, &[("d/z/kept", "6")]), bad, "not_a_file");
    fails(|root| fs::create_dir(root.join("d/empty")).unwrap(), bad, "not_a_file");
    fails(|root| fill(root, &[("d/e/kept", "6")]), bad, "not_a_file");
}

#[test]
fn a_name_may_be_too_long() {
    let long = "n".repeat(300);
    fails(|_| {}, |workspace| vec![add(workspace, &long, "new")], "io_error");
    fails(|_| {}, |workspace| vec![add(workspace, &format!("new/{long}"), "new")], "io_error");
    fails(|_| {}, |workspace| vec![add(workspace, &format!("new/{long}/x"), "new")], "io_error");
}

#[test]
fn a_change_may_find_another_file() {
    fails(|_| {}, |workspace| vec![modify(workspace, "d/x", "other", "new")], "stale_file");
    fails(|_| {}, |workspace| vec![add(workspace, "d/x", "new")], "stale_file");
    fails(|_| {}, |workspace| vec![add(workspace, "d/x/z", "new")], "not_a_file");
    fails(|_| {}, |workspace| vec![modify(workspace, "d/e", "4", "new")], "not_a_file");
}

/// A reader in another thread sees each file whole, old or new.
/// Whoever looks has no lock, and large commits come and go meanwhile.
#[test]
fn who_looks_at_a_tree_in_work_sees_no_error() {
    // In memory where the system has that: thousands of files come and go.
    let dir = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let names: Vec<String> = (0..400).map(|number| format!("f{number}")).collect();
    fill(dir.path(), &names.iter().map(|name| (name.as_str(), "0")).collect::<Vec<_>>());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut workspace = DirWorkspace::open(dir.path()).unwrap();
            for round in 0..30 {
                let [old, new] = [round, round + 1].map(|round: u32| round.to_string());
                let changes = names.iter().map(|name| modify(&workspace, name, &old, &new));
                workspace.commit(&changes.collect::<Vec<_>>(), Durability::None).unwrap();
            }
            done.store(true, Ordering::Relaxed);
        });
        let workspace = DirWorkspace::open(dir.path()).unwrap();
        while !done.load(Ordering::Relaxed) {
            workspace.is_whole().unwrap();
        }
    });
}

/// Several threads compare them; the answer is that of one.
#[test]
fn of_many_files_the_first_that_changed_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let names: Vec<String> = (100..600).map(|number| format!("f{number}")).collect();
    fill(dir.path(), &names.iter().map(|name| (name.as_str(), "old")).collect::<Vec<_>>());
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    // On both sides of where two, three and four threads part.
    for changed in [[224, 225], [266, 267], [349, 350], [433, 434], [474, 475], [100, 599]] {
        let theirs = changed.map(|number| format!("f{number}"));
        let [first, _] = &theirs;
        let write = |text: &str| {
            for name in &theirs {
                fs::write(dir.path().join(name), text).unwrap();
            }
        };
        write("theirs");
        let before = exact_snapshot(dir.path());
        let changes = names.iter().map(|name| modify(&workspace, name, "old", "new"));
        let error = workspace.commit(&changes.collect::<Vec<_>>(), Durability::None).unwrap_err();
        assert_eq!((error.code.as_str(), &error.path.to_string()), ("stale_file", first));
        assert_eq!(exact_snapshot(dir.path()), before);
        write("old");
    }
}

#[test]
fn a_reader_never_sees_a_part() {
    let (old, new) = ("o".repeat(100_000), "n".repeat(200_000));
    let dir = tempfile::tempdir().unwrap();
    fill(dir.path(), &[("a", &old)]);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let seen = fs::read_to_string(dir.path().join("a")).unwrap();
                assert!(seen == old || seen == new, "{} bytes", seen.len());
            }
        });
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        for _ in 0..50 {
            let there = modify(&workspace, "a", &old, &new);
            workspace.commit(&[there], Durability::None).unwrap();
            let back = modify(&workspace, "a", &new, &old);
            workspace.commit(&[back], Durability::None).unwrap();
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// Somebody else writes the file at the same time: their version is never lost unseen.
#[test]
fn a_file_that_changes_meanwhile_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    let path = dir.path().join("a");
    for turn in 0..150 {
        fs::write(&path, "base").unwrap();
        let theirs = format!("their version {turn}");
        let mut ours = vec![modify(&workspace, "a", "base", "our version")];
        if turn % 2 == 0 {
            ours.push(add(&workspace, "n", ""));
        }
        std::thread::scope(|scope| {
            scope.spawn(|| {
                fs::write(dir.path().join("tmp"), &theirs).unwrap();
                fs::rename(dir.path().join("tmp"), &path).unwrap();
            });
            let result = workspace.commit(&ours, Durability::None);
            assert!(result.is_ok() || code(result) == "stale_file");
        });
        // Their write came before ours began or ended, and ours was refused, or after it.
        assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
        let _ = fs::remove_file(dir.path().join("n"));
        let stray = snapshot(dir.path()).into_keys().find(|path| path.contains(".acp-patch-"));
        assert_eq!(stray, None);
    }
}
