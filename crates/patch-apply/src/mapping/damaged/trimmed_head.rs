//! Handles a block of added lines whose first line is at the margin, while the line that closes it
//! is deeper: the first one lost its indentation, as a copied text does that is trimmed at its
//! start.

use super::trimmed::{Line, Table, is_margin_usual};
use super::whole::is_markdown;
use crate::indent::around::Around;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::inside::may_open_text;
use crate::text::closers::Closer;

/// How the added lines of a change are written if only the first one lost its indentation; `None`
/// if they may be meant as they are.
pub(super) fn of_change<'l>(change: &Change<'l>, around: &Around<'_>) -> Option<Table<'l>> {
    let added = worded(&change.added);
    let (first, rest) = added.split_first()?;
    let (indent, head) = *first;
    let closer = closer_of(head, rest).filter(|_| indent.is_empty())?;
    let is_beside = |line: Option<Line<'_>>| line.is_some_and(|(own, _)| own == closer);
    let is_fit = match worded(&change.removed).first() {
        Some((old, _)) => *old == closer,
        None => is_beside(change.before()) || is_beside(change.next()),
    };
    let is_text = || change.added.iter().any(|line| may_open_text(line)) || change.is_in_text();
    if !is_fit || is_text() || is_margin_usual(around.text()) || is_markdown(around) {
        return None;
    }
    let kept = rest.iter().map(|(own, _)| (*own, own.to_vec()));
    Some([(indent, closer.to_vec())].into_iter().chain(kept).collect())
}

/// The indentation of the line that closes what the one before some others opens, if all of these
/// are indented, and those in the block deeper than that.
fn closer_of<'l>(head: &[u8], rest: &[Line<'l>]) -> Option<&'l [u8]> {
    let is_it = |(_, words): &&Line<'_>| {
        Closer::of(words)
            .is_some_and(|closer| closer != Closer::Clause && closer.is_opened_by(head))
    };
    let least = rest.iter().map(|(own, _)| own.len()).min().filter(|least| *least > 0)?;
    let at = rest.iter().position(|(own, _)| own.len() == least)?;
    let (closer, _) = rest.get(at).filter(is_it)?;
    rest.iter().all(|(own, _)| own.starts_with(closer)).then_some(*closer)
}
