//! What may follow a hunk: more of it, prose, or an error. Nothing marked is dropped.

use crate::check;

const HUNK: &str = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n l1\n-l2\n+X2\n l3\n";
const TREE: &str = "M x\n@@ -1,3 +1,3 @@\n| l1\n|-l2\n|+X2\n| l3";

#[track_caller]
fn check_prose(text: &str) {
    for text in [format!("{HUNK}\n{text}"), format!("```diff\n{HUNK}```\n{text}")] {
        let patch =
            patch_parse::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((patch.files.len(), patch.files[0].hunks().len()), (1, 1), "{text}");
        assert_eq!(patch.files[0].hunks()[0].counts(), (3, 3), "{text}");
        crate::oracle::check(text.as_bytes());
    }
}

#[test]
fn garbled_second_header() {
    let rule = "expected `@@ -old_start,old_count +new_start,new_count @@`";
    for header in [
        "@ -10,3 +10,3 @@",
        "> @@ -10,3 +10,3 @@",
        "`@@ -10,3 +10,3 @@`",
        "@ @ -10,3 +10,3 @@ fn f() {",
        "**@@ -10,3 +10,3 @@**",
    ] {
        for counts in ["-1,3 +1,3", "-1,4 +1,5"] {
            check(
                format!("{}{header}\n l10\n-l11\n+X11\n l12\n", HUNK.replace("-1,3 +1,3", counts)),
                &format!("invalid_hunk_header at 8: {rule}, {header:?}"),
            );
        }
    }
}

#[test]
fn a_first_line_that_lost_its_mark_is_a_line_of_its_hunk() {
    check(
        format!("{HUNK}@@ -10,3 +10,3 @@\nl10\n-l11\n+X11\n l12\n"),
        &format!("{TREE}\n@@ -10,3 +10,3 @@\n| l10\n|-l11\n|+X11\n| l12\n! unmarked_context 8"),
    );
}

#[test]
fn a_hunk_that_lost_its_header_below_names_is_an_error() {
    let rule = "a file header is followed by at least one hunk";
    let head = "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n";
    for (lost, found) in [("-y\n", "-y"), (" a\n-y\n", " a"), ("--- y\n", "--- y")] {
        check(format!("{head}{lost}"), &format!("missing_hunk at 5 in x: {rule}, {found:?}"));
    }
}

#[test]
fn changes_that_no_hunk_takes_are_an_error() {
    let rule = "lines that start with `+` or `-` follow the header of their hunk";
    for (text, line, found) in [
        // The header of a second hunk is missing, and its first line has no mark.
        ("l10\n-l11\n+X11\n l12\n", 9, "-l11"),
        ("And here:\n\n-    old();\n+    new();\n", 10, "-    old();"),
        ("And here:\n+    new();\n", 9, "+    new();"),
        ("And here:\n-    old();\n", 9, "-    old();"),
        ("And here:\n+word\n", 9, "+word"),
        ("And here:\n\n-one\n-two\n", 10, "-one"),
        ("And here:\n a\n- b\n+ c\n", 10, "- b"),
        ("l10\n-l11\n", 9, "-l11"),
        ("```\nAnd:\n```diff\n-old\n+new\n```\n", 11, "-old"),
    ] {
        check(format!("{HUNK}{text}"), &format!("invalid_hunk_line at {line}: {rule}, {found:?}"));
    }
    let envelope = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n";
    check(
        format!("{envelope}\nand\n@@\n-c\n+d\n"),
        &format!("invalid_hunk_line at 10: {rule}, \"-c\""),
    );
}

/// Two places in one hunk, and between them a line that stands for lines left out: what follows it
/// is never text.
#[test]
fn changes_behind_lines_that_are_left_out_are_an_error() {
    let rule = "lines that start with `+` or `-` follow the header of their hunk";
    for between in ["...", "# ...", "// ... rest of code", "[...]", "…", "Then, further down:"] {
        for (text, line, found) in [
            (" a\n b\n+ * new\n c\n", 11, "+ * new"),
            ("  * a\n+ * @new\n  */\n \n \"use strict\";\n", 10, "+ * @new"),
            ("+ * new\n", 9, "+ * new"),
            ("- */\n", 9, "- */"),
            (" a\n- b\n", 10, "- b"),
            (" a\n+ b\n c\n", 10, "+ b"),
            ("+ b\n c\n", 9, "+ b"),
            (" a\n\n+ b\n", 11, "+ b"),
            ("     a();\n+ b\n", 10, "+ b"),
            (" a\n+\n", 10, "+"),
            (" steps:\n-- a\n   run: b\n", 10, "-- a"),
        ] {
            check(
                format!("{HUNK}{between}\n{text}"),
                &format!("invalid_hunk_line at {line}: {rule}, {found:?}"),
            );
        }
        // Only the line before them shows what they are.
        for text in ["- b\n", "+ b\n   c\n", "-- b\n c\n"] {
            let text = format!("{HUNK}{between}\n{text}");
            let is_refused = patch_parse::parse(text.as_bytes()).is_err();
            assert_eq!(is_refused, !between.starts_with("Then"), "{text}");
            crate::oracle::check(text.as_bytes());
        }
    }
}

#[test]
fn changes_in_front_of_the_first_header_are_an_error() {
    let rule = "lines that start with `+` or `-` follow the header of their hunk";
    check(
        format!(" a\n-    old();\n+    new();\n{HUNK}"),
        &format!("invalid_hunk_line at 2: {rule}, \"-    old();\""),
    );
    check(
        format!("What changes:\n-one\n-two\n- three\n{HUNK}"),
        &format!("{TREE}\n! text_ignored 1"),
    );
}

#[test]
fn prose_that_merely_looks_like_changes_is_prose() {
    for text in [
        "What changed:\n- one\n- two\n  and more of it\n- three\n",
        "What changed:\n\n-   one\n-   two\n",
        "+ Added one\n- Removed two\n".trim_start_matches("+ "),
        "Summary:\n+ Added one\n- Removed two\n",
        "Reviewed:\n+1 from me\n",
        "Thanks,\n-John\n",
        "Thanks\n\n-John\n",
        "Done.\n-- \nJohn\n-john@example.org\n",
        "Done.\n---\nDone.\n",
        "A table:\n+-----+-----+\n| a   | b   |\n+=====+=====+\n",
        "A quote:\n> -old\n> +new\n",
        "A note: @@ -1 +1 @@ is a header, and @@ x @@ is none.\n",
        "Note:\n  indented\n  text\n",
        "Summary:\n- **Fixed** the bug\n- *One* and `two`\n",
        "Summary:\n+ **Added** one\n  with more of it\n",
        // Text, code and lists in lists, also after gaps.
        "- one\n\n  more of it\n- two\n\n  ```js\n  f();\n  ```\n\n- three\n    - four\n- five\n",
        "1. One:\n   more of it\n- two\n",
        "Changes:\n - one\n - two\n- three\n",
        "* one\n  more of it\n- two\n",
        "- one\nand more\n  of it\n- two\n",
        "And so on ...\n- one\n- two\n",
        "Note:\n    f();\n\n- one\n",
        "Note:\n  text\n-- John\n",
    ] {
        check_prose(text);
    }
}

#[test]
fn a_mail_series_is_read() {
    let mail = |subject: &str, number: usize| {
        format!(
            "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\n\
             Subject: [PATCH {number}/2] {subject}\n\nRead @@ x @@ as an anchor:\n\n@@ x @@\n-old\n+new\n\n\
             -one\n-two\n\nSigned-off-by: A <a@b.c>\n---\n x | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n\
             diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{number}\n+{}\n-- \n2.47.3\n\n",
            number + 1
        )
    };
    let text = format!("{}{}", mail("one", 1), mail("two", 2));
    let patch = patch_parse::parse(text.as_bytes()).unwrap();
    assert_eq!(patch.files.len(), 2);
    assert!(patch.files.iter().all(|file| file.hunks()[0].counts() == (1, 1)));
    crate::oracle::check(text.as_bytes());
    // After the line that ends the message a hunk is a hunk.
    check(
        format!("{text}---\n@@ -9 +9 @@\n-a\n+b\n"),
        "missing_file_header at 56: expected `--- old_path` followed by `+++ new_path`, \"@@ -9 +9 @@\"",
    );
}

#[test]
fn short_count_then_blank_context() {
    for blank in ["", " "] {
        let note = if blank.is_empty() { "! blank_context 3\n" } else { "" };
        check(
            format!(
                "--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n x1\n+new\n x2\n x3\n{blank}\n x5\n@@ -10 +11 @@\n-a\n+b\n"
            ),
            &format!(
                "M x\n@@ -1,5 +1,6 @@\n| x1\n|+new\n| x2\n| x3\n|\u{20}\n| x5\n@@ -10,1 +11,1 @@\n|-a\n|+b\n{note}! hunk_count 3"
            ),
        );
    }
}

#[test]
fn marked_lines_behind_a_used_up_count_belong_to_the_hunk() {
    for next in ["", "@@ -9 +9 @@\n-c\n+d\n", "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n"] {
        let tree = match next {
            "" => "",
            next if next.starts_with("@@") => "@@ -9,1 +9,1 @@\n|-c\n|+d\n",
            _ => "M y\n@@ -1,1 +1,1 @@\n|-c\n|+d\n",
        };
        check(
            format!(
                "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n l1\n-l2\n+X2\n l3\n+X3\n l4\n\n-l6\n{next}"
            ),
            &format!(
                "M x\n@@ -1,6 +1,6 @@\n| l1\n|-l2\n|+X2\n| l3\n|+X3\n| l4\n|{}\n|-l6\n{tree}! blank_context 3\n! hunk_count 3",
                ' '
            ),
        );
    }
}

#[test]
fn context_behind_a_used_up_count_and_an_empty_line_belongs_to_the_hunk() {
    for (empty, note) in [(" \n", ""), ("\n", "! blank_context 3\n")] {
        for (front, behind, next) in [
            ("", "", ""),
            ("```\n", "```\nDone.\n", ""),
            ("", "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n", "M y\n@@ -1,1 +1,1 @@\n|-c\n|+d\n"),
        ] {
            let first = if front.is_empty() { 3 } else { 4 };
            let fence = if front.is_empty() { "" } else { "! code_fence 1\n" };
            let ignored = if front.is_empty() { "" } else { "\n! text_ignored 10" };
            check(
                format!("{front}--- a/x\n+++ b/x\n@@ -5,1 +5,1 @@\n-a\n+b\n{empty} c\n{behind}"),
                &format!(
                    "M x\n@@ -5,3 +5,3 @@\n|-a\n|+b\n|\u{20}\n| c\n{next}{fence}{}! hunk_count {first}{ignored}",
                    note.replace('3', &first.to_string())
                ),
            );
        }
    }
    // After an empty line with its mark comes context, whatever comes then.
    let hunk = "--- a/x\n+++ b/x\n@@ -5,1 +5,1 @@\n-a\n+b\n";
    check(
        format!("{hunk} \n c\n\nThat is all.\n"),
        "M x\n@@ -5,3 +5,3 @@\n|-a\n|+b\n|\u{20}\n| c\n! hunk_count 3\n! text_ignored 9",
    );
    // Text follows that is indented in part.
    check(
        format!("{hunk}\n    code\n\nThat is all.\n"),
        "M x\n@@ -5,1 +5,1 @@\n|-a\n|+b\n! text_ignored 7\n! text_ignored 9",
    );
}

#[test]
fn a_signature_behind_a_used_up_count_is_none_of_the_hunk() {
    check(format!("{HUNK}-- \n2.47.3\n"), &format!("{TREE}\n! text_ignored 8"));
    check(format!("{HUNK}-- \nJohn\n"), &format!("{TREE}\n! text_ignored 8"));
}

#[test]
fn placeholder_header() {
    let numbers =
        ["-XX,XX +XX,XX", "-?,? +?,?", "-N,M +N,M", "-... +...", "-<start>,<n> +<start>,<n>"];
    for numbers in numbers {
        check(
            format!("--- a/x\n+++ b/x\n@@ {numbers} @@ f\n a\n-b\n+c\n"),
            "M x\n@@ f\n| a\n|-b\n|+c\n! hunk_range 3",
        );
        check(
            format!(
                "*** Begin Patch\n*** Update File: x\n@@ {numbers} @@\n a\n-b\n+c\n*** End Patch\n"
            ),
            "M x\n@@\n| a\n|-b\n|+c",
        );
    }
}

#[test]
fn section_without_a_change() {
    check(
        "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** Update File: y\n@@\n two\n*** End Patch\n",
        "M x\n@@\n|-a\n|+b\nM y\n@@\n| two\n! empty_hunk 7",
    );
    // A chunk with only context serves as an anchor for the next one.
    check(
        "*** Begin Patch\n*** Update File: x\n@@\n f\n\n g\n@@\n-a\n+b\n*** End Patch\n",
        "M x\n@@\n| f\n|\u{20}\n| g\n@@\n|-a\n|+b\n! blank_context 3\n! empty_hunk 3",
    );
}
