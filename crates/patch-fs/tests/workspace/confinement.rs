//! Nothing outside the root is read or written, whatever the links.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use bstr::{BStr, ByteSlice};
use patch_apply::{Durability, Workspace};
use patch_fs::DirWorkspace;
use tempfile::TempDir;

use crate::support::{add, at, code, modify, remove};
use crate::tree::{exact_snapshot, fill, snapshot};

/// A directory with `root` in it, and files beside the root.
fn scratch(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    fill(dir.path(), &[("outside/secret", "secret"), ("root/a", "1")]);
    let root = dir.path().join("root");
    fill(&root, files);
    (dir, root)
}

#[test]
fn links_out_of_the_root_lead_nowhere() {
    let (dir, root) = scratch(&[
        ("to-file", "-> ../outside/secret"),
        ("to-dir", "-> ../outside"),
        ("d/up", "-> ../.."),
    ]);
    let absolute = dir.path().join("outside");
    symlink(&absolute, root.join("abs")).unwrap();
    let before = exact_snapshot(dir.path());
    let mut workspace = DirWorkspace::open(&root).unwrap();

    for path in ["to-dir/secret", "abs/secret", "d/up/outside/secret", "to-dir/new", "abs/n/m"] {
        let path = at(&workspace, path);
        assert_eq!(code(workspace.entry(&path)), "path_escape", "{path}");
        assert_eq!(code(workspace.read(&path, 99)), "path_escape", "{path}");
        assert_eq!(code(workspace.follow(&path)), "path_escape", "{path}");
    }
    for path in ["to-file", "to-dir", "abs", "d/up"] {
        assert_eq!(code(workspace.follow(&at(&workspace, path))), "path_escape", "{path}");
    }
    for change in [
        add(&workspace, "to-dir/new", "x"),
        add(&workspace, "d/up/new", "x"),
        modify(&workspace, "abs/secret", "secret", "x"),
        remove(&workspace, "to-dir/secret", "secret"),
    ] {
        let good = modify(&workspace, "a", "1", "x");
        assert_eq!(code(workspace.commit(&[good, change], Durability::None)), "path_escape");
    }
    assert_eq!(exact_snapshot(dir.path()), before);
}

#[test]
fn absolute_links_inside_the_root_are_followed() {
    let (_dir, root) = scratch(&[("d/f", "text")]);
    symlink(root.join("d"), root.join("abs")).unwrap();
    symlink(root.canonicalize().unwrap().join("d/f"), root.join("f")).unwrap();
    let mut workspace = DirWorkspace::open(&root).unwrap();

    assert_eq!(workspace.follow(&at(&workspace, "f")).unwrap().as_bstr(), "d/f");
    assert_eq!(workspace.read(&at(&workspace, "abs/f"), 99).unwrap(), b"text");
    let changes = [modify(&workspace, "abs/f", "text", "new"), add(&workspace, "abs/n/m", "x")];
    workspace.commit(&changes, Durability::None).unwrap();
    assert_eq!(fs::read(root.join("d/f")).unwrap(), b"new");
    assert_eq!(fs::read(root.join("d/n/m")).unwrap(), b"x");
    assert!(root.join("abs").is_symlink());
}

#[test]
fn links_into_protected_places_are_refused() {
    let (dir, root) = scratch(&[
        (".git/config", "git"),
        (".git/hooks/h", "hook"),
        ("l", "-> .git"),
        ("m", "-> .git/config"),
        ("d/n", "-> ../keys"),
        ("keys/k", "key"),
        ("o", "-> l/config"),
    ]);
    let before = exact_snapshot(dir.path());
    let mut workspace = DirWorkspace::open(&root).unwrap().protect("keys").unwrap();
    for path in ["l/config", "l/hooks/h", "l/hooks/new", "d/n/k", "d/n/new"] {
        assert_eq!(code(workspace.entry(&at(&workspace, path))), "protected_path", "{path}");
        let change = add(&workspace, path, "x");
        assert_eq!(code(workspace.commit(&[change], Durability::None)), "protected_path", "{path}");
    }
    for path in ["l", "m", "o", "d/n"] {
        assert_eq!(code(workspace.follow(&at(&workspace, path))), "protected_path", "{path}");
    }
    assert_eq!(code(workspace.resolve(BStr::new("KEYS/k"))), "protected_path");
    assert_eq!(exact_snapshot(dir.path()), before);
}

#[test]
fn a_root_may_be_a_link_and_goes_by_both_names() {
    let (dir, root) = scratch(&[("d/f", "text")]);
    let alias = dir.path().join("alias");
    symlink(&root, &alias).unwrap();
    let mut workspace = DirWorkspace::open(&alias).unwrap();
    let resolve = |path: PathBuf| workspace.resolve(path.to_str().unwrap().into());
    for name in [&alias, &root, &root.canonicalize().unwrap()] {
        assert_eq!(resolve(name.join("d//f")).unwrap().as_bstr(), "d/f");
        assert_eq!(code(resolve(name.clone())), "path_escape");
        assert_eq!(code(resolve(name.join("../outside/secret"))), "path_escape");
        assert_eq!(code(resolve(name.join(".git/x"))), "protected_path");
    }
    assert_eq!(code(resolve(dir.path().join("outside/secret"))), "path_escape");
    assert_eq!(code(resolve(dir.path().join("root2/a"))), "path_escape");

    let change = modify(&workspace, "d/f", "text", "new");
    workspace.commit(&[change], Durability::Full).unwrap();
    assert_eq!(fs::read(root.join("d/f")).unwrap(), b"new");
}

#[test]
fn a_root_that_is_no_directory_is_refused() {
    let (dir, root) = scratch(&[]);
    assert_eq!(code(DirWorkspace::open(dir.path().join("none"))), "file_not_found");
    assert_eq!(code(DirWorkspace::open(root.join("a"))), "not_a_file");
}

#[test]
fn relative_paths_belong_to_the_first_of_several_roots() {
    let (dir, root) = scratch(&[("in/b", "2")]);
    let (outside, inner) = (dir.path().join("outside"), root.join("in"));
    let mut workspace =
        DirWorkspace::open(&root).unwrap().with_root(&outside).unwrap().with_root(&inner).unwrap();
    let resolve = |path: &Path| {
        let path = workspace.resolve(path.to_str().unwrap().into()).unwrap();
        (path.root(), path.to_string())
    };
    assert_eq!(resolve(Path::new("secret")), (0, "secret".into()));
    assert_eq!(resolve(&outside.join("secret")), (1, "secret".into()));
    assert_eq!(resolve(&inner.join("b")), (2, "b".into()), "the innermost root");
    assert_eq!(resolve(Path::new("in/b")), (2, "b".into()), "however it is spelled");

    let beside = outside.join("secret");
    let changes = [
        modify(&workspace, "a", "1", "x"),
        modify(&workspace, beside.to_str().unwrap(), "secret", "y"),
        modify(&workspace, "in/b", "2", "z"),
    ];
    workspace.commit(&changes, Durability::None).unwrap();
    let found = snapshot(dir.path());
    assert!(found["root/a"].ends_with(" x") && found["outside/secret"].ends_with(" y"));
    assert!(found["root/in/b"].ends_with(" z"));

    let wrong =
        [modify(&workspace, "a", "x", "1"), modify(&workspace, beside.to_str().unwrap(), "0", "")];
    assert_eq!(code(workspace.commit(&wrong, Durability::None)), "stale_file");
    assert_eq!(snapshot(dir.path()), found, "all roots or none");
}

/// A thread swaps a directory for a link that leads out, over and over, while patches go through
/// it.
#[test]
fn a_directory_swapped_for_a_link_does_not_let_out() {
    let (dir, root) = scratch(&[("d/f", "0"), ("link", "-> ../outside")]);
    let before = exact_snapshot(&dir.path().join("outside"));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let _ = exchange(&root, "d", "link");
            }
        });
        let mut workspace = DirWorkspace::open(&root).unwrap();
        for turn in 0..2000 {
            let new = add(&workspace, &format!("d/n{turn}"), "new");
            let _ = workspace.commit(&[new], Durability::None);
            let read = workspace.read(&at(&workspace, "d/secret"), 99);
            assert_ne!(read.ok().as_deref(), Some(&b"secret"[..]));
            assert!(workspace.follow(&at(&workspace, "d/secret")).is_err());
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(exact_snapshot(&dir.path().join("outside")), before);
    let stray = snapshot(dir.path()).into_keys().find(|path| path.contains(".acp-patch-"));
    assert_eq!(stray, None);
}

/// The same with the directory in which a commit stages, and one that a commit makes.
#[test]
fn the_staging_directory_swapped_for_a_link_does_not_let_out() {
    let (dir, root) = scratch(&[("link", "-> ../outside"), ("n/f", "0")]);
    let before = exact_snapshot(&dir.path().join("outside"));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let _ = exchange(&root, ".acp-patch-commit", "link");
                let _ = exchange(&root, "n", "link");
            }
        });
        let mut workspace = DirWorkspace::open(&root).unwrap();
        for turn in 0..500 {
            let new = add(&workspace, &format!("n/{turn}/new"), "new");
            let change = modify(&workspace, "a", "1", "1");
            let _ = workspace.commit(&[new, change], Durability::None);
            let _ = workspace.recover();
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(exact_snapshot(&dir.path().join("outside")), before);
}

fn exchange(root: &Path, a: &str, b: &str) -> rustix::io::Result<()> {
    let root = fs::File::open(root).unwrap();
    rustix::fs::renameat_with(&root, a, &root, b, rustix::fs::RenameFlags::EXCHANGE)
}

#[test]
fn names_that_are_not_text_are_confined_alike() {
    let (_dir, root) = scratch(&[]);
    let workspace = DirWorkspace::open(&root).unwrap();
    assert_eq!(code(workspace.resolve(b"\xff/../../x".as_bstr())), "path_escape");
    assert_eq!(code(workspace.resolve(b"\xff/.git/x".as_bstr())), "protected_path");
}
