//! Between the two versions: up always, down with the texts supplied.
//!
//! | | carried | not carried |
//! |---|---|---|
//! | v1 to v2 | path, what happened to it, `_meta` | both texts: v2 has patch text instead, made by a diff. Attach it with [`v2::Diff::patch`] |
//! | v2 to v1 | path, what happened to it, a change's `_meta` on each of its blocks, the supplied texts | `patch`, `fileType`, `mimeType`, the diff's own `_meta`; that a delete and an add were one move; that an add was a copy |

use std::fmt;

use crate::{AbsolutePath, v1, v2};

impl From<v1::Diff> for v2::DiffChange {
    /// Names what the v1 block says: `deleted` is a delete, no `oldText` an add, all else a
    /// modification. v1 does not state the file type, so it stays unknown.
    fn from(diff: v1::Diff) -> Self {
        let v1::Diff { path, old_text, new_text: _, deleted, meta } = diff;
        let change = match (deleted, old_text) {
            (Some(true), _) => Self::delete(path),
            (_, None) => Self::add(path),
            (_, Some(_)) => Self::modify(path),
        };
        match meta {
            Some(meta) => change.meta(meta),
            None => change,
        }
    }
}

impl From<v1::Diff> for v2::Diff {
    /// One change without patch text; see [`v2::DiffChange`]'s conversion.
    fn from(diff: v1::Diff) -> Self {
        Self::new(vec![diff.into()])
    }
}

#[cfg(feature = "surface")]
impl From<v1::ToolCallContent> for v2::ToolCallContent {
    fn from(content: v1::ToolCallContent) -> Self {
        match content {
            v1::ToolCallContent::Content(content) => Self::Content(content),
            v1::ToolCallContent::Diff(diff) => Self::Diff(diff.into()),
            v1::ToolCallContent::Terminal(terminal) => Self::Terminal(terminal),
            v1::ToolCallContent::Other(other) => Self::Other(other.recast()),
        }
    }
}

/// The whole texts of one file before and after a change, as a workspace has them.
///
/// Each operation needs only the sides that exist: an add the new text, a delete the old one, a
/// modification both. A move needs the old text of its old path and the new text of its new path;
/// a copy only the latter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct FileTexts {
    /// The text before.
    pub old_text: Option<String>,
    /// The text after.
    pub new_text: Option<String>,
}

impl FileTexts {
    /// Neither text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Supplies the text before.
    #[must_use]
    pub fn old_text(mut self, old_text: impl Into<String>) -> Self {
        self.old_text = Some(old_text.into());
        self
    }

    /// Supplies the text after.
    #[must_use]
    pub fn new_text(mut self, new_text: impl Into<String>) -> Self {
        self.new_text = Some(new_text.into());
        self
    }
}

/// Renders one v2 change as v1 blocks, one for each path it concerns.
///
/// A move becomes a delete and an add, as RFD *Represent deleted files in diff* advises; a copy
/// becomes an add.
///
/// # Errors
///
/// When the change has no v1 form or a text that it needs is not supplied.
pub fn change_to_v1(change: v2::DiffChange, texts: FileTexts) -> Result<Vec<v1::Diff>, NotInV1> {
    if let Some(file_type) = non_text(&change) {
        return Err(NotInV1::FileType(file_type.clone()));
    }
    let FileTexts { old_text, new_text } = texts;
    let old = |path: &AbsolutePath| old_text.ok_or_else(|| NotInV1::OldText(path.clone()));
    let new = |path: &AbsolutePath| new_text.ok_or_else(|| NotInV1::NewText(path.clone()));
    let meta = change.details().and_then(|details| details.meta.clone());

    let mut blocks = match change {
        v2::DiffChange::Add(v2::DiffPathChange { path, .. })
        | v2::DiffChange::Copy(v2::DiffPathPairChange { path, .. }) => {
            vec![v1::Diff::new(path.clone(), new(&path)?)]
        }
        v2::DiffChange::Delete(v2::DiffPathChange { path, .. }) => {
            vec![v1::Diff::delete(path.clone(), old(&path)?)]
        }
        v2::DiffChange::Modify(v2::DiffPathChange { path, .. }) => {
            vec![v1::Diff::new(path.clone(), new(&path)?).old_text(old(&path)?)]
        }
        v2::DiffChange::Move(v2::DiffPathPairChange { old_path, path, .. }) => vec![
            v1::Diff::delete(old_path.clone(), old(&old_path)?),
            v1::Diff::new(path.clone(), new(&path)?),
        ],
        v2::DiffChange::Other(other) => {
            return Err(NotInV1::Operation(other.discriminator().to_owned()));
        }
    };
    for block in &mut blocks {
        block.meta.clone_from(&meta);
    }
    Ok(blocks)
}

/// Renders a v2 diff as v1 blocks, asking `supply` for the texts of each change.
///
/// # Errors
///
/// The first change that v1 cannot express fails the whole, so that no part of a diff goes
/// unshown; see [`change_to_v1`].
pub fn diff_to_v1(
    diff: v2::Diff,
    mut supply: impl FnMut(&v2::DiffChange) -> FileTexts,
) -> Result<Vec<v1::Diff>, NotInV1> {
    let mut blocks = Vec::with_capacity(diff.changes.len());
    for change in diff.changes {
        let texts = supply(&change);
        blocks.extend(change_to_v1(change, texts)?);
    }
    Ok(blocks)
}

/// The stated file type, where it is one that has no text.
fn non_text(change: &v2::DiffChange) -> Option<&v2::DiffFileType> {
    let file_type = change.details()?.file_type.as_ref()?;
    (*file_type != v2::DiffFileType::Text).then_some(file_type)
}

/// Why a v2 change has no v1 form.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotInV1 {
    /// The operation is unknown.
    Operation(String),
    /// The change says that the file is not text.
    FileType(v2::DiffFileType),
    /// The text before the change was not supplied for this path.
    OldText(AbsolutePath),
    /// The text after the change was not supplied for this path.
    NewText(AbsolutePath),
}

impl fmt::Display for NotInV1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operation(operation) => {
                write!(f, "operation `{operation}` has no v1 form; send it to v2 clients only")
            }
            Self::FileType(file_type) => {
                write!(f, "a `{file_type}` entry has no v1 form; describe it as text content")
            }
            Self::OldText(path) => write!(f, "{path}: supply the text before the change"),
            Self::NewText(path) => write!(f, "{path}: supply the text after the change"),
        }
    }
}

impl std::error::Error for NotInV1 {}
