//! Messages of commits that quote patches, and texts with a patch in each format.

use patch_parse::{Code, Counts, Format, ParseOptions};

const OBJECT: &str = "0123456789abcdef0123456789abcdef01234567";
const CHANGE: &str =
    "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
const ENVELOPE: &str = "*** Begin Patch\n*** Update File: q\n@@\n-c\n+d\n*** End Patch\n";

/// A text as it is in the message that `git show` writes.
fn indented(text: &str) -> String {
    let line = |line| format!("    {line}\n");
    text.lines().map(line).collect()
}

/// A commit as `git show` writes it, with an indented message.
fn shown(message: &str, diff: &str) -> String {
    let message = indented(message);
    format!("commit {OBJECT} (HEAD)\nAuthor: A <a@b.c>\nDate:   Mon\n\n{message}\n{diff}")
}

/// A commit as `git format-patch` writes it.
fn mailed(message: &str, diff: &str) -> String {
    format!(
        "From {OBJECT} Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] s\n\n{message}\
         ---\n x | 2 +-\n\n{diff}-- \n2.47.3\n\n"
    )
}

/// Whatever the messages quote, the text is a unified diff of these files.
#[track_caller]
fn is_of(text: &str, files: &[&str]) {
    crate::oracle::check(text.as_bytes());
    for counts in [Counts::Advice, Counts::Believed] {
        for format in [None, Some(Format::Unified)] {
            let mut options = ParseOptions::default().counts(counts);
            options.format = format;
            let patch = options.parse(text.as_bytes());
            let patch = patch.unwrap_or_else(|error| panic!("{error}: {counts:?} of\n{text}"));
            let found: Vec<_> =
                patch.files.iter().map(|file| file.operation.path().to_string()).collect();
            assert_eq!((patch.format, found.as_slice()), (Format::Unified, &*to_owned(files)));
        }
    }
}

fn to_owned(files: &[&str]) -> Vec<String> {
    files.iter().map(|file| (*file).to_owned()).collect()
}

#[test]
fn what_the_message_of_a_commit_quotes_is_no_patch() {
    let quoted = [
        ENVELOPE,
        "*** Begin Patch\n",
        "*** Begin Patch\n*** End Patch\n",
        "*** Begin Patch\n*** Delete File: q\n*** End Patch\n",
        "*** Delete File: q\n",
        "*** Add File: q\n+x\n",
        "diff --cc q\n",
        "Binary files a/q and b/q differ\n",
        "Submodule q 0123456..789abcd:\n",
        "words\n\n```\n*** Begin Patch\n*** Add File: q\n+1\n*** End Patch\n```\n",
    ];
    for quoted in quoted {
        let message = format!("s\n\nA model writes\n\n{quoted}\nor so.\n");
        for text in [shown(&message, CHANGE), mailed(&message, CHANGE)] {
            is_of(&text, &["x"]);
            is_of(&format!("Here:\n\n{text}"), &["x"]);
        }
        is_of(&(mailed(&message, CHANGE) + &mailed(&message, CHANGE)), &["x", "x"]);
        is_of(&(shown(&message, CHANGE) + "\n" + &shown(&message, CHANGE)), &["x", "x"]);
    }
}

#[test]
fn a_message_without_a_diff_is_no_patch() {
    let message = format!("s\n\n{ENVELOPE}");
    for text in [shown(&message, ""), mailed(&message, "")] {
        crate::oracle::check(text.as_bytes());
        let error = patch_parse::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.code, Code::WrongPatchFormat, "{text}");
        assert!(error.rule.contains("the message of the commit"), "{error}");
    }
}

#[test]
fn an_envelope_that_is_in_no_message_is_read() {
    let indented = indented(ENVELOPE);
    for text in [
        format!("I looked at\ncommit {OBJECT}\n\nThis is my patch:\n\n{ENVELOPE}"),
        format!("commit {OBJECT}\nAuthor: A\n\n    s\n\n{ENVELOPE}"),
        format!("commit {OBJECT}\n\n    s\n\nThis is my patch:\n\n{indented}"),
        format!("Subject: s\n\n{ENVELOPE}"),
    ] {
        crate::oracle::check(text.as_bytes());
        let patch = patch_parse::parse(text.as_bytes()).unwrap();
        assert_eq!(patch.format, Format::OpenCode, "{text}");
    }
}

#[test]
fn the_combined_diff_of_a_merge_is_refused_below_its_message() {
    let text = shown("Merge", "diff --cc f\n--- a/f\n+++ b/f\n@@@ -1 -1 +1 @@@\n- a\n -b\n++c\n");
    let error = patch_parse::parse(text.as_bytes()).unwrap_err();
    assert_eq!(error.code, Code::UnsupportedGitPatchFeature);
}

#[test]
fn a_patch_in_each_format_is_refused_and_not_half_of_it_read() {
    let fenced = |text: &str| format!("```\n{text}```\n");
    let unified = "--- a/g\n+++ b/g\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    let rename = "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n";
    let delete = "*** Begin Patch\n*** Delete File: q\n*** End Patch\n";
    for (one, other) in [
        (ENVELOPE, unified),
        (ENVELOPE, CHANGE),
        (ENVELOPE, rename),
        (ENVELOPE, "Binary files a/x and b/x differ\n"),
        (unified, ENVELOPE),
        (unified, delete),
        (rename, delete),
    ] {
        for text in [
            format!("{one}\nand\n\n{other}"),
            format!("{one}{other}"),
            format!("{}and\n{}", fenced(one), fenced(other)),
        ] {
            crate::oracle::check(text.as_bytes());
            for counts in [Counts::Advice, Counts::Believed] {
                let read = ParseOptions::default().counts(counts).parse(text.as_bytes());
                let error = read.expect_err(&text);
                assert_eq!(error.code, Code::WrongPatchFormat, "{counts:?}: {error} of\n{text}");
            }
        }
    }
    // Words about the other format are words.
    for text in [
        format!("{ENVELOPE}\nInstead of diff --git a/x b/x or --- a/x I wrote an envelope.\n"),
        format!("{CHANGE}\nNo *** Begin Patch was needed.\n"),
    ] {
        patch_parse::parse(text.as_bytes()).unwrap();
    }
}
