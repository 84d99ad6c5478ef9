//! Placing the hunks of a unified diff: the numbers are hints, the context decides.
//!
//! A first look in the order of the numbers makes guesses, which save work: most hunks match byte for
//! byte where the number and the hunks in front say. Then all hunks are judged under what all the
//! others show, all at once, until nothing changes: the guesses too, so that no guess outlives the
//! evidence against it.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::candidate::{Candidate, Kind, Places, signed};
use super::candidates::{Enumerator, MOST_SCANNED, Nearly};
use super::decide::{choose, in_favour, report};
use super::done;
use super::evidence::{Below, Facts, Judged, UNIFIED};
use super::lookup::{Block, Lookup, MOST_PLACES};
use super::numbers::{Known, Numbers, hinted_index};
use super::outer::lacks_opener;
use super::overlap::{self, Choice};
use super::placement::EvidenceSet;
use super::rung::{Rank, Rung, exact, without_indentation};
use super::scene::{Placed, Scene};
use crate::failure::{HunkFailure, Why};
use crate::options::{ApplyOptions, Contract};

/// How often all hunks are judged. What still changes then is refused.
const MOST_ROUNDS: usize = 12;

/// Places every hunk that the evidence puts in one place.
pub(super) fn place<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    options: &ApplyOptions,
) -> Vec<Placed> {
    let numbers = Numbers::of(scene.hunks);
    let hunks = scene.hunks;
    let slots =
        numbers.order().filter_map(|index| Some(Slot::new(index, hunks.get(index)?, &numbers)));
    let slots: Vec<_> = slots.collect();
    let is_ordered = numbers.are_in_order();
    let mut file = File { slots, scene, contract: options.contract, is_ordered };
    file.guess();
    file.settle();
    file.finish()
}

/// The heading that a header names, if any.
pub(crate) fn heading<'h>(hunk: &'h Hunk<'_>) -> Option<&'h [u8]> {
    let anchor = hunk.anchors.last().map(|anchor| &***anchor);
    anchor.or(Some(&**hunk.section)).filter(|heading| !heading.trim_ascii().is_empty())
}

/// The edge of the file that a hunk claims, by having no context on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Start,
    End,
}

/// One hunk, in the order of the file.
#[derive(Debug)]
struct Slot<'h> {
    index: usize,
    hunk: &'h Hunk<'h>,
    hint: Option<usize>,
    heading: Option<&'h [u8]>,
    edge: Option<Edge>,
    state: State,
    places: Option<Places>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open(Why),
    At(Candidate, EvidenceSet),
    /// The file has the change already, at this line.
    Done(usize),
}

impl State {
    fn candidate(&self) -> Option<&Candidate> {
        match self {
            Self::At(place, _) => Some(place),
            Self::Open(_) | Self::Done(_) => None,
        }
    }

    /// Whether two judgements put the hunk in one place.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::At(one, _), Self::At(other, _)) => one == other,
            (one, other) => one == other,
        }
    }
}

impl<'h> Slot<'h> {
    fn new(index: usize, hunk: &'h Hunk<'h>, numbers: &Numbers) -> Self {
        Self {
            index,
            hunk,
            hint: numbers.hint(hunk),
            heading: heading(hunk),
            edge: edge_of(hunk),
            state: State::Open(Why::Nowhere),
            places: None,
        }
    }

    /// How far the place of the hunk is from its number.
    fn offset(&self) -> Option<i64> {
        Some(self.state.candidate()?.whole().saturating_sub(signed(self.hint?)))
    }
}

fn edge_of(hunk: &Hunk<'_>) -> Option<Edge> {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    let (first, last) =
        (is_context(hunk.lines.iter().next()), is_context(hunk.lines.iter().last()));
    match (first, last) {
        (false, true) => hunk.range.filter(|range| range.old_start <= 1).map(|_| Edge::Start),
        (true, false) => Some(Edge::End),
        _ => None,
    }
}

struct File<'s, 'f, 'h, L> {
    scene: &'s mut Scene<'f, 'h, L>,
    /// In the order of the numbers.
    slots: Vec<Slot<'h>>,
    contract: Contract,
    /// The numbers are in the order of the patch, and can all be true.
    is_ordered: bool,
}

impl<'h, L: Lookup> File<'_, '_, 'h, L> {
    /// Takes each hunk for where it matches byte for byte, by its number or alone.
    fn guess(&mut self) {
        let mut offset = 0;
        for at in 0..self.slots.len() {
            let Some(slot) = self.slots.get(at) else { continue };
            let (index, hunk) = (slot.index, slot.hunk);
            if hunk.lines.old_count() == 0 {
                continue;
            }
            let expected = slot
                .hint
                .and_then(|hint| usize::try_from(signed(hint).saturating_add(offset)).ok());
            let block = Block::Old(index);
            let is_there =
                expected.is_some_and(|line| self.scene.lookup.is_at(block, exact(), line));
            let guess = if let (true, Some(line)) = (is_there, expected) {
                let place =
                    Enumerator { scene: self.scene, index, hunk, from: 0 }.matching(exact(), line);
                Some(place)
            } else {
                let places = Enumerator { scene: self.scene, index, hunk, from: 0 }.strictest();
                let alone = match *places.all.as_slice() {
                    [place] if place.is_match() => Some(place),
                    _ => None,
                };
                if let Some(slot) = self.slots.get_mut(at) {
                    slot.places = Some(places);
                }
                alone
            };
            if let (Some(slot), Some(place)) = (self.slots.get_mut(at), guess) {
                slot.state = State::At(place, EvidenceSet::default());
                offset = slot.offset().unwrap_or(offset);
            }
        }
    }

    /// Judges all hunks under what all show, until nothing changes.
    fn settle(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let facts = self.facts();
            let judged: Vec<State> =
                facts.iter().enumerate().map(|(at, facts)| self.judge(at, facts)).collect();
            let mut is_stable = true;
            for (slot, state) in self.slots.iter_mut().zip(judged) {
                is_stable &= slot.state.is_like(&state);
                slot.state = state;
            }
            if is_stable {
                return;
            }
        }
        // No two judgements agree: nothing is certain but what the last one confirms.
        let facts = self.facts();
        let last: Vec<State> =
            facts.iter().enumerate().map(|(at, facts)| self.judge(at, facts)).collect();
        for (slot, state) in self.slots.iter_mut().zip(last) {
            if !slot.state.is_like(&state) {
                slot.state = State::Open(Why::Ambiguous);
            }
        }
    }

    /// What the hunks that have a place show for each hunk.
    fn facts(&mut self) -> Vec<Facts> {
        let feasible = self.feasible();
        let common = self.common();
        let mut facts: Vec<Facts> = Vec::with_capacity(self.slots.len());
        let (mut front, mut first) = (0, 0);
        for (slot, feasible) in self.slots.iter().zip(feasible) {
            let hint = slot.hint.map(signed);
            let known = Known { front, behind: None };
            let room = Some((first, usize::MAX));
            let is_ordered = self.is_ordered;
            facts.push(Facts {
                hint,
                known,
                room,
                feasible,
                common,
                is_ordered,
                takes_first: false,
            });
            front = slot.offset().unwrap_or(front);
            first = slot.state.candidate().map_or(first, Candidate::end);
        }
        let (mut behind, mut end) = (None, usize::MAX);
        for (slot, facts) in self.slots.iter().zip(&mut facts).rev() {
            facts.known.behind = behind;
            let first = facts.room.map_or(0, |(first, _)| first);
            // Hunks that are out of order say nothing about the order of others.
            facts.room = (first <= end).then_some((first, end));
            behind = slot.offset().or(behind);
            end = slot.state.candidate().map_or(end, |place| place.line);
        }
        facts
    }

    /// The lines that the others leave each hunk in the order of all.
    fn feasible(&mut self) -> Vec<Option<(usize, usize)>> {
        let none = vec![None; self.slots.len()];
        if !self.slots.iter().any(|slot| matches!(slot.state, State::Open(_))) {
            return none;
        }
        let choices: Vec<Option<Choice>> = self.slots.iter().map(choice).collect();
        let feasible = overlap::feasible(&mut self.scene.lookup, &choices);
        feasible.map_or(none, |all| all.into_iter().map(Some).collect())
    }

    /// The one offset by which all hunks match, where none has a place yet.
    fn common(&self) -> Option<i64> {
        let is_open = |slot: &&Slot<'_>| matches!(slot.state, State::Open(_));
        let open = self.slots.iter().filter(is_open).count();
        if open < self.slots.len() || open < 2 {
            return None;
        }
        let mut common: Option<Vec<i64>> = None;
        for slot in &self.slots {
            let places = slot.places.as_ref().filter(|places| !places.is_cut)?;
            let best = places.best();
            let hint = signed(slot.hint?);
            let own = places.all.iter().filter(|place| Some(place.rank) == best);
            let mut own: Vec<i64> = own.map(|place| place.whole().saturating_sub(hint)).collect();
            own.sort_unstable();
            common = Some(match common {
                None => own,
                Some(common) => {
                    own.into_iter().filter(|by| common.binary_search(by).is_ok()).collect()
                }
            });
        }
        match *common? {
            [by] => Some(by),
            _ => None,
        }
    }

    fn judge(&mut self, at: usize, facts: &Facts) -> State {
        let Some(slot) = self.slots.get_mut(at) else { return State::Open(Why::Nowhere) };
        if slot.hunk.lines.old_count() == 0 {
            return self.insertion(at, facts);
        }
        if self.holds(at, facts) {
            return self.slots.get(at).map_or(State::Open(Why::Nowhere), |slot| slot.state);
        }
        let Some(slot) = self.slots.get_mut(at) else { return State::Open(Why::Nowhere) };
        let taken = slot.places.take();
        let mut judge = Judge {
            index: slot.index,
            hunk: slot.hunk,
            heading: slot.heading,
            edge: slot.edge,
            held: slot.state.candidate().copied(),
            scene: self.scene,
        };
        let mut places = taken.unwrap_or_else(|| judge.enumerator().strictest());
        let state = judge.state(&mut places, facts);
        if let Some(slot) = self.slots.get_mut(at) {
            slot.places = Some(places);
        }
        state
    }

    /// Whether a guess beats every possible place, so that none need be looked for: it matches byte
    /// for byte where the number says, below its heading, and no offset speaks against it.
    fn holds(&mut self, at: usize, facts: &Facts) -> bool {
        let Some(slot) = self.slots.get(at).filter(|slot| slot.places.is_none()) else {
            return false;
        };
        let (State::At(place, _), Some(hint)) = (slot.state, facts.hint) else { return false };
        let (index, hunk, heading) = (slot.index, slot.hunk, slot.heading);
        let offset = place.whole().saturating_sub(hint);
        let known = facts.known;
        let has_room =
            facts.room.is_none_or(|(first, end)| first <= place.line && place.end() <= end);
        let has_raw_rival = known.behind.is_none()
            && offset != 0
            && facts.hint.and_then(|hint| usize::try_from(hint).ok()).is_some_and(|line| {
                let mut found = Places::default();
                Enumerator { scene: self.scene, index, hunk, from: 0 }.at(line, &mut found);
                !found.all.is_empty()
            });
        if place.rank != Rank::Exact || offset != known.front || !has_room || has_raw_rival {
            return false;
        }
        if heading.is_some_and(|heading| !self.scene.lookup.is_below(heading, place.line)) {
            return false;
        }
        let is_between = match known.range() {
            Some((least, most)) if least != most => {
                let line =
                    |offset: i64| usize::try_from(hint.saturating_add(offset).max(0)).unwrap_or(0);
                let lines = line(least)..line(most).saturating_add(1);
                let mut enumerator = Enumerator { scene: self.scene, index, hunk, from: 0 };
                !enumerator.has_other_exact(lines, place.line)
            }
            _ => true,
        };
        is_between && !self.is_made(index, &place)
    }

    /// Whether the file has the change already where its old lines match.
    fn is_made(&mut self, index: usize, place: &Candidate) -> bool {
        let Some(hunk) = self.scene.hunks.get(index) else { return false };
        is_made(self.scene, hunk, place)
    }

    /// A hunk without old lines has no evidence but the numbers: they decide under git's
    /// contract, moved as the hunks in front are; otherwise only an empty file is certain.
    fn insertion(&mut self, at: usize, facts: &Facts) -> State {
        let Some(slot) = self.slots.get(at) else { return State::Open(Why::Nowhere) };
        let hinted = hinted_index(slot.hunk);
        let line = if self.scene.text.is_empty() {
            Some(0)
        } else {
            let is_git = self.contract == Contract::Git;
            let line = hinted.map(|line| signed(line).saturating_add(facts.known.front));
            let line = line.and_then(|line| usize::try_from(line).ok()).filter(|_| is_git);
            line.filter(|line| *line <= self.scene.lookup.line_count())
        };
        match line {
            Some(line) => {
                let kind = Kind::Match(Rung::Exact);
                let place = Candidate {
                    kind,
                    rank: Rank::Exact,
                    line,
                    count: 0,
                    dropped: (0, 0),
                    missing: 0,
                };
                State::At(place, EvidenceSet::from_iter([super::Evidence::Number]))
            }
            None => State::Open(Why::NoContext),
        }
    }

    /// The placements and the failures, in the order of the patch.
    fn finish(mut self) -> Vec<Placed> {
        let facts = self.facts();
        let mut placed: Vec<(usize, Placed)> = Vec::with_capacity(self.slots.len());
        for (mut slot, facts) in std::mem::take(&mut self.slots).into_iter().zip(facts) {
            placed.push((slot.index, self.placed(&mut slot, &facts)));
        }
        placed.sort_by_key(|(index, _)| *index);
        placed.into_iter().map(|(_, placed)| placed).collect()
    }

    fn placed(&mut self, slot: &mut Slot<'h>, facts: &Facts) -> Placed {
        match slot.state {
            State::At(place, evidence) => {
                let Kind::Match(rung) = place.kind else {
                    return Placed::Failed(HunkFailure::refused(
                        Why::Nowhere,
                        slot.index,
                        slot.hunk,
                    ));
                };
                let mut placement = self.scene.placement(&place, rung);
                placement.evidence = if evidence.is_empty() {
                    by_guess(slot.heading.is_some(), facts, &place)
                } else {
                    evidence
                };
                Placed::At(placement)
            }
            State::Done(line) => Placed::Done(HunkFailure::done(slot.index, slot.hunk, line)),
            State::Open(why) => {
                let mut failure = HunkFailure::refused(why, slot.index, slot.hunk);
                if let Some(mut places) = slot.places.take() {
                    let mut judge = Judge {
                        index: slot.index,
                        hunk: slot.hunk,
                        heading: slot.heading,
                        edge: slot.edge,
                        held: None,
                        scene: self.scene,
                    };
                    let judged = judge.judged(&mut places, facts);
                    let count = judged.iter().filter(|judged| judged.place.is_match()).count();
                    // Where nothing matches, the nearest place is told by what differs there.
                    if why != Why::Nowhere {
                        failure.add_places(report(&UNIFIED, facts, &judged), count);
                    }
                    if let (Why::OutsideHeading(_), Some(heading)) = (why, slot.heading) {
                        let line = self.scene.lookup.heading_line(heading);
                        failure.add_heading(heading, line);
                    }
                }
                Placed::Failed(failure)
            }
        }
    }
}

/// What spoke for a guess that nothing spoke against.
fn by_guess(has_heading: bool, facts: &Facts, place: &Candidate) -> EvidenceSet {
    let heading = has_heading.then_some(super::Evidence::Heading);
    let number = facts.is_numbered(place).then_some(super::Evidence::Number);
    [super::Evidence::Text].into_iter().chain(number).chain(heading).collect()
}

/// What an open or placed hunk may take, for the order of all.
fn choice(slot: &Slot<'_>) -> Option<Choice> {
    match (&slot.state, &slot.places) {
        (State::At(place, _), _) => Some(Choice::one(place)),
        (State::Open(Why::Ambiguous), Some(places)) => Choice::of(slot.index, places),
        _ => None,
    }
}

fn is_made<L: Lookup>(scene: &mut Scene<'_, '_, L>, hunk: &Hunk<'_>, place: &Candidate) -> bool {
    if done::changes_nothing(hunk) || place.dropped != (0, 0) {
        return false;
    }
    let region = (scene.lookup.start_of(place.line), scene.lookup.start_of(place.end()));
    done::is_made(scene.text, hunk, place.kind, region)
}

/// Judges the places of one hunk.
struct Judge<'s, 'f, 'h, L> {
    scene: &'s mut Scene<'f, 'h, L>,
    index: usize,
    hunk: &'h Hunk<'h>,
    heading: Option<&'h [u8]>,
    edge: Option<Edge>,
    /// The place that the hunk has so far, which may not be among those that are listed.
    held: Option<Candidate>,
}

impl<'f, 'h, L: Lookup> Judge<'_, 'f, 'h, L> {
    fn enumerator(&mut self) -> Enumerator<'_, 'f, 'h, L> {
        Enumerator { scene: self.scene, index: self.index, hunk: self.hunk, from: 0 }
    }

    fn state(&mut self, places: &mut Places, facts: &Facts) -> State {
        let judged = self.judged(places, facts);
        if judged.is_empty() || judged.iter().all(|judged| judged.place.kind == Kind::Rival) {
            return State::Open(Why::Nowhere);
        }
        let Some(chosen) = choose(&UNIFIED, facts, &judged) else { return open(&judged) };
        let Some(first) = judged.get(chosen).copied() else { return open(&judged) };
        let is_elsewhere = self.heading.is_some()
            && first.heading != Below::Yes
            && !facts.is_numbered(&first.place);
        if is_unopposed(&first, facts) && !is_elsewhere {
            return self.verdict(&first, &judged, facts);
        }
        // Something speaks against it: whoever is better there has a word.
        self.enumerator().complete(places);
        if first.heading != Below::Yes {
            self.add_rivals_below(places);
        }
        let judged = self.judged(places, facts);
        let again = choose(&UNIFIED, facts, &judged).and_then(|at| judged.get(at).copied());
        match again {
            Some(again) => self.verdict(&again, &judged, facts),
            None => open(&judged),
        }
    }

    fn verdict(&mut self, chosen: &Judged, judged: &[Judged], facts: &Facts) -> State {
        match chosen.place.kind {
            Kind::Rival => State::Open(Why::Nowhere),
            Kind::Done => State::Done(chosen.place.line),
            Kind::Match(_) => {
                if chosen.heading == Below::No && !facts.is_numbered(&chosen.place) {
                    return State::Open(Why::OutsideHeading(chosen.place.line));
                }
                if lacks_opener(self.hunk, chosen.place.dropped.0)
                    && !facts.is_numbered(&chosen.place)
                {
                    return State::Open(Why::Nowhere);
                }
                if facts.is_ordered && !is_in_room(&chosen.place, facts) {
                    return State::Open(Why::OutOfOrder(chosen.place.line));
                }
                if is_made(self.scene, self.hunk, &chosen.place) {
                    return State::Done(chosen.place.line);
                }
                State::At(chosen.place, in_favour(&UNIFIED, facts, chosen, judged))
            }
        }
    }

    /// All places of the hunk under these facts: those found so far, and those that the number, the
    /// order and the edges of the file point to.
    fn judged(&mut self, places: &mut Places, facts: &Facts) -> Vec<Judged> {
        let mut all = Places { all: places.all.clone(), ..*places };
        for line in facts.expected() {
            self.enumerator().at(line, &mut all);
        }
        match self.edge {
            Some(Edge::Start) if facts.hint.is_some() => self.add_start(&mut all, facts),
            Some(Edge::End) if !all.all.is_empty() => {
                let last = self.scene.lookup.line_count().checked_sub(self.hunk.lines.old_count());
                if let Some(line) = last {
                    self.enumerator().at(line, &mut all);
                }
            }
            _ => {}
        }
        if let (true, Some(room)) = (places.is_cut, facts.feasible) {
            self.enumerator().at_ends_of(room, &mut all);
        }
        if let (true, Some(held)) = (places.is_cut, self.held) {
            self.enumerator().at(held.line, &mut all);
        }
        self.add_nearer(&mut all, facts);
        self.add_at_front(&mut all, facts);
        all.all.into_iter().map(|place| self.judge(place)).collect()
    }

    /// A rival where the number says as far as the hunks in front know, though those behind moved on.
    fn add_at_front(&mut self, all: &mut Places, facts: &Facts) {
        let is_between = facts.known.range().is_some_and(|(least, most)| least < most);
        if let (true, Some(hint)) = (is_between, facts.hint) {
            let start = hint.saturating_add(facts.known.front);
            let starts = start..start.saturating_add(1);
            self.enumerator().add_rivals_in(starts, Nearly::Most, all);
        }
    }

    /// Rivals below the heading that the header names.
    fn add_rivals_below(&mut self, places: &mut Places) {
        let Some(heading) = self.heading else { return };
        if let Some(line) = self.scene.lookup.heading_line(heading) {
            let first = signed(line);
            let starts = first..first.saturating_add(MOST_SCANNED);
            let found = places.all.len();
            self.enumerator().add_rivals_in(starts, Nearly::Half, places);
            let rivals = places.all.split_off(found);
            let is_below = |rival: &Candidate| self.scene.lookup.is_below(heading, rival.line);
            places.all.extend(rivals.into_iter().filter(is_below));
        }
    }

    /// Rivals that are nearer to the number than any place.
    fn add_nearer(&mut self, all: &mut Places, facts: &Facts) {
        let best = all.best();
        let of_best = all.all.iter().filter(|place| place.is_match() && Some(place.rank) == best);
        let far: Option<Vec<i64>> = of_best.map(|place| facts.offset(place)).collect();
        let Some((far, hint)) = far.zip(facts.hint) else { return };
        if far.iter().any(|offset| facts.known.distance(*offset) == 0) {
            return;
        }
        let Some(least) = far.iter().map(|offset| offset.saturating_abs()).min() else { return };
        let starts = hint.saturating_sub(least).saturating_add(1)..hint.saturating_add(least);
        // What matches loosely says little: so may what is against it.
        let least = if best == Some(Rank::Outer) { Nearly::Half } else { Nearly::Most };
        self.enumerator().add_rivals_in(starts, least, all);
    }

    /// The start of the file, for a hunk that claims it. A change without a removed line proves its
    /// place by a few lines behind it: elsewhere it needs a neighbour that moved as far.
    fn add_start(&mut self, all: &mut Places, facts: &Facts) {
        self.enumerator().at(0, all);
        let is_shown = |place: &Candidate| {
            let offset = facts.offset(place);
            facts.known.behind.is_some() && facts.known.behind == offset
        };
        let is_insertion = self.hunk.lines.removed_count() == 0;
        if is_insertion && !all.has(0) && !all.all.iter().any(is_shown) {
            all.all.push(Candidate {
                kind: Kind::Rival,
                rank: Rank::Rival,
                line: 0,
                count: self.hunk.lines.old_count(),
                dropped: (0, 0),
                missing: 0,
            });
        }
    }

    fn judge(&mut self, place: Candidate) -> Judged {
        let end = || place.line + place.count + place.dropped.1;
        let is_at_edge = match self.edge {
            None => true,
            Some(Edge::Start) => {
                let start = self.scene.lookup.start_of(place.line);
                let above = self.scene.text.slice(self.scene.text.start..start);
                above.iter().all(u8::is_ascii_whitespace)
            }
            Some(Edge::End) => {
                let start = self.scene.lookup.start_of(end());
                let text = self.scene.text;
                text.slice(start..text.bytes.len()).iter().all(u8::is_ascii_whitespace)
            }
        };
        Judged {
            place,
            heading: self.below(&place),
            is_at_edge,
            is_in_scope: true,
            is_in_first_scope: true,
            is_by_format: true,
            ends_file: true,
        }
    }

    /// How a place lies to the heading that the header names.
    fn below(&mut self, place: &Candidate) -> Below {
        let Some(heading) = self.heading else { return Below::Unknown };
        let whole = usize::try_from(place.whole()).unwrap_or(0);
        let lookup = &mut self.scene.lookup;
        if lookup.is_below(heading, whole) {
            return Below::Yes;
        }
        // Of outer context that differs nobody knows on which side of it the heading is.
        if lookup.is_below(heading, place.line) {
            return Below::Unknown;
        }
        let is_own = |line: HunkLine<'_>| {
            without_indentation(line.text).1.starts_with(without_indentation(heading).1)
        };
        // The line itself is context above what changes, or the first line that does.
        let first = self.hunk.lines.iter().position(|line| line.kind != LineKind::Context);
        let above = first.map_or(usize::MAX, |first| first + 1);
        if self.hunk.lines.iter().take(above).any(is_own) {
            return Below::Unknown;
        }
        let Some(line) = self.scene.lookup.heading_line(heading) else { return Below::Unknown };
        let depth = |text: &[u8]| without_indentation(text).0.len();
        let of_heading = self.scene.lines_at(line).next().map_or(0, depth);
        let has_words = |line: &&[u8]| !without_indentation(line).1.is_empty();
        let of_place = self.scene.lines_at(place.line).find(has_words).map_or(0, depth);
        // Behind what a function heads git names it still.
        let may_be_behind = of_place <= of_heading && line < place.line;
        if may_be_behind { Below::Unknown } else { Below::No }
    }
}

/// Whether nothing that was not looked for can be better than a place: then it need not be.
fn is_unopposed(judged: &Judged, facts: &Facts) -> bool {
    let offset = facts.offset(&judged.place);
    let is_between = match (facts.known.range(), offset) {
        (Some((least, most)), Some(offset)) => (least..=most).contains(&offset),
        _ => true,
    };
    let place = &judged.place;
    let is_in = |(first, end): (usize, usize)| place.line >= first && place.end() <= end;
    is_between
        && judged.heading != Below::No
        && facts.room.is_none_or(is_in)
        && facts.feasible.is_none_or(is_in)
}

/// Whether a place lies between those of the hunks before and behind.
fn is_in_room(place: &Candidate, facts: &Facts) -> bool {
    facts.room.is_none_or(|(first, end)| first <= place.line && place.end() <= end)
}

/// Why no place was chosen: what is done already is among them, or several are as good.
fn open(judged: &[Judged]) -> State {
    let done = judged.iter().find(|judged| judged.place.kind == Kind::Done);
    State::Open(done.map_or(Why::Ambiguous, |done| Why::MaybeDone(done.place.line)))
}

impl Choice {
    /// The lines that the best places of a hunk leave it.
    fn of(index: usize, places: &Places) -> Option<Self> {
        let best = places.best()?;
        let mut of_best = places.all.iter().filter(|place| place.is_match() && place.rank == best);
        let first = of_best.clone().next()?;
        let Kind::Match(rung) = first.kind else { return None };
        debug_assert!(places.all.len() <= 4 * MOST_PLACES + 4096, "places are bounded");
        let lines: Vec<(usize, usize)> =
            of_best.by_ref().map(|place| (place.line, place.count)).collect();
        Some(Self::several(lines, places.is_cut.then_some((index, rung, first.count))))
    }
}
