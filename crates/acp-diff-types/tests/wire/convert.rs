//! From one version to the other.

use acp_diff_types::convert::{FileTexts, NotInV1, change_to_v1, diff_to_v1};
use acp_diff_types::v2::{DiffChange, DiffFileType, DiffPatch};
use acp_diff_types::{v1, v2};
use serde_json::{Value, json};

use super::support::{object, path, read, written};

#[track_caller]
fn up(v1: Value, v2: &Value) {
    assert_eq!(written(&v2::ToolCallContent::from(read::<v1::ToolCallContent>(v1))), *v2);
}

#[track_caller]
fn down(change: DiffChange, texts: FileTexts, expected: Result<&Value, NotInV1>) {
    let blocks = change_to_v1(change, texts);
    assert_eq!(blocks.map(|blocks| written(&blocks)), expected.cloned());
}

#[test]
fn the_operation_of_a_v1_diff_follows_from_its_fields() {
    for (fields, operation) in [
        (json!({"newText": "x"}), "add"),
        (json!({"newText": "x", "oldText": null}), "add"),
        (json!({"newText": "", "deleted": false}), "add"),
        (json!({"newText": "x", "oldText": "y"}), "modify"),
        (json!({"newText": "", "oldText": ""}), "modify"),
        (json!({"newText": "", "oldText": "y", "deleted": false}), "modify"),
        (json!({"newText": "", "oldText": "y", "deleted": true}), "delete"),
        (json!({"newText": "", "deleted": true}), "delete"),
    ] {
        let mut v1 = json!({"type": "diff", "path": "/a", "_meta": {"k": 1}});
        v1.as_object_mut().unwrap().extend(object(fields));
        let change = json!({"operation": operation, "path": "/a", "_meta": {"k": 1}});
        up(v1, &json!({"type": "diff", "changes": [change]}));
    }
}

#[test]
fn all_other_v1_content_is_v2_content() {
    for content in [
        json!({"type": "content", "content": {"type": "text", "text": "x"}, "_meta": {"k": 1}}),
        json!({"type": "terminal", "terminalId": "t"}),
        json!({"type": "_chart", "data": [1]}),
    ] {
        up(content.clone(), &content);
    }
}

#[test]
fn each_v2_operation_has_its_v1_blocks() {
    let old = || FileTexts::new().old_text("old");
    let new = || FileTexts::new().new_text("new");
    let both = || old().new_text("new");
    let added = |path| json!({"path": path, "newText": "new"});
    let deleted = |path| json!({"path": path, "oldText": "old", "newText": "", "deleted": true});

    down(DiffChange::add(path("/a")), new(), Ok(&json!([added("/a")])));
    down(DiffChange::delete(path("/a")), old(), Ok(&json!([deleted("/a")])));
    down(
        DiffChange::modify(path("/a")),
        both(),
        Ok(&json!([{"path": "/a", "oldText": "old", "newText": "new"}])),
    );
    down(
        DiffChange::move_file(path("/a"), path("/b")),
        both(),
        Ok(&json!([deleted("/a"), added("/b")])),
    );
    down(DiffChange::copy(path("/a"), path("/b")), new(), Ok(&json!([added("/b")])));
    down(DiffChange::add(path("/a")), both(), Ok(&json!([added("/a")])));
}

#[test]
fn a_missing_text_is_named() {
    let none = FileTexts::new;
    let a = || path("/a");
    let b = || path("/b");
    down(DiffChange::add(a()), none().old_text("x"), Err(NotInV1::NewText(a())));
    down(DiffChange::delete(a()), none().new_text("x"), Err(NotInV1::OldText(a())));
    down(DiffChange::modify(a()), none().new_text("x"), Err(NotInV1::OldText(a())));
    down(DiffChange::modify(a()), none().old_text("x"), Err(NotInV1::NewText(a())));
    down(DiffChange::move_file(a(), b()), none().new_text("x"), Err(NotInV1::OldText(a())));
    down(DiffChange::move_file(a(), b()), none().old_text("x"), Err(NotInV1::NewText(b())));
    down(DiffChange::copy(a(), b()), none().old_text("x"), Err(NotInV1::NewText(b())));
}

#[test]
fn what_is_not_text_has_no_v1_form() {
    let texts = || FileTexts::new().old_text("x").new_text("y");
    for file_type in ["binary", "directory", "symlink", "_socket"] {
        let file_type = DiffFileType::from(file_type);
        let change = DiffChange::modify(path("/a")).file_type(file_type.clone());
        down(change, texts(), Err(NotInV1::FileType(file_type)));
    }
    let other = DiffChange::other("_x", object(json!({"fileType": "text"}))).unwrap();
    down(other, texts(), Err(NotInV1::Operation("_x".into())));
}

#[test]
fn meta_of_a_change_goes_with_each_of_its_blocks() {
    let change = DiffChange::move_file(path("/a"), path("/b"))
        .file_type(DiffFileType::Text)
        .meta(object(json!({"k": 1})));
    let blocks = change_to_v1(change, FileTexts::new().old_text("x").new_text("y")).unwrap();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        assert_eq!(block.meta, Some(object(json!({"k": 1}))));
    }
}

#[test]
fn a_diff_asks_for_the_texts_of_each_change_and_fails_whole() {
    let diff = |last: DiffChange| {
        v2::Diff::new(vec![DiffChange::add(path("/a")), DiffChange::delete(path("/b")), last])
            .patch(DiffPatch::git_patch("x"))
    };
    let supply = |change: &DiffChange| {
        let name = change.path().map_or("?", |path| path.as_str());
        FileTexts::new().old_text(format!("old {name}")).new_text(format!("new {name}"))
    };

    let blocks = diff_to_v1(diff(DiffChange::copy(path("/b"), path("/c"))), supply).unwrap();
    assert_eq!(
        blocks,
        [
            v1::Diff::new(path("/a"), "new /a"),
            v1::Diff::delete(path("/b"), "old /b"),
            v1::Diff::new(path("/c"), "new /c"),
        ]
    );

    let unknown = DiffChange::other("_x", object(json!({}))).unwrap();
    assert_eq!(diff_to_v1(diff(unknown), supply), Err(NotInV1::Operation("_x".into())));
}

#[test]
fn v1_to_v2_to_v1_is_the_same_where_the_texts_are_known() {
    for block in [
        v1::Diff::new(path("/a"), "new"),
        v1::Diff::new(path("/a"), "new").old_text("old"),
        v1::Diff::delete(path("/a"), "old").meta(object(json!({"k": 1}))),
    ] {
        let mut texts = FileTexts::new().new_text(block.new_text.clone());
        texts.old_text.clone_from(&block.old_text);
        assert_eq!(change_to_v1(DiffChange::from(block.clone()), texts), Ok(vec![block]));
    }
}
