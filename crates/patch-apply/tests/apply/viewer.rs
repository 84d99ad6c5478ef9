//! Line numbers in front of the lines of a hunk, as viewers of files show them.

use crate::support::{applies, refuses_for};

const FILE: &str = "import os\n\n\ndef run(path):\n    data = load(path)\n\n    return data\n";

#[test]
fn numbers_of_a_viewer_are_left_out_where_no_line_has_them() {
    let after = FILE.replace("(path)\n", "(path, True)\n");
    for body in [
        " 4| def run(path):\n-5|     data = load(path)\n+5|     data = load(path, True)\n 6|\n 7|     return data\n",
        "      4\tdef run(path):\n-     5\t    data = load(path)\n+         data = load(path, True)\n      6\n",
    ] {
        for patch in [
            format!("--- a/f\n+++ b/f\n@@ ... @@\n{body}"),
            format!("*** Begin Patch\n*** Update File: f\n@@\n{body}*** End Patch\n"),
        ] {
            // Added lines as deep as they were in the viewer are no number deeper.
            let patch = patch.replace("+         data", "+    data");
            let receipt = applies(&[("f", FILE)], &patch, &[("f", &after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"line_numbers"), "{codes:?}");
        }
    }
}

#[test]
fn lines_that_begin_with_numbers_stay_as_they_are() {
    let file = "1: one\n2: two\n3: three\n\none\ntwo\nthree\n";
    let body = " 1: one\n-2: two\n+2: zwei\n 3: three\n";
    let patch = format!("--- a/f\n+++ b/f\n@@ ... @@\n{body}");
    applies(&[("f", file)], &patch, &[("f", &file.replace("2: two", "2: zwei"))]);
    // Without the numbers there are two places.
    let patch = "--- a/f\n+++ b/f\n@@ ... @@\n 1|a\n-2|b\n+2|c\n";
    refuses_for(&[("f", "a\nb\na\nb\n")], patch, &["nothing_similar"]);
}
