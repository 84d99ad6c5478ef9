//! Grants: what may be done, and that nothing else is done.

use patch_apply::MemoryFile;
use patch_parse::Code;
use patch_tools::tool::Grant;
use serde_json::json;

use crate::support::{check_refused, files, granted, json};

const TWO: &str =
    "--- a/one\n+++ b/one\n@@ -1 +1 @@\n-1\n+I\n--- a/two\n+++ b/two\n@@ -1 +1 @@\n-2\n+II\n";

#[track_caller]
fn check_denied(old: &[(&str, &str)], grants: &[&str], patch: &str, message: &str) {
    let mut tools = granted(old, grants);
    let before = files(&tools);
    let arguments = json!({"patch": patch});
    check_refused(&tools.check_patch(&arguments), "fs_denied", message);
    check_refused(&tools.call("ApplyPatch", &arguments), "fs_denied", message);
    assert_eq!(files(&tools), before, "nothing is changed");
}

#[test]
fn a_patch_that_writes_one_path_without_a_grant_changes_nothing_at_all() {
    let old = [("one", "1\n"), ("two", "2\n")];
    check_denied(&old, &["rw:one"], TWO, "two: reading it is not granted");
    check_denied(&old, &["rw:one", "r:two"], TWO, "two: writing it is not granted");
    check_denied(&old, &["r:."], TWO, "one: writing it is not granted; two: writing it");
    let mut tools = granted(&old, &["rw:one", "rw:two"]);
    assert!(!tools.call("ApplyPatch", &json!({"patch": TWO})).is_error());
}

#[test]
fn new_files_moves_and_deletions_need_a_grant() {
    let old = [("src/a", "1\n"), ("other/b", "2\n")];
    let add = "--- /dev/null\n+++ b/other/new\n@@ -0,0 +1 @@\n+x\n";
    check_denied(&old, &["rw:src", "r:."], add, "other/new: writing it is not granted");
    let rename = "diff --git a/src/a b/other/a\nrename from src/a\nrename to other/a\n";
    check_denied(&old, &["rw:src", "r:."], rename, "other/a: writing it is not granted");
    let delete = "--- a/other/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-2\n";
    check_denied(&old, &["rw:src", "r:."], delete, "other/b: writing it is not granted");
}

#[test]
fn a_refusal_shows_nothing_of_a_file_that_may_not_be_read() {
    let old = [("open", "1\n"), ("secret", "password = hunter2\n")];
    let patch = "--- a/secret\n+++ b/secret\n@@ -1 +1 @@\n-password = guess\n+x\n";
    let mut tools = granted(&old, &["rw:open"]);
    let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
    check_refused(&answer, "fs_denied", "secret: reading it is not granted");
    assert!(!json(&answer).to_string().contains("hunter2"));
    // Nor is a file suggested that the caller cannot know of.
    let patch = "--- a/x/secret\n+++ b/x/secret\n@@ -1 +1 @@\n-a\n+x\n";
    let answer = json(&tools.call("ApplyPatch", &json!({"patch": patch})));
    assert!(!answer.to_string().contains("did you mean"), "{answer}");
}

/// Makes a patch that names this path.
type PatchOf<'f> = &'f dyn Fn(&str) -> String;

#[test]
fn whether_a_file_is_there_that_may_not_be_read_is_not_told() {
    let old = [("src/a", "1\n"), ("secret/there", "1\n")];
    let change = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-1\n+2\n");
    let add = |path: &str| format!("--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n");
    let delete = |path: &str| format!("--- a/{path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n");
    let rename =
        |path: &str| format!("diff --git a/{path} b/src/b\nrename from {path}\nrename to src/b\n");
    let taken =
        |path: &str| format!("diff --git a/src/a b/{path}\nrename from src/a\nrename to {path}\n");
    let either = |path: &str| format!("--- {path}\n+++ src/c\n@@ -1 +1 @@\n-1\n+2\n");
    let denied = Code::FsDenied;
    let all: [(PatchOf<'_>, Code); 6] = [
        (&change, denied),
        (&add, denied),
        (&delete, denied),
        (&rename, denied),
        (&taken, denied),
        (&either, Code::FileNotFound),
    ];
    for (patch, code) in all {
        let told = ["there", "none!"].map(|name| {
            let arguments = json!({"patch": patch(&format!("secret/{name}"))});
            let answer = granted(&old, &["rw:src"]).call("ApplyPatch", &arguments);
            let told = format!("{}{}", answer.text(), json(&answer));
            (told.replace(name, "NAME"), answer.code())
        });
        assert_eq!(told[0], told[1]);
        assert_eq!(told[0].1, Some(code), "{}", told[0].0);
    }
}

#[test]
fn a_grant_of_a_directory_is_one_of_all_below_it_and_of_nothing_else() {
    let old = [("src/deep/a", "1\n"), ("srcs/a", "1\n")];
    let patch = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-1\n+2\n");
    let mut tools = granted(&old, &["rw:src"]);
    assert!(!tools.call("ApplyPatch", &json!({"patch": patch("src/deep/a")})).is_error());
    check_denied(&old, &["rw:src"], &patch("srcs/a"), "srcs/a: reading it is not granted");
}

#[test]
fn a_link_is_written_through_only_where_its_target_is_granted() {
    let mut tools = granted(&[("src/a", "1\n"), ("other/b", "1\n")], &["rw:src"]);
    let link = MemoryFile::Symlink { target: "../other".into() };
    tools.workspace_mut().insert_file("src/folder", link).unwrap();
    let link = MemoryFile::Symlink { target: "../other/b".into() };
    tools.workspace_mut().insert_file("src/link", link).unwrap();
    let before = files_and_links(&tools);
    let add = "--- /dev/null\n+++ b/src/folder/new\n@@ -0,0 +1 @@\n+x\n";
    let answer = tools.call("ApplyPatch", &json!({"patch": add}));
    check_refused(&answer, "fs_denied", "src/folder/new: writing what it leads to is not granted");
    let change = "--- a/src/folder/b\n+++ b/src/folder/b\n@@ -1 +1 @@\n-1\n+2\n";
    let answer = tools.call("ApplyPatch", &json!({"patch": change}));
    check_refused(&answer, "fs_denied", "src/folder/b: reading what it leads to is not granted");
    let update = "*** Begin Patch\n*** Update File: src/link\n@@\n-1\n+2\n*** End Patch\n";
    for call in [json!({"patch": update}), json!({"patch": change.replace("folder/b", "link")})] {
        let answer = tools.call("ApplyPatch", &call);
        check_refused(&answer, "fs_denied", "src/link: reading what it leads to is not granted");
    }
    assert_eq!(files_and_links(&tools), before);
}

fn files_and_links(
    tools: &patch_tools::tool::Tools<patch_apply::MemoryWorkspace>,
) -> Vec<(String, MemoryFile)> {
    tools.workspace().files().map(|(path, file)| (path.to_string(), file.clone())).collect()
}

#[test]
fn a_grant_is_read_as_it_is_written() {
    assert_eq!(Grant::parse("rw:src/a:b").unwrap().path, "src/a:b");
    for wrong in ["src", "w:src", "rw", "rw:", ":src", "r ,src"] {
        let error = Grant::parse(wrong).unwrap_err().to_string();
        assert_eq!(error, format!("a grant is `r:PATH` or `rw:PATH`, found {wrong:?}"));
    }
}
