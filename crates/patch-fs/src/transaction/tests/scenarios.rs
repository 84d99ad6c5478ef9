//! Scenarios: what is done to which files, and the result.

use std::collections::BTreeMap;
use std::path::Path;

use bstr::{BStr, BString};
use patch_apply::{
    Change, ContentHash, Effect, Expected, Permissions, Reach, Workspace, WorkspacePath,
};

use super::super::tree::snapshot;
use crate::DirWorkspace;

/// Files by path, and what each holds.
pub(super) type Files = &'static [(&'static str, &'static str)];

/// A step of a scenario.
#[derive(Clone, Copy)]
pub(super) enum Do {
    Add(&'static str, &'static str),
    Modify(&'static str, &'static str),
    Mode(&'static str, bool),
    Move(&'static str, &'static str),
    Link(&'static str, &'static str),
    Remove(&'static str),
}

/// Name, files before, what is done, files after.
pub(super) type Scenario = (&'static str, Files, &'static [Do], Files);

pub(super) const SCENARIOS: &[Scenario] = &[
    ("create", &[("k", "k")], &[Do::Add("n", "n")], &[("k", "k"), ("n", "n")]),
    (
        "create in new folders",
        &[],
        &[Do::Add("d/e/n", "1"), Do::Add("d/m", "2")],
        &[("d/e/n", "1"), ("d/m", "2")],
    ),
    (
        "modify",
        &[("a", "1"), ("d/b", "2")],
        &[Do::Modify("a", "3"), Do::Modify("d/b", "4")],
        &[("a", "3"), ("d/b", "4")],
    ),
    ("delete", &[("a", "1"), ("d/e/b", "2")], &[Do::Remove("a"), Do::Remove("d/e/b")], &[]),
    // One step each: if it must reach the disk, its journal is a link or, for this name, a file.
    ("modify one", &[("d/a", "1")], &[Do::Modify("d/a", "2")], &[("d/a", "2")]),
    ("delete one", &[("d/a", "1")], &[Do::Remove("d/a")], &[]),
    ("a newline in a name", &[("a\nb", "1")], &[Do::Modify("a\nb", "2")], &[("a\\nb", "2")]),
    ("mode", &[("a", "1")], &[Do::Mode("a", true)], &[("a", "1")]),
    (
        "swap",
        &[("a", "1"), ("b", "2")],
        &[Do::Modify("a", "2"), Do::Modify("b", "1")],
        &[("a", "2"), ("b", "1")],
    ),
    ("move", &[("d/a", "1")], &[Do::Move("d/a", "e/b")], &[("e/b", "1")]),
    (
        "folder for a file",
        &[("a", "1"), ("k", "k")],
        &[Do::Remove("a"), Do::Add("a/b/c", "2")],
        &[("a/b/c", "2"), ("k", "k")],
    ),
    (
        "file for a folder",
        &[("a/b/c", "1"), ("a/d", "2")],
        &[Do::Remove("a/b/c"), Do::Remove("a/d"), Do::Add("a", "3")],
        &[("a", "3")],
    ),
    (
        "link",
        &[("a", "1"), ("b", "2")],
        &[Do::Link("l", "a"), Do::Modify("b", "3")],
        &[("a", "1"), ("b", "3"), ("l", "-> a")],
    ),
    (
        "everything",
        &[("a", "1"), ("d/b", "2"), ("e/c", "3"), ("f", "4")],
        &[
            Do::Modify("a", "9"),
            Do::Remove("d/b"),
            Do::Add("d", "5"),
            Do::Remove("f"),
            Do::Add("f/g", "6"),
            Do::Move("e/c", "h/c"),
        ],
        &[("a", "9"), ("d", "5"), ("f/g", "6"), ("h/c", "3")],
    ),
];

/// A directory in memory if the system has one: recovery syncs, thousands of times.
pub(super) fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// A fault while clearing up may leave litter and empty directories, and nothing else.
#[track_caller]
pub(super) fn assert_new(root: &Path, after: Files, clean: bool, story: &str) {
    let found: BTreeMap<String, String> = snapshot(root)
        .into_iter()
        .filter(|(path, shown)| {
            !shown.starts_with("04") && (clean || !path.contains(".acp-patch-"))
        })
        .map(|(path, shown)| {
            (path, shown.split_once(' ').unwrap().1.split_once(' ').unwrap().1.into())
        })
        .collect();
    let wanted = after.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    assert_eq!(found, wanted.collect(), "{story}");
    let folders = snapshot(root).into_iter().filter(|(_, shown)| clean && shown.starts_with("04"));
    for (folder, _) in folders {
        let below = format!("{folder}/");
        assert!(after.iter().any(|(path, _)| path.starts_with(&below)), "{story}: {folder} stays");
    }
}

pub(super) fn changes(workspace: &DirWorkspace, before: Files, deeds: &[Do]) -> Vec<Change> {
    deeds.iter().flat_map(|deed| deed.changes(workspace, before)).collect()
}

impl Do {
    fn changes(self, workspace: &DirWorkspace, before: Files) -> Vec<Change> {
        let path = |name: &str| workspace.resolve(BStr::new(name)).unwrap();
        let text = |name| before.iter().find(|(path, _)| *path == name).unwrap().1;
        let file = |name| Expected::File(ContentHash::of(text(name).as_bytes()).into());
        match self {
            Self::Add(name, new) => {
                vec![change(path(name), Expected::Absent, write(new, None, None))]
            }
            Self::Modify(name, new) => {
                vec![change(path(name), file(name), write(new, Some(path(name)), None))]
            }
            Self::Mode(name, on) => {
                vec![change(path(name), file(name), write(text(name), Some(path(name)), Some(on)))]
            }
            Self::Move(from, to) => vec![
                change(path(from), file(from), Effect::Remove),
                change(path(to), Expected::Absent, write(text(from), Some(path(from)), None)),
            ],
            Self::Link(name, target) => {
                let effect =
                    Effect::Symlink { target: BString::from(target), reach: Reach::Inside };
                vec![change(path(name), Expected::Absent, effect)]
            }
            Self::Remove(name) => vec![change(path(name), file(name), Effect::Remove)],
        }
    }
}

pub(super) fn change(path: WorkspacePath, expected: Expected, effect: Effect) -> Change {
    Change { path, expected, effect }
}

pub(super) fn write(text: &str, like: Option<WorkspacePath>, executable: Option<bool>) -> Effect {
    Effect::Write {
        contents: text.into(),
        permissions: Permissions { like, executable, bits: None },
    }
}
