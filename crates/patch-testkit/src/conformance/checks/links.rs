//! Symbolic links: where they lead, and what is made and unmade of them.

use patch_apply::{EntryKind, Workspace};

use crate::conformance::world::{World, code};
use crate::conformance::{Host, PROTECTED};

pub(in crate::conformance) fn links_are_followed_to_the_file_they_lead_to<H: Host>(host: &H) {
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
    let world = World::of(host, tree);
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
        let found = world.workspace.follow(&world.at(path)).expect("it leads somewhere");
        assert_eq!(found.as_bstr(), target, "{path}");
    }
}

pub(in crate::conformance) fn links_that_lead_nowhere_are_refused<H: Host>(host: &H) {
    let tree = &[
        ("a", "1"),
        ("d/x", "2"),
        ("dangling", "-> none"),
        ("deep", "-> none/../a"),
        ("through-file", "-> a/b"),
        ("loop", "-> pool"),
        ("pool", "-> loop"),
        ("self", "-> self"),
        ("git", "-> .git/config"),
        ("root", "-> ."),
        ("d/out", "-> .."),
    ];
    let mut world = World::of(host, tree);
    for (path, expected) in [
        ("none", "file_not_found"),
        ("dangling", "file_not_found"),
        ("deep", "file_not_found"),
        ("through-file", "file_not_found"),
        ("dangling/x", "file_not_found"),
        ("git", "file_not_found"),
        ("loop", "io_error"),
        ("self", "io_error"),
        ("loop/x", "io_error"),
        ("root", "not_a_file"),
        ("d/out", "not_a_file"),
    ] {
        assert_eq!(code(world.workspace.follow(&world.at(path))), expected, "{path}");
    }
    let through = world.at("dangling/x");
    assert_eq!(code(world.workspace.entry(&through)), "file_not_found");
    assert_eq!(code(world.workspace.read(&through, 9)), "file_not_found");
    let through = world.add("dangling/x", "new");
    world.refuses(&[through], "file_not_found");
}

pub(in crate::conformance) fn links_that_lead_out_are_refused<H: Host>(host: &H) {
    let tree = &[
        ("a", "1"),
        ("d/x", "2"),
        ("out", "-> ../a"),
        ("far", "-> d/../../../x"),
        ("abs", "-> /etc"),
        ("d/dots", "-> ../.."),
        ("chain", "-> d/dots"),
    ];
    let mut world = World::of(host, tree);
    for path in ["out", "far", "abs", "d/dots", "chain", "out/x"] {
        let path = world.at(path);
        assert_eq!(code(world.workspace.follow(&path)), "path_escape", "{path}");
    }
    for path in ["out/x", "abs/passwd", "d/dots/x", "far/x", "chain/x"] {
        let at = world.at(path);
        assert_eq!(code(world.workspace.entry(&at)), "path_escape", "{path}");
        assert_eq!(code(world.workspace.read(&at, 9)), "path_escape", "{path}");
        assert_eq!(code(world.workspace.read_link(&at)), "path_escape", "{path}");
        let good = world.modify("a", "1", "new");
        for change in [world.add(path, "evil"), world.remove(path, "old"), world.link(path, "a")] {
            world.refuses(&[good.clone(), change], "path_escape");
        }
    }
}

pub(in crate::conformance) fn links_to_protected_places_are_refused<H: Host>(host: &H) {
    // The protected path itself is put there by the host, past the workspace; only links to where
    // it would be can be asked for in the same way of every host.
    let tree = &[("a", "1"), ("Secrets/x", "2"), ("d/l", "-> ../Secrets"), ("g", "-> .git")];
    let mut world = World::of(host, tree);
    for path in ["d/l/keys", "d/l/KEYS", "d/l/keys/k"] {
        let at = world.at(path);
        assert_eq!(code(world.workspace.entry(&at)), "protected_path", "{path}");
        assert_eq!(code(world.workspace.read(&at, 9)), "protected_path", "{path}");
        assert_eq!(code(world.workspace.follow(&at)), "protected_path", "{path}");
        let changes = [world.modify("a", "1", "new"), world.add(path, "evil")];
        world.refuses(&changes, "protected_path");
    }
    for target in [&format!("../{PROTECTED}"), "../Secrets/keys/k", "../.git/hooks", "../.GIT"] {
        let change = world.link("d/n", target);
        world.refuses(&[change], "protected_path");
    }
    let beside = world.modify("d/l/x", "2", "3");
    world.commits(&[beside]);
}

pub(in crate::conformance) fn link_targets_are_read_as_written<H: Host>(host: &H) {
    let world = World::of(host, &[("a", "1"), ("l", "-> .//a/../a"), ("n", "-> none")]);
    let read_link = |path| world.workspace.read_link(&world.at(path));
    assert_eq!(read_link("l").expect("a link"), ".//a/../a");
    assert_eq!(read_link("n").expect("a link"), "none");
    assert_eq!(code(read_link("a")), "io_error");
    assert_eq!(code(read_link("none")), "io_error");
}

pub(in crate::conformance) fn links_are_made_turned_and_removed_as_links<H: Host>(host: &H) {
    let tree = &[("a", "1"), ("d/f", "2"), ("l", "-> a"), ("m", "-> d/f"), ("dangling", "-> no")];
    let mut world = World::of(host, tree);
    let changes = [
        world.link("k", "d/f"),
        world.link("d/back", "../a"),
        world.turn("l", "a", "d"),
        world.unlink("m", "d/f"),
        world.unlink("dangling", "no"),
    ];
    world.commits(&changes);
    world.assert_holds(&[
        ("a", "1"),
        ("d/f", "2"),
        ("d/back", "-> ../a"),
        ("k", "-> d/f"),
        ("l", "-> d"),
    ]);
    let mut replaced = world.add("k", "a file");
    replaced.expected = patch_apply::Expected::Symlink("d/f".into());
    let mut linked = world.link("a", "k");
    linked.expected = crate::conformance::world::file("1");
    world.commits(&[replaced, linked]);
    world.assert_holds(&[
        ("a", "-> k"),
        ("d/f", "2"),
        ("d/back", "-> ../a"),
        ("k", "a file"),
        ("l", "-> d"),
    ]);
    let through = world.modify("l/f", "2", "3");
    world.commits(&[through]);
    assert_eq!(world.kind("l"), Some((EntryKind::Symlink, 0)), "links on the way stay");
    assert_eq!(world.workspace.read(&world.at("d/f"), 9).expect("it is there"), b"3");
}

pub(in crate::conformance) fn links_that_would_lead_out_are_not_made<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("d/c", "3"), ("l", "-> a")]);
    for (change, expected) in [
        (world.link("n", "/etc"), "path_escape"),
        (world.link("n", "../x"), "path_escape"),
        (world.link("n", ".."), "path_escape"),
        (world.link("d/n", "../../x"), "path_escape"),
        (world.link("d/n", "../d/../../a"), "path_escape"),
        (world.link("d/n", "../.git/hooks"), "protected_path"),
        (world.turn("l", "a", "../a"), "path_escape"),
    ] {
        world.refuses(std::slice::from_ref(&change), expected);
        let among = [world.modify("a", "1", "x"), change, world.remove("d/c", "3")];
        world.refuses(&among, expected);
    }
}

/// A workspace that holds no links says so, rather than drop one or write a file instead.
pub(in crate::conformance) fn no_link_is_made<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1")]);
    let before = world.things();
    let changes = [world.modify("a", "1", "2"), world.link("l", "a")];
    let result = world.workspace.commit(&changes, patch_apply::Durability::None);
    assert!(result.is_err(), "it holds no links, and took one");
    assert_eq!(world.things(), before);
    assert_eq!(code(world.workspace.read_link(&world.at("a"))), "io_error");
}
