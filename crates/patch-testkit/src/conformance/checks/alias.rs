//! Two names for one file, and paths that meet.

use patch_apply::{ApplyOptions, Workspace, plan};

use crate::conformance::Host;
use crate::conformance::world::World;

pub(in crate::conformance) fn one_path_twice_is_refused<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2")]);
    let twice = [world.modify("a", "1", "x"), world.modify("b", "2", "x"), world.remove("a", "1")];
    world.refuses(&twice, "duplicate_file_patch");
    let twice = [world.add("n", "x"), world.modify("a", "1", "x"), world.add("./n", "y")];
    world.refuses(&twice, "duplicate_file_patch");
}

pub(in crate::conformance) fn two_names_for_one_place_are_refused<H: Host>(host: &H) {
    let mut world = World::of(host, &[("d/a", "1"), ("l", "-> d"), ("b", "2")]);
    for pair in [
        [world.modify("d/a", "1", "x"), world.modify("l/a", "1", "y")],
        [world.modify("d/a", "1", "x"), world.remove("l/a", "1")],
        [world.remove("d/a", "1"), world.remove("l/a", "1")],
        [world.add("d/n/m", "x"), world.add("l/n/m", "y")],
    ] {
        let [first, second] = pair;
        let changes = [first.clone(), world.modify("b", "2", "x"), second.clone()];
        world.refuses(&changes, "duplicate_file_patch");
        world.refuses(&[second, first], "duplicate_file_patch");
    }
}

#[track_caller]
fn patch_is_refused<H: Host>(world: &World<'_, H>, names: [&str; 2]) {
    let section = |name| format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-old\n+new\n");
    let text = names.map(section).concat();
    let patch = patch_parse::parse(text.as_bytes()).expect("it is a patch");
    let refusal = plan(&patch, &world.workspace, &ApplyOptions::default()).expect_err("one file");
    assert_eq!(refusal.code().as_str(), "duplicate_file_patch", "{names:?}");
}

pub(in crate::conformance) fn a_patch_of_two_names_for_one_file_is_refused<H: Host>(host: &H) {
    let world = World::of(host, &[("d/a", "old\n"), ("l", "-> d")]);
    patch_is_refused(&world, ["d/a", "l/a"]);
    patch_is_refused(&world, ["l/a", "d/a"]);
}

pub(in crate::conformance) fn a_patch_of_two_hard_links_is_refused<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "old\n"), ("d/b", "== a")]);
    patch_is_refused(&world, ["a", "d/b"]);
    let change = world.modify("a", "old\n", "new\n");
    world.commits(&[change]);
    assert_eq!(world.workspace.read(&world.at("a"), 9).expect("it is there"), b"new\n");
    let other = world.workspace.read(&world.at("d/b"), 9).expect("it is there");
    assert!(other == b"old\n" || other == b"new\n", "the other name: {}", other.escape_ascii());
}

pub(in crate::conformance) fn nothing_is_written_below_what_the_same_commit_writes<H: Host>(
    host: &H,
) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2")]);
    let below_new = [world.add("n", "1"), world.add("n/b", "x"), world.modify("b", "2", "x")];
    world.refuses(&below_new, "not_a_file");
    let below_old = [world.modify("a", "1", "x"), world.add("a/b", "x")];
    world.refuses(&below_old, "not_a_file");
    let far_below = [world.add("n", "1"), world.add("n/o/p/q", "x")];
    world.refuses(&far_below, "not_a_file");
}

pub(in crate::conformance) fn a_link_of_the_same_commit_is_not_written_through<H: Host>(host: &H) {
    let mut world = World::of(host, &[("d/a", "1"), ("e/x", "2"), ("l", "-> d"), ("m", "-> d")]);
    let through_new = [world.link("n", "d"), world.add("n/b", "x")];
    world.refuses(&through_new, "path_escape");
    let through_turned = [world.turn("l", "d", "e"), world.add("l/b", "x")];
    world.refuses(&through_turned, "path_escape");
    let to_a_file = [world.turn("l", "d", "e"), world.modify("l/a", "1", "x")];
    world.refuses(&to_a_file, "path_escape");
    // The same once the link makes way: below it there is nothing then.
    let through_gone = [world.unlink("l", "d"), world.modify("l/a", "1", "x")];
    world.refuses(&through_gone, "stale_file");
}
