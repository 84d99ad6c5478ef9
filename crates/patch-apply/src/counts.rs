//! How many lines a hunk adds and removes where it is placed.

use patch_parse::{Hunk, LineKind};

use crate::place::Placement;

/// The lines of a hunk that its receipt tells of.
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
