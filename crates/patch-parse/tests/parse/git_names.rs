//! Which names git's extended headers give to a section, and which part of them is not the path.

use patch_parse::{DiagnosticKind, parse};

use crate::check;

#[test]
fn the_same_name_twice_on_the_git_line_has_no_prefix() {
    check(
        "diff --git b/x b/x\ndeleted file mode 100644\n--- b/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n",
        "D b/x git old=100644
        @@ -1,1 +0,0 @@
        |-1",
    );
    check(
        "diff --git a/x a/x\nnew file mode 100644\n--- /dev/null\n+++ a/x\n@@ -0,0 +1 @@\n+1\n",
        "A a/x git new=100644
        @@ -0,0 +1,1 @@
        |+1",
    );
}

#[test]
fn a_git_line_that_names_another_file_is_noted() {
    let hunk = "@@ -1 +1 @@\n-a\n+b\n";
    let is_noted = |text: String| {
        let notes = parse(text.as_bytes()).unwrap().diagnostics;
        notes.iter().any(|note| note.kind == DiagnosticKind::OtherNamesInGitHeader)
    };
    for (git, old, new) in [
        ("a/secret b/secret", "a/x", "b/x"),
        ("/r/secret /r/secret", "/r/x", "/r/x"),
        ("/r/secret /r/secret", "/dev/null", "/r/x"),
        ("C:/secret C:/secret", "C:/x", "C:/x"),
        ("one two three", "a/x", "b/x"),
        ("a/secret b/x", "a/x", "b/x"),
        ("a/x b/secret", "a/x", "b/x"),
    ] {
        let hunk = if old == "/dev/null" { "@@ -0,0 +1 @@\n+b\n" } else { hunk };
        assert!(is_noted(format!("diff --git {git}\n--- {old}\n+++ {new}\n{hunk}")), "{git}");
    }
    for (git, old, new) in [
        ("a/x b/x", "a/x", "b/x"),
        ("a/x b/x", "x", "x"),
        ("x x", "a/x", "b/x"),
        ("a/x y b/x y", "a/x y", "b/x y"),
        ("\"a/\\303\\251\" \"b/\\303\\251\"", "a/é", "b/é"),
        ("C:/x C:/x", "C:/x", "C:/x"),
        ("old-1/x new-10/x", "old-1/x", "new-10/x"),
    ] {
        assert!(!is_noted(format!("diff --git {git}\n--- {old}\n+++ {new}\n{hunk}")), "{git}");
    }
    let rename =
        |git: &str| format!("diff --git {git}\nrename from one two\nrename to three four\n");
    assert!(!is_noted(rename("a/one two b/three four")));
    assert!(is_noted(rename("a/one b/three")));
}

#[test]
fn a_prefix_on_one_side_of_a_rename_is_noted() {
    for (old, new, is_noted) in
        [("o", "n", false), ("a/o", "b/n", false), ("o", "b/n", true), ("a/o", "n", true)]
    {
        let text = format!(
            "diff --git a/o b/n\nrename from o\nrename to n\n--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n"
        );
        let patch = parse(text.as_bytes()).unwrap();
        let kinds = patch.diagnostics.iter().map(|note| note.kind).collect::<Vec<_>>();
        let expected: &[_] = if is_noted { &[DiagnosticKind::PrefixOnOneSide] } else { &[] };
        assert_eq!(kinds, expected, "{old} {new}");
    }
}

#[test]
fn a_folder_that_looks_like_a_drive_keeps_its_prefix() {
    let text = "diff --git a/C:/x b/C:/x\n--- a/C:/x\n+++ b/C:/x\n@@ -1 +1 @@\n-a\n+b\n";
    assert_eq!(parse(text.as_bytes()).unwrap().to_string(), text, "as `git apply` reads it");
    let text = text.replace("a/", "").replace("b/", "");
    assert_eq!(parse(text.as_bytes()).unwrap().to_string(), text, "as the protocol wants it");
}

#[test]
fn names_with_blanks_split_where_both_sides_agree() {
    check(
        "diff --git a/my file b/my file\nold mode 100644\nnew mode 100755\n",
        "M my file git old=100644 new=100755",
    );
    check(
        "diff --git my b/x my b/x\nold mode 100644\nnew mode 100755\n",
        "M my b/x git old=100644 new=100755",
    );
    check(
        "diff --git /abs/my file /abs/my file\n--- /abs/my file\n+++ /abs/my file\n@@ -1 +1 @@\n-a\n+b\n",
        "M /abs/my file git
        @@ -1,1 +1,1 @@
        |-a
        |+b",
    );
}

#[test]
fn a_blank_in_front_is_part_of_the_name_where_the_git_line_has_it() {
    let hunk = "@@ -1 +1 @@\n-a\n+b\n";
    let lines = "        @@ -1,1 +1,1 @@
        |-a
        |+b";
    check(format!("diff --git  x  x\n---  x\t\n+++  x\t\n{hunk}"), &format!("M  x git\n{lines}"));
    check(
        "diff --git  x  x\nnew file mode 100644\n--- /dev/null\n+++  x\t\n@@ -0,0 +1 @@\n+b\n",
        "A  x git new=100644
        @@ -0,0 +1,1 @@
        |+b",
    );
    let moved = "similarity index 50%\nrename from  x\nrename to  y z\n";
    check(
        format!("diff --git  x  y z\n{moved}---  x\t\n+++  y z\t\n{hunk}"),
        &format!("R  x ->  y z git similar=50\n{lines}"),
    );
    check(format!("diff --git a/x b/x\n---  a/x\n+++  b/x\n{hunk}"), &format!("M x git\n{lines}"));
    check(format!("---  x\t\n+++  x\t\n{hunk}"), &format!("M x\n{lines}"));
}

#[test]
fn names_of_the_git_line_are_taken_for_missing_ones() {
    check(
        "diff --git a/x b/x\nindex 1..2 100644\n@@ -1 +1 @@\n-a\n+b\n",
        "M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        ! names_from_git_header 1",
    );
    check(
        "diff --git a/x b/x\nindex 1..2 100644\n\n--- a/x\n+++ b/x\n\n@@ -1 +1 @@\n-a\n+b\n\n@@ -9 +9 @@\n-c\n+d\n",
        "M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        @@ -9,1 +9,1 @@
        |-c
        |+d",
    );
    check(
        "diff --git a/x /dev/null\n@@ -1 +0,0 @@\n-a\n",
        "D x git
        @@ -1,1 +0,0 @@
        |-a
        ! names_from_git_header 1",
    );
    check(
        "diff --git /dev/null b/x\n@@ -0,0 +1 @@\n+a\n",
        "A x git
        @@ -0,0 +1,1 @@
        |+a
        ! names_from_git_header 1",
    );
    check(
        "diff --git a/x /dev/null\ndeleted file mode 100644\nindex e69de29..0000000\n",
        "D x git old=100644 index=e69de29..0000000",
    );
    check(
        "diff --git /dev/null b/x\nnew file mode 100644\nindex 0000000..e69de29\n",
        "A x git new=100644 index=0000000..e69de29",
    );
}

#[test]
fn a_submodule_line_tells_nothing_about_prefixes() {
    check(
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\nSubmodule lib 1234567..89abcde:\n",
        "A x
        @@ -0,0 +1,1 @@
        |+a
        M lib
        submodule 1234567..89abcde:",
    );
}

#[test]
fn names_are_quoted_on_binary_and_submodule_lines_too() {
    check(
        "Binary files \"a/\\303\\251\" and \"b/\\303\\251\" differ\nBinary files /dev/null and \"b/\\t\" differ\n\
         Submodule \"l\\303\\251\" 1234567..89abcde:\nSubmodule \"lib 1234567..89abcde:\n",
        "M \u{e9}
        binary differ
        A \t
        binary differ
        M l\u{e9}
        submodule 1234567..89abcde:
        M \"lib
        submodule 1234567..89abcde:",
    );
}

#[test]
fn two_directories_compared_are_no_part_of_the_path() {
    // As `git diff --no-index -M old new` writes it.
    check(
        "diff --git a/old/x b/new/x\nindex 1..2 100644\n--- a/old/x\n+++ b/new/x\n@@ -1 +1 @@\n-a\n+b\n\
         diff --git a/old/s/y b/new/s/y\nold mode 100644\nnew mode 100755\n\
         diff --git a/new/add b/new/add\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/new/add\n\
         @@ -0,0 +1 @@\n+a\n\
         diff --git a/new/empty b/new/empty\nnew file mode 100644\nindex 0..1\n\
         diff --git a/old/del b/old/del\ndeleted file mode 100644\nindex 1..0\n--- a/old/del\n+++ /dev/null\n\
         @@ -1 +0,0 @@\n-a\n\
         diff --git a/old/r b/new/s/r\nsimilarity index 100%\nrename from old/r\nrename to new/s/r\n\
         diff --git a/old/b b/new/b\nindex 1..2\nBinary files a/old/b and b/new/b differ\n",
        "M x git index=1..2,100644
        @@ -1,1 +1,1 @@
        |-a
        |+b
        M s/y git old=100644 new=100755
        A add git new=100644 index=0..1
        @@ -0,0 +1,1 @@
        |+a
        A empty git new=100644 index=0..1
        D del git old=100644 index=1..0
        @@ -1,1 +0,0 @@
        |-a
        R r -> s/r git similar=100
        M b git index=1..2
        binary differ",
    );
}

#[test]
fn one_section_alone_does_not_tell_two_directories_from_a_move() {
    check(
        "diff --git a/src/x b/lib/x\n--- a/src/x\n+++ b/lib/x\n@@ -1 +1 @@\n-a\n+b\n",
        "M lib/x or src/x git
        @@ -1,1 +1,1 @@
        |-a
        |+b
        ! two_names 1",
    );
}
