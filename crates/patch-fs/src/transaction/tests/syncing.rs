//! What is on the disk before which step, under [`Durability::Full`]: after a power failure at any
//! moment, recovery finds the way back or the end.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use patch_apply::{Durability, Workspace};
use tempfile::TempDir;

use super::super::faults::{self, Means};
use super::super::tree::fill;
use super::scenarios::{Do, Files, changes, scratch};
use crate::DirWorkspace;

const MODIFY: &[Do] = &[Do::Modify("d/a", "3")];
const MOVE: &[Do] = &[Do::Move("d/a", "b")];

/// What is tried first for a single file, if the file system does not exchange names.
const TRIED: &[&str] = &["sync a file", "link @.journal", "remove @.journal", "remove @.file"];

/// The names that change and what is brought to the disk.
#[test]
fn everything_is_on_the_disk_before_what_needs_it() {
    let (link, begun) = ("link @/writing", "@/writing -> @/journal");
    let ended = ["@/journal -> @/committed", "sync @"];
    for (what, means, deeds, steps, cleared) in [
        (
            "a replaced file is whole by itself: only what it puts in place comes first",
            Means::Exchange,
            MODIFY,
            &[
                &["sync a file", "link @.journal", "@.file <-> d/a", "remove @.journal"],
                &["sync .", "sync d"][..],
            ][..],
            &["remove @.file"][..],
        ),
        (
            "with a hard link for what is kept",
            Means::Link,
            MODIFY,
            &[TRIED, &["sync a file", link, begun, "@/n0 => d/a", "sync d"], &ended],
            &["remove @/o0", "remove @/committed"],
        ),
        (
            "two renames are not whole: the journal comes first",
            Means::Move,
            MODIFY,
            &[
                TRIED,
                &["sync a file", link, begun, "sync a file", "@/writing => @/journal"],
                &["sync .", "sync @", "d/a -> @/o0", "@/n0 -> d/a", "sync d"],
                &ended,
            ],
            &["remove @/o0", "remove @/committed"],
        ),
        (
            "a single step that replaces nothing",
            Means::Exchange,
            &[Do::Remove("d/a")],
            &[&[link, begun, "d/a -> @/o0", "sync d"], &ended],
            &["remove @/o0", "remove @/committed"],
        ),
        (
            "of several steps no one happens before the journal",
            Means::Exchange,
            MOVE,
            &[
                &["sync a file", "sync a file", "sync .", begun, "sync @"],
                &["@/n0 -> b", "d/a -> @/o1", "sync .", "sync d"],
                &ended,
            ],
            &["remove @/o1", "remove @/committed"],
        ),
    ] {
        faults::set_means(means);
        let traced = trace(&[("d/a", "1")], deeds);
        assert_eq!(traced, [steps.concat().as_slice(), cleared].concat(), "{what}");
    }
}

#[test]
fn a_journal_that_can_be_no_link_is_a_file_that_is_waited_for() {
    let check = |before, deeds, file: &str| {
        let exchange = format!("@.file <-> {file}");
        let steps = [
            "sync a file",
            "sync a file",
            &exchange,
            "remove @.journal",
            "sync .",
            "sync d",
            "remove @.file",
        ];
        assert_eq!(trace(before, deeds), steps);
    };
    check(&[("d/a\nb", "1")], &[Do::Modify("d/a\nb", "3")], "d/a\nb");
    faults::set_makes_links(false);
    check(&[("d/a", "1")], MODIFY, "d/a");
}

/// The staging directory is private; the root may be more open to others than the folder of a file.
#[test]
fn a_file_is_staged_in_the_root_if_it_is_as_safe_there() {
    for (root, folder, is_safe) in [
        (0o755, 0o755, true),
        (0o755, 0o775, true),
        (0o755, 0o711, true),
        (0o700, 0o700, true),
        (0o755, 0o700, false),
        (0o755, 0o750, false),
        (0o775, 0o755, false),
        (0o775, 0o775, true),
        (0o777, 0o775, false),
        (0o777, 0o1777, false),
        (0o1777, 0o1777, true),
        (0o1777, 0o777, false),
    ] {
        for deed in [Do::Modify("d/a", "2"), Do::Add("d/b", "2"), Do::Modify("d/e/a", "2")] {
            let dir = scratch();
            let files = &[("d/a", "1"), ("d/e/a", "1")];
            fill(dir.path(), files);
            for (path, mode) in [("d/e", root), ("d", folder), ("", root)] {
                set_mode(&dir.path().join(path), mode);
            }
            let traced = trace_in(&dir, files, &[deed]);
            let is_single = traced.iter().any(|step| step.contains("@.file"));
            assert_eq!(is_single, is_safe, "{folder:o} in {root:o}: {traced:?}");
        }
    }
}

fn set_mode(path: &Path, mode: u32) {
    let permissions = PermissionsExt::from_mode(mode);
    std::fs::set_permissions(path, permissions).unwrap();
}

/// What a durable commit of these changes does.
fn trace(before: Files, deeds: &[Do]) -> Vec<String> {
    let dir = scratch();
    fill(dir.path(), before);
    trace_in(&dir, before, deeds)
}

fn trace_in(dir: &TempDir, before: Files, deeds: &[Do]) -> Vec<String> {
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    let changes = changes(&workspace, before, deeds);
    faults::start_trace();
    workspace.commit(&changes, Durability::Full).unwrap();
    faults::take_trace()
}
