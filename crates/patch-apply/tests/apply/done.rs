//! Sections whose effect the tree has already, and files that have another name by now.

use patch_apply::Contract::Git;
use patch_apply::Receipt;

use crate::support::{applies, refuses, refuses_under};

const OLD: (&str, &str) = ("src/u", "def a():\n    return 1\n");
const NEW: (&str, &str) = ("src/u", "def a():\n    return 10\n");
const EDIT: &str = "*** Update File: src/u\n@@\n def a():\n-    return 1\n+    return 10\n";
const UNIFIED: &str =
    "--- a/src/u\n+++ b/src/u\n@@ -1,2 +1,2 @@\n def a():\n-    return 1\n+    return 10\n";

fn envelope(sections: &str) -> String {
    format!("*** Begin Patch\n{sections}*** End Patch\n")
}

fn codes(receipt: &Receipt) -> Vec<&str> {
    receipt.diagnostics.iter().map(|note| note.code).collect()
}

#[test]
fn a_deletion_of_a_file_that_is_not_there_is_not_called_done() {
    let gone = "--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    for patch in [
        envelope(&format!("*** Delete File: old\n{EDIT}")),
        envelope(&format!("{EDIT}*** Delete File: old\n")),
        format!("{gone}{UNIFIED}"),
    ] {
        // Nobody knows whether the name is right.
        refuses(&[OLD], &patch, &["file_not_found"]);
    }
}

#[test]
fn a_move_that_was_made_leaves_its_hunks_to_do() {
    let moved = |from: &str, to: &str| {
        envelope(&format!(
            "*** Update File: {from}\n*** Move to: {to}\n@@\n def a():\n-    return 1\n+    return 10\n"
        ))
    };
    let receipt = applies(&[OLD], &moved("src/a", "src/u"), &[NEW]);
    assert_eq!(codes(&receipt), ["moved_file"]);
    assert_eq!(
        (receipt.files[0].operation.as_str(), &receipt.files[0].old_path),
        ("modify", &None)
    );
    let git = "diff --git a/src/a b/src/u\nsimilarity index 50%\nrename from src/a\nrename to src/u\n--- a/src/a\n+++ b/src/u\n@@ -1,2 +1,2 @@\n def a():\n-    return 1\n+    return 10\n";
    applies(&[OLD], git, &[NEW]);
    refuses_under(Git, &[OLD], git, &["file_not_found"]);
    assert!(refuses(&[NEW], &moved("src/a", "src/u"), &["already_applied"]).already_applied);
    // The file may be another one, and the one that is meant elsewhere.
    refuses(&[("src/u", "def b():\n")], &moved("src/a", "src/u"), &["file_not_found"]);
    refuses(&[OLD, ("lib/src/a", "x\n")], &moved("src/a", "src/u"), &["file_not_found"]);
}

#[test]
fn behind_its_move_a_file_may_still_have_its_old_name() {
    let moved = "*** Update File: src/u\n*** Move to: src/v\n";
    let second = "@@\n def b():\n-    return 2\n+    return 20\n";
    let before = [("src/u", "def a():\n    return 1\ndef b():\n    return 2\n")];
    let after = [("src/v", "def a():\n    return 10\ndef b():\n    return 20\n")];
    let first = "@@\n def a():\n-    return 1\n+    return 10\n";
    let patch = envelope(&format!("{moved}{first}*** Update File: src/u\n{second}"));
    let receipt = applies(&before, &patch, &after);
    assert_eq!(codes(&receipt), ["moved_file"]);
    assert_eq!(receipt.files[1].path, "src/v");
    let chain = envelope(&format!(
        "{moved}*** Update File: src/v\n*** Move to: src/w\n{first}*** Update File: src/u\n{second}"
    ));
    applies(&before, &chain, &[("src/w", after[0].1)]);
    // It is gone by that name.
    let gone = envelope(&format!("{moved}{first}{second}*** Delete File: src/u\n"));
    let receipt = applies(&before, &gone, &after);
    assert_eq!(codes(&receipt), ["already_applied"]);
    // A second move is none, and the name that is no more is not suggested.
    let again =
        envelope(&format!("{moved}{first}*** Update File: src/u\n*** Move to: src/w\n{second}"));
    let refusal = refuses(&before, &again, &["file_not_found"]);
    assert!(!refusal.to_string().contains("did you mean"), "{refusal}");
}
