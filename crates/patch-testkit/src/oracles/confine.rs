//! Confinement: whatever a path and the links on its way say, nothing outside the root is read or
//! changed, and a directory behaves as memory does.
#![expect(
    clippy::disallowed_methods,
    reason = "a folder of our own is looked at from outside the workspace under test"
)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::{
    Change, ContentHash, Durability, Effect, EntryKind, Expected, Permissions, Reach, Workspace,
    WorkspaceError, WorkspacePath,
};
use patch_fs::DirWorkspace;
use tempfile::TempDir;

use crate::conformance::{Host, InMemory, OnDisk, PROTECTED, Thing, Things, fill, things_below};
use crate::tree::are_parts_storable;

/// A tree with links, and paths that somebody asks for.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What is below the root.
    pub things: Things,
    /// The paths, as a patch would name them.
    pub paths: Vec<BString>,
}

/// What is in the files beside the root.
const SECRET: &str = "nobody reads this";

/// The longest path that every file system takes, in bytes.
const LONGEST: usize = 1_000;

/// Checks every promise about paths in memory and in a directory on disk.
///
/// # Panics
///
/// When one is broken.
pub fn check(attempt: &Attempt) {
    let outer = neighbourhood(&attempt.things);
    let around = around(&outer);
    let root = outer.path().join("root");
    let disk = DirWorkspace::open(&root).and_then(|disk| disk.protect(PROTECTED));
    let mut disk = disk.expect("the folder was just made");
    let (mut memory, ()) = InMemory.open(&attempt.things);
    for path in attempt.paths.iter().filter(|path| is_storable(path.as_bstr())) {
        let story = || format!("{path:?} in\n{}", attempt.things);
        let seen = look(&disk, path.as_bstr());
        let expected = look(&memory, path.as_bstr());
        assert_eq!(seen, expected, "disk (left) and memory (right) see the same of {}", story());
        let read = format!("{seen:?}");
        assert!(!read.contains(SECRET), "what is outside is read by {}", story());
        for step in STEPS {
            let done = change(&mut disk, path.as_bstr(), *step);
            let expected = change(&mut memory, path.as_bstr(), *step);
            assert_eq!(done, expected, "disk (left) and memory (right), {step:?}: {}", story());
            let (left, expected) = (things_below(&root), InMemory.things(&memory, &()));
            assert!(
                left == expected,
                "the disk has\n{left}memory\n{expected}{step:?}: {}",
                story()
            );
            assert_eq!(self::around(&outer), around, "what is outside changed by {}", story());
        }
    }
}

/// A directory with the tree in `root`, and files beside it that links may lead to.
fn neighbourhood(things: &Things) -> TempDir {
    let outer = tempfile::tempdir().expect("a temporary folder");
    let beside = outer.path().join("beside");
    fs::create_dir(&beside).expect("an empty folder");
    for name in ["a", "beside/a", "beside/out"] {
        fs::write(outer.path().join(name), SECRET).expect("an empty folder");
    }
    let root = outer.path().join("root");
    fs::create_dir(&root).expect("an empty folder");
    fill(&root, things);
    outer
}

/// What is beside the root.
fn around(outer: &TempDir) -> Things {
    let mut things = things_below(outer.path());
    things.0.retain(|path, _| path != "root" && !path.starts_with(b"root/"));
    things
}

/// Whether every file system could store it; an absolute one names another root here than there.
fn is_storable(path: &BStr) -> bool {
    are_parts_storable(path) && path.len() <= LONGEST && !path.starts_with(b"/")
}

/// What a workspace returns for a path: the code if it refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Look {
    resolved: Said<WorkspacePath>,
    entry: Said<Option<(EntryKind, u64)>>,
    text: Said<BString>,
    link: Said<BString>,
    target: Said<WorkspacePath>,
}

type Said<T> = Result<T, &'static str>;

fn said<T>(result: Result<T, WorkspaceError>) -> Said<T> {
    result.map_err(|error| error.code.as_str())
}

fn look(workspace: &impl Workspace, path: &BStr) -> Look {
    let resolved = said(workspace.resolve(path));
    let at = |what: &dyn Fn(&WorkspacePath) -> Said<BString>| {
        resolved.as_ref().map_err(|code| *code).and_then(what)
    };
    Look {
        entry: resolved.as_ref().map_err(|code| *code).and_then(|path| {
            let entry = said(workspace.entry(path))?;
            Ok(entry.map(|entry| (entry.kind, entry.len)))
        }),
        text: at(&|path| said(workspace.read(path, 1 << 10)).map(BString::from)),
        link: at(&|path| said(workspace.read_link(path))),
        target: resolved.clone().and_then(|path| said(workspace.follow(&path))),
        resolved,
    }
}

/// What is tried at a path.
#[derive(Clone, Copy, Debug)]
enum Step {
    Write,
    Link,
    Remove,
}

const STEPS: &[Step] = &[Step::Write, Step::Remove, Step::Link, Step::Remove];

/// Tries it, expecting what is seen there.
fn change(workspace: &mut impl Workspace, path: &BStr, step: Step) -> Said<()> {
    let path = said(workspace.resolve(path))?;
    let expected = match said(workspace.entry(&path))?.map(|entry| entry.kind) {
        None => Expected::Absent,
        Some(EntryKind::Symlink) => Expected::Symlink(said(workspace.read_link(&path))?),
        Some(_) => Expected::File(ContentHash::of(&said(workspace.read(&path, 1 << 10))?).into()),
    };
    let effect = match step {
        Step::Write => {
            Effect::Write { contents: "new\n".into(), permissions: Permissions::default() }
        }
        Step::Link => Effect::Symlink { target: "../a".into(), reach: Reach::Inside },
        Step::Remove => Effect::Remove,
    };
    said(workspace.commit(&[Change { path, expected, effect }], Durability::None))
}

/// Whether a tree can exist both on disk and in memory.
pub fn is_fit(things: &Things) -> bool {
    let is_linkable = |thing: &Thing| match thing {
        // No system takes a link to nothing, or with a NUL.
        Thing::Symlink(target) => {
            !target.is_empty() && !target.contains(&0) && target.len() <= LONGEST
        }
        _ => true,
    };
    things.0.iter().all(|(path, thing)| are_parts_storable(path.as_bstr()) && is_linkable(thing))
        && things.0.keys().all(|path| OsStr::from_bytes(path).len() <= LONGEST)
        && OnDisk::holds(crate::conformance::Ability::NamesOfAnyBytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_out_are_followed_by_nobody() {
        let link = |target: &str| Thing::Symlink(target.into());
        let file = Thing::File { contents: "1\n".into(), executable: false };
        let tree = [
            ("d/f", file),
            ("out", link("../a")),
            ("up", link("..")),
            ("d/far", link("../../beside")),
            ("loop", link("loop")),
            ("in", link("d")),
        ];
        let things = Things(tree.into_iter().map(|(path, it)| (path.into(), it)).collect());
        assert!(is_fit(&things));
        let paths = [
            "out",
            "up/a",
            "up/beside/new",
            "d/far/out",
            "loop",
            "loop/x",
            "in/f",
            "in/new",
            "new",
            "d",
            "d/f/x",
            "../a",
            "",
            ".git/config",
            "a\0b",
            "up/root/d/f",
        ];
        check(&Attempt { things, paths: paths.map(BString::from).to_vec() });
    }

    #[test]
    fn what_is_read_outside_would_be_seen() {
        let outer = neighbourhood(&Things::default());
        let open = DirWorkspace::open(outer.path()).unwrap();
        assert!(format!("{:?}", look(&open, "beside/a".into())).contains(SECRET));
        let before = around(&outer);
        fs::write(outer.path().join("beside/new"), "").unwrap();
        assert_ne!(around(&outer), before);
    }

    #[test]
    fn what_no_system_stores_is_left_out() {
        assert!(!is_storable("/a".into()) && !is_storable("n".repeat(256).as_bytes().into()));
    }
}
