//! Names that leave open which file is meant: the parser reports them and refuses nothing.

use super::check;

#[test]
fn two_names_are_reported() {
    let hunk = "@@ -1 +1 @@\n-a\n+b\n";
    let tree = "@@ -1,1 +1,1 @@\n|-a\n|+b";
    for (names, expected) in [
        ("--- old.txt\n+++ new.txt", "M new.txt or old.txt"),
        ("--- a/old.txt\n+++ b/new.txt", "M new.txt or old.txt"),
        (
            "--- before.c\t2023-04-10 12:34:56 +0800\n+++ after.c\t2023-04-10 12:35:00 +0800",
            "M after.c or before.c",
        ),
        ("--- src/x\n+++ x", "M x or src/x"),
    ] {
        check(format!("{names}\n{hunk}"), &format!("{expected}\n{tree}\n! two_names 1"));
    }
    // If another section shows that names have no prefix, `b/x` is not `x`.
    check(
        format!("--- y\n+++ y\n{hunk}--- x\n+++ b/x\n{hunk}"),
        &format!("M y\n{tree}\nM b/x or x\n{tree}\n! two_names 6"),
    );
}

#[test]
fn a_directory_that_others_show_to_be_a_prefix_is_none_of_two_files() {
    let hunk = "@@ -1 +1 @@\n-a\n+b\n";
    let tree = "@@ -1,1 +1,1 @@\n|-a\n|+b";
    for names in ["--- old/x\n+++ x", "--- x\n+++ new/x"] {
        check(
            format!("--- old/y\n+++ new/y\n{hunk}{names}\n{hunk}"),
            &format!("M y\n{tree}\nM x\n{tree}\n! prefix_on_one_side 6"),
        );
    }
}

#[test]
fn a_side_that_the_times_call_missing_names_nothing() {
    let (then, now) = ("1970-01-01 00:00:00 +0000", "2024-01-01 00:00:00 +0000");
    check(
        format!("--- none\t{then}\n+++ x\t{now}\n@@ -0,0 +1 @@\n+a\n"),
        "A x\n@@ -0,0 +1,1 @@\n|+a",
    );
    check(
        format!("--- x\t{now}\n+++ none\t{then}\n@@ -1 +0,0 @@\n-a\n"),
        "D x\n@@ -1,1 +0,0 @@\n|-a",
    );
}

#[test]
fn a_wrong_number_brings_no_file_into_being_that_the_times_call_missing() {
    let (then, now) = ("1970-01-01 00:00:00 +0000", "2024-01-01 00:00:00 +0000");
    check(format!("--- x\t{then}\n+++ x\t{now}\n@@ -4,0 +1 @@\n+a\n"), "A x\n@@ -4,0 +1,1 @@\n|+a");
    check(format!("--- x\t{now}\n+++ x\t{then}\n@@ -1 +4,0 @@\n-a\n"), "D x\n@@ -1,1 +4,0 @@\n|-a");
    // Lines expected in the file show that it exists.
    check(
        format!("--- x\t{then}\n+++ x\t{now}\n@@ -4 +1,2 @@\n b\n+a\n"),
        "M x\n@@ -4,1 +1,2 @@\n| b\n|+a",
    );
}

#[test]
fn a_backup_is_seen_behind_any_prefix() {
    for names in [
        "--- a/x.orig\n+++ b/x",
        "--- x.orig\n+++ b/x",
        "--- a/x\n+++ x.orig",
        "--- old/x~\n+++ new/x",
    ] {
        check(
            format!("{names}\n@@ -1 +1 @@\n-a\n+b\n"),
            "M x\n@@ -1,1 +1,1 @@\n|-a\n|+b\n! backup_name 1",
        );
    }
}

#[test]
fn what_is_left_of_a_doubled_slash_is_absolute() {
    check("--- /dev/null\n+++ b//etc/x\n@@ -0,0 +1 @@\n+a\n", "A /etc/x\n@@ -0,0 +1,1 @@\n|+a");
}

#[test]
fn a_name_that_stands_for_no_file_is_read_so() {
    for none in ["a/dev/null", "b/dev/null", "dev/null", "NUL"] {
        check(
            format!("--- {none}\n+++ b/d/x\n@@ -0,0 +1 @@\n+a\n"),
            "A d/x\n@@ -0,0 +1,1 @@\n|+a\n! dev_null 1",
        );
        check(
            format!("--- a/d/x\n+++ {none}\n@@ -1 +0,0 @@\n-a\n"),
            "D d/x\n@@ -1,1 +0,0 @@\n|-a\n! dev_null 1",
        );
        check(
            format!("diff --git a/d/x {none}\n@@ -1 +0,0 @@\n-a\n"),
            "D d/x git\n@@ -1,1 +0,0 @@\n|-a\n! names_from_git_header 1\n! dev_null 1",
        );
        // A side with lines is a file.
        let patch = format!("--- {none}\n+++ b/d/x\n@@ -1 +1 @@\n-a\n+b\n");
        let patch = patch_parse::parse(patch.as_bytes()).unwrap();
        assert!(patch.files[0].operation.path().is_one_of_two(), "{none}");
    }
}
