//! What a commit leaves when it takes effect.

use patch_apply::{ApplyOptions, Change, Contract, Durability, Effect, Expected, Workspace, plan};

use crate::conformance::Host;
use crate::conformance::world::World;

pub(in crate::conformance) fn a_commit_makes_all_its_changes<H: Host>(host: &H) {
    let before = &[("a", "1"), ("b", "2"), ("d/c", "3"), ("d/e/f", "4"), ("kept", "5")];
    let mut world = World::of(host, before);
    let changes = [
        world.modify("a", "1", "one"),
        world.remove("b", "2"),
        world.add("n/o/p", "new"),
        world.add("n/q", ""),
        world.remove("d/e/f", "4"),
    ];
    world.commits(&changes);
    let after = &[("a", "one"), ("d/c", "3"), ("kept", "5"), ("n/o/p", "new"), ("n/q", "")];
    world.assert_holds(after);
    assert_eq!(world.kind("d/e"), None, "emptied directories go");
    let read = |path| world.workspace.read(&world.at(path), 9).expect("it is there");
    assert_eq!([read("a"), read("n/o/p"), read("n/q")], [&b"one"[..], b"new", b""]);
}

pub(in crate::conformance) fn a_commit_of_nothing_changes_nothing<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1")]);
    world.commits(&[]);
    let none =
        |path| Change { path: world.at(path), expected: Expected::Absent, effect: Effect::Remove };
    let changes = [none("none"), none("none/none")];
    world.commits(&changes);
    world.assert_holds(&[("a", "1")]);
}

pub(in crate::conformance) fn both_ways_of_syncing_come_out_alike<H: Host>(host: &H) {
    for durability in [Durability::Full, Durability::None] {
        let mut world = World::of(host, &[("a", "1"), ("b", "2"), ("d/c", "3")]);
        let changes =
            [world.modify("a", "1", "one"), world.remove("d/c", "3"), world.add("n/o", "new")];
        world.workspace.commit(&changes, durability).expect("all is as expected");
        world.assert_holds(&[("a", "one"), ("b", "2"), ("n/o", "new")]);
        let stale = [world.modify("b", "2", "two"), world.modify("a", "1", "again")];
        world.workspace.commit(&stale, durability).expect_err("one is not as expected");
        world.assert_holds(&[("a", "one"), ("b", "2"), ("n/o", "new")]);
    }
}

/// All rotations, forwards and backwards: any two changes come in either order.
pub(in crate::conformance) fn the_order_of_changes_has_no_meaning<H: Host>(host: &H) {
    let before =
        &[("a", "1"), ("b", "2"), ("c", "3"), ("d/e/f", "4"), ("d/g", "5"), ("h", "6"), ("i", "7")];
    for turn in 0..18 {
        let mut world = World::of(host, before);
        let mut changes = vec![
            world.modify("a", "1", "2"),
            world.modify("b", "2", "1"),
            world.permit(world.add("moved", "3"), Some("c"), None),
            world.remove("c", "3"),
            world.remove("d/e/f", "4"),
            world.remove("d/g", "5"),
            world.add("d", "a file now"),
            world.remove("h", "6"),
            world.add("h/i/j", "a directory now"),
        ];
        changes.rotate_left(turn / 2);
        if turn % 2 == 1 {
            changes.reverse();
        }
        world.commits(&changes);
        world.assert_holds(&[
            ("a", "2"),
            ("b", "1"),
            ("d", "a file now"),
            ("h/i/j", "a directory now"),
            ("i", "7"),
            ("moved", "3"),
        ]);
    }
}

pub(in crate::conformance) fn files_swap_and_follow_each_other<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2"), ("c", "3")]);
    let swap = [
        world.permit(world.modify("a", "1", "2"), Some("b"), None),
        world.permit(world.modify("b", "2", "1"), Some("a"), None),
    ];
    world.commits(&swap);
    world.assert_holds(&[("a", "2"), ("b", "1"), ("c", "3")]);
    let chain = [
        world.remove("a", "2"),
        world.permit(world.modify("b", "1", "2"), Some("a"), None),
        world.permit(world.modify("c", "3", "1"), Some("b"), None),
        world.permit(world.add("n/d", "3"), Some("c"), None),
    ];
    world.commits(&chain);
    world.assert_holds(&[("b", "2"), ("c", "1"), ("n/d", "3")]);
}

pub(in crate::conformance) fn files_and_directories_make_way_for_each_other<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("d/e/f", "2"), ("d/g", "3")]);
    let changes = [
        world.add("a/b/c", "new"),
        world.remove("a", "1"),
        world.add("d", "file"),
        world.remove("d/e/f", "2"),
        world.remove("d/g", "3"),
    ];
    world.commits(&changes);
    world.assert_holds(&[("a/b/c", "new"), ("d", "file")]);
    let back = [
        world.remove("a/b/c", "new"),
        world.add("a", "1"),
        world.remove("d", "file"),
        world.add("d/e/f", "2"),
    ];
    world.commits(&back);
    world.assert_holds(&[("a", "1"), ("d/e/f", "2")]);
}

pub(in crate::conformance) fn links_make_way_as_well<H: Host>(host: &H) {
    let mut world = World::of(host, &[("d/e/f", "1"), ("l", "-> d"), ("m", "-> d")]);
    let changes = [
        world.add("l/n", "below"),
        world.unlink("l", "d"),
        world.link("d", "l"),
        world.remove("d/e/f", "1"),
    ];
    world.commits(&changes);
    world.assert_holds(&[("d", "-> l"), ("l/n", "below"), ("m", "-> d")]);
}

pub(in crate::conformance) fn directories_left_empty_go_and_others_stay<H: Host>(host: &H) {
    let tree = &[
        ("d/e/f/x", "1"),
        ("d/e/y", "2"),
        ("k/x", "3"),
        ("k/y", "4"),
        ("only/x", "5"),
        ("top", "6"),
    ];
    let mut world = World::of(host, tree);
    let changes = [
        world.remove("d/e/f/x", "1"),
        world.remove("d/e/y", "2"),
        world.remove("k/x", "3"),
        world.remove("only/x", "5"),
        world.add("only/y", "6"),
    ];
    world.commits(&changes);
    world.assert_holds(&[("k/y", "4"), ("only/y", "6"), ("top", "6")]);
    for (path, is_there) in [("d", false), ("d/e/f", false), ("k", true), ("only", true)] {
        assert_eq!(world.kind(path).is_some(), is_there, "{path}");
    }
    let rest = [world.remove("k/y", "4"), world.remove("only/y", "6"), world.remove("top", "6")];
    world.commits(&rest);
    world.assert_holds(&[]);
    let anew = world.add("k/y", "the root stays");
    world.commits(&[anew]);
    world.assert_holds(&[("k/y", "the root stays")]);
}

pub(in crate::conformance) fn directories_that_were_empty_stay<H: Host>(host: &H) {
    let mut world = World::of(host, &[("empty/", ""), ("d/x", "1"), ("d/empty/", "")]);
    let change = world.remove("d/x", "1");
    world.commits(&[change]);
    world.assert_holds(&[("empty/", ""), ("d/empty/", "")]);
    let change = world.add("empty/x", "1");
    world.commits(&[change]);
    world.assert_holds(&[("empty/x", "1"), ("d/empty/", "")]);
}

/// The whole way, from the text of a patch: what a plan reads is what its commit replaces.
pub(in crate::conformance) fn a_patch_is_planned_and_committed<H: Host>(host: &H) {
    let text = "diff --git a/d/edited b/d/edited\n--- a/d/edited\n+++ b/d/edited\n@@ -1,3 +1,3 @@\n \
        one\n-two\n+2\n three\n\
        diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n\
        -bye\n\
        diff --git a/old b/n/new\nsimilarity index 50%\nrename from old\nrename to n/new\n\
        --- a/old\n+++ b/n/new\n@@ -1,2 +1,2 @@\n kept\n-old\n+new\n\
        diff --git a/made b/made\nnew file mode 100644\n--- /dev/null\n+++ b/made\n@@ -0,0 +1 @@\n+hello\n";
    let before = &[
        ("d/edited", "one\ntwo\nthree\n"),
        ("gone", "bye\n"),
        ("old", "kept\nold\n"),
        ("untouched", "x"),
    ];
    for contract in [Contract::Agent, Contract::Git] {
        let mut world = World::of(host, before);
        let mut options = ApplyOptions::default();
        options.contract = contract;
        options.durability = Durability::None;
        let patch = patch_parse::parse(text.as_bytes()).expect("it is a patch");
        let plan = plan(&patch, &world.workspace, &options).expect("it fits");
        world.assert_holds(before);
        let receipt = plan.commit(&mut world.workspace).expect("nothing changed");
        assert_eq!((receipt.committed, receipt.files.len()), (true, 4));
        world.assert_holds(&[
            ("d/edited", "one\n2\nthree\n"),
            ("made", "hello\n"),
            ("n/new", "kept\nnew\n"),
            ("untouched", "x"),
        ]);
    }
}
