//! An anchor that is written again for a chunk: the line that it names is above the chunk in front,
//! or in that.
//!
//! As the format has it the anchor names a line behind the chunk in front. Writers repeat the class
//! or the function for each chunk of it, though, and behind that another line may agree as well, or
//! less exactly.

use super::anchors::{Anchors, MOST_SCOPES, Reach};
use super::seek::Seeker;
use super::slot::{Slot, State};
use crate::failure::Why;
use crate::place::candidate::Candidate;
use crate::place::lookup::{Block, Lookup};
use crate::place::rung::{Rank, is_worded, plain};
use crate::text::blanks::without_indentation;
use crate::text::words::has_words;

/// The most lines behind the chunk in front that are named as well.
const MOST_OTHERS: usize = 8;

/// So many lines of what one of these opens are looked at.
const MOST_LINES: usize = 2_000;

/// The line that opens what the chunk in front is in, and what the anchor names behind that.
struct Repeated {
    line: usize,
    /// Lines that agree as exactly and are no deeper.
    others: Vec<usize>,
}

impl<L: Lookup> Seeker<'_, '_, '_, L> {
    /// A chunk that is not as written where its anchor leads, but once in the file, behind the
    /// chunk in front and in what opens that: there it is meant.
    pub(super) fn or_repeated(&mut self, mut slot: Slot) -> Slot {
        let is_loose = match &slot.state {
            State::At(found) if found.place().rank <= Rank::New => return slot,
            State::Done(_) => return slot,
            State::At(_) => true,
            State::Open(_) | State::Failed(_) => false,
        };
        let may_be = self.hunk.anchors.len() == 1 && self.hunk.range().is_none();
        if !may_be || self.cursor.is_out_of_order || !is_worded(self.hunk) {
            return slot;
        }
        let block = Block::Old(self.index);
        let [place] = *self.scene.lookup.places(block, plain(), 0) else { return slot };
        let Some(repeated) = self.repeated(place) else { return slot };
        // What agrees loosely is in what is named as well.
        let is_open = is_loose && !repeated.others.is_empty();
        if !is_open
            && !self.has_any_line(&repeated.others)
            && let Some(found) = self.behind_line(repeated.line, place)
        {
            return found;
        }
        if is_loose {
            slot.state = State::Open(Why::Ambiguous);
            slot.is_doubted = true;
        }
        slot
    }

    /// The line that opens what the chunk in front and a place behind it are in, if the anchor
    /// names it.
    fn repeated(&mut self, place: usize) -> Option<Repeated> {
        let last = self.cursor.last.clone();
        if last.is_empty() || place < self.cursor.line {
            return None;
        }
        let all = self.anchors(0).ok().flatten()?.lines;
        let above = all.iter().copied().filter(|line| *line < last.end).rev().take(MOST_SCOPES);
        let count = self.hunk.lines.old_count();
        let candidate = Candidate { count, ..Candidate::insertion(place) };
        let line = above.into_iter().find(|line| {
            let reach = Reach::of(self.scene, self.scopes, self.hunk, *line);
            last.start < self.scopes.end(self.scene, *line) && reach.has(self.scene, &candidate)
        })?;
        // A line that is named alone, and before the chunk in front, has rules of its own.
        if all.len() == 1 && self.anchors(self.cursor.line).is_err() {
            return None;
        }
        let depth = self.scene.depth_of(line);
        let mut others: Vec<usize> = all.into_iter().filter(|other| *other >= last.end).collect();
        others.retain(|other| self.scene.depth_of(*other) <= depth);
        self.means_none_of(&others).then_some(Repeated { line, others })
    }

    /// Whether the anchor means none of some lines behind the chunk in front: it is that of the
    /// chunk in front as well.
    fn means_none_of(&self, others: &[usize]) -> bool {
        let front = self.index.checked_sub(1).and_then(|front| self.scene.hunks.get(front));
        let is_again = front.is_some_and(|front| front.anchors == self.hunk.anchors);
        others.is_empty() || (is_again && others.len() <= MOST_OTHERS)
    }

    /// Whether what some lines open has a line of the chunk with words, or is long.
    fn has_any_line(&mut self, lines: &[usize]) -> bool {
        let worded = self.hunk.old_lines().filter(|line| has_words(line.text));
        let mut old: Vec<&[u8]> = worded.map(|line| without_indentation(line.text).1).collect();
        old.sort_unstable();
        lines.iter().any(|line| {
            let count = self.scopes.end(self.scene, *line).saturating_sub(*line);
            let mut opened = self.scene.lines_at(*line).take(count);
            let is_old = |text: &[u8]| old.binary_search(&without_indentation(text).1).is_ok();
            opened.by_ref().take(MOST_LINES).any(is_old) || opened.next().is_some()
        })
    }

    /// The chunk behind a line, if it goes to this place there.
    fn behind_line(&mut self, line: usize, place: usize) -> Option<Slot> {
        let anchors = Anchors { first: line, lines: vec![line], ..Anchors::default() };
        let slot = Slot { anchor: Some(line), ..self.behind(Some(&anchors)) };
        let is_there = match &slot.state {
            State::At(found) => found.place().line == place && slot.changed.is_empty(),
            State::Done(_) => true,
            State::Open(_) | State::Failed(_) => false,
        };
        is_there.then_some(slot)
    }
}
