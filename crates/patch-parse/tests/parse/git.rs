//! Git's extended headers, binary patches, submodules, mails.

use patch_parse::{Counts, ParseOptions, parse};

use crate::check;

#[test]
fn modes_make_no_hunk_necessary() {
    check(
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n",
        "M x git old=100644 new=100755",
    );
    check(
        "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n",
        "A x git new=100644 index=0000000..e69de29",
    );
    check(
        "diff --git a/x b/x\ndeleted file mode 100755\nindex e69de29..0000000\n",
        "D x git old=100755 index=e69de29..0000000",
    );
    check(
        "diff --git a/x b/x\nnew file mode 100755 \nindex 0000000..e69de29 \n",
        "A x git new=100755 index=0000000..e69de29",
    );
}

#[test]
fn a_mode_change_and_an_edit_come_together() {
    check(
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1a..2b\n\
         --- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "M x git old=100644 new=100755 index=1a..2b
        @@ -1,1 +1,1 @@
        |-a
        |+b",
    );
}

/// Git refuses these: "inconsistent old filename". Every tool reads the names below the git line,
/// but the difference must be noted.
#[test]
fn additions_and_deletions_have_the_path_without_prefix() {
    check(
        "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..7898192\n--- /dev/null\n+++ b/x\n\
         @@ -0,0 +1 @@\n+a\n\
         diff --git i/y w/y\ndeleted file mode 100644\nindex 7898192..0000000\n--- i/y\n+++ /dev/null\n\
         @@ -1 +0,0 @@\n-a\n\
         diff --git z z\nnew file mode 100644\nindex 0000000..7898192\n--- /dev/null\n+++ z\n\
         @@ -0,0 +1 @@\n+a\n",
        "A x git new=100644 index=0000000..7898192
        @@ -0,0 +1,1 @@
        |+a
        D y git old=100644 index=7898192..0000000
        @@ -1,1 +0,0 @@
        |-a
        A z git new=100644 index=0000000..7898192
        @@ -0,0 +1,1 @@
        |+a",
    );
}

#[test]
fn renames_and_copies_carry_their_similarity() {
    check(
        "diff --git a/o b/n\nsimilarity index 90%\nrename from o\nrename to n\nindex 1..2 100644\n\
         --- a/o\n+++ b/n\n@@ -1 +1 @@\n-a\n+b\n\
         diff --git a/n b/c d\nsimilarity index 100%\ncopy from n\ncopy to c d\n",
        "R o -> n git similar=90 index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        C n -> c d git similar=100",
    );
    check(
        "diff --git a/x b/x\ndissimilarity index 99%\nindex 1..2 100644\n--- a/x\n+++ b/x\n\
         @@ -1 +1 @@\n-a\n+b\n",
        "M x git dissimilar=99 index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b",
    );
    check(
        "diff --git \"a/\\303\\251\" \"b/t\\tab\"\nrename from \"\\303\\251\"\nrename to \"t\\tab\"\n",
        "R \u{e9} -> t\tab git",
    );
}

/// The names that `git diff --no-prefix` writes. Without git's line, leading blanks come from a
/// model.
const LITERAL: &str =
    "GIT binary patch\nliteral 5\nMcmZQzWMXDvWn}>X02BZL\n\nliteral 0\nHcmV?d00001\n\n";

#[test]
fn binary_patches_keep_both_directions() {
    check(
        format!("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n{LITERAL}"),
        "A x git new=100644 index=0..1
        binary Literal 5 (13)
        binary Literal 0 (8)",
    );
    check(
        "diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\ndelta 5\nMcmZQzWMXDvWn}>X02BZL\n\n\
         delta 7\nMcmZQzWMXDvWn}>X02BZL\n\ndiff --git a/y b/y\nold mode 100644\nnew mode 100755\n",
        "M x git index=1..2,100644
        binary Delta 5 (13)
        binary Delta 7 (13)
        M y git old=100644 new=100755",
    );
    check(
        "diff --git a/x b/x\r\nGIT binary patch\r\nliteral 5\r\nMcmZQzWMXDvWn}>X02BZL\r\n\r\n",
        "M x git\nbinary Literal 5 (13)\n! crlf_patch 1",
    );
    check(
        "diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n",
        "M x git index=1..2,100644\nbinary differ",
    );
    check(
        "diff --git a/x b/x\nnew file mode 100644\nindex 0..2\nBinary files /dev/null and b/x differ\n",
        "A x git new=100644 index=0..2\nbinary differ",
    );
}

#[test]
fn binary_data_that_is_no_base85_is_refused() {
    check(
        "diff --git a/x b/x\nGIT binary patch\nliteral 5\nMcmZQz\n\n",
        "invalid_hunk_line at 4 in x: binary data is git's base85, each line with its length, an empty line at the end, \"McmZQz\"",
    );
    check(
        "diff --git a/x b/x\nGIT binary patch\nliteral five\n",
        "invalid_hunk_header at 3 in x: a binary hunk starts with `literal` or `delta` and a size in bytes, \"literal five\"",
    );
    check(
        "diff --git a/x b/x\nGIT binary patch\n",
        "invalid_hunk_header at 2 in x: `GIT binary patch` is followed by `literal` or `delta` and a size",
    );
}

#[test]
fn submodules_are_read_by_mode_and_by_log_line() {
    let text = b"diff --git a/lib b/lib\nindex 1234567..89abcde 160000\n--- a/lib\n+++ b/lib\n\
        @@ -1 +1 @@\n-Subproject commit 1234567\n+Subproject commit 89abcde\n";
    assert!(parse(text).unwrap().files[0].is_submodule());
    crate::oracle::check(text);
    check(
        "Submodule lib 1234567..89abcde:\n  > a commit\n  < another\n\
         Submodule my lib 0000000...89abcde (new submodule)\n\
         Submodule lib contains untracked content\n",
        "M lib
        submodule 1234567..89abcde:
        M my lib
        submodule 0000000...89abcde (new submodule)
        M lib
        submodule contains untracked content
        ! text_ignored 2",
    );
}

#[test]
fn symlinks_are_seen_by_their_mode() {
    let text = b"diff --git a/l b/l\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/l\n\
        @@ -0,0 +1 @@\n+target\n\\ No newline at end of file\n";
    let patch = parse(text).unwrap();
    assert!(patch.files[0].is_symlink());
    crate::oracle::check(text);
}

const MAIL: &str = "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n\
    From: A <a@b.c>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: [PATCH 1/2] x\n\n\
    Do this:\n- one\n- two\n---\n x | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n";
const CHANGE: &str =
    "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
const END: &str = "-- \n2.47.3\n\n";

#[test]
fn a_series_of_mails_is_a_series_of_commits() {
    check(
        format!("{MAIL}{CHANGE}{END}{MAIL}no diff\n{END}{MAIL}{CHANGE}{CHANGE}{END}"),
        "M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        M x #1 git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        M x #1 git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        ! text_ignored 1
        ! text_ignored 6
        ! text_ignored 20
        ! text_ignored 23
        ! text_ignored 28
        ! text_ignored 35
        ! text_ignored 39
        ! text_ignored 44
        ! text_ignored 65",
    );
}

#[test]
fn a_signature_is_no_removed_line() {
    for signature in ["-- \n2.47.3\n", "-- \n2.39.5 (Apple Git-154)\n\n", "-- ", "-- \nJane Doe\n"]
    {
        let text = format!("{CHANGE}{signature}");
        let patch = parse(text.as_bytes()).unwrap();
        assert_eq!(patch.files[0].hunks()[0].counts(), (1, 1), "{signature:?}");
        crate::oracle::check(text.as_bytes());
    }
    check(
        "--- a/x\n+++ b/x\n@@ -1,3 +1 @@\n-a\n--- \n-b\n+c\n",
        "M x\n@@ -1,3 +1,1 @@\n-a\n--- \n-b\n+c",
    );
    check("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n+c\n-a\n-- \n", "M x\n@@ -1,2 +1,1 @@\n+c\n-a\n-- ");
}

#[test]
fn a_log_with_commits_between_is_read() {
    check(
        format!(
            "commit 0123456789\nAuthor: A\n\n    msg\n\n{CHANGE}\ncommit abcdef\nAuthor: A\n\n    - item\n\n{CHANGE}"
        ),
        "M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        ! text_ignored 1
        ! text_ignored 4
        ! text_ignored 14
        ! text_ignored 17",
    );
}

/// Quotations in a message, or by `git format-patch --interdiff` after the patch.
const QUOTED: &str = "    @@ -7 +7 @@\n    -seven\n    +7\n";

#[test]
fn a_hunk_that_is_indented_as_a_whole_is_text() {
    let object = "0123456789abcdef0123456789abcdef01234567";
    let head = format!("commit {object}\nAuthor: A\n\n    msg\n\n{QUOTED}\n");
    let interdiff = format!("\nInterdiff:\n  diff --git a/x b/x\n  --- a/x\n{QUOTED}-- \n2.47.3\n");
    for text in [
        format!("{QUOTED}\n{CHANGE}"),
        format!("{head}{CHANGE}"),
        format!("{head}{CHANGE}\n{head}{CHANGE}"),
        format!("{MAIL}{CHANGE}{interdiff}"),
        format!("{MAIL}{CHANGE}{}", interdiff.replace(':', " against v1:")),
    ] {
        for counts in [Counts::Advice, Counts::Believed] {
            let patch = ParseOptions::default().counts(counts).parse(text.as_bytes());
            let patch = patch.unwrap_or_else(|error| panic!("{error}: {counts:?} of\n{text}"));
            let commits: Vec<_> = patch.files.iter().map(|file| file.commit).collect();
            let expected: &[usize] = if text.matches(&head).count() == 2 { &[0, 1] } else { &[0] };
            assert_eq!(commits, expected, "{text}");
        }
        crate::oracle::check(text.as_bytes());
    }
    // After a hunk it may belong to the patch, and so may one whose header alone is indented.
    let second = "@@ -7,2 +7,2 @@\n-seven\n+7\n 8\n";
    for (text, counts, is_read) in [
        (format!("{CHANGE}\nAnd this:\n\n{QUOTED}"), Counts::Advice, false),
        (format!("{CHANGE}\nAnd this:\n\n{QUOTED}"), Counts::Believed, true),
        (format!("{CHANGE}\nAnd this:\n\n  {second}"), Counts::Advice, false),
        (format!("{CHANGE}\nAnd this:\n\n  {second}"), Counts::Believed, false),
        (format!("text\n  @@ -7 +7 @@\n   deep\n-a\n+b\n{CHANGE}"), Counts::Advice, false),
    ] {
        let patch = ParseOptions::default().counts(counts).parse(text.as_bytes());
        assert_eq!(patch.is_ok(), is_read, "{counts:?} of\n{text}");
    }
}

#[test]
fn a_header_that_cannot_be_read_is_noted() {
    check(
        "diff --git a/x b/x\nfoo bar 12\nindex 1..2 100644\nsimilarity index 200%\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        ! unknown_header 2
        ! unknown_header 4",
    );
}

#[test]
fn malformed_mode_lines() {
    let rule = "a file mode is six octal digits";
    for line in
        ["old mode rw-r--r--", "new mode 999", "new file mode 10064x", "deleted file mode 1234567"]
    {
        check(
            format!("diff --git a/x b/x\n{line}\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"),
            &format!("missing_file_header at 2: {rule}, {line:?}"),
        );
    }
}

#[test]
fn contradictory_mode_lines() {
    let kinds = "a mode is that of a regular file, of a symbolic link or of a submodule";
    let moved = "a file that is renamed or copied is neither new nor deleted";
    let index = "the mode on the `index` line is that of `old mode`";
    for (lines, place, rule) in [
        ("new file mode 100644\ndeleted file mode 100644", "x", "a file is either new or deleted"),
        ("new file mode 100644\ncopy from y\ncopy to x", "x", moved),
        ("deleted file mode 100644\nrename from y\nrename to x", "x", moved),
        (
            "old mode 100644\nnew mode 120000",
            "x",
            "a mode line changes permissions and never what kind of file it is",
        ),
        ("old mode 100644\nnew mode 100755\nindex 1..2 100755", "x", index),
        ("new file mode 060644", "x", kinds),
        ("new file mode 010644", "x", kinds),
        ("new file mode 040000", "x", kinds),
    ] {
        check(
            format!("diff --git a/x b/x\n{lines}\n"),
            &format!("missing_file_header at 1 in {place}: {rule}"),
        );
    }
}

#[test]
fn extended_headers_that_nobody_knows() {
    check(
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\nfoo bar 12\nbaz\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "M x git old=100644 new=100755
        @@ -1,1 +1,1 @@
        |-a
        |+b
        ! unknown_header 4
        ! unknown_header 5",
    );
}

#[test]
fn bare_rename_lines() {
    let rule = "`rename` and `copy` lines are below a `diff --git` line";
    for word in ["rename", "copy"] {
        check(
            format!("{word} from x\n{word} to y\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"),
            &format!("rename_path_mismatch at 1: {rule}, \"{word} from x\""),
        );
        check(
            format!("similarity index 100%\n{word} from x\n{word} to y\n"),
            &format!("rename_path_mismatch at 2: {rule}, \"{word} from x\""),
        );
    }
}

#[test]
fn a_bare_marker_says_that_a_line_has_no_ending() {
    check("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\\n+b\n\\\n", "M x\n@@ -1,1 +1,1 @@\n|-a∅\n|+b∅");
}

#[test]
fn names_of_another_file_below_headers_that_are_enough_begin_a_section() {
    let plain = "--- a/d/y\n+++ b/d/y\n@@ -1 +1 @@\n-a\n+b\n";
    let tree = "M d/y\n@@ -1,1 +1,1 @@\n|-a\n|+b";
    for (headers, first) in [
        ("similarity index 100%\nrename from x\nrename to z\n", "R x -> z git similar=100"),
        ("copy from x\ncopy to z\n", "C x -> z git"),
        ("deleted file mode 100644\n", "D x git old=100644"),
        (
            "new file mode 100644\nindex 0000000..e69de29\n",
            "A x git new=100644 index=0000000..e69de29",
        ),
        ("old mode 100644\nnew mode 100755\n", "M x git old=100644 new=100755"),
    ] {
        let name = if headers.contains(" to z") { "z" } else { "x" };
        for gap in ["", "\n"] {
            check(
                format!("diff --git a/x b/{name}\n{headers}{gap}{plain}"),
                &format!("{first}\n{tree}"),
            );
        }
    }
    // The prefix may be another one.
    check(
        "diff --git a/x b/x\ndeleted file mode 100644\n--- old/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
        "D old/x git old=100644\n@@ -1,1 +0,0 @@\n|-a\n! other_names_in_git_header 1",
    );
}
