//! Added lines at the margin between two keys of a block in YAML: they would end the block, and
//! take what is behind them out of it.

use super::odd::is_key;
use super::trimmed::{Table, moved};
use super::whole::is_prose;
use crate::Cause;
use crate::indent::around::Around;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::inside::{is_in_text, may_open_text};

/// How the added lines of a change are written that would take what is behind them out of its
/// block; `None` where they do not.
///
/// # Errors
///
/// They do, and in more or less than one way they are in that block.
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
    // What is removed may be brought to the margin.
    let is_replacing = !worded(&change.removed).is_empty();
    if is_replacing || !first.is_empty() || outer.is_empty() || inner.is_empty() || !are_keys {
        return Ok(None);
    }
    // What goes on behind them is in the last of them that is less deep.
    let head = added.iter().rev().find(|(indent, _)| indent.len() < inner.len());
    let is_head = head.is_some_and(|(indent, words)| {
        words.ends_with(b":") && around.unit() == inner.len().checked_sub(indent.len())
    });
    let is_text = change.added.iter().any(|line| may_open_text(line)) || is_in_text(change.front);
    if is_head || is_text || is_prose(around.text()) {
        return Ok(None);
    }
    let is_told = inner.len() >= outer.len();
    let table = moved(inner, &added, around).filter(|_| is_told);
    table.map(Some).ok_or(Cause::UnmappedIndentation)
}

/// Whether words are a key as YAML has it: no part of an object or a call, and no statement.
fn is_yaml_key(words: &[u8]) -> bool {
    is_key(words) && !words.last().is_some_and(|last| b",;{(".contains(last))
}
