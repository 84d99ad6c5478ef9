//! Journals that nobody can act on, and folders of a commit that are another root's.

use std::os::unix::fs::symlink;
use std::path::Path;

use bstr::ByteSlice;
use patch_apply::confine::Spot;
use patch_apply::{Hash, WorkspacePath};

use super::super::journal::{Journal, seal, to_target};
use super::super::op::{Content, Kind, Op};
use super::super::tree::{exact_snapshot, fill};
use super::scenarios::scratch;
use crate::{DirWorkspace, Recovery};

/// Writes a journal that says that steps are being taken, as a file and as a link, and gives what recovery says of it.
#[track_caller]
fn refused(journal: &[u8]) -> String {
    let refused = |put: &dyn Fn(&Path)| {
        let dir = scratch();
        fill(dir.path(), &[("a", "1"), (".acp-patch-commit/n0", "2")]);
        put(dir.path());
        let before = exact_snapshot(dir.path());
        let workspace = DirWorkspace::open(dir.path()).unwrap();
        let error = workspace.recover().unwrap_err();
        assert_eq!(exact_snapshot(dir.path()), before, "{error}");
        error.message
    };
    let place = ".acp-patch-commit/journal";
    let (text, target) = (str::from_utf8(journal).unwrap(), to_target(journal).unwrap());
    let said = refused(&|root| fill(root, &[(place, text)]));
    assert_eq!(
        refused(&|root| symlink(target.to_path().unwrap(), root.join(place)).unwrap()),
        said
    );
    said
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
