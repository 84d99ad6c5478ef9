//! The result of a search for moves and copies.

use crate::FileChange;

/// The result of [`find_renames`](crate::find_renames).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundRenames<'a> {
    /// The changes, with moves and copies in place of the additions that they explain.
    pub changes: Vec<FileChange<'a>>,
    /// What was not searched, because more files would have been compared than
    /// [`Renames::limit`](crate::Renames::limit) allows; `None` if nothing was left out.
    pub left_out: Option<LeftOut>,
}

/// What a search for moves and copies left out, with the smallest limit that leaves nothing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftOut {
    /// Similar files that are neither equal nor the only ones of their name: only moves and copies
    /// that are easily found are listed.
    Similar(usize),
    /// Copies of unchanged files. Other copies were searched, as with
    /// [`Detect::Copies`](crate::Detect::Copies).
    CopiesOfUnchanged(usize),
}
