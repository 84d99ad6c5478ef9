//! Items of a list, and lines of dashes, in context without marks.

use crate::support::{applies, refuses};

fn both(hunk: &str) -> [String; 2] {
    [
        format!("*** Begin Patch\n*** Update File: f\n@@\n{hunk}*** End Patch\n"),
        format!("--- a/f\n+++ b/f\n@@ @@\n{hunk}"),
    ]
}

const STEPS: &str =
    "steps:\n- name: get\n  uses: get\n- name: build\n  run: make\n- name: test\n  run: test\n";
const LINT: &str = "- name: build\n  run: make\n+- name: lint\n+  run: make lint\n- name: test\n";
const TODO: &str = "# Todo\n\n## Open\n- write docs\n- fix parser\n\n## Done\n- setup\n";

#[test]
fn items_in_context_without_marks_are_context() {
    let with_lint = STEPS.replace("- name: test", "- name: lint\n  run: make lint\n- name: test");
    let released = TODO.replace("parser\n", "parser\n- release 1.0\n");
    let replaced = TODO.replace("fix parser", "mend it");
    for (before, hunk, after) in [
        (STEPS, LINT, &with_lint),
        (TODO, "## Open\n- write docs\n- fix parser\n+- release 1.0\n\n## Done\n", &released),
        // An item after its mark is removed.
        (TODO, "## Open\n- write docs\n-- fix parser\n+- mend it\n\n## Done\n", &replaced),
    ] {
        for patch in both(hunk) {
            let receipt = applies(&[("f", before)], &patch, &[("f", after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"unmarked_context"), "{codes:?} of {patch}");
        }
    }
}

#[test]
fn items_that_may_be_removed_are_no_context() {
    for (before, hunk) in [
        // Nothing shows that the context has no marks.
        (TODO, "- write docs\n- fix parser\n+- release 1.0\n"),
        // What is added may be in their place.
        (TODO, "## Open\n- write docs\n- fix parser\n+- fix the parser\n\n## Done\n"),
        // Lines are removed otherwise.
        (TODO, "## Open\n- write docs\n-fix parser\n+- release 1.0\n"),
        // Context is not as the file has it.
        (STEPS, "- name: build\n   run: make\n+- name: lint\n- name: test\n"),
        // There are two places.
        ("## O\n- a b\n\n## O\n- a b\n", "## O\n- a b\n+- c d\n"),
    ] {
        for patch in both(hunk) {
            refuses(&[("f", before)], &patch, &["context_not_found"]);
        }
    }
}

const POST: &str = "---\ntitle: a\ndraft: true\ntags:\n  - b\n---\n\n# C\n";

#[test]
fn a_line_of_dashes_is_context_without_its_mark() {
    let page = "<p>\n<!--\na\n-->\n</p>\n";
    for (before, hunk, after) in [
        (POST, "---\n title: a\n-draft: true\n+draft: false\n", POST.replace("true", "false")),
        (POST, "   - b\n+  - d\n---\n \n # C\n", POST.replace("b\n", "b\n  - d\n")),
        (page, " a\n+b\n-->\n </p>\n", page.replace("a\n-", "a\nb\n-")),
    ] {
        for patch in both(hunk) {
            let receipt = applies(&[("f", before)], &patch, &[("f", &after)]);
            let notes: Vec<_> =
                receipt.diagnostics.iter().map(|note| note.kind.to_string()).collect();
            let note = "1 line without a marker was read as context";
            assert!(notes.iter().any(|text| text.contains(note)), "{notes:?} of {patch}");
        }
    }
}

#[test]
fn a_line_of_dashes_that_may_be_removed_is_no_context() {
    for (before, hunk) in [
        // It is all that the hunk changes, or another line of signs is in its place.
        (POST, "   - b\n---\n \n # C\n"),
        (POST, "   - b\n---\n+***\n \n-# C\n+# D\n"),
        // There are two places.
        ("a: b\n---\nc: d\n\na: b\n---\n", " a: b\n+e: f\n---\n"),
    ] {
        for patch in both(hunk) {
            refuses(&[("f", before)], &patch, &["context_not_found"]);
        }
    }
    let counted = "--- a/f\n+++ b/f\n@@ -5,4 +5,4 @@\n   - b\n+  - d\n---\n \n # C\n";
    refuses(&[("f", POST)], counted, &["context_not_found"]);
}
