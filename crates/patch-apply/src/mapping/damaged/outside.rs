//! Handles added lines at the margin between two keys of a YAML block: they would end the block,
//! and take the lines after them out of it.

use super::odd::is_key;
use super::trimmed::{Table, moved};
use super::whole::is_prose;
use crate::Cause;
use crate::indent::around::Around;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::inside::may_open_text;

/// How the added lines of a change are written if they would take the lines after them out of their
/// block; `None` if they would not.
///
/// # Errors
///
/// They would, and there is not exactly one way to put them into that block.
pub(super) fn of_change<'l>(
    change: &Change<'l>,
    around: &Around<'_>,
) -> Result<Option<Table<'l>>, Cause> {
    let added = worded(&change.added);
    let (Some((outer, before)), Some((inner, behind)), Some((first, words))) =
        (change.before(), change.next(), added.first().copied())
    else {
        return Ok(None);
    };
    let are_keys = [before, behind, words].iter().all(|line| is_yaml_key(line));
    // The change may be meant to bring removed lines to the margin.
    let is_replacing = !worded(&change.removed).is_empty();
    if is_replacing || !first.is_empty() || outer.is_empty() || inner.is_empty() || !are_keys {
        return Ok(None);
    }
    // The lines after them belong to the last of them that is less deep.
    let head = added.iter().rev().find(|(indent, _)| indent.len() < inner.len());
    let is_head = head.is_some_and(|(indent, words)| {
        words.ends_with(b":") && around.unit() == inner.len().checked_sub(indent.len())
    });
    let is_text = change.added.iter().any(|line| may_open_text(line)) || change.is_in_text();
    if is_head || is_text || is_prose(around.text()) {
        return Ok(None);
    }
    let is_told = inner.len() >= outer.len();
    let table = moved(inner, &added, around).filter(|_| is_told);
    table.map(Some).ok_or(Cause::UnmappedIndentation)
}

/// Whether words are a YAML key, perhaps the first of an item: not part of an object or a call, and not a statement.
pub(super) fn is_yaml_key(words: &[u8]) -> bool {
    is_key(words) && !words.last().is_some_and(|last| b",;{(".contains(last))
}
