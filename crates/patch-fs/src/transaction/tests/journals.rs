//! Journals that cannot be acted on, and staging directories that belong to another root.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, lchown, symlink};

use bstr::ByteSlice;
use patch_apply::confine::Spot;
use patch_apply::{ContentHash, Durability, Workspace, WorkspacePath};
use tempfile::TempDir;

use super::super::faults;
use super::super::journal::{Journal, seal, to_target};
use super::super::op::{Content, Kind, Op};
use super::super::tree::{exact_snapshot, fill};
use super::scenarios::{Do, changes, scratch};
use crate::{DirWorkspace, Recovery};

/// The form of a journal on the disk.
#[derive(Clone, Copy)]
enum As {
    File,
    Link,
}

/// What recovery does with a journal that says that steps are being taken, with a file that is
/// staged under this name; if it refuses, nothing is touched.
#[track_caller]
fn recovered(journal: &[u8], how: As, staged: &str) -> Result<Recovery, String> {
    recovered_from(
        journal,
        how,
        ".acp-patch-commit/journal",
        &format!(".acp-patch-commit/{staged}"),
    )
}

#[track_caller]
fn recovered_from(journal: &[u8], how: As, place: &str, staged: &str) -> Result<Recovery, String> {
    let dir = scratch();
    fill(dir.path(), &[("a", "1"), (staged, "2")]);
    match how {
        As::File => fill(dir.path(), &[(place, str::from_utf8(journal).unwrap())]),
        As::Link => {
            let target = to_target(journal).unwrap();
            symlink(target.to_path().unwrap(), dir.path().join(place)).unwrap();
        }
    }
    let before = exact_snapshot(dir.path());
    let recovered = DirWorkspace::open(dir.path()).unwrap().recover();
    if recovered.is_err() {
        assert_eq!(exact_snapshot(dir.path()), before, "{recovered:?}");
    }
    recovered.map_err(|error| error.message)
}

#[track_caller]
fn refused(journal: &[u8], how: As, staged: &str, reason: &str) {
    let said = recovered(journal, how, staged).unwrap_err();
    assert!(said.contains(reason), "{said}");
}

#[test]
fn a_journal_of_another_version_is_left_to_that() {
    let other = seal(b"acp-patch journal 2\x001\0r\x000\0".to_vec());
    for how in [As::File, As::Link] {
        refused(&other, how, "n0", "recover with that version");
    }
}

/// A link that reached the disk without its target belongs to a single step, which was taken or
/// not.
#[test]
fn a_damaged_journal_is_not_acted_on_but_for_the_link_of_a_single_step() {
    let cut = b"acp-patch journal 3\x001\0r\x000\0";
    refused(cut, As::File, "n0", "its journal is damaged");
    assert_eq!(recovered(cut, As::Link, "n0"), Ok(Recovery::Cleared));
    refused(cut, As::Link, "o0", "no journal says whence they came");
}

#[test]
fn a_journal_that_speaks_of_a_missing_shard_is_not_acted_on() {
    let at = Spot::from(&WorkspacePath::new(0, "a").unwrap());
    let kind = Kind::Create { content: Content::File(ContentHash::of(b"1")) };
    let op = Op { number: Some(999_999), at, kind };
    let journal = Journal { roots: vec!["r".into()], ops: vec![op] }.encode();
    refused(&journal, As::File, "n0", "a directory is missing");
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

/// The journal of a commit that replaced `a` and staged its file under this number.
fn of_replacement(number: Option<usize>) -> Vec<u8> {
    let at = Spot::from(&WorkspacePath::new(0, "a").unwrap());
    let kind = Kind::Replace { content: Content::File(ContentHash::of(b"1")), file: None };
    Journal { roots: vec!["r".into()], ops: vec![Op { number, at, kind }] }.encode()
}

#[test]
fn the_journal_of_one_file_is_acted_on_where_it_belongs() {
    let [file, journal] = [".acp-patch-commit.file", ".acp-patch-commit.journal"];
    let other = seal(b"acp-patch journal 2\x001\0r\x000\0".to_vec());
    for how in [As::File, As::Link] {
        let alone = |journal_bytes: &[u8], staged: &str| {
            recovered_from(journal_bytes, how, journal, staged)
        };
        assert_eq!(alone(&of_replacement(None), file), Ok(Recovery::RolledBack));
        assert_eq!(alone(&of_replacement(None), "b"), Ok(Recovery::Cleared), "nothing is staged");
        assert_eq!(alone(b"acp-patch journal 3\x001", file), Ok(Recovery::Cleared), "half of one");
        // What an exchange put there: it is put back.
        let below = format!("{file}/x");
        assert_eq!(alone(&of_replacement(None), &below), Ok(Recovery::RolledBack));
        for (bytes, staged, reason) in [
            (&b"half of one".to_vec(), &*below, "it is a directory"),
            (&other, file, "recover with that version"),
            (&of_replacement(Some(0)), file, "its journal is that of another commit"),
            (&of_replacement(None), ".acp-patch-commit/n0", "a staging directory is beside it"),
        ] {
            let said = alone(bytes, staged).unwrap_err();
            assert!(said.contains(reason), "{said}");
        }
        refused(&of_replacement(None), how, "n0", "a file that is staged elsewhere");
    }
}

/// No commit keeps the old file both by an exchange and under a name of its own.
#[test]
fn a_journal_of_what_no_commit_leaves_is_not_acted_on() {
    let dir = scratch();
    let [staged, kept] = [".acp-patch-commit/n0", ".acp-patch-commit/o0"];
    let journal = String::from_utf8(of_replacement(Some(0))).unwrap();
    let files = [("a", "1"), (staged, "2"), (kept, "3"), (".acp-patch-commit/journal", &*journal)];
    fill(dir.path(), &files);
    let before = exact_snapshot(dir.path());
    for _ in 0..2 {
        let refused = DirWorkspace::open(dir.path()).unwrap().recover().unwrap_err();
        assert!(refused.message.contains("two files"), "{refused}");
        assert_eq!(exact_snapshot(dir.path()), before);
    }
}

/// What another user may have put there is not acted on, and nothing is touched. Only root can give
/// files away; for others there is nothing to check.
#[test]
fn what_another_user_left_is_not_acted_on() {
    let single = [".acp-patch-commit.file", ".acp-patch-commit.journal"];
    let many = [".acp-patch-commit/n0", ".acp-patch-commit/journal"];
    for (names, given, journal) in [
        (single, single[1], of_replacement(None)),
        (many, ".acp-patch-commit", of_replacement(Some(0))),
    ] {
        for how in [As::File, As::Link] {
            let dir = scratch();
            fill(dir.path(), &[("a", "1"), (names[0], "2")]);
            let place = dir.path().join(names[1]);
            match how {
                As::File => fs::write(&place, &journal).unwrap(),
                As::Link => {
                    symlink(to_target(&journal).unwrap().to_path().unwrap(), &place).unwrap();
                }
            }
            let workspace = || DirWorkspace::open(dir.path()).unwrap();
            if lchown(dir.path().join(given), Some(12_345), None).is_ok() {
                let before = exact_snapshot(dir.path());
                let refused = workspace().recover().unwrap_err();
                assert!(refused.message.contains("another user made this"), "{refused}");
                assert_eq!(refused.path, given);
                assert_eq!(exact_snapshot(dir.path()), before);
            }
            // Whoever owns the root does there what he likes.
            let _ = lchown(dir.path(), Some(12_345), None);
            assert_eq!(workspace().recover().unwrap(), Recovery::RolledBack, "{given}");
        }
    }
}

#[test]
fn what_others_may_write_to_is_not_acted_on_unless_all_may_do_all_in_the_root() {
    for (root, mode, expected) in [
        (0o755, 0o700, true),
        (0o755, 0o720, false),
        (0o755, 0o702, false),
        (0o1777, 0o777, false),
        (0o777, 0o777, true),
    ] {
        let dir = scratch();
        fill(dir.path(), &[(".acp-patch-commit/n0", "2")]);
        let set_mode = |name: &str, mode| {
            fs::set_permissions(dir.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
        };
        set_mode(".acp-patch-commit", mode);
        set_mode("", root);
        let recovered = DirWorkspace::open(dir.path()).unwrap().recover();
        assert_eq!(recovered.is_ok(), expected, "{mode:o} in {root:o}: {recovered:?}");
    }
}

#[test]
fn what_cannot_be_put_back_says_what_to_do() {
    let killed_at = |step| {
        let dir = scratch();
        fill(dir.path(), &[("d/a", "1")]);
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        let changes = changes(&workspace, &[("d/a", "1")], &[Do::Modify("d/a", "2")]);
        faults::fail_from(step);
        assert!(workspace.commit(&changes, Durability::None).is_err() && faults::struck());
        (dir, workspace)
    };
    let is_exchanged = |dir: &TempDir| fs::read_to_string(dir.path().join("d/a")).unwrap() == "2";
    let (dir, workspace) = (0..99).map(killed_at).find(|(dir, _)| is_exchanged(dir)).unwrap();

    fs::remove_dir_all(dir.path().join("d")).unwrap();
    let refused = workspace.recover().unwrap_err();
    assert_eq!((refused.code.as_str(), refused.path.as_bstr()), ("stale_file", "d/a".into()));
    assert!(refused.message.contains("make it again"), "{refused}");

    fs::create_dir(dir.path().join("d")).unwrap();
    assert_eq!(workspace.recover().unwrap(), Recovery::RolledBack);
    assert_eq!(fs::read_to_string(dir.path().join("d/a")).unwrap(), "1");
}
