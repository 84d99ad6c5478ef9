//! One change of one file, and what is read of it whatever is around it.

use crate::check;

pub(crate) const HEADER: &str = "--- a/x\n+++ b/x\n";
pub(crate) const CHANGE: &str = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
pub(crate) const TREE: &str = "M x\n@@ -1,1 +1,1 @@\n-a\n+b";

#[track_caller]
pub(crate) fn check_hunks(hunks: &str, expected: &str) {
    check(format!("{HEADER}{hunks}"), &format!("M x\n{expected}"));
}

/// The diff is read as if it were alone, with these notes.
#[track_caller]
pub(crate) fn check_wrapped(input: impl AsRef<[u8]>, notes: &str) {
    check(input, &format!("{TREE}\n{notes}"));
}
