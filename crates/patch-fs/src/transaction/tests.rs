//! Every step of a transaction fails once, and is once the last one before a kill, in every
//! scenario: the tree is then wholly old or wholly new, at once or after recovery.

use std::collections::BTreeMap;
use std::path::Path;

use bstr::{BStr, BString};
use patch_apply::confine::Spot;
use patch_apply::{
    Change, Effect, Expected, Hash, Permissions, Reach, Sync, Workspace, WorkspacePath,
};

use super::faults::{self, Means, Threads};
use super::journal::{Journal, seal};
use super::op::{Content, Kind, Op};
use super::tree::{exact_snapshot, fill, snapshot};
use crate::{DirWorkspace, Recovery};

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
    for threads in [Threads::ForMany, Threads::ForTwo] {
        faults::set_threads(threads);
        for means in [Means::Exchange, Means::Link, Means::Move] {
            faults::set_means(means);
            check();
        }
    }
}

/// Few files, which are synced one by one; many at once; and many on a system that cannot do that.
fn every_way_to_sync(mut check: impl FnMut()) {
    use Threads::{ForMany, ForTwo};
    for (threads, syncs_file_systems) in [(ForMany, true), (ForTwo, true), (ForTwo, false)] {
        faults::set_threads(threads);
        faults::set_syncs_file_systems(syncs_file_systems);
        check();
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
    let mut faults = 0;
    every_way_to_sync(|| {
        faults += SCENARIOS.iter().map(|scenario| faults_of(scenario, Sync::Full)).sum::<usize>();
    });
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
    let mut kills = 0;
    every_way_to_sync(|| {
        let killed = |step: &usize| kill(scenario, Sync::Full, *step, never);
        kills += (0..9999).take_while(|step| !matches!(killed(step), Killed::Neither)).count();
    });
    println!("{kills} kills of a commit");
}

/// A step fails, and the program is killed while it takes back the others.
#[test]
fn killed_while_taking_back_recovery_leaves_the_tree_old_or_new() {
    let scenario = SCENARIOS.last().expect("there are scenarios");
    let mut kills = kills_while_taking_back(scenario, Sync::None);
    every_way_to_sync(|| kills += kills_while_taking_back(scenario, Sync::Full));
    println!("{kills} kills of a commit that failed");
}

fn kills_while_taking_back(&(name, before, deeds, after): &Scenario, sync: Sync) -> usize {
    let mut kills = 0;
    for step in 0.. {
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
                assert!(step > 25, "the scenario has steps");
                return kills;
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
    kills
}

/// The first root has the journal; what is staged lies in both.
#[test]
fn killed_at_any_step_a_commit_over_two_roots_is_whole() {
    let old = [[("a", "1"), ("b", "2"), ("c", "3")]; 2];
    let mut kills = 0;
    for (threads, sync) in [
        (Threads::ForMany, Sync::None),
        (Threads::ForTwo, Sync::None),
        (Threads::ForTwo, Sync::Full),
    ] {
        faults::set_threads(threads);
        for step in 0.. {
            let dirs = [scratch(), scratch()];
            dirs.iter().zip(old).for_each(|(dir, files)| fill(dir.path(), &files));
            let open = || DirWorkspace::open(dirs[0].path()).unwrap().with_root(dirs[1].path());
            let mut workspace = open().unwrap();
            let before = dirs.each_ref().map(|dir| exact_snapshot(dir.path()));
            let second = |name: &str| dirs[1].path().join(name).display().to_string();
            let at = |name: &str| workspace.resolve(BStr::new(name)).unwrap();
            let modify = |path: WorkspacePath, old: &str| {
                let expected = Expected::File(Hash::of(old.as_bytes()));
                change(path.clone(), expected, write("new", Some(path), None))
            };
            let remove = |path, old: &str| {
                change(path, Expected::File(Hash::of(old.as_bytes())), Effect::Remove)
            };
            let add = |path| change(path, Expected::Absent, write("new", None, None));
            let changes = [
                modify(at("a"), "1"),
                remove(at("b"), "2"),
                add(at("d/n")),
                modify(at(&second("a")), "1"),
                remove(at(&second("b")), "2"),
                add(at(&second("d/n"))),
            ];

            faults::fail_from(step);
            let result = workspace.commit(&changes, sync);
            let passed = !faults::struck();

            let story = format!("{threads:?}, {sync:?}, killed at step {step}");
            open().unwrap().recover().unwrap_or_else(|error| panic!("{story}: {error}"));
            let now = dirs.each_ref().map(|dir| exact_snapshot(dir.path()));
            if result.is_ok() || now != before {
                let after: Files = &[("a", "new"), ("c", "3"), ("d/n", "new")];
                for dir in &dirs {
                    assert_new(dir.path(), after, true, &story);
                }
            }
            if passed {
                assert!(step > 20, "the commit has steps");
                break;
            }
            kills += 1;
        }
    }
    println!("{kills} kills of a commit over two roots");
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

/// Writes a journal that says that steps are being taken, and gives what recovery says of it.
#[track_caller]
fn refused(journal: &[u8]) -> String {
    let dir = scratch();
    let journal = str::from_utf8(journal).unwrap();
    let area = [(".acp-patch-commit/n0", "2"), (".acp-patch-commit/journal", journal)];
    fill(dir.path(), &[("a", "1")]);
    fill(dir.path(), &area);
    let before = exact_snapshot(dir.path());
    let workspace = DirWorkspace::open(dir.path()).unwrap();
    let error = workspace.recover().unwrap_err();
    assert_eq!(exact_snapshot(dir.path()), before, "{error}");
    error.message
}

#[test]
fn a_journal_of_another_version_is_left_to_that() {
    let said = refused(&seal(b"acp-patch journal 1\x001\0r\x000\0".to_vec()));
    assert!(said.contains("recover with that version"), "{said}");
    let said = refused(b"acp-patch journal 1\x001\0r\x000\0");
    assert!(said.contains("damaged"), "{said}");
}

#[test]
fn a_journal_that_speaks_of_a_missing_shard_is_not_acted_on() {
    let at = Spot::from(&WorkspacePath::new(0, "a").unwrap());
    let kind = Kind::Create { content: Content::File(Hash::of(b"1")) };
    let op = Op { number: 999_999, at, kind };
    let said = refused(&Journal { roots: vec!["r".into()], ops: vec![op] }.encode());
    assert!(said.contains("a directory is missing"), "{said}");
}

#[test]
fn a_root_that_takes_part_waits_for_the_one_with_the_journal() {
    let whole = String::from_utf8(seal(b"home/elsewhere".to_vec())).unwrap();
    let cut = whole.get(..20).unwrap();
    for (part_of, staged, expected) in [
        (&*whole, "n0", Err("an interrupted commit took part in /home/elsewhere")),
        (&*whole, "writing", Err("an interrupted commit took part in /home/elsewhere")),
        (cut, "n0", Err("it does not say where its journal is")),
        (cut, "1/n128", Err("it does not say where its journal is")),
        // Killed while it wrote the name, before anything else.
        (cut, "writing", Ok(Recovery::Cleared)),
        ("", "writing", Ok(Recovery::Cleared)),
    ] {
        let dir = scratch();
        let staged = format!(".acp-patch-commit/{staged}");
        fill(dir.path(), &[(".acp-patch-commit/part-of", part_of), (&staged, "")]);
        let before = exact_snapshot(dir.path());
        match (DirWorkspace::open(dir.path()).unwrap().recover(), expected) {
            (Ok(done), Ok(expected)) => assert_eq!(done, expected),
            (Err(error), Err(expected)) => {
                assert!(error.message.contains(expected), "{error}");
                assert_eq!(exact_snapshot(dir.path()), before, "{error}");
            }
            (done, _) => panic!("{part_of:?}: {done:?}"),
        }
    }
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
                let effect =
                    Effect::Symlink { target: BString::from(target), reach: Reach::Inside };
                vec![change(path(name), Expected::Absent, effect)]
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
