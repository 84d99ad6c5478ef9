//! Counts the lines that a hunk adds and removes at its place.

use patch_parse::{Hunk, LineKind};

use crate::place::Placement;

/// The counts that a hunk's receipt reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) added: usize,
    pub(crate) removed: usize,
}

impl Counts {
    pub(crate) fn of(hunk: &Hunk<'_>, place: &Placement) -> Self {
        Self { added: hunk.lines.added_count(), removed: removed_count(hunk, place.dropped_after) }
    }
}

/// The last line may be the final newline of the file, which stays whether the hunk removes it or
/// not.
fn removed_count(hunk: &Hunk<'_>, dropped_after: usize) -> usize {
    let removed = hunk.lines.removed_count();
    if dropped_after == 0 {
        return removed;
    }
    let dropped = hunk.old_lines().skip(hunk.lines.old_count().saturating_sub(dropped_after));
    removed - dropped.filter(|line| line.kind == LineKind::Remove).count()
}
