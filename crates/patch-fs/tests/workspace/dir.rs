//! What is particular to the disk: kinds of files, permissions, directories, hard links.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]

use std::fs;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::os::unix::net::UnixListener;
use std::path::Path;

use patch_apply::{Change, Durability, EntryKind, Opened, Permissions, Workspace};
use patch_fs::DirWorkspace;
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

/// The parts of a name that a patch has may be what no system takes.
#[test]
fn nothing_has_a_name_that_is_too_long_and_nothing_gets_it() {
    let (dir, mut workspace) = scratch(&[("a", "1")]);
    let before = snapshot(dir.path());
    let long = "x".repeat(300);
    for path in [long.clone(), format!("{long}/a"), format!("d/{long}")] {
        let place = at(&workspace, &path);
        assert_eq!(workspace.entry(&place).unwrap(), None, "{path}");
        assert_eq!(workspace.load(&place, 99, &mut Opened::default()).unwrap(), None, "{path}");
        assert_eq!(code(workspace.read(&place, 99)), "file_not_found", "{path}");
        let changes = [modify(&workspace, "a", "1", "2"), add(&workspace, &path, "x")];
        assert_eq!(code(workspace.check(&changes)), "io_error", "{path}");
        assert_eq!(code(workspace.commit(&changes, Durability::None)), "io_error", "{path}");
    }
    assert_eq!(snapshot(dir.path()), before);
}

#[test]
fn pipes_and_sockets_are_refused_without_waiting() {
    let (dir, mut workspace) = scratch(&[("a", "1"), ("l", "-> pipe")]);
    rustix::fs::mkfifoat(CWD, dir.path().join("pipe"), Mode::from_raw_mode(0o644)).unwrap();
    let _socket = UnixListener::bind(dir.path().join("socket")).unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    let before = nodes(dir.path());

    // To wait for a writer of the pipe would be to wait for ever.
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
            assert_eq!(
                code(workspace.commit(&[good, change], Durability::None)),
                "not_a_file",
                "{path}"
            );
        }
    }
    assert_eq!(workspace.follow(&at(&workspace, "l")).unwrap().as_bstr(), "pipe");
    let below = add(&workspace, "pipe/x", "x");
    assert_eq!(code(workspace.commit(&[below], Durability::None)), "not_a_file");
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
        Permissions { like, ..Permissions::default() },
    ));
    workspace.commit(&changes, Durability::None).unwrap();
    for (name, bits) in files.iter().zip(modes) {
        let name = if *name == "moved" { "to/here" } else { name };
        assert_eq!(format!("{:o}", mode(&dir.path().join(name))), format!("{bits:o}"), "{name}");
    }
}

#[test]
fn bits_that_are_asked_for_are_given_as_far_as_the_umask_or_the_old_file_has_them() {
    let (dir, mut workspace) = scratch(&[("closed", "1"), ("open", "1")]);
    let probe = dir.path().join("probe");
    fs::OpenOptions::new().write(true).create_new(true).mode(0o777).open(&probe).unwrap();
    let left = mode(&probe);
    set_mode(&dir.path().join("closed"), 0o600);
    set_mode(&dir.path().join("open"), 0o666);
    let asking = |change: Change, like: Option<&str>, bits: u32| {
        let like = like.map(|name| at(&workspace, name));
        let executable = Some(bits & 0o100 != 0);
        with_permissions(change, Permissions { like, executable, bits: Some(bits) })
    };
    let changes = [
        asking(add(&workspace, "new", "1"), None, 0o640),
        asking(add(&workspace, "wide", "1"), None, 0o7777),
        asking(modify(&workspace, "closed", "1", "2"), Some("closed"), 0o777),
        asking(modify(&workspace, "open", "1", "2"), Some("open"), 0o662),
    ];
    workspace.commit(&changes, Durability::None).unwrap();
    let is = |name: &str, bits: u32| {
        assert_eq!(format!("{:o}", mode(&dir.path().join(name))), format!("{bits:o}"), "{name}");
    };
    is("new", 0o640 & left);
    is("wide", 0o777 & left);
    is("closed", 0o600 | (0o777 & left));
    is("open", 0o662);
}

#[test]
fn the_executable_bit_goes_where_reading_is_allowed() {
    let (dir, mut workspace) = scratch(&[("a", "1"), ("b", "1")]);
    set_mode(&dir.path().join("b"), 0o755);
    let set = |name, executable| {
        let like = Some(at(&workspace, name));
        with_permissions(
            modify(&workspace, name, "1", "1"),
            Permissions { like, executable: Some(executable), bits: None },
        )
    };
    let changes = [set("a", true), set("b", false)];
    workspace.commit(&changes, Durability::None).unwrap();
    assert_eq!(mode(&dir.path().join("a")), 0o750);
    assert_eq!(mode(&dir.path().join("b")), 0o644);
}

#[test]
fn a_new_file_gets_what_the_umask_leaves() {
    let (dir, mut workspace) = scratch(&[]);
    let born = Permissions { executable: Some(true), ..Permissions::default() };
    let changes = [add(&workspace, "d/n", ""), with_permissions(add(&workspace, "d/x", ""), born)];
    workspace.commit(&changes, Durability::None).unwrap();
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
    workspace.commit(&[change], Durability::None).unwrap();
    let after = fs::metadata(&file).unwrap();
    assert_eq!(
        (after.uid(), after.gid(), after.mode()),
        (before.uid(), before.gid(), before.mode())
    );
}

/// A file is not made where it goes, but gets the group that it would have got there.
#[test]
fn a_new_file_has_the_group_of_its_directory_or_of_its_maker() {
    let (dir, mut workspace) = scratch(&[("d/k", "1"), ("s/k", "1")]);
    let own = fs::metadata(dir.path()).unwrap().gid();
    for (path, group, bits) in [("", 23_456, 0o2755), ("d", own, 0o755), ("s", 34_567, 0o2755)] {
        let folder = dir.path().join(path);
        if chown(&folder, None, Some(group)).is_err() {
            println!("skipped: only root gives files to any group");
            return;
        }
        set_mode(&folder, bits);
    }
    // One file at a time, which is staged in the root, and several.
    for changes in [
        vec![add(&workspace, "n", "")],
        vec![add(&workspace, "d/n", "")],
        vec![add(&workspace, "s/n", "")],
        vec![add(&workspace, "m", ""), add(&workspace, "d/m", ""), add(&workspace, "s/m", "")],
    ] {
        workspace.commit(&changes, Durability::None).unwrap();
    }
    let group = |path: &str| fs::metadata(dir.path().join(path)).unwrap().gid();
    for name in ["n", "m"] {
        let groups = ["", "d/", "s/"].map(|folder| group(&format!("{folder}{name}")));
        assert_eq!(groups, [23_456, own, 34_567], "{name}");
    }
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
    workspace.commit(&changes, Durability::Full).unwrap();
    let left: Vec<_> = snapshot(dir.path()).into_keys().collect();
    assert_eq!(left, ["empty", "k", "k/y", "only", "only/y"]);
    let rest = [remove(&workspace, "k/y", "4"), remove(&workspace, "only/y", "6")];
    workspace.commit(&rest, Durability::Full).unwrap();
    assert_eq!(snapshot(dir.path()).into_keys().collect::<Vec<_>>(), ["empty"], "the root stays");
}

#[test]
fn a_hard_link_keeps_the_old_contents() {
    let (dir, mut workspace) = scratch(&[("a", "old")]);
    fs::hard_link(dir.path().join("a"), dir.path().join("b")).unwrap();
    let id = |name| workspace.entry(&at(&workspace, name)).unwrap().unwrap().id;
    assert_eq!(id("a"), id("b"));
    let change = modify(&workspace, "a", "old", "new");
    workspace.commit(&[change], Durability::None).unwrap();
    assert_eq!(fs::read(dir.path().join("a")).unwrap(), b"new");
    assert_eq!(fs::read(dir.path().join("b")).unwrap(), b"old");
}

#[test]
fn who_has_the_old_file_open_reads_it_to_the_end() {
    let (dir, mut workspace) = scratch(&[("a", "old")]);
    let open = fs::File::open(dir.path().join("a")).unwrap();
    let change = modify(&workspace, "a", "old", "new and longer");
    workspace.commit(&[change], Durability::None).unwrap();
    assert_eq!(std::io::read_to_string(open).unwrap(), "old");
}

#[test]
fn links_are_made_replaced_and_removed_as_links() {
    let (dir, mut workspace) = scratch(&[("d/f", "1"), ("dangling", "-> none")]);
    let made = link(&workspace, "d/l", "f");
    workspace.commit(&[made], Durability::Full).unwrap();
    assert_eq!(fs::read(dir.path().join("d/l")).unwrap(), b"1");
    let gone = Change {
        path: at(&workspace, "dangling"),
        expected: patch_apply::Expected::Symlink("none".into()),
        effect: patch_apply::Effect::Remove,
    };
    workspace.commit(&[gone], Durability::Full).unwrap();
    assert!(!dir.path().join("dangling").is_symlink());
    assert!(!dir.path().join("none").exists(), "nothing is made at the end of the link");
}

#[test]
fn many_directories_need_few_handles() {
    let (dir, mut workspace) = scratch(&[]);
    let name = |n| format!("d{n}/e/f");
    let made: Vec<Change> = (0..300).map(|n| add(&workspace, &name(n), "1")).collect();
    workspace.commit(&made, Durability::None).unwrap();
    let mut mixed: Vec<Change> = (0..150).map(|n| modify(&workspace, &name(n), "1", "2")).collect();
    mixed.extend((150..300).map(|n| remove(&workspace, &name(n), "1")));
    mixed.push(modify(&workspace, "d0/e/f", "2", "3"));
    let error = workspace.commit(&mixed, Durability::None).unwrap_err();
    assert_eq!(error.code.as_str(), "duplicate_file_patch");
    mixed.pop();
    workspace.commit(&mixed, Durability::None).unwrap();
    let files = snapshot(dir.path()).into_values().filter(|shown| shown.ends_with(" 2")).count();
    assert_eq!((files, snapshot(dir.path()).len()), (150, 450));
}

#[test]
fn a_path_deeper_than_the_system_takes_at_once_works() {
    let (_dir, mut workspace) = scratch(&[]);
    let deep = "deep-directory-name/".repeat(250) + "f";
    assert!(deep.len() > 4096);
    let made = add(&workspace, &deep, "1");
    workspace.commit(&[made], Durability::None).unwrap();
    assert_eq!(workspace.read(&at(&workspace, &deep), 9).unwrap(), b"1");
    let gone = remove(&workspace, &deep, "1");
    workspace.commit(&[gone], Durability::None).unwrap();
    assert_eq!(workspace.entry(&at(&workspace, "deep-directory-name")).unwrap(), None);
}

/// Whether this file system lets us set an attribute of this name; if not, that is printed.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stdout, reason = "what is not looked at is printed")]
fn set_attribute(path: &Path, name: &str, value: &[u8]) -> bool {
    use rustix::fs::{XattrFlags, setxattr};

    let set = setxattr(path, name, value, XattrFlags::empty());
    set.inspect_err(|error| println!("skipped: `{name}` cannot be set here: {error}")).is_ok()
}

#[cfg(target_os = "linux")]
fn attribute(path: &Path, name: &str) -> Option<Vec<u8>> {
    let mut value = vec![0; 1 << 16];
    let len = rustix::fs::getxattr(path, name, &mut value).ok()?;
    value.truncate(len);
    Some(value)
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_carry_over() {
    let (dir, mut workspace) = scratch(&[("a", "1"), ("b", "1"), ("many", "1"), ("plain", "1")]);
    let path = |name: &str| dir.path().join(name);
    if !set_attribute(&path("a"), "user.origin", b"kept") {
        // A file system without them: there is nothing to keep.
        return;
    }
    set_attribute(&path("a"), "user.empty", b"");
    set_attribute(&path("b"), "user.origin", &[0xff; 1500]);
    // More names than a usual list has room for.
    let names: Vec<String> = (0..40).map(|n| format!("user.{n:040}")).collect();
    assert!(names.iter().all(|name| set_attribute(&path("many"), name, b"1")));
    let like = Some(at(&workspace, "b"));
    let changes = [
        modify(&workspace, "a", "1", "2"),
        remove(&workspace, "b", "1"),
        with_permissions(add(&workspace, "to/b", "2"), Permissions { like, ..Default::default() }),
        modify(&workspace, "many", "1", "2"),
        modify(&workspace, "plain", "1", "2"),
    ];
    workspace.commit(&changes, Durability::None).unwrap();
    assert_eq!(attribute(&path("a"), "user.origin").as_deref(), Some(&b"kept"[..]));
    assert_eq!(attribute(&path("a"), "user.empty").as_deref(), Some(&b""[..]));
    assert_eq!(attribute(&path("to/b"), "user.origin"), Some(vec![0xff; 1500]));
    for name in &names {
        assert_eq!(attribute(&path("many"), name).as_deref(), Some(&b"1"[..]), "{name}");
    }
    assert_eq!(attribute(&path("plain"), "user.origin"), None);
}

/// Version 2 of a list: the owner rw, user 12345 r, the group nothing, the mask r, others nothing.
#[cfg(target_os = "linux")]
fn access_control_list() -> Vec<u8> {
    const NOBODY: u32 = u32::MAX;
    let entries: [(u16, u16, u32); 5] =
        [(1, 6, NOBODY), (2, 4, 12_345), (4, 0, NOBODY), (16, 4, NOBODY), (32, 0, NOBODY)];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, rights, id) in entries {
        list.extend_from_slice(&tag.to_le_bytes());
        list.extend_from_slice(&rights.to_le_bytes());
        list.extend_from_slice(&id.to_le_bytes());
    }
    list
}

/// What new files in a directory get is not for files that were there before.
#[cfg(target_os = "linux")]
#[test]
fn nobody_gets_rights_to_an_old_file_by_the_default_of_the_directory() {
    let (dir, mut workspace) = scratch(&[("a", "1"), ("b", "1")]);
    let path = |name: &str| dir.path().join(name);
    set_mode(&path("a"), 0o640);
    set_mode(&path("b"), 0o640);
    if !set_attribute(dir.path(), "system.posix_acl_default", &access_control_list()) {
        return;
    }
    let changes = [modify(&workspace, "a", "1", "2"), modify(&workspace, "b", "1", "2")];
    workspace.commit(&changes, Durability::None).unwrap();
    for name in ["a", "b"] {
        assert_eq!(attribute(&path(name), "system.posix_acl_access"), None, "{name}");
        assert_eq!(mode(&path(name)), 0o640, "{name}");
    }
}

/// An access control list is an attribute, and some of its bits are permission bits.
#[cfg(target_os = "linux")]
#[test]
fn an_access_control_list_carries_over() {
    const NAME: &str = "system.posix_acl_access";
    let (dir, mut workspace) = scratch(&[("a", "1"), ("x", "1")]);
    let path = |name: &str| dir.path().join(name);
    let list = access_control_list();
    if !set_attribute(&path("a"), NAME, &list) || !set_attribute(&path("x"), NAME, &list) {
        return;
    }
    let like = Some(at(&workspace, "x"));
    let executable = with_permissions(
        modify(&workspace, "x", "1", "2"),
        Permissions { like, executable: Some(true), bits: None },
    );
    workspace.commit(&[modify(&workspace, "a", "1", "2"), executable], Durability::None).unwrap();
    assert_eq!(attribute(&path("a"), NAME), Some(list));
    assert_eq!(mode(&path("a")), 0o640);
    // The mask is what the mode says of the group.
    assert_eq!(mode(&path("x")), 0o750);
    assert!(attribute(&path("x"), NAME).is_some());
}

/// What the system takes away when a file is written, a new file must not get back.
#[cfg(target_os = "linux")]
#[test]
fn the_rights_of_old_contents_do_not_carry_over() {
    const NAME: &str = "security.capability";
    let (dir, mut workspace) = scratch(&[("a", "1")]);
    // Version 2, cap_net_raw permitted and effective.
    let mut capability = 0x0200_0001_u32.to_le_bytes().to_vec();
    capability.extend([0x2000_u32, 0, 0, 0].into_iter().flat_map(u32::to_le_bytes));
    if !set_attribute(&dir.path().join("a"), NAME, &capability) {
        return;
    }
    workspace.commit(&[modify(&workspace, "a", "1", "2")], Durability::None).unwrap();
    assert_eq!(attribute(&dir.path().join("a"), NAME), None);
}
