//! What may be left out of which type.

use std::fmt::{Display, Write as _};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Skipped;
use crate::content::{
    AudioContent, BlobResourceContents, Content, ContentBlock, EmbeddedResource,
    EmbeddedResourceResource, ImageContent, ResourceLink, Terminal, TextContent,
    TextResourceContents,
};
use crate::union::Union;
use crate::{Meta, v1, v2};

/// What makes lenient reading possible: the strict reader takes what is left.
pub trait Prune {
    /// Removes the malformed parts of `value` that may be left out.
    fn prune(value: &mut Value, report: &mut Report);
}

/// A type that can be read leniently: any object of this crate, and lists of them. Sealed: only this
/// crate implements it.
pub trait Lenient: DeserializeOwned + Prune {}

impl<T: DeserializeOwned + Prune> Lenient for T {}

/// What has been left out so far, and where the reader stands.
#[derive(Default)]
pub struct Report {
    pointer: String,
    skipped: Vec<Skipped>,
}

impl Report {
    /// What was left out, in order.
    pub(super) fn into_skipped(self) -> Vec<Skipped> {
        self.skipped
    }

    /// Runs `step` one level deeper.
    fn at<T>(&mut self, segment: impl Display, step: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        // Writing to a string cannot fail.
        let _ = write!(self.pointer, "/{segment}");
        let result = step(self);
        self.pointer.truncate(length);
        result
    }

    fn skip(&mut self, value: Value, error: &serde_json::Error) {
        let pointer = self.pointer.clone();
        self.skipped.push(Skipped { pointer, value, error: error.to_string() });
    }
}

/// Reads `value`, first as it is and then without the parts that may be left out. What fails even
/// so is left as it was, to be reported whole.
pub(super) fn settle<T: Lenient>(value: &mut Value, report: &mut Report) -> serde_json::Result<T> {
    if let Ok(read) = T::deserialize(&*value) {
        return Ok(read);
    }
    let mark = report.skipped.len();
    let mut pruned = value.clone();
    T::prune(&mut pruned, report);
    let read = T::deserialize(&pruned);
    match read {
        Ok(_) => *value = pruned,
        Err(_) => report.skipped.truncate(mark),
    }
    read
}

/// Settles an optional field, or makes it `null`, which is the same as omitted.
fn optional<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
    if let Some(value) = object.get_mut(key).filter(|value| !value.is_null()) {
        report.at(key, |report| keep_or_skip::<T>(value, report));
    }
}

/// Settles a field of an update, or leaves it out: `null` would clear what is known.
fn patched<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
    let Some(value) = object.get_mut(key).filter(|value| !value.is_null()) else { return };
    if !report.at(key, |report| keep_or_skip::<T>(value, report)) {
        object.remove(key);
    }
}

/// Settles `value` and says whether that worked; otherwise reports and empties it.
fn keep_or_skip<T: Lenient>(value: &mut Value, report: &mut Report) -> bool {
    match settle::<T>(value, report) {
        Ok(_) => true,
        Err(error) => {
            report.skip(value.take(), &error);
            false
        }
    }
}

/// Settles a required field. Where that fails, it stays as it was for the strict reader to refuse.
fn required<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
    if let Some(value) = object.get_mut(key) {
        let _refused_later = report.at(key, |report| settle::<T>(value, report));
    }
}

/// Settles each item of a required list, none of which may be left out. Where that fails, it stays as it
/// was for the strict reader to refuse.
fn each<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
    let Some(items) = object.get_mut(key).and_then(Value::as_array_mut) else { return };
    report.at(key, |report| {
        for (index, item) in items.iter_mut().enumerate() {
            let _refused_later = report.at(index, |report| settle::<T>(item, report));
        }
    });
}

/// Implements [`Prune`] for an object by its fields.
macro_rules! lenient_object {
    ($type:ty: $($rule:ident $key:literal as $field:ty),+) => {
        impl Prune for $type {
            fn prune(value: &mut Value, report: &mut Report) {
                if let Value::Object(object) = value {
                    $($rule::<$field>(object, $key, report);)+
                }
            }
        }
    };
}

lenient_object!(v1::Diff: optional "_meta" as Meta);
lenient_object!(v2::Diff:
    required "changes" as Vec<v2::DiffChange>,
    optional "patch" as v2::DiffPatch,
    optional "_meta" as Meta
);
lenient_object!(v2::DiffChange:
    optional "fileType" as v2::DiffFileType,
    optional "mimeType" as String,
    optional "_meta" as Meta
);
lenient_object!(v2::DiffPatch: optional "_meta" as Meta);
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
// What a person is asked must be whole: of the title, the subject and the options nothing is forgiven but
// what they hold under `_meta`.
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

/// Lists lose their malformed items.
impl<T: Lenient> Prune for Vec<T> {
    fn prune(value: &mut Value, report: &mut Report) {
        if let Value::Array(items) = value {
            let mut index = 0_usize;
            items.retain_mut(|item| {
                let kept = report.at(index, |report| keep_or_skip::<T>(item, report));
                index += 1;
                kept
            });
        }
    }
}

/// Implements [`Prune`] for values that are right or wrong as a whole.
macro_rules! lenient_whole {
    ($($type:ty),+) => {
        $(impl Prune for $type {
            fn prune(_value: &mut Value, _report: &mut Report) {}
        })+
    };
}

lenient_whole!(String, Meta, u32, u64, v2::DiffFileType, v2::ToolCallStatus, v2::ToolKind);
