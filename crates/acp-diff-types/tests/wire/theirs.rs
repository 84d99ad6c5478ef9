//! Any value of the protocol's own types is read by ours and comes back as it was.

use std::collections::BTreeMap;

use acp_diff_types::v2::PatchKey;
use acp_diff_types::{v1, v2};
use agent_client_protocol_schema::v2::{
    Annotations, CancelledPermissionOutcome, ContentBlock, Diff, DiffChange, DiffChangeOperation,
    DiffFileType, ImageContent, OtherDiffChange, PermissionOption, PermissionOptionKind,
    RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
    RequestPermissionSubject, ResourceLink, Role, SelectedPermissionOutcome, SessionUpdate,
    TextContent, ToolCallContent, ToolCallContentChunk, ToolCallLocation, ToolCallStatus,
    ToolCallUpdate, ToolKind, UpdateSessionNotification,
};
use agent_client_protocol_schema::{MaybeUndefined, v1 as official_v1};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::strategies::{any_path, json, meta, text};
use super::support::{read, written};
use super::upstream::agree;

fn maybe<T: std::fmt::Debug + Clone + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<MaybeUndefined<T>> {
    prop_oneof![
        Just(MaybeUndefined::Undefined),
        Just(MaybeUndefined::Null),
        value.prop_map(MaybeUndefined::Value),
    ]
    .boxed()
}

fn change() -> BoxedStrategy<DiffChange> {
    let path = || any_path().prop_map(|path| path.as_str().to_owned());
    let other = (text(), json()).prop_map(|(tag, value)| {
        let fields = BTreeMap::from([("mode".to_owned(), value)]);
        DiffChange::new(DiffChangeOperation::Other(OtherDiffChange::new(format!("_{tag}"), fields)))
    });
    let known = prop_oneof![
        path().prop_map(DiffChange::add),
        path().prop_map(DiffChange::delete),
        path().prop_map(DiffChange::modify),
        (path(), path()).prop_map(|(old, new)| DiffChange::move_file(old, new)),
        (path(), path()).prop_map(|(old, new)| DiffChange::copy(old, new)),
        other,
    ];
    let kind = select(vec![
        DiffFileType::Text,
        DiffFileType::Binary,
        DiffFileType::Directory,
        DiffFileType::Symlink,
        DiffFileType::Other("_x".to_owned()),
    ]);
    (known, of(kind), of(text()), of(meta()))
        .prop_map(|(mut change, kind, mime_type, meta)| {
            (change.file_type, change.meta) = (kind, meta);
            change.mime_type = mime_type.map(Into::into);
            change
        })
        .boxed()
}

fn diff() -> BoxedStrategy<Diff> {
    (vec(change(), 0..4), of(text()), of(meta()))
        .prop_map(|(changes, patch, meta)| {
            let diff = match patch {
                Some(patch) => Diff::patch(patch, changes),
                None => Diff::new(changes),
            };
            diff.meta(meta)
        })
        .boxed()
}

fn content() -> BoxedStrategy<ToolCallContent> {
    let annotations = (of(vec(select(vec![Role::User, Role::Assistant]), 0..2)), of(0.0..1.0))
        .prop_map(|(audience, priority)| {
            let mut annotations = Annotations::new();
            (annotations.audience, annotations.priority) = (audience, priority);
            annotations
        });
    let block = prop_oneof![
        (text(), of(annotations), of(meta())).prop_map(|(text, annotations, meta)| {
            ContentBlock::Text(TextContent::new(text).annotations(annotations).meta(meta))
        }),
        (text(), text()).prop_map(|(a, b)| ContentBlock::Image(ImageContent::new(a, b))),
        (text(), text(), of(0..i64::MAX as u64)).prop_map(|(a, b, size)| {
            ContentBlock::ResourceLink(ResourceLink::new(a, b).size(size))
        }),
    ];
    prop_oneof![diff().prop_map(ToolCallContent::Diff), block.prop_map(ToolCallContent::from)]
        .boxed()
}

fn update() -> BoxedStrategy<ToolCallUpdate> {
    let kind = select(vec![ToolKind::Edit, ToolKind::Other, ToolKind::Unknown("_x".to_owned())]);
    let status = select(vec![ToolCallStatus::Paused, ToolCallStatus::Other("_x".to_owned())]);
    let location = (any_path(), of(1..u32::MAX))
        .prop_map(|(path, line)| ToolCallLocation::new(path.as_str()).line(line));
    let raw = json().prop_filter("`null` is another state", |value| !value.is_null());
    (
        (text(), maybe(text()), maybe(kind), maybe(status)),
        (maybe(vec(content(), 0..3)), maybe(vec(location, 0..3)), maybe(raw), maybe(meta())),
    )
        .prop_map(|((id, title, kind, status), (content, locations, raw, meta))| {
            let mut update = ToolCallUpdate::new(id);
            (update.title, update.kind, update.status) = (title, kind, status);
            (update.content, update.locations) = (content, locations);
            (update.raw_input, update.meta) = (raw, meta);
            update
        })
        .boxed()
}

/// Ours reads their diff, and theirs reads what ours writes under their key.
#[track_caller]
fn diffs_agree(theirs: &Diff) {
    let ours = read::<v2::Diff>(written(theirs)).write_patch_as(PatchKey::Text);
    assert_eq!(written(&ours), written(theirs));
    assert_eq!(&read::<Diff>(written(&ours)), theirs);
}

/// Without the patches, whose key differs; see [`diffs_agree`] for those.
fn without_patches(mut update: ToolCallUpdate) -> ToolCallUpdate {
    if let MaybeUndefined::Value(content) = &mut update.content {
        for item in content {
            if let ToolCallContent::Diff(diff) = item {
                diff.patch = None;
            }
        }
    }
    update
}

fn v1_content() -> BoxedStrategy<official_v1::ToolCallContent> {
    use official_v1::{
        AudioContent, BlobResourceContents, Content, ContentBlock, Diff, EmbeddedResource,
        EmbeddedResourceResource, ImageContent, ResourceLink, Terminal, TextContent,
        TextResourceContents, ToolCallContent,
    };

    let diff = (any_path(), of(text()), text(), of(meta())).prop_map(|(path, old, new, meta)| {
        ToolCallContent::Diff(Diff::new(path.as_str(), new).old_text(old).meta(meta))
    });
    let block = prop_oneof![
        (text(), of(meta()))
            .prop_map(|(a, meta)| ContentBlock::Text(TextContent::new(a).meta(meta))),
        (text(), text(), of(text()))
            .prop_map(|(a, b, uri)| ContentBlock::Image(ImageContent::new(a, b).uri(uri))),
        (text(), text()).prop_map(|(a, b)| ContentBlock::Audio(AudioContent::new(a, b))),
        (text(), text(), of(0..=i64::MAX)).prop_map(|(a, b, size)| ContentBlock::ResourceLink(
            ResourceLink::new(a, b).size(size)
        )),
        (text(), text(), any::<bool>()).prop_map(|(a, b, is_text)| {
            let resource = if is_text {
                EmbeddedResourceResource::TextResourceContents(TextResourceContents::new(a, b))
            } else {
                EmbeddedResourceResource::BlobResourceContents(BlobResourceContents::new(a, b))
            };
            ContentBlock::Resource(EmbeddedResource::new(resource))
        }),
    ];
    let block = (block, of(meta()))
        .prop_map(|(block, meta)| ToolCallContent::Content(Content::new(block).meta(meta)));
    let terminal = text().prop_map(|id| ToolCallContent::Terminal(Terminal::new(id)));
    prop_oneof![3 => diff, 3 => block, 1 => terminal].boxed()
}

proptest! {
    #[test]
    fn every_v1_content_of_theirs_is_read_back_by_us(content in v1_content()) {
        agree::<v1::ToolCallContent, _>(&content);
    }

    #[test]
    fn every_answer_of_theirs_is_read_back_by_us(id in of(text()), one in of(meta()), two in of(meta())) {
        let outcome = match id {
            Some(id) => RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(id).meta(one)),
            None => {
                RequestPermissionOutcome::Cancelled(CancelledPermissionOutcome::new().meta(one))
            }
        };
        agree::<v2::RequestPermissionResponse, _>(&RequestPermissionResponse::new(outcome).meta(two));
    }

    #[test]
    fn every_diff_of_theirs_is_read_back_by_us(diff in diff()) {
        diffs_agree(&diff);
    }

    #[test]
    fn every_update_of_theirs_is_read_back_by_us(update in update(), item in content()) {
        let update = without_patches(update);
        agree::<v2::ToolCallUpdate, _>(&update);
        let options = vec![PermissionOption::new("y", "Yes", PermissionOptionKind::AllowOnce)];
        let request = RequestPermissionRequest::new("s", "?", options)
            .subject(RequestPermissionSubject::from(update.clone()));
        agree::<v2::RequestPermissionRequest, _>(&request);
        let session = SessionUpdate::ToolCallUpdate(update);
        agree::<v2::SessionNotification, _>(&UpdateSessionNotification::new("s", session));
        if !matches!(item, ToolCallContent::Diff(_)) {
            let chunk = SessionUpdate::ToolCallContentChunk(ToolCallContentChunk::new("1", item));
            agree::<v2::SessionNotification, _>(&UpdateSessionNotification::new("s", chunk));
        }
    }
}
