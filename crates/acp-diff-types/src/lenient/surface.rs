//! What may be left out of the tool calls around a diff.

use serde_json::{Map, Value};

use super::prune::{
    Lenient, Prune, Report, keep_or_skip, lenient_object, lenient_whole, optional, required, settle,
};
use crate::content::{
    AudioContent, BlobResourceContents, Content, ContentBlock, EmbeddedResource,
    EmbeddedResourceResource, ImageContent, ResourceLink, Terminal, TextContent,
    TextResourceContents,
};
use crate::union::Union;
use crate::{Meta, v1, v2};

/// Settles a field of an update, or leaves it out: `null` would clear what is known.
fn patched<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
    let Some(value) = object.get_mut(key).filter(|value| !value.is_null()) else { return };
    if !report.at(key, |report| keep_or_skip::<T>(value, report)) {
        object.remove(key);
    }
}

/// Settles each item of a required list, none of which may be left out. If that fails, the item
/// stays as it was, and the strict reader refuses it.
fn each<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
    let Some(items) = object.get_mut(key).and_then(Value::as_array_mut) else { return };
    report.at(key, |report| {
        for (index, item) in items.iter_mut().enumerate() {
            let _refused_later = report.at(index, |report| settle::<T>(item, report));
        }
    });
}

lenient_object!(Content: required "content" as ContentBlock, optional "_meta" as Meta);
lenient_object!(Terminal: optional "_meta" as Meta);

lenient_object!(TextContent: optional "annotations" as Meta, optional "_meta" as Meta);
lenient_object!(ImageContent:
    optional "uri" as String,
    optional "annotations" as Meta,
    optional "_meta" as Meta
);
lenient_object!(AudioContent: optional "annotations" as Meta, optional "_meta" as Meta);
lenient_object!(ResourceLink:
    optional "title" as String,
    optional "description" as String,
    optional "icons" as Vec<Meta>,
    optional "mimeType" as String,
    optional "size" as u64,
    optional "annotations" as Meta,
    optional "_meta" as Meta
);
lenient_object!(EmbeddedResource:
    required "resource" as EmbeddedResourceResource,
    optional "annotations" as Meta,
    optional "_meta" as Meta
);
lenient_object!(EmbeddedResourceResource: optional "mimeType" as String, optional "_meta" as Meta);
lenient_object!(TextResourceContents: optional "mimeType" as String, optional "_meta" as Meta);
lenient_object!(BlobResourceContents: optional "mimeType" as String, optional "_meta" as Meta);

lenient_object!(v2::ToolCallLocation: optional "line" as u32, optional "_meta" as Meta);
lenient_object!(v2::ToolCallContentChunk:
    required "content" as v2::ToolCallContent,
    optional "_meta" as Meta
);
lenient_object!(v2::ToolCallCancelCapabilities: optional "_meta" as Meta);
lenient_object!(v2::ToolCallCapabilities:
    optional "cancel" as v2::ToolCallCancelCapabilities,
    optional "_meta" as Meta
);
lenient_object!(v2::ToolCallUpdate:
    patched "name" as String,
    patched "title" as String,
    patched "kind" as v2::ToolKind,
    patched "status" as v2::ToolCallStatus,
    patched "content" as Vec<v2::ToolCallContent>,
    patched "locations" as Vec<v2::ToolCallLocation>,
    patched "capabilities" as v2::ToolCallCapabilities,
    patched "_meta" as Meta
);

lenient_object!(v2::SessionNotification:
    required "update" as v2::SessionUpdate,
    optional "_meta" as Meta
);
// What a person has to decide on must be complete: in the title, the subject and the options,
// nothing is forgiven except under their `_meta`.
lenient_object!(v2::RequestPermissionRequest:
    required "toolCall" as v2::ToolCallUpdate,
    optional "description" as String,
    required "subject" as v2::RequestPermissionSubject,
    each "options" as v2::PermissionOption,
    optional "_meta" as Meta
);
lenient_object!(v2::PermissionOption: optional "_meta" as Meta);
lenient_object!(v2::ToolCallPermissionSubject:
    required "toolCall" as v2::ToolCallUpdate,
    optional "_meta" as Meta
);
lenient_object!(v2::CommandPermissionSubject:
    optional "toolCallId" as String,
    optional "terminalId" as String,
    optional "_meta" as Meta
);
lenient_object!(v2::RequestPermissionResponse:
    required "outcome" as v2::RequestPermissionOutcome,
    optional "_meta" as Meta
);
lenient_object!(v2::CancelledPermissionOutcome: optional "_meta" as Meta);
lenient_object!(v2::SelectedPermissionOutcome: optional "_meta" as Meta);

/// Implements [`Prune`] for a union, whose fields depend on its discriminator.
macro_rules! lenient_union {
    ($type:ty: $($tag:literal as $body:ty),+) => {
        impl Prune for $type {
            fn prune(value: &mut Value, report: &mut Report) {
                match value.get(<$type as Union>::TAG).and_then(Value::as_str) {
                    $(Some($tag) => <$body>::prune(value, report),)+
                    _ => {}
                }
            }
        }
    };
}

lenient_union!(ContentBlock:
    "text" as TextContent,
    "image" as ImageContent,
    "audio" as AudioContent,
    "resource_link" as ResourceLink,
    "resource" as EmbeddedResource
);
lenient_union!(v1::ToolCallContent:
    "content" as Content,
    "diff" as v1::Diff,
    "terminal" as Terminal
);
lenient_union!(v2::ToolCallContent:
    "content" as Content,
    "diff" as EitherDiff,
    "terminal" as Terminal
);
lenient_union!(v2::SessionUpdate:
    "tool_call_content_chunk" as v2::ToolCallContentChunk,
    "tool_call_update" as v2::ToolCallUpdate
);
lenient_union!(v2::RequestPermissionSubject:
    "tool_call" as v2::ToolCallPermissionSubject,
    "command" as v2::CommandPermissionSubject
);
lenient_union!(v2::RequestPermissionOutcome:
    "cancelled" as v2::CancelledPermissionOutcome,
    "selected" as v2::SelectedPermissionOutcome
);

/// A diff of either version.
struct EitherDiff;

impl Prune for EitherDiff {
    fn prune(value: &mut Value, report: &mut Report) {
        if value.get("changes").is_none() && value.get("newText").is_some() {
            v1::Diff::prune(value, report);
        } else {
            v2::Diff::prune(value, report);
        }
    }
}

lenient_whole!(u32, u64, v2::ToolCallStatus, v2::ToolKind);
