//! Every error that a parser can give: code, line, path, rule, excerpt.

use patch_parse::{
    Class, Code, Counts, Format, ParseOptions, parse, parse_opencode, parse_unified,
};

use crate::{check, render};

const HEADER: &str = "--- a/src/x\n+++ b/src/x\n";
const FILES: &str = "expected `--- old_path` followed by `+++ new_path`";

#[test]
fn text_that_is_no_patch() {
    for text in
        ["hello\n", "\0\0\0", "*** not\n", "{\"patch\": 1}", "@ x\n", "-a\n+b\n", "*** a/x\n"]
    {
        check(text, "wrong_patch_format at 1: the text is not a patch");
    }
    let patch = "*** Begin Patch\n*** Delete File: x\n*** End Patch\n";
    let error = parse_unified(patch.as_bytes()).unwrap_err();
    assert_eq!(
        render::error(&error),
        "wrong_patch_format at 1: the text is a patch of the OpenCode format, not a unified diff\n"
    );
    assert_eq!(error.format, Format::Unified);
    let error = parse_opencode(format!("{HEADER}@@ -1 +1 @@\n-a\n+b\n").as_bytes()).unwrap_err();
    assert_eq!((error.code, error.format), (Code::WrongPatchFormat, Format::OpenCode));
}

#[test]
fn empty_patches() {
    for text in ["", "\n\n", " \t\r\n", "\u{feff}"] {
        check(text, "empty_patch at 1: the patch is empty");
    }
    check("*** Begin Patch\n*** End Patch\n", "empty_patch at 1: the patch names no file");
}

#[test]
fn hunks_whose_change_has_lost_its_marker() {
    let rule = "an added line starts with `+`, a blank one too; this hunk changes nothing";
    let change = "@@ -1 +1 @@\n-a\n+b\n";
    let lost = "@@ -9,2 +9,3 @@\n x\n y\n z\n";
    check(format!("{HEADER}{change}{lost}"), &format!("invalid_hunk_line at 6 in src/x: {rule}"));
}

#[test]
fn hunks_without_a_header() {
    check("@@ -1 +1 @@\n-a\n+b\n", &format!("missing_file_header at 1: {FILES}, \"@@ -1 +1 @@\""));
    check("text\n@@\n-a\n+b\n", &format!("missing_file_header at 2: {FILES}, \"@@\""));
    check("--- x\n@@ -1 +1 @@\n-a\n+b\n", &format!("missing_file_header at 1: {FILES}, \"--- x\""));
    check("+++ x\n@@ -1 +1 @@\n-a\n+b\n", &format!("missing_file_header at 1: {FILES}, \"+++ x\""));
    let whole = format!("{HEADER}@@ -1 +1 @@\n-a\n+b\n");
    check(
        format!("{whole}\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n"),
        &format!("missing_file_header at 7: {FILES}, \"+++ b/y\""),
    );
    check(
        format!("{whole}\n--- a/y\n@@ -1 +1 @@\n-c\n+d\n"),
        &format!("missing_file_header at 7: {FILES}, \"--- a/y\""),
    );
    check(
        format!("{whole}\nand in y.rs:\n@@ -9 +9 @@\n-c\n+d\n"),
        &format!("missing_file_header at 8: {FILES}, \"@@ -9 +9 @@\""),
    );
    check(
        format!("{whole}\nand in the tests/y:\n@@\n-c\n+d\n"),
        &format!("missing_file_header at 8: {FILES}, \"@@\""),
    );
}

#[test]
fn headers_that_name_nothing() {
    check(
        "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n",
        "missing_file_header at 1: at least one side of a header names a file",
    );
    check(
        "diff --git /dev/null /dev/null\n@@ -1 +1 @@\n-a\n+b\n",
        "missing_file_header at 1: at least one side of a header names a file",
    );
    check(
        "diff --git a/one two b/three four\nold mode 100644\nnew mode 100755\n",
        "missing_file_header at 1: the names on the `diff --git` line cannot be told apart",
    );
    check(
        "--- \"a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "missing_file_header at 1: a quoted name ends in `\"` and escapes as git does, \"--- \\\"a/x\"",
    );
}

#[test]
fn headers_without_a_hunk() {
    let rule = "a file header is followed by at least one hunk";
    check(HEADER, &format!("missing_hunk at 1 in src/x: {rule}"));
    check(format!("hello\n{HEADER}\nnothing\n"), &format!("missing_hunk at 2 in src/x: {rule}"));
    check("diff --git a/x b/x\nindex 1..2 100644\n", &format!("missing_hunk at 1 in x: {rule}"));
    check("--- /dev/null\n+++ b/x\n", &format!("missing_hunk at 1 in x: {rule}"));
    check("--- a/x\n+++ /dev/null\n", &format!("missing_hunk at 1 in x: {rule}"));
    // Lines that git writes only above hunks.
    let moved = |percent: u8, names: &str| {
        format!(
            "diff --git a/x b/y\nsimilarity index {percent}%\nrename from x\nrename to y\n{names}"
        )
    };
    let names = "--- a/x\n+++ b/y\n";
    check(moved(50, names), &format!("missing_hunk at 1 in y: {rule}"));
    for text in [moved(100, names), moved(50, "")] {
        assert!(parse(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn hunk_headers_that_cannot_be_read() {
    let rule = "expected `@@ -old_start,old_count +new_start,new_count @@`";
    for header in [
        "@@ -1,2",
        "@@ -1, +1 @@",
        "@@ -x +1 @@",
        "@@ -1 +1 junk",
        "@@ -1 1 @@ 99999999999999999999",
        "@@ -1 1 @@",
        "@@ - @@",
    ] {
        check(
            format!("{HEADER}{header}\n-a\n+b\n"),
            &format!("invalid_hunk_header at 3 in src/x: {rule}, {header:?}"),
        );
    }
    let rule = "a number in a hunk header is too large; each is below 2^64";
    for header in [
        "@@ -1,99999999999999999999 +1 @@",
        "@@ -99999999999999999999 +1 @@",
        "@@ -99999999999999999999999,1 +1,1 @@ fn x",
        "@@ -1 +18446744073709551616 @@",
        "@@ -1 +1, 99999999999999999999 @@",
    ] {
        check(
            format!("{HEADER}{header}\n-a\n+b\n"),
            &format!("invalid_hunk_header at 3 in src/x: {rule}, {header:?}"),
        );
    }
}

#[test]
fn hunk_lines_that_cannot_be_there() {
    let added = "a new file has only lines that start with `+`";
    check(
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n b\n",
        &format!("invalid_hunk_line at 5 in x: {added}, \" b\""),
    );
    check(
        "--- /dev/null\n+++ b/x\n@@ -1,2 +1,2 @@\n+a\n\n-b\n",
        &format!("invalid_hunk_line at 6 in x: {added}, \"-b\""),
    );
    check(
        "--- a/x\n+++ /dev/null\n@@ -1,2 +0,1 @@\n-a\n-c\n+b\n",
        "invalid_hunk_line at 6 in x: a deleted file has no line that starts with `+`, \"+b\"",
    );
}

#[test]
fn hunks_that_break_off() {
    let rule = "the patch ends inside this hunk";
    for (body, counts) in [
        // A changed line breaks off.
        ("@@ -1,4 +1,4 @@\n a\n-b\n+c", "4 old and 4 new lines, the hunk has 2 and 2"),
        // A replacement is missing.
        ("@@ -1,4 +1,4 @@\n a\n-b\n", "4 old and 4 new lines, the hunk has 2 and 1"),
        ("@@ -1,2 +1,2 @@\n a\n-b\n", "2 old and 2 new lines, the hunk has 2 and 1"),
        ("@@ -1,2 +1,3 @@\n a\n-b\n\n", "2 old and 3 new lines, the hunk has 2 and 1"),
        // There is no change yet.
        ("@@ -1,4 +1,5 @@\n a\n", "4 old and 5 new lines, the hunk has 1 and 1"),
        ("@@ -1,4 +1,4 @@\n a\n", "4 old and 4 new lines, the hunk has 1 and 1"),
        ("@@ -1,4 +1,4 @@\n", "4 old and 4 new lines, the hunk has 0 and 0"),
        ("@@ -1,4 +1,4 @@", "4 old and 4 new lines, the hunk has 0 and 0"),
        // In the middle of the changes: more than the last context is missing.
        ("@@ -1,7 +1,19 @@\n a\n-b\n-c\n+d\n", "7 old and 19 new lines, the hunk has 3 and 2"),
        ("@@ -1,5 +1,7 @@\n a\n-b\n+c\n", "5 old and 7 new lines, the hunk has 2 and 2"),
        // More added lines were to come, however few.
        ("@@ -1,3 +1,4 @@\n a\n-b\n+c\n", "3 old and 4 new lines, the hunk has 2 and 2"),
        ("@@ -1,4 +1,8 @@\n a\n b\n c\n+\n+d\n", "4 old and 8 new lines, the hunk has 3 and 5"),
        ("@@ -1,5 +1,7 @@\n a\n b\n-c\n+d\n+e\n", "5 old and 7 new lines, the hunk has 3 and 4"),
        // More lines were to be removed, many of them.
        ("@@ -1,7 +1,2 @@\n a\n+b\n-c\n", "7 old and 2 new lines, the hunk has 2 and 2"),
        // By more than a few lines on both sides.
        ("@@ -1,9 +1,9 @@\n a\n-b\n+c\n d\n", "9 old and 9 new lines, the hunk has 3 and 3"),
    ] {
        let text = format!("{HEADER}@@ -1 +1 @@\n-a\n+b\n{body}");
        check(&text, &format!("truncated_hunk at 6 in src/x: {rule}"));
        let error = parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.message(), format!("{rule}: the hunk header counts {counts}"), "{text}");
        assert!(error.hint().contains("its header counts"), "{}", error.hint());
        // The lines that follow show that the text was not cut there.
        if body.ends_with('\n') && body.contains('+') && body.matches('\n').count() > 3 {
            assert!(parse(format!("```\n{text}```\n").as_bytes()).is_ok(), "{text}");
        }
    }
}

/// The counts come out and no newline ends the text: open brackets show whether it is whole.
#[test]
fn a_last_added_line_that_leaves_a_bracket_open_is_cut() {
    let rule = "the patch ends inside this line: no newline ends it, and a bracket that the added \
                lines open is not closed";
    for hunk in [
        "@@ -1 +1 @@\n-a = 1\n+a = f(b",
        "@@ -1,2 +1,3 @@\n a\n b\n+f(b, {",
        "@@ -1 +1,2 @@\n-f(a)\n+f(a,\n+  [b]",
        "@@\n-a\n+f(b",
    ] {
        check(format!("{HEADER}{hunk}"), &format!("truncated_hunk at 3 in src/x: {rule}"));
        assert!(parse(format!("{HEADER}{hunk}\n").as_bytes()).is_ok(), "{hunk}");
    }
    for hunk in [
        "@@ -1 +1 @@\n-a\n+f(b)",
        "@@ -1 +1 @@\n-f(\n+g(",
        "@@ -1 +1,2 @@\n-f(a,\n+f(\n+  b",
        "@@ -1,2 +1,2 @@\n-a\n+f(b\n c",
        "@@ -1 +1 @@\n-a\n+f(b\n\\ No newline at end of file",
    ] {
        assert!(parse(format!("{HEADER}{hunk}").as_bytes()).is_ok(), "{hunk}");
    }
}

#[test]
fn few_lines_too_few_are_a_miscount() {
    for hunk in [
        // The counts of a whole hunk that lost its last context.
        "@@ -1,5 +1,5 @@\n a\n-b\n+c\n",
        "@@ -1,5 +1,6 @@\n a\n-b\n+c\n d\n",
        // After added lines: no more of these are missing than of context.
        "@@ -1,5 +1,5 @@\n a\n-b\n+c\n+d\n",
        "@@ -1,4 +1,5 @@\n a\n+c\n+d\n",
        // One side has all lines that it should have.
        "@@ -1,2 +1,19 @@\n a\n-b\n+c\n",
        "@@ -1,3 +1,9 @@\n a\n-b\n+c\n d\n",
        // The file gets shorter, or neither count is right.
        "@@ -1,3 +1,2 @@\n a\n-b\n-c\n",
        "@@ -1 +1,2 @@\n a\n-b\n",
    ] {
        let text = format!("{HEADER}{hunk}");
        let patch = parse(text.as_bytes()).unwrap();
        assert_eq!(patch.diagnostics[0].kind.as_str(), "hunk_count", "{text}");
    }
}

#[test]
fn a_new_file_of_which_a_quarter_is_missing_is_cut() {
    let text = |declared: usize, lines: usize| {
        format!("--- /dev/null\n+++ b/x\n@@ -0,0 +1,{declared} @@\n{}", "+a\n".repeat(lines))
    };
    for (declared, lines, is_cut) in
        [(120, 60, true), (120, 90, true), (20, 5, true), (120, 91, false), (12, 9, false)]
    {
        let patch = text(declared, lines);
        let found = parse(patch.as_bytes()).map_err(|error| error.code.as_str());
        let notes = found.map(|patch| patch.diagnostics[0].kind.as_str());
        assert_eq!(notes, if is_cut { Err("truncated_hunk") } else { Ok("hunk_count") }, "{patch}");
    }
    // A hunk is not cut if something follows it.
    let patch = format!("```diff\n{}```\n", text(120, 60));
    assert!(parse(patch.as_bytes()).is_ok());
}

#[test]
fn a_lone_name_behind_a_hunk_whose_counts_add_up_is_half_a_header() {
    let hunk = "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    for rest in ["+++ b/y\n", "+++ b/y", "+++ b/y\n\nDone.\n", "+++ /dev/null\n"] {
        let text = format!("{HEADER}{hunk}{rest}");
        let error = parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.code.as_str(), "missing_file_header", "{text}");
    }
    // A line of code may begin like this.
    for rest in ["+++ y\n", "+++ b/y\n d\n"] {
        let text = format!("{HEADER}{hunk}{rest}");
        assert!(parse(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn the_end_of_the_text_in_a_hunk_without_counts() {
    let rule = "the patch ends inside this hunk";
    check(
        format!("{HEADER}@@ -1 +1 @@\n-a\n+b\n@@ f\n a"),
        &format!("truncated_hunk at 6 in src/x: {rule}"),
    );
}

#[test]
fn combined_diffs_are_not_supported() {
    let rule = "combined diffs of merges are not supported";
    for line in ["diff --cc x", "diff --combined x"] {
        check(
            format!(
                "{line}\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n"
            ),
            &format!("unsupported_git_patch_feature at 1: {rule}, {line:?}"),
        );
    }
    let error = parse(b"diff --cc x\n").unwrap_err();
    assert!(error.hint().contains("git show -m"), "{error}");
    for header in
        ["@@@ -1,1 -1,1 +1,1 @@@", "@@@@ -1,1 -1,1 -1,1 +1,1 @@@@", "@@@ -1,1 @@@", "@@@@", "@@@ f"]
    {
        check(
            format!("{HEADER}{header}\n- a\n -b\n++c\n"),
            &format!("unsupported_git_patch_feature at 3 in src/x: {rule}, {header:?}"),
        );
    }
}

/// Cut after `old mode`, or with something between the two.
#[test]
fn half_a_change_of_mode_is_none() {
    let rule = "a file header is followed by at least one hunk";
    for text in [
        "old mode 100644\n",
        "new mode 100755\n",
        "old mode 100644\n\nnew mode 100755\n",
        "old mode 100644\nand then\n\nnew mode 100755\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    ] {
        let text = format!("diff --git a/x b/x\n{text}");
        check(text, &format!("missing_hunk at 1 in x: {rule}"));
    }
    check(
        "diff --git a/x b/x\nnew mode 100755\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "M x git new=100755\n@@ -1,1 +1,1 @@\n|-a\n|+b",
    );
}

#[test]
fn half_a_header_below_the_headers_of_git() {
    let rule = "expected `--- old_path` followed by `+++ new_path`";
    for (headers, name) in [
        ("old mode 100644\n", "--- /dev/null"),
        ("new file mode 100644\n", "--- /dev/null"),
        ("index 1..2\n", "--- a/x"),
        ("", "--- \"b/x\\ty\""),
        ("deleted file mode 100644\n", "+++ /dev/null"),
        ("new mode 100644\n", "+++ b/x"),
    ] {
        let (line, found) = (2 + headers.lines().count(), format!("{name:?}"));
        for behind in ["", "new mode 100755\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"] {
            check(
                format!("diff --git a/x b/x\n{headers}{name}\n{behind}"),
                &format!("missing_file_header at {line} in x: {rule}, {found}"),
            );
        }
    }
}

/// Under believed counts; otherwise such a line is taken for text.
#[test]
fn half_a_header_beside_sections() {
    let whole = format!("{HEADER}@@ -1 +1 @@\n-a\n+b\n");
    let strict = ParseOptions::default().counts(Counts::Believed);
    for name in ["--- a/y\n", "+++ b/y\n", "--- /dev/null\n"] {
        for text in [format!("{whole}{name}"), format!("{name}{whole}")] {
            // Before a whole header it is just the line above it.
            let error = strict.parse(text.as_bytes()).unwrap_err();
            assert_eq!(error.code, Code::MissingFileHeader, "{text}");
        }
    }
    let cut = format!("{whole}--- a/y");
    assert_eq!(strict.parse(cut.as_bytes()).unwrap_err().code, Code::MissingFileHeader);
    let signature = format!("{whole}-- \n2.43.0\n");
    assert!(strict.parse(signature.as_bytes()).is_ok());
}

/// They would vanish as text.
#[test]
fn binary_data_without_a_header() {
    let missing = "expected `--- old_path` followed by `+++ new_path`";
    let data = "GIT binary patch\nliteral 0\nHcmV?d00001\n\n";
    check(
        format!("diff --git a/x b/x\ndeleted file mode 100644\nand\n{data}"),
        &format!("missing_file_header at 4: {missing}, \"GIT binary patch\""),
    );
    check(
        format!("{HEADER}@@ -1 +1 @@\n-a\n+b\n\n{data}"),
        &format!("missing_file_header at 7: {missing}, \"GIT binary patch\""),
    );
}

#[test]
fn names_that_disagree() {
    let rename = "`---` and `+++` name the paths of the rename";
    check(
        "diff --git a/o b/n\nrename from o\nrename to n\n--- a/o\n+++ b/other\n@@ -1 +1 @@\n-a\n+b\n",
        &format!("rename_path_mismatch at 1 in n: {rename}"),
    );
    check(
        "diff --git a/o b/n\nrename from o\nrename to n\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n",
        &format!("rename_path_mismatch at 1 in n: {rename}"),
    );
    for (pair, place) in [
        ("rename from o\nrename to /dev/null\n", " in /dev/null"),
        ("copy from /dev/null\ncopy to n\n", " in n"),
    ] {
        check(
            format!("diff --git a/o b/n\n{pair}"),
            &format!(
                "rename_path_mismatch at 1{place}: a file is renamed or copied to another, and `/dev/null` is none"
            ),
        );
    }
    let both = "`rename from` and `rename to` come together";
    for (half, place) in [
        ("rename from o", ""),
        ("rename to n", " in n"),
        ("copy from o", ""),
        ("copy to n", " in n"),
    ] {
        check(
            format!("diff --git a/o b/n\n{half}\n"),
            &format!("rename_path_mismatch at 1{place}: {both}"),
        );
    }
    for both in [
        "rename from o\nrename to n\ncopy from o\n",
        "rename to n\ncopy from o\ncopy to n\n",
        "copy from o\ncopy to n\nrename from o\nrename to n\n",
        "rename from o\ncopy to n\n",
    ] {
        check(
            format!("diff --git a/o b/n\n{both}"),
            "rename_path_mismatch at 1 in n: a file is either renamed or copied",
        );
    }
    check(
        "diff --git a/o b/n\nrename from \"o\nrename to n\n",
        "rename_path_mismatch at 2: a quoted name ends in `\"` and escapes as git does, \"rename from \\\"o\"",
    );
}

#[test]
fn syntax_errors_have_the_class_that_the_format_names() {
    // OpenCode patch format, section Error Cases.
    let begin = parse_opencode(b"*** Add File: x\n+a\n*** End Patch\n").unwrap_err();
    let end = parse_opencode(b"*** Begin Patch\n*** Add File: x\n+a").unwrap_err();
    for (error, code) in [(begin, Code::MissingBeginPatch), (end, Code::MissingEndPatch)] {
        assert_eq!((error.code, error.code.class()), (code, Class::ParseError));
        assert_eq!(error.code.class().as_str(), "ParseError");
    }
}

#[test]
fn a_message_names_line_rule_and_excerpt() {
    let error = parse(b"@@ -1 +1 @@\n-a\n").unwrap_err();
    assert_eq!(error.to_string(), format!("line 1: {FILES}, found \"@@ -1 +1 @@\""));
    assert_eq!(
        error.hint(),
        "Start each file with `--- old_path` directly followed by `+++ new_path`."
    );
    assert_eq!(error.span.of(b"@@ -1 +1 @@\n-a\n"), b"@@ -1 +1 @@\n");
}

#[test]
fn an_excerpt_is_short_and_never_cut_in_a_character() {
    for pad in 0..4 {
        let text = format!("@@ -{}{}\n", "x".repeat(pad), "\u{20ac}".repeat(80));
        let error = parse(format!("{HEADER}{text}-a\n+b\n").as_bytes()).unwrap_err();
        assert!(error.found.len() > 110 && error.found.len() <= 120, "{}", error.found.len());
        assert!(str::from_utf8(&error.found).is_ok(), "{:?}", error.found);
    }
}

#[test]
fn a_wanted_format_decides_the_words_of_the_error() {
    let words = |format| {
        let error = ParseOptions::default().format(format).parse(b"").unwrap_err();
        (error.code, error.format)
    };
    assert_eq!(words(Format::OpenCode), (Code::EmptyPatch, Format::OpenCode));
    assert_eq!(words(Format::Unified), (Code::EmptyPatch, Format::Unified));
}
