//! Keeping other committers out.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use patch_apply::{Change, Durability, Effect, Expected, Permissions, Workspace};

use crate::conformance::Host;
use crate::conformance::world::World;

/// Long enough for a commit that is not kept out to be made.
const A_MOMENT: Duration = Duration::from_millis(200);

/// Long enough for one that is let in, on a busy machine.
const LONG: Duration = Duration::from_secs(5);

pub(in crate::conformance) fn a_commit_under_a_hold_takes_effect<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1")]);
    world.workspace.release();
    for (old, new) in [("1", "2"), ("2", "3")] {
        world.workspace.hold().expect("nobody else commits");
        world.workspace.hold().expect("it is ours already");
        let read = world.workspace.read(&world.at("a"), 9).expect("it is there");
        assert_eq!(read, old.as_bytes());
        let bad = [world.modify("a", "0", new)];
        world.refuses(&bad, "stale_file");
        let change = world.modify("a", old, new);
        world.commits(&[change]);
        world.workspace.release();
    }
    let without = world.modify("a", "3", "4");
    world.commits(&[without]);
    world.assert_holds(&[("a", "4")]);
}

pub(in crate::conformance) fn a_hold_keeps_others_out<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1")]);
    let mut other = host.other_committer(&world.ground).expect("the host says there are others");
    world.workspace.hold().expect("nobody else commits");
    let (done, is_done) = channel();
    thread::spawn(move || {
        let permissions = Permissions::default();
        let effect = Effect::Write { contents: "theirs".into(), permissions };
        let path = other.resolve("n".into())?;
        let result =
            other.commit(&[Change { path, expected: Expected::Absent, effect }], Durability::None);
        // Nobody may listen any more: then the check has failed already.
        let _ = done.send(result.is_ok());
        Ok::<_, patch_apply::WorkspaceError>(())
    });
    let kept_out = is_done.recv_timeout(A_MOMENT);
    assert_eq!(kept_out, Err(RecvTimeoutError::Timeout), "somebody else committed under the hold");
    world.assert_holds(&[("a", "1")]);
    let ours = world.modify("a", "1", "2");
    world.commits(&[ours]);
    let kept_out = is_done.recv_timeout(A_MOMENT);
    assert_eq!(kept_out, Err(RecvTimeoutError::Timeout), "the commit gave up the hold");
    world.workspace.release();
    assert_eq!(is_done.recv_timeout(LONG), Ok(true), "others are not let in again");
    world.assert_holds(&[("a", "2"), ("n", "theirs")]);
}
