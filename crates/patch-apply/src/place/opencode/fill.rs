//! Places identical chunks, if the file has exactly as many places for them: one each, whichever
//! is which.

use patch_parse::Hunk;

use super::anchors::Anchors;
use super::cursor::Cursor;
use super::slot::{Found, Slot, State};
use crate::cause::Cause;
use crate::failure::Why;
use crate::place::candidates::done;
use crate::place::lookup::{Block, Lookup};
use crate::place::placement::{Evidence, EvidenceSet};
use crate::place::places::{Match, Place};
use crate::place::rung::{RungRule, exact, plain};
use crate::place::scene::Scene;
use crate::place::scopes::scope::Scopes;

/// The most chunks that are the same, and the most of them that are looked at.
const MOST_SAME: usize = 32;

/// Gives chunks of which one has no place, and which are the same, all places that the file has for
/// them, where these are as many, and each is in what the anchor of its chunk opens.
pub(super) fn fill<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    slots: &mut [Slot],
) {
    let hunks = scene.hunks;
    let open = |slots: &[Slot], from: usize| {
        (from..slots.len()).find(|at| slots.get(*at).is_some_and(is_ambiguous))
    };
    let mut next = open(slots, 0);
    for _ in 0..MOST_SAME {
        let Some((at, hunk)) = next.and_then(|at| Some((at, hunks.get(at)?))) else { return };
        next = open(slots, at + 1);
        let is_same = |other: &usize| hunks.get(*other).is_some_and(|it| it.lines == hunk.lines);
        let same: Vec<usize> = (0..hunks.len()).filter(is_same).take(MOST_SAME + 1).collect();
        if !(2..=MOST_SAME).contains(&same.len()) || hunk.lines.old_count() == 0 {
            continue;
        }
        let Some(places) = places(scene, at, hunk).filter(|places| places.len() == same.len())
        else {
            continue;
        };
        let pairs: Vec<(usize, Match)> = same.into_iter().zip(places).collect();
        let are_right = pairs.iter().all(|(at, found)| {
            let slot = slots.get(*at);
            slot.is_some_and(|slot| may_be_any(slot, &pairs))
                && is_in_scope(scene, scopes, *at, found)
        });
        if are_right {
            for (at, found) in pairs {
                let Some(slot) = slots.get_mut(at) else { continue };
                let evidence = EvidenceSet::from_iter([Evidence::Text, Evidence::Order]);
                slot.state = State::At(Found { at: found, evidence, other_places: 0 });
            }
        }
    }
}

/// Whether nothing says which of several places is that of a chunk.
fn is_ambiguous(slot: &Slot) -> bool {
    let has_rival = || slot.judged.iter().any(|judged| !judged.place.is_match());
    match &slot.state {
        // What nearly matches may be meant.
        State::Open(why) => matches!(why, Why::Ambiguous) && !(slot.is_doubted && has_rival()),
        State::Failed(failure) => failure.cause == Cause::Ambiguous,
        State::At(_) | State::Done(_) => false,
    }
}

/// Whether a chunk may be at any of some places: it is at one of them, or it is not known at
/// which.
fn may_be_any(slot: &Slot, places: &[(usize, Match)]) -> bool {
    match &slot.state {
        State::At(found) => {
            places.iter().any(|(_, place)| place.place().line == found.place().line)
        }
        State::Open(_) | State::Failed(_) => is_ambiguous(slot),
        State::Done(_) => false,
    }
}

/// All places of a chunk as it is written, if none of them shares a line with the next one and the
/// change is made at none.
fn places<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    at: usize,
    hunk: &Hunk<'_>,
) -> Option<Vec<Match>> {
    let block = Block::Old(at);
    let count = hunk.lines.old_count();
    let lines = scene.lookup.places(block, plain(), 0);
    let mut end = 0;
    let mut all = Vec::with_capacity(lines.len());
    for line in lines {
        let rule: &RungRule =
            if scene.lookup.is_at(block, exact(), line) { exact() } else { plain() };
        let found = Place::matching(rule, line, count).as_match()?;
        if line < end || done::is_made(scene, hunk, found) {
            return None;
        }
        end = line + count;
        all.push(found);
    }
    Some(all)
}

/// Whether a place is in what one of the lines opens that the anchor of a chunk names.
fn is_in_scope<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    at: usize,
    found: &Match,
) -> bool {
    let hunks = scene.hunks;
    let Some(hunk) = hunks.get(at) else { return false };
    if hunk.anchors.is_empty() {
        return true;
    }
    let named = Anchors::named(scene, scopes, (at, hunk), &Cursor::default(), 0);
    let Some(anchors) = named.ok().flatten() else { return false };
    let reaches = anchors.reaches(scene, scopes, hunk);
    reaches.have(scene, &found.place())
}
