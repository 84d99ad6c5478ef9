//! Unified diff as `diff`, `svn` and people write it: headers, names, hunks, line endings.

use patch_parse::{Code, FileOperation, Format, LineKind, ParseOptions, parse};

use crate::{check, render};

#[test]
fn the_five_operations_of_the_rfc() {
    // RFC ApplyPatch Unified Diff Contract, section Verification Plan.
    check(
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ fn main() {\n a\n-b\n+c\n",
        "M x
        @@ -1,2 +1,2 @@ fn main() {
        | a
        |-b
        |+c",
    );
    check("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", "A x\n@@ -0,0 +1,1 @@\n+a");
    check("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "D x\n@@ -1,1 +0,0 @@\n-a");
    check(
        "diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n",
        "R o -> n git similar=100",
    );
    check(
        "diff --git a/o b/n\nrename from o\nrename to n\n--- a/o\n+++ b/n\n@@ -1 +1 @@\n-a\n+b\n",
        "R o -> n git
        @@ -1,1 +1,1 @@
        |-a
        |+b",
    );
}

#[test]
fn gnu_diff_marks_missing_files_by_the_epoch() {
    check(
        "diff -ruN old/add new/add\n\
         --- old/add\t1970-01-01 00:00:00.000000000 +0000\n\
         +++ new/add\t2024-05-01 10:00:00.123456789 +0200\n\
         @@ -0,0 +1,2 @@\n+a\n+b\n\
         diff -ruN old/del new/del\n\
         --- old/del\t2024-05-01 10:00:00.123456789 +0200\n\
         +++ new/del\t1969-12-31 19:00:00.000000000 -0500\n\
         @@ -1 +0,0 @@\n-a\n\
         diff -ruN old/sub/mod new/sub/mod\n\
         --- old/sub/mod\t2024-05-01 10:00:00 +0200\n\
         +++ new/sub/mod\t2024-05-01 10:00:01 +0200\n\
         @@ -1 +1 @@\n-a\n+b\n",
        "A add
        @@ -0,0 +1,2 @@
        |+a
        |+b
        D del
        @@ -1,1 +0,0 @@
        |-a
        M sub/mod
        @@ -1,1 +1,1 @@
        |-a
        |+b",
    );
}

#[test]
fn a_file_with_a_time_exists_even_where_the_hunk_starts_at_line_zero() {
    check(
        "--- old/x\t2024-05-01 10:00:00.0 +0200\n+++ new/x\t2024-05-01 10:00:01.0 +0200\n\
         @@ -0,0 +1 @@\n+first\n",
        "M x\n@@ -0,0 +1,1 @@\n+first",
    );
    check("--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+first\n", "A x\n@@ -0,0 +1,1 @@\n+first");
}

#[test]
fn what_diff_and_svn_write_between_files_is_no_text() {
    check(
        "Only in old: gone\n\
         diff -u old/x new/x\n--- old/x\n+++ new/x\n@@ -1 +1 @@\n-a\n+b\n\
         Index: y\n===================================================================\n\
         --- y\t(revision 5)\n+++ y\t(working copy)\n@@ -1 +1 @@\n-a\n+b\n\
         \nProperty changes on: y\n___________________________________________________________________\n\
         Added: svn:executable\n## -0,0 +1 ##\n+*\n\\ No newline at end of property\n",
        "M x
        @@ -1,1 +1,1 @@
        |-a
        |+b
        M y
        @@ -1,1 +1,1 @@
        |-a
        |+b
        ! text_ignored 1
        ! text_ignored 16",
    );
}

#[test]
fn binary_files_of_gnu_diff_are_a_section() {
    check(
        "Binary files old/a and b.png and new/a and b.png differ\n\
         Binary files /dev/null and b/x.png differ\n",
        "M a and b.png
        binary differ
        A x.png
        binary differ",
    );
}

#[test]
fn prefixes_are_worked_out_from_the_headers() {
    let section = |old: &str, new: &str| format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n");
    for (old, new, path) in [
        ("a/src/x", "b/src/x", "src/x"),
        ("src/x", "src/x", "src/x"),
        ("x", "x", "x"),
        ("i/x", "w/x", "x"),
        ("c/x", "i/x", "x"),
        ("memchr-2.7.4/src/x", "memchr-2.7.5/src/x", "src/x"),
        ("/home/u/x", "/home/u/x", "/home/u/x"),
        ("./x", "./x", "x"),
        ("../x", "../x", "../x"),
        ("x.orig", "x", "x"),
        ("a/x y", "b/x y", "x y"),
    ] {
        let text = section(old, new);
        let patch = parse(text.as_bytes()).unwrap();
        assert_eq!(patch.files[0].operation.path().as_bstr(), path, "{old} {new}");
        crate::oracle::check(text.as_bytes());
    }
}

#[test]
fn a_lone_name_takes_the_prefix_that_the_other_sections_show() {
    check(
        "--- old-1/x\n+++ new-2/x\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ new-2/y\n@@ -0,0 +1 @@\n+a\n",
        "M x
        @@ -1,1 +1,1 @@
        |-a
        |+b
        A y
        @@ -0,0 +1,1 @@
        |+a",
    );
    check(
        "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+a\n",
        "M x
        @@ -1,1 +1,1 @@
        |-a
        |+b
        A b/y
        @@ -0,0 +1,1 @@
        |+a",
    );
}

#[test]
fn strip_counts_components_as_patch_does() {
    let text = b"--- x/y/z/f\n+++ x/y/z/f\n@@ -1 +1 @@\n-a\n+b\n";
    for (strip, path) in [(0, "x/y/z/f"), (1, "y/z/f"), (3, "f")] {
        let patch = ParseOptions::default().strip(strip).parse(text).unwrap();
        assert_eq!(patch.files[0].operation.path().as_bstr(), path, "-p{strip}");
    }
    let dotted = |name: &str| format!("--- {name}\n+++ {name}\n@@ -1 +1 @@\n-a\n+b\n");
    for (strip, name, path) in [
        (0, "./y/z/f", "y/z/f"),
        (1, "./y/z/f", "y/z/f"),
        (2, "./y/z/f", "z/f"),
        (1, "././f", "f"),
        (1, ".//y//f", "y//f"),
    ] {
        let text = dotted(name);
        let patch = ParseOptions::default().strip(strip).parse(text.as_bytes()).unwrap();
        assert_eq!(patch.files[0].operation.path().as_bstr(), path, "-p{strip} of {name}");
    }
    // A header of git alone has too few as well.
    let git = b"diff --git f f\nold mode 100644\nnew mode 100755\n";
    let error = ParseOptions::default().strip(1).parse(git).unwrap_err();
    assert_eq!(error.code, Code::FileNotFound);
    // The last component may be another file: patch and git refuse as well.
    for strip in [4, 9] {
        let error = ParseOptions::default().strip(strip).parse(text).unwrap_err();
        assert_eq!(error.code, Code::FileNotFound, "-p{strip}");
    }
    let git = b"diff --git a/o b/n\nrename from o\nrename to n\n";
    let patch = ParseOptions::default().strip(1).parse(git).unwrap();
    assert_eq!(patch.files[0].operation.path().as_bstr(), "n", "rename headers have no prefix");
}

#[test]
fn strip_takes_as_much_off_both_names_of_a_rename() {
    let text = |old: &str, new: &str, [from, to]: [&str; 2], files: bool| {
        let names = if files {
            format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n")
        } else {
            String::new()
        };
        format!("diff --git {old} {new}\nrename from {from}\nrename to {to}\n{names}")
    };
    for (strip, [old, new], moved, expected) in [
        (1, ["a/d/o", "b/d/n"], ["d/o", "d/n"], Some(["d/o", "d/n"])),
        (2, ["a/d/o", "b/d/n"], ["d/o", "d/n"], Some(["o", "n"])),
        // The prefix has two components, and these lines have neither.
        (2, ["x/y/o", "z/w/n"], ["o", "n"], Some(["o", "n"])),
        (2, ["x/y/d/o", "z/w/d/n"], ["d/o", "d/n"], Some(["d/o", "d/n"])),
        (3, ["x/y/d/o", "z/w/d/n"], ["d/o", "d/n"], Some(["o", "n"])),
        // One of the names is too short.
        (2, ["a/d/o", "b/n"], ["d/o", "n"], None),
        (3, ["a/d/e/o", "b/d/n"], ["d/e/o", "d/n"], None),
    ] {
        for files in [false, true] {
            let text = text(old, new, moved, files);
            let patch = ParseOptions::default().strip(strip).parse(text.as_bytes());
            let Some(expected) = expected else {
                assert_eq!(
                    patch.unwrap_err().code,
                    Code::RenamePathMismatch,
                    "-p{strip} of\n{text}"
                );
                continue;
            };
            let patch = patch.unwrap();
            let FileOperation::Move { old_path, path } = &patch.files[0].operation else {
                panic!("a rename: {text}")
            };
            assert_eq!([old_path.as_bstr(), path.as_bstr()], expected, "-p{strip} of\n{text}");
            assert_eq!(patch.diagnostics, [], "-p{strip} of\n{text}");
        }
    }
}

#[test]
fn names_may_hold_anything() {
    let modify = |name: &str, path: &str| {
        check(
            format!("--- {name}\n+++ {name}\n@@ -1 +1 @@\n-a\n+b\n"),
            &format!("M {path}\n@@ -1,1 +1,1 @@\n-a\n+b"),
        );
    };
    modify("my file", "my file");
    modify("my file\t", "my file");
    modify("ends in blank \t", "ends in blank ");
    modify("my file 2024-05-01 10:00:00 +0200", "my file");
    modify("2024 report 10:00", "2024 report 10:00");
    modify("na\u{ef}ve", "na\u{ef}ve");
    modify(r#""q\"uote""#, "q\"uote");
    modify(r#""back\\slash""#, "back\\slash");
    modify(r#""with\ttab""#, "with\ttab");
    let text = b"--- \"a/\\377\\001x\"\t2024-05-01 10:00:00 +0200\n+++ \"b/\\377\\001x\"\n@@ -1 +1 @@\n-a\n+b\n";
    let patch = parse(text).unwrap();
    assert_eq!(**patch.files[0].operation.path().as_bstr(), *b"\xFF\x01x");
    crate::oracle::check(text);
}

#[test]
fn line_endings_are_those_of_the_file() {
    check(
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\n",
        "M x
        @@ -1,2 +1,2 @@
        | a␍
        |-b␍
        |+c",
    );
    check(
        "--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\r\n+c\r\n",
        "M x
        @@ -1,2 +1,2 @@
        | a
        |-b␍
        |+c
        ! crlf_patch 1",
    );
    check(
        "diff --git a/x b/x\r\nindex 1..2 100644\r\n--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n\\ No newline at end of file\r\n",
        "M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b∅
        ! crlf_patch 1",
    );
}

#[test]
fn a_cr_that_ends_a_file_is_text() {
    let text = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n\\ No newline at end of file\n+b\n";
    let patch = parse(text).unwrap();
    assert_eq!(patch.files[0].hunks()[0].lines.iter().next().unwrap().text, "a\r");
    crate::oracle::check(text);
}

#[test]
fn a_missing_final_newline_of_the_patch_is_not_the_files() {
    check(
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b",
        "M x\n@@ -1,1 +1,1 @@\n-a\n+b\n! missing_final_newline 5",
    );
    check(
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r",
        "M x\n@@ -1,1 +1,1 @@\n-a␍\n+b␍\n! missing_final_newline 5",
    );
}

#[test]
fn the_no_newline_marker_is_known_in_any_language() {
    for marker in [
        "\\ No newline at end of file",
        "\\ Kein Zeilenumbruch am Dateiende.",
        "\\ Pas de fin de ligne \u{e0} la fin du fichier",
        "\\ ",
    ] {
        check(
            format!("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n{marker}\n+b\n{marker}\n"),
            "M x\n@@ -1,1 +1,1 @@\n-a∅\n+b∅",
        );
    }
}

#[test]
fn zero_context_and_zero_counts_are_read() {
    check(
        "--- a/x\n+++ b/x\n@@ -3,0 +4,2 @@\n+a\n+b\n@@ -9,2 +11,0 @@\n-c\n-d\n",
        "M x
        @@ -3,0 +4,2 @@
        |+a
        |+b
        @@ -9,2 +11,0 @@
        |-c
        |-d",
    );
}

#[test]
fn formats_have_names_that_people_know() {
    for (name, format) in [
        ("unified", Format::Unified),
        ("git", Format::Unified),
        ("opencode", Format::OpenCode),
        ("codex", Format::OpenCode),
        ("apply_patch", Format::OpenCode),
        ("v4a", Format::OpenCode),
    ] {
        assert_eq!(name.parse(), Ok(format), "{name}");
    }
    assert!("ed".parse::<Format>().is_err());
}

#[test]
fn accessors_have_the_names_of_the_documents() {
    let patch = parse(b"--- a/x\n+++ b/x\n@@ -7,2 +8,3 @@\n a\n-b\n+c\n+d\n").unwrap();
    let hunk = &patch.files[0].hunks()[0];
    let range = hunk.range().unwrap();
    let numbers = [range.old_start, range.old_count, range.new_start, range.new_count];
    assert_eq!((numbers, hunk.old_start()), ([7, 2, 8, 3], Some(7)));
    let text = |line: patch_parse::HunkLine<'_>| line.text.to_string();
    assert_eq!(hunk.old_lines().map(text).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(hunk.new_lines().map(text).collect::<Vec<_>>(), ["a", "c", "d"]);
    let envelope =
        b"*** Begin Patch\n*** Update File: x\n@@ f\n+a\n*** End of File\n*** End Patch\n";
    let patch = parse(envelope).unwrap();
    let hunk = &patch.files[0].hunks()[0];
    assert_eq!(**hunk.anchors.last().unwrap(), *"f");
    assert_eq!((hunk.range(), hunk.counts()), (None, (0, 1)), "lines are counted without numbers");
    assert!(hunk.is_end_of_file());
    assert_eq!(render::patch(&patch), "M x\n@ f\n@@\n+a\neof\n");
}

#[test]
fn counts_may_show_that_a_context_line_lost_its_mark() {
    let (plus, minus) = (Some(LineKind::Add), Some(LineKind::Remove));
    for (header, body, expected) in [
        ("@@ -1,3 +1,3 @@", " a\n-b\n+c\n d\n", None),
        ("@@ -1,2 +1,3 @@", " a\n b\n+c\n d\n e\n", None),
        ("@@ -1,2 +1,4 @@", " a\n b\n+c\n d\n", plus),
        ("@@ -1,3 +1,3 @@", " a\n b\n+c\n d\n", minus),
        ("@@ -1,3 +1,3 @@ def f", " a\n b\n+c\n d\n", minus),
        // No context line, and headers that no tool writes.
        ("@@ -1,1 +1,2 @@", "-a\n-b\n+c\n+d\n", None),
        ("@@ -1,3 +1,3", " a\n b\n+c\n d\n", None),
        ("@@ -?,3 +?,3 @@", " a\n b\n+c\n d\n", None),
        ("@@ @@", " a\n b\n+c\n d\n", None),
    ] {
        let text = format!("--- a/x\n+++ b/x\n{header}\n{body}");
        let patch = parse(text.as_bytes()).unwrap();
        let hunk = &patch.files[0].hunks()[0];
        assert_eq!(hunk.lost_mark(), expected, "{text}");
        // They speak of the lines that were read.
        let other = hunk.clone().with_lines(hunk.lines.clone());
        assert_eq!((other.lost_mark(), other.is_miscounted()), (None, hunk.is_miscounted()));
        assert_eq!(patch.reversed().unwrap().files[0].hunks()[0].lost_mark(), None);
        let again = patch.to_bytes();
        let again = parse(&again).unwrap();
        assert_eq!(again.files[0].hunks()[0].lost_mark(), None);
        assert_eq!(again.files, patch.files);
    }
}
