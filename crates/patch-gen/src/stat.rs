//! How much of a file changes.

use bstr::BStr;

use crate::{FileChange, GenOptions, hunks, is_binary};

/// How much of a file changes, as `git diff --stat` counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileStat<'a> {
    /// The path after the change; of a deletion the one that is gone.
    pub path: &'a BStr,
    /// Where it came from, if it was moved or copied.
    pub old_path: Option<&'a BStr>,
    /// What is counted.
    pub size: StatSize,
}

/// What is counted of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatSize {
    /// Of text, its lines. None where only name or mode change.
    Lines {
        /// Lines that come.
        added: usize,
        /// Lines that go.
        removed: usize,
    },
    /// Of a binary file, its bytes before and after; 0 for a file that is not there.
    Bytes {
        /// Before.
        old: usize,
        /// After.
        new: usize,
    },
    /// Of a binary file whose contents stay as they are, nothing.
    SameBytes,
}

impl StatSize {
    /// Of two changes of one file, where they are counted in the same.
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

/// How much a change changes; `None` where a patch has no section for it, as for an empty
/// directory. The lines are those of the algorithm of the options.
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
