//! Permissions of what is written.

use crate::conformance::Host;
use crate::conformance::world::World;

pub(in crate::conformance) fn the_executable_bit_is_set_cleared_and_carried<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2"), ("p", "+x 3"), ("q", "+x 4")]);
    let changes = [
        world.permit(world.modify("a", "1", "1"), Some("a"), Some(true)),
        world.permit(world.modify("p", "3", "3"), Some("p"), Some(false)),
        world.modify("q", "4", "5"),
    ];
    world.commits(&changes);
    world.assert_holds(&[("a", "+x 1"), ("b", "2"), ("p", "3"), ("q", "+x 5")]);
    assert!(world.is_executable("a") && world.is_executable("q"));
    assert!(!world.is_executable("b") && !world.is_executable("p"));

    let moved = world.permit(world.add("c", "1"), Some("a"), None);
    let born = world.permit(world.add("n/n", ""), None, Some(true));
    let copied = world.permit(world.add("plain", ""), Some("q"), Some(false));
    let changes = [moved, world.remove("a", "1"), born, copied, world.add("o", "")];
    world.commits(&changes);
    world.assert_holds(&[
        ("b", "2"),
        ("c", "+x 1"),
        ("n/n", "+x "),
        ("o", ""),
        ("p", "3"),
        ("plain", ""),
        ("q", "+x 5"),
    ]);

    // Two files that change places take what is theirs along.
    let swapped = [
        world.permit(world.modify("b", "2", "5"), Some("q"), None),
        world.permit(world.modify("q", "5", "2"), Some("b"), None),
        world.remove("c", "1"),
        world.permit(world.modify("p", "3", "1"), Some("c"), None),
    ];
    world.commits(&swapped);
    world.assert_holds(&[
        ("b", "+x 5"),
        ("n/n", "+x "),
        ("o", ""),
        ("p", "+x 1"),
        ("plain", ""),
        ("q", "2"),
    ]);
}

pub(in crate::conformance) fn permissions_of_what_is_gone_are_refused<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1"), ("b", "2")]);
    let like_none = world.permit(world.add("n", ""), Some("none"), None);
    world.refuses(std::slice::from_ref(&like_none), "stale_file");
    let changes = [world.modify("a", "1", "x"), like_none, world.remove("b", "2")];
    world.refuses(&changes, "stale_file");
}
