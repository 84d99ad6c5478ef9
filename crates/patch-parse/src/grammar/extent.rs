//! Where a hunk of a unified diff ends.
//!
//! This is the one hard question of the format, since a removed line can look like a file header
//! and text after the patch like a hunk line. Counts that add up are believed
//! ([`Reader::counted_body`]); otherwise all lines up to the next header are looked at together
//! ([`Reader::region`]) and the hunk ends where the evidence for it does. Under
//! [`Counts::Believed`] counts that do not add up are an error.
//!
//! Each line is looked at a fixed number of times: the lines between two headers belong to one hunk
//! only.

use std::borrow::Cow;

use super::blanks::{Blanks, decide};
use super::body::{Body, COUNTED_LINES};
use super::continuation::Continuation;
use super::header_lines::{is_mail_signature, is_whole_header, swallows_header};
use super::line::{Cursor, Line};
use super::markers::{is_begin_patch, is_end_patch};
use super::reader::Reader;
use super::region::{Next, RegionLine};
use super::starts::{is_half_header, is_signature, starts_section};
use super::stray::is_garbled_header;
use super::tail::{Behind, ends_in_fence, measured_end};
use crate::ast::{Bare, HunkRange, Piece, is_no_newline};
use crate::{Code, Counts, ParseError, Span};

impl<'a> Reader<'a> {
    /// The lines of the hunk whose header, at `start`, was read last.
    pub(super) fn hunk_body(
        &mut self,
        range: Option<HunkRange>,
        start: Span,
    ) -> Result<Body<'a>, ParseError> {
        let first = self.cursor.at;
        if let Some(body) = range.and_then(|range| self.counted_body(range)) {
            return Ok(body);
        }
        let mut body = self.measured_body(range, start)?;
        if body.text.is_empty() {
            let text = self.cursor.source().get(first..self.cursor.at).unwrap_or_default();
            body.text = Cow::Borrowed(text);
        }
        Ok(body)
    }

    /// The body where the counts of the header do not add up, or are missing.
    fn measured_body(
        &mut self,
        range: Option<HunkRange>,
        start: Span,
    ) -> Result<Body<'a>, ParseError> {
        let (region, next) = self.region(start)?;
        if self.counts == Counts::Believed
            && let Some(range) = range
        {
            return Err(self.miscounted(&region, range, start));
        }
        let leads_to_hunk = next == Next::Hunk;
        let behind = self.behind_region(next, &region);
        if let Some(end) = range.and_then(|range| counted_end(&region, range, leads_to_hunk)) {
            return Ok(self.take_region(&region, end));
        }
        let mut end = measured_end(&region, behind);
        if next == Next::Nothing && ends_in_fence(&region, end) {
            end -= 1;
        }
        let Some(range) = range else { return Ok(self.take_region(&region, end)) };
        Ok(match decide(&region, end, range) {
            Blanks::Open { end } => {
                let mut body = self.take_region(&region, end);
                body.bare = if body.blank > 0 { Bare::Open } else { Bare::Context };
                body
            }
            Blanks::Added { lines, end } => {
                let mut body = self.take_region(&region, end);
                body.read_as_added(&region, &lines, end);
                body
            }
        })
    }

    /// What follows the region, as far as it shows whether prose may be among its lines: there is
    /// none between two hunks, nor in a wrapping that the patch fills.
    fn behind_region(&self, next: Next, region: &[RegionLine<'a>]) -> Behind {
        let closes = || {
            let behind = region.iter().map(|line| line.text.len()).sum::<usize>();
            let cursor = self.cursor.at(self.cursor.at + behind, self.cursor.line + region.len());
            cursor.peek().is_some_and(|line| self.wrapping.closes(&line))
        };
        match next {
            Next::Hunk => Behind::Hunk,
            Next::Other if self.wrapping.is_open() && closes() => Behind::Hunk,
            Next::Other | Next::Nothing => Behind::Text,
        }
    }

    /// The error for a hunk whose counts are believed and do not add up.
    fn miscounted(
        &mut self,
        region: &[RegionLine<'a>],
        range: HunkRange,
        start: Span,
    ) -> ParseError {
        let body = self.take_region(region, measured_end(region, Behind::Text));
        let miscount = body.miscount(range);
        let is_cut =
            self.cursor.is_at_end() && miscount.is_some_and(|miscount| miscount.is_short());
        let (code, rule) = if is_cut {
            (Code::TruncatedHunk, "the patch ends inside this hunk")
        } else {
            (Code::InvalidHunkLine, COUNTED_LINES)
        };
        let error = self.error(code, start.to(self.cursor.span()), rule);
        miscount.map_or(error.clone(), |miscount| error.miscounted(miscount))
    }

    /// Takes the first `end` lines of the region.
    fn take_region(&mut self, region: &[RegionLine<'a>], end: usize) -> Body<'a> {
        let mut body = Body::default();
        let Cursor { mut at, mut line, .. } = self.cursor;
        for taken in region.get(..end).unwrap_or_default() {
            body.push_piece(taken.piece, taken.text);
            at += taken.text.len();
            line += usize::from(taken.text.ends_with(b"\n"));
        }
        self.cursor = self.cursor.at(at, line);
        body
    }

    /// The lines that the header counts, if its counts add up: every line has its mark, both sides
    /// come out even, and the next lines do not continue the hunk.
    fn counted_body(&mut self, range: HunkRange) -> Option<Body<'a>> {
        let old_count = usize::try_from(range.old_count).ok()?;
        let new_count = usize::try_from(range.new_count).ok()?;
        let (mut body, lines) = Body::marked(self.cursor.rest(), (old_count, new_count))?;
        let mut cursor = self.cursor.at(self.cursor.at + body.text.len(), self.cursor.line + lines);
        if body.is_short_of((old_count, new_count)) {
            // Only a line without an ending can be left, if any.
            body.push_marked(cursor.take_line())?;
        }
        let counts = body.counts;
        if counts.total() > self.lines_left()
            || (counts.old_lines(), counts.new_lines()) != (old_count, new_count)
        {
            return None;
        }
        if is_no_newline(cursor.ahead()) {
            cursor.take_line();
            body.has_no_newline = true;
        }
        body.text = Cow::Borrowed(self.cursor.source().get(self.cursor.at..cursor.at)?);
        let is_whole = self.counts == Counts::Believed
            || (!swallows_header(&body, range, &cursor)
                && (cursor.starts_with("@@") || !self.goes_on(cursor)));
        if !is_whole {
            return None;
        }
        self.cursor = cursor;
        Some(body)
    }

    /// Whether hunk lines follow at `cursor` although all counted lines have been read: a change, a
    /// marked line without a gap, or nothing but marked and empty lines up to the next hunk, of
    /// which none is a change up to another header or the end.
    pub(super) fn goes_on(&self, mut cursor: Cursor<'a>) -> bool {
        let mut run = Continuation::default();
        loop {
            let Some(line) = cursor.peek() else { return run.is_of_hunk(false) };
            if line.starts_with("@@") {
                return run.is_of_hunk(true);
            }
            // All counted lines have been read, so two header lines are a header even without a hunk.
            let ends = self.is_end_of_hunk(&cursor, &line)
                || starts_section(&cursor, &line)
                || is_half_header(&cursor, &line)
                || is_mail_signature(&cursor, &line);
            if ends {
                return run.is_of_hunk(false);
            }
            if let Some(verdict) = run.read(&RegionLine::new(line.span.of(cursor.source()))) {
                return verdict;
            }
            cursor.next();
        }
    }

    /// Whether a line cannot be in a hunk, whatever the counts say.
    pub(super) fn is_end_of_hunk(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        match line.text.first() {
            Some(b'@') => line.starts_with("@@") || is_garbled_header(line.text),
            Some(b'-') => {
                is_signature(cursor, line)
                    || is_whole_header(cursor, line)
                    || self.is_repeated_name(cursor, line)
            }
            Some(b'+') => self.ends_at_name(cursor, line),
            Some(b' ' | b'\\') | None => false,
            Some(b'*')
                if line.starts_with("*** End Patch")
                    || line.starts_with("*** Begin Patch")
                    || is_end_patch(line.text)
                    || is_begin_patch(line.text) =>
            {
                true
            }
            Some(_) => {
                starts_section(cursor, line)
                    || self.closes_here(cursor, line)
                    || is_garbled_header(line.text)
            }
        }
    }
}

/// Where the counts come out even when lines without a marker count as context.
fn counted_end(region: &[RegionLine<'_>], range: HunkRange, leads_to_hunk: bool) -> Option<usize> {
    let (mut old, mut new) = (range.old_count, range.new_count);
    let mut end = 0;
    for line in region {
        if old == 0 && new == 0 && line.piece != Piece::NoNewline {
            break;
        }
        let (old_cost, new_cost) = line.piece.cost();
        old = old.checked_sub(old_cost)?;
        new = new.checked_sub(new_cost)?;
        end += 1;
    }
    let mut run = Continuation::default();
    let verdict = region.iter().skip(end).find_map(|line| run.read(line));
    let goes_on = verdict.unwrap_or_else(|| run.is_of_hunk(leads_to_hunk));
    (old == 0 && new == 0 && !goes_on).then_some(end)
}
