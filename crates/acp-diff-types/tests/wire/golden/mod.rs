//! Exact JSON, both ways: the examples of the RFD word for word, and one for each shape that it
//! describes without an example.

mod content;
mod permission;
mod session;
mod tool_call;

use acp_diff_types::content::{Content, ContentBlock, Terminal, TextContent};
use acp_diff_types::v2::{DiffChange, DiffFileType, DiffPatch, GitPatch, PatchKey};
use acp_diff_types::{v1, v2};
use serde_json::json;

use crate::support::{check, object, path};

#[test]
fn rfd_v1_example() {
    check(
        &v1::ToolCallContent::from(
            v1::Diff::new(path("/home/user/project/src/config.json"), "{\n  \"debug\": true\n}")
                .old_text("{\n  \"debug\": false\n}"),
        ),
        include_str!("../../fixtures/rfd/v1-modify.json"),
    );
}

#[test]
fn rfd_v2_example_with_patch() {
    let file = "/home/user/project/src/config.json";
    let patch = format!(
        "diff --git {file} {file}\n--- {file}\n+++ {file}\n\
         @@ -1,3 +1,3 @@\n {{\n-  \"debug\": false\n+  \"debug\": true\n }}\n"
    );
    check(
        &v2::ToolCallContent::from(
            v2::Diff::new(vec![
                DiffChange::modify(path(file))
                    .file_type(DiffFileType::Text)
                    .mime_type("application/json"),
            ])
            .patch(DiffPatch::git_patch(patch).write_as(PatchKey::Diff)),
        ),
        include_str!("../../fixtures/rfd/v2-modify-with-patch.json"),
    );
}

#[test]
fn rfd_v2_example_without_patch() {
    check(
        &v2::ToolCallContent::from(v2::Diff::new(vec![
            DiffChange::modify(path("/home/user/project/assets/logo.png"))
                .file_type(DiffFileType::Binary)
                .mime_type("image/png"),
        ])),
        include_str!("../../fixtures/rfd/v2-binary-without-patch.json"),
    );
}

#[test]
fn v1_diff_writes_only_what_is_set() {
    check(&v1::Diff::new(path("/a"), "x"), r#"{"path":"/a","newText":"x"}"#);
    check(
        &v1::Diff::delete(path("/a"), "x"),
        r#"{"path":"/a","oldText":"x","newText":"","deleted":true}"#,
    );
    check(
        &v1::Diff::new(path("/a"), "").old_text("").deleted(false).meta(object(json!({"k": 1}))),
        r#"{"path":"/a","oldText":"","newText":"","deleted":false,"_meta":{"k":1}}"#,
    );
}

#[test]
fn each_operation_owns_its_paths() {
    check(&DiffChange::add(path("/a")), r#"{"operation":"add","path":"/a"}"#);
    check(&DiffChange::delete(path("/a")), r#"{"operation":"delete","path":"/a"}"#);
    check(&DiffChange::modify(path("/a")), r#"{"operation":"modify","path":"/a"}"#);
    check(
        &DiffChange::move_file(path("/a"), path("/b")),
        r#"{"operation":"move","oldPath":"/a","path":"/b"}"#,
    );
    check(
        &DiffChange::copy(path(r"C:\a"), path(r"\\s\d\b")),
        r#"{"operation":"copy","oldPath":"C:\\a","path":"\\\\s\\d\\b"}"#,
    );
}

#[test]
fn details_of_a_change_are_beside_its_paths() {
    check(
        &DiffChange::move_file(path("/a"), path("/b"))
            .file_type(DiffFileType::Symlink)
            .mime_type("inode/symlink")
            .meta(object(json!({"k": [null]}))),
        r#"{"operation":"move","oldPath":"/a","path":"/b","fileType":"symlink","mimeType":"inode/symlink","_meta":{"k":[null]}}"#,
    );
}

#[test]
fn file_types_are_strings() {
    for (file_type, text) in [
        (DiffFileType::Text, "\"text\""),
        (DiffFileType::Binary, "\"binary\""),
        (DiffFileType::Directory, "\"directory\""),
        (DiffFileType::Symlink, "\"symlink\""),
        (DiffFileType::Other("_socket".into()), "\"_socket\""),
        (DiffFileType::Other("Text".into()), "\"Text\""),
    ] {
        check(&file_type, text);
    }
}

#[test]
fn a_diff_may_be_empty() {
    check(&v2::Diff::new(vec![]), r#"{"changes":[]}"#);
}

#[test]
fn a_git_patch_is_written_under_the_key_that_was_asked_for() {
    let patch = GitPatch::new("x\n").meta(object(json!({"k": 1})));
    check(
        &DiffPatch::from(patch.clone()),
        r#"{"format":"git_patch","diff":"x\n","text":"x\n","_meta":{"k":1}}"#,
    );
    check(
        &DiffPatch::from(patch.clone().write_as(PatchKey::Diff)),
        r#"{"format":"git_patch","diff":"x\n","_meta":{"k":1}}"#,
    );
    check(
        &DiffPatch::from(patch.write_as(PatchKey::Text)),
        r#"{"format":"git_patch","text":"x\n","_meta":{"k":1}}"#,
    );
    check(
        &v2::Diff::new(vec![]).patch(DiffPatch::git_patch("x")).write_patch_as(PatchKey::Text),
        r#"{"changes":[],"patch":{"format":"git_patch","text":"x"}}"#,
    );
}

#[test]
fn content_and_terminals_are_items_of_both_versions() {
    let block = || ContentBlock::from("done");
    let text = r#"{"type":"content","content":{"type":"text","text":"done"}}"#;
    check(&v1::ToolCallContent::from(block()), text);
    check(&v2::ToolCallContent::from(block()), text);

    let text = r#"{"type":"terminal","terminalId":"t1"}"#;
    check(&v1::ToolCallContent::from(Terminal::new("t1")), text);
    check(&v2::ToolCallContent::from(Terminal::new("t1")), text);
}

#[test]
fn meta_and_annotations_are_where_the_schema_has_them() {
    let meta = || object(json!({"k": 1}));
    check(
        &v2::ToolCallContent::Content(
            Content::new(TextContent::new("x").annotations(meta()).meta(meta())).meta(meta()),
        ),
        r#"{"type":"content","content":{"type":"text","text":"x","annotations":{"k":1},"_meta":{"k":1}},"_meta":{"k":1}}"#,
    );
    check(
        &v2::ToolCallContent::Terminal(Terminal::new("t").meta(meta())),
        r#"{"type":"terminal","terminalId":"t","_meta":{"k":1}}"#,
    );
    check(
        &v2::ToolCallContent::Diff(v2::Diff::new(vec![]).meta(meta())),
        r#"{"type":"diff","changes":[],"_meta":{"k":1}}"#,
    );
}
