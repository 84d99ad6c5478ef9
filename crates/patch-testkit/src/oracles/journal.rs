//! Journals: whatever is in the staging directory, recovery can do nothing that a patch could not,
//! and reports what it does not understand.
#![expect(
    clippy::disallowed_methods,
    reason = "a folder of our own is looked at from outside the workspace under test"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use bstr::{BString, ByteSlice};
use patch_apply::ContentHash;
use patch_fs::{DirWorkspace, Recovery};

use crate::conformance::{Thing, Things, fill, things_below};

/// What an interrupted commit may have left, or an attacker may have forged.
#[derive(Clone, Debug)]
pub struct Left {
    /// What is below the root.
    pub things: Things,
    /// What is in the staging directory: a name, which may be in a folder, and the bytes; or beside
    /// it, if the name begins with a dot.
    pub staged: BTreeMap<BString, BString>,
}

/// The staging directory.
const AREA: &str = ".acp-patch-commit";

/// What is protected, whatever a journal says.
const GIT: (&str, &str) = (".git/config", "[core]\n");

/// The bytes followed by their hash, as in the journal's format: a seal shows that a journal is
/// whole, and anybody can make one.
pub fn sealed(body: &[u8]) -> BString {
    let mut bytes = body.to_vec();
    if bytes.last() != Some(&0) {
        bytes.push(0);
    }
    let seal = ContentHash::of(&bytes).to_string();
    bytes.extend_from_slice(seal.as_bytes());
    bytes.into()
}

/// Checks every promise about recovery; returns what it did, or the code of the refusal.
///
/// # Panics
///
/// When one is broken.
pub fn check(left: &Left) -> Result<Recovery, &'static str> {
    let outer = tempfile::tempdir().expect("a temporary folder");
    let root = outer.path().join("root");
    fs::create_dir(&root).expect("an empty folder");
    fill(&root, &left.things);
    write(&root, GIT.0.as_bytes(), GIT.1.as_bytes());
    write(outer.path(), b"beside/a", b"beside\n");
    for (name, bytes) in &left.staged {
        let sign = if name.starts_with(b".") { "" } else { "/" };
        write(&root, &[AREA.as_bytes(), sign.as_bytes(), name].concat(), bytes);
    }
    let before = things_below(outer.path());
    let workspace = DirWorkspace::open(&root).expect("the folder was just made");
    let story = || format!("{:?}\n{}", left.staged, left.things);
    let found = workspace.recover();
    let after = things_below(outer.path());
    let git = after.get(format!("root/{}", GIT.0));
    let is_kept = matches!(git, Some(Thing::File { contents, .. }) if contents == GIT.1);
    assert!(is_kept, "what is protected is touched\n{after}\n{}", story());
    assert_eq!(outside(&before), outside(&after), "nothing outside is touched\n{}", story());
    match found {
        Ok(Recovery::Nothing) => {
            assert!(before == after, "nothing was done, and\n{after}\nis left of\n{}", story());
            Ok(Recovery::Nothing)
        }
        Ok(done) => {
            let area = format!("root/{AREA}");
            let is_clear = !after.0.keys().any(|path| path.starts_with_str(&area));
            assert!(is_clear, "{done}, and the staging directory is left\n{after}\n{}", story());
            let named = if done == Recovery::Cleared { BTreeSet::new() } else { named(left) };
            let is_kept = others(&before, &named) == others(&after, &named);
            assert!(is_kept, "{done}, and what no journal names is not kept\n{after}\n{}", story());
            let again = workspace.recover().map_err(|error| error.to_string());
            assert_eq!(again, Ok(Recovery::Nothing), "recovering once is enough\n{}", story());
            Ok(done)
        }
        Err(error) => {
            // Understood parts may have been taken back before one was found that is not
            // understood.
            let is_kept = contents(&before) == contents(&after);
            assert!(is_kept, "{error}, and\n{after}\nis left of\n{}", story());
            let again = workspace.recover().map_err(|error| error.code.as_str());
            assert!(again.is_err(), "it is refused once and {again:?} then\n{}", story());
            Err(error.code.as_str())
        }
    }
}

/// The fields of what is staged: whatever a journal names is one of them.
fn named(left: &Left) -> BTreeSet<&[u8]> {
    left.staged.values().flat_map(|bytes| bytes.split(|byte| *byte == 0)).collect()
}

/// Every file and link below the root that is neither staged nor named, and where it is.
fn others<'t>(things: &'t Things, named: &BTreeSet<&[u8]>) -> BTreeMap<&'t [u8], &'t Thing> {
    let below =
        |(path, thing): (&'t BString, &'t Thing)| Some((path.strip_prefix(b"root/")?, thing));
    let is_other = |(path, thing): &(&[u8], &Thing)| {
        !path.starts_with_str(AREA) && !named.contains(path) && **thing != Thing::EmptyDirectory
    };
    things.0.iter().filter_map(below).filter(is_other).collect()
}

/// Every file and link, wherever it is.
fn contents(things: &Things) -> Vec<&Thing> {
    let is_directory = |thing: &&Thing| **thing == Thing::EmptyDirectory;
    let mut things: Vec<_> = things.0.values().filter(|thing| !is_directory(thing)).collect();
    things.sort_by_key(|thing| format!("{thing:?}"));
    things
}

/// What is not below the root.
fn outside(things: &Things) -> Things {
    let things = things.0.iter().filter(|(path, _)| !path.starts_with(b"root/"));
    Things(things.map(|(path, thing)| (path.clone(), thing.clone())).collect())
}

/// Puts a file where it can be.
fn write(folder: &Path, name: &[u8], bytes: &[u8]) {
    let path = folder.join(OsStr::from_bytes(name));
    if let Some(parent) = path.parent() {
        // A name that is in the way of another leaves that one out.
        let _ = fs::create_dir_all(parent);
    }
    let _ = fs::write(path, bytes);
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[track_caller]
    fn comes_to(staged: &[(&str, BString)], expected: Result<Recovery, &'static str>) {
        let file = |text: &str| Thing::File { contents: text.into(), executable: false };
        let things = [("a".into(), file("old\n")), ("d/x".into(), file("x\n"))];
        let staged = staged.iter().map(|(name, bytes)| ((*name).into(), bytes.clone()));
        let left = Left { things: Things(things.into()), staged: staged.collect() };
        assert_eq!(check(&left), expected, "{left:?}");
    }

    #[test]
    fn what_a_commit_leaves_is_made_whole_and_all_else_refused() {
        let old = ContentHash::of(b"old\n");
        let body = |at: &str| {
            sealed(
                format!("acp-patch journal 3\x001\0r\x001\0create\x000\x000\0{at}\0file\0{old}\0")
                    .as_bytes(),
            )
        };
        comes_to(&[], Ok(Recovery::Nothing));
        comes_to(&[("n0", "x".into())], Ok(Recovery::Cleared));
        comes_to(&[("writing", "half".into())], Ok(Recovery::Cleared));
        // The step was taken: what it made is staged no more.
        comes_to(&[("journal", body("a"))], Ok(Recovery::RolledBack));
        comes_to(&[("committed", body("a"))], Ok(Recovery::RolledForward));
        comes_to(&[("journal", body("../beside/a"))], Err("io_error"));
        comes_to(&[("journal", body(".git/config"))], Err("io_error"));
        comes_to(&[("journal", "no journal".into())], Err("io_error"));
        comes_to(&[("o0", "kept".into())], Err("io_error"));
        comes_to(&[("alien", "x".into())], Err("io_error"));
    }

    #[test]
    fn a_commit_of_one_file_is_taken_back_while_it_has_a_journal() {
        let [old, new] = [ContentHash::of(b"old\n"), ContentHash::of(b"new\n")];
        let body = |at: &str, content: ContentHash| {
            sealed(
                format!(
                    "acp-patch journal 3\x001\0r\x001\0replace\0\x000\0{at}\0file\0{content}\0\0"
                )
                .as_bytes(),
            )
        };
        let file = (".file", "new\n".into());
        let with = |journal| [file.clone(), (".journal", journal)];
        comes_to(slice::from_ref(&file), Ok(Recovery::Cleared));
        comes_to(&[(".journal", body("a", new))], Ok(Recovery::Cleared));
        comes_to(&with("half".into()), Ok(Recovery::Cleared));
        comes_to(&with(body("a", new)), Ok(Recovery::RolledBack));
        // What is staged is another file, so that they were exchanged.
        comes_to(&with(body("a", old)), Ok(Recovery::RolledBack));
        comes_to(&with(body("d/x", old)), Err("stale_file"));
        comes_to(&with(body("../beside/a", old)), Err("io_error"));
        comes_to(&with(body(".git/config", old)), Err("io_error"));
    }

    #[test]
    fn what_no_journal_names_may_not_go_away_or_change() {
        let file = |text: &str| Thing::File { contents: text.into(), executable: false };
        let things = |texts: &[(&str, &str)]| {
            Things(texts.iter().map(|(path, text)| ((*path).into(), file(text))).collect())
        };
        let journal = (BString::from("journal"), BString::from("create\0root\0a\0file"));
        let left = Left { things: Things::default(), staged: [journal].into() };
        let before =
            things(&[("root/a", "a"), ("root/d/x", "x"), ("root/.acp-patch-commit/n0", "n")]);
        let named = named(&left);
        let kept =
            |after: &[(&str, &str)]| others(&before, &named) == others(&things(after), &named);
        assert!(kept(&[("root/d/x", "x")]), "what it names may go, and what is staged");
        assert!(kept(&[("root/a", "b"), ("root/d/x", "x")]));
        assert!(!kept(&[("root/a", "a")]), "gone");
        assert!(!kept(&[("root/d/x", "y")]), "changed");
        assert!(!kept(&[("root/d/x", "x"), ("root/d/y", "x")]), "come");
    }
}
