//! Which paths a patch may name, by their words alone.

use bstr::{BStr, BString, ByteSlice};
use patch_apply::Workspace;

use crate::conformance::world::{World, code};
use crate::conformance::{Host, PROTECTED};

pub(in crate::conformance) fn paths_are_normalised<H: Host>(host: &H) {
    let world = World::of(host, &[("a/b", "1")]);
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
        (".gitignore", ".gitignore"),
        (".github/x", ".github/x"),
        ("a.git/x", "a.git/x"),
        ("git~2", "git~2"),
        ("ä/ß", "ä/ß"),
    ] {
        assert_eq!(world.at(path).as_bstr(), normalised, "{path}");
    }
    assert_eq!(world.workspace.read(&world.at(".//a/./b/"), 9).expect("it is there"), b"1");
}

pub(in crate::conformance) fn paths_that_lead_out_are_refused<H: Host>(host: &H) {
    let world = World::of(host, &[("a/b", "1")]);
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
        "a/../a/b",
        "./../a",
        "a/b/../../..",
        "..\\a",
        "a\\..\\b",
        "a/..\\b",
        "/etc/passwd",
        "//server/share",
        "\\a",
        "\\\\server\\share\\a",
        "\\\\?\\C:\\a",
        "C:",
        "C:a",
        "C:\\a",
        "C:/a",
        "./C:a",
        "a\0b",
        "\0",
    ] {
        assert_eq!(code(world.workspace.resolve(path.into())), "path_escape", "{path:?}");
    }
}

pub(in crate::conformance) fn git_directories_are_protected<H: Host>(host: &H) {
    let world = World::of(host, &[]);
    for part in [
        ".git",
        ".GIT",
        ".gIt",
        ".git.",
        ".git . .",
        ".git::$INDEX_ALLOCATION",
        ".git:foo",
        "git~1",
        "GIT~1",
        ".g\u{200c}it",
        "\u{feff}.git",
    ] {
        for path in [part.to_owned(), format!("{part}/config"), format!("a/{part}/hooks/x")] {
            let resolved = world.workspace.resolve(path.as_str().into());
            assert_eq!(code(resolved), "protected_path", "{path:?}");
        }
    }
    let resolved = world.workspace.resolve("a\\.git\\config".into());
    assert_eq!(code(resolved), "protected_path");
}

pub(in crate::conformance) fn protected_paths_are_refused<H: Host>(host: &H) {
    let world = World::of(host, &[]);
    let below = format!("{PROTECTED}/a/b");
    let upper = PROTECTED.to_uppercase();
    for path in [PROTECTED, &below, &upper, "secrets. /keys:stream"] {
        assert_eq!(code(world.workspace.resolve(path.into())), "protected_path", "{path}");
    }
    for path in ["Secrets", "Secrets/keys2", "a/Secrets/keys"] {
        assert_eq!(world.at(path).as_bstr(), path);
    }
}

pub(in crate::conformance) fn absolute_paths_inside_the_root_are_taken<H: Host>(host: &H) {
    let mut world = World::of(host, &[("d/f", "1")]);
    let root = host.root_name(&world.ground).expect("the host says that its root has a name");
    let absolute = |rest: &str| BString::from([root.as_slice(), rest.as_bytes()].concat());
    for (rest, inside) in [("/d/f", "d/f"), ("/./d//f/", "d/f"), ("/none", "none")] {
        assert_eq!(world.at(absolute(rest)).as_bstr(), inside);
    }
    for rest in ["", "/", "2/d/f", "/../d/f", "/d/../f", "/d/f\0"] {
        let path = absolute(rest);
        assert_eq!(code(world.workspace.resolve(path.as_bstr())), "path_escape", "{path}");
    }
    let git = absolute("/.git/config");
    assert_eq!(code(world.workspace.resolve(git.as_bstr())), "protected_path");

    let mut change = world.modify("d/f", "1", "2");
    change.path = world.at(absolute("/d/f"));
    world.commits(&[change]);
    world.assert_holds(&[("d/f", "2")]);
}

pub(in crate::conformance) fn names_are_bytes<H: Host>(host: &H) {
    let mut world = World::of(host, &[]);
    for name in [&b"\xff\xfe"[..], "ünï/中文".as_bytes(), b"with\nnewline", b"-rf", b"back\\slash"]
    {
        let path = world.at(name);
        let mut change = world.add("x", "");
        change.path = path.clone();
        world.commits(&[change]);
        let things = world.things();
        assert_eq!(things.0.keys().collect::<Vec<_>>(), [BStr::new(name)], "{things}");
        assert_eq!(world.workspace.read(&path, 9).expect("it is there"), b"");
        let mut change = world.remove("x", "");
        change.path = path;
        world.commits(&[change]);
        world.assert_holds(&[]);
    }
}
