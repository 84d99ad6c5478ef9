//! Which file a section means, from all its names and the tree.

use patch_apply::Contract::Git;

use crate::support::{applies, applies_under, refuses, refuses_under};

const HUNK: &str = "@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n";
const OLD: &str = "a\nb\nd\n";
const NEW: &str = "a\nc\nd\n";

/// A section with these two names, and one hunk.
fn section(old: &str, new: &str) -> String {
    format!("--- {old}\n+++ {new}\n{HUNK}")
}

/// The section changes `file`, and nothing else, in a tree that has `files`.
#[track_caller]
fn means(files: &[&str], old: &str, new: &str, file: &str) {
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    let text = |name| if name == file { NEW } else { OLD };
    let after: Vec<_> = files.iter().map(|name| (*name, text(*name))).collect();
    assert!(files.contains(&file), "{file} is in the tree");
    applies(&before, &section(old, new), &after);
    applies_under(Git, &before, &section(old, new), &after);
}

/// The section is refused in a tree that has `files`, with a message that has all of `words`.
#[track_caller]
fn is_unclear(files: &[&str], old: &str, new: &str, code: &str, words: &[&str]) {
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    let refusal = refuses(&before, &section(old, new), &[code]);
    let message = &refusal.failures[0].message;
    for word in words {
        assert!(message.contains(word), "{message} names {word}");
    }
    refuses_under(Git, &before, &section(old, new), &[code]);
}

#[test]
fn of_two_names_the_one_that_exists_is_meant() {
    means(&["old.txt"], "old.txt", "new.txt", "old.txt");
    means(&["new.txt"], "old.txt", "new.txt", "new.txt");
    means(&["old.txt", "x"], "a/old.txt", "b/new.txt", "old.txt");
    means(&["d/new.txt"], "a/d/old.txt", "b/d/new.txt", "d/new.txt");
    means(&["a/old.txt"], "a/old.txt", "b/new.txt", "a/old.txt");
    let time = |name| format!("{name}\t2023-04-10 12:34:56.000000000 +0800");
    means(&["before.c"], &time("before.c"), &time("after.c"), "before.c");
    means(&["x.rs"], "src/x.rs", "x.rs", "x.rs");
}

#[test]
fn of_two_names_both_or_none_is_refused_with_both_named() {
    let both = ["\"old.txt\"", "\"new.txt\""];
    is_unclear(&["old.txt", "new.txt"], "old.txt", "new.txt", "rename_path_mismatch", &both);
    is_unclear(&["x"], "old.txt", "new.txt", "file_not_found", &both);
    is_unclear(&["x"], "x", "../y", "path_escape", &[]);
    is_unclear(&["old.txt", "new.txt"], "a/old.txt", "b/new.txt", "rename_path_mismatch", &both);
    // Where another section shows that names have no prefix, `b/x` is no `x`.
    let patch = section("y", "y") + &section("x", "b/x");
    let before = [("y", OLD), ("x", OLD), ("b/x", OLD)];
    refuses(&before, &patch, &["rename_path_mismatch"]);
    applies(&before[..2], &patch, &[("y", NEW), ("x", NEW)]);
}

#[test]
fn two_names_below_a_git_line_without_rename_lines_are_refused() {
    let patch = format!("diff --git a/old b/new\n{}", section("a/old", "b/new"));
    for contract in [patch_apply::Contract::Agent, Git] {
        let refusal = refuses_under(contract, &[("old", OLD)], &patch, &["rename_path_mismatch"]);
        let message = &refusal.failures[0].message;
        assert!(message.contains("\"old\"") && message.contains("\"new\""), "{message}");
        assert!(refusal.failures[0].hint.contains("rename from"), "the hint names the rule");
    }
}

#[test]
fn of_two_names_one_may_be_made_by_an_earlier_section() {
    let add = "--- /dev/null\n+++ b/one\n@@ -0,0 +1,3 @@\n+a\n+b\n+d\n";
    let patch = add.to_owned() + &section("a/one", "b/two");
    applies_under(Git, &[], &patch, &[("one", NEW)]);
}

#[test]
fn of_two_names_a_new_file_has_the_one_whose_other_side_is_missing() {
    let epoch = "1970-01-01 00:00:00.000000000 +0000";
    let add = format!("--- none\t{epoch}\n+++ x\t2024-01-01 00:00:00 +0000\n@@ -0,0 +1 @@\n+a\n");
    applies(&[], &add, &[("x", "a\n")]);
    let delete =
        format!("--- x\t2024-01-01 00:00:00 +0000\n+++ none\t{epoch}\n@@ -1 +0,0 @@\n-a\n");
    applies(&[("x", "a\n")], &delete, &[]);
    let filled = "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n";
    applies(&[("old", "")], filled, &[("old", "a\n")]);
    refuses(&[], filled, &["file_not_found"]);
}
