//! To and from the protocol's own Rust types (feature `official`).
//!
//! ```
//! use acp_diff_types::{AbsolutePath, official, v2};
//! use agent_client_protocol_schema::v2 as theirs;
//!
//! let diff = v2::Diff::new(vec![v2::DiffChange::delete(AbsolutePath::new("/repo/a")?)])
//!     .patch(v2::DiffPatch::git_patch("diff --git /repo/a /repo/a\n"));
//!
//! let sent: theirs::Diff = official::to_official(&diff.clone().write_patch_as(v2::PatchKey::Text))?;
//! let back: v2::Diff = official::from_official(&sent)?;
//! assert_eq!(back, diff);
//!
//! // Their reader skips what it cannot read; here that is an error, since something would be lost.
//! let lost = official::to_official::<_, theirs::Diff>(&diff).unwrap_err();
//! assert!(lost.to_string().contains("/patch"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both sides are the same JSON, so a value is converted as JSON, and the conversion fails unless
//! the other side writes back exactly what it was given. It costs as much as writing and reading
//! the value twice.
//!
//! Types that can be converted implement [`Official`]; each also has `TryFrom` in both directions,
//! which for a v2 type chooses the key `text` for its patches, the only one that those types know.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, to_value};

use agent_client_protocol_schema::{v1 as official_v1, v2 as official_v2};

use crate::{content, v1, v2};

/// Turns a value of ours into one of the protocol's own types.
///
/// # Errors
///
/// When the other type cannot hold all of it.
pub fn to_official<Ours: Official<Theirs>, Theirs>(ours: &Ours) -> Result<Theirs, NotTheSame>
where
    Theirs: Serialize + DeserializeOwned,
{
    let sent = to_value(ours)?;
    let theirs: Theirs = from_value(sent.clone())?;
    same(&sent, &to_value(&theirs)?)?;
    Ok(theirs)
}

/// Turns a value of the protocol's own types into one of ours.
///
/// # Errors
///
/// When our type cannot hold all of it, or refuses it: a path that is not absolute, above all.
pub fn from_official<Ours: Official<Theirs>, Theirs>(theirs: &Theirs) -> Result<Ours, NotTheSame>
where
    Theirs: Serialize + DeserializeOwned,
{
    let sent = to_value(theirs)?;
    let mut ours: Ours = from_value(sent.clone())?;
    ours.write_official();
    same(&sent, &to_value(&ours)?)?;
    Ok(ours)
}

/// A type of ours that means the same JSON as `Theirs`, in every value that both can hold.
pub trait Official<Theirs>: Serialize + DeserializeOwned {
    /// Chooses, where there is a choice, the form that the other type writes.
    fn write_official(&mut self) {}
}

/// Why a value cannot go over as it is.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotTheSame {
    /// The other side refuses it.
    Refused(serde_json::Error),
    /// The other side would lose or change what is at this JSON Pointer (RFC 6901).
    Changed(String),
}

impl fmt::Display for NotTheSame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "the other type refuses the value: {error}"),
            Self::Changed(pointer) => {
                write!(f, "the other type cannot hold what is at {pointer:?}; leave it out")
            }
        }
    }
}

impl std::error::Error for NotTheSame {}

impl From<serde_json::Error> for NotTheSame {
    fn from(error: serde_json::Error) -> Self {
        Self::Refused(error)
    }
}

fn same(sent: &Value, returned: &Value) -> Result<(), NotTheSame> {
    match first_difference(sent, returned) {
        None => Ok(()),
        Some(pointer) => Err(NotTheSame::Changed(pointer)),
    }
}

/// The JSON Pointer to the first place where the two differ.
fn first_difference(a: &Value, b: &Value) -> Option<String> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let below = match (a.get(key), b.get(key)) {
                    (Some(a), Some(b)) => first_difference(a, b)?,
                    _ => String::new(),
                };
                Some(format!("/{}{below}", key.replace('~', "~0").replace('/', "~1")))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(index, (a, b))| Some(format!("/{index}{}", first_difference(a, b)?)))
        }
        (a, b) => (a != b).then(String::new),
    }
}

/// Pairs our types with theirs.
macro_rules! official {
    ($($ours:ty = $theirs:ty $(: $write:expr)?;)+) => {
        $(
            impl Official<$theirs> for $ours {
                $(fn write_official(&mut self) {
                    let write: fn(&mut Self) = $write;
                    write(self);
                })?
            }

            impl TryFrom<$ours> for $theirs {
                type Error = NotTheSame;

                fn try_from(mut ours: $ours) -> Result<Self, NotTheSame> {
                    Official::<$theirs>::write_official(&mut ours);
                    to_official(&ours)
                }
            }

            impl TryFrom<$theirs> for $ours {
                type Error = NotTheSame;

                fn try_from(theirs: $theirs) -> Result<Self, NotTheSame> {
                    from_official(&theirs)
                }
            }
        )+
    };
}

official! {
    v1::Diff = official_v1::Diff;
    v1::ToolCallContent = official_v1::ToolCallContent;
    content::ContentBlock = official_v1::ContentBlock;
    content::ContentBlock = official_v2::ContentBlock;
    content::Content = official_v1::Content;
    content::Content = official_v2::Content;
    content::Terminal = official_v1::Terminal;
    content::Terminal = official_v2::Terminal;
    v2::DiffChange = official_v2::DiffChange;
    v2::DiffPatch = official_v2::DiffPatch: text_in_patch;
    v2::Diff = official_v2::Diff: text_in_diff;
    v2::ToolCallContent = official_v2::ToolCallContent: text_in_item;
    v2::ToolCallContentChunk = official_v2::ToolCallContentChunk: |chunk| text_in_item(&mut chunk.content);
    v2::ToolCallLocation = official_v2::ToolCallLocation;
    v2::ToolCallUpdate = official_v2::ToolCallUpdate: text_in_update;
    v2::SessionNotification = official_v2::UpdateSessionNotification: |notification| match &mut notification.update {
        v2::SessionUpdate::ToolCallUpdate(update) => text_in_update(update),
        v2::SessionUpdate::ToolCallContentChunk(chunk) => text_in_item(&mut chunk.content),
        v2::SessionUpdate::Other(_) => {}
    };
    v2::RequestPermissionRequest = official_v2::RequestPermissionRequest: |request| {
        if let Some(v2::RequestPermissionSubject::ToolCall(subject)) = &mut request.subject {
            text_in_update(&mut subject.tool_call);
        }
    };
    v2::PermissionOption = official_v2::PermissionOption;
    v2::RequestPermissionOutcome = official_v2::RequestPermissionOutcome;
    v2::RequestPermissionResponse = official_v2::RequestPermissionResponse;
}

fn text_in_patch(patch: &mut v2::DiffPatch) {
    if let v2::DiffPatch::GitPatch(patch) = patch {
        patch.set_write_as(v2::PatchKey::Text);
    }
}

fn text_in_diff(diff: &mut v2::Diff) {
    if let Some(patch) = &mut diff.patch {
        text_in_patch(patch);
    }
}

fn text_in_item(item: &mut v2::ToolCallContent) {
    if let v2::ToolCallContent::Diff(diff) = item {
        text_in_diff(diff);
    }
}

fn text_in_update(update: &mut v2::ToolCallUpdate) {
    if let crate::MaybeUndefined::Value(items) = &mut update.content {
        items.iter_mut().for_each(text_in_item);
    }
}
