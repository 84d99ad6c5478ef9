//! A patch that says something twice, or of one file in several sections, is refused, and what is
//! offered says it once.

use patch_apply::render::for_model;
use patch_apply::{ApplyOptions, Refusal};

use crate::support::{applies, run_with};

const FILE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

#[track_caller]
fn refused(patch: &str, code: &str) -> Refusal {
    let refusal = run_with(&[("f", FILE)], patch, &ApplyOptions::default());
    let refusal = refusal.expect_err("it says something twice");
    assert_eq!(refusal.code().as_str(), code, "{refusal}");
    refusal
}

#[track_caller]
fn offers(patch: &str, code: &str, after: Option<&str>) {
    let refusal = refused(patch, code);
    let offered = refusal.suggested_patch.as_ref().map(ToString::to_string);
    assert_eq!(offered.is_some(), after.is_some(), "{refusal}\n{patch}");
    if let (Some(offered), Some(after)) = (offered, after) {
        applies(&[("f", FILE)], &offered, &[("f", after)]);
        let text = for_model().refusal(&refusal);
        let said = "\nthis patch applies to the file as it is now: it has all the changes that were sent, those of each file together and each of them once:\n";
        assert!(text.contains(said) && text.contains(&offered), "{text}");
    }
}

const HEADER: &str = "--- a/f\n+++ b/f\n";
const FIRST: &str = "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
const LAST: &str = "@@ -6,3 +6,3 @@\n six\n-seven\n+7\n eight\n";

#[test]
fn the_hunks_of_a_file_are_offered_together() {
    let after = FILE.replace("two", "2").replace("seven", "7");
    for patch in [
        format!("{HEADER}{FIRST}{HEADER}{LAST}"),
        // In another order than that of the file.
        format!("{HEADER}{LAST}{HEADER}{FIRST}"),
        format!("```diff\n{HEADER}{FIRST}```\n\nand\n\n```diff\n{HEADER}{LAST}```\n"),
        // The same patch twice.
        format!("{HEADER}{FIRST}{LAST}{HEADER}{FIRST}{LAST}"),
    ] {
        offers(&patch, "duplicate_file_patch", Some(&after));
    }
}

#[test]
fn a_chunk_that_is_there_twice_is_offered_once() {
    let chunk = "@@\n one\n-two\n+2\n three\n";
    let envelope =
        |chunks: &str| format!("*** Begin Patch\n*** Update File: f\n{chunks}*** End Patch\n");
    let after = FILE.replace("two", "2");
    offers(&envelope(&format!("{chunk}{chunk}")), "overlapping_hunks", Some(&after));
    // Another change of the same lines is not the same.
    let other = chunk.replace("+2", "+II");
    offers(&envelope(&format!("{chunk}{other}")), "overlapping_hunks", None);
}

#[test]
fn what_does_not_apply_together_is_not_offered() {
    // The same lines become something else.
    let second = FIRST.replace("+2", "+II");
    offers(&format!("{HEADER}{FIRST}{HEADER}{second}"), "duplicate_file_patch", None);
    let stale = LAST.replace("seven", "7.5");
    offers(&format!("{HEADER}{FIRST}{HEADER}{stale}"), "duplicate_file_patch", None);
}
