//! Placing the chunks of the OpenCode format: seek forward, the first match wins.
//!
//! OpenCode patch format, *Context Seeking*. The anchor is sought behind the former chunk and the block
//! behind the anchor; what tells several places apart is in the table of evidence. A chunk of context
//! alone is an anchor, too: the next one is sought behind it.

use std::ops::Range;

use patch_parse::Hunk;

use super::anchor::{Named, Way};
use super::candidate::{Candidate, Kind, Places, signed};
use super::candidates::{Enumerator, Nearly};
use super::decide::{choose, in_favour, report};
use super::done::{self, changes_nothing};
use super::evidence::{Below, Facts, Judged, OPENCODE};
use super::lookup::{Block, Lookup, MOST_PLACES};
use super::overlap::{self, Choice};
use super::placement::{Evidence, EvidenceSet};
use super::rung::{RUNGS, Rank, Rung, exact, without_indentation};
use super::scene::{Placed, Scene};
use super::scope::Scopes;
use crate::failure::{HunkFailure, Why};
use crate::options::{ApplyOptions, Locate};

/// How often the order of all chunks is asked about those that nothing else tells apart.
const MOST_ROUNDS: usize = 8;

/// The most anchors of one chunk whose scopes are looked at.
const MOST_SCOPES: usize = 8;

/// Places the chunks in order, each from where the last one ended.
pub(super) fn place<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    options: &ApplyOptions,
) -> Vec<Placed> {
    let mut cursor = Cursor::default();
    let mut scopes = Scopes::default();
    let mut slots: Vec<Slot> = Vec::with_capacity(scene.hunks.len());
    for (index, hunk) in scene.hunks.iter().enumerate() {
        let cursor_now = cursor.clone();
        let scopes = &mut scopes;
        let locate = options.locate;
        let mut seeker = Seeker { scene, scopes, index, hunk, locate, cursor: cursor_now };
        let slot = seeker.seek();
        match &slot.state {
            State::At(placed) => cursor.pass(&placed.place),
            State::Done(line) => cursor.line = cursor.line.max(*line),
            State::Open(_) | State::Failed(_) => {}
        }
        slots.push(slot);
    }
    doubt_first(&mut slots);
    settle_by_order(scene, &mut slots);
    slots
        .into_iter()
        .zip(scene.hunks.iter().enumerate())
        .map(|(slot, (index, hunk))| slot.placed(scene, index, hunk))
        .collect()
}

/// How far the chunks so far have reached.
#[derive(Clone, Debug, Default)]
struct Cursor {
    /// The line behind the last chunk, 0-based.
    line: usize,
    /// The lines of the last chunk.
    last: Range<usize>,
    /// A chunk lies before one in front of it: then the first place behind the others means nothing.
    is_out_of_order: bool,
}

impl Cursor {
    fn pass(&mut self, place: &Candidate) {
        self.is_out_of_order |= place.end() < self.line;
        if place.end() >= self.line {
            self.last = place.line..place.end();
        }
        self.line = self.line.max(place.end());
    }
}

/// One chunk and what became of it.
struct Slot {
    state: State,
    judged: Vec<Judged>,
    is_cut: bool,
    facts: Facts,
}

enum State {
    Open(Why),
    At(Found),
    Done(usize),
    Failed(Box<HunkFailure>),
}

/// A chunk's place.
#[derive(Clone, Copy)]
struct Found {
    place: Candidate,
    evidence: EvidenceSet,
    other_places: usize,
}

impl Slot {
    fn new(state: State) -> Self {
        Self { state, judged: Vec::new(), is_cut: false, facts: Facts::default() }
    }

    /// What the chunk may take, for the order of all.
    fn choice(&self, index: usize) -> Option<Choice> {
        match &self.state {
            State::At(found) => Some(Choice::one(&found.place)),
            State::Open(Why::Ambiguous) => {
                let matches = || self.judged.iter().filter(|judged| judged.place.is_match());
                let best = matches().map(|judged| judged.place.rank).min()?;
                let of_best = matches().filter(|judged| judged.place.rank == best);
                let first = of_best.clone().next()?;
                let Kind::Match(rung) = first.place.kind else { return None };
                let more = self.is_cut.then_some((index, rung, first.place.count));
                let lines = of_best.map(|judged| (judged.place.line, judged.place.count));
                Some(Choice::several(lines.collect(), more))
            }
            State::Open(_) | State::Done(_) | State::Failed(_) => None,
        }
    }

    /// Whether nothing but outer context that differs is left to tell its places apart.
    fn is_loose(&self) -> bool {
        let matches = || self.judged.iter().filter(|judged| judged.place.is_match());
        matches().all(|judged| judged.place.rank == Rank::Outer)
    }

    /// Adds the first and the last place in some room, where there are more than are listed.
    fn add_unlisted(
        &mut self,
        lookup: &mut impl Lookup,
        index: usize,
        (first, end): (usize, usize),
    ) {
        let Some(like) = self.judged.first().copied() else { return };
        let rule = RUNGS.iter().find(|rule| like.place.kind == Kind::Match(rule.rung));
        let Some(rule) = rule else { return };
        let block = Block::Old(index);
        let ends =
            [lookup.first_place(block, rule, first), lookup.last_place(block, rule, first..end)];
        for line in ends.into_iter().flatten() {
            if self.judged.iter().all(|judged| judged.place.line != line) {
                self.judged.push(Judged { place: Candidate { line, ..like.place }, ..like });
            }
        }
    }

    fn placed<L: Lookup>(
        self,
        scene: &mut Scene<'_, '_, L>,
        index: usize,
        hunk: &Hunk<'_>,
    ) -> Placed {
        match self.state {
            State::At(found) => {
                let rung = match found.place.kind {
                    Kind::Match(rung) => rung,
                    Kind::Rival | Kind::Done => Rung::Exact,
                };
                let mut placement = scene.placement(&found.place, rung);
                placement.evidence = found.evidence;
                placement.other_places = found.other_places;
                Placed::At(placement)
            }
            State::Done(line) => Placed::Done(HunkFailure::done(index, hunk, line)),
            State::Failed(failure) => Placed::Failed(failure),
            State::Open(why) => {
                let mut failure = HunkFailure::refused(why, index, hunk);
                let count = self.judged.iter().filter(|judged| judged.place.is_match()).count();
                failure.add_places(report(&OPENCODE, &self.facts, &self.judged), count);
                Placed::Failed(failure)
            }
        }
    }
}

/// Takes back what was the first of several places where a later chunk lies before it: the order of
/// the chunks, by which it was the first, is not that of the file.
fn doubt_first(slots: &mut [Slot]) {
    let mut least = usize::MAX;
    for slot in slots.iter_mut().rev() {
        let State::At(found) = &slot.state else { continue };
        let is_first = found.evidence.contains(Evidence::First);
        if found.place.line > least && is_first {
            slot.state = State::Open(Why::Ambiguous);
            continue;
        }
        least = least.min(found.place.line);
    }
}

/// Gives places to chunks that have only one in the order of all, until nothing changes.
fn settle_by_order<L: Lookup>(scene: &mut Scene<'_, '_, L>, slots: &mut [Slot]) {
    for _ in 0..MOST_ROUNDS {
        if !slots.iter().any(|slot| matches!(slot.state, State::Open(Why::Ambiguous))) {
            return;
        }
        let choices: Vec<_> =
            slots.iter().enumerate().map(|(index, slot)| slot.choice(index)).collect();
        let Some(feasible) = overlap::feasible(&mut scene.lookup, &choices) else { return };
        let mut is_stable = true;
        let feasible = feasible.into_iter().enumerate();
        for ((slot, (index, feasible)), hunk) in slots.iter_mut().zip(feasible).zip(scene.hunks) {
            if !matches!(slot.state, State::Open(Why::Ambiguous)) || slot.is_loose() {
                continue;
            }
            slot.facts.feasible = Some(feasible);
            if slot.is_cut {
                slot.add_unlisted(&mut scene.lookup, index, feasible);
            }
            let Some(at) = choose(&OPENCODE, &slot.facts, &slot.judged) else { continue };
            let Some(chosen) = slot.judged.get(at).copied() else { continue };
            if chosen.place.is_match() {
                let evidence = in_favour(&OPENCODE, &slot.facts, &chosen, &slot.judged);
                let region = (
                    scene.lookup.start_of(chosen.place.line),
                    scene.lookup.start_of(chosen.place.end()),
                );
                slot.state = if done::is_made(scene.text, hunk, chosen.place.kind, region) {
                    State::Done(chosen.place.line)
                } else {
                    State::At(Found { place: chosen.place, evidence, other_places: 0 })
                };
                is_stable = false;
            }
        }
        if is_stable {
            return;
        }
    }
}

/// The lines that the anchor of a chunk names.
#[derive(Clone, Debug, Default)]
struct Anchors {
    /// As the format has it: the first behind the former chunk.
    first: usize,
    /// All that are named as well, in order.
    lines: Vec<usize>,
    /// One among the lines of the former chunk that is named as well.
    inside: Option<usize>,
}

/// Looks for one chunk.
struct Seeker<'s, 'f, 'h, L> {
    scene: &'s mut Scene<'f, 'h, L>,
    scopes: &'s mut Scopes,
    index: usize,
    hunk: &'h Hunk<'h>,
    locate: Locate,
    cursor: Cursor,
}

impl<'f, 'h, L: Lookup> Seeker<'_, 'f, 'h, L> {
    fn seek(&mut self) -> Slot {
        let anchors = match self.anchors(self.cursor.line) {
            Ok(anchors) => anchors,
            Err(text) => match self.anchors(0) {
                // Before the cursor, only what cannot be elsewhere is meant.
                Ok(Some(anchors)) if anchors.lines.len() == 1 => {
                    return self.out_of_order(Some(&anchors));
                }
                _ => return self.without_anchor(text),
            },
        };
        if self.hunk.lines.old_count() == 0 {
            return self.insertion(anchors.as_ref());
        }
        // The chunk may begin at the anchor line itself.
        let from = anchors.as_ref().map_or(self.cursor.line, |anchors| anchors.first);
        let mut places = self.ladder(from);
        let inside = anchors.as_ref().and_then(|anchors| anchors.inside);
        if inside.is_some() {
            let others = self.ladder(self.cursor.line);
            places.all.extend(others.all.into_iter().filter(|other| other.line < from));
        }
        if places.all.is_empty() && anchors.is_none() && from > 0 && !self.hunk.end_of_file {
            let anywhere = self.out_of_order(None);
            if !matches!(anywhere.state, State::Open(Why::Nowhere)) {
                return anywhere;
            }
        }
        if places.all.is_empty() {
            self.enumerator(from).add_outer(&mut places);
        }
        if let Some(anchors) = &anchors {
            self.add_rivals_in_scope(anchors, &mut places);
        }
        let takes_first = self.locate == Locate::First && !self.cursor.is_out_of_order;
        self.decide(&places, anchors.as_ref(), takes_first)
    }

    /// What nearly matches in what the anchor opens has a word where nothing there matches.
    fn add_rivals_in_scope(&mut self, anchors: &Anchors, places: &mut Places) {
        let end = self.end_of_scope(anchors.first).min(self.scene.lookup.line_count());
        let is_inside = |place: &Candidate| (anchors.first..end).contains(&place.line);
        if !places.all.is_empty() && !places.all.iter().any(is_inside) {
            let starts = signed(anchors.first)..signed(end);
            self.enumerator(anchors.first).add_rivals_in(starts, Nearly::Half, places);
        }
    }

    fn enumerator(&mut self, from: usize) -> Enumerator<'_, 'f, 'h, L> {
        Enumerator { scene: self.scene, index: self.index, hunk: self.hunk, from }
    }

    fn ladder(&mut self, from: usize) -> Places {
        let from = self.earliest(from);
        let mut places = self.enumerator(from).ladder();
        if self.hunk.end_of_file {
            let end = self.scene.lookup.line_count();
            places.all.retain(|place| place.end() == end);
        }
        places
    }

    /// The first line that a block may start at: at the end of the file for one that ends there.
    fn earliest(&mut self, from: usize) -> usize {
        if !self.hunk.end_of_file {
            return from;
        }
        let last = self.scene.lookup.line_count().saturating_sub(self.hunk.lines.old_count());
        last.max(from)
    }

    /// The lines of the innermost anchor, each sought behind the one before; the text of the anchor
    /// that is missing.
    fn anchors(&mut self, from: usize) -> Result<Option<Anchors>, &'h [u8]> {
        let mut found: Option<Anchors> = None;
        let count = self.hunk.anchors.len();
        for (text, number) in self.hunk.anchors.iter().zip(1..) {
            let from = found.as_ref().map_or(from, |anchors| anchors.first + 1);
            let named = self.scene.lookup.anchor_lines(text, from);
            let (way, mut lines) = named.ok_or(&***text)?;
            if let Some(outer) = &found {
                let end = self.end_of_scope(outer.first);
                let inner = lines.iter().copied().filter(|line| *line < end);
                let inner: Vec<usize> = inner.collect();
                if !inner.is_empty() {
                    lines = inner;
                }
            }
            let first = lines.first().copied().unwrap_or(from);
            let inside = (count == 1 && number == 1 && from == self.cursor.line)
                .then(|| self.inside(text, way))
                .flatten();
            found = Some(Anchors { first, lines, inside });
        }
        Ok(found)
    }

    /// A line of the former chunk that an anchor names in the same way.
    fn inside(&mut self, text: &[u8], way: Way) -> Option<usize> {
        let named = Named::new(way, text)?;
        let mut scratch = Vec::new();
        let last = self.cursor.last.clone();
        let lines = self.scene.lines_at(last.start).take(last.len());
        let agrees =
            |(line, text): (usize, &[u8])| named.agrees(text, &mut scratch).then_some(line);
        last.zip(lines).filter_map(agrees).last()
    }

    fn end_of_scope(&mut self, line: usize) -> usize {
        self.scopes.end(self.scene, line)
    }

    /// A place for the chunk among those found.
    fn decide(&mut self, places: &Places, anchors: Option<&Anchors>, takes_first: bool) -> Slot {
        let facts = Facts { takes_first, ..Facts::default() };
        let judged = self.judged(places, anchors);
        let mut slot =
            Slot { state: State::Open(Why::Ambiguous), judged, is_cut: places.is_cut, facts };
        if slot.judged.iter().all(|judged| judged.place.kind == Kind::Rival) {
            slot.state = State::Open(Why::Nowhere);
            return slot;
        }
        let chosen = choose(&OPENCODE, &slot.facts, &slot.judged);
        let Some(chosen) = chosen.and_then(|at| slot.judged.get(at).copied()) else {
            let done = slot.judged.iter().find(|judged| judged.place.kind == Kind::Done);
            if let Some(done) = done {
                slot.state = State::Open(Why::MaybeDone(done.place.line));
            }
            return slot;
        };
        slot.state = match chosen.place.kind {
            Kind::Rival => State::Open(Why::Nowhere),
            Kind::Done => State::Done(chosen.place.line),
            // What matches loosely is taken in what the anchor opens, or not at all.
            Kind::Match(_) if self.is_astray(&chosen, anchors) => State::Open(Why::Nowhere),
            Kind::Match(_) if self.is_made(&chosen.place) => State::Done(chosen.place.line),
            Kind::Match(_) if self.is_beside(&chosen.place) => {
                State::Open(Why::MaybeDone(chosen.place.line))
            }
            Kind::Match(_) => {
                let evidence = in_favour(&OPENCODE, &slot.facts, &chosen, &slot.judged);
                let is_other = |judged: &&Judged| {
                    judged.place.rank == chosen.place.rank && judged.place != chosen.place
                };
                let is_taken = evidence.contains(Evidence::First);
                let others = slot.judged.iter().filter(is_other).count();
                let other_places = if is_taken { others } else { 0 };
                State::At(Found { place: chosen.place, evidence, other_places })
            }
        };
        slot
    }

    /// Whether a place is loose and outside of what the anchor opens, though it is deep enough to be
    /// inside.
    fn is_astray(&mut self, judged: &Judged, anchors: Option<&Anchors>) -> bool {
        let Some(anchors) = anchors.filter(|_| !judged.is_in_scope) else { return false };
        let depth = |line: &[u8]| without_indentation(line).0.len();
        let has_words = |line: &&[u8]| !without_indentation(line).1.is_empty();
        let of_anchor = self.scene.lines_at(anchors.first).next().map_or(0, depth);
        let of_place = self.scene.lines_at(judged.place.line).find(has_words).map_or(0, depth);
        judged.place.rank > Rank::Done && of_place > of_anchor
    }

    fn is_made(&mut self, place: &Candidate) -> bool {
        if changes_nothing(self.hunk) || place.dropped != (0, 0) {
            return false;
        }
        let region =
            (self.scene.lookup.start_of(place.line), self.scene.lookup.start_of(place.end()));
        done::is_made(self.scene.text, self.hunk, place.kind, region)
    }

    /// Whether the lines that the chunk inserts may be the ones beside a place.
    fn is_beside(&mut self, place: &Candidate) -> bool {
        let region =
            (self.scene.lookup.start_of(place.line), self.scene.lookup.start_of(place.end()));
        place.dropped == (0, 0) && done::is_beside(self.scene.text, self.hunk, region)
    }

    fn judged(&mut self, places: &Places, anchors: Option<&Anchors>) -> Vec<Judged> {
        let mut scopes: Vec<(usize, usize)> = Vec::new();
        let mut inner: Option<(usize, usize)> = None;
        if let Some(anchors) = anchors.filter(|_| places.needs_scope()) {
            for line in anchors.lines.iter().take(MOST_SCOPES) {
                scopes.push((*line, self.end_of_scope(*line)));
            }
            inner = anchors.inside.map(|line| (line, self.end_of_scope(line)));
        }
        let end = self.scene.lookup.line_count();
        let is_in =
            |line: usize| move |(first, end): &(usize, usize)| (*first..*end).contains(&line);
        let judge = |place: &Candidate| {
            let is_inner = inner.as_ref().is_some_and(is_in(place.line));
            let needs_none = anchors.is_none() || !places.needs_scope();
            Judged {
                place: *place,
                heading: Below::Unknown,
                is_at_edge: true,
                is_in_scope: needs_none || is_inner || scopes.iter().any(is_in(place.line)),
                is_in_first_scope: needs_none
                    || is_inner
                    || scopes.first().is_some_and(is_in(place.line)),
                is_by_format: anchors.is_none_or(|anchors| place.line >= anchors.first),
                ends_file: !self.hunk.end_of_file || place.end() == end,
            }
        };
        places.all.iter().map(judge).collect()
    }

    /// A chunk that is not behind the ones before it, but in one place of the file.
    fn out_of_order(&mut self, anchors: Option<&Anchors>) -> Slot {
        if self.hunk.lines.old_count() == 0 {
            return self.insertion(anchors);
        }
        let from = anchors.map_or(0, |anchors| anchors.first);
        let mut places = self.ladder(from);
        if places.all.is_empty() {
            self.enumerator(from).add_outer(&mut places);
        }
        if let Some(anchors) = anchors {
            self.add_rivals_in_scope(anchors, &mut places);
        }
        let mut slot = self.decide(&places, anchors, false);
        // What the order of the chunks says is what this one contradicts.
        if let State::Open(Why::Ambiguous) = slot.state {
            let failure = HunkFailure::refused(Why::Ambiguous, self.index, self.hunk);
            let count = slot.judged.iter().filter(|judged| judged.place.is_match()).count();
            let mut failure = failure;
            failure.add_places(report(&OPENCODE, &slot.facts, &slot.judged), count);
            slot.state = State::Failed(failure);
        }
        slot
    }

    /// The anchor is not in the file; the block may be, once.
    fn without_anchor(&mut self, text: &[u8]) -> Slot {
        let mut failure = HunkFailure::anchor_not_found(self.index, self.hunk, text);
        if self.hunk.lines.old_count() > 0 {
            let block = Block::Old(self.index);
            let found = self.scene.lookup.places(block, exact(), 0);
            if let [line] = *found {
                failure.add_block(line);
            }
        }
        Slot::new(State::Failed(failure))
    }

    /// Without old lines: directly after the anchor, or at the end of the file. Anchors that are named
    /// as well leave open which is meant.
    fn insertion(&mut self, anchors: Option<&Anchors>) -> Slot {
        let end = self.scene.lookup.line_count();
        let place = |line: usize| Candidate {
            kind: Kind::Match(Rung::Exact),
            rank: Rank::Exact,
            line,
            count: 0,
            dropped: (0, 0),
            missing: 0,
        };
        let lines = match anchors {
            Some(anchors) if !self.hunk.end_of_file => {
                let all = anchors.inside.into_iter().chain(anchors.lines.iter().copied());
                all.map(|line| line + 1).take(MOST_PLACES).collect()
            }
            _ => vec![end],
        };
        let places = Places { all: lines.into_iter().map(place).collect(), ..Places::default() };
        self.decide_insertion(&places, anchors)
    }

    fn decide_insertion(&mut self, places: &Places, anchors: Option<&Anchors>) -> Slot {
        let judged = self.judged(places, None);
        let mut slot = Slot::new(State::Open(Why::Ambiguous));
        if let [only] = *judged.as_slice() {
            let kind = if anchors.is_some() { Evidence::Anchor } else { Evidence::EndOfFile };
            let evidence = EvidenceSet::from_iter([kind]);
            let found = Found { place: only.place, evidence, other_places: 0 };
            slot.state = if self.is_made(&only.place) {
                State::Done(only.place.line)
            } else {
                State::At(found)
            };
        }
        slot.judged = judged;
        slot
    }
}
