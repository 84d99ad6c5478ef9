//! Journals that cannot be acted on, and staging directories that belong to another root.

use std::os::unix::fs::symlink;

use bstr::ByteSlice;
use patch_apply::confine::Spot;
use patch_apply::{ContentHash, WorkspacePath};

use super::super::journal::{Journal, seal, to_target};
use super::super::op::{Content, Kind, Op};
use super::super::tree::{exact_snapshot, fill};
use super::scenarios::scratch;
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
    let other = seal(b"acp-patch journal 1\x001\0r\x000\0".to_vec());
    for how in [As::File, As::Link] {
        refused(&other, how, "n0", "recover with that version");
    }
}

/// A link that reached the disk without its target belongs to a single step, which was taken or
/// not.
#[test]
fn a_damaged_journal_is_not_acted_on_but_for_the_link_of_a_single_step() {
    let cut = b"acp-patch journal 2\x001\0r\x000\0";
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
    let kind = Kind::Replace { content: Content::File(ContentHash::of(b"1")), was: None };
    Journal { roots: vec!["r".into()], ops: vec![Op { number, at, kind }] }.encode()
}

#[test]
fn the_journal_of_one_file_is_acted_on_where_it_belongs() {
    let [file, journal] = [".acp-patch-commit.file", ".acp-patch-commit.journal"];
    let other = seal(b"acp-patch journal 1\x001\0r\x000\0".to_vec());
    for how in [As::File, As::Link] {
        let alone = |journal_bytes: &[u8], staged: &str| {
            recovered_from(journal_bytes, how, journal, staged)
        };
        assert_eq!(alone(&of_replacement(None), file), Ok(Recovery::RolledBack));
        assert_eq!(alone(&of_replacement(None), "b"), Ok(Recovery::Cleared), "nothing is staged");
        assert_eq!(alone(b"acp-patch journal 2\x001", file), Ok(Recovery::Cleared), "half of one");
        let below = format!("{file}/x");
        for (bytes, staged, reason) in [
            (&other, file, "recover with that version"),
            (&of_replacement(Some(0)), file, "its journal is that of another commit"),
            (&of_replacement(None), &below, "it is a directory"),
            (&of_replacement(None), ".acp-patch-commit/n0", "a staging directory is beside it"),
        ] {
            let said = alone(bytes, staged).unwrap_err();
            assert!(said.contains(reason), "{said}");
        }
        refused(&of_replacement(None), how, "n0", "a file that is staged elsewhere");
    }
}
