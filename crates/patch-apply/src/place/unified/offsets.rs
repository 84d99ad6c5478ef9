//! Finds what the hunks of a file together show about how far their numbers are off.

use std::collections::BTreeSet;

use super::slot::{Slot, State};
use crate::place::lookup::Lookup;
use crate::place::numbers::MOST_MISCOUNTED;
use crate::place::placement::Evidence;
use crate::place::places::signed;
use crate::place::scene::Scene;

/// The one offset by which all hunks match, if none has a place yet. A hunk that is as written at
/// its number rules out such an offset.
pub(super) fn common<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    slots: &mut [Slot<'_>],
) -> Option<i64> {
    let is_open = |slot: &&Slot<'_>| matches!(slot.state, State::Open(_));
    let open = slots.iter().filter(is_open).count();
    if open < slots.len() || open < 2 {
        return None;
    }
    let mut common: Option<Vec<i64>> = None;
    for slot in &*slots {
        let places = slot.places.as_ref().filter(|places| !places.is_cut)?;
        let best = places.best();
        let hint = signed(slot.hint?);
        let own = places.all.iter().filter(|place| Some(place.rank) == best);
        let mut own: Vec<i64> = own.map(|place| place.counted().saturating_sub(hint)).collect();
        own.sort_unstable();
        common = Some(match common {
            None => own,
            Some(common) => own.into_iter().filter(|by| common.binary_search(by).is_ok()).collect(),
        });
    }
    let [by] = *common? else { return None };
    let mut slots = slots.iter_mut();
    let is_own = by.abs() <= MOST_MISCOUNTED || !slots.any(|slot| slot.is_at_own(scene));
    is_own.then_some(by)
}

/// The hunks that are as written at their numbers but were put elsewhere without a heading that
/// says so: the offsets of others moved them, so they are no evidence for these.
pub(super) fn dragged<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    slots: &mut [Slot<'_>],
) -> BTreeSet<usize> {
    let mut dragged = BTreeSet::new();
    for slot in slots {
        let State::At(_, evidence) = slot.state else { continue };
        let is_off = slot.offset().is_some_and(|by| by.abs() > MOST_MISCOUNTED);
        if is_off && !evidence.contains(Evidence::Heading) && slot.is_at_own(scene) {
            dragged.insert(slot.index);
        }
    }
    dragged
}
