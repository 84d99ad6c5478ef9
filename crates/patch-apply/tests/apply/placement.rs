//! Where hunks go, and when they go nowhere.

use patch_apply::Contract::Agent;
use patch_apply::{ApplyOptions, Cause, Locate, PartId};

use crate::support::{applies, candidate_lines, files, options, refuses_for, run_with};

fn lines(list: &[&str]) -> String {
    list.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn an_exact_match_at_the_hinted_line() {
    let before = lines(&["a", "b", "c", "d"]);
    let patch = "--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n";
    let receipt = applies(&[("f", &before)], patch, &[("f", "a\nb\nC\nd\n")]);
    let hunk = &receipt.files[0].hunks[0];
    assert_eq!((hunk.hinted_line, hunk.matched_line, hunk.offset), (Some(2), 2, Some(0)));
    assert_eq!(hunk.id, PartId::hunk(1, 1));
    assert_eq!((hunk.patch_line, hunk.rung.as_str()), (3, "exact"));
}

#[test]
fn drifted_numbers_are_hints_only() {
    let before = lines(&["x", "x2", "x3", "a", "b", "c"]);
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    let receipt = applies(&[("f", &before)], patch, &[("f", "x\nx2\nx3\na\nB\nc\n")]);
    assert_eq!(receipt.files[0].hunks[0].offset, Some(3));
    let patch = "--- a/f\n+++ b/f\n@@ -900,3 +900,3 @@\n a\n-b\n+B\n c\n";
    applies(&[("f", &before)], patch, &[("f", "x\nx2\nx3\na\nB\nc\n")]);
}

#[test]
fn an_offset_that_one_hunk_showed_moves_the_next_hint() {
    // `b` is there twice; the second hunk's hint meets one of them only with the first one's
    // offset.
    let before = lines(&["new", "a", "b", "x", "y", "b", "z"]);
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+A\n@@ -5 +5 @@\n-b\n+B\n";
    let receipt = applies(&[("f", &before)], patch, &[("f", "new\nA\nb\nx\ny\nB\nz\n")]);
    assert_eq!(receipt.files[0].hunks[1].matched_line, 6);
}

#[test]
fn a_number_that_contradicts_the_offset_of_the_others_settles_nothing() {
    // The first hunk is found two lines higher: by that offset the second matches, by its number it
    // does not.
    let before = lines(&["a", "x", "b", "y", "b"]);
    let patch = "--- a/f\n+++ b/f\n@@ -3 +3 @@\n-a\n+A\n@@ -5 +5 @@\n-b\n+B\n";
    let failure = refuses_for(&[("f", &before)], patch, &["ambiguous at 3, 5"]);
    assert_eq!(candidate_lines(&failure), [3, 5]);
}

#[test]
fn a_repeated_block_is_refused_unless_a_number_meets_it() {
    let before = lines(&["a", "b", "c", "a", "b", "c"]);
    let at = |line: u64| format!("--- a/f\n+++ b/f\n@@ -{line},3 +{line},3 @@\n a\n-b\n+B\n c\n");
    applies(&[("f", &before)], &at(4), &[("f", "a\nb\nc\na\nB\nc\n")]);
    let refusal = refuses_for(&[("f", &before)], &at(2), &["ambiguous at 1, 4"]);
    let hunk = refusal.failures[0].hunk().unwrap();
    assert_eq!(
        (hunk.cause, candidate_lines(&refusal), hunk.places),
        (Cause::Ambiguous, vec![1, 4], 2)
    );
    let nowhere = "--- a/f\n+++ b/f\n@@ ... @@\n a\n-b\n+B\n c\n";
    refuses_for(&[("f", &before)], nowhere, &["ambiguous at 1, 4"]);
}

#[test]
fn a_number_singles_out_one_of_very_many_places_at_every_rung() {
    for ending in ["\n", " \n"] {
        let before = format!("a{ending}b\n").repeat(500);
        let patch = "--- a/f\n+++ b/f\n@@ -801,2 +801,2 @@\n a\n-b\n+B\n";
        let receipt = {
            let after = before.clone();
            let at = after.match_indices('b').nth(400).unwrap().0;
            let after = format!("{}B{}", &after[..at], &after[at + 1..]);
            applies(&[("f", &before)], patch, &[("f", &after)])
        };
        assert_eq!(receipt.files[0].hunks[0].matched_line, 801);
    }
}

#[test]
fn at_most_ten_candidates_are_named() {
    let before = "a\nb\n".repeat(40);
    let patch = "--- a/f\n+++ b/f\n@@ @@\n a\n-b\n+B\n";
    let refusal =
        refuses_for(&[("f", &before)], patch, &["ambiguous at 1, 3, 5, 7, 9, 11, 13, 15, 17, 79"]);
    assert_eq!(refusal.failures[0].hunk().unwrap().candidates.len(), 10);
}

#[test]
fn a_stale_line_is_explained_and_never_overwritten() {
    let old: Vec<String> = (1..=20).map(|n| format!("line {n}")).collect();
    let before =
        lines(&[old.iter().map(String::as_str).collect(), vec!["line 21 is other"]].concat());
    let body: String = old.iter().map(|line| format!(" {line}\n")).collect();
    let patch = format!("--- a/f\n+++ b/f\n@@ -1,21 +1,21 @@\n{body}-line 21\n+LINE 21\n");
    let refusal = refuses_for(&[("f", &before)], &patch, &["one_line_differs"]);
    let near = refusal.failures[0].hunk().unwrap().near_miss.clone().unwrap();
    assert_eq!((near.line, near.matched_lines, near.differing_line), (1, 20, 21));
    assert_eq!(near.expected, "line 21");
    assert_eq!(near.actual.unwrap(), "line 21 is other");
}

#[test]
fn trailing_blanks_and_line_endings_do_not_matter_to_the_search() {
    let before = "fn a() {  \n    x();\t\n}\n";
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n fn a() {\n-    x();\n+    y();\n }\n";
    let receipt = applies(&[("f", before)], patch, &[("f", "fn a() {  \n    y();\n}\n")]);
    assert_eq!(receipt.files[0].hunks[0].rung.as_str(), "trailing_blanks");
}

#[test]
fn an_exact_match_elsewhere_and_a_loose_one_at_the_hint_are_two_places() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n";
    refuses_for(&[("f", "a \nb\n-\na\nb\n")], patch, &["ambiguous at 1, 4"]);
    applies(&[("f", "a\nb\n-\na \nb\n")], patch, &[("f", "a\nB\n-\na \nb\n")]);
    // Without a number a blank at the end tells nobody which is meant.
    let patch = "--- a/f\n+++ b/f\n@@ @@\n a\n-b\n+B\n";
    refuses_for(&[("f", "a \nb\n-\na\nb\n")], patch, &["ambiguous at 1, 4"]);
}

#[test]
fn nothing_similar_is_said_to_be_so() {
    let patch = "--- a/f\n+++ b/f\n@@ ... @@\n zzz\n-yyy\n+B\n";
    let refusal = refuses_for(&[("f", "a\nb\n")], patch, &["nothing_similar"]);
    assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::NothingSimilar);
}

#[test]
fn a_change_that_is_made_already_is_not_made_twice() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    let refusal = refuses_for(&[("f", "a\nB\nc\n")], patch, &["already_applied at 1"]);
    assert_eq!(candidate_lines(&refusal), [1]);
    // An insertion that only has context before it would find that context again.
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n a\n+new\n";
    applies(&[("f", "a\nc\n")], patch, &[("f", "a\nnew\nc\n")]);
    refuses_for(&[("f", "a\nnew\nc\n")], patch, &["already_applied at 1"]);
    let patch = "*** Begin Patch\n*** Update File: f\n@@ a\n+new\n*** End Patch\n";
    applies(&[("f", "a\nc\n")], patch, &[("f", "a\nnew\nc\n")]);
    refuses_for(&[("f", "a\nnew\nc\n")], patch, &["already_applied at 2"]);
}

#[test]
fn a_change_of_trailing_blanks_alone_is_not_made_twice() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+b  \n c\n";
    applies(&[("f", "a\nb\nc\n")], patch, &[("f", "a\nb  \nc\n")]);
    refuses_for(&[("f", "a\nb  \nc\n")], patch, &["already_applied at 1"]);
}

#[test]
fn context_alone_is_no_sign_that_lines_were_removed() {
    let patch = "--- a/f\n+++ b/f\n@@ -2,2 +2,1 @@\n-    drop();\n }\n";
    refuses_for(&[("f", "fn x() {\n    keep();\n}\n")], patch, &["one_line_differs"]);
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-b\n c\n";
    refuses_for(&[("f", "a\nc\n")], patch, &["already_applied at 1"]);
}

#[test]
fn a_number_without_the_offset_of_the_others_is_no_evidence() {
    // The first hunk is found three lines lower. The second is where its number says, and once
    // more, but not three lines lower.
    let before = lines(&["p", "p", "p", "A", "B", "p", "x", "y", "p", "q", "x", "y"]);
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n A\n-B\n+b\n@@ -7,2 +7,2 @@\n x\n-y\n+Y\n";
    refuses_for(&[("f", &before)], patch, &["ambiguous at 7, 11"]);
}

#[test]
fn hunks_that_change_the_same_lines_are_refused() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -2,2 +2,2 @@\n-b\n+X\n c\n";
    refuses_for(&[("f", "a\nb\nc\n")], patch, &["overlap at 2"]);
}

#[test]
fn hunks_out_of_order_are_taken_when_each_is_unique() {
    let patch = "--- a/f\n+++ b/f\n@@ -3 +3 @@\n-c\n+C\n@@ -1 +1 @@\n-a\n+A\n";
    applies(&[("f", "a\nb\nc\n")], patch, &[("f", "A\nb\nC\n")]);
}

#[test]
fn the_first_match_is_one_before_as_many_empty_lines_as_are_behind_the_chunk() {
    let before = "a\n  x\nb\n  x\n\nc\n  x\n\n\nd\n";
    for (behind, after) in [
        ("", "a\n  y\nb\n  x\n\nc\n  x\n\n\nd\n"),
        ("\n", "a\n  x\nb\n  y\n\nc\n  x\n\n\nd\n"),
        ("\n\n", "a\n  x\nb\n  x\n\nc\n  y\n\n\nd\n"),
        ("\n\n\n", "a\n  x\nb\n  x\n\nc\n  y\n\n\nd\n"),
    ] {
        let patch =
            format!("*** Begin Patch\n*** Update File: f\n@@\n-  x\n+  y\n{behind}*** End Patch\n");
        let receipt = applies(&[("f", before)], &patch, &[("f", after)]);
        assert_eq!(receipt.files[0].hunks[0].other_places, 2, "{behind:?}");
    }
    // What the patch says otherwise decides before.
    let anchored = "*** Begin Patch\n*** Update File: f\n@@ a\n-  x\n+  y\n\n*** End Patch\n";
    applies(&[("f", before)], anchored, &[("f", "a\n  y\nb\n  x\n\nc\n  x\n\n\nd\n")]);
    let only = "*** Begin Patch\n*** Update File: f\n@@\n-x\n+y\n\n*** End Patch\n";
    applies(&[("f", "x\nd\n")], only, &[("f", "y\nd\n")]);
}

#[test]
fn the_first_match_wins_in_the_opencode_format() {
    let before = "fn a\n  x\nfn b\n  x\n";
    let plain = "*** Begin Patch\n*** Update File: f\n@@\n-  x\n+  y\n*** End Patch\n";
    let receipt = applies(&[("f", before)], plain, &[("f", "fn a\n  y\nfn b\n  x\n")]);
    assert_eq!(receipt.files[0].hunks[0].other_places, 1);
    assert_eq!(receipt.diagnostics[0].code, "other_places", "the other place is mentioned");

    let mut unique = ApplyOptions::default();
    unique.locate = Locate::Unique;
    let refusal = run_with(&[("f", before)], plain, &unique).unwrap_err();
    assert_eq!(refusal.code().as_str(), "ambiguous_context");

    let anchored = "*** Begin Patch\n*** Update File: f\n@@ fn b\n-  x\n+  y\n*** End Patch\n";
    let (found, _) = run_with(&[("f", before)], anchored, &unique).unwrap();
    assert_eq!(found, files(&[("f", "fn a\n  x\nfn b\n  y\n")]));
}

#[test]
fn chunks_seek_forward_from_where_the_last_one_ended() {
    let before = "x\nx\nx\n";
    let patch = "*** Begin Patch\n*** Update File: f\n@@\n-x\n+1\n@@\n-x\n+2\n*** End Patch\n";
    applies(&[("f", before)], patch, &[("f", "1\n2\nx\n")]);
}

#[test]
fn anchors_stack_from_class_to_method() {
    let before = "class A\n  def f\n    x\nclass B\n  def f\n    x\n";
    let patch = "*** Begin Patch\n*** Update File: f\n@@ class B\n@@   def f\n-    x\n+    y\n*** End Patch\n";
    applies(
        &[("f", before)],
        patch,
        &[("f", "class A\n  def f\n    x\nclass B\n  def f\n    y\n")],
    );
}

#[test]
fn a_missing_anchor_is_named() {
    let patch = "*** Begin Patch\n*** Update File: f\n@@ fn gone\n-x\n+y\n*** End Patch\n";
    let refusal = refuses_for(&[("f", "x\n")], patch, &["anchor_not_found against 1"]);
    let hunk = refusal.failures[0].hunk().unwrap();
    assert_eq!(
        (hunk.cause, hunk.anchor.as_ref().unwrap().to_string().as_str()),
        (Cause::AnchorNotFound, "fn gone")
    );
}

#[test]
fn a_chunk_without_old_lines_goes_behind_its_anchor_or_to_the_end() {
    let before = "a\nb\n";
    let behind = "*** Begin Patch\n*** Update File: f\n@@ a\n+new\n*** End Patch\n";
    applies(&[("f", before)], behind, &[("f", "a\nnew\nb\n")]);
    let end = "*** Begin Patch\n*** Update File: f\n@@\n+new\n*** End Patch\n";
    applies(&[("f", before)], end, &[("f", "a\nb\nnew\n")]);
}

#[test]
fn added_lines_alone_in_front_of_other_chunks_are_not_put_behind_them() {
    let of = |chunks: &str| format!("*** Begin Patch\n*** Update File: f\n{chunks}*** End Patch\n");
    let (added, other) = ("@@\n+new\n", "@@\n-a\n+c\n");
    refuses_for(&[("f", "a\nb\n")], &of(&[added, other].concat()), &["no_context"]);
    // After them, at the end as it is said, or after other such lines they are.
    let after = [("f", "c\nb\nnew\n")];
    applies(&[("f", "a\nb\n")], &of(&[other, added].concat()), &after);
    let marked = "@@\n+new\n*** End of File\n";
    applies(&[("f", "a\nb\n")], &of(&[marked, other].concat()), &after);
    applies(&[("f", "a\n")], &of(&[added, "@@\n+more\n"].concat()), &[("f", "a\nnew\nmore\n")]);
}

#[test]
fn end_of_file_means_the_end() {
    let before = "x\na\nx\n";
    let patch = "*** Begin Patch\n*** Update File: f\n@@\n-x\n+y\n*** End of File\n*** End Patch\n";
    applies(&[("f", before)], patch, &[("f", "x\na\ny\n")]);
    let patch = "*** Begin Patch\n*** Update File: f\n@@\n-a\n+y\n*** End of File\n*** End Patch\n";
    refuses_for(&[("f", before)], patch, &["not_at_end at 2"]);
}

#[test]
fn counts_that_are_wrong_do_not_matter() {
    let before = "a\nb\nc\n";
    for header in ["@@ -1,1 +1,1 @@", "@@ -1,6 +1,6 @@", "@@ -1,3 +1,4 @@", "@@ -1 +1 @@", "@@ @@"]
    {
        let patch = format!("--- a/f\n+++ b/f\n{header}\n a\n-b\n+B\n c\n");
        applies(&[("f", before)], &patch, &[("f", "a\nB\nc\n")]);
    }
}

#[test]
fn a_removed_line_that_differs_is_never_removed() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-b()\n c\n";
    refuses_for(&[("f", "a\nb(1)\nc\n")], patch, &["one_line_differs"]);
}

#[test]
fn contract_and_limits_are_the_callers() {
    let mut small = options(Agent);
    small.limits.file_bytes = 4;
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n a\n+b\n";
    let (found, _) = run_with(&[("f", "a\n")], patch, &small).unwrap();
    assert_eq!(found, files(&[("f", "a\nb\n")]));
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n a\n+bc\n";
    let refusal = run_with(&[("f", "a\n")], patch, &small).unwrap_err();
    assert_eq!(refusal.code().as_str(), "limit_exceeded");
    let refusal = run_with(&[("f", "a\nb\nc\n")], patch, &small).unwrap_err();
    assert_eq!(refusal.code().as_str(), "limit_exceeded");
}
