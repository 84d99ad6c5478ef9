//! Lenient reading: what is left out, and that it is all returned.

use acp_diff_types::content::ContentBlock;
use acp_diff_types::lenient::{self, Lenient};
use acp_diff_types::v1;
use acp_diff_types::v2::{
    Diff, DiffChange, RequestPermissionRequest, RequestPermissionResponse, SessionNotification,
    ToolCallContent, ToolCallUpdate,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::support::written;

/// `input` is read as `kept`, and exactly the parts at `skipped` come back as they were.
#[track_caller]
fn check<T: Lenient + Serialize>(input: &Value, kept: &Value, skipped: &[&str]) {
    let read = lenient::read::<T>(input.clone()).unwrap();
    assert_eq!(written(&read.value), *kept, "kept");

    let pointers: Vec<_> = read.skipped.iter().map(|skip| skip.pointer.as_str()).collect();
    assert_eq!(pointers, skipped, "skipped");
    for skip in &read.skipped {
        assert_eq!(input.pointer(&skip.pointer), Some(&skip.value), "the part as it came");
        assert!(!skip.error.is_empty());
    }
}

#[track_caller]
fn refused<T: Lenient + std::fmt::Debug>(input: &Value, expected: &str) {
    let error = lenient::read::<T>(input.clone()).unwrap_err().to_string();
    assert!(error.contains(expected), "{error:?} does not say {expected:?}");
}

#[test]
fn what_is_well_formed_is_read_whole() {
    let diff = json!({
        "changes": [{"operation": "add", "path": "/a"}, {"operation": "_x", "path": 1}],
        "patch": {"format": "git_patch", "diff": "x"},
        "_meta": {"k": 1},
    });
    check::<Diff>(&diff, &diff, &[]);
}

#[test]
fn malformed_changes_are_skipped_and_returned() {
    check::<Diff>(
        &json!({"changes": [
            {"operation": "delete", "path": "secrets"},
            {"operation": "modify", "path": "/a"},
            {"operation": "move", "path": "/b"},
            null,
            {"path": "/c"},
            {"operation": "delete", "path": "/d"},
        ]}),
        &json!({"changes": [
            {"operation": "modify", "path": "/a"},
            {"operation": "delete", "path": "/d"},
        ]}),
        &["/changes/0", "/changes/2", "/changes/3", "/changes/4"],
    );
}

#[test]
fn a_malformed_optional_field_costs_only_itself() {
    check::<Diff>(
        &json!({
            "changes": [
                {"operation": "add", "path": "/a", "fileType": 1, "mimeType": 2, "_meta": 3},
                {"operation": "move", "oldPath": "/b", "path": "/c", "fileType": "text", "_meta": []},
            ],
            "patch": {"format": "git_patch", "diff": "x", "_meta": "m"},
            "_meta": false,
        }),
        &json!({
            "changes": [
                {"operation": "add", "path": "/a"},
                {"operation": "move", "oldPath": "/b", "path": "/c", "fileType": "text"},
            ],
            "patch": {"format": "git_patch", "diff": "x"},
        }),
        &[
            "/changes/0/fileType",
            "/changes/0/mimeType",
            "/changes/0/_meta",
            "/changes/1/_meta",
            "/patch/_meta",
            "/_meta",
        ],
    );
}

#[test]
fn a_malformed_patch_is_skipped_and_the_changes_stay() {
    for patch in [
        json!({"format": "git_patch"}),
        json!({"format": "git_patch", "diff": "x", "text": "y"}),
        json!("diff --git"),
    ] {
        check::<Diff>(
            &json!({"changes": [{"operation": "add", "path": "/a"}], "patch": patch}),
            &json!({"changes": [{"operation": "add", "path": "/a"}]}),
            &["/patch"],
        );
    }
}

#[test]
fn a_skipped_item_is_returned_whole_not_in_pieces() {
    check::<Vec<DiffChange>>(
        &json!([{"operation": "add", "path": "rel", "fileType": 1, "_meta": 2}]),
        &json!([]),
        &["/0"],
    );
}

#[test]
fn content_lists_lose_only_their_malformed_items() {
    check::<Vec<ToolCallContent>>(
        &json!([
            {"type": "diff", "path": "v1", "newText": ""},
            {"type": "diff", "changes": [{"operation": "add", "path": "rel"}]},
            {"type": "diff", "path": "/v1", "newText": "", "_meta": 1},
            {"type": "_new", "changes": 1},
            {"type": "content", "content": {"type": "text", "text": "x", "annotations": 1}},
            {"type": "content", "content": {"type": "text"}},
            {"type": "terminal", "terminalId": "t", "_meta": 1},
        ]),
        &json!([
            {"type": "diff", "changes": []},
            {"type": "diff", "path": "/v1", "newText": ""},
            {"type": "_new", "changes": 1},
            {"type": "content", "content": {"type": "text", "text": "x"}},
            {"type": "terminal", "terminalId": "t"},
        ]),
        &["/0", "/1/changes/0", "/2/_meta", "/4/content/annotations", "/5", "/6/_meta"],
    );
}

#[test]
fn v1_content_is_read_the_same_way() {
    check::<Vec<v1::ToolCallContent>>(
        &json!([
            {"type": "diff", "path": "/a", "newText": "x", "_meta": 1},
            {"type": "diff", "path": "/a", "newText": "x", "oldText": 1},
            {"type": "diff", "path": "/a", "newText": "x", "deleted": "yes"},
        ]),
        &json!([{"type": "diff", "path": "/a", "newText": "x"}]),
        &["/0/_meta", "/1", "/2"],
    );
}

#[test]
fn what_must_be_there_must_be_well_formed() {
    refused::<Diff>(&json!({}), "missing field `changes`");
    refused::<Diff>(&json!({"changes": {"operation": "add"}, "_meta": 1}), "invalid type");
    refused::<Vec<ToolCallContent>>(&json!({"type": "diff"}), "invalid type");
    refused::<DiffChange>(&json!({"operation": "add", "path": "a"}), "is not absolute");
}

#[test]
fn the_position_in_a_list_is_known() {
    let input = json!({"changes": [{"operation": "add", "path": "/a"}, 7], "_meta": 1});
    let read = lenient::read::<Diff>(input).unwrap();
    let positions: Vec<_> = read.skipped.iter().map(lenient::Skipped::index).collect();
    assert_eq!(positions, [Some(1), None]);
}

#[test]
fn a_malformed_field_of_an_update_is_omitted_not_cleared() {
    check::<ToolCallUpdate>(
        &json!({
            "toolCallId": "1", "name": 1, "title": {}, "kind": [], "status": 7,
            "content": [{"type": "diff"}, {"type": "_x"}],
            "locations": [{"path": "rel"}, {"path": "/a", "line": -1, "_meta": 1}],
            "rawInput": null, "capabilities": {"cancel": 1, "_meta": {}}, "_meta": 3,
        }),
        &json!({
            "toolCallId": "1", "content": [{"type": "_x"}], "locations": [{"path": "/a"}],
            "rawInput": null, "capabilities": {"_meta": {}},
        }),
        &[
            "/name",
            "/title",
            "/kind",
            "/status",
            "/content/0",
            "/locations/0",
            "/locations/1/line",
            "/locations/1/_meta",
            "/capabilities/cancel",
            "/_meta",
        ],
    );
    check::<ToolCallUpdate>(
        &json!({"toolCallId": "1", "content": {}, "locations": "/a"}),
        &json!({"toolCallId": "1"}),
        &["/content", "/locations"],
    );
}

#[test]
fn blocks_lose_only_their_malformed_optional_fields() {
    check::<Vec<ContentBlock>>(
        &json!([
            {"type": "image", "data": "", "mimeType": "a/b", "uri": 1, "annotations": 1},
            {"type": "audio", "data": "", "mimeType": "a/b", "_meta": 1},
            {"type": "resource_link", "name": "n", "uri": "u", "title": 1, "description": [],
             "icons": [{"src": "x"}, 1], "mimeType": 1, "size": "big", "annotations": 1},
            {"type": "resource", "resource": {"uri": "u", "text": "x", "mimeType": 1, "_meta": 1}},
            {"type": "resource", "resource": {"uri": "u", "blob": 1}},
        ]),
        &json!([
            {"type": "image", "data": "", "mimeType": "a/b"},
            {"type": "audio", "data": "", "mimeType": "a/b"},
            {"type": "resource_link", "name": "n", "uri": "u", "icons": [{"src": "x"}]},
            {"type": "resource", "resource": {"uri": "u", "text": "x"}},
        ]),
        &[
            "/0/uri",
            "/0/annotations",
            "/1/_meta",
            "/2/title",
            "/2/description",
            "/2/icons/1",
            "/2/mimeType",
            "/2/size",
            "/2/annotations",
            "/3/resource/mimeType",
            "/3/resource/_meta",
            "/4",
        ],
    );
}

#[test]
fn a_notification_is_read_as_deep_as_its_diff() {
    let notification = |update| json!({"sessionId": "s", "update": update});
    let update = |changes| {
        json!({"sessionUpdate": "tool_call_update", "toolCallId": "1",
               "content": [{"type": "diff", "changes": changes}]})
    };
    check::<SessionNotification>(
        &notification(update(json!([{"operation": "delete", "path": "secrets"}, 1]))),
        &notification(update(json!([]))),
        &["/update/content/0/changes/0", "/update/content/0/changes/1"],
    );
    let chunk = json!({"sessionUpdate": "tool_call_content_chunk", "toolCallId": "1",
                       "content": {"type": "diff"}});
    refused::<SessionNotification>(&notification(chunk), "missing field `changes`");
}

#[test]
fn what_a_person_is_asked_must_be_whole() {
    let request = json!({
        "sessionId": "s", "title": "?", "description": 1, "_meta": 1,
        "subject": {"type": "tool_call", "_meta": 1, "toolCall": {
            "toolCallId": "1", "content": [{"type": "diff"}, {"type": "_x"}]}},
        "options": [{"optionId": "y", "name": "Yes", "kind": "allow_once"}],
    });
    check::<RequestPermissionRequest>(
        &request,
        &json!({
            "sessionId": "s", "title": "?",
            "subject": {"type": "tool_call", "toolCall": {
                "toolCallId": "1", "content": [{"type": "_x"}]}},
            "options": [{"optionId": "y", "name": "Yes", "kind": "allow_once"}],
        }),
        &["/description", "/subject/toolCall/content/0", "/subject/_meta", "/_meta"],
    );
    for (key, value) in [
        ("title", json!(1)),
        ("subject", json!({"type": "command", "command": "rm"})),
        ("toolCall", json!({"toolCallId": "2"})),
        ("options", json!([{"optionId": "y"}])),
    ] {
        let mut request = request.clone();
        request[key] = value;
        lenient::read::<RequestPermissionRequest>(request).expect_err(key);
    }
}

/// Wherever `_meta` may be: it is left out, this is told, and nothing else is lost.
#[test]
fn a_problem_of_meta_never_costs_a_permission_request() {
    let call = json!({
        "toolCallId": "1", "locations": [{"path": "/a"}], "capabilities": {"cancel": {}},
        "content": [
            {"type": "diff", "changes": [{"operation": "add", "path": "/a"}],
             "patch": {"format": "git_patch", "diff": "x"}},
            {"type": "diff", "path": "/b", "newText": "x"},
            {"type": "content", "content": {"type": "resource", "resource": {"uri": "u", "text": "x"}}},
            {"type": "terminal", "terminalId": "t"},
        ],
    });
    let options = json!([
        {"optionId": "y", "name": "Yes", "kind": "allow_once"},
        {"optionId": "n", "name": "No", "kind": "reject_once"},
    ]);
    let requests = [
        json!({"sessionId": "s", "toolCall": call, "options": options}),
        json!({"sessionId": "s", "title": "?", "options": options,
               "subject": {"type": "tool_call", "toolCall": call}}),
        json!({"sessionId": "s", "title": "?", "options": options, "toolCall": call,
               "subject": {"type": "tool_call", "toolCall": call}}),
        json!({"sessionId": "s", "title": "?", "options": options,
               "subject": {"type": "command", "command": "ls", "cwd": "/"}}),
    ];
    for request in requests {
        let whole = lenient::read::<RequestPermissionRequest>(request.clone()).unwrap();
        for place in objects(&request, "") {
            for meta in [json!(1), json!([]), json!("x"), json!(false)] {
                let mut odd = request.clone();
                odd.pointer_mut(&place).unwrap()["_meta"] = meta;
                let read = lenient::read::<RequestPermissionRequest>(odd).expect(&place);
                assert_eq!(read.value, whole.value, "{place}");
                let skipped: Vec<_> = read.skipped.iter().map(|skip| &*skip.pointer).collect();
                assert_eq!(skipped, [format!("{place}/_meta")]);
            }
        }
    }
}

/// The pointers to all objects of a value, itself included.
fn objects(value: &Value, at: &str) -> Vec<String> {
    match value {
        Value::Object(object) => {
            let below =
                object.iter().flat_map(|(key, value)| objects(value, &format!("{at}/{key}")));
            std::iter::once(at.to_owned()).chain(below).collect()
        }
        Value::Array(items) => {
            let below = items.iter().enumerate();
            below.flat_map(|(index, value)| objects(value, &format!("{at}/{index}"))).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn an_answer_keeps_its_outcome() {
    check::<RequestPermissionResponse>(
        &json!({"outcome": {"outcome": "selected", "optionId": "y", "_meta": 1}, "_meta": []}),
        &json!({"outcome": {"outcome": "selected", "optionId": "y"}}),
        &["/outcome/_meta", "/_meta"],
    );
    refused::<RequestPermissionResponse>(&json!({"outcome": {"outcome": "selected"}}), "optionId");
}
