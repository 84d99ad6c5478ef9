//! Renders changes to a tree as ACP diffs.
//!
//! A [`TreeChange`] is made once, from two [`Snapshot`]s or from a [`Plan`] and the files it was
//! made for, and rendered for each version of the protocol. It shows the bytes that are, or will
//! be, on disk, not the patch.
//!
//! | | v2 | v1 |
//! |---|---|---|
//! | text | change, section of the `git_patch` | block with both texts |
//! | binary, or text that is or was not UTF-8 | change with `fileType` `binary` | [`WireError::NotInV1`] |
//! | symbolic link | change with `fileType` `symlink`, section | [`WireError::NotInV1`] |
//! | move | `move` | a deletion and an addition |
//! | a file that becomes a link, or the reverse | a deletion and an addition | [`WireError::NotInV1`] |
//! | a directory with nothing in it | change with `fileType` `directory` | [`WireError::NotInV1`] |
//! | executable bit | in the section only | not shown |
//!
//! With the feature `mime`, the changes of v2 also state the MIME type, if it can be derived from
//! contents or name.

mod change;
mod from_v1;
#[cfg(feature = "mime")]
mod mime;
mod patch;
mod plan;
mod undo;
mod v1;
mod v2;

use acp_diff_types::convert::NotInV1;
use acp_diff_types::{AbsolutePath, InvalidPath};
use bstr::{BStr, BString, ByteSlice};
use patch_apply::{WorkspaceError, WorkspacePath};

pub use change::TreeChange;
pub use from_v1::{PartNotUnique, patch_of_v1, patch_of_v1_parts};
pub use patch::diff_of_patch;
pub use v1::HunkBlock;

#[cfg(doc)]
use patch_apply::Plan;
#[cfg(doc)]
use patch_gen::Snapshot;

/// Why the protocol cannot express a change.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// A file name is not UTF-8.
    #[error("{0}: the name is not UTF-8, so the protocol cannot carry it")]
    NotUtf8(BString),
    /// A file name contains something that no path of the protocol can.
    #[error(transparent)]
    Path(#[from] InvalidPath),
    /// Version 1 of the protocol cannot express the change.
    #[error("{path}: {reason}")]
    NotInV1 {
        /// The file.
        path: AbsolutePath,
        /// What is missing.
        reason: NotInV1,
    },
    /// A hunk has no line numbers.
    #[error("{0}: a hunk has no line numbers, which the patch text of a diff must have")]
    NoNumbers(BString),
    /// The patch has text that is not UTF-8.
    #[error("the patch has text that the protocol cannot carry: {0}")]
    TextNotUtf8(std::str::Utf8Error),
    /// A file of a plan lies below another root than the one given.
    #[error("{0}: the file lies below another root")]
    OtherRoot(WorkspacePath),
    /// A file that a plan changes cannot be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// The absolute path of a file below `root`. An absolute `path` stays as it is.
pub(crate) fn absolute(root: &AbsolutePath, path: &BStr) -> Result<AbsolutePath, WireError> {
    let path = path.to_str().map_err(|_| WireError::NotUtf8(path.to_owned()))?;
    if path.starts_with('/') {
        return Ok(AbsolutePath::new(path)?);
    }
    let root = root.as_str();
    let separator = if root.ends_with(['/', '\\']) { "" } else { "/" };
    Ok(AbsolutePath::new(format!("{root}{separator}{path}"))?)
}
