//! The one set of changes that every rendering is made from.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::DiffFileType;
use bstr::BStr;
use patch_gen::{Entry, Snapshot, is_binary};

use super::{WireError, absolute};

/// What happened to the files of a tree, by absolute path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeChange<'a> {
    pub(super) files: Vec<FileChange<'a>>,
}

/// What happened to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileChange<'a> {
    Add { path: AbsolutePath, new: Entry<'a> },
    Delete { path: AbsolutePath, old: Entry<'a> },
    Modify { path: AbsolutePath, old: Entry<'a>, new: Entry<'a> },
    Move { old_path: AbsolutePath, path: AbsolutePath, old: Entry<'a>, new: Entry<'a> },
    Copy { old_path: AbsolutePath, path: AbsolutePath, old: Entry<'a>, new: Entry<'a> },
}

impl<'a> TreeChange<'a> {
    /// What became of each file of `old` in `new`; their paths are below `root`, or absolute.
    ///
    /// A file at another path is a deletion and an addition: two snapshots do not tell moves.
    ///
    /// # Errors
    ///
    /// When a file that changed has a name that the protocol cannot carry.
    pub fn between(
        old: &'a Snapshot<'a>,
        new: &'a Snapshot<'a>,
        root: &AbsolutePath,
    ) -> Result<Self, WireError> {
        let mut change = Self { files: Vec::new() };
        for (path, old) in old.iter() {
            change.push(root, path, Some(old.clone()), new.get(path).cloned())?;
        }
        for (path, new) in new.iter().filter(|(path, _)| old.get(path).is_none()) {
            change.push(root, path, None, Some(new.clone()))?;
        }
        change.files.sort_by(|a, b| a.path().cmp(b.path()));
        Ok(change)
    }

    /// Whether no file changed.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Appends what became of the file at `path`.
    pub(super) fn push(
        &mut self,
        root: &AbsolutePath,
        path: &BStr,
        old: Option<Entry<'a>>,
        new: Option<Entry<'a>>,
    ) -> Result<(), WireError> {
        if old == new {
            return Ok(());
        }
        let path = absolute(root, path)?;
        match (old, new) {
            (Some(old), Some(new)) if is_link(&old) == is_link(&new) => {
                self.files.push(FileChange::Modify { path, old, new });
            }
            (old, new) => {
                let delete = old.map(|old| FileChange::Delete { path: path.clone(), old });
                let add = new.map(|new| FileChange::Add { path, new });
                self.files.extend(delete.into_iter().chain(add));
            }
        }
        Ok(())
    }
}

impl<'a> FileChange<'a> {
    /// The path after the change; of a deletion the one that is gone.
    pub(super) fn path(&self) -> &AbsolutePath {
        match self {
            Self::Add { path, .. }
            | Self::Delete { path, .. }
            | Self::Modify { path, .. }
            | Self::Move { path, .. }
            | Self::Copy { path, .. } => path,
        }
    }

    /// The file before.
    pub(super) fn before(&self) -> Option<&Entry<'a>> {
        match self {
            Self::Add { .. } => None,
            Self::Delete { old, .. }
            | Self::Modify { old, .. }
            | Self::Move { old, .. }
            | Self::Copy { old, .. } => Some(old),
        }
    }

    /// The file after.
    pub(super) fn after(&self) -> Option<&Entry<'a>> {
        match self {
            Self::Delete { .. } => None,
            Self::Add { new, .. }
            | Self::Modify { new, .. }
            | Self::Move { new, .. }
            | Self::Copy { new, .. } => Some(new),
        }
    }
}

fn is_link(entry: &Entry<'_>) -> bool {
    entry.mode.is_symlink()
}

/// The kind of an entry as a client is told. Text that JSON cannot carry counts as binary.
pub(super) fn file_type(entry: &Entry<'_>) -> DiffFileType {
    if is_link(entry) {
        DiffFileType::Symlink
    } else if is_text(entry) {
        DiffFileType::Text
    } else {
        DiffFileType::Binary
    }
}

/// Whether patch text in JSON can show the contents.
pub(super) fn is_text(entry: &Entry<'_>) -> bool {
    !is_binary(&entry.contents) && std::str::from_utf8(&entry.contents).is_ok()
}
