//! Two hunks that show the same lines, although their numbers say otherwise: writers count wrongly
//! if one change is close to the next.

use patch_parse::Hunk;

use super::recut::recut;
use super::written::{is_before_heading, is_elsewhere, only_place, written_from};
use crate::place::numbers::hinted_index;
use crate::place::placement::Placement;
use crate::place::rung::Rung;
use crate::text::Text;

/// By how many lines the numbers may be off: what is further away may be meant elsewhere.
const MOST_OFF: usize = 32;

/// A hunk that was cut, and its place.
pub(super) type Cut<'h> = (Hunk<'h>, Placement);

/// The two hunks with each line in only one of them, if the file has them so, as written and one
/// directly after the other, and neither is elsewhere. `placed` is the place of the first one, if
/// it has one.
pub(super) fn without_overlap<'h>(
    text: Text<'_>,
    [front, hunk]: [&Hunk<'h>; 2],
    placed: Option<&Placement>,
) -> Option<[Cut<'h>; 2]> {
    let (first_number, second_number) = (hinted_index(front)?, hinted_index(hunk)?);
    let bare = |hunk: &Hunk<'h>| hunk.clone().with_starts(None);
    let [first, second] = recut(&bare(front), &bare(hunk))?;
    let start = match placed {
        Some(place) if place.rung != Rung::Exact => return None,
        Some(place) => (place.line_index, place.start),
        None => only_place(text, front)?,
    };
    let first_place = written_from(text, start, &first)?;
    let end = (first_place.line_index + first_place.line_count, first_place.end);
    let second_place = written_from(text, end, &second)?;
    let apart = second_place.line_index - first_place.line_index;
    if is_before_heading(text, hunk, &second_place) {
        return None;
    }
    let is_near = second_number.abs_diff(first_number).abs_diff(apart) <= MOST_OFF;
    let is_alone = !is_elsewhere(text, front, first_place.line_index)
        && !is_elsewhere(text, hunk, second_place.line_index);
    (is_near && is_alone).then_some([(first, first_place), (second, second_place)])
}
