//! Reads hunks as tools write them; nearly all are.
//!
//! [`Reader::hunk`] checks one by one what may be wrong with a hunk and what is forgiven. For a
//! hunk that is as its header says, a few numbers show that nothing is wrong: without checking
//! these first, parsing many small hunks takes 20 % more instructions.

use std::borrow::Cow;

use super::body::Run;
use super::hunk_header::opt_numbers;
use super::reader::Reader;
use crate::Counts;
use crate::ast::{Anchors, Hunk, HunkLines, Numbers};

impl<'a> Reader<'a> {
    /// Reads a hunk about which there is nothing to note: it has numbers and as many lines as they
    /// count, each with its mark and at least one a change, and the next lines do not continue it.
    /// If that is not certain, reads nothing and returns `None`.
    pub(super) fn opt_usual_hunk(&mut self) -> Option<Hunk<'a>> {
        if self.counts != Counts::Advice || self.knows_lines() {
            return None;
        }
        let start = self.cursor;
        let mut behind = start;
        let (range, section) = opt_numbers(behind.take_line())?;
        let sides = (range.old_count.try_into().ok()?, range.new_count.try_into().ok()?);
        let text = behind.rest();
        let run = Run::of(text, sides)?;
        let counts = run.usual_counts(sides).filter(|counts| self.has_room_for(counts.total()))?;
        let last = text.get(run.last..run.end)?;
        behind = behind.at(behind.at + run.end, behind.line + run.lines);
        let may_go_on = match behind.rest() {
            [] | [b'@', b'@', ..] => false,
            [b'\\', ..] => true,
            _ => self.goes_on(behind),
        };
        // The counted lines may include the header of another file.
        if may_go_on || last.starts_with(b"--- ") || last.starts_with(b"+++ ") {
            return None;
        }
        self.cursor = behind;
        let span = start.span().to(behind.span());
        self.count_hunk(counts.total(), span).ok()?;
        let lines = HunkLines::new(Cow::Borrowed(text.get(..run.end)?), self.cr_of, counts);
        let starts = Some((range.old_start, range.new_start));
        let numbers = Numbers { starts, span, ..Numbers::default() };
        Some(Hunk::read(Anchors::default(), section, lines, numbers))
    }
}
