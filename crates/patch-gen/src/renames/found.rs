//! What a search for moves and copies found.

use crate::FileChange;

/// What [`find_renames`](crate::find_renames) found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundRenames<'a> {
    /// The changes, with moves and copies in place of the additions that they explain.
    pub changes: Vec<FileChange<'a>>,
    /// What was not looked for, because more files would have been compared than
    /// [`Renames::limit`](crate::Renames::limit) allows; `None` where nothing was left out.
    pub left_out: Option<LeftOut>,
}

/// What a search for moves and copies left out. It holds the least limit with which nothing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftOut {
    /// Every similar file that is not equal and has not its name alone: only moves and copies that
    /// are easily found are told.
    Similar(usize),
    /// Copies of files that stay as they are; others were looked for, as
    /// [`Detect::Copies`](crate::Detect::Copies) does.
    CopiesOfUnchanged(usize),
}
