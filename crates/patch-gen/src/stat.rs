//! Counts how much of a file changes.

use bstr::BStr;

use crate::{FileChange, GenOptions, hunks, is_binary};

/// How much of a file changes, as `git diff --stat` counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileStat<'a> {
    /// The path after the change; for a deletion the path that was deleted.
    pub path: &'a BStr,
    /// Where it came from, if it was moved or copied.
    pub old_path: Option<&'a BStr>,
    /// The counts.
    pub size: StatSize,
}

/// The size of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatSize {
    /// For text, its lines: 0 if only name or mode change.
    Lines {
        /// Added lines.
        added: usize,
        /// Removed lines.
        removed: usize,
    },
    /// For a binary file, its bytes before and after; 0 for a file that does not exist.
    Bytes {
        /// Before.
        old: usize,
        /// After.
        new: usize,
    },
    /// For a binary file whose contents do not change, nothing.
    SameBytes,
}

impl StatSize {
    /// The total size of two changes of one file, if both are counted in the same unit.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Lines { added, removed }, Self::Lines { added: more, removed: fewer }) => {
                Some(Self::Lines { added: added + more, removed: removed + fewer })
            }
            _ => None,
        }
    }
}

/// The size of a change; `None` if a patch has no section for it, as for an empty directory. Lines
/// are counted with the algorithm of the options.
pub fn file_stat<'a>(change: FileChange<'a>, options: &GenOptions) -> Option<FileStat<'a>> {
    let change = change.without_directories()?;
    let contents = |side: Option<&'a crate::Entry<'a>>| side.map_or(&b""[..], |it| &*it.contents);
    let (old, new) = (contents(change.before()), contents(change.after()));
    let size = match (is_binary(old) || is_binary(new), old == new) {
        (true, true) => StatSize::SameBytes,
        (true, false) => StatSize::Bytes { old: old.len(), new: new.len() },
        (false, _) => {
            let hunks = hunks(old, new, &options.clone().context(0));
            StatSize::Lines {
                added: hunks.iter().map(|hunk| hunk.lines.added_count()).sum(),
                removed: hunks.iter().map(|hunk| hunk.lines.removed_count()).sum(),
            }
        }
    };
    Some(FileStat { path: change.path(), old_path: change.old_path(), size })
}
