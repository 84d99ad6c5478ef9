//! A file that changes between the plan and the commit.

use patch_apply::{
    ApplyOptions, Change, Contract, Durability, Entry, MemoryWorkspace, Receipt, Refusal, Relied,
    Workspace, WorkspaceError, WorkspacePath, apply,
};

use bstr::{BStr, BString};

/// A workspace in which somebody changes a file just before a commit, as often as told.
struct Contested {
    files: MemoryWorkspace,
    theirs: Vec<(&'static str, &'static str)>,
}

impl Workspace for Contested {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        self.files.resolve(path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        self.files.entry(path)
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        self.files.follow(path)
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        self.files.read_link(path)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        self.files.read(path, limit)
    }

    fn commit(&mut self, changes: &[Change], durability: Durability) -> Result<(), WorkspaceError> {
        self.commit_relying(changes, &[], durability)
    }

    fn commit_relying(
        &mut self,
        changes: &[Change],
        relied: &[Relied],
        durability: Durability,
    ) -> Result<(), WorkspaceError> {
        if let Some((path, text)) = self.theirs.pop() {
            self.files.insert(path, text).unwrap();
        }
        self.files.commit_relying(changes, relied, durability)
    }
}

/// Applies `patch` to `old` while somebody writes `theirs`; gives what the file holds then.
fn contest(
    patch: &str,
    old: &[(&str, &str)],
    theirs: &[(&'static str, &'static str)],
) -> (Result<Receipt, Refusal>, String) {
    let files = MemoryWorkspace::from_files(old.iter().copied()).unwrap();
    let mut workspace = Contested { files, theirs: theirs.to_vec() };
    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
    let result = apply(&patch, &mut workspace, &ApplyOptions::default());
    let text = workspace.files.contents("f").unwrap_or(b"(none)").to_vec();
    (result, String::from_utf8(text).unwrap())
}

const PATCH: &str = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
const OLD: &[(&str, &str)] = &[("f", "one\ntwo\nthree\n")];

#[track_caller]
fn takes(patch: &str, old: &[(&str, &str)], theirs: &[(&'static str, &'static str)], text: &str) {
    let (result, found) = contest(patch, old, theirs);
    assert!(result.is_ok_and(|receipt| receipt.committed), "{theirs:?}");
    assert_eq!(found, text, "{theirs:?}");
}

/// The patch is refused as stale, and what they wrote is kept.
#[track_caller]
fn refuses(patch: &str, old: &[(&str, &str)], theirs: (&'static str, &'static str)) {
    let (result, found) = contest(patch, old, &[theirs]);
    assert_eq!(result.unwrap_err().code().as_str(), "stale_file", "{theirs:?}");
    assert_eq!(found, theirs.1, "{theirs:?}");
}

#[test]
fn a_hunk_that_still_has_its_one_place_goes_there() {
    takes(PATCH, OLD, &[("f", "zero\none\ntwo\nthree\n")], "zero\none\n2\nthree\n");
    takes(PATCH, OLD, &[("f", "one\ntwo\nthree\nfour\n")], "one\n2\nthree\nfour\n");
    let opencode = "*** Begin Patch\n*** Update File: f\n@@\n one\n-two\n+2\n*** End Patch\n";
    takes(opencode, OLD, &[("f", "zero\none\ntwo\n")], "zero\none\n2\n");
    let both: &[_] = &[("f", "b\none\ntwo\nthree\n"), ("f", "a\none\ntwo\nthree\n")];
    takes(PATCH, OLD, both, "b\none\n2\nthree\n");
}

#[test]
fn what_is_not_certain_is_stale() {
    // Somebody else changed the very lines, or made their place one of two, or nearly the same.
    refuses(PATCH, OLD, ("f", "one\n2\nthree\n"));
    refuses(PATCH, OLD, ("f", "other\n"));
    refuses(PATCH, OLD, ("f", "one\ntwo\nthree\none\ntwo\nthree\n"));
    refuses(PATCH, OLD, ("f", "  one\n  two\n  three\n"));
    refuses(PATCH, OLD, ("f", "one\r\ntwo\r\nthree\r\n"));
    refuses(PATCH, OLD, ("f", "ONE\ntwo\nthree\n"));
    let opencode = "*** Begin Patch\n*** Update File: f\n@@\n-two\n+2\n*** End Patch\n";
    refuses(opencode, OLD, ("f", "two\none\ntwo\nthree\n"));
}

#[test]
fn nothing_is_deleted_or_overwritten_unseen() {
    let delete = "*** Begin Patch\n*** Delete File: f\n*** End Patch\n";
    refuses(delete, OLD, ("f", "their work\n"));
    let add = "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+ours\n";
    refuses(add, &[], ("f", "their work\n"));
}

/// What the plan only read is compared as well: a file that had its change, the source of a copy,
/// a name under which there was nothing.
#[test]
fn what_was_only_read_is_compared_too() {
    let both = format!("{PATCH}--- a/g\n+++ b/g\n@@ -1 +1 @@\n-g\n+G\n");
    let old: &[_] = &[("f", "one\n2\nthree\n"), ("g", "g\n")];
    // They took back what was skipped: it is made, and the other change with it.
    let (result, found) = contest(&both, old, &[("f", "one\ntwo\nthree\n")]);
    let receipt = result.unwrap();
    assert_eq!((receipt.files.len(), &*found), (2, "one\n2\nthree\n"));
    assert!(receipt.diagnostics.is_empty(), "{receipt:?}");
    // It has its change still.
    takes(&both, old, &[("f", "zero\none\n2\nthree\n")], "zero\none\n2\nthree\n");
    refuses(&both, old, ("f", "one\nother\nthree\n"));
    refuses(&both, old, ("f", "one\ntwo\nthree\none\ntwo\nthree\n"));

    let copy = "diff --git a/g b/f\nsimilarity index 100%\ncopy from g\ncopy to f\n";
    let files = MemoryWorkspace::from_files([("g", "g\n")]).unwrap();
    let mut workspace = Contested { files, theirs: vec![("g", "theirs\n")] };
    let mut options = ApplyOptions::default();
    options.contract = Contract::Git;
    apply(&patch_parse::parse(copy.as_bytes()).unwrap(), &mut workspace, &options).unwrap();
    assert_eq!(workspace.files.contents("f"), Some(b"theirs\n".as_slice()));
    // There is an `a/f` now, which the name may mean.
    let (result, _) = contest(PATCH, OLD, &[("a/f", "one\ntwo\nthree\n")]);
    assert!(result.is_ok());
}

#[test]
fn somebody_who_never_stops_wins() {
    let theirs: Vec<_> = ["f\n", "e\n", "d\n", "c\n", "b\n", "a\n"]
        .iter()
        .map(|head| ("f", &*format!("{head}one\ntwo\nthree\n").leak()))
        .collect();
    let (result, _) = contest(PATCH, OLD, &theirs);
    assert_eq!(result.unwrap_err().code().as_str(), "stale_file");
}
