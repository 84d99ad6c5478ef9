//! Any value of any type, from a small alphabet in which known and unknown keys meet.
//!
//! Patches are written under `text`, the key that the protocol's own types know.

use acp_diff_types::content::{
    Annotations, AudioContent, BlobResourceContents, Content, ContentBlock, EmbeddedResource,
    ImageContent, ResourceLink, Terminal, TextContent, TextResourceContents,
};
use acp_diff_types::v2::{
    CancelledPermissionOutcome, CommandPermissionSubject, Diff, DiffChange, DiffFileType,
    DiffPatch, PatchKey, PermissionOption, PermissionOptionKind, RequestPermissionOutcome,
    RequestPermissionRequest, RequestPermissionResponse, RequestPermissionSubject,
    SelectedPermissionOutcome, SessionNotification, SessionUpdate, ToolCallCancelCapabilities,
    ToolCallCapabilities, ToolCallContent, ToolCallContentChunk, ToolCallLocation, ToolCallStatus,
    ToolCallUpdate, ToolKind,
};
use acp_diff_types::{AbsolutePath, MaybeUndefined, Meta, v1};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{object, path, read};

/// Text with what JSON has to escape and what does not fit one byte.
pub(crate) fn text() -> BoxedStrategy<String> {
    "[ab\n\"\\\\\u{0}é😀]{0,6}".boxed()
}

pub(crate) fn any_path() -> BoxedStrategy<AbsolutePath> {
    "(/|C:\\\\|//s/d/)[ab /é]{0,4}".prop_map(|text| path(&text)).boxed()
}

/// Any JSON that survives reading: the float is one that is not a short decimal.
pub(crate) fn json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e300..1e300).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            fields(inner).prop_map(Value::Object),
        ]
    })
    .boxed()
}

/// Objects whose keys are likely those of the protocol, so that known and unknown meet.
pub(crate) fn fields(value: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Meta> {
    let key = prop_oneof![
        prop::sample::select(vec!["path", "oldPath", "text", "diff", "changes", "patch"]),
        prop::sample::select(vec!["type", "operation", "format", "content", "terminalId"]),
    ];
    btree_map(key, value, 0..3)
        .prop_map(|fields| fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        .boxed()
}

pub(crate) fn meta() -> BoxedStrategy<Meta> {
    fields(json()).boxed()
}

pub(crate) fn unknown() -> BoxedStrategy<String> {
    "_[a-z]{0,3}|[A-Z]{1,2}".boxed()
}

pub(crate) fn change() -> BoxedStrategy<DiffChange> {
    let known = (0..5_u8, any_path(), any_path()).prop_map(|(operation, a, b)| match operation {
        0 => DiffChange::add(a),
        1 => DiffChange::delete(a),
        2 => DiffChange::modify(a),
        3 => DiffChange::move_file(a, b),
        _ => DiffChange::copy(a, b),
    });
    let other =
        (unknown(), meta()).prop_map(|(tag, fields)| DiffChange::other(tag, fields).unwrap());
    let file_type = prop_oneof![
        prop::sample::select(vec!["text", "binary", "directory", "symlink"])
            .prop_map(DiffFileType::from),
        unknown().prop_map(DiffFileType::from),
    ];
    (prop_oneof![4 => known, 1 => other], of(file_type), of(text()), of(meta()))
        .prop_map(|(mut change, file_type, mime_type, meta)| {
            change = match file_type {
                Some(file_type) => change.file_type(file_type),
                None => change,
            };
            change = match mime_type {
                Some(mime_type) => change.mime_type(mime_type),
                None => change,
            };
            match meta {
                Some(meta) => change.meta(meta),
                None => change,
            }
        })
        .boxed()
}

pub(crate) fn diff() -> BoxedStrategy<Diff> {
    (vec(change(), 0..4), of(text()), of(meta()))
        .prop_map(|(changes, patch, meta)| {
            let mut diff = Diff::new(changes);
            diff.patch = patch.map(DiffPatch::git_patch);
            diff.meta = meta;
            diff.write_patch_as(PatchKey::Text)
        })
        .boxed()
}

pub(crate) fn v1_diff() -> BoxedStrategy<v1::Diff> {
    (any_path(), of(text()), text(), of(meta()))
        .prop_map(|(path, old_text, new_text, meta)| {
            let mut diff = v1::Diff::new(path, new_text);
            diff.old_text = old_text;
            diff.meta = meta;
            diff
        })
        .boxed()
}

/// An object that no union knows, under the key `tag`.
fn unknown_object(tag: &'static str) -> BoxedStrategy<Value> {
    (unknown(), meta())
        .prop_map(move |(kind, mut fields)| {
            fields.insert(tag.to_owned(), kind.into());
            fields.into()
        })
        .boxed()
}

fn maybe<T: std::fmt::Debug + Clone + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<MaybeUndefined<T>> {
    prop_oneof![
        2 => Just(MaybeUndefined::Undefined),
        1 => Just(MaybeUndefined::Null),
        2 => value.prop_map(MaybeUndefined::Value),
    ]
    .boxed()
}

pub(crate) fn annotations() -> BoxedStrategy<Annotations> {
    (vec(prop_oneof!["user", "assistant", unknown()], 0..3), 0.0..1.0, text())
        .prop_map(|(audience, priority, modified)| {
            let fields = json!({"audience": audience, "priority": priority});
            let mut fields = object(fields);
            fields.insert("lastModified".to_owned(), modified.into());
            fields
        })
        .boxed()
}

pub(crate) fn block() -> BoxedStrategy<ContentBlock> {
    let shared = || (of(annotations()), of(meta()));
    let text_block = (text(), shared()).prop_map(|(text, (annotations, meta))| {
        let mut block = TextContent::new(text);
        (block.annotations, block.meta) = (annotations, meta);
        ContentBlock::from(block)
    });
    let image = (text(), text(), of(text()), shared()).prop_map(
        |(data, kind, uri, (annotations, meta))| {
            let mut block = ImageContent::new(data, kind);
            (block.uri, block.annotations, block.meta) = (uri, annotations, meta);
            ContentBlock::from(block)
        },
    );
    let audio = (text(), text(), shared()).prop_map(|(data, kind, (annotations, meta))| {
        let mut block = AudioContent::new(data, kind);
        (block.annotations, block.meta) = (annotations, meta);
        ContentBlock::from(block)
    });
    let link = (
        text(),
        text(),
        of(text()),
        of(0..=i64::MAX.unsigned_abs()),
        of(vec(text(), 0..2)),
        shared(),
    )
        .prop_map(|(name, uri, words, size, icons, (annotations, meta))| {
            let mut block = ResourceLink::new(name, uri);
            (block.title, block.description) = (words.clone(), words.clone());
            (block.mime_type, block.size) = (words, size);
            let icon = |src| object(json!({"src": src, "theme": "dark"}));
            block.icons = icons.map(|icons| icons.into_iter().map(icon).collect());
            (block.annotations, block.meta) = (annotations, meta);
            ContentBlock::from(block)
        });
    let resource = (text(), text(), of(text()), any::<bool>(), shared(), of(meta())).prop_map(
        |(contents, uri, kind, is_text, (annotations, meta), inner)| {
            let mut block = if is_text {
                let mut contents = TextResourceContents::new(contents, uri);
                (contents.mime_type, contents.meta) = (kind, inner);
                EmbeddedResource::new(contents)
            } else {
                let mut contents = BlobResourceContents::new(contents, uri);
                (contents.mime_type, contents.meta) = (kind, inner);
                EmbeddedResource::new(contents)
            };
            (block.annotations, block.meta) = (annotations, meta);
            ContentBlock::from(block)
        },
    );
    prop_oneof![text_block, image, audio, link, resource, unknown_object("type").prop_map(read)]
        .boxed()
}

pub(crate) fn content() -> BoxedStrategy<ToolCallContent> {
    let block = (block(), of(meta())).prop_map(|(block, meta)| {
        let mut content = Content::new(block);
        content.meta = meta;
        ToolCallContent::Content(content)
    });
    prop_oneof![
        4 => diff().prop_map(ToolCallContent::from),
        2 => block,
        1 => text().prop_map(|id| ToolCallContent::from(Terminal::new(id))),
        1 => unknown_object("type").prop_map(read),
    ]
    .boxed()
}

pub(crate) fn location() -> BoxedStrategy<ToolCallLocation> {
    (any_path(), of(1..=u32::MAX), of(meta()))
        .prop_map(|(path, line, meta)| {
            let mut location = ToolCallLocation::new(path);
            (location.line, location.meta) = (line, meta);
            location
        })
        .boxed()
}

fn kind() -> BoxedStrategy<ToolKind> {
    prop_oneof!["read|edit|delete|move|search|execute|think|fetch|switch_mode|other", unknown()]
        .prop_map(ToolKind::from)
        .boxed()
}

fn status() -> BoxedStrategy<ToolCallStatus> {
    prop_oneof!["pending|in_progress|paused|completed|failed|cancelled", unknown()]
        .prop_map(ToolCallStatus::from)
        .boxed()
}

fn capabilities() -> BoxedStrategy<ToolCallCapabilities> {
    (of(of(meta())), of(meta()))
        .prop_map(|(cancel, meta)| {
            let mut capabilities = ToolCallCapabilities::new();
            capabilities.cancel = cancel.map(|meta| {
                let mut cancel = ToolCallCancelCapabilities::new();
                cancel.meta = meta;
                cancel
            });
            capabilities.meta = meta;
            capabilities
        })
        .boxed()
}

fn raw() -> BoxedStrategy<Value> {
    json().prop_filter("`null` is another state", |value| !value.is_null()).boxed()
}

pub(crate) fn update() -> BoxedStrategy<ToolCallUpdate> {
    let words = (maybe(text()), maybe(text()), maybe(kind()), maybe(status()));
    let lists = (maybe(vec(content(), 0..3)), maybe(vec(location(), 0..3)));
    let rest = (maybe(raw()), maybe(raw()), maybe(capabilities()), maybe(meta()));
    ("[12]", words, lists, rest)
        .prop_map(|(id, words, lists, rest)| {
            let mut update = ToolCallUpdate::new(id);
            (update.name, update.title, update.kind, update.status) = words;
            (update.content, update.locations) = lists;
            (update.raw_input, update.raw_output, update.capabilities, update.meta) = rest;
            update
        })
        .boxed()
}

pub(crate) fn notification() -> BoxedStrategy<SessionNotification> {
    let chunk = (text(), content(), of(meta())).prop_map(|(id, content, meta)| {
        let mut chunk = ToolCallContentChunk::new(id, content);
        chunk.meta = meta;
        SessionUpdate::from(chunk)
    });
    let what = prop_oneof![
        3 => update().prop_map(SessionUpdate::from),
        2 => chunk,
        1 => unknown_object("sessionUpdate").prop_map(read),
    ];
    (text(), what, of(meta()))
        .prop_map(|(id, update, meta)| {
            let mut notification = SessionNotification::new(id, update);
            notification.meta = meta;
            notification
        })
        .boxed()
}

fn options() -> BoxedStrategy<Vec<PermissionOption>> {
    let kind = prop_oneof!["(allow|reject)_(once|always)", unknown()];
    let option = (text(), text(), kind, of(meta())).prop_map(|(id, name, kind, meta)| {
        let mut option = PermissionOption::new(id, name, PermissionOptionKind::from(kind));
        option.meta = meta;
        option
    });
    vec(option, 1..3).boxed()
}

/// In the later shape, the one that the protocol's own v2 types have.
pub(crate) fn request() -> BoxedStrategy<RequestPermissionRequest> {
    let command = (text(), any_path(), of(text()), of(meta())).prop_map(|(text, cwd, id, meta)| {
        let mut command = CommandPermissionSubject::new(text, cwd);
        (command.tool_call_id, command.terminal_id, command.meta) = (id.clone(), id, meta);
        RequestPermissionSubject::from(command)
    });
    let subject = prop_oneof![
        2 => update().prop_map(RequestPermissionSubject::from),
        1 => command,
        1 => unknown_object("type").prop_map(read),
    ];
    (text(), text(), of(text()), of(subject), options(), of(meta()))
        .prop_map(|(id, title, description, subject, options, meta)| {
            let mut request = RequestPermissionRequest::with_title(id, title, options);
            (request.description, request.subject, request.meta) = (description, subject, meta);
            request
        })
        .boxed()
}

pub(crate) fn response() -> BoxedStrategy<RequestPermissionResponse> {
    let outcome = prop_oneof![
        of(meta()).prop_map(|meta| {
            let mut cancelled = CancelledPermissionOutcome::new();
            cancelled.meta = meta;
            RequestPermissionOutcome::from(cancelled)
        }),
        (text(), of(meta())).prop_map(|(id, meta)| {
            let mut selected = SelectedPermissionOutcome::new(id);
            selected.meta = meta;
            RequestPermissionOutcome::from(selected)
        }),
        unknown_object("outcome").prop_map(read),
    ];
    (outcome, of(meta()))
        .prop_map(|(outcome, meta)| {
            let mut response = RequestPermissionResponse::new(outcome);
            response.meta = meta;
            response
        })
        .boxed()
}
