//! Empty lines between or after added lines: context that lost its blank, or added lines that lost
//! their `+`. The counts decide.

use crate::check;

#[track_caller]
fn check_hunk(hunk: &str, expected: &str) {
    check(format!("--- a/x\n+++ b/x\n{hunk}"), &format!("M x\n{expected}"));
}

#[test]
fn bare_added_blank_between_added() {
    // The old count leaves no room for another context line.
    check_hunk(
        "@@ -1,2 +1,5 @@\n a\n+x\n\n+y\n b\n",
        "@@ -1,2 +1,5 @@\n| a\n|+x\n|+\n|+y\n| b\n! blank_added 3",
    );
    check_hunk(
        "@@ -1,3 +1,6 @@\n a\n b\n+x\n\n+y\n \n",
        "@@ -1,3 +1,6 @@\n| a\n| b\n|+x\n|+\n|+y\n|\u{20}\n! blank_added 3",
    );
    // Some are added, some context: only one combination agrees with both counts.
    check_hunk(
        "@@ -1,4 +1,7 @@\n a\n\n b\n+x\n\n+y\n c\n",
        "@@ -1,4 +1,7 @@\n| a\n|\u{20}\n| b\n|+x\n|+\n|+y\n| c\n! blank_context 3\n! blank_added 3",
    );
    check_hunk(
        "@@ -1,3 +1,6 @@\n a\n+x\n\n+y\n\n b\n",
        "@@ -1,3 +1,6 @@\n| a\n|+x\n|+\n|+y\n|\u{20}\n| b\n! blank_context 3\n! blank_added 3",
    );
}

#[test]
fn bare_added_blank_away_from_added_lines() {
    // The marked lines have all lines that the old count promises, and one fewer than the new
    // count.
    check_hunk(
        "@@ -1,3 +1,3 @@\n\n a\n-b\n c\n",
        "@@ -1,3 +1,3 @@\n|+\n| a\n|-b\n| c\n! blank_added 3",
    );
    check_hunk(
        "@@ -1,3 +1,3 @@\n a\n\n b\n-c\n",
        "@@ -1,3 +1,3 @@\n| a\n|+\n| b\n|-c\n! blank_added 3",
    );
}

#[test]
fn bare_blanks_between_added_lines_are_context_where_the_counts_say_so() {
    check_hunk(
        "@@ -1,3 +1,5 @@\n a\n+x\n\n+y\n b\n",
        "@@ -1,3 +1,5 @@\n| a\n|+x\n|\u{20}\n|+y\n| b\n! blank_context 3",
    );
}

#[test]
fn bare_blanks_between_added_lines_are_left_open_where_the_counts_do_not_tell() {
    for counts in ["-1,9 +1,9", "-1 +1", "-1,2 +1,4", "-1,3 +1,4"] {
        check_hunk(
            &format!("@@ {counts} @@\n a\n+x\n\n+y\n b\n@@ -9 +9 @@\n-c\n+d\n"),
            "@@ -1,3 +1,5 @@\n| a\n|+x\n|\u{20}\n|+y\n| b\n@@ -9,1 +9,1 @@\n|-c\n|+d\n! blank_context 3\n! hunk_count 3",
        );
    }
    // One of two is added, and nothing shows which.
    let hunk = "--- a/x\n+++ b/x\n@@ -1,3 +1,6 @@\n a\n+x\n\n\n+y\n b\n";
    let patch = patch_parse::parse(hunk.as_bytes()).unwrap();
    let hunk = &patch.files[0].hunks()[0];
    assert!(hunk.leaves_blanks_open());
    assert_eq!(hunk.with_blanks_as_context(), None);
}

#[test]
fn what_the_counts_make_an_added_line_may_be_context_in_the_file() {
    let hunk = "--- a/x\n+++ b/x\n@@ -1,3 +1,6 @@\n a\n+x\n\n+y\n\n b\n";
    let patch = patch_parse::parse(hunk.as_bytes()).unwrap();
    let hunk = &patch.files[0].hunks()[0];
    assert!(!hunk.leaves_blanks_open());
    let context = hunk.with_blanks_as_context().unwrap();
    assert_eq!(context.counts(), (4, 6));
    assert_eq!(context.with_blanks_as_context(), None);
}

#[test]
fn bare_added_blank_at_end() {
    check_hunk(
        "@@ -1,3 +1,5 @@\n a\n b\n c\n+x\n\n",
        "@@ -1,3 +1,5 @@\n| a\n| b\n| c\n|+x\n|+\n! blank_added 3",
    );
    check_hunk(
        "@@ -1,2 +1,4 @@\n a\n+x\n\n b\n",
        "@@ -1,2 +1,4 @@\n| a\n|+x\n|+\n| b\n! blank_added 3",
    );
    // After the hunk, where all counted lines have been read, it belongs to no hunk.
    check_hunk("@@ -1 +1,2 @@\n a\n+x\n\n", "@@ -1,1 +1,2 @@\n| a\n|+x");
}

#[test]
fn a_hunk_without_old_lines_has_no_context() {
    for count in [3, 5] {
        let note = if count == 3 { "" } else { "\n! hunk_count 3" };
        check(
            format!("--- /dev/null\n+++ b/x\n@@ -0,0 +1,{count} @@\n+a\n\n+b\n"),
            &format!("A x\n@@ -0,0 +1,3 @@\n|+a\n|+\n|+b\n! blank_added 3{note}"),
        );
    }
}

#[test]
fn bare_blanks_behind_added_lines_are_context_where_the_counts_do_not_tell() {
    check_hunk(
        "@@ -1,9 +1,9 @@\n a\n+x\n\n b\n@@ -9 +9 @@\n-c\n+d\n",
        "@@ -1,3 +1,4 @@\n| a\n|+x\n|\u{20}\n| b\n@@ -9,1 +9,1 @@\n|-c\n|+d\n! blank_context 3\n! hunk_count 3",
    );
}

#[test]
fn without_counts_bare_blanks_are_context() {
    check_hunk(
        "@@ @@\n a\n+x\n\n+y\n b\n",
        "@@\n| a\n|+x\n|\u{20}\n|+y\n| b\n! hunk_range 3\n! blank_context 3",
    );
}

#[test]
fn a_bare_blank_at_the_end_belongs_to_the_hunk_where_the_counts_say_so() {
    // One of two is added, and the file shows which.
    check_hunk(
        "@@ -1,2 +1,4 @@\n a\n\n+x\n\n@@ -9 +11 @@\n-c\n+d\n",
        "@@ -1,3 +1,4 @@\n| a\n|\u{20}\n|+x\n|\u{20}\n@@ -9,1 +11,1 @@\n|-c\n|+d\n! blank_context 3\n! hunk_count 3",
    );
    let hunk = "--- a/x\n+++ b/x\n@@ -1,2 +1,4 @@\n a\n\n+x\n\n";
    let patch = patch_parse::parse(hunk.as_bytes()).unwrap();
    let hunk = &patch.files[0].hunks()[0];
    assert!(hunk.leaves_blanks_open());
    assert_eq!(hunk.bare_blanks(), [false, true, false, true]);
}

#[test]
fn bare_blanks_behind_a_hunk_with_others_are_counted() {
    for (hunk, expected) in [
        ("@@\n a\n\n+x\n\n\n", 2),
        ("@@\n a\n\n+x\n\n@@\n c\n-d\n", 1),
        ("@@\n a\n\n+x\n\n--- a/y\n+++ b/y\n@@\n c\n-d\n", 1),
        // Context follows the added lines, or prose follows the hunk, or all others have their
        // marks.
        ("@@\n a\n\n+x\n b\n\n", 0),
        ("@@\n a\n\n+x\n\nThis is all.\n", 0),
        ("@@\n a\n \n+x\n\n", 0),
    ] {
        let text = format!("--- a/x\n+++ b/x\n{hunk}");
        let patch = patch_parse::parse(text.as_bytes()).unwrap();
        assert_eq!(patch.files[0].hunks()[0].blank_lines_behind(), expected, "{text}");
        // When printed, each line has its mark and none follows: the meaning is the same.
        let printed = patch.to_bytes();
        let again = patch_parse::parse(&printed).unwrap();
        assert_eq!(again, patch, "{text}");
        assert_eq!(again.files[0].hunks()[0].blank_lines_behind(), 0, "{text}");
    }
}
