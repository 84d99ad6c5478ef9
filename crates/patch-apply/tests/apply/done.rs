//! Files that are not there any more, or have another name by now.

use crate::support::refuses;

const OLD: (&str, &str) = ("src/u", "def a():\n    return 1\n");
const EDIT: &str = "*** Update File: src/u\n@@\n def a():\n-    return 1\n+    return 10\n";
const UNIFIED: &str =
    "--- a/src/u\n+++ b/src/u\n@@ -1,2 +1,2 @@\n def a():\n-    return 1\n+    return 10\n";

fn envelope(sections: &str) -> String {
    format!("*** Begin Patch\n{sections}*** End Patch\n")
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
fn a_name_that_the_patch_has_moved_is_not_suggested_for_itself() {
    let moved = "*** Update File: src/u\n*** Move to: src/v\n@@\n def a():\n-    return 1\n+    return 10\n";
    let patch = envelope(&format!("{moved}{EDIT}"));
    let refusal = refuses(&[OLD], &patch, &["file_not_found"]);
    assert!(!refusal.to_string().contains("did you mean"), "{refusal}");
}
