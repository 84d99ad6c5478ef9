//! Adds places to those where a hunk was found: the lines that the numbers, the order and the
//! neighbours point to.

use std::collections::BTreeSet;
use std::ops::Range;

use patch_parse::HunkLine;

use super::{Judge, is_in_room};
use crate::place::candidates::done;
use crate::place::candidates::rivals::{MOST_SCANNED, Nearly};
use crate::place::evidence::{Below, Facts, Judged};
use crate::place::lookup::{Block, Lookup};
use crate::place::numbers::hinted_index;
use crate::place::places::{Kind, Place, Places, signed};
use crate::place::rung::{Rank, exact};
use crate::place::unified::slot::Edge;
use crate::text::words::{has_ascii_words, words_of};

/// Up to how many lines from its number a single line counts as being at it, if it is indented
/// differently.
const MOST_AT_NUMBER: i64 = 6;

/// The most lines of a title or a licence at the start of a file.
const MOST_OF_TITLE: usize = 32;

impl<L: Lookup> Judge<'_, '_, '_, L> {
    /// The other places at which what is done at one may be still to do: the number says so, or
    /// there is none, and no heading.
    pub(super) fn still_to_do(&mut self, done: &Judged, facts: &Facts) -> Vec<Place> {
        let is_bare = facts.hint.is_none();
        if done.place.kind != Kind::Done
            || facts.is_numbered(&done.place)
            || (is_bare && done.heading == Below::Yes)
        {
            return Vec::new();
        }
        let mut others = self.enumerator().still_to_do(&done.place);
        others.retain(|place| is_bare || facts.is_numbered(place));
        if done::is_named_at(self.scene, (self.index, self.hunk), &done.place) {
            others.retain(Place::is_match);
        }
        others
    }

    /// Rivals, or what is done, where the number says as far as the hunks in front know, though
    /// those after moved on; and rivals as far as those after do, where no place lies between the
    /// two.
    pub(super) fn add_at_neighbours(&mut self, all: &mut Places, facts: &Facts) {
        let range = facts.known.range().filter(|(least, most)| least < most);
        let Some(hint) = facts.hint.filter(|_| range.is_some()) else { return };
        let front = usize::try_from(hint.saturating_add(facts.known.front));
        if let Some(line) = front.ok().filter(|line| !all.has(signed(*line)))
            && done::is_at(self.scene, self.index, line)
        {
            all.all.push(self.enumerator().done(line));
        }
        if let Some(start) = facts.known.front.checked_add(hint).filter(|_| !facts.trusts_numbers) {
            self.enumerator().add_loose_in(start..start.saturating_add(1), all);
        }
        let is_between = |place: &Place| place.is_match() && facts.distance(place) == 0;
        let behind = facts.known.behind.filter(|_| !all.all.iter().any(is_between));
        for offset in std::iter::once(facts.known.front).chain(behind) {
            let start = hint.saturating_add(offset);
            self.enumerator().add_rivals_in(start..start.saturating_add(1), Nearly::Most, all);
        }
        // Lines that others added inside the hunk, or removed from it, moved everything after it.
        self.enumerator().add_parted_at(hint.saturating_add(facts.known.front), all);
        if let Some(offset) = facts.known.behind {
            self.enumerator().add_parted_behind(hint.saturating_add(offset), all);
        }
    }

    /// Rivals in the order of the hunks, where a place is out of it and no number says that it is
    /// meant.
    pub(super) fn add_rivals_in_order(
        &mut self,
        place: &Place,
        places: &mut Places,
        facts: &Facts,
    ) {
        let Some((first, end)) = facts.room.filter(|_| facts.hint.is_none()) else { return };
        if !is_in_room(place, facts) {
            // The first lines may be missing at the start of the file.
            let first =
                if first == 0 { -signed(self.hunk.lines.old_count()) } else { signed(first) };
            let end = signed(end.min(self.scene.lookup.line_count()));
            self.enumerator().add_rivals_in(first..end, Nearly::Half, places);
            self.enumerator().add_changed_in(first..end, places);
            self.enumerator().add_parted_in(first..end, places);
        }
    }

    /// Rivals below the heading that the header names.
    pub(super) fn add_rivals_below(&mut self, places: &mut Places) {
        let Some(heading) = self.heading else { return };
        if let Some(line) = self.scene.lookup.heading_line(heading) {
            let first = signed(line);
            let starts = first..first.saturating_add(MOST_SCANNED);
            let found = places.all.len();
            self.enumerator().add_rivals_in(starts, Nearly::Half, places);
            let rivals = places.all.split_off(found);
            let is_below = |rival: &Place| self.scene.lookup.is_below(heading, rival.line);
            places.all.extend(rivals.into_iter().filter(is_below));
        }
    }

    /// A rival at the number, moved like the next hunk, if all context is there: the removed lines
    /// were changed.
    pub(super) fn add_changed(&mut self, all: &mut Places, facts: &Facts) {
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

    /// Rivals that are nearer to the number than any place, and in the order of the hunks, where
    /// that is that of the numbers.
    pub(super) fn add_nearer(&mut self, all: &mut Places, facts: &Facts) {
        let best = all.best();
        let is_best = |place: &&Place| place.is_match() && Some(place.rank) == best;
        // A nearer place that the order of the hunks excludes does not count, unless nothing else
        // is left.
        let may_be = |place: &&Place| !facts.is_ordered || is_in_room(place, facts);
        let has_room = all.all.iter().filter(is_best).any(|place| may_be(&place));
        let of_best = all.all.iter().filter(is_best).filter(|place| !has_room || may_be(place));
        let far: Option<Vec<i64>> = of_best.map(|place| facts.offset(place)).collect();
        let hint = facts.hint.filter(|_| !facts.is_beyond);
        let Some((far, hint)) = far.zip(hint) else { return };
        if far.iter().any(|offset| facts.known.distance(*offset) == 0) {
            return;
        }
        let Some(least) = far.iter().map(|offset| offset.saturating_abs()).min() else { return };
        // A place where the change is done may be nearer as well.
        if let Some(line) = done::anywhere(self.scene, self.index)
            && !all.has(signed(line))
        {
            all.all.push(self.enumerator().done(line));
        }
        let starts = hint.saturating_sub(least).saturating_add(1)..hint.saturating_add(least);
        // Lines that the hunks around take belong to no other hunk; the first lines may be missing
        // at the start of the file.
        let (first, end) = facts.room.filter(|_| facts.is_ordered).unwrap_or((0, usize::MAX));
        let first = if first == 0 { i64::MIN } else { signed(first) };
        let starts = starts.start.max(first)..starts.end.min(signed(end));
        // A loose match says little, so rivals that say little count against it.
        let least = if best == Some(Rank::Outer) { Nearly::Half } else { Nearly::Most };
        let found = all.all.len();
        self.enumerator().add_rivals_in(starts.clone(), least, all);
        self.leave_other_records(found, all, facts);
        self.enumerator().add_parted_in(starts.clone(), all);
        if !facts.trusts_numbers && best.is_some_and(|best| best <= Rank::TrailingBlanks) {
            self.add_nearer_loosely(hint, starts, all);
        }
    }

    /// Leaves out rivals, those after the first `found` places, that are other records than the one
    /// that the hunk names, where that is as written in one place, and no number says that one of
    /// them is meant.
    fn leave_other_records(&mut self, found: usize, all: &mut Places, facts: &Facts) {
        let is_alone = matches!(all.all.get(..found), Some([place]) if place.is_exact());
        if !is_alone || facts.trusts_numbers {
            return;
        }
        let rivals = all.all.split_off(found);
        let is_meant = |rival: &Place, judge: &mut Self| {
            facts.distance(rival) == 0 || !judge.enumerator().is_another_record(rival)
        };
        all.all.extend(rivals.into_iter().filter(|rival| is_meant(rival, self)));
    }

    /// What is indented otherwise and nearer to the number than what is as written. One line with
    /// words is at the number, or it is chance.
    fn add_nearer_loosely(&mut self, hint: i64, starts: Range<i64>, all: &mut Places) {
        let within = |most: i64| {
            let first = starts.start.max(hint.saturating_sub(most));
            first..starts.end.min(hint.saturating_add(most).saturating_add(1))
        };
        let worded = self.hunk.old_lines().filter(|line| has_ascii_words(line.text));
        let most = if worded.take(2).count() == 2 { MOST_SCANNED / 2 } else { MOST_AT_NUMBER };
        self.enumerator().add_loose_in(within(most), all);
    }

    /// Leaves out what is as written where another hunk is as its own number has it, if this one is
    /// loosely at its number: both numbers are true, and the text is that of the other hunk.
    pub(super) fn leave_to_others(&mut self, all: &mut Places, facts: &Facts) {
        let is_own = |place: &Place| {
            place.is_match()
                && (Rank::TrailingBlanks..Rank::Outer).contains(&place.rank)
                && facts.known.front == 0
                && facts.is_numbered(place)
        };
        if facts.trusts_numbers || !all.all.iter().any(is_own) {
            return;
        }
        let hunks = self.scene.hunks;
        let (own, lookup) = (self.index, &mut self.scene.lookup);
        let mut is_others = |line: usize| {
            let mut others = hunks.iter().enumerate().filter(|(index, _)| *index != own);
            others.any(|(index, hunk)| {
                hinted_index(hunk) == Some(line) && lookup.is_at(Block::Old(index), exact(), line)
            })
        };
        all.all.retain(|place| !(place.is_exact() && is_others(place.line)));
    }

    /// The edge of the file that the hunk claims.
    pub(super) fn add_at_edge(&mut self, all: &mut Places, facts: &Facts) {
        match self.edge {
            Some(Edge::Start) if facts.hint.is_some() => self.add_start(all, facts),
            Some(Edge::End) if !all.all.is_empty() => self.add_end(all),
            _ => {}
        }
    }

    /// The start of the file, for a hunk that claims it. A change without a removed line proves its
    /// place by a few lines after it: elsewhere it needs a neighbour that moved as far.
    fn add_start(&mut self, all: &mut Places, facts: &Facts) {
        self.enumerator().at(0, all);
        let is_shown = |place: &Place| {
            let offset = facts.offset(place);
            facts.known.behind.is_some() && facts.known.behind == offset
        };
        let is_insertion = self.hunk.lines.removed_count() == 0;
        if is_insertion
            && !all.has(0)
            && !all.all.iter().any(is_shown)
            && !self.is_behind_title(all)
        {
            all.all.push(self.enumerator().rival(0));
        }
    }

    /// Whether the only place of the hunk, as written, is after a few lines at the start of the
    /// file that are nothing like it: a title or a licence that others put there.
    fn is_behind_title(&mut self, all: &Places) -> bool {
        let [place] = all.all.as_slice() else { return false };
        if !place.is_exact() || place.line > MOST_OF_TITLE {
            return false;
        }
        let worded = || self.hunk.old_lines().filter(|line| has_ascii_words(line.text));
        let words: BTreeSet<&[u8]> = worded().flat_map(|line| words_of(line.text)).collect();
        let mut title = self.scene.lines_at(0).take(place.line);
        worded().take(2).count() == 2
            && !title.any(|line| words_of(line).any(|word| words.contains(word)))
    }

    /// The end of the file, with and without the empty line that the hunk ends in.
    fn add_end(&mut self, all: &mut Places) {
        let last = self.scene.lookup.line_count().checked_sub(self.hunk.lines.old_count());
        let is_blank = |line: HunkLine<'_>| line.text.trim_ascii().is_empty();
        let ends_blank = self.hunk.old_lines().last().is_some_and(is_blank);
        for line in last.into_iter().flat_map(|line| line..=line + usize::from(ends_blank)) {
            self.enumerator().at(line, all);
        }
    }
}
