//! Finds the hunk that makes another one's place out of order, or overlaps it.

use patch_parse::Hunk;

use crate::{HunkFailure, Placement, Remark};

/// The hunk that covers the lines, or is on the wrong side of them.
pub(super) fn in_the_way(
    hunks: &[Hunk<'_>],
    places: &[Option<Placement>],
    failure: &HunkFailure,
) -> Option<Remark> {
    let line_index = failure.first_line().checked_sub(1)?;
    covered(failure, places).or_else(|| {
        let (index, place) = beside(places, failure.hunk, line_index)?;
        let (hunk, is_before) = (index + 1, index < failure.hunk);
        let has_context = hunks.get(index).is_none_or(|hunk| {
            hunk.lines.old_count() > 0 || !hunk.anchors.is_empty() || hunk.range().is_some()
        });
        Some(if is_before && !has_context {
            Remark::BehindEnd { hunk }
        } else {
            Remark::Beside { hunk, line: place.line_index + 1, is_before }
        })
    })
}

/// The hunk nearest to this one in the patch that is on the wrong side of a line: after it though
/// it comes earlier in the patch, or the reverse.
fn beside(
    places: &[Option<Placement>],
    own: usize,
    line_index: usize,
) -> Option<(usize, &Placement)> {
    let known = || {
        let all = places.iter().enumerate();
        all.filter_map(|(index, place)| Some((index, place.as_ref()?)))
    };
    let before = known()
        .take_while(|(index, _)| *index < own)
        .filter(|(_, place)| place.line_index > line_index)
        .last();
    let behind =
        |(index, place): &(usize, &Placement)| *index > own && place.line_index < line_index;
    before.or_else(|| known().find(behind))
}

/// The hunk that covers the first line of one that overlaps it.
pub(super) fn covered(failure: &HunkFailure, places: &[Option<Placement>]) -> Option<Remark> {
    let line_index = failure.first_line().checked_sub(1)?;
    let covers = |place: &Placement| {
        (place.line_index..place.line_index + place.line_count).contains(&line_index)
    };
    let mut others =
        places.iter().zip(1..).filter_map(|(place, number)| Some((place.as_ref()?, number)));
    let (place, hunk) = others.find(|(place, _)| covers(place))?;
    let (first, last) = (place.line_index + 1, place.line_index + place.line_count);
    Some(Remark::Covered { hunk, first, last })
}
