//! Refusals name the places that the hunk may mean, and what tells them apart.

use patch_apply::{ApplyOptions, Candidate, Cause, Evidence, Failure, Locate};

use crate::explaining::{check, check_with, first};
use crate::support::{hint, opencode, unified};

#[test]
fn a_loose_place_outside_the_heading_is_told_with_the_heading() {
    let file = "fn a() {\n    one();\n}\n\nfn b() {\n\trun();\n}\n";
    let patch = unified("@@ -2 +2 @@ fn a() {\n-    run();\n+    walk();\n");
    let refusal = check(file, &patch, Cause::OutsideHeading);
    assert_eq!(
        refusal.failures[0].message(),
        "the old lines match, indentation aside, at line 6, which is outside the block of the heading \
         `fn a() {` of line 1"
    );
    let text = refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH);
    assert!(text.contains("cause: outside_heading\nline 6: `\trun();` in `fn b() {`, line 5; matches, indentation aside\nline 1: `fn a() {`\n"), "{text}");
}

/// Which places a refusal names, and in which sentence.
#[track_caller]
fn says(file: &str, patch: &str, cause: Cause, message: &str, places: [&[usize]; 2]) {
    let refusal = check(file, patch, cause);
    let failure = first(&refusal);
    assert_eq!(refusal.failures[0].message(), message, "{patch}");
    let lines = |places: &[Candidate]| places.iter().map(|place| place.line).collect::<Vec<_>>();
    let found = [lines(&failure.candidates), lines(&failure.rivals)];
    assert_eq!(found, places.map(<[usize]>::to_vec), "{patch}");
    let text = refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH);
    for line in places.concat() {
        assert!(text.contains(&format!("line {line}: ")), "{text}");
    }
}

const TWINS: &str =
    "import os\n\ndef f(x):\n    y = x\n    return 1\n\ndef g(x):\n    y = x\n    return 1\n";

#[test]
fn kinds_of_evidence_that_pull_apart_are_named() {
    let patch = unified(
        "@@ -1 +1,2 @@\n import os\n+import re\n@@ -5,1 +6,1 @@ def g(x):\n-    return 1\n+    return 2\n",
    );
    says(
        TWINS,
        &patch,
        Cause::Ambiguous,
        "the old lines match in several places: lines 5, 9; the number says line 5, the heading says line 9",
        [&[5, 9], &[]],
    );
    let refusal = check(TWINS, &patch, Cause::Ambiguous);
    let places = &first(&refusal).candidates;
    assert_eq!(places[0].speaks_against, [Evidence::Heading]);
    assert_eq!(places[1].speaks_for, [Evidence::Heading]);
    let text = refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH);
    for line in [
        "line 5: `    return 1` in `def f(x):`, line 3; for it: number, near; against it: heading\n",
        "line 9: `    return 1` in `def g(x):`, line 7; for it: heading; against it: number, near\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    // One kind alone pulls nothing apart.
    let patch = unified("@@ ... @@\n-    return 1\n+    return 2\n");
    let message = "the old lines match in several places: lines 5, 9";
    says(TWINS, &patch, Cause::Ambiguous, message, [&[5, 9], &[]]);
}

#[test]
fn places_that_match_but_for_something_are_told_so() {
    let block = "    alpha();\n    beta();\n    gamma();\n    delta();\n";
    let file = format!("a1\n{block}b1\n\nc1\n{block}d1\n");
    let outer = "@@ ... @@\n other\n     alpha();\n     beta();\n-    gamma();\n+    zeta();\n     delta();\n more\n";
    says(
        &file,
        &unified(outer),
        Cause::Ambiguous,
        "the old lines match, outer context aside, in several places: lines 2, 9",
        [&[2, 9], &[]],
    );
    let file = "{\n    run(1);\n}\n{\n    run(1);\n}\n";
    says(
        file,
        &unified("@@ ... @@\n-  run(1);\n+  walk(1);\n"),
        Cause::Ambiguous,
        "the old lines match, indentation aside, in several places: lines 2, 5",
        [&[2, 5], &[]],
    );
}

#[test]
fn a_change_that_may_be_made_already_names_both_places() {
    let file = "one();\ntwo();\nfour();\nfive();\n--\none();\nthree();\nfour();\nfive();\n";
    says(
        file,
        &unified("@@ -6,4 +6,4 @@\n one();\n-two();\n+three();\n four();\n five();\n"),
        Cause::MaybeApplied,
        "the new lines match at line 6, the old ones at line 1: one of two places that were alike may have been changed already",
        [&[6], &[1]],
    );
}

#[test]
fn a_block_whose_anchor_is_not_there_is_found() {
    let file = "class Reader:\n    def read(self):\n        pass\n";
    says(
        file,
        &opencode("@@ class Writer:\n-        pass\n+        return\n"),
        Cause::AnchorNotFound,
        "no line at or after this place contains the anchor `class Writer:`, but the old lines match exactly and once, at line 3; line 1 is `class Reader:`",
        [&[1], &[3]],
    );
}

#[test]
fn lines_like_the_anchor_are_named() {
    let file = "class Reader:\n    def read(self, path):\n        pass\nclass Writer:\n    def write(self):\n        pass\n";
    let patch = opencode("@@ def reads(self, path):\n-        pass\n+        return\n");
    let refusal = check(file, &patch, Cause::AnchorNotFound);
    let candidate = &first(&refusal).candidates[0];
    assert_eq!(
        (candidate.line, candidate.text.to_string()),
        (2, "    def read(self, path):".into())
    );
    assert_eq!(candidate.heading.as_ref().unwrap().text, "class Reader:");
}

#[test]
fn candidates_have_headings_and_what_tells_them_apart() {
    let file =
        "class A:\n    def f(self):\n        pass\n\nclass B:\n    def g(self):\n        pass\n";
    let body = "-        pass\n+        return\n";
    let refusal = check(file, &unified(&format!("@@ ... @@\n{body}")), Cause::Ambiguous);
    let headings: Vec<_> =
        first(&refusal).candidates.iter().map(|place| place.heading.clone().unwrap()).collect();
    assert_eq!((headings[0].line, headings[1].line), (2, 6));
    assert_eq!(headings[1].text, "def g(self):");
    assert_eq!(first(&refusal).remark, None, "a unified diff has no anchors");
    assert!(hint(&refusal).contains("line number"), "{refusal:?}");
    let mut options = ApplyOptions::default();
    options.locate = Locate::Unique;
    let refusal = check_with(file, &opencode(&format!("@@\n{body}")), Cause::Ambiguous, &options);
    let remark = first(&refusal).remark.as_ref().unwrap().to_string();
    assert_eq!(remark, "to mean line 3, write `@@ def f(self):` above the lines");
    // Alike in their headings: nothing to name.
    let twins = file.replace("def g", "def f");
    let refusal = check_with(&twins, &opencode(&format!("@@\n{body}")), Cause::Ambiguous, &options);
    assert_eq!(first(&refusal).remark, None);
}
