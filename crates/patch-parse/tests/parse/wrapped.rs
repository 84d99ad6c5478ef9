//! What models wrap patches in: read with a note if it is unmistakable, or else refused with one
//! sentence that says how to send the patch instead.

use crate::one_change::CHANGE;
use crate::{check, oracle};

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
    // Lines of a chunk that look like this are lines of the chunk.
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
    // Between lines of a chunk such a line is context.
    check(
        "*** Begin Patch\n*** Update File: x\n@@\n-a\n *** End Patch\n+b\n*** End Patch\n",
        "M x\n@@\n|-a\n| *** End Patch\n|+b",
    );
}

const COLUMN: &str = "each line has something in front of it, such as blanks, a quote sign or a line number; \
                      the lines of a patch begin in the first column";

/// A text with a sign before each line.
fn behind(sign: &str, text: &str) -> String {
    text.lines().flat_map(|line| [sign, line, "\n"]).collect()
}

#[track_caller]
fn check_believed(text: &str, rule: &str) {
    let options = patch_parse::ParseOptions::default().counts(patch_parse::Counts::Believed);
    let error = options.parse(text.as_bytes()).unwrap_err();
    assert_eq!((error.code.as_str(), error.rule), ("wrong_patch_format", rule), "{text}");
}

#[test]
fn a_patch_indented_or_quoted_as_a_whole() {
    for sign in ["    ", "\t", "> ", ">", "| ", "> > ", " > "] {
        let text = behind(sign, CHANGE);
        check(&text, &format!("{TREE}\n! line_prefix 1"));
        check(
            format!("See:\n\n{text}\nThanks.\n"),
            &format!("{TREE}\n! text_ignored 1\n! line_prefix 3\n! text_ignored 9"),
        );
        check_believed(&text, COLUMN);
        let two = format!("{CHANGE}{}", CHANGE.replace("/x", "/y"));
        let tree = format!("{TREE}\n{}", TREE.replace("M x", "M y"));
        check(behind(sign, &two), &format!("{tree}\n! line_prefix 1"));
        let git = format!("diff --git a/x b/x\nindex 1..2 100644\n{CHANGE}");
        let tree = TREE.replace("M x", "M x git index=1..2,100644");
        check(behind(sign, &git), &format!("{tree}\n! line_prefix 1"));
        // The message above it has the same signs.
        let mail = format!("Subject: x\n\n- a\n---\n{git}");
        check(
            behind(sign, &mail),
            &format!("{tree}\n! line_prefix 1\n! text_ignored 1\n! text_ignored 3"),
        );
    }
    for sign in ["    ", "\t", "  "] {
        check(behind(sign, ENVELOPE), "M x\n@@\n|-a\n|+b\n! line_prefix 1");
    }
    check(behind("> ", ENVELOPE), "M x\n@@\n|-a\n|+b\n! line_prefix 1");
    // A fence in a list.
    check(
        format!("- do this:\n\n{}\n- and that\n", behind("  ", &format!("```diff\n{CHANGE}```\n"))),
        &format!("{TREE}\n! text_ignored 1\n! line_prefix 3\n! code_fence 3\n! text_ignored 11"),
    );
}

#[test]
fn a_patch_of_numbered_lines() {
    let numbered = |text: &str, from: usize, write: fn(usize, &str) -> String| -> String {
        text.lines().enumerate().map(|(at, line)| write(at + from, line)).collect()
    };
    let styles: [fn(usize, &str) -> String; 6] = [
        |at, line| format!("{at:4} {line}\n"),
        |at, line| format!("{at}: {line}\n"),
        |at, line| format!("{at}|{line}\n"),
        |at, line| format!("{at:3}| {line}\n"),
        |at, line| format!("{at}\t{line}\n"),
        |at, line| format!("{at}. {line}\n"),
    ];
    for write in styles {
        let text = numbered(CHANGE, 1, write);
        check(&text, &format!("{TREE}\n! line_prefix 1"));
        check(format!("Here:\n\n{text}\n"), &format!("{TREE}\n! text_ignored 1\n! line_prefix 3"));
        check(numbered(CHANGE, 8, write), &format!("{TREE}\n! line_prefix 1"));
        check(
            numbered(&format!("```diff\n{CHANGE}```\n"), 1, write),
            &format!("{TREE}\n! line_prefix 1\n! code_fence 1"),
        );
        check(numbered(ENVELOPE, 1, write), "M x\n@@\n|-a\n|+b\n! line_prefix 1");
        check_believed(&text, COLUMN);
        let lines: Vec<_> = text.lines().collect();
        // A number is missing, occurs twice, or text follows.
        for text in [
            [&lines[..2], &lines[3..]].concat().join("\n"),
            [&lines[..2], &lines[1..]].concat().join("\n"),
            format!("{text}Done.\n"),
        ] {
            let error = patch_parse::parse(text.as_bytes()).unwrap_err();
            assert_eq!(error.code.as_str(), "wrong_patch_format", "{text}");
        }
    }
    let text = "1 --- a/x\n2 +++ b/x\n3 @@ -1,3 +1,3 @@\n4  a\n5\n6 -b\n7 +c\n";
    check(text, "M x\n@@ -1,3 +1,3 @@\n| a\n|\u{20}\n|-b\n|+c\n! line_prefix 1\n! blank_context 3");
}

#[test]
fn blanks_behind_the_signs_of_an_empty_line_may_be_lost() {
    let text = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n";
    let tree = "M x\n@@ -1,3 +1,3 @@\n| a\n|\u{20}\n|-b\n|+c\n! line_prefix 1\n! blank_context 3";
    for (sign, empty) in [("> ", ">"), ("    ", ""), ("    ", "  "), ("\t", "")] {
        let quoted: String = text
            .lines()
            .map(
                |line| {
                    if line.is_empty() { format!("{empty}\n") } else { format!("{sign}{line}\n") }
                },
            )
            .collect();
        check(quoted, tree);
    }
}

#[test]
fn a_patch_that_is_indented_in_part_is_refused() {
    let whole = behind("    ", CHANGE);
    for text in [
        // A line in the middle is not indented, or is indented differently.
        whole.replace("    -a", "-a"),
        whole.replace("    -a", "  -a"),
        // Two patches, with different signs.
        format!("{whole}\n{}", behind("> ", &CHANGE.replace("/x", "/y"))),
        // More of the patch may follow the line without signs.
        format!("{}  c\n", whole.replace("-1 +1", "-1,2 +1,2")),
        format!("{whole}text\n    @@ -9 +9 @@\n    -c\n    +d\n"),
    ] {
        check_no_patch(&text, COLUMN);
    }
    // The patch is in the first column, and the indented one is part of it.
    check(
        format!("--- a/x\n+++ b/x\n@@ -1,6 +1,7 @@\n{}+c\n", behind(" ", &behind("  ", CHANGE))),
        "M x\n@@ -1,5 +1,6 @@\n|   --- a/x\n|   +++ b/x\n|   @@ -1 +1 @@\n|   -a\n|   +b\n|+c\n! hunk_count 3",
    );
    check(
        "    *** Begin Patch\n    *** Update File: x\n@@\n-a\n+b\n    *** End Patch\n",
        "M x\n@@\n|-a\n|+b\n! patch_marker 1\n! patch_marker 2\n! patch_marker 6",
    );
}

/// Errors and notes refer to the text that was given, including the signs.
#[test]
fn places_are_those_in_the_text() {
    let text = format!("See:\n\n{}", behind("> ", CHANGE));
    let patch = patch_parse::parse(text.as_bytes()).unwrap();
    let hunk = patch.files[0].hunks()[0].span();
    assert_eq!(hunk.of(text.as_bytes()), b"> @@ -1 +1 @@\n> -a\n> +b\n");
    assert_eq!((hunk.line, patch.files[0].span.line), (5, 3));
    assert_eq!(patch.files[0].span.of(text.as_bytes()), behind("> ", CHANGE).as_bytes());
    let broken = text.replace("@@ -1 +1 @@", "@@ -1 +x @@");
    let error = patch_parse::parse(broken.as_bytes()).unwrap_err();
    assert_eq!((error.code.as_str(), error.span.line), ("invalid_hunk_header", 5));
    assert_eq!(error.span.of(broken.as_bytes()), b"> @@ -1 +x @@\n");
}

#[test]
fn json_with_escaped_line_breaks() {
    let rule = "the line breaks are written as `\\n`; send the text of the patch itself";
    for text in [CHANGE, ENVELOPE] {
        check_no_patch(&format!("{{\"patch\": \"{}\"}}\n", text.replace('\n', "\\n")), rule);
    }
}

/// As `git diff --color` writes it.
fn coloured(text: &str) -> String {
    let colour = |line: &str| match line.as_bytes().first() {
        Some(b'-') if !line.starts_with("---") => format!("\x1b[31m{line}\x1b[m\n"),
        Some(b'+') if !line.starts_with("+++") => {
            format!("\x1b[32m+\x1b[m\x1b[32m{}\x1b[m\n", &line[1..])
        }
        Some(b'@') => format!("\x1b[36m{line}\x1b[m fn f\n"),
        Some(b' ') => format!("{line}\n"),
        _ => format!("\x1b[1m{line}\x1b[m\n"),
    };
    text.lines().map(colour).collect()
}

#[test]
fn ansi_colours() {
    let rule = "the text has colour codes; send it without them";
    let text = CHANGE.replace("@@ -1 +1 @@\n", "@@ -1,2 +1,2 @@\n c\n");
    let tree = "M x\n@@ -1,2 +1,2 @@ fn f\n| c\n|-a\n|+b";
    check(coloured(&text), &format!("{tree}\n! colour_codes 1"));
    check(
        format!("$ git diff\n{}", coloured(&text)),
        &format!("{tree}\n! colour_codes 1\n! text_ignored 1"),
    );
    check_believed(&coloured(&text), rule);
    for (plain, odd) in [
        // Codes that may belong to the file, and changes that are not coloured.
        (" c\n", " c \x1b[31md\n"),
        ("\x1b[31m-a\x1b[m", "\x1b[31m-a\x1b[7mb\x1b[m"),
        ("\x1b[31m-a\x1b[m", "-a"),
        ("\x1b[31m-a\x1b[m", "\x1b[31m-a\x1b[2J\x1b[m"),
    ] {
        let text = coloured(&text).replace(plain, odd);
        check_no_patch(&text, rule);
    }
    check_no_patch("\x1b[1mno patch\x1b[m\n", rule);
}

#[test]
fn a_patch_in_utf_16() {
    let little: fn(u16) -> [u8; 2] = u16::to_le_bytes;
    for text in [CHANGE, "*** Begin Patch\n*** Delete File: x\n*** End Patch\n"] {
        for (mark, bytes) in [
            ("\u{feff}", little),
            ("", little),
            ("\u{feff}", u16::to_be_bytes),
            ("", u16::to_be_bytes),
        ] {
            let units = mark.encode_utf16().chain(text.encode_utf16());
            let text: Vec<u8> = units.flat_map(bytes).collect();
            let error = patch_parse::parse(&text).unwrap_err();
            let expected = ("wrong_patch_format", "the text is UTF-16; save it as UTF-8");
            assert_eq!((error.code.as_str(), error.rule), expected, "{text:?}");
        }
    }
    check_no_patch("a\0b", "the text is not a patch");
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
        // The closing line does not belong to a hunk whose counts are wrong.
        let miscounted = CHANGE.replace("-1 +1", "-1,9 +1,9");
        check(
            format!("{open}\n{miscounted}{close}\n"),
            &format!("{TREE}\n! tag 1\n! hunk_count 4"),
        );
        check(format!("{open}\n{ENVELOPE}{close}\n"), "M x\n@@\n|-a\n|+b\n! tag 1");
    }
}

#[test]
fn a_marker_behind_a_tag_or_a_quote_is_a_marker() {
    for (front, end) in [
        ("<invoke name=\"apply_patch\"><parameter name=\"input\">", "\n</parameter></invoke>\n"),
        ("<patch>", "</patch>\n"),
        ("apply_patch \"", "\n\"\n"),
        ("apply_patch('", "')\n"),
        ("\u{200b}", "\n"),
    ] {
        let text = format!("{front}{}{end}", ENVELOPE.trim_end());
        let patch = patch_parse::parse(text.as_bytes()).unwrap();
        oracle::check(text.as_bytes());
        assert_eq!(patch.files.len(), 1, "{text}");
        assert_eq!(patch.files[0].hunks()[0].counts(), (1, 1), "{text}");
        assert_eq!(patch.diagnostics[0].kind.as_str(), "patch_marker", "{text}");
        check_believed_marker(&text);
    }
    // Without a section after it, it is text.
    check(
        "Send \"*** Begin Patch\nand so on.\n",
        "wrong_patch_format at 1: the text is not a patch",
    );
}

#[track_caller]
fn check_believed_marker(text: &str) {
    let options = patch_parse::ParseOptions::default().counts(patch_parse::Counts::Believed);
    let error = options.parse(text.as_bytes()).unwrap_err();
    assert_eq!(error.code.as_str(), "missing_begin_patch", "{text}");
}

#[test]
fn an_error_about_an_escaped_envelope_is_about_its_format() {
    let text =
        "{\"input\": \"*** Begin Patch\\n*** Update File: x\\n@@\\n-a\\n+b\\n*** End Patch\"}";
    let error = patch_parse::parse(text.as_bytes()).unwrap_err();
    assert_eq!(error.format, patch_parse::Format::OpenCode);
    let error = patch_parse::parse(b"--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n").unwrap_err();
    assert_eq!(error.format, patch_parse::Format::Unified);
}

#[test]
fn bold_markers() {
    let begin = "the patch starts with `*** Begin Patch`";
    for marker in ["**Begin Patch**", "### Begin Patch", "\\*\\*\\* Begin Patch"] {
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
