//! What is particular to the disk: kinds of files, permissions, directories, hard links.

#![allow(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::time::{Duration, Instant};

use patch_apply::{Change, DirWorkspace, EntryKind, Permissions, Sync, Workspace};
use rustix::fs::{CWD, Mode};

use crate::support::{add, at, code, link, modify, remove, with_permissions};
use crate::tree::{fill, snapshot};

fn scratch(files: &[(&str, &str)]) -> (tempfile::TempDir, DirWorkspace) {
    let dir = tempfile::tempdir().unwrap();
    fill(dir.path(), files);
    let workspace = DirWorkspace::open(dir.path()).unwrap();
    (dir, workspace)
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn pipes_and_sockets_are_refused_without_waiting() {
    let (dir, mut workspace) = scratch(&[("a", "1"), ("l", "-> pipe")]);
    rustix::fs::mkfifoat(CWD, dir.path().join("pipe"), Mode::from_raw_mode(0o644)).unwrap();
    let _socket = UnixListener::bind(dir.path().join("socket")).unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    let before = nodes(dir.path());
    let start = Instant::now();

    for path in ["pipe", "socket"] {
        let entry = workspace.entry(&at(&workspace, path)).unwrap().unwrap();
        assert_eq!(entry.kind, EntryKind::Other, "{path}");
    }
    for path in ["pipe", "socket", "d"] {
        assert_eq!(code(workspace.read(&at(&workspace, path), 99)), "not_a_file", "{path}");
        for change in [
            modify(&workspace, path, "", "x"),
            add(&workspace, path, "x"),
            remove(&workspace, path, ""),
        ] {
            let good = modify(&workspace, "a", "1", "x");
            assert_eq!(code(workspace.commit(&[good, change], Sync::None)), "not_a_file", "{path}");
        }
    }
    assert_eq!(workspace.follow(&at(&workspace, "l")).unwrap().as_bstr(), "pipe");
    let below = add(&workspace, "pipe/x", "x");
    assert_eq!(code(workspace.commit(&[below], Sync::None)), "not_a_file");
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(nodes(dir.path()), before);
}

/// Kinds and names only: a pipe cannot be read, and a link to it leads there.
fn nodes(root: &Path) -> Vec<(String, u32, u64)> {
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = entries
        .map(|path| {
            let m = fs::symlink_metadata(&path).unwrap();
            (path.display().to_string(), m.mode(), m.ino())
        })
        .collect();
    found.sort();
    found
}

#[test]
fn permissions_carry_over() {
    let files = ["private", "program", "open", "readonly", "moved", "sticky"];
    let modes = [0o600, 0o755, 0o666, 0o444, 0o751, 0o2755];
    let tree: Vec<_> = files.iter().map(|name| (*name, "1")).collect();
    let (dir, mut workspace) = scratch(&tree);
    for (name, bits) in files.iter().zip(modes) {
        set_mode(&dir.path().join(name), bits);
    }
    let like = Some(at(&workspace, "moved"));
    let mut changes: Vec<Change> = files
        .iter()
        .filter(|name| **name != "moved")
        .map(|name| modify(&workspace, name, "1", "2"))
        .collect();
    changes.push(remove(&workspace, "moved", "1"));
    changes.push(with_permissions(
        add(&workspace, "to/here", "2"),
        Permissions { like, executable: None },
    ));
    workspace.commit(&changes, Sync::None).unwrap();
    for (name, bits) in files.iter().zip(modes) {
        let name = if *name == "moved" { "to/here" } else { name };
        assert_eq!(format!("{:o}", mode(&dir.path().join(name))), format!("{bits:o}"), "{name}");
    }
}

#[test]
fn the_executable_bit_goes_where_reading_is_allowed() {
    let (dir, mut workspace) = scratch(&[("a", "1"), ("b", "1")]);
    set_mode(&dir.path().join("b"), 0o755);
    let set = |name, executable| {
        let like = Some(at(&workspace, name));
        with_permissions(
            modify(&workspace, name, "1", "1"),
            Permissions { like, executable: Some(executable) },
        )
    };
    let changes = [set("a", true), set("b", false)];
    workspace.commit(&changes, Sync::None).unwrap();
    assert_eq!(mode(&dir.path().join("a")), 0o750);
    assert_eq!(mode(&dir.path().join("b")), 0o644);
}

#[test]
fn a_new_file_gets_what_the_umask_leaves() {
    let (dir, mut workspace) = scratch(&[]);
    let born = Permissions { like: None, executable: Some(true) };
    let changes = [add(&workspace, "d/n", ""), with_permissions(add(&workspace, "d/x", ""), born)];
    workspace.commit(&changes, Sync::None).unwrap();
    for (name, made) in [("file", "d/n"), ("folder", "d")] {
        let ours = dir.path().join(name);
        if name == "file" {
            fs::write(&ours, "").unwrap();
        } else {
            fs::create_dir(&ours).unwrap();
        }
        assert_eq!(mode(&dir.path().join(made)), mode(&ours), "{made}");
    }
    assert_eq!(mode(&dir.path().join("d/x")), mode(&dir.path().join("folder")) & 0o777);
}

#[test]
fn the_owner_carries_over_where_the_system_lets_us() {
    let (dir, mut workspace) = scratch(&[("a", "1")]);
    let file = dir.path().join("a");
    // Only root may give files away; for others the file keeps its owner anyway.
    let _ = chown(&file, Some(12_345), Some(23_456));
    let before = fs::metadata(&file).unwrap();
    let change = modify(&workspace, "a", "1", "2");
    workspace.commit(&[change], Sync::None).unwrap();
    let after = fs::metadata(&file).unwrap();
    assert_eq!(
        (after.uid(), after.gid(), after.mode()),
        (before.uid(), before.gid(), before.mode())
    );
}

#[test]
fn directories_left_empty_go_and_others_stay() {
    let (dir, mut workspace) =
        scratch(&[("d/e/f/x", "1"), ("d/e/y", "2"), ("k/x", "3"), ("k/y", "4"), ("only/x", "5")]);
    fs::create_dir(dir.path().join("empty")).unwrap();
    let changes = [
        remove(&workspace, "d/e/f/x", "1"),
        remove(&workspace, "d/e/y", "2"),
        remove(&workspace, "k/x", "3"),
        remove(&workspace, "only/x", "5"),
        add(&workspace, "only/y", "6"),
    ];
    workspace.commit(&changes, Sync::Full).unwrap();
    let left: Vec<_> = snapshot(dir.path()).into_keys().collect();
    assert_eq!(left, ["empty", "k", "k/y", "only", "only/y"]);
    let rest = [remove(&workspace, "k/y", "4"), remove(&workspace, "only/y", "6")];
    workspace.commit(&rest, Sync::Full).unwrap();
    assert_eq!(snapshot(dir.path()).into_keys().collect::<Vec<_>>(), ["empty"], "the root stays");
}

#[test]
fn a_hard_link_keeps_the_old_contents() {
    let (dir, mut workspace) = scratch(&[("a", "old")]);
    fs::hard_link(dir.path().join("a"), dir.path().join("b")).unwrap();
    let id = |name| workspace.entry(&at(&workspace, name)).unwrap().unwrap().id;
    assert_eq!(id("a"), id("b"));
    let change = modify(&workspace, "a", "old", "new");
    workspace.commit(&[change], Sync::None).unwrap();
    assert_eq!(fs::read(dir.path().join("a")).unwrap(), b"new");
    assert_eq!(fs::read(dir.path().join("b")).unwrap(), b"old");
}

#[test]
fn who_has_the_old_file_open_reads_it_to_the_end() {
    let (dir, mut workspace) = scratch(&[("a", "old")]);
    let open = fs::File::open(dir.path().join("a")).unwrap();
    let change = modify(&workspace, "a", "old", "new and longer");
    workspace.commit(&[change], Sync::None).unwrap();
    assert_eq!(std::io::read_to_string(open).unwrap(), "old");
}

#[test]
fn links_are_made_replaced_and_removed_as_links() {
    let (dir, mut workspace) = scratch(&[("d/f", "1"), ("dangling", "-> none")]);
    let made = link(&workspace, "d/l", "f");
    workspace.commit(&[made], Sync::Full).unwrap();
    assert_eq!(fs::read(dir.path().join("d/l")).unwrap(), b"1");
    let gone = Change {
        path: at(&workspace, "dangling"),
        expected: patch_apply::Expected::Symlink("none".into()),
        effect: patch_apply::Effect::Remove,
    };
    workspace.commit(&[gone], Sync::Full).unwrap();
    assert!(!dir.path().join("dangling").is_symlink());
    assert!(!dir.path().join("none").exists(), "nothing is made at the end of the link");
}

#[test]
fn many_directories_need_few_handles() {
    let (dir, mut workspace) = scratch(&[]);
    let name = |n| format!("d{n}/e/f");
    let made: Vec<Change> = (0..300).map(|n| add(&workspace, &name(n), "1")).collect();
    workspace.commit(&made, Sync::None).unwrap();
    let mut mixed: Vec<Change> = (0..150).map(|n| modify(&workspace, &name(n), "1", "2")).collect();
    mixed.extend((150..300).map(|n| remove(&workspace, &name(n), "1")));
    mixed.push(modify(&workspace, "d0/e/f", "2", "3"));
    let error = workspace.commit(&mixed, Sync::None).unwrap_err();
    assert_eq!(error.code.as_str(), "duplicate_file_patch");
    mixed.pop();
    workspace.commit(&mixed, Sync::None).unwrap();
    let files = snapshot(dir.path()).into_values().filter(|shown| shown.ends_with(" 2")).count();
    assert_eq!((files, snapshot(dir.path()).len()), (150, 450));
}

#[test]
fn a_path_deeper_than_the_system_takes_at_once_works() {
    let (_dir, mut workspace) = scratch(&[]);
    let deep = "deep-directory-name/".repeat(250) + "f";
    assert!(deep.len() > 4096);
    let made = add(&workspace, &deep, "1");
    workspace.commit(&[made], Sync::None).unwrap();
    assert_eq!(workspace.read(&at(&workspace, &deep), 9).unwrap(), b"1");
    let gone = remove(&workspace, &deep, "1");
    workspace.commit(&[gone], Sync::None).unwrap();
    assert_eq!(workspace.entry(&at(&workspace, "deep-directory-name")).unwrap(), None);
}
