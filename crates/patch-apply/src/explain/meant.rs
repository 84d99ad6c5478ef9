//! Checks a place against the heading that a hunk names in its header.

use patch_parse::Hunk;

use super::align::Alignment;
use super::scene::Scene;
use crate::place::encloses;
use crate::text::words::has_words;

/// How far above a place the heading is searched, in lines.
const MOST_LINES: usize = 2000;

/// Whether a place fits the hunk's heading: true if the hunk names none, or if the place is below
/// it (so it is not an identical block elsewhere).
pub(super) fn is_meant(scene: Scene<'_, '_>, hunk: &Hunk<'_>, place: &Alignment) -> bool {
    let Some(heading) = heading(hunk) else { return true };
    let is_below = |line_index: usize| {
        let (start, mut left) = (scene.table.start_of(line_index), MOST_LINES);
        encloses(scene.text, heading, start, &mut left).unwrap_or(false)
    };
    is_below(place.first) || is_below(place.last)
}

/// The heading that a hunk names, if there is a word in it.
fn heading<'h>(hunk: &'h Hunk<'_>) -> Option<&'h [u8]> {
    let anchor = hunk.anchors.last().map(|anchor| &***anchor);
    let named = anchor.unwrap_or(&**hunk.section()).trim_ascii();
    has_words(named).then_some(named)
}
