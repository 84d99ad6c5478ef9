//! Which paths a patch may name, by their words alone.

use bstr::{BStr, ByteSlice};
use patch_apply::{MemoryWorkspace, Protected, Workspace, WorkspacePath};

#[track_caller]
fn taken(path: &[u8], normalised: &str) {
    let path = WorkspacePath::new(0, path).unwrap();
    assert_eq!(path.as_bstr(), normalised);
    assert_eq!(path.to_string(), normalised);
}

#[track_caller]
fn refused(path: &[u8], expected: &str) {
    let error = WorkspacePath::new(0, path).unwrap_err();
    assert_eq!(error.code.as_str(), expected, "{}: {}", path.escape_ascii(), error.message);
    assert_eq!(error.path, path.as_bstr());
    let workspace = MemoryWorkspace::new();
    let error = workspace.resolve(path.as_bstr()).unwrap_err();
    assert_eq!(error.code.as_str(), expected, "{}", path.escape_ascii());
}

#[test]
fn relative_paths_are_normalised() {
    for (path, normalised) in [
        ("a", "a"),
        ("a/b/c", "a/b/c"),
        ("./a", "a"),
        ("a//b", "a/b"),
        ("a/./b/.", "a/b"),
        ("a/", "a"),
        ("././/a/.//", "a"),
        ("with blank /b", "with blank /b"),
        ("...", "..."),
        ("..a/b..", "..a/b.."),
        ("~/a", "~/a"),
        ("12:30.log", "12:30.log"),
        ("ab:c", "ab:c"),
        ("d/a:b", "d/a:b"),
        ("CON", "CON"),
        ("aux.txt", "aux.txt"),
        ("ä/ß", "ä/ß"),
    ] {
        taken(path.as_bytes(), normalised);
    }
    assert_eq!(WorkspacePath::new(0, b"\xff/\xfe").unwrap().as_bstr(), b"\xff/\xfe".as_bstr());
}

#[cfg(unix)]
#[test]
fn a_backslash_inside_a_name_is_a_byte_like_others() {
    taken(b"a\\b", "a\\b");
}

#[test]
fn paths_that_lead_out_are_refused() {
    for path in [
        "",
        ".",
        "./",
        "././.",
        "/",
        "//",
        "..",
        "../a",
        "a/..",
        "a/../b",
        "./../a",
        "a/b/../../..",
        "..\\a",
        "a\\..\\b",
        "a/..\\b",
        "/etc/passwd",
        "//server/share",
        "///a",
        "\\a",
        "\\\\server\\share\\a",
        "\\\\?\\C:\\a",
        "C:",
        "C:a",
        "c:a/b",
        "C:\\a",
        "C:/a",
        "./C:a",
        "z:",
        "a\0b",
        "\0",
    ] {
        refused(path.as_bytes(), "path_escape");
    }
}

#[test]
fn git_directories_are_protected_in_every_spelling() {
    for part in [
        ".git",
        ".GIT",
        ".Git",
        ".gIt",
        ".git.",
        ".git..",
        ".git ",
        ".git . .",
        ".git::$INDEX_ALLOCATION",
        ".git:foo",
        ".git:",
        ".GIT::$index_allocation",
        ".git ::$INDEX_ALLOCATION",
        "git~1",
        "GIT~1",
        "Git~1.",
        "git~1:x",
        ".g\u{200c}it",
        "\u{200d}.git",
        ".git\u{200e}",
        ".gi\u{200f}t",
        ".\u{202a}git",
        ".\u{202b}git",
        ".\u{202c}git",
        ".\u{202d}git",
        ".\u{202e}git",
        ".\u{206a}git",
        ".\u{206b}git",
        ".\u{206c}git",
        ".\u{206d}git",
        ".\u{206e}git",
        ".\u{206f}git",
        "\u{feff}.git",
        ".G\u{200c}I\u{feff}T. ",
        // What file systems of Linux ignore where they ignore case.
        ".\u{200b}git",
        ".g\u{ad}it",
        "\u{fe0f}.git",
        ".gi\u{3164}t",
        ".git\u{e0041}",
    ] {
        for path in [
            part.to_owned(),
            format!("{part}/config"),
            format!("a/{part}"),
            format!("a/{part}/hooks/x"),
        ] {
            refused(path.as_bytes(), "protected_path");
        }
    }
    for path in [".git\\config", "a\\.git\\config", ".\\.git\\x"] {
        refused(path.as_bytes(), "protected_path");
    }
}

#[test]
fn what_a_commit_leaves_in_a_root_is_protected() {
    for part in [
        ".acp-patch-commit",
        ".ACP-Patch-Commit. ",
        ".acp-patch-commit:x",
        ".acp-patch-commit.file",
        ".acp-patch-commit.JOURNAL",
        ".acp-\u{200c}patch-commit.file:x",
        ".acp-patch\u{ad}-commit.journal",
        "ACP-PA~1",
        "acp-pa~2.fil",
    ] {
        refused(part.as_bytes(), "protected_path");
        refused(format!("a/{part}/x").as_bytes(), "protected_path");
    }
    for part in
        ["acp-patch-commit", ".acp-patch-commits", ".acp-patch-commit-file", "acp-pa~", "acp-pa~x"]
    {
        assert!(WorkspacePath::new(0, part).is_ok(), "{part}");
    }
}

/// Ours goes further: it takes off what one file system ignores before it asks what another does.
#[test]
fn what_gitoxide_takes_for_a_git_directory_is_protected() {
    use gix_validate::path::component::{Error, Options};

    let rules = Options { protect_windows: false, protect_hfs: true, protect_ntfs: true };
    let names = [".git", ".GiT", "git~1", "GIT~1", ".g\u{200c}it", "\u{feff}.gi\u{202e}T", "git~2"];
    let suffixes =
        ["", ".", " ", " . .", ":", ":x", "::$INDEX_ALLOCATION", ". ::$DATA", "\\x", "x", "~1"];
    let mut agreed = 0;
    for (name, suffix) in names.iter().flat_map(|name| suffixes.map(|suffix| (name, suffix))) {
        let name = format!("{name}{suffix}");
        let verdict = gix_validate::path::component(name.as_str().into(), None, rules);
        if matches!(verdict, Err(Error::DotGitDir)) {
            refused(name.as_bytes(), "protected_path");
            agreed += 1;
        }
    }
    assert!(agreed > 30, "gitoxide protects {agreed} of the spellings alone");
}

#[test]
fn names_that_only_look_like_git_directories_pass() {
    for path in [
        ".gitignore",
        ".gitmodules",
        ".gitattributes",
        ".github/x",
        "git",
        "a.git/x",
        "git~2",
        "git~11",
        ".gi",
        ".gitt",
        " .git",
        "..git",
        ".g\u{e9}it",
        "git~",
        ".\u{200a}git",
    ] {
        taken(path.as_bytes(), path);
    }
}

#[test]
fn a_path_takes_itself_apart() {
    let path = WorkspacePath::new(1, "a/b/c.rs").unwrap();
    assert_eq!(path.root(), 1);
    assert_eq!(path.file_name(), "c.rs");
    assert_eq!(path.parent().unwrap().as_bstr(), "a/b");
    assert_eq!(path.components().collect::<Vec<_>>(), ["a", "b", "c.rs"]);
    assert_eq!(path.components().next_back(), Some(BStr::new("c.rs")));

    let top = WorkspacePath::new(1, "a").unwrap();
    assert_eq!((top.parent(), top.file_name()), (None, BStr::new("a")));
    assert!(path.starts_with(&top) && top.starts_with(&top) && !top.starts_with(&path));
    assert!(!WorkspacePath::new(1, "ab").unwrap().starts_with(&top));
    assert!(!WorkspacePath::new(0, "a/b").unwrap().starts_with(&top), "another root");
}

#[test]
fn paths_are_ordered_by_root_and_bytes() {
    let path = |root, path| WorkspacePath::new(root, path).unwrap();
    let mut paths = [path(1, "a"), path(0, "b"), path(0, "a/b"), path(0, "a")];
    paths.sort();
    assert_eq!(paths, [path(0, "a"), path(0, "a/b"), path(0, "b"), path(1, "a")]);
}

#[test]
fn hosts_protect_paths_with_all_their_spellings() {
    let list: Protected = [&WorkspacePath::new(0, "Secrets/keys").unwrap()].into_iter().collect();
    let check = |path: &str| list.check(&WorkspacePath::new(0, path).unwrap());
    for path in [
        "Secrets/keys",
        "Secrets/keys/a/b",
        "secrets/KEYS",
        "secrets. /keys:stream",
        "Secre\u{200d}ts/keys",
    ] {
        assert_eq!(check(path).unwrap_err().code.as_str(), "protected_path", "{path}");
    }
    for path in ["Secrets", "Secrets/keys2", "a/Secrets/keys"] {
        check(path).unwrap();
    }
    list.check(&WorkspacePath::new(1, "Secrets/keys").unwrap()).unwrap();
}

#[test]
fn absolute_paths_inside_a_named_root_are_taken() {
    let workspace =
        MemoryWorkspace::new().with_root_name("/srv//app/.").protect("/srv/app/p").unwrap();
    let resolve = |path: &str| workspace.resolve(BStr::new(path));
    for (path, inside) in
        [("/srv/app/a", "a"), ("/srv/app/./a//b/", "a/b"), ("//srv/app/a", "a"), ("a", "a")]
    {
        assert_eq!(resolve(path).unwrap().as_bstr(), inside, "{path}");
    }
    for path in [
        "/srv/app",
        "/srv/app/",
        "/srv",
        "/srv/application/a",
        "/srv/app/../app/a",
        "/srv/app/../../etc/passwd",
        "/srv/app/a/../../b",
        "/srv/app/a\0",
        "/srv/app/C:a",
        "/SRV/app/a",
    ] {
        assert_eq!(resolve(path).unwrap_err().code.as_str(), "path_escape", "{path}");
    }
    for path in ["/srv/app/.git/config", "/srv/app/p", "/srv/app/P/x", "p/x"] {
        assert_eq!(resolve(path).unwrap_err().code.as_str(), "protected_path", "{path}");
    }
}
