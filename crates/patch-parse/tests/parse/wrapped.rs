//! What models wrap patches in: read with a note where it is unmistakable, else refused with the one
//! sentence that lets the writer do it right.

use crate::check;

const CHANGE: &str = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
const TREE: &str = "M x\n@@ -1,1 +1,1 @@\n|-a\n|+b";
const ENVELOPE: &str = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n";

#[track_caller]
fn check_no_patch(text: &str, rule: &str) {
    check(text, &format!("wrong_patch_format at 1: {rule}"));
}

#[test]
fn update_file_followed_by_unified_headers() {
    for (old, new) in [("a/x", "b/x"), ("x", "x"), ("a/x\t2024", "b/x")] {
        check(
            format!(
                "*** Begin Patch\n*** Update File: x\n--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n*** End Patch\n"
            ),
            &format!("{TREE}\n! repeated_header 3"),
        );
    }
    check(
        "*** Begin Patch\n*** Add File: d/x\n--- /dev/null\n+++ b/d/x\n@@ -0,0 +1,2 @@\n+a\n+b\n*** End Patch\n",
        "A d/x\n@@\n|+a\n|+b\n! repeated_header 3",
    );
    check(
        "*** Begin Patch\n*** Update File: x\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n*** End Patch\n",
        "rename_path_mismatch at 4 in x: a file section names one file, \"+++ b/y\"",
    );
    // Lines of a chunk that look so are lines.
    check(
        "*** Begin Patch\n*** Update File: x\n--- a\n+++ b\n*** End Patch\n",
        "M x\n@@\n|--- a\n|+++ b",
    );
}

#[test]
fn indented_headers_and_end_markers() {
    check(
        "  *** Begin Patch\n  *** Update File: x\n@@\n-a\n+b\n  *** End Patch\n",
        "M x\n@@\n|-a\n|+b\n! patch_marker 1\n! patch_marker 2\n! patch_marker 6",
    );
    check(
        "*** Begin Patch\n *** Add File: y\n+a\n *** Delete File: z\n *** End Patch\n",
        "A y\n@@\n|+a\nD z\n! patch_marker 2\n! patch_marker 4\n! patch_marker 5",
    );
    // Among the lines of a chunk such a line is context.
    check(
        "*** Begin Patch\n*** Update File: x\n@@\n-a\n *** End Patch\n+b\n*** End Patch\n",
        "M x\n@@\n|-a\n| *** End Patch\n|+b",
    );
}

#[test]
fn a_patch_indented_or_quoted_as_a_whole() {
    let column = "each line has something in front of it, such as blanks, a quote sign or a line number; \
                  the lines of a patch begin in the first column";
    let with = |sign: &str| {
        CHANGE.lines().map(|line| format!("{sign}{line}\n")).collect::<Vec<_>>().concat()
    };
    for sign in ["    ", "\t", "> ", ">", "| "] {
        check_no_patch(&with(sign), column);
    }
    let indented =
        ENVELOPE.lines().map(|line| format!("    {line}\n")).collect::<Vec<_>>().concat();
    check(
        indented,
        "invalid_hunk_line at 2: the lines of a patch begin in the first column; this one is indented as a whole, \"    *** Update File: x\"",
    );
}

#[test]
fn line_number_prefixes() {
    let numbered = CHANGE
        .lines()
        .enumerate()
        .map(|(at, line)| format!("{:>3} | {line}\n", at + 1))
        .collect::<Vec<_>>()
        .concat();
    let column = "each line has something in front of it, such as blanks, a quote sign or a line number; \
                  the lines of a patch begin in the first column";
    check_no_patch(&numbered, column);
}

#[test]
fn json_with_escaped_line_breaks() {
    let rule = "the line breaks are written as `\\n`; send the text of the patch itself";
    for text in [CHANGE, ENVELOPE] {
        check_no_patch(&format!("{{\"patch\": \"{}\"}}\n", text.replace('\n', "\\n")), rule);
    }
}

#[test]
fn ansi_colours() {
    let text =
        CHANGE.lines().map(|line| format!("\x1b[1m{line}\x1b[m\n")).collect::<Vec<_>>().concat();
    check_no_patch(&text, "the text has colour codes; send it without them");
}

#[test]
fn search_replace_blocks() {
    check_no_patch(
        "x.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
        "SEARCH/REPLACE blocks are no patch; send the changed lines as a patch",
    );
}

#[test]
fn tags_around_a_patch() {
    for (open, close) in
        [("<patch>", "</patch>"), ("<<<", ">>>"), ("<apply_patch>", "</apply_patch>")]
    {
        check(format!("{open}\n{CHANGE}{close}\n"), &format!("{TREE}\n! tag 1"));
        // The closing line is no line of a hunk whose counts are wrong.
        let miscounted = CHANGE.replace("-1 +1", "-1,9 +1,9");
        check(
            format!("{open}\n{miscounted}{close}\n"),
            &format!("{TREE}\n! tag 1\n! hunk_count 4"),
        );
        check(format!("{open}\n{ENVELOPE}{close}\n"), "M x\n@@\n|-a\n|+b\n! tag 1");
    }
}

#[test]
fn bold_markers() {
    let begin = "the patch starts with `*** Begin Patch`";
    for marker in
        ["***Begin Patch***", "**Begin Patch**", "### Begin Patch", "\\*\\*\\* Begin Patch"]
    {
        let text = ENVELOPE.replace("*** Begin Patch", marker).replace("*** Update", "** Update");
        check(text, &format!("missing_begin_patch at 1: {begin}, {marker:?}"));
    }
}

#[test]
fn several_envelopes_with_a_correction_in_between() {
    let rule = "the text between two patches of one file takes the first one back; send only the patch that is meant";
    for text in ["Wait, that is wrong.", "Actually, this is it:", "Hmm, sorry."] {
        check(
            format!("{ENVELOPE}\n{text}\n\n{ENVELOPE}"),
            &format!("wrong_patch_format at 10: {rule}, \"*** Begin Patch\""),
        );
        let other = ENVELOPE.replace("File: x", "File: y");
        check(
            format!("{ENVELOPE}\n{text}\n\n{other}"),
            "M x\n@@\n|-a\n|+b\nM y #1\n@@\n|-a\n|+b\n! text_ignored 8",
        );
    }
}
