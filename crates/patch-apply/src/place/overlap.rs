//! The order of hunks: which lines each can have so that all have theirs, and what overlaps.

use patch_parse::Hunk;

use super::lookup::{Block, Lookup};
use super::numbers::shareable;
use super::placement::Placement;
use super::rung::{Rung, RungRule};
use super::scene::Placed;
use crate::Cause;
use crate::failure::HunkFailure;
use crate::place::candidates::done::changes_nothing;

/// The lines that one hunk may have.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// First lines and how many, in order.
    lines: Vec<(usize, usize)>,
    /// There are more than listed: of the hunk with this index, at a rung, of so many lines.
    more: Option<(usize, Rung, usize)>,
}

impl Choice {
    /// A hunk that has its place: so many lines from one on are its own.
    pub(super) fn one(line: usize, count: usize) -> Self {
        Self { lines: vec![(line, count)], more: None }
    }

    pub(super) fn several(
        mut lines: Vec<(usize, usize)>,
        more: Option<(usize, Rung, usize)>,
    ) -> Self {
        lines.sort_unstable();
        Self { lines, more }
    }

    /// The first lines from one on, and the line after them.
    fn first(&self, lookup: &mut impl Lookup, from: usize) -> Option<(usize, usize)> {
        let behind = self.lines.partition_point(|(line, _)| *line < from);
        match (self.lines.get(behind), self.more) {
            (Some((line, count)), _) => Some((*line, line + count)),
            (None, Some((index, rung, count))) => {
                let rule = RungRule::of(rung)?;
                let line = lookup.first_place(Block::Old(index), rule, from)?;
                Some((line, line + count))
            }
            (None, None) => None,
        }
    }

    /// The last line from `first` on that leaves all lines before `before`.
    fn last(&self, lookup: &mut impl Lookup, first: usize, before: usize) -> Option<usize> {
        if let Some((index, rung, _)) = self.more {
            let rule = RungRule::of(rung)?;
            return lookup.last_place(Block::Old(index), rule, first..before);
        }
        if let [(line, _)] = *self.lines {
            return Some(line);
        }
        self.lines.iter().rfind(|(line, count)| line + count <= before).map(|(line, _)| *line)
    }
}

/// For each hunk, the lines that remain to it if all keep their order: the first that it may have,
/// and the one before which it has to end. `None` if no choice of places keeps the order. A hunk
/// without a choice limits no other. One pass goes forward and one back.
pub(super) fn feasible(
    lookup: &mut impl Lookup,
    choices: &[Option<Choice>],
) -> Option<Vec<(usize, usize)>> {
    let mut firsts = Vec::with_capacity(choices.len());
    let mut from = 0;
    for choice in choices {
        let behind = from;
        if let Some(choice) = choice {
            let (first, end) = choice.first(lookup, from)?;
            from = end;
            firsts.push((behind, first));
        } else {
            firsts.push((behind, behind));
        }
    }
    let mut before = usize::MAX;
    let mut feasible: Vec<_> = choices
        .iter()
        .zip(firsts)
        .rev()
        .map(|(choice, (behind, first))| {
            let room = (behind, before);
            let last = choice.as_ref().and_then(|choice| choice.last(lookup, first, before));
            before = last.unwrap_or(before);
            room
        })
        .collect();
    feasible.reverse();
    Some(feasible)
}

/// Refuses hunks that change what another one has changed; as written they may share context.
///
/// Two insertions at one place keep the order of the patch.
pub(super) fn refuse(hunks: &[Hunk<'_>], places: &mut [Placed]) {
    // Nearly all patches are like this.
    if are_apart(places) {
        return;
    }
    let mut order: Vec<(usize, Placement)> = places
        .iter()
        .zip(hunks)
        .enumerate()
        .filter_map(|(index, (placed, hunk))| match placed {
            Placed::At(place) if !changes_nothing(hunk) => Some((index, *place)),
            _ => None,
        })
        .collect();
    order.sort_by_key(|(index, place)| (place.start, place.end, *index));
    let mut end = 0;
    let mut front: Option<(&Hunk<'_>, Placement)> = None;
    for (index, place) in order {
        let Some(hunk) = hunks.get(index) else { continue };
        let shares = || front.is_some_and(|front| share_context(front, (hunk, place)));
        if place.start >= end || shares() {
            end = place.end;
            front = Some((hunk, place));
        } else if let Some(slot) = places.get_mut(index) {
            let line = place.line_index;
            *slot = Placed::Failed(HunkFailure::at(Cause::Overlap, index, hunk, line));
        }
    }
}

/// Whether each hunk ends before the next one starts, so that none shares a line with another.
fn are_apart(places: &[Placed]) -> bool {
    let mut end = 0;
    places.iter().all(|placed| {
        let Placed::At(place) = placed else { return true };
        place.start >= std::mem::replace(&mut end, place.end)
    })
}

/// Whether two hunks have lines both that are more than shared context.
pub(super) fn collide(first: (&Hunk<'_>, Placement), second: (&Hunk<'_>, Placement)) -> bool {
    let (first, second) =
        if second.1.start < first.1.start { (second, first) } else { (first, second) };
    second.1.start < first.1.end && !share_context(first, second)
}

/// Whether the lines that two hunks have both are context at the end of the first and at the start
/// of the second, so far as their places do not give it up.
fn share_context(first: (&Hunk<'_>, Placement), second: (&Hunk<'_>, Placement)) -> bool {
    let ((first_hunk, first), (second_hunk, second)) = (first, second);
    let first_end = first.line_index + first.line_count;
    let shared = first_end.saturating_sub(second.line_index);
    let given_up = first.dropped_after.max(second.dropped_before);
    let shareable = shareable(first_hunk, second_hunk).saturating_sub(given_up);
    shared <= shareable && second.end >= first.end
}
