//! Two texts and the hunks between them.

use std::time::Instant;

use patch_gen::{Algorithm, GenOptions, hunks};
use patch_parse::Format;

#[track_caller]
fn check(old: &str, new: &str, context: usize, expected: &str) {
    let mut options = GenOptions::default();
    options.context = context;
    assert_eq!(print(old, new, &options), expected);
}

fn print(old: &str, new: &str, options: &GenOptions) -> String {
    let hunks = hunks(old.as_bytes(), new.as_bytes(), options);
    let text: Vec<u8> = hunks.iter().flat_map(|hunk| hunk.to_bytes(Format::Unified)).collect();
    String::from_utf8(text).unwrap()
}

/// The lines `1` to `last`.
fn numbered(last: usize) -> String {
    let lines: Vec<_> = (1..=last).map(|number| format!("{number}\n")).collect();
    lines.concat()
}

#[test]
fn equal_texts_have_no_hunks() {
    check("", "", 3, "");
    check("a\nb", "a\nb", 3, "");
}

#[test]
fn a_change_is_written_in_its_context() {
    let old = numbered(9);
    let new = old.replace("5\n", "five\n");
    check(&old, &new, 0, "@@ -5 +5 @@\n-5\n+five\n");
    check(&old, &new, 1, "@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n");
    check(&old, &new, 3, "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
    let whole = "@@ -1,9 +1,9 @@\n 1\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n";
    check(&old, &new, 99, whole);
    check(&old, &new, usize::MAX, whole);
}

#[test]
fn an_empty_side_counts_from_the_line_before() {
    check("", "a\n", 3, "@@ -0,0 +1 @@\n+a\n");
    check("a\nb\n", "", 3, "@@ -1,2 +0,0 @@\n-a\n-b\n");
    check("1\n2\n", "1\nx\n2\n", 0, "@@ -1,0 +2 @@\n+x\n");
    check("1\nx\n2\n", "1\n2\n", 0, "@@ -2 +1,0 @@\n-x\n");
    check("1\n", "x\n1\n", 0, "@@ -0,0 +1 @@\n+x\n");
}

#[test]
fn a_change_among_equal_lines_has_its_context() {
    let (old, new) = ("a\na\nb\nc\nx\n1\n", "a\nb\nc\nx\nx\n1\n");
    check(old, new, 1, "@@ -1,3 +1,2 @@\n a\n-a\n b\n@@ -5,2 +4,3 @@ c\n x\n+x\n 1\n");
}

#[test]
fn changes_share_a_hunk_while_their_context_touches() {
    let old = numbered(12);
    let near = old.replace("3\n", "x\n").replace("8\n", "y\n");
    check(&old, &near, 1, "@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4\n@@ -7,3 +7,3 @@\n 7\n-8\n+y\n 9\n");
    check(&old, &near, 2, "@@ -1,10 +1,10 @@\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n 7\n-8\n+y\n 9\n 10\n");
}

#[test]
fn a_missing_final_newline_is_part_of_the_line() {
    let none = "\\ No newline at end of file\n";
    check("a", "b", 3, &format!("@@ -1 +1 @@\n-a\n{none}+b\n{none}"));
    check("a", "a\n", 3, &format!("@@ -1 +1 @@\n-a\n{none}+a\n"));
    check("a\n", "a", 3, &format!("@@ -1 +1 @@\n-a\n+a\n{none}"));
    check("a\nb", "x\nb", 3, &format!("@@ -1,2 +1,2 @@\n-a\n+x\n b\n{none}"));
}

#[test]
fn only_lf_ends_a_line() {
    check("a\r\nb\r\n", "a\r\nb\n", 3, "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n");
    check("a\rb\n", "a\rc\n", 3, "@@ -1 +1 @@\n-a\rb\n+a\rc\n");
    check("a\u{2028}b\n", "a\u{2028}c\n", 3, "@@ -1 +1 @@\n-a\u{2028}b\n+a\u{2028}c\n");
}

#[test]
fn the_heading_is_the_last_declaration_above_the_hunk() {
    let old = "fn f() {  \n  1\n  2\n}\n_g:\n  3\n  4\n  5\n$h\n  6\n";
    let new = old.replace('2', "two").replace('4', "four").replace('6', "six");
    check(
        old,
        &new,
        0,
        "@@ -3 +3 @@ fn f() {\n-  2\n+  two\n@@ -7 +7 @@ _g:\n-  4\n+  four\n\
         @@ -10 +10 @@ $h\n-  6\n+  six\n",
    );
    check(
        "f\n1\n2\n3\n4\n5\n",
        "f\n1\nx\n3\n4\ny\n",
        0,
        "@@ -3 +3 @@ f\n-2\n+x\n@@ -6 +6 @@ f\n-5\n+y\n",
    );
    check("1\n2\n", "1\nx\n", 0, "@@ -2 +2 @@\n-2\n+x\n");
}

#[test]
fn a_long_heading_is_cut_at_eighty_bytes() {
    let long = "f".repeat(100);
    let heading = "f".repeat(80);
    let old = format!("{long}\n1\n");
    check(&old, &format!("{long}\n2\n"), 0, &format!("@@ -2 +2 @@ {heading}\n-1\n+2\n"));
    let blank_at_the_cut = format!("{}   x\n1\n", "f".repeat(78));
    let heading = "f".repeat(78);
    let new = blank_at_the_cut.replace('1', "2");
    check(&blank_at_the_cut, &new, 0, &format!("@@ -2 +2 @@ {heading}\n-1\n+2\n"));
}

#[test]
fn repeated_lines_are_added_after_their_likes() {
    check("1\n2\n", "1\n2\n1\n2\n", 0, "@@ -2,0 +3,2 @@\n+1\n+2\n");
    check("1\n1\n", "1\n1\n1\n", 1, "@@ -2 +2,2 @@\n 1\n+1\n");
}

#[test]
fn every_algorithm_finds_a_plain_change() {
    let (old, new) = (numbered(9), numbered(9).replace("5\n", "five\n"));
    for algorithm in [Algorithm::Histogram, Algorithm::Patience, Algorithm::Myers] {
        let mut options = GenOptions::default();
        options.algorithm = algorithm;
        options.context = 0;
        assert_eq!(print(&old, &new, &options), "@@ -5 +5 @@\n-5\n+five\n", "{algorithm:?}");
    }
}

#[test]
fn scattered_changes_in_a_large_text_are_found() {
    let old = numbered(60_000);
    let new = old.replace("7\n", "seven\n");
    let options = GenOptions::default();
    let hunks = hunks(old.as_bytes(), new.as_bytes(), &options);
    crate::property::check_hunks(old.as_bytes(), new.as_bytes(), &hunks, &options);
    assert_eq!(hunks.len(), 6000, "a hunk for each change");
}

#[test]
fn a_deadline_in_the_past_still_gives_a_right_patch() {
    let (old, new) = (numbered(3000), numbered(4000).replace('7', "seven\n"));
    let mut options = GenOptions::default();
    options.deadline = Some(Instant::now());
    let hunks = hunks(old.as_bytes(), new.as_bytes(), &options);
    crate::property::check_hunks(old.as_bytes(), new.as_bytes(), &hunks, &options);
}
