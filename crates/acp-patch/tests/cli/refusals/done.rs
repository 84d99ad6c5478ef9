//! Changes that are already made, and patches that cannot be taken back.

use snapbox::str;

use super::{NUMBERS, check};
use crate::support::Sandbox;

#[test]
fn a_change_that_is_there_already() {
    check(
        NUMBERS,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n 2\n",
        &[],
        str![[r#"
error[already_applied]: a.txt: hunk 1: the file has the change already, at line 1
 --> fix.patch:3
  |
3 | @@ -1,2 +1,2 @@
  | ^^^^^^^^^^^^^^^
4 | -one
5 | +1
  |
  = place: a.txt:1: `1`
  = hint: The file already holds this change; leave the hunk out.

note: the whole patch is applied already; there is nothing to do
error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_patch_that_is_sent_again() {
    check(
        &[("a.txt", "1\ntwo\n3\n"), ("b.txt", "new\n")],
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+new\n",
        &[],
        str![[r#"
error[already_applied]: a.txt: hunk 1: the file has the change already, at line 1
 --> fix.patch:3
  |
3 | @@ -1,3 +1,3 @@
  | ^^^^^^^^^^^^^^^
4 |  1
5 | -2
  |
  = place: a.txt:1: `1`
  = hint: The file already holds this change; leave the hunk out.

error[already_applied]: b.txt: the file exists with exactly these contents
 --> fix.patch:9
  |
9 | +++ b/b.txt
  | ^^^^^^^^^^^
  |
  = hint: The file already holds this change; leave the hunk out.

note: the whole patch is applied already; there is nothing to do
error: refused with 2 problems; nothing was changed

"#]],
    );
}

#[test]
fn a_patch_that_was_never_applied_cannot_be_taken_back() {
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-zwei\n+deux\n 3\n";
    check(
        NUMBERS,
        patch,
        &["-R"],
        str![[r#"
error[context_not_found]: a.txt: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:6
  |
3 | @@ -1,3 +1,3 @@
4 |  1
5 | -zwei
6 | +deux
  | ^^^^^
7 |  3
  |
  = expected: `deux`
  = found:    `2` (a.txt:2)
  = nearest: a.txt:1-3, 2 of 3 lines agree, 57 % alike
  |
1 | 1
2 | 2
  | ^
3 | 3
4 | 2
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_patch_that_cannot_be_taken_back() {
    let patch = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n";
    check(
        NUMBERS,
        patch,
        &["-R"],
        str![[r#"
error[unsupported_git_patch_feature]: a deletion that does not carry the deleted text cannot be reversed
  = hint: Take back a patch that carries the old text, or write one for the way back.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

/// Of a patch that is taken back it is said that it is so already, never that it is applied.
#[test]
fn a_patch_that_is_taken_back_already() {
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n";
    check(
        NUMBERS,
        patch,
        &["-R"],
        str![[r#"
error[already_applied]: a.txt: hunk 1: the file is as before the change already, at line 1
 --> fix.patch:3
  |
3 | @@ -1,2 +1,2 @@
  | ^^^^^^^^^^^^^^^
4 | -1
5 | +one
  |
  = place: a.txt:1: `1`
  = hint: The file is as it was before this change; leave the hunk out.

note: the whole patch is taken back already; there is nothing to do
error: refused with 1 problem; nothing was changed

"#]],
    );
    let sandbox = Sandbox::with_patch(NUMBERS, patch);
    let run = sandbox.apply(&["-R", "--json", "fix.patch"]).code(1);
    let answer: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let error = &answer["error"];
    assert_eq!(error["message"], "the whole patch is taken back already");
    assert_eq!(error["already_taken_back"], true);
    assert_eq!(error["already_applied"], serde_json::Value::Null);
    assert_eq!(
        error["failures"][0]["message"],
        "the file is as before the change already, at line 1"
    );
    assert_eq!(
        error["failures"][0]["hint"],
        "The file is as it was before this change; leave the hunk out."
    );
}
