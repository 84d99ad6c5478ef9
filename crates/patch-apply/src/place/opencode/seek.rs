//! Looks for one chunk: after its anchor, at the end of the file, or before the chunks that precede
//! it.

use std::ops::Range;

use patch_parse::Hunk;

use super::anchors::{Anchors, earliest};
use super::cursor::Cursor;
use super::judge::Judge;
use super::slot::{Slot, State};
use crate::failure::{HunkFailure, Why};
use crate::options::Locate;
use crate::place::candidates::done;
use crate::place::candidates::enumerator::Enumerator;
use crate::place::candidates::outer::lacks_opener;
use crate::place::candidates::rivals::Nearly;
use crate::place::evidence::{Facts, Judged};
use crate::place::lookup::{Block, Lookup, MOST_PLACES};
use crate::place::places::{Place, Places, signed};
use crate::place::rung::{Rank, exact, is_worded};
use crate::place::scene::Scene;
use crate::place::scopes::records::stays_inside;
use crate::place::scopes::scope::{Scopes, opens};
use crate::text::blanks::is_blank_line;
use crate::text::words::has_words;

/// How many blocks around a line are looked at.
const MOST_AROUND: usize = 8;

/// Looks for one chunk.
pub(super) struct Seeker<'s, 'f, 'h, L> {
    pub(super) scene: &'s mut Scene<'f, 'h, L>,
    pub(super) scopes: &'s mut Scopes,
    pub(super) index: usize,
    pub(super) hunk: &'h Hunk<'h>,
    pub(super) locate: Locate,
    pub(super) cursor: Cursor,
}

impl<'f, 'h, L: Lookup> Seeker<'_, 'f, 'h, L> {
    /// What becomes of the chunk, judging by it and the chunks before it.
    pub(super) fn seek(&mut self) -> Slot {
        let slot = self.by_format();
        self.or_repeated(slot)
    }

    /// The same, with the rules of the format for what the anchor names.
    fn by_format(&mut self) -> Slot {
        match self.anchors(self.cursor.line) {
            Ok(None) => self.behind(None),
            Ok(Some(anchors)) => {
                let anchor = Some(anchors.first);
                // Headers with numbers repeat their words for each hunk below one line, which may
                // be before the cursor.
                let all = self.hunk.range().and_then(|_| self.anchors(0).ok().flatten());
                let anchors = all.unwrap_or(anchors);
                let slot = Slot { anchor, ..self.behind(Some(&anchors)) };
                self.or_behind_text(slot, &anchors)
            }
            Err(text) => self.behind_what_is_named_before(text),
        }
    }

    /// A chunk that has no place after the definition of the name that its anchor is, nor anything
    /// like it there, after a line that has the text of the anchor.
    fn or_behind_text(&mut self, slot: Slot, anchors: &Anchors) -> Slot {
        let is_open = matches!(slot.state, State::Open(_) | State::Failed(_))
            && self.hunk.lines.old_count() > 0
            && slot.changed.is_empty()
            && slot.judged.iter().all(|judged| judged.place.is_match());
        let Some(as_text) = anchors.as_text().filter(|_| is_open) else { return slot };
        let other = Slot { anchor: Some(as_text.first), ..self.behind(Some(&as_text)) };
        if matches!(other.state, State::At(_)) { other } else { slot }
    }

    /// A chunk whose anchor is before the place from which it is looked for.
    fn behind_what_is_named_before(&mut self, text: &[u8]) -> Slot {
        let Ok(Some(anchors)) = self.anchors(0) else { return self.without_anchor(text) };
        // Before the cursor, only what cannot be elsewhere is meant.
        if anchors.lines.len() == 1 {
            return Slot { anchor: Some(anchors.first), ..self.out_of_order(Some(&anchors)) };
        }
        let held = anchors.held(self.hunk, &self.cursor);
        match held.or_else(|| anchors.next(self.hunk, &self.cursor)) {
            Some(held) => Slot { anchor: Some(held.first), ..self.behind(Some(&held)) },
            None => self.without_anchor(text),
        }
    }

    /// A chunk after the ones before it, or after its anchor: what is found from there on, then
    /// what speaks against the place that is singled out.
    pub(super) fn behind(&mut self, anchors: Option<&Anchors>) -> Slot {
        if self.hunk.lines.old_count() == 0 {
            return self.insertion(anchors);
        }
        let mut places = self.matches_behind(anchors);
        if places.all.is_empty()
            && anchors.is_none()
            && let Some(before) = self.opt_before()
        {
            return before;
        }
        let known = anchors.map(|anchors| self.as_far_as_it_tells(anchors, &places));
        let mut anchors = known.as_ref();
        if places.all.is_empty() {
            // A bracket leads nowhere: what matches in part may as well be before it.
            anchors = anchors.filter(|anchors| self.is_worded(anchors.first));
            self.add_matches_in_part(anchors, &mut places);
        }
        if let Some(anchors) = anchors {
            self.add_rivals_in_scope(anchors, &mut places);
        }
        // The first of them may be among the lines of the last chunk.
        let doubtful = &self.cursor.doubtful;
        let is_doubtful = places.all.iter().any(|place| doubtful.contains(&place.line));
        let takes_first =
            !is_doubtful && self.takes_first(anchors) && !self.is_anywhere(anchors, &places);
        let facts = Facts { takes_first, ..Facts::default() };
        let mut slot = self.judge().slot(&places, anchors, facts);
        slot.is_alone = anchors.is_some_and(|anchors| self.is_once_inside(anchors, &mut places));
        // Then the order of the chunks does not decide that either.
        slot.is_doubted |= is_doubtful;
        match anchors {
            Some(anchors) => self.doubt_behind(&mut slot, anchors),
            None if is_doubtful => self.doubt_in_last(&mut slot),
            None => {}
        }
        slot
    }

    /// The line from which on the chunk is looked for: the first that it may begin at, after the
    /// ones before it and after its anchor.
    pub(super) fn from(&mut self, anchors: Option<&Anchors>) -> usize {
        // Where the chunks so far are not in the order of the file, it may be anywhere.
        let cursor = if self.cursor.is_out_of_order { 0 } else { self.cursor.line };
        anchors.map_or(cursor, |anchors| self.first_line(anchors).max(cursor))
    }

    /// Where all of the chunk matches, after its anchor; and before that, where the chunk in front
    /// holds a line that is named as well.
    fn matches_behind(&mut self, anchors: Option<&Anchors>) -> Places {
        let from = self.from(anchors);
        let mut places = self.ladder(from);
        if anchors.is_some_and(|anchors| anchors.inside.is_some()) {
            let others = self.ladder(self.cursor.line);
            places.all.extend(others.all.into_iter().filter(|other| other.line < from));
        }
        if let Some(anchors) = anchors {
            self.prefer_inside(anchors, from, &mut places);
        }
        places
    }

    /// Where all but outer context matches. Where no anchor leads, and that context heads what is
    /// changed, what nearly matches anywhere can forbid a choice as well.
    fn add_matches_in_part(&mut self, anchors: Option<&Anchors>, places: &mut Places) {
        let from = self.from(anchors);
        self.enumerator(from).add_outer(places);
        let lacks_opener = |place: &Place| lacks_opener(self.hunk, place.dropped.0);
        if anchors.is_none() && places.all.iter().any(lacks_opener) {
            self.enumerator(0).add_rivals(places);
        }
    }

    /// Whether the first of several places is meant, as the rules of the format say: not if the
    /// chunks are turned round, nor if the anchor is a part of lines, nor if there is a line
    /// number.
    fn takes_first(&self, anchors: Option<&Anchors>) -> bool {
        self.locate == Locate::First
            && !self.cursor.is_out_of_order
            && !anchors.is_some_and(|anchors| anchors.means_any)
            && self.hunk.range().is_none()
    }

    /// Whether all old lines are empty: then the first of several places is where a file happens to
    /// have an empty line, but where it is right after the line that the anchor names or after
    /// what that opens.
    fn is_anywhere(&mut self, anchors: Option<&Anchors>, places: &Places) -> bool {
        if places.all.len() < 2 || self.hunk.old_lines().any(|line| !is_blank_line(line.text)) {
            return false;
        }
        let (Some(anchors), Some(first)) =
            (anchors, places.all.iter().map(|place| place.line).min())
        else {
            return true;
        };
        let opener = self.scopes.opener(self.scene, anchors.first);
        let end = self.scopes.end(self.scene, opener);
        let mut left = self.scene.lines_at(first).take(end.saturating_sub(first));
        first != anchors.first + 1 && (first > end || !left.all(is_blank_line))
    }

    /// Takes back a place if the lines that the anchor names speak against it: what they open has
    /// something like the chunk, or the place is past that, or before.
    fn doubt_behind(&mut self, slot: &mut Slot, anchors: &Anchors) {
        slot.changed = self.changed_in_scope(anchors, slot);
        if slot.changed.is_empty() {
            self.judge().refuse_beyond(slot, anchors);
        }
        if slot.changed.is_empty() {
            slot.changed = self.changed_around(anchors, slot);
        }
        if slot.changed.is_empty() {
            self.judge().refuse_in_another(slot, anchors);
        }
        if self.cursor.is_out_of_order {
            self.doubt_before(slot, anchors);
        }
    }

    /// The anchors, of which one that is a part of several lines means any of them only where
    /// several hold the chunk.
    fn as_far_as_it_tells(&mut self, anchors: &Anchors, places: &Places) -> Anchors {
        let means_any = anchors.means_any && {
            let reaches = anchors.reaches(self.scene, self.scopes, self.hunk);
            reaches.several_have(self.scene, &places.all)
        };
        Anchors { means_any, ..anchors.clone() }
    }

    /// Takes back a place in lines that may be those of the last chunk, where the block is before
    /// that as well: then the order of the chunks does not decide.
    fn doubt_in_last(&mut self, slot: &mut Slot) {
        let State::At(found) = &slot.state else { return };
        let place = found.place();
        let last = self.cursor.last.clone();
        if !self.cursor.doubtful.contains(&place.line) {
            return;
        }
        let mut before = self.ladder(0);
        before.all.retain(|other| other.end() <= last.start && other.rank <= place.rank);
        if !before.all.is_empty() {
            slot.judged.extend(self.judge().judged(&before, None));
            slot.state = State::Open(Why::Ambiguous);
        }
    }

    fn is_worded(&mut self, line: usize) -> bool {
        self.scene.lines_at(line).next().is_some_and(has_words)
    }

    /// The first line of a chunk after, or around, the line that its anchor names.
    pub(super) fn first_line(&mut self, anchors: &Anchors) -> usize {
        earliest(self.scene, self.hunk, anchors.first)
    }

    /// What is done, or nearly matches, in what the anchor opens can forbid a choice where nothing
    /// there matches.
    pub(super) fn add_rivals_in_scope(&mut self, anchors: &Anchors, places: &mut Places) {
        let reaches = anchors.reaches(self.scene, self.scopes, self.hunk);
        if places.all.is_empty()
            || places.all.iter().any(|place| reaches.first_has(self.scene, place))
        {
            return;
        }
        let Range { start, end } = reaches.first();
        let end = end.min(self.scene.lookup.line_count());
        // A place in what another line opens that is named as well is not after what the anchor
        // opens.
        let is_left =
            reaches.are_all && !places.all.iter().any(|place| reaches.have(self.scene, place));
        let done =
            done::anywhere(self.scene, self.index).filter(|line| (start..end).contains(line));
        let again = || done::first_in(self.scene, self.index, start..end);
        if let Some(line) = done.or_else(|| is_left.then(again).flatten()) {
            let place = self.enumerator(start).done(line);
            places.all.push(place);
            return;
        }
        let starts = signed(start)..signed(end);
        self.enumerator(start).add_rivals_in(starts, Nearly::Half, places);
    }

    /// What is like a chunk that was put after what its anchor opens, in there: it was changed
    /// since.
    pub(super) fn changed_in_scope(&mut self, anchors: &Anchors, slot: &Slot) -> Vec<Judged> {
        let State::At(found) = &slot.state else { return Vec::new() };
        let reaches = anchors.reaches(self.scene, self.scopes, self.hunk);
        if !reaches.are_all || reaches.have(self.scene, &found.place()) || anchors.inside.is_some()
        {
            return Vec::new();
        }
        let Range { start, end } = reaches.first();
        let end = end.min(self.scene.lookup.line_count());
        let mut places = Places::default();
        self.enumerator(start).add_changed_in(signed(start)..signed(end), &mut places);
        // The context that it lacks may be of the anchor's.
        places.all.retain(|place| place.whole() != found.place().whole());
        self.judge().judged(&places, Some(anchors))
    }

    /// What is like a chunk that was put after the block that the one line lies in which the anchor
    /// names, in there, if all of the chunk may be in it.
    fn changed_around(&mut self, anchors: &Anchors, slot: &Slot) -> Vec<Judged> {
        let (State::At(found), [line]) = (&slot.state, &*anchors.lines) else { return Vec::new() };
        let place = found.place();
        let Some(opener) = self.opener_around(*line).filter(|_| anchors.inside.is_none()) else {
            return Vec::new();
        };
        let end = self.scopes.end(self.scene, opener).min(self.scene.lookup.line_count());
        if place.line < end {
            return Vec::new();
        }
        let mut places = Places::default();
        let starts = signed(opener)..signed(end);
        self.enumerator(opener).add_rivals_in(starts, Nearly::Half, &mut places);
        places.all.retain(|changed| changed.whole() != place.whole());
        self.judge().judged(&places, Some(anchors))
    }

    /// The innermost line that opens what a line lies in, and may open what the chunk is in.
    fn opener_around(&mut self, line: usize) -> Option<usize> {
        let mut inner = line;
        for _ in 0..MOST_AROUND {
            let above = self.scopes.opener_above(self.scene, inner)?;
            let depth = self.scene.depth_of(above);
            // A title above another is not around it.
            if depth >= self.scene.depth_of(inner) {
                return None;
            }
            if stays_inside(self.hunk, depth) {
                return Some(above);
            }
            inner = above;
        }
        None
    }

    pub(super) fn enumerator(&mut self, from: usize) -> Enumerator<'_, 'f, 'h, L> {
        Enumerator::new(self.scene, self.index, self.hunk, from)
    }

    pub(super) fn anchors(&mut self, from: usize) -> Result<Option<Anchors>, &'h [u8]> {
        Anchors::named(self.scene, self.scopes, (self.index, self.hunk), &self.cursor, from)
    }

    pub(super) fn judge(&mut self) -> Judge<'_, 'f, 'h, L> {
        let (index, hunk, locate) = (self.index, self.hunk, self.locate);
        Judge { scene: self.scene, scopes: self.scopes, index, hunk, locate }
    }

    pub(super) fn ladder(&mut self, from: usize) -> Places {
        let from = self.earliest(from);
        let mut places = self.enumerator(from).ladder();
        if self.hunk.is_end_of_file() {
            let end = self.scene.lookup.line_count();
            places.all.retain(|place| place.end() == end);
        }
        places
    }

    /// The first line that a block may start at: at the end of the file for one that ends there.
    fn earliest(&mut self, from: usize) -> usize {
        if !self.hunk.is_end_of_file() {
            return from;
        }
        let last = self.scene.lookup.line_count().saturating_sub(self.hunk.lines.old_count());
        last.max(from)
    }

    /// Whether the chunk is once in what the one line that the anchor names opens, as written:
    /// nothing else is meant then.
    pub(super) fn is_once_inside(&mut self, anchors: &Anchors, places: &mut Places) -> bool {
        let [line] = *anchors.lines else { return false };
        let is_plain = |place: &&Place| place.is_match() && place.rank <= Rank::TrailingBlanks;
        // One anchor for two chunks may be above both.
        let front = self.index.checked_sub(1).and_then(|front| self.scene.hunks.get(front));
        let is_shared = front.is_some_and(|front| front.anchors == self.hunk.anchors);
        if is_shared || places.is_cut || !opens(self.scene, line) || !is_worded(self.hunk) {
            return false;
        }
        let reaches = anchors.reaches(self.scene, self.scopes, self.hunk);
        let inside = places.all.iter().copied().filter(|place| is_plain(&place));
        let inside: Vec<_> = inside.filter(|place| reaches.have(self.scene, place)).collect();
        let [only] = *inside else { return false };
        places.all = vec![only];
        true
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

    /// Without old lines: directly after the anchor, or at the end of the file. Anchors that are
    /// named as well leave open which is meant.
    pub(super) fn insertion(&mut self, anchors: Option<&Anchors>) -> Slot {
        let end = self.scene.lookup.line_count();
        if self.locate == Locate::Certain && end > 0 && !self.hunk.is_end_of_file() {
            return Slot::new(State::Open(Why::NoContext));
        }
        let lines = match anchors {
            Some(anchors) if !self.hunk.is_end_of_file() => {
                let of_text = anchors.of_text.iter().flatten();
                let lines = anchors.lines.iter().chain(of_text).copied();
                let all = anchors.inside.into_iter().chain(lines);
                all.map(|line| line + 1).take(MOST_PLACES).collect()
            }
            _ => vec![end],
        };
        let places =
            Places { all: lines.into_iter().map(Place::insertion).collect(), ..Places::default() };
        self.judge().insertion(&places, anchors)
    }
}
