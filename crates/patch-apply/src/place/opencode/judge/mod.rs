//! Judges one chunk: which of its places is singled out.
//!
//! As for a hunk of a unified diff, the places are [judged](Judge::judged), the evidence chooses
//! one, and a [verdict](Judge::verdict) says what becomes of the chunk there. [`objections`] finds
//! what speaks against the chosen place, [`beyond`] whether that is past the end of what the
//! anchor opens.

mod beyond;
mod objections;

use patch_parse::Hunk;

use super::anchors::{Anchors, Reach, Reaches};
use super::insertion::{behind_what_is_headed, fits_behind};
use super::slot::{Found, Slot, State};
use crate::failure::Why;
use crate::options::Locate;
use crate::place::candidates::done;
use crate::place::candidates::enumerator::Enumerator;
use crate::place::candidates::slight::Weight;
use crate::place::decide::{choose, in_favour, why_open};
use crate::place::evidence::{Facts, Judged, OPENCODE};
use crate::place::lookup::Lookup;
use crate::place::placement::{Evidence, EvidenceSet};
use crate::place::places::{Kind, Match, Place, Places};
use crate::place::scene::Scene;
use crate::place::scopes::scope::Scopes;
use crate::text::blanks::depth;

/// The most empty lines after a chunk that are looked for.
const MOST_EMPTY: u8 = 8;

/// Judges the places of one chunk.
pub(super) struct Judge<'s, 'f, 'h, L> {
    pub(super) scene: &'s mut Scene<'f, 'h, L>,
    pub(super) scopes: &'s mut Scopes,
    pub(super) index: usize,
    pub(super) hunk: &'h Hunk<'h>,
    pub(super) locate: Locate,
}

impl<'f, 'h, L: Lookup> Judge<'_, 'f, 'h, L> {
    fn enumerator(&mut self) -> Enumerator<'_, 'f, 'h, L> {
        Enumerator::new(self.scene, self.index, self.hunk, 0)
    }

    /// The chunk with what becomes of it among the places that were found.
    pub(super) fn slot(
        &mut self,
        places: &Places,
        anchors: Option<&Anchors>,
        facts: Facts,
    ) -> Slot {
        let judged = self.judged(places, anchors);
        let open = Slot::new(State::Open(Why::Ambiguous));
        let mut slot = Slot { judged, is_cut: places.is_cut, facts, ..open };
        slot.state = self.state(&mut slot, anchors);
        slot
    }

    /// What becomes of the chunk.
    fn state(&mut self, slot: &mut Slot, anchors: Option<&Anchors>) -> State {
        if slot.judged.iter().all(|judged| judged.place.kind == Kind::Rival) {
            return State::Open(Why::Nowhere);
        }
        let Some(chosen) = choose(&OPENCODE, &slot.facts, &slot.judged) else {
            return State::Open(why_open(&slot.judged));
        };
        if anchors.is_none() && chosen.place.kind == Kind::Done {
            let mut others = self.enumerator().still_to_do(&chosen.place);
            if done::is_named_at(self.scene, (self.index, self.hunk), &chosen.place) {
                others.retain(Place::is_match);
            }
            if !others.is_empty() {
                let others = Places { all: others, ..Places::default() };
                slot.judged.extend(self.judged(&others, None));
                return State::Open(Why::MaybeDone(chosen.place.line));
            }
        }
        self.verdict(&chosen, slot, anchors)
    }

    fn verdict(&mut self, chosen: &Judged, slot: &mut Slot, anchors: Option<&Anchors>) -> State {
        let place = &chosen.place;
        if place.kind == Kind::Done {
            // Brackets are everywhere.
            if anchors.is_none() && Weight::of(self.hunk) == Weight::None {
                return State::Open(Why::Nowhere);
            }
            // In the block of another line, others may have written the same.
            return done_at(place.line, !self.is_beyond(place, anchors));
        }
        // A chunk is never placed at a rival.
        let Some(found) = place.as_match() else { return State::Open(Why::Nowhere) };
        if let Some(objection) = self.objection(chosen, &slot.judged, anchors) {
            slot.is_doubted = objection.is_final;
            return State::Open(objection.why);
        }
        if done::is_made(self.scene, self.hunk, found) {
            return self.made(chosen, &slot.judged);
        }
        let evidence = in_favour(&OPENCODE, &slot.facts, chosen, &slot.judged);
        let is_taken = evidence.contains(Evidence::First);
        let other_places = if is_taken { count_others(chosen, &slot.judged) } else { 0 };
        State::At(Found { at: found, evidence, other_places })
    }

    /// What becomes of a chunk whose change is made at this place. If the first of several places
    /// has the change, and another one that is as near to the anchor has not, the other one may be
    /// meant.
    fn made(&mut self, chosen: &Judged, judged: &[Judged]) -> State {
        let is_as_good = |other: &&Judged| {
            other.place.rank == chosen.place.rank
                && (other.is_in_first_scope || !chosen.is_in_first_scope)
        };
        let line = chosen.place.line;
        let as_good = judged.iter().filter(is_as_good);
        let mut as_good = as_good.filter_map(|other| other.place.as_match());
        let are_made = as_good.all(|other| done::is_made(self.scene, self.hunk, other));
        done_at(line, are_made)
    }

    /// All places of the chunk, and how each lies to what the anchor names.
    pub(super) fn judged(&mut self, places: &Places, anchors: Option<&Anchors>) -> Vec<Judged> {
        let mut reaches = Reaches::default();
        let mut inner: Option<Reach> = None;
        if let Some(anchors) = anchors.filter(|_| places.needs_scope()) {
            reaches = anchors.reaches(self.scene, self.scopes, self.hunk);
            reaches.lead_to(self.scene, &places.all);
            inner = anchors.inside.map(|line| Reach::of(self.scene, self.scopes, self.hunk, line));
        }
        let end = self.scene.lookup.line_count();
        let needs_none = anchors.is_none() || !places.needs_scope();
        // If several lines have the words of the anchor, a chunk with a number does not mean the
        // first of them; nor does an anchor that is a part of lines, nor a chunk that is turned
        // round.
        let is_any_first = self.hunk.range().is_some()
            || self.locate == Locate::Certain
            || anchors.is_some_and(|anchors| anchors.means_any);
        let scene = &mut *self.scene;
        let judge = |place: &Place| {
            let is_inner = inner.is_some_and(|reach| reach.has(scene, place));
            let is_in_any = reaches.have(scene, place);
            let is_in_first = reaches.first_has(scene, place)
                || (is_any_first && (is_in_any || !reaches.are_all));
            let is_behind = anchors.is_none_or(|anchors| place.line >= anchors.first);
            Judged {
                is_in_scope: needs_none || is_inner || is_in_any,
                is_in_first_scope: needs_none || is_inner || is_in_first,
                is_in_own_scope: is_inner,
                is_by_format: is_behind || is_in_first,
                ends_file: !self.hunk.is_end_of_file() || place.end() == end,
                empty_lines: empty_lines(scene, self.hunk, place),
                ..Judged::of(*place)
            }
        };
        places.all.iter().map(judge).collect()
    }

    /// Places a chunk without old lines: nothing but its anchor, or the end of the file, says where.
    pub(super) fn insertion(&mut self, places: &Places, anchors: Option<&Anchors>) -> Slot {
        let state = match *places.all.as_slice() {
            [only] => self.insertion_at(only.line, anchors.is_some()),
            _ => State::Open(Why::Ambiguous),
        };
        Slot { judged: self.judged(places, None), ..Slot::new(state) }
    }

    fn insertion_at(&mut self, line: usize, is_anchored: bool) -> State {
        let above = line.checked_sub(1).filter(|_| is_anchored);
        let behind = above
            .and_then(|above| behind_what_is_headed(self.scene, self.scopes, self.hunk, above));
        let line = behind.unwrap_or(line);
        let found = Match::insertion(line);
        if done::is_made(self.scene, self.hunk, found) {
            return State::Done(line);
        }
        if behind.is_none()
            && let Some(above) = above
            && !fits_behind(self.scene, self.hunk, above)
        {
            return State::Open(Why::Unfit(above));
        }
        let kind = if is_anchored { Evidence::Anchor } else { Evidence::EndOfFile };
        let evidence = EvidenceSet::from_iter([kind]);
        State::At(Found { at: found, evidence, other_places: 0 })
    }
}

/// What becomes of a chunk that is done at a line, for certain or perhaps.
fn done_at(line: usize, is_sure: bool) -> State {
    if is_sure { State::Done(line) } else { State::Open(Why::MaybeDone(line)) }
}

/// How many other places agree as exactly as the one that was chosen.
fn count_others(chosen: &Judged, judged: &[Judged]) -> usize {
    let is_other =
        |judged: &&Judged| judged.place.rank == chosen.place.rank && judged.place != chosen.place;
    judged.iter().filter(is_other).count()
}

/// How many of the empty lines after a chunk are after a place.
fn empty_lines<L: Lookup>(scene: &mut Scene<'_, '_, L>, hunk: &Hunk<'_>, place: &Place) -> u8 {
    let most = u8::try_from(hunk.blank_lines_behind()).unwrap_or(u8::MAX).min(MOST_EMPTY);
    if most == 0 || !place.is_match() {
        return 0;
    }
    let behind = scene.lines_at(place.end()).zip(1..=most);
    behind.take_while(|(line, _)| depth(line).is_none()).last().map_or(0, |(_, lines)| lines)
}
