//! Refusals that let the writer succeed at the next try.

use bstr::ByteSlice;
use patch_apply::{
    ApplyOptions, Candidate, Cause, Difference, Evidence, Failure, Hash, HunkFailure, Locate,
    NearMiss, Refusal, Remark, apply_hunks,
};
use patch_parse::Format;

use crate::support::{applies, refuses, run_with};

fn unified(body: &str) -> String {
    format!("--- a/f\n+++ b/f\n{body}")
}

fn opencode(body: &str) -> String {
    format!("*** Begin Patch\n*** Update File: f\n{body}*** End Patch\n")
}

fn first(refusal: &Refusal) -> &HunkFailure {
    refusal.failures[0].hunk().expect("a failure of a hunk")
}

fn near(refusal: &Refusal) -> &NearMiss {
    first(refusal).near_miss.as_ref().expect("a near miss")
}

/// Why a hunk is refused; every failure promises what [`check_failure`] looks at.
#[track_caller]
fn check(file: &str, patch: &str, cause: Cause) -> Refusal {
    let options = ApplyOptions::default();
    check_with(file, patch, cause, &options)
}

#[track_caller]
fn check_with(file: &str, patch: &str, cause: Cause, options: &ApplyOptions) -> Refusal {
    let refusal = run_with(&[("f", file)], patch, options).expect_err("the patch is refused");
    assert_eq!(first(&refusal).cause, cause, "{refusal}\n{file}\n{patch}");
    for failure in &refusal.failures {
        check_failure(failure, refusal.format, file);
    }
    refusal
}

/// What holds for every failure of a hunk.
#[track_caller]
fn check_failure(failure: &Failure, format: Format, file: &str) {
    let hunk = failure.hunk().expect("a failure of a hunk");
    assert_eq!(hunk.before, Some(Hash::of(file.as_bytes())), "the hash is that of the file");
    for most in [0, 10, 200, Failure::EXPLANATION_LENGTH] {
        let text = failure.explanation(most);
        assert!(text.chars().count() <= most, "{most} characters hold\n{text}");
        speaks_of(format, &text);
    }
    speaks_of(format, failure.hint);
    speaks_of(format, &failure.message());
    let text = failure.explanation(usize::MAX);
    assert!(text.contains(failure.hint) && text.contains(&failure.message()), "{text}");
    let Some(patch) = &hunk.suggested_patch else { return };
    assert!(text.contains(&patch.to_string()), "{text}");
    let options = ApplyOptions::default();
    let applied = run_with(&[("f", file)], &patch.to_string(), &options);
    assert!(applied.is_ok(), "the suggestion applies\n{patch}\n{file}");
}

/// Models copy what they see: no word of the other format.
#[track_caller]
fn speaks_of(format: Format, text: &str) {
    let other: &[&str] = match format {
        Format::Unified => &["***"],
        Format::OpenCode => &["--- ", "+++ ", "@@ -", "diff --git", "/dev/null"],
    };
    for marker in other {
        assert!(!text.contains(marker), "{marker:?} in {text}");
    }
}

const FILE: &str = "\
use std::io;

fn main() {
    let limit = 10;
    let name = read();
    if name.len() > limit {
        fail(name);
    }
    finish(name, limit);
}
";

#[test]
fn the_first_line_may_be_the_wrong_one() {
    let patch = unified(
        "@@ -90,4 +90,4 @@\n-fn start() {\n+fn go() {\n     let limit = 10;\n     let name = read();\n     if name.len() > limit {\n",
    );
    let refusal = check(FILE, &patch, Cause::OneLineDiffers);
    let near = near(&refusal);
    assert_eq!((near.line, near.last_line, near.matched_lines), (3, 6, 0));
    assert_eq!((near.agreeing_lines, near.old_lines), (3, 4));
    assert_eq!((near.differing_line, near.column), (3, 4));
    assert_eq!(
        (near.expected.as_bstr(), near.difference),
        ("fn start() {".into(), Difference::Replaced)
    );
    assert!((80..100).contains(&near.similarity), "{}", near.similarity);
    let lines: Vec<_> = near.excerpt.iter().map(|line| line.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5]);
}

#[test]
fn a_missing_and_an_extra_line_hide_no_other() {
    let missing = unified(
        "@@ -3,5 +3,5 @@\n fn main() {\n     let limit = 10;\n     if name.len() > limit {\n-        fail(name);\n+        warn(name);\n     }\n",
    );
    let refusal = check(FILE, &missing, Cause::OneLineDiffers);
    let found = near(&refusal);
    assert_eq!((found.difference, found.matched_lines), (Difference::MissingInPatch, 2));
    assert_eq!((found.differing_line, found.agreeing_lines), (5, 5));
    assert_eq!(found.actual.as_ref().unwrap(), "    let name = read();");
    let extra = unified(
        "@@ -3,5 +3,5 @@\n fn main() {\n     let limit = 10;\n     let more = 1;\n     let name = read();\n     if name.len() > limit {\n-        fail(name);\n+        warn(name);\n",
    );
    let refusal = check(FILE, &extra, Cause::OneLineDiffers);
    let found = near(&refusal);
    assert_eq!((found.difference, found.matched_lines), (Difference::MissingInFile, 2));
    assert_eq!((found.line, found.last_line, found.agreeing_lines), (3, 7, 5));
}

#[test]
fn a_line_that_resembles_is_found_where_none_is_equal() {
    let patch = unified("@@ @@\n-    finish(name, limits);\n+    end(name);\n");
    let refusal = check(FILE, &patch, Cause::OneLineDiffers);
    let near = near(&refusal);
    assert_eq!((near.line, near.agreeing_lines, near.column), (9, 0, 23));
    assert_eq!(first(&refusal).suggested_patch, None, "one line alone does not say where");
}

#[test]
fn a_loose_place_outside_the_heading_is_told_with_the_heading() {
    let file = "fn a() {\n    one();\n}\n\nfn b() {\n\trun();\n}\n";
    let patch = unified("@@ -2 +2 @@ fn a() {\n-    run();\n+    walk();\n");
    let refusal = check(file, &patch, Cause::OutsideHeading);
    assert_eq!(
        refusal.failures[0].message(),
        "the old lines match, indentation aside, at line 6, which is not below the section heading \
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
fn what_is_not_mapped_comes_with_the_lines_of_the_file() {
    let file = "  a1\nb1\n";
    let patch = unified("@@ -1,2 +1,2 @@\n a1\n-  b1\n+  c1\n");
    let refusal = check(file, &patch, Cause::UnmappedIndentation);
    assert_eq!(
        refusal.failures[0].message(),
        "the old lines match at line 1, indentation aside, and do not tell how the added lines are indented there"
    );
    assert_eq!(near(&refusal).excerpt[0].text, "  a1");
    let text = refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH);
    assert!(
        text.contains(
            "line 1 is `··a1`, the patch has `a1`\nnote: they differ in blanks alone: · is a space, → a tab\nthe file there:\n     1 |   a1\n     2 | b1\n"
        ),
        "{text}"
    );
}

#[test]
fn each_cause_is_told() {
    use Cause::{
        LineEnding, LinesDiffer, NothingSimilar, TargetStateInContext, UnicodeEquivalent,
        UnmappedIndentation, WhitespaceOnly,
    };
    for (file, patch, cause) in [
        ("f(a, b);\nend();\n", "-f(a,b);\n+g(a,b);\n end();\n", WhitespaceOnly),
        ("  a1\nb1\n", " a1\n-  b1\n+  c1\n", UnmappedIndentation),
        ("cafe\u{301} = 1\nend\n", "-caf\u{e9} = 1\n+x = 1\n end\n", UnicodeEquivalent),
        ("one\rtwo\rthree\r", " one\n-two\n+2\n three\n", LineEnding),
        ("one();\ntwo();\nthree();\n", " one();\n-twice(x);\n+2\n thrice(y);\n", LinesDiffer),
        ("one();\ntwo();\n", "-alpha\n-beta\n+gamma\n", NothingSimilar),
        // The writer wrote a line as it is to be.
        (
            "open(path);\nread(path);\nclose(path);\n",
            "-open(path);\n+open(path, 1);\n read_all(path);\n-close(path);\n+read_all(path);\n+close(path, 1);\n",
            TargetStateInContext,
        ),
        // The writer forgot an edit of minutes ago.
        (
            "open(path, 1);\nread(path);\nclose(path);\n",
            "-open(path);\n+open(path, 1);\n read(path);\n-close(path);\n+close(path, 1);\n",
            TargetStateInContext,
        ),
    ] {
        check(file, &unified(&format!("@@ ... @@\n{patch}")), cause);
        check(file, &opencode(&format!("@@\n{patch}")), cause);
    }
}

#[test]
fn chunks_out_of_order_are_told_so() {
    // Which of the earlier places is meant nobody knows.
    let file = "alpha\nbeta\nalpha\ngamma\n";
    let chunks = "@@\n-gamma\n+g\n@@\n-alpha\n+a\n";
    check(file, &opencode(chunks), Cause::OutOfOrder);
}

#[test]
fn markers_in_the_wrong_place_are_told_so() {
    let moved = opencode(
        "@@\n     let limit = 10;\n-    let name = read();\n+    let name = ask();\n*** Move to: g\n",
    );
    let refusal = check(FILE, &moved, Cause::MisplacedMarker);
    let remark = first(&refusal).remark.as_ref().unwrap().to_string();
    assert_eq!(remark, "`*** Move to: g` was read as a line of the file");
    assert!(refusal.failures[0].hint.contains("*** Move to"), "{}", refusal.failures[0].hint);
    let end = opencode("@@\n-    let limit = 10;\n+    let limit = 9;\n*** End of File\n");
    check(FILE, &end, Cause::NotAtEnd);
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
    assert!(refusal.failures[0].hint.contains("line number"), "{}", refusal.failures[0].hint);
    let mut options = ApplyOptions::default();
    options.locate = Locate::Unique;
    let refusal = check_with(file, &opencode(&format!("@@\n{body}")), Cause::Ambiguous, &options);
    let remark = first(&refusal).remark.as_ref().unwrap().to_string();
    assert_eq!(remark, "the anchor `@@ def f(self):` means line 3");
    // Alike in their headings: nothing to name.
    let twins = file.replace("def g", "def f");
    let refusal = check_with(&twins, &opencode(&format!("@@\n{body}")), Cause::Ambiguous, &options);
    assert_eq!(first(&refusal).remark, None);
}

/// A hunk with an unclear or a clear repair, and what the suggestion makes of the file.
#[track_caller]
fn suggests(file: &str, body: &str, after: Option<&str>) {
    for patch in [unified(&format!("@@ ... @@\n{body}")), opencode(&format!("@@\n{body}"))] {
        let refusal = refuses(&[("f", file)], &patch, &["context_not_found"]);
        check_failure(&refusal.failures[0], refusal.format, file);
        let suggestion = first(&refusal).suggested_patch.as_ref();
        assert_eq!(suggestion.is_some(), after.is_some(), "{suggestion:?}\n{patch}");
        if let (Some(suggestion), Some(after)) = (suggestion, after) {
            applies(&[("f", file)], &suggestion.to_string(), &[("f", after)]);
        }
    }
}

#[test]
fn stale_context_is_replaced_by_the_lines_of_the_file() {
    let after = FILE.replace("= 10", "= 9").replace("fail(name);", "warn(name);");
    let first = "-    let limit = 10;\n+    let limit = 9;\n";
    let last = "-        fail(name);\n+        warn(name);\n     }\n";
    for between in [
        "     let name = ask();\n     if name.len() > limit {\n",
        // A line missing, a line too many.
        "     let name = read();\n",
        "     let name = read();\n     if name.len() > limit {\n         log(name);\n",
    ] {
        suggests(FILE, &format!("{first}{between}{last}"), Some(&after));
    }
}

#[test]
fn one_removed_line_that_differs_a_little_is_replaced() {
    let after = FILE.replace("    let limit = 10;", "    let limit = 12;");
    suggests(
        FILE,
        " fn main() {\n-    let limit = 11;\n+    let limit = 12;\n     let name = read();\n",
        Some(&after),
    );
}

#[test]
fn nothing_is_suggested_where_the_repair_is_not_clear() {
    // The removed line is another one.
    suggests(
        FILE,
        " fn main() {\n-    let maximum = 10;\n+    let limit = 12;\n     let name = read();\n",
        None,
    );
    // Two places come as close.
    let twice = FILE.repeat(2);
    suggests(
        &twice,
        "-    let limit = 10;\n+    let limit = 9;\n     let name = ask();\n     if name.len() > limit {\n-        fail(name);\n+        warn(name);\n",
        None,
    );
    // Behind or before the line that is missing in the hunk.
    suggests(
        FILE,
        "     let limit = 10;\n+    let more = 1;\n     if name.len() > limit {\n         fail(name);\n",
        None,
    );
    // The wished state in the context: what the writer wants of it is not known.
    suggests(
        "open(path);\nread(path);\nclose(path);\n",
        "-open(path);\n+open(path, 1);\n read_all(path);\n-close(path);\n+read_all(path);\n+close(path, 1);\n",
        None,
    );
}

/// A suggestion rewrites no place but the one that the hunk means.
#[test]
fn no_namesake_is_rewritten() {
    let class = |name: &str, first: &str| {
        format!(
            "class {name}:\n    def reset(self):\n        self.count = {first}\n        self.items.clear()\n        self.notify()\n"
        )
    };
    let body = "     def reset(self):\n-        self.count = 0\n+        self.count = 1\n         self.items.drain()\n         self.notify()\n";
    let no_suggestion = |file: &str, header: &str| {
        let patch = unified(&format!("@@ {header}\n{body}"));
        let refusal = refuses(&[("f", file)], &patch, &["context_not_found"]);
        assert_eq!(first(&refusal).suggested_patch, None, "{header}\n{file}");
    };
    // What the heading names is there, without the function; or it is gone.
    let other = class("Other", "0");
    no_suggestion(&format!("class Own:\n    pass\n\n{other}"), "-1,4 +1,4 @@ class Own:");
    no_suggestion(&other, "-1,4 +1,4 @@ class Own:");
    // The place below the heading is suggested.
    let patch = unified(&format!("@@ -2,4 +2,4 @@ class Other:\n{body}"));
    let refusal = refuses(&[("f", &other)], &patch, &["context_not_found"]);
    assert!(first(&refusal).suggested_patch.is_some(), "{refusal}");
    // Another place is nearly as alike.
    let twice = class("One", "0") + &class("Two", "3");
    no_suggestion(&twice, "... @@");
}

#[test]
fn no_place_of_another_hunk_is_rewritten() {
    let stale = "     let limit = 10;\n-    let name = read();\n+    let name = ask();\n     if name.len() > most {\n         fail(name);\n";
    let body = |first: &str| format!("@@ -4,4 +4,4 @@\n{first}");
    let alone = refuses(&[("f", FILE)], &unified(&body(stale)), &["context_not_found"]);
    assert!(first(&alone).suggested_patch.is_some());
    let other = "@@ -5 +5 @@\n-    let name = read();\n+    let name = get();\n";
    let before = "@@ -1,1 +1,1 @@\n-use std::io;\n+use std::fs;\n";
    for (patch, is_suggested) in [
        (format!("{}{other}", body(stale)), false),
        (format!("{other}{}", body(stale)), false),
        (format!("{}{}", body(stale), body(stale)), false),
        // In another order than that of the file.
        (format!("{}{before}", body(stale)), false),
        (format!("{before}{}", body(stale)), true),
    ] {
        let refusal = run_with(&[("f", FILE)], &unified(&patch), &ApplyOptions::default());
        let refusal = refusal.expect_err("a hunk is stale");
        assert_eq!(first(&refusal).suggested_patch.is_some(), is_suggested, "{patch}");
    }
}

#[test]
fn a_suggestion_names_the_lines_that_it_overwrites() {
    for body in [
        " fn main() {\n-    let limit = 11;\n+    let limit = 12;\n     let name = read();\n",
        " fn main() {\n-    let limit=10;\n+    let limit = 12;\n     let name = read();\n     if name.len() > most {\n",
    ] {
        let patch = unified(&format!("@@ -3,3 +3,3 @@\n{body}"));
        let refusal = refuses(&[("f", FILE)], &patch, &["context_not_found"]);
        let [line] = &*first(&refusal).overwrites else { panic!("one line: {refusal}") };
        assert_eq!((line.line, line.text.to_string()), (4, "    let limit = 10;".into()));
        let text = refusal.failures[0].explanation(usize::MAX);
        let hint = text.find("hint: Read the file again").expect("a hint");
        let said = "this patch applies to the file as it is now; it overwrites line 4 (`    let limit = 10;`):\n";
        assert!(text.find(said).is_some_and(|at| at > hint), "{text}");
    }
    let context = unified(
        "@@ -3,3 +3,3 @@\n fn main() {\n-    let limit = 10;\n+    let limit = 12;\n     let name = ask();\n     if name.len() > limit {\n",
    );
    let refusal = refuses(&[("f", FILE)], &context, &["context_not_found"]);
    assert!(first(&refusal).suggested_patch.is_some() && first(&refusal).overwrites.is_empty());
}

#[test]
fn nothing_is_suggested_for_damaged_marks_and_foreign_indentation() {
    let stale = "     let name = ask();\n     if name.len() > limit {\n";
    let change = "-    let limit = 10;\n+    let limit = 9;\n";
    suggests(FILE, &format!("{change}{stale}"), Some(&FILE.replace("= 10", "= 9")));
    for change in [
        "-    let limit = 10;\n+    let limit = 9;\n \n+    let least = 1;\n",
        "-    let limit = 10;\n++    let limit = 9;\n",
        "-    let limit = 10;\n+\u{2212}    let limit = 9;\n",
        // Tabs where the file has spaces, and what changes nothing.
        "-    let limit = 10;\n+\tlet limit = 9;\n",
        "-    let limit = 10;\n+    let limit = 10;\n",
    ] {
        suggests(FILE, &format!("{change}{stale}"), None);
    }
}

#[test]
fn a_deletion_that_leaves_text_is_not_told_to_copy_it_again() {
    let patch = "--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n";
    let refusal = refuses(&[("f", "one\ntwo\nthree\n")], patch, &["context_not_found"]);
    assert!(refusal.failures[0].hint.starts_with("Remove every line"), "{refusal}");
}

#[test]
fn long_lines_are_shown_around_their_difference() {
    let long = |middle: &str| format!("{}{middle}{}", "é".repeat(9000), "ß".repeat(9000));
    let file = format!("start();\n{}\nend();\n", long("old"));
    let patch = unified(&format!("@@ -1,3 +1,3 @@\n start();\n-{}\n+x\n end();\n", long("new")));
    let refusal = check(&file, &patch, Cause::OneLineDiffers);
    let near = near(&refusal);
    assert_eq!(near.column, 9001);
    for text in [&near.expected, near.actual.as_ref().unwrap(), &near.excerpt[1].text] {
        assert!(text.chars().count() < 200 && text.starts_with("…é".as_bytes()), "{text}");
    }
    let text = refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH);
    assert!(
        text.contains("column 9001") && text.contains("éold") && text.contains("énew"),
        "{text}"
    );
}

#[test]
fn files_in_other_encodings_are_explained_too() {
    let file = b"caf\xe9 one\n\xff\xfe two\nthree\n";
    let patch = patch_parse::parse(
        b"--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n caf\xe9 one\n-\xff\xff two\n+2\n three\n",
    )
    .unwrap();
    let options = ApplyOptions::default();
    let failures = apply_hunks(file, patch.files[0].hunks(), patch.format, &options).unwrap_err();
    let near = failures[0].near_miss.as_ref().unwrap();
    assert_eq!((near.differing_line, near.column), (2, 2));
    assert_eq!(near.actual.as_ref().unwrap(), &b"\xff\xfe two"[..]);
}

#[test]
fn all_hunks_of_all_files_are_explained_at_once() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a1\n-bx\n+B\n@@ -4,2 +4,2 @@\n d1\n-ex\n+E\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-zzz\n+y\n";
    let refusal =
        refuses(&[("f", "a1\nb1\nc1\nd1\ne1\n"), ("g", "1\n")], patch, &["context_not_found"; 3]);
    let lines: Vec<_> = refusal
        .failures
        .iter()
        .map(|failure| failure.hunk().unwrap().near_miss.as_ref().map(|near| near.line))
        .collect();
    assert_eq!(lines, [Some(1), Some(4), None]);
    assert!(!refusal.already_applied);
}

#[test]
fn a_hunk_that_covers_lines_of_another_names_it() {
    let patch = unified("@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -2,2 +2,2 @@\n-b\n+B\n c\n");
    let refusal = refuses(&[("f", "a\nb\nc\n")], &patch, &["overlapping_hunks"]);
    let covered = Remark::Covered { hunk: 1, first: 1, last: 2 };
    assert_eq!(first(&refusal).remark, Some(covered));
    check_failure(&refusal.failures[0], refusal.format, "a\nb\nc\n");
}

#[test]
fn a_patch_that_is_sent_again_is_known_as_a_whole() {
    let before = [("f", "a1\nb1\nc1\n"), ("old", "one\ntwo\nthree\n")];
    let after = [("f", "a1\nB1\nc1\n"), ("n", "new\n"), ("moved", "one\n2\nthree\n")];
    let unified = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a1\n-b1\n+B1\n c1\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+new\ndiff --git a/old b/moved\nrename from old\nrename to moved\n--- a/old\n+++ b/moved\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
    let opencode = "*** Begin Patch\n*** Update File: f\n@@\n a1\n-b1\n+B1\n c1\n*** Add File: n\n+new\n*** Update File: old\n*** Move to: moved\n@@\n one\n-two\n+2\n three\n*** End Patch\n";
    for patch in [unified, opencode] {
        applies(&before, patch, &after);
        let refusal = refuses(&after, patch, &["already_applied"; 3]);
        assert!(refusal.already_applied, "{refusal}");
        assert!(refusal.to_string().ends_with("there is nothing to do"), "{refusal}");
        // One section that is not there yet is made; the others are skipped with a note each.
        let mut partly = after;
        partly[0] = before[0];
        let receipt = applies(&partly, patch, &after);
        assert_eq!(receipt.files.len(), 1);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert_eq!(codes.iter().filter(|code| **code == "already_applied").count(), 2, "{codes:?}");
        partly = after;
        partly[2].1 = "one\n2\nthree\nand more\n";
        assert!(refuses(&partly, patch, &["already_applied"; 3]).already_applied);
        partly[2].1 = "something else\n";
        let codes = ["already_applied", "already_applied", "file_not_found"];
        assert!(!refuses(&partly, patch, &codes).already_applied);
    }
}

#[test]
fn a_deletion_of_a_file_that_is_gone_is_not_called_applied() {
    let patch = "*** Begin Patch\n*** Delete File: gone\n*** End Patch\n";
    assert!(!refuses(&[], patch, &["file_not_found"]).already_applied);
}
