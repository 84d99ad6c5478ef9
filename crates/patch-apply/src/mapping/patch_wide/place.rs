//! Handles a patch with one blank too many before every added line, as the places of its hunks
//! show.

use patch_parse::Hunk;

use super::insertion::{self, Insertion};
use crate::Placement;
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::mapping::Mapping;
use crate::mapping::lines::change::Change;
use crate::mapping::lines::facing::{first_worded, last_worded};
use crate::mapping::lines::formats::may_be_a_blank_off;
use crate::place::rung::Rung;

/// Whether a hunk whose old lines match exactly may have a blank too many before its added lines;
/// `None` if it does not show.
pub(crate) fn may_be_blank_off(hunk: &Hunk<'_>) -> Option<bool> {
    insertion::may_be_off(hunk)
}

impl Mapping {
    /// For a hunk whose old lines match exactly and which removes none: the mapping, if the place
    /// itself shows that its added lines are one blank too deep, and how many lines prove it.
    pub(crate) fn by_place(
        hunk: &Hunk<'_>,
        place: &Placement,
        file: &[u8],
        around: &Around<'_>,
    ) -> Option<(Self, usize)> {
        let front = file.get(..place.start).unwrap_or_default();
        let behind = file.get(place.end..).unwrap_or_default();
        let before = last_worded(front, Margins::default());
        let insertions = Insertion::of(hunk, [before, first_worded(behind)], around)?;
        let is_off =
            |lines: &Insertion<'_>| lines.is_blank_off(around) && lines.is_moved_by_place(around);
        // Where outer context differs, the patch is not exact.
        let may_be = |change: &Change<'_>| may_be_a_blank_off(change, around);
        let is_format = || {
            place.rung != Rung::OuterContext
                && Change::all(hunk, file, place.start).iter().any(may_be)
        };
        let is_meant =
            hunk.old_lines().next().is_some() && insertions.iter().all(is_off) && !is_format();
        let indentation = Indentation::Out(b" ".to_vec());
        let mapping = Self { margins: Margins::of_exact(hunk), indentation, ..Self::default() };
        is_meant.then(|| (mapping, insertions.iter().map(|lines| lines.weight(around)).sum()))
    }
}
