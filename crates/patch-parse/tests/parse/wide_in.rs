//! Everything that is forgiven, one by one, each with a note.

use patch_parse::parse;

use crate::check;
use crate::one_change::{CHANGE, HEADER, TREE, check_hunks, check_wrapped};

#[test]
fn envelope_markers_around_a_unified_diff_are_noted() {
    check_wrapped(
        format!("*** Begin Patch\n{CHANGE}*** End Patch\n"),
        "! patch_marker 1\n! patch_marker 7",
    );
    check_wrapped(format!("{CHANGE}*** End Patch\n"), "! patch_marker 6");
    check_wrapped(format!("*** Begin Patch\n\n{CHANGE}"), "! patch_marker 1");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    check_wrapped(format!("\u{feff}{CHANGE}"), "! byte_order_mark 1");
}

#[test]
fn backup_names_are_seen() {
    check_wrapped("--- x.orig\n+++ x\n@@ -1 +1 @@\n-a\n+b\n", "! backup_name 1");
    check_wrapped("--- a/x\n+++ b/x~\n@@ -1 +1 @@\n-a\n+b\n", "! backup_name 1");
}

#[test]
fn a_prefix_may_be_on_one_side() {
    for names in ["--- x\n+++ b/x", "--- a/x\n+++ x", "--- x\n+++ a/x"] {
        let patch = format!("{names}\n@@ -1 +1 @@\n-a\n+b\n");
        check_wrapped(patch, "! prefix_on_one_side 1");
    }
}

#[test]
fn hunk_headers_without_numbers_are_read() {
    for header in ["@@", "@@ @@", "@@ ... @@", "@@ \u{2026} @@", "@@ ..."] {
        check_hunks(&format!("{header}\n a\n-b\n+c\n"), "@@\n| a\n|-b\n|+c\n! hunk_range 3");
    }
    check_hunks(
        "@@ ... @@ fn main() {\n a\n-b\n+c\n",
        "@@ fn main() {\n| a\n|-b\n|+c\n! hunk_range 3",
    );
}

#[test]
fn numbers_that_no_tool_writes_are_read() {
    let note = "! hunk_header 3";
    for (header, expected) in [
        ("@@ -6, 2 +6, 2 @@", format!("@@ -6,2 +6,2 @@\n{note}")),
        ("@@ -6 , 2 +7 , 2 @@ f", format!("@@ -6,2 +7,2 @@ f\n{note}")),
        ("@@ -6, 9 +6, 2 @@", format!("@@ -6,2 +6,2 @@\n{note}\n! hunk_count 3")),
        // One side shows nothing about the other: there is no count that could be wrong.
        ("@@ -6,2 @@", format!("@@ -6,2 +6,2 @@\n{note}")),
        ("@@ -6,9 @@ f", format!("@@ -6,2 +6,2 @@ f\n{note}")),
        ("@@ -6 @@", format!("@@ -6,2 +6,2 @@\n{note}")),
        ("@@ -6,2, +6,2 @@", format!("@@ -6,2 +6,2 @@\n{note}")),
        ("@@ -6,2 +6,2 @", format!("@@ -6,2 +6,2 @@\n{note}")),
        ("@@ -6,9 +6,2 @ f", format!("@@ -6,2 +6,2 @@ f\n{note}\n! hunk_count 3")),
        ("@@ - 6,2 + 6,2 @@", format!("@@ -6,2 +6,2 @@\n{note}")),
        ("@@ -6,2 6,2 @@ f", format!("@@ -6,2 +6,2 @@ f\n{note}")),
        ("@@ 6,2 +6,2 @@", format!("@@ -6,2 +6,2 @@\n{note}")),
        ("@@@ -6,2 +6,2 @@@", format!("@@ -6,2 +6,2 @@\n{note}")),
    ] {
        let (header_line, notes) = expected.split_once('\n').unwrap();
        check_hunks(
            &format!("{header}\n a\n-b\n+c\n"),
            &format!("{header_line}\n| a\n|-b\n|+c\n{notes}"),
        );
    }
    check(
        "*** Begin Patch\n*** Update File: x\n@@ -6, 2 +6, 2 @@ f\n a\n-b\n+c\n@@ -9,2 @@\n d\n+e\n*** End Patch\n",
        "M x\n@ f\n@@ -6,2 +6,2 @@\n| a\n|-b\n|+c\n@@ -9,1 +9,2 @@\n| d\n|+e\n! hunk_header 3\n! hunk_header 7",
    );
    for header in ["@@ -6,2, +6,2 @", "@@ - 6,2 + 6,2 @@", "@@ -6,2 6,2 @@", "@@@ -6,2 +6,2 @@@"] {
        check(
            format!("*** Begin Patch\n*** Update File: x\n{header} f\n a\n-b\n+c\n*** End Patch\n"),
            "M x\n@ f\n@@ -6,2 +6,2 @@\n| a\n|-b\n|+c\n! hunk_header 3",
        );
    }
    // The second of two hunks; the lines after the first one are not text.
    check_hunks(
        "@@ -6,2 +6,2 @@\n a\n-b\n+c\n@@@ - 9,2 9,2 @@@ f\n d\n-e\n+f\n",
        "@@ -6,2 +6,2 @@\n| a\n|-b\n|+c\n@@ -9,2 +9,2 @@ f\n| d\n|-e\n|+f\n! hunk_header 7",
    );
}

#[test]
fn anchors_stack_in_unified_diffs_too() {
    check_hunks(
        "@@ class A @@\n@@   def f(self):\n a\n-b\n+c\n",
        "@ class A\n@   def f(self):\n@@\n| a\n|-b\n|+c\n! hunk_range 3\n! hunk_range 4",
    );
    check_hunks(
        "@@ class A\n@@ -7,2 +7,2 @@ g\n a\n-b\n+c\n",
        "@ class A\n@@ -7,2 +7,2 @@ g\n| a\n|-b\n|+c\n! hunk_range 3",
    );
    check_hunks(
        "@@ class A\n@@\n-b\n+c\n",
        "@ class A\n@@\n|-b\n|+c\n! hunk_range 3\n! hunk_range 4",
    );
}

#[test]
fn counts_are_advice() {
    let body = " a\n-b\n-c\n+d\n e\n";
    let tree = "| a\n|-b\n|-c\n|+d\n| e";
    check_hunks(&format!("@@ -7,4 +8,3 @@\n{body}"), &format!("@@ -7,4 +8,3 @@\n{tree}"));
    for counts in [
        // Too many, too few, swapped, invented, left out, none.
        "-7,7 +8,6",
        "-7,2 +8,2",
        "-7,3 +8,4",
        "-7,1 +8,1",
        "-7 +8",
        "-7,0 +8,0",
        // One side far too many; one too many on both.
        "-7,18446744073709551615 +8,3",
        "-7,5 +8,4",
    ] {
        let hunk = format!("@@ {counts} @@\n{body}");
        check_hunks(&hunk, &format!("@@ -7,4 +8,3 @@\n{tree}\n! hunk_count 3"));
    }
    // Far too many: for the hunk to be whole, the text must go on after it.
    for counts in ["-7,9 +8,8", "-7,18446744073709551615 +8,18446744073709551615"] {
        check_hunks(
            &format!("@@ {counts} @@\n{body}\nDone.\n"),
            &format!("@@ -7,4 +8,3 @@\n{tree}\n! hunk_count 3\n! text_ignored 10"),
        );
    }
}

#[test]
fn wrong_counts_do_not_swallow_the_next_hunk_or_file() {
    for counts in ["-1,9 +1,9", "-1,1 +1,1", "-1,2 +1,2", "-1,4 +1,4"] {
        for next in [
            "@@ -5 +5 @@\n-c\n+d\n",
            "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n",
            "diff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n",
            "diff -u a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n",
            "Index: y\n======\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n",
            "\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n",
        ] {
            let text = format!("{HEADER}@@ {counts} @@\n a\n-b\n+c\n{next}");
            let patch = parse(text.as_bytes()).unwrap();
            let hunks: Vec<_> = patch
                .files
                .iter()
                .flat_map(patch_parse::FilePatch::hunks)
                .map(patch_parse::Hunk::counts)
                .collect();
            let paths: Vec<_> =
                patch.files.iter().map(|file| file.operation.path().to_string()).collect();
            let files = if next.contains("y\n") { vec!["x", "y"] } else { vec!["x"] };
            assert_eq!(
                (hunks, paths.iter().map(String::as_str).collect()),
                (vec![(2, 2), (1, 1)], files),
                "{text}"
            );
            crate::oracle::check(text.as_bytes());
        }
    }
}

#[test]
fn a_line_inside_a_hunk_is_never_a_header() {
    check_hunks(
        "@@ -1,6 +1,5 @@\n @@ -1 +1 @@\n--- a/y\n-diff --git a/z b/z\n+++ b/y\n *** End Patch\n-- \n--- \n+*** Begin Patch\n@@ -90 +90 @@\n-a\n+b\n",
        "@@ -1,6 +1,4 @@
        | @@ -1 +1 @@
        |--- a/y
        |-diff --git a/z b/z
        |+++ b/y
        | *** End Patch
        |-- 
        |--- 
        |+*** Begin Patch
        @@ -90,1 +90,1 @@
        |-a
        |+b
        ! hunk_count 3",
    );
    check_hunks(
        "@@ -1,2 +1,2 @@\n-a\n+b\n--- a/y\n+++ b/z\n@@ -50 +50 @@\n-c\n+d\n",
        "@@ -1,2 +1,2 @@
        |-a
        |+b
        |--- a/y
        |+++ b/z
        @@ -50,1 +50,1 @@
        |-c
        |+d",
    );
}

#[test]
fn a_header_is_never_counted_as_lines_of_a_hunk() {
    // The counts come out even only with the next file's header, or half of it, among the lines.
    for counts in ["-1,2 +1,2", "-1,2 +1", "-1,3 +1,3", "-1,2 +1,3", "-1,9 +1,9"] {
        for (old, new, file) in
            [("a/y", "b/y", "M y"), ("y", "y", "M y"), ("/dev/null", "b/y", "A y")]
        {
            let range = if file == "A y" { "-0,0 +1" } else { "-50 +50" };
            let body = if file == "A y" { "+d" } else { "-c\n|+d" };
            let plain = body.replace('|', "");
            let tree = if file == "A y" { "@@ -0,0 +1,1 @@" } else { "@@ -50,1 +50,1 @@" };
            check(
                format!(
                    "{HEADER}@@ {counts} @@\n-a\n+b\n--- {old}\n+++ {new}\n@@ {range} @@\n{plain}\n"
                ),
                &format!("M x\n@@ -1,1 +1,1 @@\n|-a\n|+b\n{file}\n{tree}\n|{body}\n! hunk_count 3"),
            );
        }
    }
}

#[test]
fn blanks_in_front_of_the_names_of_a_header_do_not_hide_it() {
    for (old, new) in [(" a/y", " b/y"), ("  y", " y\t2024-05-01"), (" /dev/null", "b/y")] {
        let is_new = old.ends_with("null");
        let (range, body) = if is_new { ("-0,0 +1", "+d") } else { ("-50 +50", "-c\n+d") };
        let text = format!(
            "{HEADER}@@ -1,2 +1,2 @@\n-a\n+b\n--- {old}\n+++ {new}\n@@ {range} @@\n{body}\n"
        );
        crate::oracle::check(text.as_bytes());
        let patch = parse(text.as_bytes()).unwrap();
        assert_eq!(patch.files.len(), 2, "{text}");
    }
}

#[test]
fn a_header_is_believed_where_the_next_numbers_contradict_the_counts() {
    // The counts come out even only with the next file's header among the lines; but then its
    // hunk would come before the end of this one.
    check(
        "--- a/x\n+++ b/x\n@@ -10,2 +10,2 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n",
        "M x
        @@ -10,1 +10,1 @@
        |-a
        |+b
        M y
        @@ -1,1 +1,1 @@
        |-c
        |+d
        ! hunk_count 3",
    );
}

#[test]
fn empty_lines_in_a_hunk_are_empty_context() {
    check_hunks(
        "@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n\n",
        "@@ -1,4 +1,4 @@\n| a\n|\u{20}\n|-b\n|+c\n|\u{20}\n! blank_context 3",
    );
    check_hunks(
        "@@ -1,3 +1,3 @@\n-b\n\n+c\n\n d\n",
        "@@ -1,4 +1,4 @@\n|-b\n|\u{20}\n|+c\n|\u{20}\n| d\n! blank_context 3\n! hunk_count 3",
    );
    check(
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1,3 @@\n+a\n\n+b\n",
        "A x\n@@ -0,0 +1,3 @@\n|+a\n|+\n|+b\n! blank_added 3",
    );
}

#[test]
fn context_that_lost_its_blank_is_context() {
    check_hunks(
        "@@ -1,4 +1,4 @@\nfn f() {\n-a\n+b\n}\n}\n",
        "@@ -1,4 +1,4 @@\n| fn f() {\n|-a\n|+b\n| }\n| }\n! unmarked_context 3",
    );
    check_hunks(
        "@@ @@\nfn f() {\n-a\n+b\n}\n",
        "@@\n| fn f() {\n|-a\n|+b\n| }\n! hunk_range 3\n! unmarked_context 3",
    );
    check_hunks(
        "@@ @@\nfn f() {\n-a\n+b\n}\n\nfn g() {\n- old();\n}\n",
        "@@\n| fn f() {\n|-a\n|+b\n| }\n|\u{20}\n| fn g() {\n|- old();\n| }\n! hunk_range 3\n! blank_context 3\n! unmarked_context 3",
    );
}

#[test]
fn a_hunk_that_changes_nothing_is_noted() {
    check_hunks(
        "@@ -1,2 +1,2 @@\n a\n b\n@@ -9 +9 @@\n-c\n+d\n",
        "@@ -1,2 +1,2 @@\n| a\n| b\n@@ -9,1 +9,1 @@\n|-c\n|+d\n! empty_hunk 3",
    );
    check_hunks("@@ -1,2 +1,2 @@\n a\n b\n", "@@ -1,2 +1,2 @@\n| a\n| b\n! empty_hunk 3");
    check_hunks("@@ -1,2 +1,2 @@\n a\n-b\n+b\n", "@@ -1,2 +1,2 @@\n| a\n|-b\n|+b");
    // A hunk without lines is left out.
    check_hunks(
        "@@ -1,2 +1,2 @@\n@@ -9 +9 @@\n-c\n+d\n",
        "@@ -9,1 +9,1 @@\n|-c\n|+d\n! hunk_count 3\n! empty_hunk 3",
    );
    for zero in ["@@ -0,0 +0,0 @@", "@@ -3,0 +3,0 @@"] {
        check_hunks(
            &format!("{zero}\n@@ -9 +9 @@\n-c\n+d\n"),
            "@@ -9,1 +9,1 @@\n|-c\n|+d\n! empty_hunk 3",
        );
    }
}

#[test]
fn a_marker_for_the_end_of_a_line_is_about_one() {
    let marker = "\\ No newline at end of file";
    let rule = "`\\ No newline at end of file` follows the line that it is about, the last one";
    for zero in ["@@ -0,0 +0,0 @@", "@@ -3,0 +3,0 @@"] {
        check(
            format!("--- a/x\n+++ b/x\n{zero}\n{marker}\n@@ -9 +9 @@\n-c\n+d\n"),
            &format!("invalid_hunk_line at 3 in x: {rule}"),
        );
    }
}

#[test]
fn crlf_patches_are_noted_once() {
    let text = CHANGE.replace('\n', "\r\n");
    check(
        format!("{text}{}", text.replace("/x", "/y")),
        &format!("{TREE}\n{}\n! crlf_patch 1", TREE.replace("M x", "M y")),
    );
}

#[test]
fn a_hunk_that_ends_like_a_header_prints_back() {
    // Two hunks out of order, and the first ends in lines that look like a header.
    check_hunks(
        "@@ -9,2 +9,2 @@\n-a\n+b\n--- c\n+++ d\n\n@@ -1 +1 @@\n-a\n+b\n",
        "@@ -9,2 +9,2 @@\n|-a\n|+b\n|--- c\n|+++ d\n@@ -1,1 +1,1 @@\n|-a\n|+b",
    );
    // In order, and with names of two files, there is no doubt; and git reads no hunk after an
    // empty line.
    let text = "--- a/x\n+++ b/x\n@@ -2 +2 @@\n--- c\n+++ d\n@@ -9 +9 @@\n-a\n+b\n";
    assert_eq!(parse(text.as_bytes()).unwrap().to_string(), text);
}

#[test]
fn a_new_file_needs_no_hunk_header() {
    let head = "--- /dev/null\n+++ b/x\n";
    check(format!("{head}+a\n+b\n"), "A x\n@@\n|+a\n|+b\n! hunk_range 3");
    check(
        format!("```diff\n{head}+a\n+b\n```\n\nDone.\n"),
        "A x\n@@\n|+a\n|+b\n! code_fence 1\n! hunk_range 4\n! text_ignored 8",
    );
    check(
        format!("{head}+a\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"),
        "A x\n@@\n|+a\nM y\n@@ -1,1 +1,1 @@\n|-a\n|+b\n! hunk_range 3",
    );
    for rest in ["+a\nb\n", "-a\n", " a\n+b\n"] {
        let text = format!("{head}{rest}");
        let error = parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.code.as_str(), "missing_hunk", "{text}");
    }
}
