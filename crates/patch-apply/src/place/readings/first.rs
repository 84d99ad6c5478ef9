//! Reread chunks that have the first of several places: their anchor, or the numbers of a viewer,
//! may say which is meant.

use patch_parse::Hunk;

use super::written::written_at;
use crate::cause::Cause;
use crate::place::numbers::hinted_index;
use crate::place::overlap;
use crate::place::scene::Placed;
use crate::text::Text;

/// How many chunks of a file are looked for at the numbers of a viewer.
const MOST_AT_NUMBERS: usize = 32;

/// Whether a chunk has the first of several places.
pub(super) fn is_first_of_some(placed: &Placed) -> bool {
    matches!(placed, Placed::At(place) if place.other_places > 0)
}

/// Takes the place of a chunk for its only one if the chunk gets the same place when the first of
/// several is not taken: their anchor says which it is.
pub(super) fn take_certain(places: &mut [Placed], lost: &[(usize, Hunk<'_>)], certain: &[Placed]) {
    for (at, _) in lost {
        if let (Some(Placed::At(place)), Some(Placed::At(only))) =
            (places.get_mut(*at), certain.get(*at))
            && place.line_index == only.line_index
        {
            place.other_places = 0;
        }
    }
}

/// Gives chunks the places that the numbers of a viewer say, where they are as written and not done:
/// the format has no numbers. Not if another chunk took the first of several places, which may come
/// after them.
pub(super) fn add_at_numbers(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    lost: &[(usize, Hunk<'_>)],
    places: &mut [Placed],
) {
    let is_lost = |at: usize| lost.iter().any(|(lost, _)| *lost == at);
    let mut others = places.iter().enumerate().filter(|(at, _)| !is_lost(*at));
    if others.any(|(_, placed)| is_first_of_some(placed)) {
        return;
    }
    for (at, hunk) in lost.iter().take(MOST_AT_NUMBERS) {
        if let Some(place) = hinted_index(hunk).and_then(|line| written_at(text, line, hunk))
            && let Some(slot) = places.get_mut(*at)
            && !is_done_at(slot, place.line_index)
        {
            *slot = Placed::At(place);
        }
    }
    overlap::refuse(hunks, places);
}

/// Whether a chunk seems to be done at a line, in whole or in part.
fn is_done_at(placed: &Placed, line: usize) -> bool {
    match placed {
        Placed::At(_) => false,
        Placed::Done(failure) => failure.first_line() == line + 1,
        Placed::Failed(failure) => {
            let is_done = matches!(failure.cause, Cause::MaybeApplied | Cause::PartlyApplied);
            is_done && failure.first_line() == line + 1
        }
    }
}
