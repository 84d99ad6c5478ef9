//! Where a hunk of a unified diff ends.
//!
//! This is the one hard question of the format, since a removed line can look like a file header
//! and text behind the patch like a hunk line. Counts that add up are believed
//! ([`Reader::counted_body`]); otherwise all lines up to the next header are looked at together
//! ([`Reader::region`]) and the hunk ends where the evidence for it does. Under
//! [`Counts::Believed`] there is no otherwise.
//!
//! Each line is looked at a fixed number of times: what lies between two headers belongs to one
//! hunk only.

use std::borrow::Cow;

use super::blanks::{Blanks, decide};
use super::body::{Body, COUNTED_LINES};
use super::hunk_header::{HunkHeader, hunk_header};
use super::line::{Cursor, Line};
use super::markers::{is_begin_patch, is_end_patch};
use super::names::is_same_path;
use super::reader::Reader;
use super::region::RegionLine;
use super::starts::{is_half_header, is_signature, starts_section};
use super::stray::is_garbled_header;
use super::tail::{Behind, ends_in_fence, measured_end};
use super::timestamp::without_time;
use crate::ast::{Bare, HunkRange, LineKind, Piece, is_no_newline};
use crate::{Code, Counts, ParseError, Span};

/// What is behind lines that may be those of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Hunk,
    Other,
    /// The text ends.
    Nothing,
}

/// More lines than most hunks have.
const USUAL_LINES: usize = 32;

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

    /// What is behind lines that may be those of a hunk, for whoever asks whether prose is among
    /// them: between two hunks there is none, nor in a wrapping that a patch fills.
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

    /// The counts of the header are believed and do not add up.
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

    /// The body as the counts of the header have it, if they add up: every line has its marker,
    /// the counts come out even, and what follows does not go on.
    fn counted_body(&mut self, range: HunkRange) -> Option<Body<'a>> {
        let old_count = usize::try_from(range.old_count).ok()?;
        let new_count = usize::try_from(range.new_count).ok()?;
        let (mut body, lines) = Body::marked(self.cursor.rest(), (old_count, new_count))?;
        let mut cursor = self.cursor.at(self.cursor.at + body.text.len(), self.cursor.line + lines);
        if body.is_short_of((old_count, new_count)) {
            // What is left is a line that ends where the text does, if any.
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

    /// Whether hunk lines follow at `cursor` although the counts are used up: a change, a marked
    /// line without a gap, or nothing but marked and empty lines up to the next hunk.
    pub(super) fn goes_on(&self, mut cursor: Cursor<'a>) -> bool {
        let mut run = Continuation::default();
        loop {
            let Some(line) = cursor.peek() else { return false };
            if line.starts_with("@@") {
                return run.is_all_marked();
            }
            // The counts have come out, so two header lines are a header; a hunk need not follow.
            let ends = self.is_end_of_hunk(&cursor, &line)
                || starts_section(&cursor, &line)
                || is_half_header(&cursor, &line)
                || is_mail_signature(&cursor, &line);
            if ends {
                return false;
            }
            if let Some(verdict) = run.read(&RegionLine::new(line.span.of(cursor.source()))) {
                return verdict;
            }
            cursor.next();
        }
    }

    /// All lines up to one that cannot be in a hunk, and what that is.
    fn region(&self, start: Span) -> Result<(Vec<RegionLine<'a>>, Next), ParseError> {
        let mut cursor = self.cursor;
        let mut region = Vec::with_capacity(USUAL_LINES);
        let mut behind = cursor;
        let mut next = Next::Nothing;
        while let Some(line) = behind.next() {
            if self.is_end_of_hunk(&cursor, &line) {
                next = if line.starts_with("@@") { Next::Hunk } else { Next::Other };
                break;
            }
            cursor = behind;
            region.push(RegionLine::new(line.span.of(cursor.source())));
            self.check_lines(region.len(), start)?;
        }
        Ok((region, next))
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

/// `---`, `+++` and `@@`: no hunk line starts with `@@`, so all three are a header.
fn is_whole_header(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    line.starts_with("--- ") && {
        let mut ahead = *cursor;
        ahead.next();
        ["+++ ", "@@"]
            .iter()
            .all(|prefix| ahead.next().is_some_and(|line| line.starts_with(prefix)))
    }
}

/// `-- ` behind a hunk whose counts have come out, and then no hunk line: a mail signature. A
/// text that ends in the middle of one is cut there.
fn is_mail_signature(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    let is_marked = |next: Line<'_>| matches!(next.text.first(), Some(b' ' | b'+' | b'-' | b'@'));
    match line.text {
        b"-- " => !cursor.peek_second().is_some_and(is_marked),
        b"-" | b"--" => line.is_cut(),
        _ => false,
    }
}

/// Whether the counts came out even only because the header of the next file was counted.
///
/// A hunk may well remove `-- x` and add `++ y`. But when both name the same file, or the next hunk
/// would then start before this one ends, the two lines are the header of another file.
fn swallows_header(body: &Body<'_>, range: HunkRange, cursor: &Cursor<'_>) -> bool {
    let next = || cursor.peek().filter(|line| line.starts_with("@@"));
    if body.ends_in_old_name() && cursor.starts_with("+++ ") {
        return cursor.peek_second().is_some_and(|line| line.starts_with("@@"));
    }
    let Some((old, new)) = body.last_names() else { return false };
    next().is_some_and(|next| {
        let next = match hunk_header(next.text) {
            Some(HunkHeader::Range(next, _) | HunkHeader::Loose { range: next, .. }) => Some(next),
            _ => None,
        };
        are_header([old, new], range, next)
    })
}

/// Whether two last lines of a hunk, what they remove and what they add taken for these names, are
/// the header of another file where a hunk with or without numbers follows: both name one file, or
/// that hunk would start before this one ends.
pub(crate) fn are_header(
    [old, new]: [&[u8]; 2],
    range: HunkRange,
    next: Option<HunkRange>,
) -> bool {
    let end = |start: u64, count: u64| start.saturating_add(count);
    let follows = |next: HunkRange| {
        next.old_start >= end(range.old_start, range.old_count)
            && next.new_start >= end(range.new_start, range.new_count)
    };
    next.is_none_or(|next| !follows(next) || are_one_file(old, new))
}

/// Whether the names of a `---` and a `+++` line mean one file.
fn are_one_file(old: &[u8], new: &[u8]) -> bool {
    let [old, new] = [old, new].map(|name| without_time(name).trim_ascii());
    [old, new].contains(&b"/dev/null".as_slice()) || is_same_path(old.into(), new.into())
}

/// Decides whether lines behind a hunk go on with it.
#[derive(Debug, Default)]
struct Continuation {
    started: bool,
    blank: bool,
    seen: Seen,
}

/// What lines but empty ones were seen behind a hunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Nothing,
    Marked,
    Unmarked,
}

impl Continuation {
    /// Reads the next line; gives the answer when it is clear.
    ///
    /// A marked line right behind the hunk is part of it. Behind an empty line only a change
    /// counts that is no list item of prose, and not when ordinary text comes before it.
    fn read(&mut self, line: &RegionLine<'_>) -> Option<bool> {
        let is_first = !std::mem::replace(&mut self.started, true);
        let is_empty = line.text.trim_ascii().is_empty();
        self.seen = match (self.seen, line.piece) {
            (Seen::Unmarked, _) | (_, Piece::Unmarked) => Seen::Unmarked,
            (_, Piece::Marked(_)) if !is_empty => Seen::Marked,
            (seen, _) => seen,
        };
        match line.piece {
            piece if piece.is_change() => (is_first || !line.may_be_prose()).then_some(true),
            _ if is_empty => {
                self.blank = true;
                None
            }
            Piece::Marked(_) if is_first => Some(true),
            Piece::Unmarked if is_first || self.blank => Some(false),
            _ => None,
        }
    }

    /// Whether there were lines, and no plain text among them.
    fn is_all_marked(&self) -> bool {
        self.seen == Seen::Marked
    }
}

impl<'a> Body<'a> {
    /// Reads these lines of the region, which have no mark, as added ones. The other empty ones
    /// are given that of context.
    fn read_as_added(&mut self, region: &[RegionLine<'a>], lines: &[usize], end: usize) {
        let mut text = Vec::new();
        let mut lines = lines.iter().peekable();
        for (at, line) in region.iter().take(end).enumerate() {
            if line.piece == Piece::Blank && lines.next_if_eq(&&at).is_none() {
                text.push(LineKind::Context.marker());
            } else if line.piece == Piece::Blank {
                self.counts.context -= 1;
                self.counts.added += 1;
                self.blank -= 1;
                self.blank_added += 1;
            }
            text.extend_from_slice(line.text);
        }
        self.text = Cow::Owned(text);
        self.bare = Bare::Added;
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
    let goes_on = verdict.unwrap_or_else(|| leads_to_hunk && run.is_all_marked());
    (old == 0 && new == 0 && !goes_on).then_some(end)
}
