//! Recognises indented lines without context that would go to the end of a file, behind the line
//! that closes its last block: their depth says that they are in some block.

use crate::mapping::lines::change::{Change, worded};
use crate::text::blocks::closes_block;

/// Whether the added lines of a change are all indented, behind the last line of a file, which
/// closes a block at the margin.
pub(super) fn is_behind_last_block(change: &Change<'_>) -> bool {
    let added = worded(&change.added);
    let is_closed =
        change.before().is_some_and(|(indent, words)| indent.is_empty() && closes_block(words));
    is_closed
        && change.next().is_none()
        && !added.is_empty()
        && added.iter().all(|(indent, _)| !indent.is_empty())
        && !change.is_in_text()
}
