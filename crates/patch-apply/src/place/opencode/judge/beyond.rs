//! Decides whether a place is past the end of what the anchor opens, in what a line beside the
//! anchor opens.

use patch_parse::{HunkLine, LineKind};

use super::Judge;
use crate::failure::Why;
use crate::place::candidates::done;
use crate::place::lookup::{Block, Lookup};
use crate::place::names::defines::OF_STATEMENTS;
use crate::place::names::flat::{Flat, heads_flat};
use crate::place::opencode::anchors::{Anchors, MOST_SCOPES, is_in_sibling};
use crate::place::opencode::slot::{Slot, State};
use crate::place::places::Place;
use crate::place::rung::exact;
use crate::place::scopes::lead::{FEW_WORDS, leads_to_another};
use crate::place::scopes::records::{is_in_another, stays_inside};
use crate::place::scopes::scope::opens;
use crate::text::blanks::{depth, without_indentation};
use crate::text::words::{first_word, has_words};

/// So many lines after one are looked at for another one of its words.
const MOST_BELOW: usize = 1_000;

impl<'f, L: Lookup> Judge<'_, 'f, '_, L> {
    /// Refuses a place that is past the end of what the anchor opens, in what a line next to the
    /// anchor opens.
    pub(in crate::place::opencode) fn refuse_beyond(&mut self, slot: &mut Slot, anchors: &Anchors) {
        if let State::At(found) = &slot.state
            && self.is_beyond(&found.place(), Some(anchors))
        {
            slot.state = State::Open(Why::OutsideHeading(found.place().line));
        }
    }

    /// Refuses a place in another function than the statement that the anchor names, which opens a
    /// block that the chunk is not deep enough to be in, if the change is in the own function of the
    /// statement, behind that block.
    pub(in crate::place::opencode) fn refuse_in_another(
        &mut self,
        slot: &mut Slot,
        anchors: &Anchors,
    ) {
        let (State::At(found), [line]) = (&slot.state, &*anchors.lines) else { return };
        let place = found.place();
        let Some(outer) = self.outer_of_statement(*line) else { return };
        let end = self.scopes.end(self.scene, outer);
        if place.line < end {
            return;
        }
        if let Some(done) = done::first_in(self.scene, self.index, *line..end) {
            slot.state = State::Open(Why::MaybeDone(done));
        }
    }

    /// What a statement that opens a block lies in, and the chunk as well, if that is as deep.
    fn outer_of_statement(&mut self, line: usize) -> Option<usize> {
        let mut opener = line;
        loop {
            let (depth, words) = self.line(opener);
            if stays_inside(self.hunk, depth) {
                return Some(opener).filter(|opener| *opener != line);
            }
            if !OF_STATEMENTS.contains(&first_word(words)) || !opens(self.scene, opener) {
                return None;
            }
            opener = self.scopes.opener_above(self.scene, opener)?;
        }
    }

    /// Whether the old lines may be anywhere by chance.
    pub(super) fn has_few_words(&self) -> bool {
        let worded = self.hunk.old_lines().filter(|line| has_words(line.text));
        worded.take(FEW_WORDS + 1).count() <= FEW_WORDS
    }

    /// Whether a place is after what the anchor opens, though each line is deep enough to be in
    /// it, and nothing says that the chunk leaves it: what was meant was changed since.
    pub(super) fn is_beyond(&mut self, place: &Place, anchors: Option<&Anchors>) -> bool {
        let Some(anchors) = anchors else { return false };
        if self.is_outside_all(&anchors.outer, place) {
            return true;
        }
        let own = anchors.inside.into_iter().chain(anchors.lines.iter().copied());
        let lines: Vec<usize> = own.take(MOST_SCOPES + 1).collect();
        lines.len() <= MOST_SCOPES
            && lines.iter().all(|line| self.is_left_behind(*line, place))
            && !self.is_in_namesake(&lines, place)
    }

    /// Whether a place is after what each of the lines opens or heads that the outer anchor names,
    /// or in another record: a chunk that leaves the method of its anchor does not leave the class.
    fn is_outside_all(&mut self, outer: &[usize], place: &Place) -> bool {
        let mut is_outside = |line: usize| {
            (opens(self.scene, line) && self.is_outside(line, place))
                || (place.line > line
                    && ((heads_flat(self.line(line).1) && self.is_below_next(line, place))
                        || is_in_another(self.scene, self.hunk, line, place.line)))
        };
        (1..=MOST_SCOPES).contains(&outer.len()) && outer.iter().all(|line| is_outside(*line))
    }

    /// Whether the line that directly opens what a place lies in has the words of one that the
    /// anchor names, and is deeper, and the chunk is as written there alone: it would not be
    /// written so deep if it were meant for the block of the other line.
    fn is_in_namesake(&mut self, lines: &[usize], place: &Place) -> bool {
        let [line] = *lines else { return false };
        let of_place = self.scene.depth_from(place.line);
        let (blanks, own) = self.line(line);
        let is_opener = |(_, text): &(usize, &[u8])| depth(text).is_some_and(|at| at < of_place);
        let between = (line + 1..place.line).zip(self.scene.lines_at(line + 1)).take(MOST_BELOW);
        let Some((opener, _)) = between.filter(is_opener).last() else { return false };
        let (deeper, words) = self.line(opener);
        let is_deeper = deeper > blanks && self.scene.depth_from(line + 1) < of_place;
        is_deeper
            && words == own
            && place.line - line <= MOST_BELOW
            && stays_inside(self.hunk, deeper)
            && *self.scene.lookup.places(Block::Old(self.index), exact(), 0) == [place.line]
    }

    /// The bytes of the indentation of a line, and its words.
    fn line(&mut self, line: usize) -> (usize, &'f [u8]) {
        let text = self.scene.lines_at(line).next().map(without_indentation);
        text.map_or((0, &[]), |(blanks, words)| (blanks.len(), words.trim_ascii_end()))
    }

    /// Whether a place is after what a line opens or lies in, leads up to what the next such line
    /// opens, is below the next heading of lines that are no deeper, in another record, or below a
    /// line of the same text.
    fn is_left_behind(&mut self, anchor: usize, place: &Place) -> bool {
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

    /// Whether the chunk holds the text of a line that opens something: a place after that line
    /// has one of its own.
    fn has_its_own(&mut self, anchor: usize) -> bool {
        let own =
            self.scene.lines_at(anchor).next().map_or(&[][..], |line| without_indentation(line).1);
        let is_own = |line: HunkLine<'_>| without_indentation(line.text).1 == own;
        let mut context = self.hunk.lines.iter().take_while(|line| line.kind == LineKind::Context);
        has_words(own) && context.any(is_own) && opens(self.scene, anchor)
    }

    /// Whether a place is after what a line opens, and all of the chunk is deeper than that line:
    /// in what the next such line opens. A few lines may be there by chance, whatever opens it.
    fn is_outside(&mut self, anchor: usize, place: &Place) -> bool {
        let of_anchor = self.scene.depth_of(anchor);
        let are_brackets = self.are_brackets();
        if !are_brackets && !stays_inside(self.hunk, of_anchor) {
            return false;
        }
        let end = self.scopes.end(self.scene, anchor);
        if are_brackets {
            // They may close what is around the anchor, or anything else.
            let mut between =
                self.scene.lines_at(end.min(place.line)).take(place.line.saturating_sub(end));
            return between.any(|line| depth(line).is_some());
        }
        let is_behind = place.line > end || (place.line == end && !self.begins_with_heading());
        is_behind && (self.has_few_words() || is_in_sibling(self.scene, (anchor, end), place.line))
    }

    /// Whether the old lines have no words, and are not empty.
    fn are_brackets(&self) -> bool {
        !self.hunk.old_lines().any(|line| has_words(line.text))
            && self.hunk.old_lines().any(|line| depth(line.text).is_some())
    }

    /// Whether the first old line heads lines that are no deeper: then the chunk shows that it
    /// leads out of what is above it.
    fn begins_with_heading(&self) -> bool {
        let first = self.hunk.old_lines().next();
        first.is_some_and(|line| heads_flat(line.text.trim_ascii_end()))
    }

    /// Whether a place is below the next heading of lines that are no deeper, and the chunk has
    /// none.
    fn is_below_next(&mut self, anchor: usize, place: &Place) -> bool {
        let flat = |line: &[u8]| Flat::of(without_indentation(line).1);
        let first = self.scene.lines_at(anchor).next().unwrap_or_default();
        let own = flat(first).filter(|own| *own != Flat::Title(1)).unwrap_or(Flat::Section);
        let ends = |other: Flat| own == Flat::Section || own.ends_at(other);
        let leads_on = |line: HunkLine<'_>| flat(line.text).is_some_and(ends);
        if self.hunk.old_lines().any(leads_on) {
            return false;
        }
        if depth(first).unwrap_or(0) > 0 {
            let end = self.scopes.end(self.scene, anchor);
            let next = self.scene.lines_at(end).next().unwrap_or_default();
            let is_next = flat(next).is_some_and(|other| own.ends_at(other));
            return matches!(own, Flat::Marked(..)) && is_next && place.line > end;
        }
        self.scopes.is_headed_anew(self.scene, (anchor, own), place.line)
    }
}
