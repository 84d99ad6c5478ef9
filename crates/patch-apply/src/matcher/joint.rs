//! The hunks of one file together.

use patch_parse::{Code, Hunk};

use super::unified::hinted_index;
use super::{Placed, Placement};
use crate::HunkFailure;

/// The offset that the hunks placed so far show, in lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drift(i64);

impl Drift {
    /// Whether a hunk is expected at a line: by its number, moved as the hunks before it were.
    pub(super) fn expects(self, hunk: &Hunk<'_>, line_index: usize) -> bool {
        let expected = hinted_index(hunk).and_then(|hinted| self.expected(hinted).next());
        expected == Some(line_index)
    }

    /// The lines that a hint may mean, 0-based: moved as the hunks before were, and as it says.
    pub(super) fn expected(self, hinted_index: usize) -> impl Iterator<Item = usize> {
        let moved = i64::try_from(hinted_index)
            .ok()
            .and_then(|hinted| hinted.checked_add(self.0))
            .and_then(|moved| usize::try_from(moved).ok())
            .filter(|moved| *moved != hinted_index);
        moved.into_iter().chain([hinted_index])
    }

    /// Learns from a hunk that was placed.
    pub(super) fn learn(&mut self, hinted_index: usize, line_index: usize) {
        let (Ok(hinted), Ok(found)) = (i64::try_from(hinted_index), i64::try_from(line_index))
        else {
            return;
        };
        self.0 = found - hinted;
    }
}

/// Refuses hunks that change what another one has changed.
///
/// Two insertions at one place keep the order of the patch.
pub(super) fn refuse_overlaps(hunks: &[Hunk<'_>], places: &mut [Placed]) {
    let mut order: Vec<(usize, Placement)> = places
        .iter()
        .enumerate()
        .filter_map(|(index, place)| place.as_ref().ok().map(|place| (index, *place)))
        .collect();
    order.sort_by_key(|(index, place)| (place.start, place.end, *index));
    let mut end = 0;
    for (index, place) in order {
        if place.start < end {
            if let (Some(slot), Some(hunk)) = (places.get_mut(index), hunks.get(index)) {
                *slot = Err(HunkFailure::at(Code::OverlappingHunks, index, hunk, place.line_index));
            }
        } else {
            end = place.end;
        }
    }
}
