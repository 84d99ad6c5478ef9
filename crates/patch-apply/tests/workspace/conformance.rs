//! What every workspace does alike.

use bstr::BString;
use patch_apply::{Change, Effect, EntryKind, Expected, Permissions, Sync, Workspace};

use crate::support::{add, at, code, link, modify, remove, with_permissions};
use crate::world::everywhere;

#[test]
fn entries_tell_what_stands_there() {
    let tree = &[("d/f", "text"), ("l", "-> d/f"), ("dl", "-> d"), ("dangling", "-> nowhere")];
    everywhere(tree, |world| {
        let kind =
            |path| world.entry(&at(world, path)).unwrap().map(|entry| (entry.kind, entry.len));
        assert_eq!(kind("d/f"), Some((EntryKind::File, 4)));
        assert_eq!(kind("dl/f"), Some((EntryKind::File, 4)), "links on the way are followed");
        assert_eq!(kind("d"), Some((EntryKind::Directory, 0)));
        assert_eq!(kind("l"), Some((EntryKind::Symlink, 0)));
        assert_eq!(kind("dangling"), Some((EntryKind::Symlink, 0)));
        assert_eq!(kind("none"), None);
        assert_eq!(kind("none/none"), None);
        assert_eq!(kind("d/f/below"), None, "nothing stands below a file");
        let id = |path| world.entry(&at(world, path)).unwrap().unwrap().id;
        assert!(id("d/f").is_some());
        assert_eq!(id("d/f"), id("dl/f"), "one file by two names");
        assert_ne!(id("d/f"), id("l"));
    });
}

#[test]
fn reading_takes_regular_files_up_to_the_limit() {
    let tree = &[("d/f", "12345"), ("e", ""), ("l", "-> d/f"), ("dl", "-> d")];
    everywhere(tree, |world| {
        let read = |path, limit| world.read(&at(world, path), limit);
        assert_eq!(read("d/f", 5).unwrap(), b"12345");
        assert_eq!(read("dl/f", u64::MAX).unwrap(), b"12345");
        assert_eq!(read("e", 0).unwrap(), b"");
        assert_eq!(code(read("d/f", 4)), "limit_exceeded");
        assert_eq!(code(read("d", 9)), "not_a_file");
        assert_eq!(code(read("l", 9)), "not_a_file");
        assert_eq!(code(read("none", 9)), "file_not_found");
        assert_eq!(code(read("none/none", 9)), "file_not_found");
        assert_eq!(code(read("d/f/below", 9)), "file_not_found");
    });
}

#[test]
fn links_are_followed_to_the_file_they_lead_to() {
    let tree = &[
        ("d/e/f", "1"),
        ("top", "2"),
        ("l1", "-> l2"),
        ("l2", "-> d/l3"),
        ("d/l3", "-> e/../e/./f"),
        ("dl", "-> d/e"),
        ("d/e/up", "-> ../../top"),
        ("to-d", "-> d/"),
    ];
    everywhere(tree, |world| {
        let follow = |path| world.follow(&at(world, path)).map(|path| path.to_string());
        for (path, target) in [
            ("l1", "d/e/f"),
            ("d/l3", "d/e/f"),
            ("dl/f", "d/e/f"),
            ("dl/up", "top"),
            ("to-d/e/up", "top"),
            ("to-d", "d"),
            ("d/e/f", "d/e/f"),
            ("dl", "d/e"),
        ] {
            assert_eq!(follow(path).unwrap(), target, "{path}");
        }
    });
}

#[test]
fn links_that_lead_nowhere_or_out_are_refused() {
    let tree = &[
        ("a", "1"),
        ("d/x", "2"),
        ("dangling", "-> none"),
        ("deep", "-> none/../a"),
        ("through-file", "-> a/b"),
        ("loop", "-> pool"),
        ("pool", "-> loop"),
        ("self", "-> self"),
        ("out", "-> ../a"),
        ("far", "-> d/../../../x"),
        ("abs", "-> /etc/passwd"),
        ("d/out", "-> .."),
        ("git", "-> .git/config"),
        ("d/git", "-> ../.GIT"),
        ("root", "-> ."),
        ("d/dots", "-> ../.."),
    ];
    everywhere(tree, |world| {
        let follow = |path| code(world.follow(&at(world, path)));
        for (path, expected) in [
            ("none", "file_not_found"),
            ("dangling", "file_not_found"),
            ("deep", "file_not_found"),
            ("through-file", "file_not_found"),
            ("dangling/x", "file_not_found"),
            ("loop", "io_error"),
            ("self", "io_error"),
            ("loop/x", "io_error"),
            ("out", "path_escape"),
            ("far", "path_escape"),
            ("abs", "path_escape"),
            ("out/x", "path_escape"),
            ("d/dots", "path_escape"),
            ("git", "file_not_found"),
            ("root", "not_a_file"),
            ("d/out", "not_a_file"),
        ] {
            assert_eq!(follow(path), expected, "{path}");
        }
        for path in ["out/x", "abs/x", "d/dots/x", "far/x"] {
            assert_eq!(code(world.entry(&at(world, path))), "path_escape", "{path}");
            assert_eq!(code(world.read(&at(world, path), 9)), "path_escape", "{path}");
            assert_eq!(code(world.read_link(&at(world, path))), "path_escape", "{path}");
            let change = add(world, path, "evil");
            world.refuses(&[change], "path_escape");
        }
        assert_eq!(code(world.entry(&at(world, "dangling/x"))), "file_not_found");
        let through = add(world, "dangling/x", "new");
        world.refuses(&[through], "file_not_found");
    });
}

#[test]
fn link_targets_are_read_as_written() {
    everywhere(&[("a", "1"), ("l", "-> .//a/../a")], |world| {
        assert_eq!(world.read_link(&at(world, "l")).unwrap(), ".//a/../a");
        assert_eq!(code(world.read_link(&at(world, "a"))), "io_error");
        assert_eq!(code(world.read_link(&at(world, "none"))), "io_error");
    });
}

#[test]
fn a_commit_makes_all_its_changes() {
    let before =
        &[("a", "1"), ("b", "2"), ("d/c", "3"), ("d/e/f", "4"), ("l", "-> a"), ("m", "-> b")];
    everywhere(before, |world| {
        let changes = [
            modify(world, "a", "1", "one"),
            remove(world, "b", "2"),
            add(world, "n/o/p", "new"),
            add(world, "n/q", ""),
            remove(world, "d/e/f", "4"),
            link(world, "k", "d/c"),
            Change {
                path: at(world, "l"),
                expected: Expected::Symlink("a".into()),
                effect: Effect::Symlink { target: "d".into() },
            },
            Change {
                path: at(world, "m"),
                expected: Expected::Symlink("b".into()),
                effect: Effect::Remove,
            },
        ];
        world.commit(&changes, Sync::Full).unwrap();
        let after = &[
            ("a", "one"),
            ("d/c", "3"),
            ("k", "-> d/c"),
            ("l", "-> d"),
            ("n/o/p", "new"),
            ("n/q", ""),
        ];
        world.assert_files(after);
        assert_eq!(world.entry(&at(world, "d/e")).unwrap(), None, "emptied directories go");
        world.commit(&[], Sync::Full).unwrap();
        world.assert_files(after);
    });
}

#[test]
fn every_way_of_not_being_as_expected_is_refused() {
    let tree = &[("a", "1"), ("b", "2"), ("d/c", "3"), ("l", "-> a")];
    everywhere(tree, |world| {
        let cases = [
            (modify(world, "a", "0", "x"), "stale_file"),
            (remove(world, "a", "0"), "stale_file"),
            (modify(world, "none", "1", "x"), "stale_file"),
            (remove(world, "none/none", "1"), "stale_file"),
            (add(world, "a", "x"), "stale_file"),
            (modify(world, "l", "1", "x"), "stale_file"),
            (add(world, "l", "x"), "stale_file"),
            (add(world, "d", "x"), "not_a_file"),
            (modify(world, "d", "1", "x"), "not_a_file"),
            (remove(world, "d", "1"), "not_a_file"),
            (add(world, "a/b", "x"), "not_a_file"),
            (add(world, "a/b/c/d", "x"), "not_a_file"),
            (add(world, "l/b", "x"), "not_a_file"),
            (link(world, "b", "a"), "stale_file"),
            (link(world, "n", "/etc"), "path_escape"),
            (link(world, "n", "../x"), "path_escape"),
            (link(world, "d/n", "../../x"), "path_escape"),
            (link(world, "d/n", "../.git/hooks"), "protected_path"),
        ];
        for (change, expected) in cases {
            let good =
                [modify(world, "b", "2", "x"), add(world, "0", "x"), remove(world, "d/c", "3")];
            let alone = [change.clone()];
            world.refuses(&alone, expected);
            let mut all: Vec<Change> = good.into();
            all.retain(|one| one.path != change.path);
            all.insert(1, change);
            if all.iter().all(|one| one.path.as_bstr() != "d") {
                world.refuses(&all, expected);
            }
        }
        let wrong_link = Change {
            path: at(world, "l"),
            expected: Expected::Symlink("b".into()),
            effect: Effect::Remove,
        };
        world.refuses(&[wrong_link], "stale_file");
    });
}

#[test]
fn two_names_for_one_file_are_refused() {
    everywhere(&[("d/a", "1"), ("l", "-> d")], |world| {
        let changes = [modify(world, "d/a", "1", "x"), modify(world, "l/a", "1", "y")];
        world.refuses(&changes, "duplicate_file_patch");
        let changes = [add(world, "d/n/m", "x"), add(world, "l/n/m", "y")];
        world.refuses(&changes, "duplicate_file_patch");
    });
}

#[test]
fn a_link_of_the_same_commit_is_not_written_through() {
    everywhere(&[("d/a", "1"), ("l", "-> d")], |world| {
        let changes = [link(world, "n", "d"), add(world, "n/b", "x")];
        world.refuses(&changes, "path_escape");
        let changes = [add(world, "n", "1"), add(world, "n/b", "x")];
        world.refuses(&changes, "not_a_file");
        let turned = Change {
            path: at(world, "l"),
            expected: Expected::Symlink("d".into()),
            effect: Effect::Symlink { target: "e".into() },
        };
        let changes = [turned, add(world, "l/b", "x")];
        world.refuses(&changes, "path_escape");
    });
}

#[test]
fn files_and_directories_make_way_for_each_other() {
    everywhere(&[("a", "1"), ("d/e/f", "2"), ("d/g", "3"), ("l", "-> d")], |world| {
        let unlink = Change {
            path: at(world, "l"),
            expected: Expected::Symlink("d".into()),
            effect: Effect::Remove,
        };
        let changes = [
            add(world, "a/b/c", "new"),
            remove(world, "a", "1"),
            add(world, "d", "file"),
            remove(world, "d/e/f", "2"),
            remove(world, "d/g", "3"),
            unlink,
            add(world, "l/m", "below"),
        ];
        world.commit(&changes, Sync::None).unwrap();
        world.assert_files(&[("a/b/c", "new"), ("d", "file"), ("l/m", "below")]);
    });
}

#[test]
fn a_directory_that_keeps_something_makes_no_way() {
    everywhere(&[("a", "1"), ("d/e/f", "2"), ("d/e/kept", "3"), ("x", "4")], |world| {
        let changes = [
            modify(world, "a", "1", "x"),
            remove(world, "x", "4"),
            remove(world, "d/e/f", "2"),
            add(world, "d", "file"),
            add(world, "x/y", "5"),
        ];
        world.refuses(&changes, "not_a_file");
    });
}

#[test]
fn files_swap_and_follow_each_other() {
    everywhere(&[("a", "1"), ("b", "2"), ("c", "3")], |world| {
        let swap = [modify(world, "a", "1", "2"), modify(world, "b", "2", "1")];
        world.commit(&swap, Sync::None).unwrap();
        world.assert_files(&[("a", "2"), ("b", "1"), ("c", "3")]);
        let chain =
            [remove(world, "a", "2"), modify(world, "b", "1", "2"), modify(world, "c", "3", "1")];
        world.commit(&chain, Sync::None).unwrap();
        world.assert_files(&[("b", "2"), ("c", "1")]);
    });
}

#[test]
fn the_executable_bit_is_set_cleared_and_carried() {
    everywhere(&[("a", "1"), ("b", "2")], |world| {
        let set = |world: &_, path, old, executable| {
            let like = Some(at(world, path));
            with_permissions(
                modify(world, path, old, old),
                Permissions { like, executable, bits: None },
            )
        };
        let executable = |world: &crate::world::World, path| {
            world.entry(&at(world, path)).unwrap().unwrap().executable
        };
        let changes = [set(world, "a", "1", Some(true))];
        world.commit(&changes, Sync::None).unwrap();
        assert!(executable(world, "a") && !executable(world, "b"));

        let like = Some(at(world, "a"));
        let moved =
            with_permissions(add(world, "c", "1"), Permissions { like, ..Permissions::default() });
        let born = Permissions { executable: Some(true), ..Permissions::default() };
        let changes = [moved, remove(world, "a", "1"), with_permissions(add(world, "n", ""), born)];
        world.commit(&changes, Sync::None).unwrap();
        assert!(executable(world, "c") && executable(world, "n"));

        let changes = [set(world, "c", "1", Some(false)), add(world, "o", "")];
        world.commit(&changes, Sync::None).unwrap();
        assert!(!executable(world, "c") && !executable(world, "o"));
    });
}

#[test]
fn a_model_that_is_gone_is_refused() {
    everywhere(&[("a", "1")], |world| {
        let like = Some(at(world, "none"));
        let change =
            with_permissions(add(world, "n", ""), Permissions { like, ..Permissions::default() });
        world.refuses(&[change], "stale_file");
    });
}

#[test]
fn a_removal_of_nothing_is_nothing() {
    everywhere(&[("a", "1")], |world| {
        let change =
            Change { path: at(world, "none"), expected: Expected::Absent, effect: Effect::Remove };
        world.commit(&[change], Sync::None).unwrap();
        world.assert_files(&[("a", "1")]);
    });
}

#[test]
fn names_are_bytes() {
    everywhere(&[], |world| {
        for name in
            [&b"\xff\xfe"[..], "ünï/中文".as_bytes(), b"with\nnewline", b"-rf", b"back\\slash"]
        {
            let path = world.resolve(name.into()).unwrap();
            let permissions = Permissions::default();
            let effect = Effect::Write { contents: name.into(), permissions };
            world
                .commit(
                    &[Change { path: path.clone(), expected: Expected::Absent, effect }],
                    Sync::None,
                )
                .unwrap();
            assert_eq!(BString::from(world.read(&path, 99).unwrap()), name);
            let expected = Expected::File(patch_apply::Hash::of(name));
            world.commit(&[Change { path, expected, effect: Effect::Remove }], Sync::None).unwrap();
        }
        world.assert_files(&[]);
    });
}
