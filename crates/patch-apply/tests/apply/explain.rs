//! Refusals that let the writer succeed at the next try.

use bstr::ByteSlice;
use patch_apply::{ApplyOptions, Cause, Contract, Difference, Failure, Remark, apply_hunks};

use crate::explaining::{FILE, check, check_failure, first, near};
use crate::support::{applies, applies_under, hint, opencode, refuses, unified};

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
        "@@ -4,4 +4,4 @@\n     let limit = 10;\n-    if name.len() > limit {\n+    if name.len() >= limit {\n         fail(name);\n     }\n",
    );
    let refusal = check(FILE, &missing, Cause::OneLineDiffers);
    let found = near(&refusal);
    assert_eq!((found.difference, found.matched_lines), (Difference::MissingInPatch, 1));
    assert_eq!((found.differing_line, found.agreeing_lines), (5, 4));
    assert_eq!(found.actual.as_ref().unwrap(), "    let name = read();");
    let extra = unified(
        "@@ -3,5 +3,5 @@\n fn main() {\n     let limit = 10;\n     let more = 1;\n-    let name = read();\n+    let name = get();\n     if name.len() > limit {\n         fail(name);\n",
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
fn what_is_not_mapped_comes_with_the_lines_of_the_file() {
    let file = "  a1\nb1\n";
    let patch = unified("@@ -1,2 +1,3 @@\n a1\n-  b1\n+  c1\n+  c2\n");
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
        ("  a1\nb1\n", " a1\n-  b1\n+  c1\n+  c2\n", UnmappedIndentation),
        ("\u{fb01}nd = 1\nend\n", "-find = 1\n+x = 1\n end\n", UnicodeEquivalent),
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
        "@@\n     let limit = 10;\n-    let name = read();\n+    let name = ask();\n *** Move to: g\n",
    );
    let refusal = check(FILE, &moved, Cause::MisplacedMarker);
    let remark = first(&refusal).remark.as_ref().unwrap().to_string();
    assert_eq!(remark, "`*** Move to: g` was read as a line of the file");
    assert!(hint(&refusal).contains("*** Move to"), "{refusal:?}");
    let end = opencode("@@\n-    let limit = 10;\n+    let limit = 9;\n*** End of File\n");
    check(FILE, &end, Cause::NotAtEnd);
}

#[test]
fn a_deletion_that_leaves_text_is_not_told_to_copy_it_again() {
    let patch = "--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n";
    let refusal = refuses(&[("f", "one\ntwo\nthree\n")], patch, &["context_not_found"]);
    assert!(hint(&refusal).starts_with("Remove every line"), "{refusal}");
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
    let refused = apply_hunks(file, patch.files[0].hunks(), patch.format, &options).unwrap_err();
    let near = refused.failures[0].near_miss.as_ref().unwrap();
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
    let patch = unified("@@ -1,2 +1,2 @@\n-a\n-b\n+B\n@@ -2,2 +2,2 @@\n-b\n+X\n c\n");
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
fn a_mode_alone_is_something_to_do() {
    let mode = "diff --git a/n b/n\nold mode 100644\nnew mode 100755\n";
    let done = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a1\n-b1\n+B1\n c1\n";
    let files = [("f", "a1\nB1\nc1\n"), ("n", "n\n")];
    let after = [files[0], ("n", "#x n\n")];
    let receipt = applies_under(Contract::Git, &files, &format!("{mode}{done}"), &after);
    assert_eq!(receipt.files.len(), 1, "the other is done already");
}

#[test]
fn a_deletion_of_a_file_that_is_gone_is_not_called_applied() {
    let patch = "*** Begin Patch\n*** Delete File: gone\n*** End Patch\n";
    let refusal = refuses(&[], patch, &["file_not_found"]);
    assert!(!refusal.already_applied);
    let hint = "Check the path; if the file is gone already, leave the section out.";
    assert_eq!(refusal.failures[0].hint, Some(hint));
}

/// What another hunk did not push it after is no matter of order.
#[test]
fn a_chunk_before_its_own_anchor_is_outside_of_what_that_heads() {
    let file = "class A:\n    def run(self):\n        start()\n\nclass B:\n    def run(self):\n        stop()\n";
    let patch = opencode("@@ class B:\n     def run(self):\n-        start()\n+        start(1)\n");
    let refusal = refuses(&[("f", file)], &patch, &["context_not_found"]);
    let failure = refusal.failures[0].hunk().unwrap();
    assert_eq!(failure.cause, Cause::OutsideHeading);
    let lines: Vec<_> = failure.candidates.iter().map(|candidate| candidate.line).collect();
    assert_eq!(lines, [2, 5], "the place, and the anchor");
}

#[test]
fn the_nearest_place_is_rather_below_what_the_header_names() {
    let body = |value: u32| format!("    x = {value}\n    y = f(x)\n    return x\n\n");
    let functions = ["a", "b", "c"].map(|name| format!("def {name}():\n{}", body(1)));
    let file = functions.concat();
    let hunk = "-    x = 2\n+    x = 3\n     y = f(x)\n     return x\n";
    for name in ["a", "b", "c"] {
        let line = file.lines().position(|line| *line == format!("def {name}():")).unwrap() + 2;
        let patch = opencode(&format!("@@ def {name}\n{hunk}"));
        assert_eq!(near(&check(&file, &patch, Cause::OneLineDiffers)).line, line, "{patch}");
        let patch = unified(&format!("@@ -90,3 +90,3 @@ def {name}():\n{hunk}"));
        assert_eq!(near(&check(&file, &patch, Cause::OneLineDiffers)).line, line, "{patch}");
    }
    // What is a little more alike elsewhere is not shown in its place.
    let between = "# more\n".repeat(20);
    let file = [functions[0].clone(), between, functions[1].replace('1', "100")].concat();
    let patch = opencode(&format!("@@ def b\n{hunk}"));
    assert_eq!(near(&check(&file, &patch, Cause::OneLineDiffers)).line, 27, "{file}");
}

#[test]
fn line_numbers_in_front_of_the_lines_are_named() {
    let patch = unified(
        "@@ -4,3 +4,3 @@\n  4 |     let limit = 10;\n- 5 |     let name = read();\n+ 5 |     let name = ask();\n 60 |     if name.len() > limit {\n",
    );
    let refusal = check(FILE, &patch, Cause::LinesDiffer);
    assert_eq!(first(&refusal).remark, Some(Remark::Numbered), "{refusal}");
    let hint = "Write the context, removed and added lines without the line numbers before them.";
    assert_eq!(refusal.failures[0].hint, Some(hint));
    // Lines of a file may begin with numbers.
    let file = "10: ten\n20: twenty\n30: thirty\n";
    let patch = unified("@@ @@\n 10: ten\n-25: twenty\n+20: zwanzig\n 35: thirty\n");
    let refusal = check(file, &patch, Cause::LinesDiffer);
    assert_eq!(first(&refusal).remark, None, "{refusal}");
}

#[test]
fn an_added_line_that_alone_is_misindented_is_named_with_its_depth() {
    let says = |file: &str, hunk: &str, expected: &str| {
        let refusal = check(file, &opencode(hunk), Cause::UnmappedIndentation);
        let message = refusal.failures[0].message();
        assert!(message.contains(expected), "{message}\n{expected}");
        assert!(!message.contains("aside"), "the old lines are as in the file: {message}");
        assert!(hint(&refusal).starts_with("Indent the added lines"), "{}", hint(&refusal));
    };
    let python = "class Q:\n    def pop(self):\n        if not self.items:\n            raise E\n        return self.items.pop(0)\n\n    def save(self):\n        self.go()\n";
    says(
        python,
        "@@\n         return self.items.pop(0)\n \n+def peek(items):\n+    return items[0]\n+\n     def save(self):\n",
        "the old lines match exactly at line 5, but the added line `def peek(items):` is indented with no blanks, where the lines beside it show 4 spaces",
    );
    says(
        "def a(c):\n    assert c\n\n\ndef b(c):\n    assert c\n",
        "@@\n \n+def n(c):\n+r = c.get(1)\n+assert r\n+\n+\n def b(c):\n",
        "`r = c.get(1)` is indented with no blanks, where the lines beside it show 4 spaces",
    );
    says(
        "a:\n    b()\n\nc:\n    d()\n    e()\n",
        "@@\n     d()\n+ \tf()\n     e()\n",
        "`f()` is indented with `·→`, where the lines beside it show 4 spaces",
    );
}

#[test]
fn an_added_line_that_repeats_the_context_before_it_is_named() {
    let file = "class Q:\n    def pop(self):\n        return 1\n";
    let inner = "+    def pop(self):\n+        log()\n         return 1\n";
    for (front, line) in [("@@\n     def pop(self):\n", 2), ("@@ def pop(self):\n", 3)] {
        let refusal = check(file, &opencode(&format!("{front}{inner}")), Cause::PartlyApplied);
        let text = "    def pop(self):".into();
        assert_eq!(first(&refusal).remark, Some(Remark::Repeated { line, text, is_before: true }));
        let message = refusal.failures[0].message();
        assert!(message.contains("`def pop(self):` repeats the line"), "{message}");
        assert!(hint(&refusal).starts_with("Leave out the added line that"), "{}", hint(&refusal));
    }
}
