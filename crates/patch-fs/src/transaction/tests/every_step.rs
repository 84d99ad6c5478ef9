//! Faults and kills at every step of every scenario.

use std::collections::BTreeSet;

use bstr::BStr;
use patch_apply::{ContentHash, Durability, Effect, Expected, Workspace, WorkspacePath};

use super::super::faults::{self, Means, Threads};
use super::super::tree::{exact_snapshot, fill, snapshot};
use super::scenarios::{
    Do, Files, SCENARIOS, Scenario, assert_new, change, changes, scratch, write,
};
use crate::{DirWorkspace, Recovery};

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

/// Few files, which are synced one by one; many at once; and many on a system that cannot sync all
/// at once.
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
        faults +=
            SCENARIOS.iter().map(|scenario| faults_of(scenario, Durability::None)).sum::<usize>();
    });
    println!("{faults} faults, one for each step of each scenario");
}

#[test]
fn every_fault_of_syncing_leaves_the_tree_old_or_new() {
    let mut faults = 0;
    every_way_to_sync(|| {
        faults +=
            SCENARIOS.iter().map(|scenario| faults_of(scenario, Durability::Full)).sum::<usize>();
    });
    println!("{faults} faults, one for each step of each scenario");
}

#[test]
fn killed_at_any_step_recovery_leaves_the_tree_old_or_new() {
    let mut kills = 0;
    every_means(|| {
        kills += SCENARIOS
            .iter()
            .map(|scenario| kills_of_commit(scenario, Durability::None))
            .sum::<usize>();
    });
    println!("{kills} kills of a commit");
}

/// What recovery finds of a commit of one file, killed at one step after another.
#[test]
fn one_file_is_put_back_only_while_there_is_a_journal() {
    use Recovery::{Cleared, Nothing, RolledBack};
    let found = |before: Files, deed: Do| {
        let mut found = Vec::new();
        for step in 0.. {
            let dir = scratch();
            fill(dir.path(), before);
            let mut workspace = DirWorkspace::open(dir.path()).unwrap();
            let changes = changes(&workspace, before, &[deed]);
            faults::fail_from(step);
            let _ = workspace.commit(&changes, Durability::None);
            if !faults::struck() {
                return found;
            }
            let done = workspace.recover().unwrap();
            found.push((done, snapshot(dir.path()).get("a").is_some_and(|a| a.ends_with(" 2"))));
        }
        found
    };
    assert_eq!(
        found(&[("a", "1")], Do::Modify("a", "2")),
        [
            (Nothing, false),
            (Cleared, false),    // The file is half written.
            (Cleared, false),    // There is no journal,
            (Cleared, false),    // or half of one.
            (RolledBack, false), // Neither name is found,
            (RolledBack, false), // or only one,
            (RolledBack, false), // or they are exchanged.
            (Cleared, true),     // The journal is gone.
        ]
    );
    assert_eq!(
        found(&[], Do::Add("a", "2")),
        [(Nothing, false), (Cleared, false), (Cleared, false), (Cleared, false)]
    );
}

/// Combines each kill of a commit with each kill of the recovery from it, for all means with one
/// another, and for several threads with the first only. All pairs of means and threads would
/// double the kills without testing more of a recovery.
#[test]
fn killed_while_recovering_the_next_recovery_leaves_the_tree_old_or_new() {
    use Threads::{ForMany, ForTwo};
    let mut kills = 0;
    for (threads, means) in [
        (ForMany, Means::Exchange),
        (ForMany, Means::Link),
        (ForMany, Means::Move),
        (ForTwo, Means::Exchange),
    ] {
        faults::set_threads(threads);
        faults::set_means(means);
        kills += SCENARIOS
            .iter()
            .map(|scenario| kills_of_both(scenario, Durability::None))
            .sum::<usize>();
        // Its journal has another form.
        let single = SCENARIOS.iter().filter(|(_, _, deeds, _)| deeds.len() == 1);
        kills += single.map(|scenario| kills_of_both(scenario, Durability::Full)).sum::<usize>();
    }
    println!("{kills} kills of a commit, and of the recovery from it");
}

#[test]
fn killed_while_syncing_recovery_leaves_the_tree_old_or_new() {
    let mut kills = 0;
    every_way_to_sync(|| {
        kills += SCENARIOS
            .iter()
            .map(|scenario| kills_of_commit(scenario, Durability::Full))
            .sum::<usize>();
    });
    println!("{kills} kills of a commit");
}

/// A step fails, and the program is killed while it takes back the others.
#[test]
fn killed_while_taking_back_recovery_leaves_the_tree_old_or_new() {
    let scenario = SCENARIOS.last().expect("there are scenarios");
    let mut kills = kills_while_taking_back(scenario, Durability::None);
    every_way_to_sync(|| kills += kills_while_taking_back(scenario, Durability::Full));
    println!("{kills} kills of a commit that failed");
}

fn kills_while_taking_back(
    &(name, before, deeds, after): &Scenario,
    durability: Durability,
) -> usize {
    let mut kills = 0;
    for step in 0.. {
        for kill in 0.. {
            let dir = scratch();
            fill(dir.path(), before);
            let mut workspace = DirWorkspace::open(dir.path()).unwrap();
            let old = exact_snapshot(dir.path());
            let changes = changes(&workspace, before, deeds);

            faults::fail_at_and_from(step, kill);
            let result = workspace.commit(&changes, durability);
            let killed = faults::struck();
            if result.is_ok() {
                // From here on, steps clear up; nothing is taken back.
                assert!(step > 25, "the scenario has steps");
                return kills;
            }

            let story = format!("{name}, {durability:?}: step {step} fails, killed {kill} later");
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

/// The first root has the journal; both contain staged files.
#[test]
fn killed_at_any_step_a_commit_over_two_roots_is_whole() {
    let old = [[("a", "1"), ("b", "2"), ("c", "3")]; 2];
    let mut kills = 0;
    for (threads, durability) in [
        (Threads::ForMany, Durability::None),
        (Threads::ForTwo, Durability::None),
        (Threads::ForTwo, Durability::Full),
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
                let expected = Expected::File(ContentHash::of(old.as_bytes()).into());
                change(path.clone(), expected, write("new", Some(path), None))
            };
            let remove = |path, old: &str| {
                change(path, Expected::File(ContentHash::of(old.as_bytes()).into()), Effect::Remove)
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
            let result = workspace.commit(&changes, durability);
            let passed = !faults::struck();

            let story = format!("{threads:?}, {durability:?}, killed at step {step}");
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

/// The root of the file has its journal, and may be recovered alone.
#[test]
fn killed_at_any_step_a_commit_of_one_file_in_the_second_root_is_whole() {
    for step in 0.. {
        let dirs = [scratch(), scratch()];
        for dir in &dirs {
            fill(dir.path(), &[("a", "1")]);
        }
        let mut workspace =
            DirWorkspace::open(dirs[0].path()).unwrap().with_root(dirs[1].path()).unwrap();
        let before = dirs.each_ref().map(|dir| exact_snapshot(dir.path()));
        let a = dirs[1].path().join("a").display().to_string();
        let a = workspace.resolve(BStr::new(&a)).unwrap();
        let expected = Expected::File(ContentHash::of(b"1").into());
        let modify = change(a.clone(), expected, write("2", Some(a), None));

        faults::fail_from(step);
        let result = workspace.commit(&[modify], Durability::None);
        let passed = !faults::struck();

        let story = format!("killed at step {step}");
        let second = DirWorkspace::open(dirs[1].path()).unwrap();
        second.recover().unwrap_or_else(|error| panic!("{story}: {error}"));
        assert_eq!(exact_snapshot(dirs[0].path()), before[0], "{story}");
        if result.is_ok() || exact_snapshot(dirs[1].path()) != before[1] {
            assert_new(dirs[1].path(), &[("a", "2")], true, &story);
        }
        if passed {
            assert!(step > 5, "the commit has steps");
            break;
        }
    }
}

/// Makes every step fail once; returns how many there are.
#[track_caller]
fn faults_of(&(name, before, deeds, after): &Scenario, durability: Durability) -> usize {
    for step in 0.. {
        let dir = scratch();
        fill(dir.path(), before);
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        let old = exact_snapshot(dir.path());
        let changes = changes(&workspace, before, deeds);

        faults::fail_at(step);
        let result = workspace.commit(&changes, durability);
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

/// Stops a commit at every step as a kill would; returns the number of kills.
#[track_caller]
fn kills_of_commit(scenario: &Scenario, durability: Durability) -> usize {
    let never = usize::MAX;
    let killed = |step: &usize| kill(scenario, durability, *step, never);
    (0..9999).take_while(|step| !matches!(killed(step), Killed::Neither)).count()
}

/// Stops a commit at every step, and the recovery from each at every step of its own; returns the
/// number of kills.
#[track_caller]
fn kills_of_both(scenario: &Scenario, durability: Durability) -> usize {
    let mut kills = 0;
    for step in 0.. {
        for again in 0.. {
            kills += 1;
            match kill(scenario, durability, step, again) {
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

/// Kills a commit at one step and the recovery at another; then recovers completely.
#[track_caller]
fn kill(
    &(name, before, deeds, after): &Scenario,
    durability: Durability,
    step: usize,
    again: usize,
) -> Killed {
    let story = format!("{name}, killed at step {step}, recovery killed at step {again}");
    let dir = scratch();
    fill(dir.path(), before);
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    let old = exact_snapshot(dir.path());
    let changes = changes(&workspace, before, deeds);

    faults::fail_from(step);
    let result = workspace.commit(&changes, durability);
    let commit_passed = !faults::struck();
    faults::fail_from(again);
    let _ = workspace.recover();
    let recovery_passed = !faults::struck();

    workspace.recover().unwrap_or_else(|error| panic!("{story}: {error}"));
    // A commit that reported success has taken effect.
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

#[test]
fn a_rollback_that_fails_says_so() {
    let dir = scratch();
    fill(dir.path(), &[("a", "1"), ("d/x", "2")]);
    let mut workspace = DirWorkspace::open(dir.path()).unwrap();
    let before = snapshot(dir.path());
    let changes = changes(&workspace, &[("a", "1")], &[Do::Modify("a", "2"), Do::Add("b", "3")]);

    faults::fail_from(11);
    let error = workspace.commit(&changes, Durability::None).unwrap_err();
    faults::disarm();

    assert!(error.message.contains("could not be put back whole"), "{error}");
    assert_eq!(workspace.recover().unwrap(), Recovery::RolledBack);
    assert_eq!(snapshot(dir.path()), before);
}

/// The code of a refusal promises that the files are as they were.
#[test]
fn a_refusal_that_cannot_be_taken_back_is_trouble() {
    let rule = "with more in it than the commit removes";
    let mut codes = BTreeSet::new();
    for step in 0.. {
        let dir = scratch();
        fill(dir.path(), &[("d/x", "1"), ("d/y", "2")]);
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        let changes = changes(&workspace, &[("d/x", "1")], &[Do::Remove("d/x"), Do::Add("d", "3")]);
        faults::fail_from(step);
        let error = workspace.commit(&changes, Durability::None).unwrap_err();
        let has_failed = faults::struck();
        if error.message.contains(rule) {
            codes.insert((
                error.message.contains("could not be put back whole"),
                error.code.as_str(),
            ));
        }
        workspace.recover().unwrap();
        if !has_failed {
            break;
        }
    }
    assert_eq!(codes, BTreeSet::from([(false, "not_a_file"), (true, "io_error")]));
}
