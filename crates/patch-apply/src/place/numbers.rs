//! What the line numbers of headers say, and how far they are off.

use patch_parse::{Hunk, HunkLine, HunkRange, LineKind};

use super::places::signed;
use crate::options::Contract;

/// What the headers say about the places and the order of the hunks.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The hunks from the first in the file to the last.
    order: Vec<usize>,
    /// Whether the numbers of all hunks can be true at once.
    can_be_true: bool,
    /// Whether all hunks have one.
    is_numbered: bool,
}

impl Numbers {
    /// Hunks with numbers keep their order, whatever that of the patch; where some have none the
    /// order of the patch is all there is. The numbers may have hunks share context, unless the
    /// contract says otherwise.
    ///
    /// Copies of hunks have no place of their own, and so none in the order.
    pub(super) fn of(
        hunks: &[Hunk<'_>],
        contract: Contract,
        is_copy: impl Fn(usize) -> bool,
    ) -> Self {
        let mut order: Vec<usize> = Vec::with_capacity(hunks.len());
        order.extend((0..hunks.len()).filter(|index| !is_copy(*index)));
        let hint = |index: &usize| hunks.get(*index).and_then(hinted_index);
        let is_numbered = order.iter().all(|index| hint(index).is_some());
        if is_numbered {
            order.sort_by_key(hint);
        }
        let (mut end, mut front) = (0, None);
        let can_be_true = order.iter().filter_map(|index| hunks.get(*index)).all(|hunk| {
            let Some(start) = hinted_index(hunk) else { return true };
            let shares = || front.is_some_and(|front| end - start <= shareable(front, hunk));
            // `git apply` looks for each hunk after the one before.
            let may_share = contract != Contract::Git;
            let is_behind = start >= end || (may_share && shares());
            (end, front) = (start.saturating_add(hunk.lines.old_count()), Some(hunk));
            is_behind
        });
        if !can_be_true {
            order.sort_unstable();
        }
        Self { order, can_be_true, is_numbered }
    }

    /// The hunks from the first in the file to the last.
    pub(super) fn order(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().copied()
    }

    /// Whether all hunks have numbers that can be true and go up in the order of the patch.
    pub(super) fn are_in_order(&self) -> bool {
        self.is_numbered && self.can_be_true && self.order.is_sorted()
    }

    /// Whether the numbers have the hunks in another order than the patch.
    pub(super) fn reorder(&self) -> bool {
        !self.order.is_sorted()
    }

    /// The same hunks, of whose numbers none is believed.
    pub(super) fn disbelieved(mut self) -> Self {
        self.order.sort_unstable();
        Self { can_be_true: false, ..self }
    }

    /// The line that a header names, 0-based, where the numbers can be true.
    pub(super) fn hint(&self, hunk: &Hunk<'_>) -> Option<usize> {
        hinted_index(hunk).filter(|_| self.can_be_true)
    }
}

/// How many lines two hunks may share: those that are context at the end of the one and at the
/// start of the other.
pub(super) fn shareable(front: &Hunk<'_>, hunk: &Hunk<'_>) -> usize {
    let ((_, behind), (before, _)) = (context_of(front), context_of(hunk));
    behind.min(before)
}

/// How many context lines are at the start and at the end of a hunk; all of them at the start where
/// nothing changes.
pub(super) fn context_of(hunk: &Hunk<'_>) -> (usize, usize) {
    let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
    let before = hunk.lines.iter().take_while(is_context).count();
    let last = hunk.lines.iter().skip(before);
    let after = last.fold(0, |after, line| if is_context(&line) { after + 1 } else { 0 });
    (before, after)
}

/// The line the header names, 0-based: where the old block starts, or before which an empty one
/// is (`-5,0` is after line 5).
pub(super) fn hinted_index(hunk: &Hunk<'_>) -> Option<usize> {
    let range = hunk.range()?;
    let start = usize::try_from(range.old_start).ok()?;
    Some(if range.old_count == 0 { start } else { start.saturating_sub(1) })
}

/// Whether the numbers of a hunk count by how many lines one in front moves it, which are some.
pub(super) fn counts(front: &Hunk<'_>, hunk: &Hunk<'_>) -> bool {
    let Some((front_range, range)) = front.range().zip(hunk.range()) else { return false };
    let moved = |range: HunkRange| i128::from(range.new_start) - i128::from(range.old_start);
    let lines = &front.lines;
    let own = signed(lines.added_count()) - signed(lines.removed_count());
    own != 0 && moved(range) - moved(front_range) == i128::from(own)
}

/// By at most so many lines a number is off that is right but for how its writer counted.
pub(super) const MOST_MISCOUNTED: i64 = 3;

/// What is known of the offset of a hunk from those of its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// Of the nearest hunk in front that has a place; the start of the file counts as 0.
    pub(super) front: i64,
    /// Of the nearest one after.
    pub(super) behind: Option<i64>,
}

impl Known {
    /// The offset that the number is off by, where both sides agree; nothing after contradicts
    /// nothing.
    pub(super) fn offset(self) -> Option<i64> {
        let is_open = self.behind.is_none_or(|behind| behind == self.front);
        is_open.then_some(self.front)
    }

    /// Whether an offset is that of the number as it is, which with nothing after may be true
    /// again.
    pub(super) fn is_raw(self, offset: i64) -> bool {
        offset == 0 && self.front != 0 && self.behind.is_none()
    }

    /// The offsets at which a place would say something about the number.
    pub(super) fn offsets(self) -> impl Iterator<Item = i64> + Clone {
        let raw = Some(0).filter(|raw| self.is_raw(*raw));
        self.offset().into_iter().chain(raw)
    }

    /// The least and the greatest offset that both sides allow.
    pub(super) fn range(self) -> Option<(i64, i64)> {
        let behind = self.behind?;
        Some((self.front.min(behind), self.front.max(behind)))
    }

    /// How far an offset is from what is known.
    pub(super) fn distance(self, offset: i64) -> i64 {
        if let Some((least, most)) = self.range() {
            return least.saturating_sub(offset).max(offset.saturating_sub(most)).max(0);
        }
        let distance = |known: i64| offset.saturating_sub(known).saturating_abs();
        self.offsets().map(distance).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_looked_at_where_it_may_be_true() {
        for (front, behind, expected) in [
            (0, None, &[0][..]),
            (3, None, &[3, 0]),
            (3, Some(3), &[3]),
            (0, Some(3), &[]),
            (-2, Some(4), &[]),
        ] {
            let known = Known { front, behind };
            assert_eq!(known.offsets().collect::<Vec<_>>(), expected, "{known:?}");
        }
    }

    #[test]
    fn the_distance_is_from_what_is_known() {
        for (front, behind, offset, expected) in [
            (0, None, -4, 4),
            (0, Some(9), 5, 0),
            (0, Some(9), 12, 3),
            (9, Some(0), -1, 1),
            (5, None, 7, 2),
            (5, None, 1, 1),
        ] {
            assert_eq!(Known { front, behind }.distance(offset), expected);
        }
    }
}
