//! `DiffChange`: what happened to one file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::DiffFileType;
use crate::union::{KnownDiscriminator, Other, union};
use crate::{AbsolutePath, Meta};

/// One change to one file entry, told apart by `operation`.
///
/// `add`, `delete` and `modify` own one path; `move` and `copy` own two. Operations that this crate
/// does not know are kept whole, to be stored, replayed, forwarded or summarised.
///
/// ```
/// use acp_diff_types::AbsolutePath;
/// use acp_diff_types::v2::{DiffChange, DiffFileType};
///
/// let change = DiffChange::move_file(
///     AbsolutePath::new("/repo/old.rs")?,
///     AbsolutePath::new("/repo/new.rs")?,
/// )
/// .file_type(DiffFileType::Text);
///
/// assert_eq!(change.operation(), "move");
/// assert_eq!(change.path().map(AbsolutePath::as_str), Some("/repo/new.rs"));
/// # Ok::<(), acp_diff_types::InvalidPath>(())
/// ```
///
/// Source: RFD *v2 Diff File States*, sections "What we propose to do about it" and
/// "Implementation details and plan".
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "operation", rename_all = "snake_case")]
#[non_exhaustive]
pub enum DiffChange {
    /// A file that was not there. `operation` is `add`.
    Add(DiffPathChange),
    /// A file that is gone. `operation` is `delete`.
    Delete(DiffPathChange),
    /// A file that stayed in its place. `operation` is `modify`.
    Modify(DiffPathChange),
    /// A file that went to another path, with or without a change to its content. `operation` is
    /// `move`.
    Move(DiffPathPairChange),
    /// A file that is now at a second path as well. `operation` is `copy`.
    Copy(DiffPathPairChange),
    /// Any other operation, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

/// A change that concerns one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(from = "PathBody")]
#[cfg_attr(feature = "schemars", schemars(!from))]
#[non_exhaustive]
pub struct DiffPathChange {
    /// The file.
    pub path: AbsolutePath,
    /// What is known about its content.
    #[serde(flatten)]
    pub details: DiffChangeDetails,
}

/// A change that concerns two paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", from = "PathPairBody")]
#[cfg_attr(feature = "schemars", schemars(!from))]
#[non_exhaustive]
pub struct DiffPathPairChange {
    /// Where the file was, or what it was copied from.
    pub old_path: AbsolutePath,
    /// Where the file is now.
    pub path: AbsolutePath,
    /// What is known about its content.
    #[serde(flatten)]
    pub details: DiffChangeDetails,
}

/// What a change says about the file's content: after the operation, and for a delete about the
/// file that was deleted.
///
/// For each field, omitted and `null` are the same and mean that the value is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DiffChangeDetails {
    /// The kind of file entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_type: Option<DiffFileType>,
    /// The MIME type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl DiffChange {
    /// A file that was added.
    pub fn add(path: AbsolutePath) -> Self {
        Self::Add(DiffPathChange::new(path))
    }

    /// A file that was deleted.
    pub fn delete(path: AbsolutePath) -> Self {
        Self::Delete(DiffPathChange::new(path))
    }

    /// A file that was modified in its place.
    pub fn modify(path: AbsolutePath) -> Self {
        Self::Modify(DiffPathChange::new(path))
    }

    /// A file that was moved. (`move` is a keyword.)
    pub fn move_file(old_path: AbsolutePath, path: AbsolutePath) -> Self {
        Self::Move(DiffPathPairChange::new(old_path, path))
    }

    /// A file that was copied.
    pub fn copy(old_path: AbsolutePath, path: AbsolutePath) -> Self {
        Self::Copy(DiffPathPairChange::new(old_path, path))
    }

    /// A change of an operation that the protocol does not define; see [`Other::new`].
    ///
    /// # Errors
    ///
    /// When the protocol does define it.
    pub fn other(
        operation: impl Into<String>,
        fields: Map<String, Value>,
    ) -> Result<Self, KnownDiscriminator> {
        Other::new(operation, fields).map(Self::Other)
    }

    /// The operation as it is on the wire.
    pub fn operation(&self) -> &str {
        match self {
            Self::Add(_) => "add",
            Self::Delete(_) => "delete",
            Self::Modify(_) => "modify",
            Self::Move(_) => "move",
            Self::Copy(_) => "copy",
            Self::Other(other) => other.discriminator(),
        }
    }

    /// The path after the operation, and for a delete the one that is gone. `None` for an unknown
    /// operation, whose fields may mean anything.
    pub fn path(&self) -> Option<&AbsolutePath> {
        match self {
            Self::Add(change) | Self::Delete(change) | Self::Modify(change) => Some(&change.path),
            Self::Move(change) | Self::Copy(change) => Some(&change.path),
            Self::Other(_) => None,
        }
    }

    /// The path before a move, or the source of a copy.
    pub fn old_path(&self) -> Option<&AbsolutePath> {
        match self {
            Self::Move(change) | Self::Copy(change) => Some(&change.old_path),
            Self::Add(_) | Self::Delete(_) | Self::Modify(_) | Self::Other(_) => None,
        }
    }

    /// What the change says about the file's content. `None` for an unknown operation.
    pub fn details(&self) -> Option<&DiffChangeDetails> {
        match self {
            Self::Add(change) | Self::Delete(change) | Self::Modify(change) => {
                Some(&change.details)
            }
            Self::Move(change) | Self::Copy(change) => Some(&change.details),
            Self::Other(_) => None,
        }
    }

    /// Sets the kind of file entry; in an unknown operation, its `fileType` key.
    #[must_use]
    pub fn file_type(mut self, file_type: DiffFileType) -> Self {
        match self.details_or_other() {
            Ok(details) => details.file_type = Some(file_type),
            Err(other) => other.set("fileType", file_type.as_str().into()),
        }
        self
    }

    /// Sets the MIME type; in an unknown operation, its `mimeType` key.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        let mime_type = mime_type.into();
        match self.details_or_other() {
            Ok(details) => details.mime_type = Some(mime_type),
            Err(other) => other.set("mimeType", mime_type.into()),
        }
        self
    }

    /// Attaches `_meta`.
    #[must_use]
    pub fn meta(mut self, meta: Meta) -> Self {
        match self.details_or_other() {
            Ok(details) => details.meta = Some(meta),
            Err(other) => other.set("_meta", meta.into()),
        }
        self
    }

    fn details_or_other(&mut self) -> Result<&mut DiffChangeDetails, &mut Other<Self>> {
        match self {
            Self::Add(change) | Self::Delete(change) | Self::Modify(change) => {
                Ok(&mut change.details)
            }
            Self::Move(change) | Self::Copy(change) => Ok(&mut change.details),
            Self::Other(other) => Err(other),
        }
    }
}

impl DiffPathChange {
    /// A change of this path about whose content nothing is known yet.
    pub fn new(path: AbsolutePath) -> Self {
        Self { path, details: DiffChangeDetails::default() }
    }
}

impl DiffPathPairChange {
    /// A change of these paths about whose content nothing is known yet.
    pub fn new(old_path: AbsolutePath, path: AbsolutePath) -> Self {
        Self { old_path, path, details: DiffChangeDetails::default() }
    }
}

union! {
    DiffChange by "operation":
    "add" => Add,
    "delete" => Delete,
    "modify" => Modify,
    "move" => Move,
    "copy" => Copy,
}

// Reading through `#[serde(flatten)]` would buffer every field once more; these flat twins are
// what is on the wire.

#[derive(Deserialize)]
#[serde(crate = "crate::object::strict")]
#[serde(rename_all = "camelCase")]
struct PathBody {
    path: AbsolutePath,
    file_type: Option<DiffFileType>,
    mime_type: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

#[derive(Deserialize)]
#[serde(crate = "crate::object::strict")]
#[serde(rename_all = "camelCase")]
struct PathPairBody {
    old_path: AbsolutePath,
    path: AbsolutePath,
    file_type: Option<DiffFileType>,
    mime_type: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

impl From<PathBody> for DiffPathChange {
    fn from(body: PathBody) -> Self {
        let PathBody { path, file_type, mime_type, meta } = body;
        Self { path, details: DiffChangeDetails { file_type, mime_type, meta } }
    }
}

impl From<PathPairBody> for DiffPathPairChange {
    fn from(body: PathPairBody) -> Self {
        let PathPairBody { old_path, path, file_type, mime_type, meta } = body;
        Self { old_path, path, details: DiffChangeDetails { file_type, mime_type, meta } }
    }
}
