//! The judge of one chunk: which of its places is singled out.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::anchors::{Anchors, MOST_SCOPES, Reach, Reaches, is_in_sibling};
use super::insertion::fits_behind;
use super::slot::{Found, Slot, State};
use crate::failure::Why;
use crate::options::Locate;
use crate::place::candidate::{Candidate, Kind, Places};
use crate::place::decide::{choose, in_favour};
use crate::place::done;
use crate::place::enumerator::Enumerator;
use crate::place::evidence::{Below, Facts, Judged, OPENCODE};
use crate::place::heading::Flat;
use crate::place::lead::{FEW_WORDS, leads_to_another};
use crate::place::lookup::Lookup;
use crate::place::outer::{has_opener_elsewhere, lacks_empty_alone, lacks_opener};
use crate::place::placement::{Evidence, EvidenceSet};
use crate::place::records::{is_in_another, stays_inside};
use crate::place::rung::{Rank, depth, has_words, without_indentation};
use crate::place::scene::Scene;
use crate::place::scope::{Scopes, opens};

/// Whether a place where outer context differs, or one of lines without words, is behind one where as much agrees, which is
/// behind the line that the anchor names first: that one may have been cut off from what it opened.
fn passes_over(
    hunk: &Hunk<'_>,
    chosen: &Judged,
    judged: &[Judged],
    anchors: Option<&Anchors>,
) -> bool {
    let says_little =
        || chosen.place.rank == Rank::Outer || !hunk.old_lines().any(|line| has_words(line.text));
    let Some(anchors) = anchors.filter(|_| says_little()) else { return false };
    let is_passed = |other: &Judged| {
        (other.place.is_match() || other.place.rank == Rank::Outer)
            && other.place.rank <= chosen.place.rank
            && other.place.missing <= chosen.place.missing
            && (anchors.first..chosen.place.line).contains(&other.place.line)
    };
    judged.iter().any(is_passed)
}

/// The most empty lines behind a chunk that are looked for.
const MOST_BLANK: u8 = 8;

/// How many of the empty lines behind a chunk are behind a place.
fn blank_lines<L: Lookup>(scene: &mut Scene<'_, '_, L>, hunk: &Hunk<'_>, place: &Candidate) -> u8 {
    let most = u8::try_from(hunk.blank_lines_behind()).unwrap_or(u8::MAX).min(MOST_BLANK);
    if most == 0 || !place.is_match() {
        return 0;
    }
    let behind = scene.lines_at(place.end()).zip(1..=most);
    behind.take_while(|(line, _)| depth(line).is_none()).last().map_or(0, |(_, lines)| lines)
}

/// Judges the places of one chunk.
pub(super) struct Judge<'s, 'f, 'h, L> {
    pub(super) scene: &'s mut Scene<'f, 'h, L>,
    pub(super) scopes: &'s mut Scopes,
    pub(super) index: usize,
    pub(super) hunk: &'h Hunk<'h>,
    pub(super) locate: Locate,
}

impl<L: Lookup> Judge<'_, '_, '_, L> {
    /// A place for the chunk among those found.
    pub(super) fn decide(
        &mut self,
        places: &Places,
        anchors: Option<&Anchors>,
        facts: Facts,
    ) -> Slot {
        let judged = self.judged(places, anchors);
        let open = Slot::new(State::Open(Why::Ambiguous));
        let mut slot = Slot { judged, is_cut: places.is_cut, facts, ..open };
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
        let others =
            if anchors.is_none() { self.still_to_do(&chosen.place) } else { Places::default() };
        if !others.all.is_empty() {
            slot.judged.extend(self.judged(&others, None));
            slot.state = State::Open(Why::MaybeDone(chosen.place.line));
            return slot;
        }
        let left = done::opt_left(self.scene, self.index, &chosen.place);
        slot.state = match chosen.place.kind {
            Kind::Rival => State::Open(Why::Nowhere),
            // In what another line opens, others may have written the same.
            Kind::Done if self.is_beyond(&chosen.place, anchors) => {
                State::Open(Why::MaybeDone(chosen.place.line))
            }
            Kind::Done => State::Done(chosen.place.line),
            // What matches loosely is taken in what the anchor opens, or not at all.
            Kind::Match(_) if self.is_astray(&chosen, anchors) => State::Open(Why::Nowhere),
            Kind::Match(_) if self.has_few_words() && self.is_beyond(&chosen.place, anchors) => {
                State::Open(Why::OutsideHeading(chosen.place.line))
            }
            // In another function the rest is the same.
            Kind::Match(_) if self.is_headed_elsewhere(&chosen.place, slot.judged.len() > 1) => {
                State::Open(Why::Ambiguous)
            }
            Kind::Match(_) if passes_over(self.hunk, &chosen, &slot.judged, anchors) => {
                slot.is_doubted = true;
                State::Open(Why::Ambiguous)
            }
            Kind::Match(_) if lacks_empty_alone(self.scene, self.hunk, &chosen.place) => {
                State::Open(Why::Nowhere)
            }
            Kind::Match(_) if left.is_some() => {
                State::Open(left.map_or(Why::Ambiguous, Why::MaybeDone))
            }
            Kind::Match(_) if self.is_made(&chosen.place) => self.made(&chosen, &slot.judged),
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

    /// Whether a place lacks the line that heads what is changed, while others are like it or the file has that line
    /// elsewhere.
    fn is_headed_elsewhere(&mut self, place: &Candidate, are_others: bool) -> bool {
        let dropped = place.dropped.0;
        let lacks = lacks_opener(self.hunk, dropped);
        if are_others || !lacks {
            return lacks;
        }
        let opener = self.scopes.opener(self.scene, place.line);
        let own = self.scene.lines_at(opener).next().unwrap_or_default();
        has_opener_elsewhere(self.scene.text, own, self.hunk, dropped)
    }

    /// The other places at which what is done at one may be still to do, where all but outer context stands.
    fn still_to_do(&mut self, done: &Candidate) -> Places {
        let mut places = Places::default();
        if done.kind == Kind::Done {
            Enumerator::new(self.scene, self.index, self.hunk, 0).add_outer(&mut places);
        }
        let is_other = |place: &Candidate| place.end() <= done.line || place.line >= done.end();
        places.all.retain(|place| place.is_match() && is_other(place));
        places
    }

    /// What becomes of a chunk whose change is made at this place. Where the first of several places has it, and another
    /// that is as near to the anchor has not, that one may be meant.
    fn made(&mut self, chosen: &Judged, judged: &[Judged]) -> State {
        let is_as_good = |other: &&Judged| {
            other.place.is_match()
                && other.place.rank == chosen.place.rank
                && (other.is_in_first_scope || !chosen.is_in_first_scope)
        };
        let line = chosen.place.line;
        let is_made = judged.iter().filter(is_as_good).all(|other| self.is_made(&other.place));
        if is_made { State::Done(line) } else { State::Open(Why::MaybeDone(line)) }
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

    /// Refuses a place that is behind what the anchor opens, in what a line beside it opens.
    pub(super) fn refuse_beyond(&mut self, slot: &mut Slot, anchors: &Anchors) {
        if let State::At(found) = &slot.state
            && self.is_beyond(&found.place, Some(anchors))
        {
            slot.state = State::Open(Why::OutsideHeading(found.place.line));
        }
    }

    /// Whether the old lines may stand anywhere by chance.
    fn has_few_words(&self) -> bool {
        let worded = self.hunk.old_lines().filter(|line| has_words(line.text));
        worded.take(FEW_WORDS + 1).count() <= FEW_WORDS
    }

    /// Whether a place is behind what the anchor opens, though each line is deep enough to be in it, and nothing says that the
    /// chunk leaves it: what was meant was changed since.
    fn is_beyond(&mut self, place: &Candidate, anchors: Option<&Anchors>) -> bool {
        let Some(anchors) = anchors else { return false };
        let own = anchors.inside.into_iter().chain(anchors.lines.iter().copied());
        let lines: Vec<usize> = own.take(MOST_SCOPES + 1).collect();
        lines.len() <= MOST_SCOPES && lines.iter().all(|line| self.is_left_behind(*line, place))
    }

    /// Whether a place is behind what a line opens or lies in, leads up to what the next such line opens, is below the next
    /// heading of lines that are no deeper, in another record, or below a line of the same text.
    fn is_left_behind(&mut self, anchor: usize, place: &Candidate) -> bool {
        if place.line <= anchor {
            return false;
        }
        let opener = self.scopes.opener(self.scene, anchor);
        self.has_its_own(anchor)
            || leads_to_another(self.scene, self.hunk, anchor, place)
            || self.is_outside(opener, place)
            || self.is_below_next(opener, place)
            || is_in_another(self.scene, self.hunk, anchor, place.line)
    }

    /// Whether the chunk holds the text of a line that opens something: a place behind that line has one of its own.
    fn has_its_own(&mut self, anchor: usize) -> bool {
        let own =
            self.scene.lines_at(anchor).next().map_or(&[][..], |line| without_indentation(line).1);
        let is_own = |line: HunkLine<'_>| without_indentation(line.text).1 == own;
        let mut context = self.hunk.lines.iter().take_while(|line| line.kind == LineKind::Context);
        has_words(own) && context.any(is_own) && opens(self.scene, anchor)
    }

    /// Whether a place is behind what a line opens, and all of the chunk is deeper than that line: in what the next such line
    /// opens. A few lines may stand there by chance, whatever opens it.
    fn is_outside(&mut self, anchor: usize, place: &Candidate) -> bool {
        let of_anchor = self.scene.lines_at(anchor).next().and_then(depth).unwrap_or(0);
        if !stays_inside(self.hunk, of_anchor) {
            return false;
        }
        let end = self.end_of_scope(anchor);
        place.line >= end
            && (self.has_few_words() || is_in_sibling(self.scene, (anchor, end), place.line))
    }

    /// Whether a place is below the next heading of lines that are no deeper, and the chunk has none.
    fn is_below_next(&mut self, anchor: usize, place: &Candidate) -> bool {
        let flat = |line: &[u8]| Flat::of(without_indentation(line).1);
        let first = self.scene.lines_at(anchor).next().unwrap_or_default();
        let own = flat(first).filter(|own| *own != Flat::Title(1)).unwrap_or(Flat::Section);
        let ends = |other: Flat| own == Flat::Section || own.ends_at(other);
        let leads_on = |line: HunkLine<'_>| flat(line.text).is_some_and(ends);
        if depth(first).unwrap_or(0) > 0 || self.hunk.old_lines().any(leads_on) {
            return false;
        }
        self.scopes.is_headed_anew(self.scene, (anchor, own), place.line)
    }

    fn is_made(&mut self, place: &Candidate) -> bool {
        let region =
            (self.scene.lookup.start_of(place.line), self.scene.lookup.start_of(place.end()));
        done::is_made(self.scene.text, self.hunk, (place.kind, place.dropped), region)
    }

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
        // Of several lines with its words a number means one, and not the first; so does a part of lines, and a chunk that is
        // turned round.
        let is_any_first = self.hunk.range().is_some()
            || self.locate == Locate::Certain
            || anchors.is_some_and(|anchors| anchors.means_any);
        let scene = &mut *self.scene;
        let judge = |place: &Candidate| {
            let is_inner = inner.is_some_and(|reach| reach.has(scene, place));
            let is_in_any = reaches.have(scene, place);
            let is_in_first = reaches.first_has(scene, place)
                || (is_any_first && (is_in_any || !reaches.are_all));
            let is_behind = anchors.is_none_or(|anchors| place.line >= anchors.first);
            Judged {
                place: *place,
                heading: Below::Unknown,
                is_at_edge: true,
                is_in_scope: needs_none || is_inner || is_in_any,
                is_in_first_scope: needs_none || is_inner || is_in_first,
                is_in_own_scope: is_inner,
                is_by_format: is_behind || is_in_first,
                ends_file: !self.hunk.is_end_of_file() || place.end() == end,
                blank_lines: blank_lines(scene, self.hunk, place),
            }
        };
        places.all.iter().map(judge).collect()
    }

    /// A place for lines that are added behind nothing that the chunk names but its anchor.
    pub(super) fn decide_insertion(&mut self, places: &Places, anchors: Option<&Anchors>) -> Slot {
        let judged = self.judged(places, None);
        let mut slot = Slot::new(State::Open(Why::Ambiguous));
        if let [only] = *judged.as_slice() {
            let kind = if anchors.is_some() { Evidence::Anchor } else { Evidence::EndOfFile };
            let evidence = EvidenceSet::from_iter([kind]);
            let found = Found { place: only.place, evidence, other_places: 0 };
            let anchor = only.place.line.checked_sub(1).filter(|_| kind == Evidence::Anchor);
            slot.state = if self.is_made(&only.place) {
                State::Done(only.place.line)
            } else if let Some(line) = anchor
                && !fits_behind(self.scene, self.hunk, line)
            {
                State::Open(Why::Unfit(line))
            } else {
                State::At(found)
            };
        }
        slot.judged = judged;
        slot
    }

    fn end_of_scope(&mut self, line: usize) -> usize {
        self.scopes.end(self.scene, line)
    }
}
