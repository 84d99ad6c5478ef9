//! Tool calls: the three states, and what they do to what is known.

use acp_diff_types::MaybeUndefined::{Null, Undefined, Value};
use acp_diff_types::v2::{
    Diff, DiffChange, ToolCallCancelCapabilities, ToolCallCapabilities, ToolCallContent,
    ToolCallContentChunk, ToolCallLocation, ToolCallStatus, ToolCallUpdate, ToolKind,
};
use serde_json::json;

use crate::support::{check, object, path, read};

fn text(text: &str) -> ToolCallContent {
    ToolCallContent::from(acp_diff_types::content::ContentBlock::from(text))
}

#[test]
fn kinds_are_strings() {
    for (kind, text) in [
        (ToolKind::Read, "\"read\""),
        (ToolKind::Edit, "\"edit\""),
        (ToolKind::Delete, "\"delete\""),
        (ToolKind::Move, "\"move\""),
        (ToolKind::Search, "\"search\""),
        (ToolKind::Execute, "\"execute\""),
        (ToolKind::Think, "\"think\""),
        (ToolKind::Fetch, "\"fetch\""),
        (ToolKind::SwitchMode, "\"switch_mode\""),
        (ToolKind::Other, "\"other\""),
        (ToolKind::Unknown("_dance".into()), "\"_dance\""),
        (ToolKind::Unknown("unknown".into()), "\"unknown\""),
    ] {
        check(&kind, text);
    }
}

#[test]
fn statuses_are_strings() {
    for (status, text) in [
        (ToolCallStatus::Pending, "\"pending\""),
        (ToolCallStatus::InProgress, "\"in_progress\""),
        (ToolCallStatus::Paused, "\"paused\""),
        (ToolCallStatus::Completed, "\"completed\""),
        (ToolCallStatus::Failed, "\"failed\""),
        (ToolCallStatus::Cancelled, "\"cancelled\""),
        (ToolCallStatus::Other("_stuck".into()), "\"_stuck\""),
    ] {
        check(&status, text);
    }
}

#[test]
fn locations() {
    check(&ToolCallLocation::new(path("/a")), r#"{"path":"/a"}"#);
    check(
        &ToolCallLocation::new(path("/a")).line(0).meta(object(json!({"k": 1}))),
        r#"{"path":"/a","line":0,"_meta":{"k":1}}"#,
    );
    serde_json::from_value::<ToolCallLocation>(json!({"path": "a"})).unwrap_err();
    serde_json::from_value::<ToolCallLocation>(json!({"path": "/a", "line": -1})).unwrap_err();
}

#[test]
fn capabilities() {
    check(&ToolCallCapabilities::new(), "{}");
    let cancel = ToolCallCancelCapabilities::new().meta(object(json!({"k": 1})));
    check(
        &ToolCallCapabilities::new().cancel(cancel).meta(object(json!({"k": 2}))),
        r#"{"cancel":{"_meta":{"k":1}},"_meta":{"k":2}}"#,
    );
}

#[test]
fn a_chunk_has_one_item() {
    check(
        &ToolCallContentChunk::new("1", Diff::new(vec![])).meta(object(json!({"k": 1}))),
        r#"{"toolCallId":"1","content":{"type":"diff","changes":[]},"_meta":{"k":1}}"#,
    );
    serde_json::from_value::<ToolCallContentChunk>(json!({"toolCallId": "1"})).unwrap_err();
}

#[test]
fn an_update_writes_omitted_null_and_value() {
    check(&ToolCallUpdate::new("1"), r#"{"toolCallId":"1"}"#);

    let mut cleared = ToolCallUpdate::new("1")
        .name(None)
        .title(None)
        .kind(None)
        .status(None)
        .content(None)
        .locations(None)
        .capabilities(None)
        .meta(None);
    (cleared.raw_input, cleared.raw_output) = (Null, Null);
    check(
        &cleared,
        r#"{"toolCallId":"1","name":null,"title":null,"kind":null,"status":null,"content":null,"locations":null,"rawInput":null,"rawOutput":null,"capabilities":null,"_meta":null}"#,
    );
    check(
        &ToolCallUpdate::new("1")
            .name("edit_file")
            .title("Edit /a")
            .kind(ToolKind::Edit)
            .status(ToolCallStatus::InProgress)
            .content(vec![Diff::new(vec![DiffChange::modify(path("/a"))]).into()])
            .locations(vec![ToolCallLocation::new(path("/a")).line(3)])
            .raw_input(json!({"path": "/a"}))
            .raw_output(json!([true]))
            .capabilities(ToolCallCapabilities::new())
            .meta(object(json!({"k": null}))),
        r#"{"toolCallId":"1","name":"edit_file","title":"Edit /a","kind":"edit","status":"in_progress","content":[{"type":"diff","changes":[{"operation":"modify","path":"/a"}]}],"locations":[{"path":"/a","line":3}],"rawInput":{"path":"/a"},"rawOutput":[true],"capabilities":{},"_meta":{"k":null}}"#,
    );
}

#[test]
fn an_update_with_a_wrong_field_is_refused() {
    for (field, value) in [
        ("title", json!(1)),
        ("kind", json!(["edit"])),
        ("status", json!(true)),
        ("content", json!([{"type": "diff"}])),
        ("locations", json!([{"path": "relative"}])),
        ("capabilities", json!("all")),
        ("_meta", json!([])),
    ] {
        let mut update = json!({"toolCallId": "1"});
        update[field] = value;
        serde_json::from_value::<ToolCallUpdate>(update).expect_err(field);
    }
    serde_json::from_value::<ToolCallUpdate>(json!({})).unwrap_err();
}

#[test]
fn omitted_stays_null_clears_and_a_value_replaces() {
    let known = || {
        ToolCallUpdate::new("1")
            .title("old")
            .kind(ToolKind::Edit)
            .status(ToolCallStatus::Pending)
            .content(vec![text("a"), text("b")])
    };

    let mut call = known();
    call.apply_update(ToolCallUpdate::new("1")).unwrap();
    assert_eq!(call, known(), "omitted");

    call.apply_update(ToolCallUpdate::new("1").title(None).content(vec![text("c")])).unwrap();
    assert_eq!(call, known().title(None).content(vec![text("c")]), "null and value");

    call.apply_update(ToolCallUpdate::new("1").content(vec![]).title("new")).unwrap();
    assert_eq!(call, known().title("new").content(vec![]), "a list is replaced whole");
}

#[test]
fn meta_is_patched_key_by_key() {
    let meta = |value| ToolCallUpdate::new("1").meta(object(value));
    let mut call = meta(json!({"a": 1, "b": {"x": 1, "y": 1}, "c": 1}));
    call.apply_update(meta(json!({"a": null, "b": {"x": 2, "z": null}, "d": 4, "e": null})))
        .unwrap();
    assert_eq!(call, meta(json!({"b": {"x": 2, "z": null}, "c": 1, "d": 4})));

    call.apply_update(ToolCallUpdate::new("1")).unwrap();
    assert!(call.meta.value().is_some());
    call.apply_update(ToolCallUpdate::new("1").meta(None)).unwrap();
    assert_eq!(call.meta, Null);
    call.apply_update(meta(json!({"a": 1, "b": null}))).unwrap();
    assert_eq!(call, meta(json!({"a": 1})));
}

#[test]
fn chunks_are_appended() {
    let mut call = ToolCallUpdate::new("1");
    for known in [Undefined, Null, Value(vec![text("a")])] {
        call.content = known.clone();
        call.apply_chunk(ToolCallContentChunk::new("1", text("b"))).unwrap();
        let mut expected = known.into_value().unwrap_or_default();
        expected.push(text("b"));
        assert_eq!(call.content, Value(expected));
    }
}

#[test]
fn an_update_of_another_tool_call_changes_nothing() {
    let mut call = ToolCallUpdate::new("1").title("old");
    let error = call.apply_update(ToolCallUpdate::new("2").title("new")).unwrap_err();
    assert_eq!((error.expected.as_str(), error.found.as_str()), ("1", "2"));
    call.apply_chunk(ToolCallContentChunk::new("2", text("b"))).unwrap_err();
    assert_eq!(call, ToolCallUpdate::new("1").title("old"));
}

#[test]
fn unknown_fields_of_raw_values_stay() {
    let update = json!({"toolCallId": "1", "rawInput": {"a": [null, {"b": 1e300}]}});
    assert_eq!(crate::support::written(&read::<ToolCallUpdate>(update.clone())), update);
}
