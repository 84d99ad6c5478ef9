//! What is on the disk before which step, under [`Sync::Full`]: a loss of power at any moment finds the way back, or the end.

use patch_apply::{Sync, Workspace};

use super::super::faults::{self, Means};
use super::super::tree::fill;
use super::scenarios::{Do, changes, scratch};
use crate::DirWorkspace;

const MODIFY: &[Do] = &[Do::Modify("d/a", "3")];
const MOVE: &[Do] = &[Do::Move("d/a", "b")];

/// The names that change and what is brought to the disk, up to the journal's last name.
#[test]
fn everything_is_on_the_disk_before_what_needs_it() {
    let begun = "@/writing -> @/journal";
    let ended = ["@/journal -> @/committed", "sync @"];
    for (what, means, deeds, steps) in [
        (
            "a single step is whole by itself: only what it puts in place comes first",
            Means::Exchange,
            MODIFY,
            &["sync a file", begun, "@/n0 <-> d/a", "sync d"][..],
        ),
        (
            "with a hard link for what is kept",
            Means::Link,
            MODIFY,
            &["sync a file", begun, "@/n0 => d/a", "sync d"],
        ),
        (
            "two renames are not whole: the journal comes first",
            Means::Move,
            MODIFY,
            &["sync a file", begun, "sync .", "sync @", "d/a -> @/o0", "@/n0 -> d/a", "sync d"],
        ),
        (
            "of several steps no one happens before the journal",
            Means::Exchange,
            MOVE,
            &[
                "sync a file",
                "sync a file",
                "sync .",
                begun,
                "sync @",
                "@/n0 -> b",
                "d/a -> @/o1",
                "sync .",
                "sync d",
            ],
        ),
    ] {
        let dir = scratch();
        let before = &[("d/a", "1")];
        fill(dir.path(), before);
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        let changes = changes(&workspace, before, deeds);
        faults::set_means(means);
        faults::start_trace();
        workspace.commit(&changes, Sync::Full).unwrap();
        assert_eq!(faults::take_trace(), [steps, &ended].concat(), "{what}");
    }
}
