//! A heading that is a part of a line, `put(id) {` for `async put(id) {`, or names a member, as `Api.put`.

use super::slot::Slot;
use crate::place::lookup::{Lookup, MOST_PLACES};
use crate::place::member;
use crate::place::rung::without_indentation;
use crate::place::scene::Scene;
use crate::place::scope::{Scopes, opens};

/// The words of the line that a heading is a part of, for a hunk without numbers that several places are as good for. Whole
/// words of one line alone that opens something name it; whatever begins with a heading is named by it as it is.
pub(super) fn line_of_part<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    slot: &Slot<'_>,
) -> Option<Vec<u8>> {
    let heading = slot.heading.as_deref().filter(|_| slot.hunk.range().is_none())?;
    let places = slot.places.as_ref()?;
    let best = places.best()?;
    let are_several = places.all.iter().filter(|place| place.rank == best).count() > 1;
    if !are_several || scene.lookup.heading_line(heading).is_some() {
        return None;
    }
    let line = match scene.lookup.anchor_lines(heading, 0) {
        Some((way, mut lines)) => {
            if !way.is_of_whole_words() || lines.len() == MOST_PLACES {
                return None;
            }
            lines.retain(|line| opens(scene, *line));
            let [line] = *lines else { return None };
            line
        }
        None => member::line_of(scene, scopes, heading)?,
    };
    let words = without_indentation(scene.lines_at(line).next()?).1.trim_ascii_end();
    Some(words.to_vec())
}
