//! The edges of the format: nulls, unknown values, malformed bodies.

use std::fmt::Debug;

use acp_diff_types::content::ContentBlock;
use acp_diff_types::v2::{
    DiffChange, DiffChangeDetails, DiffFileType, DiffPatch, DiffPatchFormat, PatchKey,
};
use acp_diff_types::{AbsolutePath, Other, v1, v2};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::support::{object, path, read, written};

/// `value` is read and written back as it was.
#[track_caller]
fn kept<T: Serialize + DeserializeOwned>(value: &Value) {
    assert_eq!(written(&read::<T>(value.clone())), *value);
}

/// `value` is refused with an error that says `expected`.
#[track_caller]
fn refused<T: DeserializeOwned + Debug>(value: &Value, expected: &str) {
    let error = serde_json::from_value::<T>(value.clone()).unwrap_err().to_string();
    assert!(error.contains(expected), "{value}: {error:?} does not say {expected:?}");
    let error = serde_json::from_str::<T>(&value.to_string()).unwrap_err().to_string();
    assert!(error.contains(expected), "{value} as text: {error:?} does not say {expected:?}");
}

/// Two spellings of one value.
#[track_caller]
fn same<T: DeserializeOwned + PartialEq + Debug>(one: Value, other: Value) {
    assert_eq!(read::<T>(one), read::<T>(other));
}

// Null

#[test]
fn null_is_the_same_as_omitted() {
    same::<v2::Diff>(json!({"changes": [], "patch": null, "_meta": null}), json!({"changes": []}));
    same::<DiffChange>(
        json!({"operation": "add", "path": "/a", "fileType": null, "mimeType": null, "_meta": null}),
        json!({"operation": "add", "path": "/a"}),
    );
    same::<DiffPatch>(
        json!({"format": "git_patch", "diff": "x", "text": null, "_meta": null}),
        json!({"format": "git_patch", "diff": "x"}),
    );
    same::<v1::Diff>(
        json!({"path": "/a", "newText": "x", "oldText": null, "deleted": null, "_meta": null}),
        json!({"path": "/a", "newText": "x"}),
    );
    same::<v2::ToolCallContent>(
        json!({"type": "content", "_meta": null,
               "content": {"type": "text", "text": "x", "annotations": null, "_meta": null}}),
        json!({"type": "content", "content": {"type": "text", "text": "x"}}),
    );
    same::<v2::ToolCallContent>(
        json!({"type": "terminal", "terminalId": "t", "_meta": null}),
        json!({"type": "terminal", "terminalId": "t"}),
    );
}

#[test]
fn null_is_written_as_omitted() {
    let diff: v2::Diff = read(json!({"changes": [], "patch": null, "_meta": null}));
    assert_eq!(written(&diff), json!({"changes": []}));
}

#[test]
fn a_required_field_may_not_be_null() {
    refused::<v2::Diff>(&json!({"changes": null}), "null");
    refused::<DiffChange>(&json!({"operation": "add", "path": null}), "null");
    refused::<v1::Diff>(&json!({"path": "/a", "newText": null}), "null");
    refused::<DiffPatch>(&json!({"format": "git_patch", "diff": null}), "missing field `diff`");
}

// Unknown

#[test]
fn an_unknown_operation_is_kept_whole() {
    let change = json!({
        "operation": "_chmod",
        "path": "not/absolute",
        "oldPath": 5,
        "fileType": {"kind": "text"},
        "mimeType": null,
        "_meta": "not an object",
        "mode": [0o755, -1, 0.1, 1.5e300, u64::MAX, null, {"deep": [[]]}],
    });
    kept::<DiffChange>(&change);

    let read: DiffChange = read(change.clone());
    assert_eq!((read.operation(), read.path(), read.old_path()), ("_chmod", None, None));
    assert_eq!(read.details(), None);
    let DiffChange::Other(other) = read else { panic!("{read:?}") };
    assert!(other.is_extension());
    assert_eq!(Value::Object(other.into_object()), change);
}

#[test]
fn known_discriminators_are_lower_case_and_exact() {
    for operation in ["Add", "ADD", "add ", "rename", ""] {
        kept::<DiffChange>(&json!({"operation": operation, "path": "/a"}));
    }
    for kind in ["Diff", "tool_diff", ""] {
        kept::<v1::ToolCallContent>(&json!({"type": kind}));
        kept::<v2::ToolCallContent>(&json!({"type": kind}));
    }
}

#[test]
fn unknown_content_is_kept_whole_at_any_depth() {
    let chart = json!({"type": "_chart", "changes": 5, "path": "rel", "_meta": [], "x": null});
    kept::<v1::ToolCallContent>(&chart);
    kept::<v2::ToolCallContent>(&chart);
    kept::<v2::ToolCallContent>(&json!({"type": "content", "content": chart}));
    kept::<v2::ToolCallContent>(&json!({
        "type": "diff",
        "changes": [{"operation": "link", "from": "a"}, {"operation": "add", "path": "/b"}],
        "patch": {"format": "ed_script", "data": "MWQK", "encoding": null},
    }));
}

#[test]
fn images_and_resources_are_kept_whole() {
    for block in [
        json!({"type": "image", "data": "aGk=", "mimeType": "image/png", "uri": "data:,"}),
        json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "name": "n", "uri": "file:///n", "size": 3}),
        json!({"type": "resource", "resource": {"uri": "file:///n", "text": "t"}}),
    ] {
        kept::<ContentBlock>(&block);
    }
}

#[test]
fn an_unknown_patch_format_is_kept_whole() {
    let patch = json!({"format": "_ed", "diff": 1, "text": "1d\n", "_meta": {"k": 1}, "x": [null]});
    kept::<DiffPatch>(&patch);

    let read: DiffPatch = read(patch.clone());
    assert_eq!(read.format(), DiffPatchFormat::Other("_ed".into()));
    assert_eq!(read.text(), Some("1d\n"));
    let asked = read.write_as(PatchKey::Diff);
    assert_eq!(written(&asked), patch, "nothing is renamed in a payload of unknown format");
}

#[test]
fn an_unknown_file_type_is_kept() {
    let change = json!({"operation": "add", "path": "/a", "fileType": "submodule"});
    kept::<DiffChange>(&change);

    let read: DiffChange = read(change);
    let file_type = read.details().and_then(|details| details.file_type.clone());
    assert_eq!(file_type, Some(DiffFileType::Other("submodule".into())));
}

#[test]
fn further_keys_of_a_known_object_are_ignored() {
    same::<DiffChange>(
        json!({"operation": "modify", "path": "/a", "oldPath": 5, "x": 1}),
        json!({"operation": "modify", "path": "/a"}),
    );
    same::<v1::Diff>(
        json!({"type": "diff", "path": "/a", "newText": "", "x": 1}),
        json!({"path": "/a", "newText": ""}),
    );
}

#[test]
fn an_unknown_object_can_be_built_unless_it_is_known() {
    let change = DiffChange::other("_touch", object(json!({"path": "/a", "operation": "add"})));
    let change = change
        .unwrap()
        .file_type(DiffFileType::Text)
        .mime_type("text/plain")
        .meta(object(json!({"k": 1})));
    let wire = json!({
        "operation": "_touch", "path": "/a",
        "fileType": "text", "mimeType": "text/plain", "_meta": {"k": 1},
    });
    assert_eq!(written(&change), wire);
    assert_eq!(read::<DiffChange>(wire), change);

    for known in ["add", "delete", "modify", "move", "copy"] {
        let error = DiffChange::other(known, object(json!({}))).unwrap_err();
        assert_eq!(error.discriminator(), known);
    }
    for known in ["content", "diff", "terminal"] {
        Other::<v1::ToolCallContent>::new(known, object(json!({}))).unwrap_err();
        Other::<v2::ToolCallContent>::new(known, object(json!({}))).unwrap_err();
    }
    Other::<ContentBlock>::new("text", object(json!({}))).unwrap_err();
    Other::<DiffPatch>::new("git_patch", object(json!({}))).unwrap_err();
}

// Malformed

#[test]
fn a_known_operation_with_a_malformed_body_is_an_error() {
    for (body, error) in [
        (json!({}), "missing field `operation`"),
        (json!({"path": "/a"}), "missing field `operation`"),
        (json!({"operation": 1, "path": "/a"}), "`operation` must be a string"),
        (json!({"operation": null, "path": "/a"}), "`operation` must be a string"),
        (json!({"operation": "add"}), "operation `add`: missing field `path`"),
        (json!({"operation": "delete", "path": 1}), "operation `delete`: invalid type"),
        (json!({"operation": "modify", "oldPath": "/a"}), "missing field `path`"),
        (json!({"operation": "move", "path": "/a"}), "missing field `oldPath`"),
        (json!({"operation": "copy", "oldPath": "/a"}), "missing field `path`"),
        (json!({"operation": "add", "path": "/a", "fileType": 1}), "invalid type"),
        (json!({"operation": "add", "path": "/a", "mimeType": []}), "invalid type"),
        (json!({"operation": "add", "path": "/a", "_meta": "x"}), "invalid type"),
        (json!("add"), "invalid type"),
        (json!(["add", "/a"]), "invalid type"),
        (json!(null), "invalid type"),
    ] {
        refused::<DiffChange>(&body, error);
    }
}

#[test]
fn a_relative_path_is_an_error_wherever_it_is() {
    for (operation, old_path, new_path) in [
        ("add", None, "a"),
        ("delete", None, "./a"),
        ("modify", None, "../a"),
        ("move", Some("/a"), "b"),
        ("move", Some("a"), "/b"),
        ("copy", Some("/a"), "C:b"),
        ("copy", Some(""), "/b"),
    ] {
        let mut change = json!({"operation": operation, "path": new_path});
        if let Some(old_path) = old_path {
            change["oldPath"] = old_path.into();
        }
        refused::<DiffChange>(&change, "path \"");
        refused::<v2::Diff>(&json!({"changes": [change]}), "path \"");
        refused::<v2::ToolCallContent>(&json!({"type": "diff", "changes": [change]}), "path \"");
    }
    let v1 = json!({"type": "diff", "path": "a", "newText": ""});
    refused::<v1::Diff>(&v1, "path \"a\" is not absolute");
    refused::<v1::ToolCallContent>(&v1, "path \"a\" is not absolute");
}

#[test]
fn known_content_with_a_malformed_body_is_an_error() {
    for (body, error) in [
        (json!({"type": "content"}), "type `content`: missing field `content`"),
        (json!({"type": "content", "content": "x"}), "invalid type"),
        (json!({"type": "content", "content": {}}), "missing field `type`"),
        (json!({"type": "content", "content": {"type": "text"}}), "type `text`: missing field"),
        (json!({"type": "terminal"}), "missing field `terminalId`"),
        (json!({"type": "terminal", "terminalId": 1}), "invalid type"),
        (json!({"type": ["diff"]}), "`type` must be a string"),
        (json!({}), "missing field `type`"),
        (json!([]), "invalid type"),
    ] {
        refused::<v1::ToolCallContent>(&body, error);
        refused::<v2::ToolCallContent>(&body, error);
    }
    refused::<v1::ToolCallContent>(&json!({"type": "diff", "changes": []}), "missing field `path`");
    refused::<v2::ToolCallContent>(
        &json!({"type": "diff", "path": "/a", "oldText": ""}),
        "missing field `newText`, or `changes`",
    );
}

#[test]
fn a_v1_diff_needs_its_path_and_new_text() {
    refused::<v1::Diff>(&json!({"newText": ""}), "missing field `path`");
    refused::<v1::Diff>(&json!({"path": "/a"}), "missing field `newText`");
    refused::<v1::Diff>(&json!({"path": "/a", "newText": "", "oldText": 1}), "invalid type");
    refused::<v1::Diff>(&json!({"path": "/a", "newText": "", "deleted": 1}), "invalid type");
}

// The two keys of a git patch

#[test]
fn a_patch_is_written_under_both_keys_or_those_it_was_read_under() {
    let built = written(&DiffPatch::git_patch("x"));
    assert_eq!(built, json!({"format": "git_patch", "diff": "x", "text": "x"}));
    for (json, key) in [
        (json!({"format": "git_patch", "diff": "x"}), PatchKey::Diff),
        (json!({"format": "git_patch", "text": "x"}), PatchKey::Text),
        (json!({"format": "git_patch", "diff": "x", "text": "x"}), PatchKey::Both),
    ] {
        kept::<DiffPatch>(&json);
        let read: v2::GitPatch = read(json.clone());
        assert_eq!(read.read_as(), Some(key), "{json}");
        for other in [PatchKey::Diff, PatchKey::Text, PatchKey::Both] {
            let keys: Vec<_> = other.keys().to_vec();
            let again = written(&read.clone().write_as(other));
            assert_eq!(again.as_object().unwrap().keys().collect::<Vec<_>>(), keys);
        }
        assert_eq!(read, v2::GitPatch::new("x"), "the key is no part of the value");
    }
    let null = json!({"format": "git_patch", "diff": null, "text": "x"});
    let read: DiffPatch = read(null);
    assert_eq!(written(&read), json!({"format": "git_patch", "text": "x"}));
}

#[test]
fn a_git_patch_with_two_texts_or_none_is_an_error() {
    let format = "git_patch";
    refused::<DiffPatch>(&json!({"format": format, "diff": "x", "text": "y"}), "differ");
    refused::<DiffPatch>(&json!({"format": format}), "missing field `diff`");
    refused::<DiffPatch>(&json!({"format": format, "text": 1}), "invalid type");
    refused::<DiffPatch>(&json!({"format": 1, "diff": "x"}), "`format` must be a string");
    refused::<DiffPatch>(&json!({"diff": "x"}), "missing field `format`");
}

// Views

#[test]
fn paths_of_a_diff_are_those_of_its_known_changes_in_order() {
    let diff = v2::Diff::new(vec![
        DiffChange::add(path("/a")),
        DiffChange::move_file(path("/b"), path("/c")),
        DiffChange::other("_x", object(json!({"path": "/hidden"}))).unwrap(),
        DiffChange::copy(path("/d"), path("/e")),
    ]);
    let paths: Vec<_> = diff.paths().map(AbsolutePath::as_str).collect();
    assert_eq!(paths, ["/a", "/b", "/c", "/d", "/e"]);
}

#[test]
fn every_known_operation_has_details() {
    for change in [
        DiffChange::add(path("/a")),
        DiffChange::delete(path("/a")),
        DiffChange::modify(path("/a")),
        DiffChange::move_file(path("/a"), path("/b")),
        DiffChange::copy(path("/a"), path("/b")),
    ] {
        assert_eq!(change.details(), Some(&DiffChangeDetails::default()));
        let change = change.file_type(DiffFileType::Directory);
        assert_eq!(written(&change)["fileType"], "directory");
        assert_eq!(written(&change)["operation"], change.operation());
    }
}

#[test]
fn an_array_is_no_object() {
    serde_json::from_value::<v2::Diff>(json!([[]])).unwrap_err();
    serde_json::from_str::<v2::Diff>("[[], null]").unwrap_err();
    serde_json::from_value::<v1::Diff>(json!(["/a", "x", "y"])).unwrap_err();
    serde_json::from_value::<v2::ToolCallUpdate>(json!(["1"])).unwrap_err();
    let request = json!(["s", {"toolCallId": "1"}, null, null, null, []]);
    serde_json::from_value::<v2::RequestPermissionRequest>(request).unwrap_err();
}

#[test]
fn a_key_that_occurs_twice_is_an_error() {
    // As text: a `Value` holds each key once.
    #[track_caller]
    fn twice<T: DeserializeOwned + Debug>(text: &str, key: &str) {
        let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
        assert!(error.contains(&format!("duplicate field `{key}`")), "{text}: {error}");
    }
    twice::<v2::Diff>(r#"{"changes":[],"changes":[]}"#, "changes");
    twice::<DiffChange>(r#"{"operation":"modify","path":"/a","path":"/b"}"#, "path");
    twice::<DiffChange>(r#"{"path":"/a","operation":"modify","path":"/b"}"#, "path");
    twice::<DiffChange>(r#"{"path":"/a","path":"/b","operation":"modify"}"#, "path");
    twice::<DiffChange>(r#"{"operation":"add","path":"/a","operation":"delete"}"#, "operation");
    twice::<DiffChange>(r#"{"path":"/a","operation":"add","operation":"delete"}"#, "operation");
    twice::<DiffChange>(r#"{"operation":"_x","operation":"add","path":"/a"}"#, "operation");
    twice::<DiffChange>(r#"{"operation":"_x","k":1,"k":2}"#, "k");
    twice::<DiffPatch>(r#"{"format":"git_patch","diff":"x","diff":"y"}"#, "diff");
    twice::<ContentBlock>(r#"{"type":"text","text":"x","text":"y"}"#, "text");
    twice::<ContentBlock>(
        r#"{"type":"resource","resource":{"uri":"u","text":"x","text":"y"}}"#,
        "text",
    );
    twice::<v2::RequestPermissionResponse>(
        r#"{"outcome":{"outcome":"selected","optionId":"no","optionId":"yes"}}"#,
        "optionId",
    );
    twice::<v2::SessionNotification>(
        r#"{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"1","content":[
            {"type":"diff","changes":[{"operation":"modify","path":"/a","path":"/b"}]}]}}"#,
        "path",
    );
}

#[test]
fn an_error_says_where_in_the_text_it_is() {
    let text = "{\"changes\": [\n  {\"operation\": \"modify\", \"path\": \"a\"}\n]}";
    let error = serde_json::from_str::<v2::Diff>(text).unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 38), "{error}");
}

#[test]
fn the_discriminator_may_be_anywhere() {
    for text in [
        r#"{"operation":"move","oldPath":"/a","path":"/b","fileType":"text"}"#,
        r#"{"oldPath":"/a","operation":"move","path":"/b","fileType":"text"}"#,
        r#"{"oldPath":"/a","path":"/b","fileType":"text","operation":"move"}"#,
    ] {
        let change = serde_json::from_str::<DiffChange>(text).unwrap();
        let moved = DiffChange::move_file(path("/a"), path("/b")).file_type(DiffFileType::Text);
        assert_eq!(change, moved, "{text}");
    }
}

#[test]
fn a_resource_has_text_or_blob_and_null_is_neither() {
    let resource = |fields: Value| {
        let mut resource = json!({"type": "resource", "resource": {"uri": "u"}});
        object_mut(&mut resource["resource"]).extend(object(fields));
        resource
    };
    same::<ContentBlock>(
        resource(json!({"text": "x", "blob": null})),
        resource(json!({"text": "x"})),
    );
    same::<ContentBlock>(
        resource(json!({"text": null, "blob": "x"})),
        resource(json!({"blob": "x"})),
    );
    refused::<ContentBlock>(&resource(json!({"text": "x", "blob": "x"})), "send only one");
    refused::<ContentBlock>(&resource(json!({"text": null})), "missing field `text` or `blob`");
    refused::<ContentBlock>(&resource(json!({"text": 1})), "invalid type");
}

fn object_mut(value: &mut Value) -> &mut acp_diff_types::Meta {
    value.as_object_mut().unwrap()
}

#[test]
fn depth_is_an_error_and_no_overflow() {
    let deep = |open: &str| open.repeat(100_000);
    for text in [
        format!(r#"{{"changes":[],"_meta":{}"#, deep(r#"{"k":"#)),
        format!(r#"{{"changes":[{{"operation":"_x","k":{}"#, deep("[")),
        format!(r#"{{"changes":[{{"k":{}"#, deep("[")),
        deep(r#"{"changes":["#),
    ] {
        let error = serde_json::from_str::<v2::Diff>(&text).unwrap_err();
        assert!(error.to_string().contains("recursion limit"), "{error}");
    }
}

// Written

#[test]
fn what_would_be_refused_is_not_written() {
    let update = v2::ToolCallUpdate::new;
    let request = v2::RequestPermissionRequest::new("s", update("1"), vec![]);
    let two = request.clone().subject(update("2"));
    let error = serde_json::to_value(&two).unwrap_err().to_string();
    assert!(error.contains("`toolCall` and `subject` differ"), "{error}");

    let one = request.clone().subject(update("1"));
    assert_eq!(read::<v2::RequestPermissionRequest>(written(&one)), one);

    let mut none = request;
    none.tool_call = None;
    let error = serde_json::to_value(&none).unwrap_err().to_string();
    assert!(error.contains("missing field `toolCall` or `title`"), "{error}");
}

#[test]
fn a_null_that_is_built_is_the_null_that_is_read() {
    let update = v2::ToolCallUpdate::new("1").raw_input(Value::Null).raw_output(Value::Null);
    assert!(update.raw_input.is_null() && update.raw_output.is_null());
    assert_eq!(read::<v2::ToolCallUpdate>(written(&update)), update);
    let update = v2::ToolCallUpdate::new("1").raw_input(json!([null]));
    assert_eq!(update.raw_input.value(), Some(&json!([null])));
}

// The only readers

/// What is on the wire for each type: an object, and the same values as a list.
#[track_caller]
fn no_list_is_an_object<'de, T: serde::Deserialize<'de> + Debug>(
    deserialize: impl Fn(Value) -> Result<T, serde_json::Error>,
    fields: &Value,
) {
    let error = deserialize(fields.clone()).expect_err(&fields.to_string()).to_string();
    assert!(error.contains("invalid type: sequence"), "{fields}: {error}");
}

/// The functions are called as methods of the types: so may whoever has not imported the trait.
#[test]
fn there_is_no_way_around_the_checked_readers() {
    use acp_diff_types::content::{Content, ImageContent, ResourceLink, Terminal, TextContent};
    use serde::Deserialize as _;

    no_list_is_an_object(v1::Diff::deserialize, &json!(["/a", null, "x"]));
    no_list_is_an_object(v2::Diff::deserialize, &json!([[], null, null]));
    no_list_is_an_object(v2::GitPatch::deserialize, &json!(["x", null, null]));
    no_list_is_an_object(v2::DiffPathChange::deserialize, &json!(["/a"]));
    no_list_is_an_object(v2::DiffPathPairChange::deserialize, &json!(["/a", "/b"]));
    no_list_is_an_object(v2::ToolCallUpdate::deserialize, &json!(["1"]));
    no_list_is_an_object(v2::ToolCallLocation::deserialize, &json!(["/a", 1, null]));
    no_list_is_an_object(v2::ToolCallContentChunk::deserialize, &json!(["1"]));
    no_list_is_an_object(v2::ToolCallCapabilities::deserialize, &json!([null, null]));
    no_list_is_an_object(v2::SessionNotification::deserialize, &json!(["s"]));
    no_list_is_an_object(v2::RequestPermissionRequest::deserialize, &json!(["s"]));
    no_list_is_an_object(v2::RequestPermissionResponse::deserialize, &json!([{}]));
    no_list_is_an_object(v2::PermissionOption::deserialize, &json!(["y", "Yes"]));
    no_list_is_an_object(Content::deserialize, &json!([{"type": "text", "text": "x"}]));
    no_list_is_an_object(TextContent::deserialize, &json!(["x", null, null]));
    no_list_is_an_object(ImageContent::deserialize, &json!(["", "a/b"]));
    no_list_is_an_object(ResourceLink::deserialize, &json!(["n", "u"]));
    no_list_is_an_object(Terminal::deserialize, &json!(["t", null]));
}

/// Nor is there one around the check of what is written.
#[test]
fn a_request_that_says_nothing_is_written_by_no_function() {
    let mut request = v2::RequestPermissionRequest::with_title("s", "?", vec![]);
    request.title = None;
    assert!(request.serialize(serde_json::value::Serializer).is_err());
}

// The older shape

#[test]
fn v2_content_reads_the_older_shape_of_a_diff() {
    let older = json!({"type": "diff", "path": "/a", "oldText": "x", "newText": "y"});
    kept::<v2::ToolCallContent>(&older);
    let content: v2::ToolCallContent = read(older);
    let v2::ToolCallContent::OlderDiff(diff) = content else { panic!("{content:?}") };
    assert_eq!(diff, v1::Diff::new(path("/a"), "y").old_text("x"));
    assert_eq!(v2::Diff::from(diff), v2::Diff::new(vec![DiffChange::modify(path("/a"))]));
    kept::<v2::ToolCallContent>(
        &json!({"type": "diff", "path": "/a", "newText": "", "deleted": true, "_meta": {"k": 1}}),
    );
    kept::<v2::ToolCallContentChunk>(
        &json!({"toolCallId": "1", "content": {"type": "diff", "path": "/a", "newText": ""}}),
    );
    refused::<v2::ToolCallContent>(
        &json!({"type": "diff", "path": "/a", "newText": "", "changes": []}),
        "two shapes",
    );
    refused::<v2::ToolCallContent>(&json!({"type": "diff", "path": "/a"}), "missing field");
    refused::<v2::ToolCallContent>(&json!({"type": "diff", "newText": ""}), "missing field `path`");
    refused::<v2::ToolCallContent>(
        &json!({"type": "diff", "path": "a", "newText": ""}),
        "is not absolute",
    );
}

#[test]
fn the_size_of_a_resource_is_unsigned() {
    let link =
        |size: Value| json!({"type": "resource_link", "name": "n", "uri": "u", "size": size});
    kept::<ContentBlock>(&link(json!(u64::MAX)));
    refused::<ContentBlock>(&link(json!(-1)), "invalid value: integer `-1`");
}
