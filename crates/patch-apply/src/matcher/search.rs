//! Looking for the hunks of one file: what is built when it is first needed, and asked often.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::Placement;
use super::bytes::ByteSearch;
use super::heading::{self, Headings};
use super::hint::exact_at;
use super::indent::shift;
use super::index::{BlockIndex, new_blocks, old_blocks};
use super::ladder::{
    EXPLAINING_RUNG, RUNGS, Rung, RungRule, without_indentation, without_trailing_blanks,
};
use super::outer::{self, Outer};
use super::unified;
use crate::text::{LineSeeker, LineTable, Text};

/// The search for the hunks of one file.
pub(super) struct Search<'f, 'h> {
    text: Text<'f>,
    hunks: &'h [Hunk<'h>],
    seeker: LineSeeker<'f>,
    /// For the numbers as they stand, where the hunks before have moved others.
    raw_seeker: LineSeeker<'f>,
    table: Option<LineTable<'f>>,
    bytes: ByteSearch,
    indices: Vec<Option<BlockIndex>>,
    /// The new lines, at the explaining rung: only what is not found as it stands asks for them.
    new_index: Option<BlockIndex>,
    headings: Option<Headings<'f>>,
}

impl<'f, 'h> Search<'f, 'h> {
    pub(super) fn new(text: Text<'f>, hunks: &'h [Hunk<'h>]) -> Self {
        let indices = RUNGS.iter().map(|_| None).collect();
        let (seeker, bytes) = (LineSeeker::new(text), ByteSearch::default());
        let raw_seeker = seeker.clone();
        let (table, new_index, headings) = (None, None, None);
        Self { text, hunks, seeker, raw_seeker, table, bytes, indices, new_index, headings }
    }

    pub(super) fn text(&self) -> Text<'f> {
        self.text
    }

    pub(super) fn table(&mut self) -> &LineTable<'f> {
        let text = self.text;
        self.table.get_or_insert_with(|| text.line_table())
    }

    /// The hunk where it stands byte for byte of the lines, 0-based, at which it is expected: what
    /// most hunks need, and nothing is built for it.
    pub(super) fn exact_at(&mut self, hunk: &Hunk<'_>, expected: &[usize]) -> Vec<Placement> {
        // Both kinds of expectation move forward, each with a seeker of its own.
        let mut seekers = [&mut self.seeker, &mut self.raw_seeker].into_iter();
        let places = expected
            .iter()
            .filter_map(|line_index| exact_at(self.text, seekers.next()?, hunk, *line_index));
        places.collect()
    }

    /// The lines from `from` on where a hunk's old block stands, at one rung; at most
    /// [`MOST_PLACES`](super::index::MOST_PLACES).
    pub(super) fn places(&mut self, rung_index: usize, index: usize, from: usize) -> Vec<usize> {
        if rung_index == 0
            && from == 0
            && let Some(places) = self.exact_places(index)
        {
            return places;
        }
        self.with_index(rung_index, |IndexOf { old, hunks }, table, rule| {
            old.places(index, from, |index, line| fits(hunks, index, table, rule, line))
        })
        .unwrap_or_default()
    }

    /// The first line from `from` on where a hunk's old block stands, at one rung.
    pub(super) fn first_place(
        &mut self,
        rung_index: usize,
        index: usize,
        from: usize,
    ) -> Option<usize> {
        self.with_index(rung_index, |IndexOf { old, hunks }, table, rule| {
            old.first_place(index, from, |line| fits(hunks, index, table, rule, line))
        })
        .flatten()
    }

    /// The last line in a range of them where a hunk's old block stands, at one rung.
    pub(super) fn last_place(
        &mut self,
        rung_index: usize,
        index: usize,
        lines: Range<usize>,
    ) -> Option<usize> {
        self.with_index(rung_index, |IndexOf { old, hunks }, table, rule| {
            old.last_place(index, lines, |line| fits(hunks, index, table, rule, line))
        })
        .flatten()
    }

    /// The lines where a hunk's old block stands byte for byte; `None` where an index is the better
    /// way to find out.
    fn exact_places(&mut self, index: usize) -> Option<Vec<usize>> {
        let hunk = self.hunks.get(index).filter(|_| self.table.is_none())?;
        let offsets = self.bytes.exact(self.text, hunk.old_lines())?;
        Some(offsets.into_iter().map(|offset| self.seeker.line_at(offset)).collect())
    }

    /// Whether a hunk's old block could stand anywhere by a looser rung than the exact one.
    pub(super) fn could_stand(&mut self, index: usize) -> bool {
        let hunk = self.hunks.get(index);
        hunk.is_none_or(|hunk| self.bytes.could_stand(self.text, hunk.old_lines()))
    }

    /// Whether a hunk's old block stands at a line, at one rung.
    pub(super) fn stands(&mut self, rung_index: usize, index: usize, line_index: usize) -> bool {
        self.with_index(rung_index, |index_of, table, rule| {
            index_of.old.stands(index, line_index)
                && fits(index_of.hunks, index, table, rule, line_index)
        })
        .unwrap_or_default()
    }

    /// Where the old block stands but for some of its outer context.
    pub(super) fn outer(&mut self, index: usize, expected: Option<usize>) -> Outer {
        let hunk = self.hunks.get(index);
        let core = |hunk: &'h Hunk<'h>| {
            let core = outer::core(hunk);
            hunk.old_lines().take(core.end).skip(core.start)
        };
        if !hunk.is_some_and(|hunk| self.bytes.could_stand(self.text, core(hunk))) {
            return Outer::Nowhere;
        }
        self.with_index(EXPLAINING_RUNG, |IndexOf { old, hunks }, _, _| {
            outer::find(old, index, hunks, expected)
        })
        .unwrap_or(Outer::Nowhere)
    }

    /// Whether the change could be meant for a line where its old block does not stand as it is:
    /// all that it removes does and half of all lines, or two thirds of them where it only inserts.
    pub(super) fn nearly_stands(&mut self, index: usize, line_index: usize) -> bool {
        let Some(hunk) = self.hunks.get(index) else { return false };
        let agreeing = self.agreeing(hunk.old_lines(), line_index);
        let removed = |line: &(HunkLine<'_>, &bool)| line.0.kind == LineKind::Remove;
        let is_there = hunk.old_lines().zip(&agreeing).filter(removed).all(|(_, agrees)| *agrees);
        let least = if hunk.lines.removed_count() > 0 { (1, 2) } else { (2, 3) };
        is_there && is_part(&agreeing, least)
    }

    /// Whether so many lines agree at a line that the change could be meant for it.
    pub(super) fn half_stands(&mut self, index: usize, line_index: usize) -> bool {
        let Some(hunk) = self.hunks.get(index) else { return false };
        is_part(&self.agreeing(hunk.old_lines(), line_index), (1, 2))
    }

    /// Whether the new block stands at a line, and that says that the change was made there. Where
    /// the old one is found by a loose rung, the new one need not be indented alike either.
    pub(super) fn new_block_stands(
        &mut self,
        index: usize,
        line_index: usize,
        is_loose: bool,
    ) -> bool {
        let Some(hunk) = self.hunks.get(index) else { return false };
        let key: fn(&[u8]) -> &[u8] =
            if is_loose { |line| without_indentation(line).1 } else { without_trailing_blanks };
        new_lines_are_evidence(hunk)
            && self.agreeing_by(hunk.new_lines(), line_index, key).iter().all(|agrees| *agrees)
    }

    /// Which of some lines stand from a line of the file on, trailing blanks aside.
    fn agreeing<'l>(
        &mut self,
        lines: impl Iterator<Item = HunkLine<'l>>,
        line_index: usize,
    ) -> Vec<bool> {
        self.agreeing_by(lines, line_index, without_trailing_blanks)
    }

    /// Which of some lines stand from a line of the file on, by their keys.
    fn agreeing_by<'l>(
        &mut self,
        lines: impl Iterator<Item = HunkLine<'l>>,
        line_index: usize,
        key: fn(&[u8]) -> &[u8],
    ) -> Vec<bool> {
        let start = self.start_of(line_index);
        let in_file = self.text.slice(start..self.text.bytes.len());
        let in_file = in_file.split_inclusive(|byte| *byte == b'\n').map(Some);
        let agrees = |(line, in_file): (HunkLine<'_>, Option<&[u8]>)| {
            in_file.map(key) == Some(key(line.text))
        };
        lines.zip(in_file.chain(std::iter::repeat(None))).map(agrees).collect()
    }

    /// The byte offset of a line, 0-based; the length of the text for a line behind the last.
    fn start_of(&mut self, line_index: usize) -> usize {
        match &self.table {
            Some(table) => table.start_of(line_index),
            None => self.seeker.offset_of(line_index).unwrap_or(self.text.bytes.len()),
        }
    }

    /// The one line where the new block stands, if that says that the change was made.
    pub(super) fn new_block(&mut self, index: usize) -> Option<usize> {
        let hunk = self.hunks.get(index).filter(|hunk| new_lines_are_evidence(hunk))?;
        if !self.bytes.could_stand(self.text, hunk.new_lines()) {
            return None;
        }
        match *self.new_index()?.places(index, 0, |_, _| true) {
            [line_index] => Some(line_index),
            _ => None,
        }
    }

    /// Whether a line lies below a heading: see [`heading::encloses`].
    pub(super) fn is_below(&mut self, heading: &[u8], line_index: usize) -> Option<bool> {
        let start = self.start_of(line_index);
        heading::encloses(self.text, heading, start)
    }

    /// The heading that a hunk names and a line, 0-based, where it stands, if a place lies elsewhere.
    ///
    /// A heading that the file does not have says nothing, nor does one among the lines of the hunk.
    pub(super) fn outside_heading(
        &mut self,
        index: usize,
        place: &Placement,
    ) -> Option<(&'h [u8], usize)> {
        let hunk = self.hunks.get(index)?;
        let heading = unified::heading(hunk)?;
        // Of outer context that differs nobody knows on which side of it the heading stands.
        let starts = [place.whole_index(), place.line_index];
        let is_outside = starts.iter().all(|line| self.is_below(heading, *line) == Some(false));
        let is_own =
            |line: HunkLine<'_>| without_indentation(line.text).1.starts_with(heading.trim_ascii());
        if !is_outside || hunk.old_lines().any(is_own) {
            return None;
        }
        let text = self.text;
        let table = self.table.get_or_insert_with(|| text.line_table());
        let headings = self.headings.get_or_insert_with(|| Headings::new(table));
        Some((heading, headings.line_of(heading)?))
    }

    /// The placement of a hunk at a line, 0-based, without so many lines of its outer context.
    pub(super) fn placement(
        &mut self,
        index: usize,
        line_index: usize,
        rung: Rung,
        dropped: (usize, usize),
    ) -> Placement {
        let old_count = self.hunks.get(index).map_or(0, |hunk| hunk.lines.old_count());
        let (dropped_before, dropped_after) = dropped;
        let line_count = old_count.saturating_sub(dropped_before + dropped_after);
        let (start, end) = (self.start_of(line_index), self.start_of(line_index + line_count));
        let other_places = 0;
        Placement {
            line_index,
            line_count,
            start,
            end,
            rung,
            other_places,
            dropped_before,
            dropped_after,
        }
    }

    fn new_index(&mut self) -> Option<&mut BlockIndex> {
        let (text, hunks) = (self.text, self.hunks);
        let table = self.table.get_or_insert_with(|| text.line_table());
        let rule = RUNGS.get(EXPLAINING_RUNG)?;
        Some(self.new_index.get_or_insert_with(|| BlockIndex::new(table, new_blocks(hunks), rule)))
    }

    /// The index of the old blocks at one rung, built when it is first asked for.
    fn with_index<T>(
        &mut self,
        rung_index: usize,
        ask: impl FnOnce(IndexOf<'_, 'h>, &LineTable<'f>, &RungRule) -> T,
    ) -> Option<T> {
        let (text, hunks) = (self.text, self.hunks);
        let table = self.table.get_or_insert_with(|| text.line_table());
        let slot = self.indices.get_mut(rung_index)?;
        let rule = RUNGS.get(rung_index)?;
        let old = slot.get_or_insert_with(|| BlockIndex::new(table, old_blocks(hunks), rule));
        Some(ask(IndexOf { old, hunks }, table, rule))
    }
}

/// An index, and the hunks it is of.
struct IndexOf<'i, 'h> {
    old: &'i mut BlockIndex,
    hunks: &'h [Hunk<'h>],
}

/// Whether a block whose keys agree at a line agrees as a whole.
fn fits(
    hunks: &[Hunk<'_>],
    index: usize,
    table: &LineTable<'_>,
    rule: &RungRule,
    line_index: usize,
) -> bool {
    if rule.rung != Rung::Indentation {
        return true;
    }
    let lines = (line_index..).map(|line_index| table.line(line_index));
    hunks.get(index).is_some_and(|hunk| shift(hunk, &lines).is_some())
}

/// Whether finding the new lines says that the change was made: they hold something added, or they
/// close over what is removed.
fn new_lines_are_evidence(hunk: &Hunk<'_>) -> bool {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    hunk.lines.added_count() > 0
        || (is_context(hunk.lines.iter().next()) && is_context(hunk.lines.iter().last()))
}

/// Whether at least such a part of the lines agrees.
fn is_part(agreeing: &[bool], (numerator, denominator): (usize, usize)) -> bool {
    let count = agreeing.iter().filter(|agrees| **agrees).count();
    count * denominator >= agreeing.len() * numerator
}
