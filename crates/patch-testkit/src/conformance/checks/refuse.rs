//! What a commit refuses, and that it then leaves everything as it was.

use patch_apply::{ApplyOptions, Change, Expected, Workspace, apply, plan};

use crate::conformance::Host;
use crate::conformance::world::{World, file};

/// Each change alone, and in the middle of good ones.
#[track_caller]
fn each_is_refused<H: Host>(world: &mut World<'_, H>, cases: Vec<(Change, &str)>) {
    for (change, expected) in cases {
        world.refuses(std::slice::from_ref(&change), expected);
        let good = [world.modify("b", "2", "x"), world.add("0/n", "x"), world.remove("d/c", "3")];
        let mut all: Vec<Change> = good.into();
        all.retain(|one| {
            !one.path.starts_with(&change.path) && !change.path.starts_with(&one.path)
        });
        all.insert(1.min(all.len()), change);
        world.refuses(&all, expected);
    }
}

pub(in crate::conformance) fn what_is_not_as_expected_is_refused<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2"), ("d/c", "3"), ("e", "")]);
    let link = |path| Change { expected: Expected::Symlink("b".into()), ..world.add(path, "x") };
    let cases = vec![
        // Changed, gone, came into being.
        (world.modify("a", "0", "x"), "stale_file"),
        (world.remove("a", "0"), "stale_file"),
        (world.modify("e", "0", "x"), "stale_file"),
        (world.modify("none", "1", "x"), "stale_file"),
        (world.modify("none/none", "1", "x"), "stale_file"),
        (world.remove("none", "1"), "stale_file"),
        (world.remove("none/none", "1"), "stale_file"),
        (world.add("a", "x"), "stale_file"),
        (world.add("a", "1"), "stale_file"),
        (world.add("e", "x"), "stale_file"),
        // Of another kind.
        (link("a"), "stale_file"),
        (link("none"), "stale_file"),
        (world.add("d", "x"), "not_a_file"),
        (world.modify("d", "1", "x"), "not_a_file"),
        (world.remove("d", "1"), "not_a_file"),
        // Below what is no directory.
        (world.add("a/b", "x"), "not_a_file"),
        (world.add("a/b/c/d", "x"), "not_a_file"),
        (world.add("d/c/x", "x"), "not_a_file"),
    ];
    each_is_refused(&mut world, cases);
}

pub(in crate::conformance) fn links_that_are_not_as_expected_are_refused<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2"), ("d/c", "3"), ("l", "-> a")]);
    let mut over_file = world.link("a", "b");
    over_file.expected = file("0");
    let cases = vec![
        (world.modify("l", "1", "x"), "stale_file"),
        (world.remove("l", "1"), "stale_file"),
        (world.add("l", "x"), "stale_file"),
        (world.unlink("l", "b"), "stale_file"),
        (world.unlink("l", "./a"), "stale_file"),
        (world.turn("l", "b", "d"), "stale_file"),
        (world.unlink("none", "a"), "stale_file"),
        (world.unlink("a", "a"), "stale_file"),
        (world.link("a", "b"), "stale_file"),
        (world.link("l", "b"), "stale_file"),
        (over_file, "stale_file"),
        (world.link("d", "b"), "not_a_file"),
        (world.unlink("d", "b"), "not_a_file"),
        (world.add("l/b", "x"), "not_a_file"),
    ];
    each_is_refused(&mut world, cases);
}

pub(in crate::conformance) fn a_directory_that_keeps_something_makes_no_way<H: Host>(host: &H) {
    let tree = &[("a", "1"), ("d/e/f", "2"), ("d/e/kept", "3"), ("x", "4")];
    let mut world = World::of(host, tree);
    let changes = [
        world.modify("a", "1", "x"),
        world.remove("x", "4"),
        world.remove("d/e/f", "2"),
        world.add("d", "file"),
        world.add("x/y", "5"),
    ];
    world.refuses(&changes, "not_a_file");
    let modified =
        [world.remove("d/e/f", "2"), world.modify("d/e/kept", "3", "x"), world.add("d", "file")];
    world.refuses(&modified, "not_a_file");
}

pub(in crate::conformance) fn a_directory_that_keeps_an_empty_one_makes_no_way<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("d/f", "2"), ("d/empty/", "")]);
    let changes = [world.modify("a", "1", "x"), world.remove("d/f", "2"), world.add("d", "file")];
    world.refuses(&changes, "not_a_file");
}

/// A bad change at every place among good ones of every kind.
pub(in crate::conformance) fn one_bad_change_among_good_ones_leaves_all_as_it_was<H: Host>(
    host: &H,
) {
    let tree =
        &[("a", "1"), ("b", "2"), ("c", "3"), ("d/e/f", "4"), ("m", "bad"), ("s", "5"), ("t", "6")];
    let mut world = World::of(host, tree);
    let good = [
        world.modify("a", "1", "x"),
        world.remove("b", "2"),
        world.add("c/now/below", "x"),
        world.remove("c", "3"),
        world.remove("d/e/f", "4"),
        world.add("n/o/p", "x"),
        world.permit(world.modify("s", "5", "6"), Some("t"), None),
        world.permit(world.modify("t", "6", "5"), Some("s"), None),
    ];
    for at in 0..=good.len() {
        let mut changes = good.to_vec();
        changes.insert(at, world.modify("m", "other", "x"));
        world.refuses(&changes, "stale_file");
    }
}

pub(in crate::conformance) fn after_a_refusal_all_goes_on<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2")]);
    let bad = [world.modify("a", "1", "x"), world.add("b", "x")];
    world.refuses(&bad, "stale_file");
    assert_eq!(world.workspace.read(&world.at("a"), 9).expect("it is there"), b"1");
    let good = [world.modify("a", "1", "x"), world.modify("b", "2", "y")];
    world.commits(&good);
    world.assert_holds(&[("a", "x"), ("b", "y")]);
    let stale = world.modify("a", "1", "z");
    world.refuses(&[stale], "stale_file");
}

/// Somebody else changes files while the workspace is open: it remembers nothing.
pub(in crate::conformance) fn what_others_change_is_seen<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2"), ("d/c", "3")]);
    let read = |world: &World<'_, H>, path| world.workspace.read(&world.at(path), 99);
    for path in ["a", "b", "d/c"] {
        read(&world, path).expect("it is there");
    }
    let (of_a, of_b, of_n) =
        (world.modify("a", "1", "x"), world.remove("b", "2"), world.add("n", "x"));
    let theirs = &[("a", "their longer text"), ("n", "their file")];
    world.change_to(theirs);
    assert_eq!(read(&world, "a").expect("it is there"), b"their longer text");
    assert_eq!(read(&world, "n").expect("it is there"), b"their file");
    assert_eq!(world.kind("b"), None);
    assert_eq!(world.kind("d"), None);
    for change in [of_a, of_b, of_n] {
        world.refuses(&[change], "stale_file");
    }
    world.assert_holds(theirs);
    let seen = world.modify("a", "their longer text", "both");
    world.commits(&[seen]);
    world.assert_holds(&[("a", "both"), ("n", "their file")]);
}

/// A plan whose file changed since is refused whole; made anew it takes effect on what is there
/// now.
pub(in crate::conformance) fn a_plan_that_is_stale_changes_nothing<H: Host>(host: &H) {
    let text = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n--- a/b\n+++ b/b\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
    let mut world = World::of(host, &[("a", "one\ntwo\n"), ("b", "one\ntwo\n")]);
    let patch = patch_parse::parse(text.as_bytes()).expect("it is a patch");
    let options = ApplyOptions::default();
    let plan = plan(&patch, &world.workspace, &options).expect("it fits");
    let theirs = &[("a", "one\ntwo\n"), ("b", "zero\none\ntwo\n")];
    world.change_to(theirs);
    let refusal = plan.commit(&mut world.workspace).expect_err("it is stale");
    assert_eq!(refusal.code().as_str(), "stale_file");
    world.assert_holds(theirs);
    apply(&patch, &mut world.workspace, &options).expect("it still fits");
    world.assert_holds(&[("a", "one\n2\n"), ("b", "zero\none\n2\n")]);
}
