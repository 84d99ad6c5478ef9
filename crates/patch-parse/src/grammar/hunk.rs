//! Reads hunks: their header lines and the lines that belong to them.
//!
//! [`extent`](super::extent) decides how many lines belong to a hunk of a unified diff.

use std::borrow::Cow;

use bstr::BStr;

use super::body::{Body, COUNTED_LINES, Misplaced, misplaced_marker};
use super::hunk_header::{HunkHeader, NUMBERED_HEADER, Sides, broken_rule, hunk_header};
use super::known::{KnownHeader, KnownHunk};
use super::line::Line;
use super::reader::Reader;
use super::starts::{is_signature, starts_section};
use crate::ast::{Anchors, Counted, Hunk, HunkLines, HunkRange, LineKind, Numbers, is_no_newline};
use crate::error::COMBINED;
use crate::{Code, Counts, DiagnosticKind, ParseError, Span};

/// What is above the lines of a hunk.
#[derive(Debug, Default)]
pub(super) struct HunkHeaders<'a> {
    pub(super) anchors: Anchors<'a>,
    pub(super) range: Option<HunkRange>,
    pub(super) section: &'a BStr,
    /// Set if the line with the numbers is not as tools write it.
    pub(super) loose: Option<Sides>,
}

impl<'a> HunkHeaders<'a> {
    /// The hunk with these lines.
    #[expect(
        clippy::inline_always,
        reason = "its arguments are large: as a call it takes 4 % of parsing many hunks"
    )]
    #[inline(always)]
    pub(super) fn with(self, lines: HunkLines<'a>, numbers: Numbers) -> Hunk<'a> {
        let starts = self.starts();
        let Self { anchors, section, .. } = self;
        Hunk::read(anchors, section, lines, Numbers { starts, ..numbers })
    }

    /// Where the hunk begins on both sides, if the header says so.
    fn starts(&self) -> Option<(u64, u64)> {
        let range = self.range.filter(|_| self.loose != Some(Sides::CountsAlone));
        range.map(|range| (range.old_start, range.new_start))
    }

    /// The numbers, if they count the lines of both sides.
    pub(super) fn counts(&self) -> Option<HunkRange> {
        self.range.filter(|_| self.loose != Some(Sides::One))
    }

    /// What is needed to skip the header when the text is read again; `None` unless its `lines`
    /// lines are one, with numbers as tools write them.
    pub(super) fn known(&self, start: Span, lines: usize) -> Option<KnownHeader> {
        let is_usual = self.anchors.is_empty() && lines == 1 && self.loose.is_none();
        let range = self.range.filter(|_| is_usual)?;
        Some(KnownHeader::new(start.start, range, self.section))
    }
}

impl<'a> Reader<'a> {
    /// Reads a hunk, which may be known from an earlier reading. The cursor is at its header; `None`
    /// when the hunk has no line.
    ///
    /// ```ebnf
    /// hunk = hunk_header eol { anchor_header eol } { hunk_line eol } ;
    /// hunk_line = " " text | "-" text | "+" text | "\ " text | empty ;
    /// ```
    pub(super) fn hunk(
        &mut self,
        known: Option<KnownHunk>,
    ) -> Result<Option<Hunk<'a>>, ParseError> {
        let start = self.cursor.span();
        let known = known.or_else(|| self.known.below_header(start.start));
        let header = known.and_then(|known| Some((known.header?, known.at)));
        let headers = match header {
            Some((header, end)) => self.known_header(header, end),
            None => self.hunk_headers()?,
        };
        let range = headers.counts();
        self.check_counts_some(range, start)?;
        let first = self.cursor.span();
        let known = known.or_else(|| self.known.at(first.start));
        let body = match known {
            Some(known) => self.take_known(known),
            None => self.hunk_body(range, start)?,
        };
        self.remember(&body, first, header.map(|(header, _)| header));
        let span = start.to(self.cursor.span());
        self.count_hunk(body.counts.total() + headers.anchors.len(), span)?;
        self.check_truncated(range, span, &body)?;
        self.check_lost_change(range, span, &body)?;
        // The markers of a known hunk were checked when it was read first.
        if known.is_none() {
            self.check_markers(span, &body)?;
        }
        self.check_changes_behind(span, &body)?;
        self.note_body(range, span, &body);
        let counted = match headers.starts() {
            Some(_) if headers.loose.is_some() => Counted::Wrong,
            Some(_) => range.map_or(Counted::Wrong, |range| body.counted(range)),
            None => Counted::Right,
        };
        let has_blanks = body.blank + body.blank_added > 0;
        let lines = body.into_lines(self.cr_of);
        if lines.is_empty() {
            return Ok(None);
        }
        let blank_lines_behind = if has_blanks { self.blank_lines_behind(&lines) } else { 0 };
        let numbers = Numbers { counted, blank_lines_behind, span, ..Numbers::default() };
        Ok(Some(headers.with(lines, numbers)))
    }

    /// How many empty lines follow up to the end of the hunk, if its last line is an added one. In
    /// a hunk with other unmarked empty lines these may be part of it.
    #[cold]
    fn blank_lines_behind(&self, lines: &HunkLines<'a>) -> u32 {
        if lines.iter().last().is_none_or(|line| line.kind != LineKind::Add) {
            return 0;
        }
        let mut behind = self.cursor;
        while behind.peek().is_some_and(|line| line.text.is_empty()) {
            behind.next();
        }
        let is_end = behind.peek().is_none_or(|line| self.is_end_of_hunk(&behind, &line));
        let count = behind.line - self.cursor.line;
        if is_end { u32::try_from(count).unwrap_or(u32::MAX) } else { 0 }
    }

    /// Keeps what is needed to skip these lines, which begin at `first`, if the text will be read
    /// again.
    #[inline]
    pub(super) fn remember(&mut self, body: &Body<'a>, first: Span, header: Option<KnownHeader>) {
        if self.is_read_again {
            self.last_body = body.again(first, self.cursor.span(), header);
        }
    }

    /// Takes the lines of a known hunk, which begin here.
    pub(super) fn take_known(&mut self, known: KnownHunk) -> Body<'a> {
        let text = self.cursor.source().get(self.cursor.at..known.end).unwrap_or_default();
        self.cursor = self.cursor.at(known.end, self.cursor.line + known.lines);
        Body::of_known(text, &known)
    }

    /// Takes the header line of a known hunk, which begins here and ends at byte `end`.
    fn known_header(&mut self, header: KnownHeader, end: usize) -> HunkHeaders<'a> {
        let line = self.cursor.source().get(self.cursor.at..end).unwrap_or_default();
        self.cursor = self.cursor.at(end, self.cursor.line + 1);
        let section = BStr::new(header.section(line));
        HunkHeaders { range: Some(header.range), section, ..HunkHeaders::default() }
    }

    /// The header lines of a hunk.
    pub(super) fn hunk_headers(&mut self) -> Result<HunkHeaders<'a>, ParseError> {
        let start = self.cursor.span();
        let mut headers = HunkHeaders::default();
        while self.cursor.starts_with("@@") {
            let Some(line) = self.cursor.next() else { break };
            if !self.hunk_header(&line, &mut headers)? {
                break;
            }
            self.check_lines(headers.anchors.len(), start)?;
        }
        Ok(headers)
    }

    /// Reads one header line; returns whether it was an anchor, after which more may follow.
    fn hunk_header(
        &mut self,
        line: &Line<'a>,
        headers: &mut HunkHeaders<'a>,
    ) -> Result<bool, ParseError> {
        let header = hunk_header(line.text);
        if line.starts_with("@@@") && !matches!(header, Some(HunkHeader::Loose { .. })) {
            return Err(self.error_at(Code::UnsupportedGitPatchFeature, line, COMBINED));
        }
        let Some(header) = header else {
            return Err(self.error_at(Code::InvalidHunkHeader, line, broken_rule(line.text)));
        };
        match header {
            HunkHeader::Range(range, section) => {
                (headers.range, headers.section) = (Some(range), section);
                return Ok(false);
            }
            HunkHeader::Loose { range, section, sides } => {
                (headers.range, headers.section) = (Some(range), section);
                headers.loose = Some(sides);
            }
            HunkHeader::Anywhere(section) => headers.section = section,
            HunkHeader::Anchor(text) => headers.anchors.push(Cow::Borrowed(text)),
        }
        if self.counts == Counts::Believed {
            return Err(self.error_at(Code::InvalidHunkHeader, line, NUMBERED_HEADER));
        }
        let kind = match header {
            HunkHeader::Loose { sides: Sides::Both | Sides::One, .. } => DiagnosticKind::HunkHeader,
            _ => DiagnosticKind::HunkRange,
        };
        self.forgive(kind, line.span);
        Ok(matches!(header, HunkHeader::Anchor(_)))
    }

    /// Refuses a hunk that breaks off at the end of the text.
    fn check_truncated(
        &self,
        range: Option<HunkRange>,
        span: Span,
        body: &Body<'a>,
    ) -> Result<(), ParseError> {
        if !self.cursor.is_at_end() {
            return Ok(());
        }
        let error = || self.error(Code::TruncatedHunk, span, "the patch ends inside this hunk");
        let is_terminated = self.cursor.source().ends_with(b"\n");
        // Even if the counts add up, the last line may be cut: without a newline nobody can tell.
        let ends_in_text = !is_terminated && !is_no_newline(last_line(self.cursor.source()));
        if self.counts == Counts::Believed && ends_in_text {
            return Err(error());
        }
        match range.map(|range| body.miscount(range)) {
            Some(Some(miscount)) if body.is_cut(miscount, is_terminated) => {
                Err(error().miscounted(miscount))
            }
            None if !is_terminated && !body.has_change() => Err(error()),
            _ if ends_in_text && body.breaks_off() => {
                let rule = "the patch ends inside this line: no newline ends it, and a bracket that the \
                            added lines open is not closed";
                Err(self.error(Code::TruncatedHunk, span, rule))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a hunk without a change whose counts promise one: the change has lost its marker.
    /// Otherwise a hunk may change nothing.
    pub(super) fn check_lost_change(
        &self,
        range: Option<HunkRange>,
        span: Span,
        body: &Body<'a>,
    ) -> Result<(), ParseError> {
        let promises = range.is_some_and(|range| range.old_count != range.new_count);
        if !body.has_change() && promises {
            let rule = "an added line starts with `+`, a blank one too; this hunk changes nothing";
            return Err(self.error(Code::InvalidHunkLine, span, rule));
        }
        Ok(())
    }

    /// With `Counts::Believed`, refuses a header that counts no lines: whatever follows would be
    /// text.
    fn check_counts_some(&self, range: Option<HunkRange>, start: Span) -> Result<(), ParseError> {
        let is_empty = |range: HunkRange| range.old_count == 0 && range.new_count == 0;
        if self.counts == Counts::Believed && range.is_some_and(is_empty) {
            let rule = "a hunk header counts at least one line";
            let span = start.to(self.cursor.span());
            return Err(self.error(Code::InvalidHunkHeader, span, rule));
        }
        Ok(())
    }

    /// With `Counts::Believed`, whatever follows the counted lines is text. If the counted lines
    /// contain no change but changed lines follow directly, the count is wrong and the hunk is
    /// refused.
    fn check_changes_behind(&self, span: Span, body: &Body<'a>) -> Result<(), ParseError> {
        if self.counts == Counts::Believed && !body.has_change() && self.has_changes_next() {
            return Err(self.error(Code::InvalidHunkLine, span, COUNTED_LINES));
        }
        Ok(())
    }

    /// Whether a change is among the marked lines that follow without a gap.
    pub(super) fn has_changes_next(&self) -> bool {
        let mut ahead = self.cursor;
        while let Some(line) = ahead.peek() {
            match line.text.first() {
                Some(b' ' | b'\\') => {}
                Some(b'+' | b'-') => {
                    return !(starts_section(&ahead, &line) || is_signature(&ahead, &line));
                }
                _ => return false,
            }
            ahead.next();
        }
        false
    }

    /// Refuses a marker for a missing newline that follows no line or, with `Counts::Believed`, not
    /// the last line of a side.
    fn check_markers(&self, span: Span, body: &Body<'a>) -> Result<(), ParseError> {
        if !body.has_no_newline {
            return Ok(());
        }
        let is_wrong = match misplaced_marker(&body.text) {
            Some(Misplaced::Alone) => true,
            Some(Misplaced::Inside) => self.counts == Counts::Believed,
            None => false,
        };
        if is_wrong {
            let rule =
                "`\\ No newline at end of file` follows the line that it is about, the last one";
            return Err(self.error(Code::InvalidHunkLine, span, rule));
        }
        Ok(())
    }

    /// Notes what was forgiven in a hunk, once for each kind.
    fn note_body(&mut self, range: Option<HunkRange>, span: Span, body: &Body<'a>) {
        self.note_markers(span, body.blank, body.unmarked);
        if body.blank_added > 0 {
            self.forgive(DiagnosticKind::BlankAdded { lines: body.blank_added }, span);
        }
        if let Some(miscount) = range.and_then(|range| body.miscount(range)) {
            self.forgive(DiagnosticKind::HunkCount(miscount), span);
        }
        if !body.has_change() {
            self.forgive(DiagnosticKind::EmptyHunk, span);
        }
    }

    pub(super) fn note_markers(&mut self, span: Span, blank: usize, unmarked: usize) {
        if blank > 0 {
            self.forgive(DiagnosticKind::BlankContext { lines: blank }, span);
        }
        if unmarked > 0 {
            self.forgive(DiagnosticKind::UnmarkedContext { lines: unmarked }, span);
        }
    }
}

/// The text after the last LF.
fn last_line(text: &[u8]) -> &[u8] {
    let start = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
    text.get(start..).unwrap_or_default()
}
