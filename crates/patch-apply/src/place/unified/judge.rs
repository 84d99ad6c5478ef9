//! The judge of one hunk: which of its places is singled out under what the other hunks show.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::slot::{Edge, Slot, State};
use crate::failure::Why;
use crate::place::candidate::{Candidate, Kind, Places, signed};
use crate::place::decide::{choose, in_favour};
use crate::place::done;
use crate::place::enumerator::{Enumerator, is_part};
use crate::place::evidence::{Below, Facts, Judged, UNIFIED};
use crate::place::heading::{Flat, is_like, is_named};
use crate::place::lead::leads_to_another;
use crate::place::lookup::{Block, Lookup};
use crate::place::numbers::hinted_index;
use crate::place::outer::{lacks_empty_alone, lacks_opener};
use crate::place::rivals::{MOST_SCANNED, Nearly};
use crate::place::rung::{Rank, exact, without_indentation, without_trailing_blanks};
use crate::place::scene::Scene;

/// Judges the places of one hunk.
pub(super) struct Judge<'s, 'f, 'h, L> {
    scene: &'s mut Scene<'f, 'h, L>,
    index: usize,
    hunk: &'h Hunk<'h>,
    heading: Option<&'s [u8]>,
    edge: Option<Edge>,
    /// The place that the hunk has so far, which may not be among those that are listed.
    held: Option<Candidate>,
}

impl<'s, 'f, 'h, L: Lookup> Judge<'s, 'f, 'h, L> {
    pub(super) fn of(scene: &'s mut Scene<'f, 'h, L>, slot: &'s Slot<'h>) -> Self {
        Self {
            index: slot.index,
            hunk: slot.hunk,
            heading: slot.heading.as_deref(),
            edge: slot.edge(),
            held: slot.state.candidate().copied(),
            scene,
        }
    }

    pub(super) fn enumerator(&mut self) -> Enumerator<'_, 'f, 'h, L> {
        Enumerator::new(self.scene, self.index, self.hunk, 0)
    }

    /// What becomes of the hunk.
    pub(super) fn state(&mut self, places: &mut Places, facts: &Facts) -> State {
        let judged = self.judged(places, facts);
        if judged.is_empty() || judged.iter().all(|judged| judged.place.kind == Kind::Rival) {
            return State::Open(Why::Nowhere);
        }
        let Some(chosen) = choose(&UNIFIED, facts, &judged) else { return open(&judged) };
        let Some(first) = judged.get(chosen).copied() else { return open(&judged) };
        if self.add_to_do(&first, places, facts) {
            return State::Open(Why::MaybeDone(first.place.line));
        }
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
        self.add_rivals_in_order(&first.place, places, facts);
        let judged = self.judged(places, facts);
        let again = choose(&UNIFIED, facts, &judged).and_then(|at| judged.get(at).copied());
        match again {
            Some(again) if self.add_to_do(&again, places, facts) => {
                State::Open(Why::MaybeDone(again.place.line))
            }
            Some(again) => self.verdict(&again, &judged, facts),
            None => open(&judged),
        }
    }

    fn verdict(&mut self, chosen: &Judged, judged: &[Judged], facts: &Facts) -> State {
        match chosen.place.kind {
            Kind::Rival => State::Open(Why::Nowhere),
            // In what another heading heads, others may have written the same.
            Kind::Done if chosen.heading == Below::No && !facts.is_numbered(&chosen.place) => {
                State::Open(Why::MaybeDone(chosen.place.line))
            }
            Kind::Done => State::Done(chosen.place.line),
            Kind::Match(_) => {
                if chosen.heading == Below::No
                    && (!facts.is_numbered(&chosen.place)
                        || self.is_before_heading(&chosen.place, facts))
                {
                    return State::Open(Why::OutsideHeading(chosen.place.line));
                }
                if facts.hint.is_none() && self.leads_elsewhere(&chosen.place) {
                    return State::Open(Why::OutsideHeading(chosen.place.line));
                }
                if self.is_loose_outside(chosen) && !facts.is_numbered(&chosen.place) {
                    return State::Open(Why::OutsideHeading(chosen.place.line));
                }
                // Line 1 is what is written where nobody counted: between two places it says nothing.
                let is_alone =
                    || judged.iter().filter(|judged| judged.place.is_match()).count() == 1;
                let is_counted = facts.hint.is_some_and(|hint| hint > 0) || is_alone();
                if lacks_opener(self.hunk, chosen.place.dropped.0)
                    && !(is_counted && facts.is_numbered(&chosen.place))
                {
                    return State::Open(Why::Nowhere);
                }
                if lacks_empty_alone(self.scene, self.hunk, &chosen.place) {
                    return State::Open(Why::Nowhere);
                }
                if self.is_by_own_heading(chosen, judged) && !facts.is_numbered(&chosen.place) {
                    return State::Open(Why::Ambiguous);
                }
                let is_loose = chosen.place.rank == Rank::Outer;
                if let Some(line) = done::opt_left(self.scene, self.index, &chosen.place) {
                    return State::Open(Why::MaybeDone(line));
                }
                if self.is_at_disbelieved(&chosen.place, facts) {
                    return State::Open(Why::Ambiguous);
                }
                // Neither a number nor the heading says that another order is meant.
                let says_nothing =
                    facts.hint.is_none() && self.heading.is_some() && chosen.heading != Below::Yes;
                let keeps_order = facts.is_ordered || is_loose || says_nothing;
                let is_in_order =
                    is_in_room(&chosen.place, facts) || self.shows_front(&chosen.place, facts);
                if keeps_order && !is_in_order {
                    return State::Open(Why::OutOfOrder(chosen.place.line));
                }
                match Already::of(self.scene, self.hunk, &chosen.place, facts) {
                    Already::Made if self.is_half_at_number(&chosen.place, facts) => {
                        return State::Open(Why::MaybeDone(chosen.place.line));
                    }
                    Already::Made => return State::Done(chosen.place.line),
                    Already::Beside => return State::Open(Why::MaybeDone(chosen.place.line)),
                    Already::No => {}
                }
                State::At(chosen.place, in_favour(&UNIFIED, facts, chosen, judged))
            }
        }
    }

    /// Adds the other places at which what is done at one may be still to do, where all but outer context stands: the number
    /// says so, or there is none, and no heading. Whether there are any.
    fn add_to_do(&mut self, done: &Judged, places: &mut Places, facts: &Facts) -> bool {
        let is_bare = facts.hint.is_none();
        if done.place.kind != Kind::Done
            || facts.is_numbered(&done.place)
            || (is_bare && done.heading == Below::Yes)
        {
            return false;
        }
        let mut outer = Places::default();
        self.enumerator().add_outer(&mut outer);
        let is_to_do = |place: &Candidate| {
            let is_other = place.end() <= done.place.line || place.line >= done.place.end();
            place.is_match() && is_other && (is_bare || facts.is_numbered(place))
        };
        outer.all.retain(is_to_do);
        let is_any = !outer.all.is_empty();
        outer.all.retain(|place| !places.all.contains(place));
        places.all.append(&mut outer.all);
        is_any
    }

    /// Whether the number says another line than this place, and half of the old lines are there.
    fn is_half_at_number(&mut self, place: &Candidate, facts: &Facts) -> bool {
        if facts.is_numbered(place) {
            return false;
        }
        let lines: Vec<usize> = facts.expected().collect();
        let mut lines = lines.into_iter().filter(|line| signed(*line) != place.whole());
        lines.any(|line| is_part(&self.enumerator().agreeing(signed(line)), (1, 2)))
    }

    /// Whether a place is before all lines that the heading names: then it is chance that the number fits, for one who does not
    /// know that it was true.
    fn is_before_heading(&mut self, place: &Candidate, facts: &Facts) -> bool {
        let heading = self.heading.filter(|_| !facts.trusts_numbers);
        let line = heading.and_then(|heading| self.scene.lookup.heading_line(heading));
        line.is_some_and(|line| line >= place.end() + place.dropped.1)
    }

    /// Whether the hunk is as written where its number says, and not at this place: numbers that cannot all be true may be
    /// so one by one. Line 1 is what is written where nobody counted.
    fn is_at_disbelieved(&mut self, place: &Candidate, facts: &Facts) -> bool {
        let numbered = hinted_index(self.hunk).filter(|line| *line > 0 && facts.hint.is_none());
        let is_other = |line: &usize| place.whole() != signed(*line);
        numbered
            .filter(is_other)
            .is_some_and(|line| self.scene.lookup.is_at(Block::Old(self.index), exact(), line))
    }

    /// Whether the context that a place lacks in front is what the hunk in front makes of these lines: the writer saw the
    /// file as it is then.
    fn shows_front(&self, place: &Candidate, facts: &Facts) -> bool {
        let Some((first, end)) = facts.room else { return false };
        let whole = usize::try_from(place.whole()).unwrap_or(0);
        let taken = first.saturating_sub(whole);
        let front = self.index.checked_sub(1).and_then(|index| self.scene.hunks.get(index));
        let is_made = |front: &Hunk<'_>| {
            let count = front.lines.new_count();
            let made = front.new_lines().skip(count.saturating_sub(taken));
            taken <= count
                && taken == place.dropped.0
                && made.clone().any(|line| line.kind == LineKind::Add)
                && self.hunk.old_lines().zip(made).take(taken).all(|(own, made)| {
                    without_trailing_blanks(own.text) == without_trailing_blanks(made.text)
                })
        };
        place.line >= first && place.end() + place.dropped.1 <= end && front.is_some_and(is_made)
    }

    /// Whether the hunk leads up to another heading than the one that it names. That git names the one before is told by
    /// a number.
    fn leads_elsewhere(&mut self, place: &Candidate) -> bool {
        let line = self.heading.and_then(|heading| self.scene.lookup.heading_line(heading));
        line.is_some_and(|line| leads_to_another(self.scene, self.hunk, line, place))
    }

    /// Whether context differs at a place that is not below the heading, which the file has.
    fn is_loose_outside(&mut self, judged: &Judged) -> bool {
        let has_heading = |heading| self.scene.lookup.heading_line(heading).is_some();
        judged.place.rank == Rank::Outer
            && judged.heading != Below::Yes
            && self.heading.is_some_and(has_heading)
    }

    /// All places of the hunk under these facts: those found so far, and those that the number, the
    /// order and the edges of the file point to.
    pub(super) fn judged(&mut self, places: &mut Places, facts: &Facts) -> Vec<Judged> {
        let mut all = Places { all: places.all.clone(), ..*places };
        for line in facts.expected() {
            self.enumerator().at(line, &mut all);
        }
        self.add_changed(&mut all, facts);
        match self.edge {
            Some(Edge::Start) if facts.hint.is_some() => self.add_start(&mut all, facts),
            Some(Edge::End) if !all.all.is_empty() => {
                let last = self.scene.lookup.line_count().checked_sub(self.hunk.lines.old_count());
                let is_blank = |line: HunkLine<'_>| line.text.trim_ascii().is_empty();
                let ends_blank = self.hunk.old_lines().last().is_some_and(is_blank);
                for line in last.into_iter().flat_map(|line| line..=line + usize::from(ends_blank))
                {
                    self.enumerator().at(line, &mut all);
                }
            }
            _ => {}
        }
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
        let mut exact = all.all.iter().filter(|place| is_as_written(place));
        let is_alone = !all.is_cut && exact.next().is_some() && exact.next().is_none();
        let is_meant = is_alone || facts.trusts_numbers;
        let judged = all.all.into_iter();
        judged.map(|place| self.judge(place, is_meant, facts)).collect()
    }

    /// Rivals, or what is done, where the number says as far as the hunks in front know, though those behind moved on; and
    /// rivals as far as those behind do, where no place lies between the two.
    fn add_at_neighbours(&mut self, all: &mut Places, facts: &Facts) {
        let range = facts.known.range().filter(|(least, most)| least < most);
        let Some(hint) = facts.hint.filter(|_| range.is_some()) else { return };
        let front = usize::try_from(hint.saturating_add(facts.known.front));
        if let Some(line) = front.ok().filter(|line| !all.has(signed(*line)))
            && done::is_at(self.scene, self.index, line)
        {
            all.all.push(self.enumerator().done(line));
        }
        let is_between = |place: &Candidate| place.is_match() && facts.distance(place) == 0;
        let behind = facts.known.behind.filter(|_| !all.all.iter().any(is_between));
        for offset in std::iter::once(facts.known.front).chain(behind) {
            let start = hint.saturating_add(offset);
            self.enumerator().add_rivals_in(start..start.saturating_add(1), Nearly::Most, all);
        }
    }

    /// Rivals in the order of the hunks, where a place is out of it and no number says that it is meant.
    fn add_rivals_in_order(&mut self, place: &Candidate, places: &mut Places, facts: &Facts) {
        let Some((first, end)) = facts.room.filter(|_| facts.hint.is_none()) else { return };
        if !is_in_room(place, facts) {
            // The first lines may be missing at the start of the file.
            let first =
                if first == 0 { -signed(self.hunk.lines.old_count()) } else { signed(first) };
            let end = signed(end.min(self.scene.lookup.line_count()));
            self.enumerator().add_rivals_in(first..end, Nearly::Half, places);
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

    /// A rival where the number says, moved as the hunk behind is, if all context is there: what is removed was changed.
    fn add_changed(&mut self, all: &mut Places, facts: &Facts) {
        let Some(offset) = facts.known.offset().filter(|_| facts.known.behind.is_some()) else {
            return;
        };
        let line = facts.hint.and_then(|hint| usize::try_from(hint.saturating_add(offset)).ok());
        if let Some(line) = line.filter(|line| !all.has(signed(*line)))
            && self.enumerator().is_changed_at(line, 1)
        {
            all.all.push(self.enumerator().rival(signed(line)));
        }
    }

    /// Rivals that are nearer to the number than any place, and in the order of the hunks, where that is that of the numbers.
    fn add_nearer(&mut self, all: &mut Places, facts: &Facts) {
        let best = all.best();
        let is_best = |place: &&Candidate| place.is_match() && Some(place.rank) == best;
        // What the order of the hunks leaves out is nearer to no purpose, unless nothing else is left.
        let may_be = |place: &&Candidate| !facts.is_ordered || is_in_room(place, facts);
        let has_room = all.all.iter().filter(is_best).any(|place| may_be(&place));
        let of_best = all.all.iter().filter(is_best).filter(|place| !has_room || may_be(place));
        let far: Option<Vec<i64>> = of_best.map(|place| facts.offset(place)).collect();
        let Some((far, hint)) = far.zip(facts.hint) else { return };
        if far.iter().any(|offset| facts.known.distance(*offset) == 0) {
            return;
        }
        let Some(least) = far.iter().map(|offset| offset.saturating_abs()).min() else { return };
        // What is done already may be nearer as well.
        if let Some(line) = done::anywhere(self.scene, self.index)
            && !all.has(signed(line))
        {
            all.all.push(self.enumerator().done(line));
        }
        let starts = hint.saturating_sub(least).saturating_add(1)..hint.saturating_add(least);
        // What the hunks around take is nobody else's; the first lines may be missing at the start of the file.
        let (first, end) = facts.room.filter(|_| facts.is_ordered).unwrap_or((0, usize::MAX));
        let first = if first == 0 { i64::MIN } else { signed(first) };
        let starts = starts.start.max(first)..starts.end.min(signed(end));
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

    fn judge(&mut self, place: Candidate, is_meant: bool, facts: &Facts) -> Judged {
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
            heading: self.below(&place, is_meant, facts),
            is_at_edge,
            is_in_scope: true,
            is_in_first_scope: true,
            is_in_own_scope: false,
            is_by_format: true,
            ends_file: true,
            blank_lines: 0,
        }
    }

    /// Whether, of the lines above a place that are like the heading, the last is the one that it names. Goes up so far
    /// and no further. Where the number is to be trusted, deeper ones do not count: without a language a tool takes lines at
    /// the margin.
    fn is_last_like(&mut self, heading: &[u8], line: usize, trusts_number: bool) -> bool {
        const MOST_UP: usize = 1_000;
        let above = self.scene.lookup.heading_above(heading, line);
        let Some(above) = above.filter(|above| line - above <= MOST_UP) else { return false };
        let heading = without_indentation(heading).1;
        let mut lines = self.scene.lines_at(above).take(line - above).map(without_indentation);
        let own = lines.next().map_or(0, |(indent, _)| indent.len());
        !lines.any(|(indent, words)| {
            let is_deeper = indent.len() > own;
            !(is_deeper && trusts_number) && is_like(heading, words, is_deeper)
        })
    }

    /// How a place lies to the heading that the header names. The number says that it is meant where it is the only one that is as
    /// written, or where the number was true.
    fn below(&mut self, place: &Candidate, is_meant: bool, facts: &Facts) -> Below {
        let Some(heading) = self.heading else { return Below::Unknown };
        let whole = usize::try_from(place.whole()).unwrap_or(0);
        // Nothing is above the first line of the file.
        let is_below = place.whole() >= 0 && self.scene.lookup.is_below(heading, whole);
        // Where outer context differs at the other places as well, the line of the heading is one of those that may.
        let may_be_below = is_below && place.rank == Rank::Outer;
        if place.kind == Kind::Rival && !may_be_below && self.lacks_own(heading, place) {
            return Below::Unknown;
        }
        if is_below {
            return Below::Yes;
        }
        // The heading may be of a language, whose lines are others than those that end a scope here.
        let is_meant = is_meant && facts.is_numbered(place) && is_as_written(place);
        if is_meant && self.is_last_like(heading, whole, facts.trusts_numbers) {
            return Below::Yes;
        }
        // Of context that differs nobody knows on which side of it the heading is.
        let first = match place.kind {
            Kind::Match(_) | Kind::Done => place.line,
            Kind::Rival => {
                let agreeing = self.enumerator().agreeing(place.whole());
                let first = agreeing.iter().position(|agrees| *agrees).unwrap_or(0);
                usize::try_from(place.whole().saturating_add(signed(first))).unwrap_or(0)
            }
        };
        if self.scene.lookup.is_below(heading, first) {
            return Below::Perhaps;
        }
        if self.own(heading).is_some() {
            return Below::Unknown;
        }
        if self.scene.lookup.heading_line(heading).is_none() {
            return Below::Unknown;
        }
        let Some(line) = self.scene.lookup.heading_above(heading, place.line) else {
            return Below::No;
        };
        let depth = |text: &[u8]| without_indentation(text).0.len();
        let of_heading = self.scene.lines_at(line).next().map_or(0, depth);
        let has_words = |line: &&[u8]| !without_indentation(line).1.is_empty();
        let of_place = self.scene.lines_at(place.line).find(has_words).map_or(0, depth);
        // Behind what a function heads git names it still; what a section heads ends at the next one.
        let is_flat = Flat::of(without_indentation(heading).1).is_some();
        let may_be_behind = of_place <= of_heading && !is_flat;
        if may_be_behind { Below::Unknown } else { Below::No }
    }

    /// Which of the old lines the heading names: context above what changes, or the first line that does.
    fn own(&self, heading: &[u8]) -> Option<usize> {
        let is_own = |line: HunkLine<'_>| {
            is_named(without_indentation(heading).1, without_indentation(line.text).1)
        };
        let first = self.hunk.lines.iter().position(|line| line.kind != LineKind::Context);
        let above = first.map_or(usize::MAX, |first| first + 1);
        let is_old = |line: &HunkLine<'_>| line.kind != LineKind::Add;
        self.hunk.lines.iter().take(above).filter(is_old).position(is_own)
    }

    /// Whether a place where outer context differs has no more of the hunk than another one, and its heading is the first line
    /// of that: then the heading says no more than the text.
    fn is_by_own_heading(&self, chosen: &Judged, judged: &[Judged]) -> bool {
        let is_outer = |judged: &Judged| judged.place.rank == Rank::Outer;
        let is_as_much = |other: &Judged| {
            is_outer(other)
                && other.place.whole() != chosen.place.whole()
                && other.place.missing <= chosen.place.missing
        };
        is_outer(chosen)
            && self.heading.is_some_and(|heading| self.own(heading) == Some(0))
            && judged.iter().any(is_as_much)
    }

    /// Whether the hunk holds the line that the heading names, and a rival has another heading in its place: it lies below no
    /// heading that is meant.
    fn lacks_own(&mut self, heading: &[u8], rival: &Candidate) -> bool {
        let Some(own) = self.own(heading) else { return false };
        let line = usize::try_from(rival.whole().saturating_add(signed(own)));
        let found = line.ok().and_then(|line| self.scene.lines_at(line).next());
        let words = found.map(|line| without_indentation(line).1).unwrap_or_default();
        let heading = without_indentation(heading).1;
        is_like(heading, words, false) && !is_named(heading, words)
    }
}

/// Whether all lines of the hunk stand at a place as the patch has them.
pub(super) fn is_as_written(place: &Candidate) -> bool {
    place.is_match() && place.rank == Rank::Exact && place.dropped == (0, 0)
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
    let first_line = usize::try_from(place.whole()).unwrap_or(0);
    let last = place.end() + place.dropped.1;
    facts.room.is_none_or(|(first, end)| first <= first_line && last <= end)
}

/// Why no place was chosen: what is done already is among them, or several are as good.
fn open(judged: &[Judged]) -> State {
    let done = judged.iter().find(|judged| judged.place.kind == Kind::Done);
    State::Open(done.map_or(Why::Ambiguous, |done| Why::MaybeDone(done.place.line)))
}

/// What the file has of the change already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Already {
    No,
    /// Where the old lines match.
    Made,
    /// What the hunk inserts may be the lines beside the place; not where the numbers are to be trusted.
    Beside,
}

impl Already {
    pub(super) fn of<L: Lookup>(
        scene: &mut Scene<'_, '_, L>,
        hunk: &Hunk<'_>,
        place: &Candidate,
        facts: &Facts,
    ) -> Self {
        let region = (scene.lookup.start_of(place.line), scene.lookup.start_of(place.end()));
        let is_whole = place.dropped == (0, 0) && !facts.trusts_numbers;
        let is_made = || done::is_made(scene.text, hunk, (place.kind, place.dropped), region);
        if !done::changes_nothing(hunk) && is_made() {
            Self::Made
        } else if is_whole && done::is_beside(scene.text, hunk, place.kind, region) {
            Self::Beside
        } else {
            Self::No
        }
    }
}
