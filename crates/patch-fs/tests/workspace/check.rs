//! A plan is refused for obstacles to its commit, and names a file that may be meant.

#![expect(clippy::unwrap_used, reason = "helpers of tests may stop at the first surprise")]

use std::fs;

use patch_apply::{ApplyOptions, Refusal, apply, plan};
use patch_fs::DirWorkspace;

use crate::tree::{exact_snapshot, fill};

/// The plan and the commit of a patch in this tree come to the same; gives the refusal.
#[track_caller]
fn outcome(files: &[(&str, &str)], folders: &[&str], patch: &str) -> Result<(), Refusal> {
    let root = tempfile::tempdir().unwrap();
    fill(root.path(), files);
    for folder in folders {
        fs::create_dir_all(root.path().join(folder)).unwrap();
    }
    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
    let mut workspace = DirWorkspace::open(root.path()).unwrap();
    let before = exact_snapshot(root.path());
    let planned = plan(&patch, &workspace, &ApplyOptions::default()).map(drop);
    assert_eq!(exact_snapshot(root.path()), before, "a plan touches nothing");
    let applied = apply(&patch, &mut workspace, &ApplyOptions::default()).map(drop);
    assert_eq!(planned, applied, "a plan is refused as its commit would be");
    planned
}

#[track_caller]
fn is_refused(files: &[(&str, &str)], folders: &[&str], patch: &str, code: &str) {
    assert_eq!(outcome(files, folders, patch).unwrap_err().code().as_str(), code, "{patch}");
}

const FOLDER_TO_FILE: &str =
    "--- a/d/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n--- /dev/null\n+++ b/d\n@@ -0,0 +1 @@\n+2\n";

#[test]
fn a_directory_with_more_in_it_is_seen_while_planning() {
    let x = ("d/x", "1\n");
    outcome(&[x], &[], FOLDER_TO_FILE).unwrap();
    is_refused(&[x, ("d/y", "")], &[], FOLDER_TO_FILE, "not_a_file");
    is_refused(&[x, ("d/e/y", "")], &[], FOLDER_TO_FILE, "not_a_file");
    is_refused(&[x, ("d/l", "-> x")], &[], FOLDER_TO_FILE, "not_a_file");
    is_refused(&[x], &["d/empty"], FOLDER_TO_FILE, "not_a_file");
}

#[test]
fn two_names_of_one_new_file_are_seen_while_planning() {
    let add = |name: &str| format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+n\n");
    let files = [("d/x", ""), ("l", "-> d")];
    outcome(&files, &[], &add("l/n")).unwrap();
    is_refused(&files, &[], &(add("l/n") + &add("d/n")), "duplicate_file_patch");
    is_refused(&files, &[], &(add("n") + &add("n/m")), "not_a_file");
    is_refused(&files, &[], &add("d/x/n"), "not_a_file");
}

#[test]
fn a_file_of_that_name_elsewhere_is_suggested() {
    let files = [("src/deep/x.rs", "1\n"), (".git/x.rs", "1\n"), ("out", "-> src")];
    let patch = "--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-1\n+2\n";
    let refusal = outcome(&files, &[], patch).unwrap_err();
    let message = refusal.failures[0].message();
    assert!(message.ends_with("did you mean \"src/deep/x.rs\"?"), "{message}");
}
