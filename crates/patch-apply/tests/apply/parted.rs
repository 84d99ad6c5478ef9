//! Others put lines between those of a hunk, or took one out of them, where its number says that it
//! is.

use crate::support::{applies, refuses};

fn unified(hunks: &str) -> String {
    format!("--- a/f\n+++ b/f\n{hunks}")
}

/// Two blocks that are alike, the first one with this in the place of a part of it.
fn twins(part: &str, other: &str) -> String {
    let block = "focus: 1\nblur: 2\npress: 3\ntext: 4\nhide: 5\ncaps: 6\nplace: 7\n";
    assert!(block.contains(part), "the block has {part}");
    format!("one\n{}end\n\ntwo\n{block}end\n", block.replacen(part, other, 1))
}

const HUNK: &str =
    "@@ -2,7 +2,6 @@\n focus: 1\n blur: 2\n press: 3\n-text: 4\n hide: 5\n caps: 6\n place: 7\n";

#[test]
fn what_others_parted_at_the_number_is_not_done_to_a_twin() {
    let patch = unified(HUNK);
    for (part, other) in [
        // Lines between.
        ("press: 3\n", "press: 3\n# note\n"),
        ("text: 4\n", "text: 4\n# note\n# more\n"),
        ("blur: 2\n", "blur: 2\n# note\n"),
        // One is gone, or others are in its place.
        ("hide: 5\n", ""),
        ("caps: 6\n", ""),
        ("hide: 5\n", "a: 1\nb: 2\n"),
    ] {
        refuses(&[("f", &twins(part, other))], &patch, &["ambiguous_context"]);
    }
    // Nothing is parted, or there is nothing like it.
    let before = twins("", "");
    applies(&[("f", &before)], &patch, &[("f", &before.replacen("text: 4\n", "", 1))]);
}

#[test]
fn what_is_parted_at_the_number_drags_no_other_hunk_along() {
    let block = "focus: 1\nblur: 2\npress: 3\n    None\n    x = 1\nhide: 5\n";
    let hunk = "@@ -2,6 +2,7 @@\n focus: 1\n blur: 2\n press: 3\n+text: 4\n     None\n     x = 1\n hide: 5\n";
    let second = "@@ -10 +11 @@\n-last\n+LAST\n";
    let file = |block: &str| format!("one\n{block}end\n\nlast\n");
    let first = block.replacen("press: 3\n", "press: 3\ntexts: 4\n", 1);
    let before = format!("{}{}", file(&first), file(block));
    let refusal = refuses(
        &[("f", &before)],
        &unified(&format!("{hunk}{second}")),
        &["ambiguous_context", "ambiguous_context"],
    );
    assert_eq!(refusal.failures.len(), 2);
}
