//! Every step of a transaction fails once, and is once the last one before a kill, in every
//! scenario: the tree is then wholly old or wholly new, at once or after recovery.

use std::collections::BTreeMap;
use std::path::Path;

use bstr::{BStr, BString};

use super::faults::{self, Means};
use super::tree::{exact_snapshot, fill, snapshot};
use crate::{
    Change, DirWorkspace, Effect, Expected, Hash, Permissions, Recovery, Sync, Workspace,
    WorkspacePath,
};

/// Files by path, and what each holds.
type Files = &'static [(&'static str, &'static str)];

/// A step of a scenario.
#[derive(Clone, Copy)]
enum Do {
    Add(&'static str, &'static str),
    Modify(&'static str, &'static str),
    Mode(&'static str, bool),
    Move(&'static str, &'static str),
    Link(&'static str, &'static str),
    Remove(&'static str),
}

/// Name, files before, what is done, files after.
type Scenario = (&'static str, Files, &'static [Do], Files);

const SCENARIOS: &[Scenario] = &[
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

/// Every kind of file system, with all files in one thread and one shard, and in several.
fn every_means(mut check: impl FnMut()) {
    for many in [false, true] {
        faults::set_many(many);
        for means in [Means::Exchange, Means::Link, Means::Move] {
            faults::set_means(means);
            check();
        }
    }
}

#[test]
fn every_fault_leaves_the_tree_old_or_new() {
    let mut faults = 0;
    every_means(|| {
        faults += SCENARIOS.iter().map(|scenario| faults_of(scenario, Sync::None)).sum::<usize>();
    });
    println!("{faults} faults, one for each step of each scenario");
}

#[test]
fn every_fault_of_syncing_leaves_the_tree_old_or_new() {
    let faults: usize = SCENARIOS.iter().map(|scenario| faults_of(scenario, Sync::Full)).sum();
    println!("{faults} faults, one for each step of each scenario");
}

#[test]
fn killed_at_any_step_recovery_leaves_the_tree_old_or_new() {
    let mut kills = 0;
    every_means(|| {
        kills += SCENARIOS.iter().map(|scenario| kills_of(scenario, Sync::None)).sum::<usize>();
    });
    println!("{kills} kills of a commit, and of the recovery from it");
}

#[test]
fn killed_while_syncing_recovery_leaves_the_tree_old_or_new() {
    let scenario = SCENARIOS.last().expect("there are scenarios");
    let never = usize::MAX;
    let kills = (0..)
        .take_while(|step| !matches!(kill(scenario, Sync::Full, *step, never), Killed::Neither));
    println!("{} kills of a commit", kills.count());
}

/// A step fails, and the program is killed while it takes back the others.
#[test]
fn killed_while_taking_back_recovery_leaves_the_tree_old_or_new() {
    let &(name, before, deeds, after) = SCENARIOS.last().expect("there are scenarios");
    let mut kills = 0;
    for sync in [Sync::None, Sync::Full] {
        'steps: for step in 0.. {
            for kill in 0.. {
                let dir = scratch();
                fill(dir.path(), before);
                let mut workspace = DirWorkspace::open(dir.path()).unwrap();
                let old = exact_snapshot(dir.path());
                let changes = changes(&workspace, before, deeds);

                faults::fail_at_and_from(step, kill);
                let result = workspace.commit(&changes, sync);
                let killed = faults::struck();
                if result.is_ok() {
                    // From here on steps clear away; nothing is taken back.
                    assert!(step > 30, "the scenario has steps");
                    break 'steps;
                }

                let story = format!("{name}, {sync:?}: step {step} fails, killed {kill} later");
                workspace.recover().unwrap_or_else(|error| panic!("{story}: {error}"));
                if exact_snapshot(dir.path()) != old {
                    assert_new(dir.path(), after, true, &story);
                }
                kills += 1;
                if !killed {
                    break;
                }
            }
        }
    }
    println!("{kills} kills of a commit that failed");
}

/// A directory in memory where the system has one: recovery syncs, and there are thousands.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Lets every step fail once; gives how many there are.
#[track_caller]
fn faults_of(&(name, before, deeds, after): &Scenario, sync: Sync) -> usize {
    for step in 0.. {
        let dir = scratch();
        fill(dir.path(), before);
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        let old = exact_snapshot(dir.path());
        let changes = changes(&workspace, before, deeds);

        faults::fail_at(step);
        let result = workspace.commit(&changes, sync);
        let passed = faults::disarm();

        match result {
            Err(error) => {
                assert!(!error.message.contains("put back"), "{name}, step {step}: {error}");
                assert_eq!(exact_snapshot(dir.path()), old, "{name}, step {step}: {error}");
            }
            Ok(()) => assert_new(dir.path(), after, passed, &format!("{name}, step {step}")),
        }
        if passed {
            assert!(step > 1, "{name}: the scenario has steps");
            return step;
        }
    }
    0
}

/// Stops a commit at every step as a kill would, and the recovery from each at every step of its
/// own; gives how many kills that makes.
#[track_caller]
fn kills_of(scenario: &Scenario, sync: Sync) -> usize {
    let mut kills = 0;
    for step in 0.. {
        for again in 0.. {
            kills += 1;
            match kill(scenario, sync, step, again) {
                Killed::Neither => return kills,
                Killed::CommitOnly => break,
                Killed::Both => {}
            }
        }
    }
    kills
}

enum Killed {
    Neither,
    CommitOnly,
    Both,
}

/// Kills a commit at one step and the recovery at another; then recovers for good.
#[track_caller]
fn kill(&(name, before, deeds, after): &Scenario, sync: Sync, step: usize, again: usize) -> Killed {
    let story = format!("{name}, killed at step {step}, recovery killed at step {again}");
    let dir = scratch();
    fill(dir.path(), before);
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    let old = exact_snapshot(dir.path());
    let changes = changes(&workspace, before, deeds);

    faults::fail_from(step);
    let result = workspace.commit(&changes, sync);
    let commit_passed = !faults::struck();
    faults::fail_from(again);
    let _ = workspace.recover();
    let recovery_passed = !faults::struck();

    workspace.recover().unwrap_or_else(|error| panic!("{story}: {error}"));
    // A commit that said that it was done is done.
    if result.is_ok() || exact_snapshot(dir.path()) != old {
        assert_new(dir.path(), after, true, &story);
    }
    assert_eq!(workspace.recover().unwrap(), Recovery::Nothing, "{story}");
    match (commit_passed, recovery_passed) {
        (true, _) => Killed::Neither,
        (false, true) => Killed::CommitOnly,
        (false, false) => Killed::Both,
    }
}

/// A fault while clearing away may leave litter and empty directories, and nothing else.
#[track_caller]
fn assert_new(root: &Path, after: Files, clean: bool, story: &str) {
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

#[test]
fn a_rollback_that_fails_says_so() {
    let dir = scratch();
    fill(dir.path(), &[("a", "1"), ("d/x", "2")]);
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    let before = snapshot(dir.path());
    let changes = changes(&workspace, &[("a", "1")], &[Do::Modify("a", "2"), Do::Add("b", "3")]);

    faults::fail_from(11);
    let error = workspace.commit(&changes, Sync::None).unwrap_err();
    faults::disarm();

    assert!(error.message.contains("could not be put back whole"), "{error}");
    assert_eq!(workspace.recover().unwrap(), Recovery::RolledBack);
    assert_eq!(snapshot(dir.path()), before);
}

fn changes(workspace: &DirWorkspace, before: Files, deeds: &[Do]) -> Vec<Change> {
    deeds.iter().flat_map(|deed| deed.changes(workspace, before)).collect()
}

impl Do {
    fn changes(self, workspace: &DirWorkspace, before: Files) -> Vec<Change> {
        let path = |name: &str| workspace.resolve(BStr::new(name)).unwrap();
        let text = |name| before.iter().find(|(path, _)| *path == name).unwrap().1;
        let file = |name| Expected::File(Hash::of(text(name).as_bytes()));
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
                let target = BString::from(target);
                vec![change(path(name), Expected::Absent, Effect::Symlink { target })]
            }
            Self::Remove(name) => vec![change(path(name), file(name), Effect::Remove)],
        }
    }
}

fn change(path: WorkspacePath, expected: Expected, effect: Effect) -> Change {
    Change { path, expected, effect }
}

fn write(text: &str, like: Option<WorkspacePath>, executable: Option<bool>) -> Effect {
    Effect::Write {
        contents: text.into(),
        permissions: Permissions { like, executable, bits: None },
    }
}
