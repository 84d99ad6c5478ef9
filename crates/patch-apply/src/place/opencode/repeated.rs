//! Handles an anchor that is written again for the next chunk: the line that it names is above the
//! previous chunk, or in it.
//!
//! By the rules of the format the anchor names a line after the previous chunk. But writers repeat
//! the class or the function for each of its chunks, and further down another line may agree as
//! well, or less exactly.

use patch_parse::{HunkLine, LineKind};

use super::anchors::{Anchors, MOST_SCOPES, Reach};
use super::cursor::Cursor;
use super::seek::Seeker;
use super::slot::{Slot, State};
use crate::failure::Why;
use crate::place::lookup::{Block, Lookup};
use crate::place::places::Place;
use crate::place::rung::{Rank, is_worded, plain};
use crate::place::scopes::scope::opens;
use crate::text::blanks::without_indentation;
use crate::text::words::has_words;

/// The most lines after the chunk in front that are named as well.
const MOST_OTHERS: usize = 8;

/// So many lines of what one of these opens are looked at.
const MOST_LINES: usize = 2_000;

/// Of so many lines with words one may be in what these open: it is there by chance.
const MANY_LINES: usize = 4;

/// The line that opens what the chunk in front is in, and what the anchor names after that.
struct Repeated {
    line: usize,
    /// Lines that agree as exactly and are no deeper.
    others: Vec<usize>,
}

impl<'h, L: Lookup> Seeker<'_, '_, 'h, L> {
    /// A chunk that is not as written where its anchor leads, but once in the file, in what opens
    /// the chunk in front: there it is meant.
    pub(super) fn or_repeated(&mut self, mut slot: Slot) -> Slot {
        let is_loose = match &slot.state {
            State::At(found) if found.place().rank <= Rank::New => {
                self.doubt_next(&mut slot);
                return slot;
            }
            State::Done(_) => return slot,
            State::At(_) => true,
            State::Open(_) | State::Failed(_) => false,
        };
        let may_be = !self.hunk.anchors.is_empty() && self.hunk.range().is_none();
        if !may_be || (is_loose && self.cursor.is_out_of_order) || !is_worded(self.hunk) {
            return slot;
        }
        let block = Block::Old(self.index);
        let [place] = *self.scene.lookup.places(block, plain(), 0) else { return slot };
        if is_loose && place < self.cursor.line {
            return slot;
        }
        let Some(repeated) = self.repeated(place) else { return slot };
        // What agrees loosely is in what is named as well.
        let is_open = is_loose && !repeated.others.is_empty();
        if !is_open
            && !self.have_like(&repeated.others)
            && let Some(found) = self.below_line(repeated.line, place)
        {
            return found;
        }
        if is_loose {
            slot.state = State::Open(Why::Ambiguous);
            slot.is_doubted = true;
        }
        slot
    }

    /// Takes back a place after the next line that the anchor names, where the chunk is as
    /// written before that line as well, after the chunk in front and in what opens that. A
    /// writer who repeats the anchor for each chunk means the one; a writer who names the next
    /// line means the other.
    fn doubt_next(&mut self, slot: &mut Slot) {
        let State::At(found) = &slot.state else { return };
        let may_be = self.hunk.range().is_none() && !self.cursor.is_out_of_order;
        let Some(next) = slot.anchor.filter(|next| *next <= found.place().line && may_be) else {
            return;
        };
        let from = self.cursor.line;
        let first = self.scene.lookup.first_place(Block::Old(self.index), plain(), from);
        // Nearly all chunks are nowhere else.
        if first.is_none_or(|first| first >= next) || !is_worded(self.hunk) {
            return;
        }
        let places = self.ladder(from);
        let Some(all) = self.anchors(0).ok().flatten() else { return };
        let before = places.all.iter().filter(|place| place.end() <= next);
        let is_either = before.take(MOST_SCOPES).any(|place| {
            let line = self.line_around(&all.lines, place);
            line.is_some_and(|line| opens(self.scene, line))
        });
        if is_either {
            let judged = self.judge().judged(&places, None);
            let open = Slot::new(State::Open(Why::Ambiguous));
            *slot = Slot { judged, is_cut: places.is_cut, anchor: slot.anchor, ..open };
        }
    }

    /// The line that opens what the chunk in front and a place are in, if the anchor names it.
    fn repeated(&mut self, place: usize) -> Option<Repeated> {
        let last = self.cursor.last.clone();
        let count = self.hunk.lines.old_count();
        let candidate = Place { count, ..Place::insertion(place) };
        let is_before = candidate.end() <= last.start;
        if last.is_empty() || (place < self.cursor.line && !is_before) {
            return None;
        }
        let all = self.anchors(0).ok().flatten()?.lines;
        let line = self.line_around(&all, &candidate)?;
        // Before the chunk in front, only what the line opens is meant.
        if is_before && !opens(self.scene, line) {
            return None;
        }
        // A line that is named alone, and before the chunk in front, has rules of its own.
        if all.len() == 1 && self.anchors(self.cursor.line).is_err() {
            return None;
        }
        let depth = self.scene.depth_of(line);
        let is_other = |other: &usize| *other >= last.end || (is_before && *other != line);
        let mut others: Vec<usize> = all.into_iter().filter(is_other).collect();
        others.retain(|other| self.scene.depth_of(*other) <= depth);
        self.means_none_of(&others, line).then_some(Repeated { line, others })
    }

    /// The last of some lines that opens what the chunk in front and a place are in.
    fn line_around(&mut self, lines: &[usize], place: &Place) -> Option<usize> {
        let last = self.cursor.last.clone();
        if last.is_empty() {
            return None;
        }
        let above = lines.iter().copied().filter(|line| *line < last.end).rev().take(MOST_SCOPES);
        above.into_iter().find(|line| {
            let reach = Reach::of(self.scene, self.scopes, self.hunk, *line);
            last.start < self.scopes.end(self.scene, *line) && reach.has(self.scene, place)
        })
    }

    /// Whether the anchor means none of some lines, but one above the chunk in front: it is that of
    /// the chunk in front as well, or that has none, or one below the line.
    fn means_none_of(&mut self, others: &[usize], line: usize) -> bool {
        let hunks = self.scene.hunks;
        let front = self.index.checked_sub(1).and_then(|at| Some((at, hunks.get(at)?)));
        let Some((_, hunk)) = front.filter(|_| !others.is_empty() && others.len() <= MOST_OTHERS)
        else {
            return others.is_empty();
        };
        if hunk.anchors.is_empty() || hunk.anchors == self.hunk.anchors {
            return true;
        }
        let inner = front.and_then(|front| {
            Anchors::named(self.scene, self.scopes, front, &Cursor::default(), line).ok().flatten()
        });
        inner.is_some_and(|inner| inner.first < self.cursor.last.end)
    }

    /// Whether what some lines open is like the chunk: it has a line with words that the chunk
    /// removes, or a fourth of all of them; or it is long.
    fn have_like(&mut self, lines: &[usize]) -> bool {
        let worded = self.hunk.old_lines().filter(|line| has_words(line.text));
        let key = |line: HunkLine<'h>| (without_indentation(line.text).1, line.kind);
        let mut old: Vec<(&[u8], LineKind)> = worded.map(key).collect();
        old.sort_unstable_by_key(|(text, _)| *text);
        let most = old.len() / MANY_LINES;
        lines.iter().any(|line| {
            let count = self.scopes.end(self.scene, *line).saturating_sub(*line);
            let mut opened = self.scene.lines_at(*line).take(count);
            let mut found = 0;
            let is_like = opened.by_ref().take(MOST_LINES).any(|text| {
                let words = without_indentation(text).1;
                let first = old.partition_point(|(old, _)| *old < words);
                let same = old.get(first..).unwrap_or_default().iter();
                let mut same = same.take_while(|(old, _)| *old == words).peekable();
                found += usize::from(same.peek().is_some());
                same.any(|(_, kind)| *kind == LineKind::Remove) || found > most
            });
            is_like || opened.next().is_some()
        })
    }

    /// The chunk below a line, if it goes to this place there.
    fn below_line(&mut self, line: usize, place: usize) -> Option<Slot> {
        let anchors = Anchors { first: line, lines: vec![line], ..Anchors::default() };
        let slot = if place < self.cursor.line {
            self.out_of_order(Some(&anchors))
        } else {
            self.behind(Some(&anchors))
        };
        let slot = Slot { anchor: Some(line), ..slot };
        let is_there = match &slot.state {
            State::At(found) => found.place().line == place && slot.changed.is_empty(),
            State::Done(_) => true,
            State::Open(_) | State::Failed(_) => false,
        };
        is_there.then_some(slot)
    }
}
