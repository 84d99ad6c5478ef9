//! The meaning of applying a patch: quadratic, obvious, no clever code.
//!
//! Each rule about whole patches is one short function that can be compared with
//! `docs/contracts.md` by eye, and a tree is cloned wherever that saves a thought: `sections` a
//! whole patch, `names` which file a section means, `path` which paths a patch may name. The rules
//! of placement are those of `patch-apply`, of which there is one set; `slow` answers their
//! questions about a file by trying every line. That the rules are right is shown elsewhere: by the
//! [noise](crate::noise) and its repetitive files, whose truth is known by construction.
//!
//! Cases that the model does not judge are reported ([`Verdict::Unjudged`]): symbolic links and
//! binary patches under git's contract.

mod names;
mod path;
mod sections;
mod slow;
mod text;
mod verdict;

use bstr::ByteSlice;
use patch_parse::{Patch, PatchPath};

use crate::{Rules, Tree};

pub use path::resolve;
pub use slow::SlowLookup;
pub use text::apply_hunks;
pub use verdict::{Finding, Verdict};

/// Applies a patch to a tree.
///
/// # Panics
///
/// When the model breaks its own invariants: a bug of the harness, not of what it tests.
pub fn apply(before: &Tree, patch: &Patch<'_>, rules: Rules) -> Verdict {
    let verdict = sections::apply(before, patch, rules);
    check_invariants(before, patch, &verdict);
    verdict
}

/// What holds for every verdict, whatever the patch.
fn check_invariants(before: &Tree, patch: &Patch<'_>, verdict: &Verdict) {
    match verdict {
        Verdict::Applied(after) => {
            for path in after.files.keys() {
                assert!(
                    after.blocker(path.as_ref()).is_none(),
                    "BUG in the model: {path} is in a file"
                );
            }
            let untouched = before.files.iter().filter(|(path, _)| !is_named(patch, path));
            for (path, file) in untouched {
                assert_eq!(
                    after.files.get(path),
                    Some(file),
                    "BUG in the model: {path} is not named"
                );
            }
        }
        Verdict::Refused(findings) => {
            assert!(
                findings.is_sorted(),
                "BUG in the model: findings are in the order of the patch"
            );
            assert!(!findings.is_empty(), "BUG in the model: a refusal has a reason");
        }
        Verdict::Unjudged(why) => assert!(!why.is_empty(), "BUG in the model: no reason"),
    }
}

/// Whether some header could mean this file.
fn is_named(patch: &Patch<'_>, file: &[u8]) -> bool {
    let mut names = patch.files.iter().flat_map(|section| {
        let names = [section.operation.old_path(), Some(section.operation.path())];
        names.into_iter().flatten()
    });
    names.any(|name| {
        let second = name.other_path();
        let bare = [Some(name), second.as_ref()].into_iter().flatten().map(PatchPath::undecorated);
        let bare: Vec<_> = bare.flatten().chain(name.with_tail()).collect();
        [Some(name), second.as_ref()].into_iter().flatten().chain(&bare).any(|name| {
            let readings = name.alternatives().map(|other| resolve(other.as_bstr()));
            let behind_top =
                name.as_bstr().split_once_str("/").map(|(_, rest)| resolve(rest.into()));
            let readings = readings.chain([resolve(name.as_bstr())]).chain(behind_top);
            readings.flatten().any(|read| read == file)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::File;
    use patch_apply::Contract;
    use patch_parse::Code;

    #[track_caller]
    fn check(before: &[(&str, &str)], patch: &str, expected: Result<&[(&str, &str)], Code>) {
        let tree = |files: &[(&str, &str)]| {
            let file = |(path, contents): &(&str, &str)| ((*path).into(), File::new(*contents));
            Tree { files: files.iter().map(file).collect() }
        };
        let parsed = patch_parse::parse(patch.as_bytes()).unwrap();
        match (apply(&tree(before), &parsed, Rules::default()), expected) {
            (Verdict::Applied(after), Ok(files)) => assert_eq!(after, tree(files), "{patch}"),
            (Verdict::Refused(findings), Err(code)) => {
                assert_eq!(findings[0].code, code, "{patch}");
            }
            (verdict, _) => panic!("{verdict:?} for {patch}"),
        }
    }

    #[test]
    fn a_hunk_goes_where_its_old_lines_match() {
        let patch = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
        check(&[("x", "a\nb\n")], patch, Ok(&[("x", "a\nc\n")]));
        check(&[("x", "q\na\nb\n")], patch, Ok(&[("x", "q\na\nc\n")]));
        check(&[("x", "q\na\nb\na\nb\n")], patch, Err(Code::AmbiguousContext));
        check(&[("x", "a\nb\na\nb\n")], patch, Ok(&[("x", "a\nc\na\nb\n")]));
        check(&[("x", "a\nc\n")], patch, Err(Code::AlreadyApplied));
        check(&[("x", "q\n")], patch, Err(Code::ContextNotFound));
        check(&[], patch, Err(Code::FileNotFound));
    }

    #[test]
    fn old_text_keeps_its_endings() {
        let patch = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
        check(&[("x", "a\r\nb\r\n")], patch, Ok(&[("x", "a\r\nc\r\n")]));
        check(&[("x", "a\nb")], patch, Ok(&[("x", "a\nc")]));
        check(&[("x", "\u{feff}a \nb\t\n")], patch, Ok(&[("x", "\u{feff}a \nc\n")]));
    }

    #[test]
    fn a_difference_in_the_final_newline_is_the_patchs_word() {
        let head = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n";
        let mark = "\\ No newline at end of file\n";
        let both = format!("{head}-b\n{mark}+c\n{mark}");
        let added = format!("{head}-b\n{mark}+c\n");
        let taken = format!("{head}-b\n+c\n{mark}");
        check(&[("x", "a \nb")], &both, Ok(&[("x", "a \nc")]));
        check(&[("x", "a \nb")], &added, Ok(&[("x", "a \nc\n")]));
        check(&[("x", "a \nb\n")], &taken, Ok(&[("x", "a \nc")]));
    }

    #[test]
    fn of_two_names_the_one_that_exists_is_meant() {
        let patch = "--- o\n+++ n\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
        check(&[("o", "a\nb\n")], patch, Ok(&[("o", "a\nc\n")]));
        check(&[("n", "a\nb\n")], patch, Ok(&[("n", "a\nc\n")]));
        check(&[("n", "a\nb\n"), ("o", "a\nb\n")], patch, Err(Code::RenamePathMismatch));
        check(&[], patch, Err(Code::FileNotFound));
    }

    #[test]
    fn an_anchor_is_sought_forward() {
        let patch = "*** Begin Patch\n*** Update File: x\n@@ fn b\n-1\n+2\n*** End Patch\n";
        check(&[("x", "fn a()\n1\nfn b()\n1\n")], patch, Ok(&[("x", "fn a()\n1\nfn b()\n2\n")]));
        check(&[("x", "fn a()\n1\n")], patch, Err(Code::ContextNotFound));
        let insert = "*** Begin Patch\n*** Update File: x\n@@ fn b\n+2\n*** End Patch\n";
        check(&[("x", "fn b()\n1\n")], insert, Ok(&[("x", "fn b()\n2\n1\n")]));
        check(&[("x", "fn b()\n2\n1\n")], insert, Err(Code::AlreadyApplied));
    }

    #[test]
    fn sections_read_the_files_as_they_were() {
        let moved = |from: &str, to: &str| {
            format!("diff --git a/{from} b/{to}\nrename from {from}\nrename to {to}\n")
        };
        let swap = moved("x", "y") + &moved("y", "x");
        check(&[("x", "1"), ("y", "2")], &swap, Ok(&[("x", "2"), ("y", "1")]));
        check(&[("x", "1"), ("y", "2")], &moved("x", "y"), Err(Code::FileExists));
        check(&[("x", "1")], &moved("x", "x/y"), Ok(&[("x/y", "1")]));
    }

    #[test]
    fn a_file_that_the_patch_makes_is_the_one_that_it_reads_later() {
        let commit = format!("From {} Mon Sep 17 00:00:00 2001\n\n", "0".repeat(40));
        let head = "diff --git a/d/f b/d/f\n";
        let add = format!(
            "{commit}{head}new file mode 100644\n--- /dev/null\n+++ b/d/f\n@@ -0,0 +1 @@\n+a\n"
        );
        let delete = format!(
            "{commit}{head}deleted file mode 100644\n--- a/d/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
        );
        let edit = format!("{commit}{head}--- a/d/f\n+++ b/d/f\n@@ -1 +1 @@\n-a\n+b\n");
        let root = ("f", "a\n");
        check(&[root], &format!("{add}{delete}"), Ok(&[root]));
        check(&[root], &format!("{add}{edit}"), Ok(&[root, ("d/f", "b\n")]));
        check(&[root], &format!("{add}{delete}{edit}"), Err(Code::FileNotFound));
        check(&[root], &edit, Ok(&[("f", "b\n")]));
    }

    #[test]
    fn what_the_patch_itself_puts_in_the_way_is_told_if_nothing_else_is_wrong() {
        let new = |path: &str| format!("--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+a\n");
        let both = new("x") + &new("x/y");
        check(&[], &both, Err(Code::NotAFile));
        check(&[], &(both.clone() + &new("x/y")), Err(Code::DuplicateFilePatch));
        let missing = "--- a/z\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n";
        check(&[], &(both + missing), Err(Code::FileNotFound));
        check(&[("x", "")], &(new("x/y") + missing), Err(Code::NotAFile));
    }

    #[test]
    fn one_envelope_may_name_a_file_twice() {
        let chunk = |old: &str, new: &str| format!("*** Update File: x\n@@\n-{old}\n+{new}\n");
        let twice =
            format!("*** Begin Patch\n{}{}*** End Patch\n", chunk("a", "b"), chunk("b", "c"));
        check(&[("x", "a\n")], &twice, Ok(&[("x", "c\n")]));
        let unified =
            |old: &str, new: &str| format!("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{old}\n+{new}\n");
        check(
            &[("x", "a\n")],
            &(unified("a", "b") + &unified("b", "c")),
            Err(Code::DuplicateFilePatch),
        );
    }

    #[test]
    fn insertions_without_context_are_certain_only_by_number_or_in_an_empty_file() {
        let patch = "--- a/x\n+++ b/x\n@@ -1,0 +2 @@\n+b\n";
        check(&[("x", "a\nc\n")], patch, Err(Code::AmbiguousContext));
        check(&[("x", "")], patch, Ok(&[("x", "b\n")]));
        let parsed = patch_parse::parse(patch.as_bytes()).unwrap();
        let git = Rules { contract: Contract::Git, ..Rules::default() };
        let before = Tree::from([("x", "a\nc\n")]);
        let after = Tree::from([("x", "a\nb\nc\n")]);
        assert_eq!(apply(&before, &parsed, git), Verdict::Applied(after), "the numbers decide");
    }

    #[test]
    fn paths_stay_inside() {
        let add = |path: &str| format!("--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+a\n");
        check(&[], &add("../x"), Err(Code::PathEscape));
        check(&[], &add(".git/x"), Err(Code::ProtectedPath));
        check(&[("d/x", "")], &add("d"), Err(Code::NotAFile));
        check(&[("d", "")], &add("d/x"), Err(Code::NotAFile));
        check(&[("x", "b\n")], &add("x"), Err(Code::FileExists));
        check(&[("x", "a\n")], &add("x"), Err(Code::AlreadyApplied));
        check(&[("x", "")], &add("x"), Ok(&[("x", "a\n")]));
    }
}
