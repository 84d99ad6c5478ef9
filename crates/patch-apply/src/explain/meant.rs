//! Which place a hunk means, as far as its header says it in words.

use patch_parse::Hunk;

use super::align::Alignment;
use super::scene::Scene;
use crate::place::encloses;
use crate::text::words::has_words;

/// How far above a place the heading is looked for, in lines.
const MOST_LINES: usize = 2000;

/// Whether a place is not the namesake of the one that the hunk means: where the hunk names a
/// heading, the place is below it.
pub(super) fn is_meant(scene: Scene<'_, '_>, hunk: &Hunk<'_>, place: &Alignment) -> bool {
    let Some(heading) = heading(hunk) else { return true };
    let is_below = |line_index: usize| {
        let start = scene.table.start_of(line_index);
        encloses(scene.text, heading, start, &mut MOST_LINES.clone()).unwrap_or(false)
    };
    is_below(place.first) || is_below(place.last)
}

/// The heading that a hunk names, if it has a word.
fn heading<'h>(hunk: &'h Hunk<'_>) -> Option<&'h [u8]> {
    let anchor = hunk.anchors.last().map(|anchor| &***anchor);
    let named = anchor.unwrap_or(&**hunk.section()).trim_ascii();
    has_words(named).then_some(named)
}
