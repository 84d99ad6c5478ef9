//! Hunks as git reads them: the counts are believed.

use patch_parse::{Counts, ParseOptions};

use crate::render;

const HEADER: &str = "--- a/x\n+++ b/x\n";

#[track_caller]
fn check(input: &str, expected: &str) {
    check_whole(&format!("{HEADER}{input}"), expected);
}

#[track_caller]
fn check_whole(input: &str, expected: &str) {
    let parsed = ParseOptions::default().counts(Counts::Believed).parse(input.as_bytes());
    let found = match parsed {
        Ok(patch) => render::patch(&patch),
        Err(error) => render::error(&error),
    };
    assert_eq!(found, crate::unindent(expected), "of\n{input}");
}

#[test]
fn what_is_behind_counts_that_add_up_is_text() {
    let hunk = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
    let tree = "M x\n@@ -1,2 +1,2 @@\n| a\n|-b\n|+c";
    for text in ["-- \nJohn\n", "-- \n2.47.3\n", "---\n- one\n", "+d\n", "-d\n e\n", "\n+d\n"] {
        let line = if text.starts_with('\n') { 8 } else { 7 };
        check(&format!("{hunk}{text}"), &format!("{tree}\n! text_ignored {line}"));
    }
    check(
        &format!("{hunk}+d\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"),
        &format!("{tree}\nM y\n@@ -1,1 +1,1 @@\n|-a\n|+b\n! text_ignored 7"),
    );
}

#[test]
fn lines_that_look_like_a_header_are_lines_while_the_counts_last() {
    check(
        "@@ -1,2 +1,2 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -50 +50 @@\n-c\n+d\n",
        "M x\n@@ -1,2 +1,2 @@\n|-a\n|+b\n|--- a/y\n|+++ b/y\n@@ -50,1 +50,1 @@\n|-c\n|+d",
    );
}

#[test]
fn a_side_that_the_times_call_missing_is_none_if_git_takes_it() {
    let (then, now) = ("1970-01-01 00:00:00 +0000", "2024-01-01 00:00:00 +0000");
    let add = |old, new| format!("--- {old}\t{then}\n+++ {new}\t{now}\n@@ -0,0 +1 @@\n+a\n");
    let added = |name| format!("A {name}\n@@ -0,0 +1,1 @@\n|+a");
    check_whole(&add("a/xy", "b/x"), &added("x"));
    check_whole(&add("a/x", "b/xy"), &(added("xy or x") + "\n! two_names 1"));

    let delete = |old, new| format!("--- {old}\t{now}\n+++ {new}\t{then}\n@@ -1 +0,0 @@\n-a\n");
    let deleted = |name| format!("D {name}\n@@ -1,1 +0,0 @@\n|-a");
    check_whole(&delete("a/x", "b/xy"), &deleted("x"));
    check_whole(&delete("a/xy", "b/x"), &(deleted("x or xy") + "\n! two_names 1"));
}

#[test]
fn an_empty_line_is_context() {
    check(
        "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n",
        "M x\n@@ -1,3 +1,3 @@\n| a\n|\u{20}\n|-b\n|+c\n! blank_context 3",
    );
}

#[test]
fn counts_that_do_not_add_up_are_an_error() {
    let rule = "a hunk has the lines that its header counts, each with its mark";
    for hunk in [
        // Too many, too few to end with the change, a line without its mark.
        "@@ -1,3 +1,3 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-d\n+e\n",
        "@@ -1 +1,2 @@\n a\n-b\n+c\n",
        "@@ -1,2 +1,2 @@\na\n-b\n+c\n",
    ] {
        check(hunk, &format!("invalid_hunk_line at 3 in x: {rule}"));
    }
    check(
        "@@ -1,3 +1,3 @@\n a\n-b\n+c\n",
        "truncated_hunk at 3 in x: the patch ends inside this hunk",
    );
}

#[test]
fn a_header_has_numbers() {
    let rule = "expected `@@ -old_start,old_count +new_start,new_count @@`";
    for header in [
        "@@",
        "@@ @@",
        "@@ ... @@",
        "@@ fn f() {",
        "@@ -XX,XX +XX,XX @@",
        "@@ -1, 2 +1, 2 @@",
        "@@ -1,2 @@",
        "@@ -1,2, +1,2 @@",
        "@@ -1,2 +1,2 @",
        "@@ - 1,2 + 1,2 @@",
        "@@ -1,2 1,2 @@",
        "@@ 1,2 +1,2 @@",
        "@@@ -1,2 +1,2 @@@",
    ] {
        check(
            &format!("{header}\n a\n-b\n+c\n"),
            &format!("invalid_hunk_header at 3 in x: {rule}, {header:?}"),
        );
    }
}

#[test]
fn a_garbled_header_is_an_error() {
    let rule = "expected `@@ -old_start,old_count +new_start,new_count @@`";
    // Git drops a hunk whose header does not begin with `@@ -`, and refuses the others.
    for header in
        ["@ -9 +9 @@", "@@-9 +9 @@", "@@\t-9 +9 @@", "@@ -9  +9 @@", "@@ -9 +9@@", "@@ -9 +9"]
    {
        let named = if header.starts_with("@@") { " in x" } else { "" };
        check(
            &format!("@@ -1 +1 @@\n-a\n+b\n{header}\n-c\n+d\n"),
            &format!("invalid_hunk_header at 6{named}: {rule}, {header:?}"),
        );
    }
}

/// Git calls them corrupt; a line after one would be dropped as text.
#[test]
fn a_hunk_that_counts_no_line_is_an_error() {
    let rule = "a hunk header counts at least one line";
    let hunk = "@@ -1 +1 @@\n-a\n+b\n";
    for zero in ["@@ -0,0 +0,0 @@", "@@ -3,0 +3,0 @@", "@@ -3,0 +2,0 @@ fn f() {"] {
        for behind in ["", "+c\n", " c\n", "\\ No newline at end of file\n", hunk] {
            let expected = format!("invalid_hunk_header at 3 in x: {rule}");
            check(&format!("{zero}\n{behind}"), &expected);
            let expected = format!("invalid_hunk_header at 6 in x: {rule}");
            check(&format!("{hunk}{zero}\n{behind}"), &expected);
        }
        let mode =
            format!("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n{HEADER}{zero}\n+c\n");
        let parsed = ParseOptions::default().counts(Counts::Believed).parse(mode.as_bytes());
        let error = render::error(&parsed.unwrap_err());
        assert_eq!(
            error.trim_end(),
            format!("invalid_hunk_header at 6 in x: {rule}"),
            "of\n{mode}"
        );
    }
}

/// Its last line may be cut, which the counts do not show.
#[test]
fn a_line_without_its_ending_is_cut() {
    let cut = "truncated_hunk at 3 in x: the patch ends inside this hunk";
    for hunk in ["@@ -1,2 +1,2 @@\n a\n-b\n+c", "@@ -1,3 +1,2 @@\n-a\n b\n c"] {
        check(hunk, cut);
    }
    check(
        "@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of f",
        "M x\n@@ -1,1 +1,1 @@\n|-a\n|+b∅\n! missing_final_newline 6",
    );
}

/// A name may be cut.
#[test]
fn a_header_without_its_ending_is_cut() {
    for (headers, last) in
        [("rename from x\n", "rename to y"), ("old mode 100644\n", "new mode 100755")]
    {
        let text = format!("diff --git a/x b/x\n{headers}{last}");
        let parsed = ParseOptions::default().counts(Counts::Believed).parse(text.as_bytes());
        let error = render::error(&parsed.unwrap_err());
        let rule = "the patch ends inside this header";
        assert_eq!(error.trim_end(), format!("missing_file_header at 3: {rule}, {last:?}"));
    }
    // The change that it announces is lost, whatever the lines above it change.
    let text = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n--- a/x\n+++ b/x";
    let parsed = ParseOptions::default().counts(Counts::Believed).parse(text.as_bytes());
    let error = render::error(&parsed.unwrap_err());
    let rule = "a file header is followed by at least one hunk";
    assert_eq!(error.trim_end(), format!("missing_hunk at 5 in x: {rule}, \"+++ b/x\""));
}

#[test]
fn a_marker_ends_a_side() {
    let rule = "`\\ No newline at end of file` follows the line that it is about, the last one";
    let refused = format!("invalid_hunk_line at 3 in x: {rule}");
    for marker in ["\\", "\\ No newline at end of file"] {
        for hunk in ["@@ -1,3 +1 @@\n-a\n\\\n-b\n c\n", "@@ -1,2 +1,3 @@\n a\n b\n\\\n+c\n"] {
            check(&hunk.replace("\n\\\n", &format!("\n{marker}\n")), &refused);
        }
        check(&format!("@@ -1 +1 @@\n{marker}\n-a\n+b\n"), &refused);
        check(
            &format!("@@ -1,2 +1,2 @@\n a\n-b\n{marker}\n+c\n"),
            "M x\n@@ -1,2 +1,2 @@\n| a\n|-b∅\n|+c",
        );
    }
}

/// One context line too many displaces the changes, which would be dropped as text.
#[test]
fn a_hunk_that_changes_nothing_has_no_changes_behind_it() {
    let rule = "a hunk has the lines that its header counts, each with its mark";
    for behind in
        ["-b\n+c\n", "+c\n", " a\n a\n+c\n", "-b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"]
    {
        check(
            &format!("@@ -1,2 +1,2 @@\n a\n a\n{behind}"),
            &format!("invalid_hunk_line at 3 in x: {rule}"),
        );
    }
    for (behind, notes) in [("-- \n2.47.3\n", " 6"), ("text\n- item\n", " 6"), ("", "")] {
        let notes =
            if notes.is_empty() { String::new() } else { format!("\n! text_ignored{notes}") };
        check(
            &format!("@@ -1,2 +1,2 @@\n a\n b\n{behind}"),
            &format!("M x\n@@ -1,2 +1,2 @@\n| a\n| b\n! empty_hunk 3{notes}"),
        );
    }
}

/// A line with a mark below a header was in a hunk, which lost its own header.
#[test]
fn a_file_header_has_a_hunk_where_changes_follow_it() {
    let rule = "a file header is followed by at least one hunk";
    let git = "diff --git a/x b/x\n";
    let names = [
        ("deleted file mode 100644\n", "--- a/x\n+++ /dev/null\n"),
        ("new file mode 100644\n", "--- /dev/null\n+++ b/x\n"),
        ("old mode 100644\nnew mode 100755\n", HEADER),
    ];
    for (mode, names) in names {
        for lost in ["--- x\n", "-x\n+y\n", " a\n-x\n", "+y\n"] {
            for names in [names, ""] {
                let head = format!("{git}{mode}{names}");
                let at = head.lines().count() + 1;
                let line = lost.lines().next().unwrap();
                check_whole(
                    &format!("{head}{lost}"),
                    &format!("missing_hunk at {at} in x: {rule}, {line:?}"),
                );
            }
        }
    }
    let empty = format!("{git}new file mode 100644\n--- /dev/null\n+++ b/x\n");
    for behind in ["", "-- \n2.47.3\n", "text\n", "diff --git a/y b/y\ndeleted file mode 100644\n"]
    {
        let text = format!("{empty}{behind}");
        let parsed = ParseOptions::default().counts(Counts::Believed).parse(text.as_bytes());
        assert!(parsed.is_ok(), "{parsed:?} of\n{text}");
    }
}
