//! What somebody else does to a file while a commit is made, or taken back, is never lost.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]

use std::fs;
use std::path::{Path, PathBuf};

use patch_apply::{Durability, Workspace};

use super::super::faults;
use super::super::tree::fill;
use super::scenarios::{Do, Files, changes, scratch};
use crate::DirWorkspace;

/// How a file is saved.
#[derive(Clone, Copy, Debug)]
enum Save {
    InPlace,
    ByRename,
}

const MINE: &str = "what somebody else saved";

impl Save {
    fn to(self, path: &Path) {
        match self {
            Self::InPlace => fs::write(path, MINE).unwrap(),
            Self::ByRename => {
                let beside = path.with_extension("mine");
                fs::write(&beside, MINE).unwrap();
                fs::rename(beside, path).unwrap();
            }
        }
    }
}

const ONE: (Files, &[Do]) = (&[("d/a", "1")], &[Do::Modify("d/a", "2")]);
const TWO: (Files, &[Do]) =
    (&[("d/a", "1"), ("b", "1")], &[Do::Modify("d/a", "2"), Do::Modify("b", "2")]);

/// Commits, with a fault at one step and a save before another, and recovers; returns whether both
/// came to pass.
#[track_caller]
fn keeps_what_is_saved(
    (files, deeds): (Files, &[Do]),
    how: Save,
    (fault, save): (Option<usize>, usize),
) -> bool {
    let dir = scratch();
    fill(dir.path(), files);
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    let changes = changes(&workspace, files, deeds);
    let path: PathBuf = dir.path().join("d/a");
    let saved = path.clone();
    if let Some(fault) = fault {
        faults::fail_at(fault);
    }
    faults::before(save, move || how.to(&saved));
    let committed = workspace.commit(&changes, Durability::None);
    let recovered = workspace.recover();
    let came = !faults::is_waiting() & (fault.is_none() | faults::struck());
    let story = format!("{fault:?} {save} {how:?}: {committed:?} {recovered:?}");
    if came {
        assert_eq!(fs::read_to_string(&path).unwrap(), MINE, "{story}");
    }
    came
}

#[test]
fn a_save_at_any_step_of_a_commit_is_kept() {
    for what in [ONE, TWO] {
        for how in [Save::InPlace, Save::ByRename] {
            let saves = (0..).take_while(|save| keeps_what_is_saved(what, how, (None, *save)));
            assert!(saves.count() > 4, "a commit has some steps");
        }
    }
}

#[test]
fn a_save_at_any_step_of_taking_back_is_kept() {
    for what in [ONE, TWO] {
        for how in [Save::InPlace, Save::ByRename] {
            let mut taken_back = 0;
            for fault in 0..30 {
                taken_back += (fault..60)
                    .filter(|save| keeps_what_is_saved(what, how, (Some(fault), *save)))
                    .count();
            }
            assert!(taken_back > 20, "{taken_back}");
        }
    }
}
