//! Text between two hunks of one file that belongs to neither.

use patch_parse::{Event, FilePatch, PatchStream};

const FIRST: &str = "--- a/d/x.py\n+++ b/d/x.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
const SECOND: &str = "@@ -9,2 +9,2 @@\n d\n-e\n+f\n";
const TREE: &str = "M d/x.py\n@@ -1,2 +1,2 @@\n| a\n|-b\n|+c\n@@ -9,2 +9,2 @@\n| d\n|-e\n|+f";
const RULE: &str = "expected `--- old_path` followed by `+++ new_path`";

/// Checks how the text is read, and that a stream emits the same lines.
#[track_caller]
fn check(text: impl AsRef<str>, expected: &str) {
    crate::check(text.as_ref(), expected);
    let mut told = Vec::new();
    let mut tell = |event: &Event<'_>| {
        if let Event::Line(line) = event {
            told.push((line.kind, line.text.to_vec()));
        }
    };
    let mut stream = PatchStream::default();
    for byte in text.as_ref().bytes() {
        stream.push(&[byte], &mut tell);
    }
    let Ok(patch) = stream.finish(&mut tell) else { return };
    let hunks = patch.files.iter().flat_map(FilePatch::hunks);
    let lines = hunks.flat_map(|hunk| hunk.lines.iter());
    let lines: Vec<_> = lines.map(|line| (line.kind, line.text.to_vec())).collect();
    assert_eq!(told, lines, "{}", text.as_ref());
}

#[test]
fn text_between_two_hunks_of_a_file_is_text() {
    for (between, notes) in [
        ("...\n", "! text_ignored 7"),
        ("# ... unchanged ...\n", "! text_ignored 7"),
        ("// ... rest of the file ...\n", "! text_ignored 7"),
        ("# ... rest of file unchanged ...\n", "! text_ignored 7"),
        ("index 1234567..89abcde 100644\n", "! text_ignored 7"),
        ("\n## 2. Size\n\n", "! text_ignored 8"),
        ("\nNext, in the same file, update `size()`:\n\n", "! text_ignored 8"),
        ("Further down in `d/x.py`:\n", "! text_ignored 7"),
        ("and in **x.py**, too:\n", "! text_ignored 7"),
    ] {
        check(format!("{FIRST}{between}{SECOND}"), &format!("{TREE}\n{notes}"));
    }
    check(
        format!("```diff\n{FIRST}```\n\nand the size:\n\n```diff\n{SECOND}```\n"),
        &format!("{TREE}\n! code_fence 1\n! text_ignored 10\n! code_fence 12"),
    );
    check(
        format!("```\n{FIRST}```\n```\n{SECOND}```\n"),
        &format!("{TREE}\n! code_fence 1\n! code_fence 9"),
    );
}

#[test]
fn text_between_the_header_of_a_file_and_its_first_hunk_is_text() {
    let (names, hunk) = FIRST.split_at(FIRST.find("@@").unwrap());
    for (between, notes) in [
        ("\nRaise the limit:\n\n", "! text_ignored 4"),
        ("# the limit of `d/x.py`\n", "! text_ignored 3"),
        ("This changes the file above\n```diff\n", "! text_ignored 3\n! code_fence 4"),
    ] {
        check(format!("{names}{between}{hunk}{SECOND}"), &format!("{TREE}\n{notes}"));
    }
    check(
        "--- /dev/null\n+++ b/x\nNew:\n@@ -0,0 +1 @@\n+a\n",
        "A x\n@@ -0,0 +1,1 @@\n|+a\n! text_ignored 3",
    );
    for between in ["And in y.py:\n", "+++ b/y.py\n", "Alternatively\n", "x\n".repeat(13).as_str()]
    {
        let text = format!("{names}{between}{hunk}");
        assert!(patch_parse::parse(text.as_bytes()).is_err(), "{text}");
    }
    let options = patch_parse::ParseOptions::default().counts(patch_parse::Counts::Believed);
    assert!(options.parse(format!("{names}Here:\n{hunk}").as_bytes()).is_err());
}

#[test]
fn text_that_may_name_another_file_or_way_ends_the_section() {
    for between in [
        "in y.py:",
        "in tests/x.py",
        "And in the Makefile:",
        "now the other file",
        "README",
        "Alternatively:",
        "Option 2",
        "Wait, this is better:",
        "Index: y",
        "Only in d: y",
        "rename to y",
    ] {
        let text = format!("{FIRST}{between}\n@@ -9,2 +9,2 @@\n d\n-e\n+f\n");
        let error = patch_parse::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.code, patch_parse::Code::MissingFileHeader, "{text}");
    }
    // The name alone is the header of that file.
    check(
        format!("{FIRST}### tests/x.py\n@@ -9,2 +9,2 @@\n d\n-e\n+f\n"),
        &format!("{}\n! file_header 7", TREE.replace("\n@@ -9", "\nM tests/x.py\n@@ -9")),
    );
    // A new file and a deleted one have one hunk.
    let rule = format!("missing_file_header at 6: {RULE}, \"@@ -9 +9 @@\"");
    let new = "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n";
    check(format!("{new}...\n@@ -9 +9 @@\n-c\n+d\n"), &rule);
    // With `Counts::Believed` there may be no text there.
    let options = patch_parse::ParseOptions::default().counts(patch_parse::Counts::Believed);
    assert!(options.parse(format!("{FIRST}...\n{SECOND}").as_bytes()).is_err());
}

#[test]
fn a_half_of_the_header_once_more_is_no_line_of_a_hunk() {
    let tree = |first: &str| TREE.replace("@@ -1,2 +1,2 @@", first);
    for name in ["+++ b/d/x.py", "--- a/d/x.py", "+++ b/d/x.py\t2024-01-01"] {
        let note = "! repeated_header 7";
        check(format!("{FIRST}{name}\n{SECOND}"), &format!("{TREE}\n{note}"));
        let counts = FIRST.replace("-1,2 +1,2", "-1,3 +1,4");
        check(format!("{counts}{name}\n{SECOND}"), &format!("{TREE}\n! hunk_count 3\n{note}"));
        // A line that the counts include belongs to the hunk.
        let sides = if name.starts_with('+') { "-1,2 +1,3" } else { "-1,3 +1,2" };
        let counted = FIRST.replace("-1,2 +1,2", sides);
        let text = format!("{counted}{name}\n{SECOND}");
        let patch = patch_parse::parse(text.as_bytes()).expect("the counts are right");
        assert_eq!(patch.files[0].hunks()[0].lines.iter().last().unwrap().text, &name[1..]);
        let bare = FIRST.replace(" -1,2 +1,2 @@", "");
        check(
            format!("{bare}{name}\n{SECOND}"),
            &format!("{}\n! hunk_range 3\n{note}", tree("@@")),
        );
    }
    for first in ["@@ -1,2 +1,2 @@", "@@"] {
        let text = FIRST.replace("@@ -1,2 +1,2 @@", first);
        check(
            format!("{text}+++ b/y.py\n{SECOND}"),
            &format!("missing_file_header at 7: {RULE}, \"+++ b/y.py\""),
        );
    }
    let update = "*** Begin Patch\n*** Update File: d/x.py\n@@\n a\n-b\n+c\n";
    let chunk = "@@\n d\n-e\n+f\n*** End Patch\n";
    let tree = "M d/x.py\n@@\n| a\n|-b\n|+c\n@@\n| d\n|-e\n|+f";
    // The lines of a chunk are not counted: this is an added one.
    check(format!("{update}+++ b/d/x.py\n{chunk}"), &tree.replace("|+c\n", "|+c\n|+++ b/d/x.py\n"));
    check(
        format!("{update}+++ b/d/x.py\n d\n*** End Patch\n"),
        "M d/x.py\n@@\n| a\n|-b\n|+c\n|+++ b/d/x.py\n| d",
    );
}
