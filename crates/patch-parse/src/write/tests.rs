//! White-box: trees built by hand, and the text they print as.

use std::borrow::Cow;

use bstr::BStr;

use super::{Inexpressible, NotExpressible};
use crate::{
    BinaryHunk, BinaryMethod, BinaryPatch, FileContent, FileMode, FileOperation, FilePatch, Format,
    Hunk, HunkLine, HunkLines, Index, LineKind, Metadata, Newline, Patch, PatchPath, WriteOptions,
};

#[track_caller]
fn check(format: Format, file: &FilePatch<'_>, expected: &str) {
    assert_eq!(BStr::new(&file.to_bytes(format)), expected);
}

#[track_caller]
fn check_unified(file: &FilePatch<'_>, expected: &str) {
    check(Format::Unified, file, expected);
}

#[track_caller]
fn check_opencode(file: &FilePatch<'_>, expected: &str) {
    check(Format::OpenCode, file, expected);
}

#[track_caller]
fn check_inexpressible(file: FilePatch<'_>, expected: Option<Inexpressible>) {
    let patch = Patch::new(Format::OpenCode, vec![file]);
    let refused = patch.expressible().err().map(|NotExpressible { what, .. }| what);
    assert_eq!(refused, expected);
    let unified = Patch { format: Format::Unified, ..patch };
    assert_eq!(unified.expressible(), Ok(()), "unified diff says everything");
}

fn add(path: &str) -> FileOperation<'_> {
    FileOperation::Add { path: path.into() }
}

fn delete(path: &str) -> FileOperation<'_> {
    FileOperation::Delete { path: path.into() }
}

fn modify(path: &str) -> FileOperation<'_> {
    FileOperation::Modify { path: path.into() }
}

fn rename<'a>(old: &'a str, new: &'a str) -> FileOperation<'a> {
    FileOperation::Move { old_path: old.into(), path: new.into() }
}

fn copy<'a>(old: &'a str, new: &'a str) -> FileOperation<'a> {
    FileOperation::Copy { old_path: old.into(), path: new.into() }
}

/// Lines as in a hunk, each with its marker.
fn lines(text: &str) -> HunkLines<'_> {
    text.split_inclusive('\n').map(line).collect()
}

fn line(line: &str) -> HunkLine<'_> {
    let kind = match line.as_bytes()[0] {
        b'+' => LineKind::Add,
        b'-' => LineKind::Remove,
        _ => LineKind::Context,
    };
    HunkLine::from_line(kind, &line.as_bytes()[1..])
}

fn bare(text: &str) -> Hunk<'_> {
    Hunk::new(lines(text))
}

fn at(old_start: u64, new_start: u64, text: &str) -> Hunk<'_> {
    bare(text).with_starts(Some((old_start, new_start)))
}

fn anchored<'a>(anchors: &[&'a str], hunk: Hunk<'a>) -> Hunk<'a> {
    let anchors = anchors.iter().map(|text| Cow::Borrowed(BStr::new(*text))).collect();
    hunk.with_anchors(anchors)
}

fn git(metadata: Metadata<'_>) -> Metadata<'_> {
    Metadata { git: true, ..metadata }
}

fn file<'a>(
    operation: FileOperation<'a>,
    metadata: Metadata<'a>,
    hunks: Vec<Hunk<'a>>,
) -> FilePatch<'a> {
    FilePatch { metadata, ..FilePatch::new(operation, hunks) }
}

fn with_content<'a>(
    operation: FileOperation<'a>,
    metadata: Metadata<'a>,
    content: FileContent<'a>,
) -> FilePatch<'a> {
    FilePatch { content, ..file(operation, metadata, Vec::new()) }
}

#[test]
fn plain_sections_have_only_names() {
    check_unified(
        &FilePatch::new(modify("src/x.rs"), vec![at(1, 1, " a\n-b\n+c\n")]),
        "--- a/src/x.rs\n+++ b/src/x.rs\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
    );
    check_unified(
        &FilePatch::new(add("x"), vec![at(0, 1, "+a\n")]),
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n",
    );
    check_unified(
        &FilePatch::new(delete("x"), vec![at(1, 0, "-a\n-b\n")]),
        "--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n",
    );
}

#[test]
fn names_are_prefixed_quoted_and_closed_by_a_tab() {
    let hunk = || vec![at(1, 1, "-a\n")];
    check_unified(
        &file(modify("/home/u/x"), git(Metadata::default()), hunk()),
        "diff --git /home/u/x /home/u/x\n--- /home/u/x\n+++ /home/u/x\n@@ -1 +1,0 @@\n-a\n",
    );
    check_unified(
        &file(modify("my file"), git(Metadata::default()), hunk()),
        "diff --git a/my file b/my file\n--- a/my file\t\n+++ b/my file\t\n@@ -1 +1,0 @@\n-a\n",
    );
    check_unified(
        &FilePatch::new(modify("na\u{ef}ve"), hunk()),
        "--- \"a/na\\303\\257ve\"\n+++ \"b/na\\303\\257ve\"\n@@ -1 +1,0 @@\n-a\n",
    );
}

#[test]
fn line_endings_are_those_of_the_file() {
    check_unified(
        &FilePatch::new(modify("x"), vec![at(1, 1, " a\r\n-b\n+b\r\n+c")]),
        "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\r\n-b\n+b\r\n+c\n\\ No newline at end of file\n",
    );
    let cr = HunkLine { kind: LineKind::Add, newline: Newline::None, text: BStr::new("a\r") };
    assert_eq!(
        BStr::new(&at(0, 1, "").with_lines([cr].into_iter().collect()).to_bytes(Format::Unified)),
        "@@ -0,0 +1 @@\n+a\r\n\\ No newline at end of file\n",
        "a CR that ends the file is text"
    );
}

#[test]
fn a_hunk_header_says_what_is_known() {
    let change = "-a\n+b\n";
    let with_section = |hunk: Hunk<'static>| hunk.with_section(BStr::new("fn f() {"));
    for (hunk, expected) in [
        (bare(change), "@@ ... @@\n"),
        (with_section(bare(change)), "@@ ... @@ fn f() {\n"),
        (at(7, 9, change), "@@ -7 +9 @@\n"),
        (with_section(at(7, 9, change)), "@@ -7 +9 @@ fn f() {\n"),
        (anchored(&["class A", "def f"], bare(change)), "@@ class A\n@@ def f\n"),
        (anchored(&["class A"], at(7, 9, change)), "@@ class A\n@@ -7 +9 @@\n"),
        (anchored(&["a @@"], bare(change)), "@@ a @@ @@\n"),
    ] {
        assert_eq!(BStr::new(&hunk.to_bytes(Format::Unified)), format!("{expected}{change}"));
    }
}

#[test]
fn counts_come_from_the_lines() {
    let hunk = at(1, 1, "-a\n").with_lines(lines(" a\n+b\n"));
    assert_eq!(BStr::new(&hunk.to_bytes(Format::Unified)), "@@ -1 +1,2 @@\n a\n+b\n");
}

#[test]
fn extended_headers_come_in_the_order_of_git() {
    let modes = Metadata {
        old_mode: Some(FileMode::REGULAR),
        new_mode: Some(FileMode::EXECUTABLE),
        ..Metadata::default()
    };
    let index = |mode| Index {
        old: Cow::Borrowed(BStr::new("0123abc")),
        new: Cow::Borrowed(BStr::new("4567def")),
        mode,
    };
    check_unified(
        &file(modify("x"), modes.clone(), vec![]),
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n",
    );
    check_unified(
        &file(
            rename("x", "y z"),
            Metadata { similarity: Some(90), index: Some(index(None)), ..modes },
            vec![at(1, 1, "-a\n+b\n")],
        ),
        "diff --git a/x b/y z\nold mode 100644\nnew mode 100755\nsimilarity index 90%\n\
         rename from x\nrename to y z\nindex 0123abc..4567def\n\
         --- a/x\n+++ b/y z\t\n@@ -1 +1 @@\n-a\n+b\n",
    );
    check_unified(
        &file(
            copy("x", "\"y\""),
            Metadata { similarity: Some(100), ..Metadata::default() },
            vec![],
        ),
        "diff --git a/x \"b/\\\"y\\\"\"\nsimilarity index 100%\ncopy from x\ncopy to \"\\\"y\\\"\"\n",
    );
    check_unified(
        &file(
            modify("x"),
            Metadata {
                dissimilarity: Some(80),
                index: Some(index(Some(FileMode::REGULAR))),
                ..Metadata::default()
            },
            vec![at(1, 1, "-a\n+b\n")],
        ),
        "diff --git a/x b/x\ndissimilarity index 80%\nindex 0123abc..4567def 100644\n\
         --- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    );
}

#[test]
fn additions_and_deletions_show_by_mode_or_by_dev_null() {
    let added = Metadata { new_mode: Some(FileMode::REGULAR), ..Metadata::default() };
    let deleted = Metadata { old_mode: Some(FileMode::SYMLINK), ..Metadata::default() };
    check_unified(&file(add("x"), added, vec![]), "diff --git a/x b/x\nnew file mode 100644\n");
    check_unified(
        &file(delete("x"), deleted, vec![at(1, 0, "-y")]),
        "diff --git a/x b/x\ndeleted file mode 120000\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-y\n\
         \\ No newline at end of file\n",
    );
    check_unified(
        &file(add("x"), git(Metadata::default()), vec![at(0, 1, "+a\n")]),
        "diff --git a/x b/x\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n",
    );
    check_unified(
        &file(delete("x"), git(Metadata::default()), vec![]),
        "diff --git a/x b/x\n--- a/x\n+++ /dev/null\n",
    );
}

#[test]
fn binary_changes_print_their_data() {
    let data = |method, size, encoded: &'static str| {
        let encoded = Cow::Borrowed(BStr::new(encoded));
        Box::new(BinaryHunk { method, size, encoded })
    };
    let both = BinaryPatch::Git {
        forward: data(BinaryMethod::Literal, 5, "McmZQzWMXDvWn}>X02BZL"),
        reverse: Some(data(BinaryMethod::Delta, 0, "HcmV?d00001")),
    };
    check_unified(
        &with_content(modify("x"), git(Metadata::default()), FileContent::Binary(both)),
        "diff --git a/x b/x\nGIT binary patch\nliteral 5\nMcmZQzWMXDvWn}>X02BZL\n\n\
         delta 0\nHcmV?d00001\n\n",
    );
    check_unified(
        &with_content(delete("x"), Metadata::default(), FileContent::Binary(BinaryPatch::Differ)),
        "Binary files a/x and /dev/null differ\n",
    );
}

#[test]
fn a_submodule_is_one_line() {
    let text = FileContent::Submodule(Cow::Borrowed(BStr::new("0123abc..4567def:")));
    check_unified(
        &with_content(modify("lib/sub"), Metadata::default(), text),
        "Submodule lib/sub 0123abc..4567def:\n",
    );
}

#[test]
fn a_submodule_is_quoted_where_its_path_would_end_early() {
    let text = || FileContent::Submodule(Cow::Borrowed(BStr::new("0123abc..4567def:")));
    for (path, written) in [
        ("my lib", "my lib"),
        ("lib 0123abc..x", r#""lib 0123abc..x""#),
        (" 0123abc..\u{e9}", r#"" 0123abc..\303\251""#),
        (r#""lib""#, r#""\"lib\"""#),
    ] {
        let line = format!("Submodule {written} 0123abc..4567def:\n");
        check_unified(&with_content(modify(path), Metadata::default(), text()), &line);
    }
}

#[test]
fn a_new_commit_begins_with_a_mail_boundary() {
    let section = |path, commit| FilePatch {
        commit,
        ..FilePatch::new(modify(path), vec![at(1, 1, "-a\n+b\n")])
    };
    let files = vec![section("x", 0), section("y", 0), section("x", 1)];
    assert_eq!(
        Patch::new(Format::Unified, files).to_string(),
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\
         --- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n\
         From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n\
         --- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
    );
}

#[test]
fn a_message_that_a_remark_follows_is_ended() {
    let section = |path, content, commit| FilePatch {
        commit,
        ..with_content(modify(path), Metadata::default(), content)
    };
    let hunks = || FileContent::Hunks(vec![at(1, 1, "-a\n+b\n")]);
    let differ = || FileContent::Binary(BinaryPatch::Differ);
    let module = || FileContent::Submodule(Cow::Borrowed(BStr::new("0123abc..4567def:")));
    let files = vec![
        section("x", hunks(), 0),
        section("y", differ(), 1),
        section("z", module(), 2),
        section("x", hunks(), 3),
        section("y", differ(), 3),
    ];
    let text = Patch::new(Format::Unified, files).to_string();
    assert_eq!(
        text.replace("0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001", "0"),
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\
         From 0\n---\nBinary files a/y and b/y differ\n\
         From 0\n---\nSubmodule z 0123abc..4567def:\n\
         From 0\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\
         Binary files a/y and b/y differ\n"
    );
    let read = crate::parse(text.as_bytes()).unwrap();
    let commits: Vec<_> = read.files.iter().map(|file| file.commit).collect();
    assert_eq!(commits, [0, 1, 2, 3, 3]);
}

#[test]
fn what_follows_is_not_read_as_part() {
    let moved = file(rename("x", "y"), git(Metadata::default()), vec![]);
    let hunk = || vec![at(1, 1, "-a\n+b\n")];
    let plain = FilePatch::new(modify("z"), hunk());
    assert_eq!(
        Patch::new(Format::Unified, vec![moved.clone(), plain.clone()]).to_string(),
        "diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/y\n\
         --- a/z\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n"
    );
    let with_header = file(modify("z"), git(Metadata::default()), hunk());
    assert_eq!(
        Patch::new(Format::Unified, vec![moved, with_header]).to_string(),
        "diff --git a/x b/y\nrename from x\nrename to y\n\
         diff --git a/z b/z\n--- a/z\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n"
    );
    check_unified(
        &FilePatch::new(modify("x"), vec![bare("-a\n-- \n"), bare("--- y\n+++ y\n"), bare("-a\n")]),
        "--- a/x\n+++ b/x\n@@ -?,2 +?,0 @@\n-a\n-- \n\n@@ -?,1 +?,1 @@\n--- y\n+++ y\n\n@@ ... @@\n-a\n",
    );
    // The numbers of the next hunk come after its anchor.
    let behind = anchored(&["def f"], at(5, 5, "-a\n+b\n"));
    check_unified(
        &FilePatch::new(modify("x"), vec![at(1, 1, "--- y\n+++ z\n"), behind]),
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- y\n+++ z\n\n@@ def f\n@@ -5 +5 @@\n-a\n+b\n",
    );
}

#[test]
fn two_files_have_prefixes_behind_which_they_stay_two() {
    for (old, new, expected) in [
        ("one", "two", "--- a/one\n+++ b/two\n"),
        ("b/x", "x", "--- a/b/x\n+++ a/x\n"),
        ("x", "a/x", "--- b/x\n+++ b/a/x\n"),
        ("x", "b/x", "--- a/x\n+++ b/b/x\n"),
    ] {
        let path = PatchPath::new(BStr::new(new))
            .with_other_file(PatchPath::new(BStr::new(old)))
            .with_two_names();
        let section = FilePatch::new(
            FileOperation::Modify { path: path.clone() },
            vec![at(1, 1, "-a\n+b\n")],
        );
        let text = Patch::new(Format::Unified, vec![section]).to_bytes();
        assert_eq!(BStr::new(&text), BStr::new(&format!("{expected}@@ -1 +1 @@\n-a\n+b\n")));
        let read = crate::parse(&text).unwrap();
        assert_eq!(read.files[0].operation.path(), &path, "{old} {new}");
    }
}

#[test]
fn opencode_sections_are_plain() {
    check_opencode(
        &FilePatch::new(add("a b/x.ts"), vec![bare("+a\n+\n+b\n")]),
        "*** Add File: a b/x.ts\n+a\n+\n+b\n",
    );
    check_opencode(&FilePatch::new(delete("x"), vec![]), "*** Delete File: x\n");
    check_opencode(
        &FilePatch::new(rename("x", "y"), vec![]),
        "*** Update File: x\n*** Move to: y\n",
    );
    check_opencode(
        &FilePatch::new(
            modify("x"),
            vec![
                bare("-a\n+b\n"),
                anchored(&["class A", "def f"], bare(" c\n-d\n")),
                at(3, 4, "+e"),
                anchored(&["last"], bare("+f\n")).with_end_of_file(true),
            ],
        ),
        "*** Update File: x\n@@\n-a\n+b\n@@ class A\n@@ def f\n c\n-d\n@@ -3,0 +4 @@\n+e\n\
         \\ No newline at end of file\n@@ last\n+f\n*** End of File\n",
    );
}

#[test]
fn an_opencode_patch_is_written_between_its_markers() {
    let patch = Patch::new(Format::OpenCode, vec![FilePatch::new(delete("x"), vec![])]);
    assert_eq!(patch.to_string(), "*** Begin Patch\n*** Delete File: x\n*** End Patch\n");
    let mut files = vec![FilePatch::new(delete("x"), vec![]), FilePatch::new(add("x"), vec![])];
    files[1].commit = 1;
    assert_eq!(
        Patch::new(Format::OpenCode, files).to_string(),
        "*** Begin Patch\n*** Delete File: x\n*** End Patch\n\
         *** Begin Patch\n*** Add File: x\n*** End Patch\n"
    );
}

#[test]
fn what_opencode_cannot_say_is_told() {
    let modes = Metadata { new_mode: Some(FileMode::EXECUTABLE), ..Metadata::default() };
    let binary = FileContent::Binary(BinaryPatch::Differ);
    let submodule = FileContent::Submodule(Cow::Borrowed(BStr::new("0..1:")));
    let none = Metadata::default;
    check_inexpressible(file(copy("x", "y"), none(), vec![]), Some(Inexpressible::Copy));
    check_inexpressible(with_content(modify("x"), none(), binary), Some(Inexpressible::Binary));
    check_inexpressible(
        with_content(modify("x"), none(), submodule),
        Some(Inexpressible::Submodule),
    );
    check_inexpressible(file(add("x"), modes.clone(), vec![]), Some(Inexpressible::Mode));
    check_inexpressible(file(modify("x"), modes, vec![]), Some(Inexpressible::Mode));
    check_inexpressible(file(add(" x"), none(), vec![]), Some(Inexpressible::PathText));
    check_inexpressible(file(rename("x\ny", "y"), none(), vec![]), Some(Inexpressible::PathText));
    check_inexpressible(file(rename("x", "y"), none(), vec![]), None);
}

#[test]
fn display_shows_what_is_not_utf8_as_replacement() {
    let text = HunkLine::new(LineKind::Add, b"\xff");
    let hunk = at(0, 1, "").with_lines([text].into_iter().collect());
    let patch = Patch::new(Format::Unified, vec![FilePatch::new(modify("x"), vec![hunk])]);
    assert!(patch.to_bytes().ends_with(b"+\xff\n"));
    assert!(patch.to_string().ends_with("+\u{fffd}\n"));
}

#[test]
fn headers_are_as_asked_for() {
    let section = FilePatch::new(rename("n\u{e9}", "n"), vec![at(1, 1, "-x\n")]);
    let patch = Patch::new(Format::Unified, vec![section]);
    let check = |options: &WriteOptions<'_>, expected: &str| {
        let text = patch.to_bytes_with(options);
        assert_eq!(BStr::new(&text), expected);
        assert_eq!(crate::parse(&text).unwrap().files[0].operation, patch.files[0].operation);
    };
    let rest = "@@ -1 +1,0 @@\n-x\n";
    check(
        &WriteOptions::default().prefixes("old/", "").quote_path(false),
        &format!(
            "diff --git old/n\u{e9} n\nrename from n\u{e9}\nrename to n\n--- old/n\u{e9}\n+++ n\n{rest}"
        ),
    );
    let (one, other) = ("2026-11-22 17:50:40.5 +0000", "1970-01-01 00:00:00 +0000");
    check(
        &WriteOptions::default().times(one, other),
        &format!(
            "diff --git \"a/n\\303\\251\" b/n\nrename from \"n\\303\\251\"\nrename to n\n--- \"a/n\\303\\251\"\t{one}\n+++ b/n\t{other}\n{rest}"
        ),
    );
}
