//! Judges one hunk: which of its places is singled out, given what the other hunks show.
//!
//! [`offers`] adds places to those that were found, [`headings`] relates them to the heading,
//! [`objections`] finds what speaks against the chosen one.

mod headings;
mod objections;
mod offers;

use patch_parse::{Hunk, LineKind};

use super::part::Named;
use super::slot::{Edge, Slot, State};
use crate::failure::Why;
use crate::place::candidates::done;
use crate::place::candidates::enumerator::Enumerator;
use crate::place::candidates::slight::{MOST_OFF, Weight};
use crate::place::decide::{choose, in_favour, why_open};
use crate::place::evidence::{Below, Facts, Judged, UNIFIED};
use crate::place::lookup::Lookup;
use crate::place::places::{Kind, Place, Places};
use crate::place::scene::Scene;

/// Judges the places of one hunk.
pub(super) struct Judge<'s, 'f, 'h, L> {
    scene: &'s mut Scene<'f, 'h, L>,
    index: usize,
    hunk: &'h Hunk<'h>,
    hint_in_new: Option<i64>,
    heading: Option<&'s [u8]>,
    named: Option<&'s Named>,
    edge: Option<Edge>,
    /// The place that the hunk has so far, which may not be among those that are listed.
    held: Option<Place>,
}

impl<'s, 'f, 'h, L: Lookup> Judge<'s, 'f, 'h, L> {
    pub(super) fn of(scene: &'s mut Scene<'f, 'h, L>, slot: &'s Slot<'h>) -> Self {
        Self {
            index: slot.index,
            hunk: slot.hunk,
            hint_in_new: slot.hint_in_new(),
            heading: slot.heading.as_deref(),
            named: slot.named.as_ref(),
            edge: slot.edge(),
            held: slot.state.place(),
            scene,
        }
    }

    pub(super) fn enumerator(&mut self) -> Enumerator<'_, 'f, 'h, L> {
        Enumerator::new(self.scene, self.index, self.hunk, 0)
    }

    /// What becomes of the hunk.
    pub(super) fn state(&mut self, places: &mut Places, facts: &Facts) -> State {
        let judged = self.judged(places, facts);
        if judged.iter().all(|judged| judged.place.kind == Kind::Rival) {
            return State::Open(Why::Nowhere);
        }
        let Some(first) = choose(&UNIFIED, facts, &judged) else {
            return self.undecided(&judged, facts);
        };
        if let Some(state) = self.maybe_done(&first, places, facts) {
            return state;
        }
        let is_elsewhere = self.heading.is_some()
            && first.heading != Below::Yes
            && !facts.is_numbered(&first.place);
        if is_unopposed(&first, facts) && !is_elsewhere {
            return self.verdict(&first, &judged, facts);
        }
        // Something speaks against it: a place that is better there can forbid the choice.
        self.enumerator().complete(places);
        if first.heading != Below::Yes {
            self.add_rivals_below(places);
        }
        self.add_rivals_in_order(&first.place, places, facts);
        let judged = self.judged(places, facts);
        let Some(again) = choose(&UNIFIED, facts, &judged) else {
            return self.undecided(&judged, facts);
        };
        match self.maybe_done(&again, places, facts) {
            Some(state) => state,
            None => self.verdict(&again, &judged, facts),
        }
    }

    /// What becomes of a hunk of which no place is singled out: it is done where its number, by
    /// which the hunks in front are not moved, and its heading say that it is, whatever is
    /// elsewhere.
    fn undecided(&self, judged: &[Judged], facts: &Facts) -> State {
        let is_told = |judged: &&Judged| {
            judged.place.kind == Kind::Done
                && judged.heading == Below::Yes
                && facts.offset(&judged.place) == Some(0)
                && facts.known.front == 0
        };
        let told = judged.iter().find(is_told);
        match told.filter(|_| Weight::of(self.hunk) == Weight::Enough) {
            Some(done) => State::Done(done.place.line),
            None => State::Open(why_open(judged)),
        }
    }

    /// What becomes of a hunk that is done at one place and could still be done at others. These
    /// are added to its places.
    fn maybe_done(&mut self, done: &Judged, places: &mut Places, facts: &Facts) -> Option<State> {
        let mut others = self.still_to_do(done, facts);
        if others.is_empty() {
            return None;
        }
        others.retain(|place| !places.all.contains(place));
        places.all.append(&mut others);
        Some(State::Open(Why::MaybeDone(done.place.line)))
    }

    fn verdict(&mut self, chosen: &Judged, judged: &[Judged], facts: &Facts) -> State {
        let place = &chosen.place;
        if place.kind == Kind::Done {
            if self.is_slight(chosen, facts) {
                return State::Open(Why::Nowhere);
            }
            // Below another heading, others may have written the same.
            let is_elsewhere = chosen.heading == Below::No && !facts.is_numbered(place);
            return done_at(place.line, !is_elsewhere);
        }
        // A hunk is never placed at a rival.
        let Some(found) = place.as_match() else { return State::Open(Why::Nowhere) };
        if let Some(why) = self.objection(chosen, judged, facts) {
            return State::Open(why);
        }
        if (place.is_exact() && facts.is_unmade(place))
            || !done::is_made(self.scene, self.hunk, found)
        {
            return State::At(found, in_favour(&UNIFIED, facts, chosen, judged));
        }
        done_at(place.line, !self.is_half_at_number(place, facts) && !self.may_be_cut())
    }

    /// Whether the hunk ends with an added line, and its header counts other lines than it has: one
    /// that it does not show may be like that one.
    fn may_be_cut(&self) -> bool {
        let last = self.hunk.lines.iter().last();
        self.hunk.range().is_some()
            && self.hunk.is_miscounted()
            && last.is_some_and(|last| last.kind == LineKind::Add)
    }

    /// Whether too little shows that the change is made: brackets, or a single line, away from
    /// where the hunk is meant.
    fn is_slight(&self, done: &Judged, facts: &Facts) -> bool {
        let is_near = || facts.hint.is_none() || facts.distance(&done.place) <= MOST_OFF;
        let is_there = match Weight::of(self.hunk) {
            Weight::Enough => true,
            Weight::Line => done.heading == Below::Yes || is_near(),
            Weight::None => facts.hint.is_none() && done.heading == Below::Yes,
        };
        !is_there && !facts.is_numbered(&done.place)
    }

    /// All places of the hunk under these facts: those found so far, and those that the number, the
    /// order and the edges of the file point to.
    pub(super) fn judged(&mut self, places: &mut Places, facts: &Facts) -> Vec<Judged> {
        let mut all = Places { all: places.all.clone(), ..*places };
        for line in facts.expected() {
            self.enumerator().at(line, &mut all);
        }
        self.add_changed(&mut all, facts);
        self.add_at_edge(&mut all, facts);
        if !all.all.is_empty() {
            self.enumerator().add_without_last_blank(&mut all);
        }
        if let (true, Some(room)) = (places.is_cut, facts.feasible) {
            self.enumerator().at_ends_of(room, &mut all);
        }
        if let (true, Some(held)) = (places.is_cut, self.held) {
            self.enumerator().at(held.line, &mut all);
        }
        self.add_nearer(&mut all, facts);
        self.add_at_neighbours(&mut all, facts);
        self.leave_to_others(&mut all, facts);
        let mut exact = all.all.iter().filter(|place| place.is_exact());
        let is_alone = !all.is_cut && exact.next().is_some() && exact.next().is_none();
        let is_meant = is_alone || facts.trusts_numbers;
        let border = self.border();
        let judged = all.all.into_iter().map(|place| Judged {
            heading: self.below(&place, is_meant, facts),
            is_at_edge: border.is_none_or(|border| self.is_at_edge(&place, border)),
            ..Judged::of(place)
        });
        judged.collect()
    }

    /// The byte up to which, or from which on, the file has nothing but empty lines at the edge that
    /// the hunk claims.
    fn border(&self) -> Option<usize> {
        let body = self.scene.text.body();
        let blank = match self.edge? {
            Edge::Start => body.iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
            Edge::End => body.trim_ascii_end().len(),
        };
        Some(self.scene.text.start + blank)
    }

    /// Whether nothing but empty lines lies between a place and the edge of the file that the hunk
    /// claims, where such lines begin or end at this byte.
    fn is_at_edge(&mut self, place: &Place, border: usize) -> bool {
        let mut start = |line| self.scene.lookup.start_of(line);
        match self.edge {
            None => true,
            Some(Edge::Start) => start(place.line) <= border,
            Some(Edge::End) => start(place.end() + place.dropped.1) >= border,
        }
    }
}

/// What becomes of a hunk that is done at a line, for certain or perhaps.
fn done_at(line: usize, is_sure: bool) -> State {
    if is_sure { State::Done(line) } else { State::Open(Why::MaybeDone(line)) }
}

/// Whether no place can be better than this one, so that others need not be looked for.
fn is_unopposed(judged: &Judged, facts: &Facts) -> bool {
    let offset = facts.offset(&judged.place);
    let is_between = match (facts.known.range(), offset) {
        (Some((least, most)), Some(offset)) => (least..=most).contains(&offset),
        _ => true,
    };
    is_between && judged.heading != Below::No && facts.keeps_order(&judged.place)
}

/// Whether a place lies between those of the hunks before and after.
fn is_in_room(place: &Place, facts: &Facts) -> bool {
    let (before, after) = facts.margins;
    let whole = usize::try_from(place.whole()).unwrap_or(0);
    let behind = (place.end() + place.dropped.1).saturating_sub(after);
    facts.room.is_none_or(|(first, end)| first <= whole + before && behind <= end)
}
