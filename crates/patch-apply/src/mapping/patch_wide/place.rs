//! A patch with one blank too many in front of all that it adds, as the places of its hunks show.

use patch_parse::Hunk;

use super::insertion::{self, Insertion};
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::mapping::Mapping;
use crate::mapping::lines::facing::{first_worded, last_worded};

/// Whether a hunk whose old lines are as the file has them may have a blank too many in front of
/// what it adds; `None` where it does not say.
pub(crate) fn may_be_blank_off(hunk: &Hunk<'_>) -> Option<bool> {
    insertion::may_be_off(hunk)
}

impl Mapping {
    /// Of a hunk whose old lines are as the file has them, and which removes none: where its added
    /// lines are one blank too deep for the place, which says so itself; and how many lines tell
    /// so.
    pub(crate) fn by_place(
        hunk: &Hunk<'_>,
        (front, behind): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Option<(Self, usize)> {
        let before = last_worded(front, Margins::default());
        let insertions = Insertion::of(hunk, [before, first_worded(behind)], around)?;
        let is_off =
            |lines: &Insertion<'_>| lines.is_blank_off(around) && lines.is_moved_by_place(around);
        let is_meant = hunk.old_lines().next().is_some() && insertions.iter().all(is_off);
        let indentation = Indentation::Out(b" ".to_vec());
        let mapping = Self { margins: Margins::of_exact(hunk), indentation, ..Self::default() };
        is_meant.then(|| (mapping, insertions.iter().map(|lines| lines.weight(around)).sum()))
    }
}
