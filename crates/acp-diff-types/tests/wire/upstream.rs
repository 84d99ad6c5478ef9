//! Agreement with the protocol's own Rust types, in both directions, and each known difference by
//! name.

use std::collections::BTreeMap;
use std::fmt::Debug;

use acp_diff_types::content::{Content, ResourceLink, Terminal, TextContent};
use acp_diff_types::v2::{DiffChange, DiffFileType, DiffPatch, PatchKey};
use acp_diff_types::{lenient, v1, v2};
use agent_client_protocol_schema::{v1 as official_v1, v2 as official_v2};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::support::{object, path, read, written};

/// `one` is written, the other side reads that and writes it again, and neither the JSON nor the
/// value that comes back differs.
#[track_caller]
pub(crate) fn agree<Theirs, One>(one: &One)
where
    Theirs: Serialize + DeserializeOwned,
    One: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let sent = written(one);
    let returned = written(&read::<Theirs>(sent.clone()));
    assert_eq!(returned, sent);
    assert_eq!(&read::<One>(returned), one);
}

#[test]
fn their_v1_types_return_ours() {
    type Theirs = official_v1::ToolCallContent;
    let meta = || object(json!({"k": [1, {"n": null}]}));
    for content in [
        v1::ToolCallContent::from(v1::Diff::new(path("/a"), "x")),
        v1::ToolCallContent::from(v1::Diff::new(path(r"C:\a"), "").old_text("é\n").meta(meta())),
        v1::ToolCallContent::Content(Content::new("text").meta(meta())),
        v1::ToolCallContent::Terminal(Terminal::new("t").meta(meta())),
    ] {
        agree::<Theirs, _>(&content);
    }
}

#[test]
fn our_v1_types_return_theirs() {
    type Ours = v1::ToolCallContent;
    let meta = || object(json!({"k": [1, {"n": null}]}));
    let diff = official_v1::Diff::new("/a", "x");
    let link = official_v1::ResourceLink::new("name", "file:///name");
    for content in [
        official_v1::ToolCallContent::from(diff.clone()),
        official_v1::ToolCallContent::from(diff.old_text("y".to_owned()).meta(meta())),
        official_v1::ToolCallContent::from("text"),
        official_v1::ToolCallContent::from(official_v1::ContentBlock::ResourceLink(link)),
        official_v1::ToolCallContent::Terminal(official_v1::Terminal::new("t").meta(meta())),
    ] {
        agree::<Ours, _>(&content);
    }
}

#[test]
fn their_v2_types_return_ours() {
    type Theirs = official_v2::ToolCallContent;
    let meta = || object(json!({"k": [1, {"n": null}]}));
    let changes = || {
        vec![
            DiffChange::add(path("/a")),
            DiffChange::delete(path("/b")).file_type(DiffFileType::Binary),
            DiffChange::modify(path(r"\\s\d\c")).mime_type("text/plain").meta(meta()),
            DiffChange::move_file(path("/d"), path("/e")).file_type(DiffFileType::from("_x")),
            DiffChange::copy(path("/f"), path("/g")).file_type(DiffFileType::Symlink),
            DiffChange::other("_chmod", object(json!({"path": 1, "mode": "0755"}))).unwrap(),
        ]
    };
    for content in [
        v2::ToolCallContent::from(v2::Diff::new(changes())),
        v2::ToolCallContent::from(
            v2::Diff::new(changes())
                .patch(DiffPatch::git_patch("diff --git /a /b\n").write_as(PatchKey::Text))
                .meta(meta()),
        ),
        v2::ToolCallContent::from(
            v2::Diff::new(vec![])
                .patch(read(json!({"format": "_ed", "text": "1d\n", "_meta": {"k": 1}}))),
        ),
        v2::ToolCallContent::Content(
            Content::new(TextContent::new("text").meta(meta())).meta(meta()),
        ),
        v2::ToolCallContent::Terminal(Terminal::new("t").meta(meta())),
        read(json!({"type": "_chart", "data": [1, 2], "_meta": {"k": 1}})),
    ] {
        agree::<Theirs, _>(&content);
    }
}

#[test]
fn our_v2_types_return_theirs() {
    use official_v2::{DiffChange, DiffChangeOperation, DiffFileType, OtherDiffChange};

    let fields = BTreeMap::from([("mode".to_owned(), json!(0o755))]);
    let other = DiffChangeOperation::Other(OtherDiffChange::new("_chmod", fields.clone()));
    let changes = vec![
        DiffChange::add("/a"),
        DiffChange::delete("/b").file_type(DiffFileType::Directory),
        DiffChange::modify("/c").mime_type("text/plain").meta(object(json!({"k": 1}))),
        DiffChange::move_file("/d", "/e").file_type(DiffFileType::Other("_x".to_owned())),
        DiffChange::copy("/f", "/g").file_type(DiffFileType::Text),
        DiffChange::new(other).file_type(DiffFileType::Binary),
    ];
    let unknown = official_v2::OtherToolCallContent::new("_chart", fields);
    for content in [
        official_v2::ToolCallContent::Diff(official_v2::Diff::new(changes.clone())),
        official_v2::ToolCallContent::from("text"),
        official_v2::ToolCallContent::from(official_v2::Terminal::new("t")),
        official_v2::ToolCallContent::Other(unknown),
    ] {
        agree::<v2::ToolCallContent, _>(&content);
    }

    let diff = official_v2::Diff::patch("diff --git /a /b\n", changes);
    let ours = read::<v2::Diff>(written(&diff)).write_patch_as(PatchKey::Text);
    assert_eq!(read::<official_v2::Diff>(written(&ours)), diff);
}

/// What we read leniently is what they read, and nothing they leave out goes unreported.
#[track_caller]
fn same_leniency(input: &Value, skipped: usize) {
    let ours = lenient::read::<v2::Diff>(input.clone()).unwrap();
    let theirs: official_v2::Diff = read(input.clone());
    assert_eq!(written(&ours.value.write_patch_as(PatchKey::Text)), written(&theirs));
    assert_eq!(ours.skipped.len(), skipped);
}

#[test]
fn lenient_reading_leaves_out_what_theirs_leaves_out() {
    let good = json!({"operation": "add", "path": "/a"});
    same_leniency(&json!({"changes": [good, {"operation": "add"}, 1, null, {"path": "/a"}]}), 4);
    same_leniency(&json!({"changes": [good], "patch": {"format": "git_patch"}}), 1);
    same_leniency(&json!({"changes": [good], "patch": 1, "_meta": "x"}), 2);
    same_leniency(
        &json!({"changes": [{"operation": "copy", "oldPath": "/a", "path": "/b",
                             "fileType": 1, "mimeType": [], "_meta": 1}],
                "patch": {"format": "git_patch", "text": "x", "_meta": 1}}),
        4,
    );
    same_leniency(&json!({"changes": [], "patch": null, "_meta": null}), 0);
}

/// No difference: the protocol reserves all further names at the root of a known type for its own
/// future, and `_meta` is where additions go.
#[test]
fn further_keys_of_a_known_object_are_dropped_by_theirs_and_by_ours() {
    let sent = json!({
        "type": "diff", "unknown": 1,
        "changes": [{"operation": "add", "path": "/a", "unknown": 1, "_meta": {"kept": 1}}],
        "patch": {"format": "git_patch", "text": "x", "unknown": 1},
    });
    let kept = json!({
        "type": "diff",
        "changes": [{"operation": "add", "path": "/a", "_meta": {"kept": 1}}],
        "patch": {"format": "git_patch", "text": "x"},
    });
    assert_eq!(written(&read::<official_v2::ToolCallContent>(sent.clone())), kept);
    let v2::ToolCallContent::Diff(ours) = read(sent) else { panic!("not a diff") };
    assert_eq!(written(&v2::ToolCallContent::from(ours.write_patch_as(PatchKey::Text))), kept);

    let sent = json!({"path": "/a", "newText": "x", "unknown": 1, "_meta": {"kept": 1}});
    let kept = json!({"path": "/a", "newText": "x", "_meta": {"kept": 1}});
    assert_eq!(written(&read::<official_v1::Diff>(sent.clone())), kept);
    assert_eq!(written(&read::<v1::Diff>(sent)), kept);
}

#[test]
fn difference_a_size_below_zero_is_left_out_by_theirs_and_refused_by_ours() {
    let link = |size: Value| json!({"name": "n", "uri": "u", "size": size});
    let (huge, negative) = (link(u64::MAX.into()), link((-1).into()));
    assert_eq!(written(&read::<official_v2::ResourceLink>(huge.clone())), huge);
    assert_eq!(written(&read::<ResourceLink>(huge.clone())), huge);
    assert_eq!(read::<official_v2::ResourceLink>(negative.clone()).size, None);
    serde_json::from_value::<ResourceLink>(negative.clone()).unwrap_err();
    let lenient = lenient::read::<ResourceLink>(negative.clone()).unwrap();
    assert_eq!((lenient.value.size, lenient.skipped.len()), (None, 1));
    // Theirs of v1 keeps it.
    assert_eq!(written(&read::<official_v1::ResourceLink>(negative.clone())), negative);
}

#[test]
fn difference_their_patch_has_only_the_key_text() {
    let rfd = json!({"changes": [], "patch": {"format": "git_patch", "diff": "x"}});
    assert_eq!(read::<official_v2::Diff>(rfd.clone()).patch, None);
    assert_eq!(read::<v2::Diff>(rfd).patch, Some(DiffPatch::git_patch("x")));
}

#[test]
fn difference_their_v1_diff_has_no_deleted() {
    let diff = v1::Diff::delete(path("/a"), "x");
    let mut sent = written(&diff);
    let theirs: official_v1::Diff = read(sent.clone());
    object_without(&mut sent, "deleted");
    assert_eq!(written(&theirs), sent);
}

#[test]
fn difference_their_v1_content_has_no_unknown_types() {
    let chart = json!({"type": "_chart"});
    serde_json::from_value::<official_v1::ToolCallContent>(chart.clone()).unwrap_err();
    assert!(matches!(read(chart), v1::ToolCallContent::Other(_)));
}

#[test]
fn difference_their_paths_may_be_relative() {
    let change = json!({"operation": "add", "path": "a"});
    read::<official_v2::DiffChange>(change.clone());
    serde_json::from_value::<DiffChange>(change).unwrap_err();
}

#[test]
fn difference_their_unknown_operations_lose_malformed_details() {
    let change = json!({"operation": "_x", "fileType": 1, "mimeType": null, "_meta": "m"});
    assert_eq!(
        written(&read::<official_v2::DiffChange>(change.clone())),
        json!({"operation": "_x"})
    );
    assert_eq!(written(&read::<DiffChange>(change.clone())), change);
}

#[test]
fn difference_their_unknown_patch_formats_need_text() {
    let patch = json!({"format": "_vcdiff", "data": "1sPE"});
    serde_json::from_value::<official_v2::DiffPatch>(patch.clone()).unwrap_err();
    assert_eq!(written(&read::<DiffPatch>(patch.clone())), patch);
}

fn object_without(value: &mut Value, key: &str) {
    assert!(value.as_object_mut().and_then(|object| object.remove(key)).is_some());
}

#[test]
fn difference_the_schema_page_lacks_terminal_and_theirs_has_it() {
    let terminal = json!({"type": "terminal", "terminalId": "t"});
    assert!(matches!(read(terminal.clone()), official_v2::ToolCallContent::Terminal(_)));
    assert!(matches!(read(terminal.clone()), v2::ToolCallContent::Terminal(_)));
    serde_json::from_value::<v2::ToolCallContent>(json!({"type": "terminal"})).unwrap_err();
}

#[test]
fn difference_their_permission_request_has_a_title_and_a_subject_where_the_schema_page_has_a_tool_call()
 {
    let page = json!({"sessionId": "s", "toolCall": {"toolCallId": "1"}, "options": []});
    serde_json::from_value::<official_v2::RequestPermissionRequest>(page.clone()).unwrap_err();
    let ours: v2::RequestPermissionRequest = read(page.clone());
    assert_eq!(ours.tool_call(), Some(&v2::ToolCallUpdate::new("1")));
    assert_eq!(written(&ours), page);
    // The page's shape is the one of version 1.
    assert_eq!(written(&read::<official_v1::RequestPermissionRequest>(page.clone())), page);
}

#[test]
fn difference_their_lines_count_from_one() {
    let location = json!({"path": "/a", "line": 0});
    assert_eq!(read::<official_v2::ToolCallLocation>(location.clone()).line, None);
    assert_eq!(read::<v2::ToolCallLocation>(location).line, Some(0));
}

#[test]
fn difference_their_structures_read_arrays() {
    read::<official_v2::Diff>(json!([[]]));
    serde_json::from_value::<v2::Diff>(json!([[]])).unwrap_err();
}

#[test]
fn difference_their_resources_may_have_both_text_and_blob() {
    let resource = json!({"resource": {"uri": "u", "text": "x", "blob": "AAAA"}});
    assert_eq!(
        written(&read::<official_v2::EmbeddedResource>(resource.clone())),
        json!({"resource": {"uri": "u", "text": "x"}}),
    );
    serde_json::from_value::<acp_diff_types::content::EmbeddedResource>(resource).unwrap_err();
}
