//! Hunks without numbers that have the same lines.

use patch_parse::Hunk;

use super::slot::{Slot, State};
use crate::failure::Why;
use crate::place::candidates::enumerator::Enumerator;
use crate::place::lookup::Lookup;
use crate::place::places::signed;
use crate::place::scene::Scene;

/// Looks for places like those of several hunks with the same lines and no numbers: the hunks fill
/// as many places in order only if there can be no other.
pub(super) fn find_like<'h, L: Lookup>(scene: &mut Scene<'_, 'h, L>, slots: &mut [Slot<'h>]) {
    let is_open =
        |slot: &Slot<'_>| slot.hint.is_none() && matches!(slot.state, State::Open(Why::Ambiguous));
    let hunks: Vec<Option<&Hunk<'_>>> =
        slots.iter().map(|slot| is_open(slot).then_some(slot.hunk)).collect();
    let end = signed(scene.lookup.line_count());
    for pair in 1..hunks.len() {
        let Some([Some(one), Some(other)]) = hunks.get(pair - 1..=pair) else { continue };
        if !are_one(one, other) {
            continue;
        }
        // What is like the previous hunk is like this one.
        if let Some([front, slot]) = slots.get_mut(pair - 1..=pair)
            && front.is_of_twins
            && !slot.is_of_twins
        {
            (slot.is_of_twins, slot.is_like_others) = (true, front.is_like_others);
            continue;
        }
        for slot in slots.iter_mut().skip(pair - 1).take(2) {
            let Some(places) = slot.places.as_mut().filter(|_| !slot.is_of_twins) else {
                continue;
            };
            slot.is_of_twins = true;
            let (found, best) = (places.all.len(), places.best());
            let mut enumerator = Enumerator::new(scene, slot.index, slot.hunk, 0);
            enumerator.complete(places);
            enumerator.add_changed_in(0..end, places);
            let others = places.all.iter().skip(found);
            slot.is_like_others = others.filter(|place| Some(place.rank) != best).count() > 0;
        }
    }
}

/// Whether two hunks have the same old lines.
fn are_one(one: &Hunk<'_>, other: &Hunk<'_>) -> bool {
    let mut lines = one.old_lines().zip(other.old_lines());
    one.lines.old_count() == other.lines.old_count()
        && lines.all(|(one, other)| (one.kind, one.text) == (other.kind, other.text))
}
