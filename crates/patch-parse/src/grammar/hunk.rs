//! Hunks: the header line and the lines that belong to it.
//!
//! How many lines belong to a hunk of a unified diff is decided in [`extent`](super::extent).

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::digit1;
use nom::combinator::{cut, eof, map, map_opt, opt, peek, rest};
use nom::sequence::{preceded, terminated};

use super::line::Line;
use super::reader::Reader;
use super::unified::has_name;
use super::{Input, PResult, whole};
use crate::ast::{Hunk, HunkLines, HunkRange, LineCounts, LineKind, Piece};
use crate::{Code, DiagnosticKind, ParseError, Span};

/// What a hunk header says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum HunkHeader<'a> {
    /// `@@ -1,2 +1,3 @@ section`.
    Range(HunkRange, &'a BStr),
    /// `@@`, `@@ @@` or `@@ ... @@ section`: somewhere.
    Anywhere(&'a BStr),
    /// `@@ text`: behind the line with that text.
    Anchor(&'a BStr),
}

/// Parses one hunk header.
///
/// ```ebnf
/// hunk_header = "@@" ( ranges | anywhere | anchor ) ;
/// ranges      = " -" range " +" range [ " @@" [ " " section ] ] ;
/// anywhere    = [ " " dots ] [ " @@" [ " " section ] ] ;
/// anchor      = " " text [ " @@" ] ;
/// ```
///
/// Typical input is `@@ -12,3 +12,4 @@ fn main() {`. A `-` behind the first blank commits: what
/// follows is a malformed range, never an anchor.
pub(super) fn hunk_header(i: Input<'_>) -> PResult<'_, HunkHeader<'_>> {
    preceded(tag("@@"), alt((ranges, anywhere, anchor))).parse(i)
}

fn ranges(i: Input<'_>) -> PResult<'_, HunkHeader<'_>> {
    let (i, _) = (blanks, peek(tag("-"))).parse(i)?;
    let (i, old) = cut(preceded(tag("-"), range)).parse(i)?;
    let (i, new) = cut(preceded((blanks, tag("+")), range)).parse(i)?;
    let closing = map(preceded((blanks, tag("@@"), opt(tag(" "))), rest), ByteSlice::as_bstr);
    let open = map(terminated(blanks, eof), |_| BStr::new(""));
    let (i, section) = cut(alt((closing, open))).parse(i)?;
    let ((old_start, old_count), (new_start, new_count)) = (old, new);
    let range = HunkRange { old_start, old_count, new_start, new_count };
    Ok((i, HunkHeader::Range(range, section.trim_ascii_end().as_bstr())))
}

/// `start [ "," count ]`; the count is 1 where it is left out.
fn range(i: Input<'_>) -> PResult<'_, (u64, u64)> {
    let (i, start) = number(i)?;
    let (i, count) = opt(preceded(tag(","), cut(number))).parse(i)?;
    Ok((i, (start, count.unwrap_or(1))))
}

#[inline]
fn number(i: Input<'_>) -> PResult<'_, u64> {
    map_opt(digit1, decimal).parse(i)
}

/// What [`trim_ascii`](slice::trim_ascii) takes for blanks, so that a name is read in one way
/// before and after it is trimmed.
fn blanks(i: Input<'_>) -> PResult<'_, &[u8]> {
    take_while(|byte: u8| byte.is_ascii_whitespace()).parse(i)
}

/// A number that fits 64 bits.
fn decimal(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |number, digit| {
        number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
    })
}

fn anywhere(i: Input<'_>) -> PResult<'_, HunkHeader<'_>> {
    let dots = alt((tag("..."), tag("…")));
    let (i, _) = (blanks, opt(dots), blanks).parse(i)?;
    let closing = preceded((tag("@@"), opt(tag(" "))), rest);
    let (i, section) = alt((closing, eof)).parse(i)?;
    Ok((i, HunkHeader::Anywhere(section.trim_ascii_end().as_bstr())))
}

fn anchor(i: Input<'_>) -> PResult<'_, HunkHeader<'_>> {
    let (i, text) = preceded(tag(" "), rest).parse(i)?;
    Ok((i, HunkHeader::Anchor(anchor_text(text))))
}

/// An anchor without the `@@` that closes it and the blanks behind it.
pub(super) fn anchor_text(text: &[u8]) -> &BStr {
    let text = text.trim_ascii_end();
    text.strip_suffix(b" @@").map_or(text, <[u8]>::trim_ascii_end).as_bstr()
}

/// What is known of the lines of a hunk while they are read.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    /// All lines, once they are read.
    pub(super) text: &'a [u8],
    pub(super) counts: LineCounts,
    pub(super) blank: usize,
    pub(super) unmarked: usize,
    /// The last two lines as they stand.
    last_two: [&'a [u8]; 2],
}

impl<'a> Body<'a> {
    /// Takes note of a line.
    #[inline]
    pub(super) fn push(&mut self, line: &'a [u8]) {
        let (piece, _) = Piece::split(line);
        self.push_piece(piece, line);
    }

    #[inline]
    pub(super) fn push_piece(&mut self, piece: Piece, line: &'a [u8]) {
        match piece {
            Piece::Marked(kind) => self.counts.add(kind),
            Piece::NoNewline => return,
            Piece::Blank => {
                self.blank += 1;
                self.counts.context += 1;
            }
            Piece::Unmarked => {
                self.unmarked += 1;
                self.counts.context += 1;
            }
        }
        let [_, last] = self.last_two;
        self.last_two = [last, line];
    }

    pub(super) fn has_change(&self) -> bool {
        self.counts.removed + self.counts.added > 0
    }

    /// The last two lines look like the header of a file.
    pub(super) fn ends_in_names(&self) -> bool {
        let [old, new] = self.last_two;
        has_name(old, b"--- ") && has_name(new, b"+++ ")
    }

    fn ends_in_removal(&self) -> bool {
        let [_, last] = self.last_two;
        let (piece, _) = Piece::split(last);
        piece == Piece::Marked(LineKind::Remove)
    }

    fn ends_in_change(&self) -> bool {
        let [_, last] = self.last_two;
        let (piece, _) = Piece::split(last);
        piece.is_change()
    }

    /// The lines of a new file: an empty one has lost its `+`.
    pub(super) fn into_added_lines(self, carrier_cr: bool) -> HunkLines<'a> {
        let mut lines = self.into_lines(carrier_cr);
        lines.read_blanks_as_added();
        lines
    }

    pub(super) fn into_lines(self, carrier_cr: bool) -> HunkLines<'a> {
        HunkLines::borrowed(self.text, carrier_cr, self.counts)
    }
}

impl<'a> Reader<'a> {
    /// Reads a hunk. The cursor is at its header; `None` when the hunk changes nothing.
    ///
    /// ```ebnf
    /// hunk = hunk_header eol { anchor_header eol } { hunk_line eol } ;
    /// hunk_line = " " text | "-" text | "+" text | "\ " text | empty ;
    /// ```
    pub(super) fn hunk(&mut self, carrier_cr: bool) -> Result<Option<Hunk<'a>>, ParseError> {
        let start = self.cursor.span();
        let mut hunk = Hunk::default();
        while self.cursor.starts_with("@@") {
            let Some(line) = self.cursor.next() else { break };
            let is_anchor = self.hunk_header(&line, &mut hunk)?;
            self.check_lines(hunk.anchors.len(), start)?;
            if !is_anchor {
                break;
            }
        }
        let body = self.hunk_body(hunk.range, start)?;
        hunk.span = start.to(self.cursor.span());
        self.count_hunk(body.counts.total() + hunk.anchors.len(), hunk.span)?;
        self.check_truncated(&hunk, &body)?;
        self.check_lost_change(&hunk, &body)?;
        self.note_body(&hunk, &body);
        let has_change = body.has_change();
        hunk.lines = body.into_lines(carrier_cr);
        hunk.correct_counts();
        Ok(has_change.then_some(hunk))
    }

    /// Reads one header line; whether it was an anchor, behind which more may follow.
    fn hunk_header(&mut self, line: &Line<'a>, hunk: &mut Hunk<'a>) -> Result<bool, ParseError> {
        if line.starts_with("@@@") {
            let rule = "combined diffs of merges are not supported";
            return Err(self.error_at(Code::UnsupportedGitPatchFeature, line, rule));
        }
        let Ok(header) = whole(hunk_header, line.text) else {
            let rule = "expected `@@ -old_start,old_count +new_start,new_count @@`";
            return Err(self.error_at(Code::InvalidHunkHeader, line, rule));
        };
        match header {
            HunkHeader::Range(range, section) => {
                hunk.range = Some(range);
                hunk.section = Cow::Borrowed(section);
                return Ok(false);
            }
            HunkHeader::Anywhere(section) => hunk.section = Cow::Borrowed(section),
            HunkHeader::Anchor(text) => hunk.anchors.push(Cow::Borrowed(text)),
        }
        self.forgive(DiagnosticKind::HunkRange, line.span);
        Ok(matches!(header, HunkHeader::Anchor(_)))
    }

    /// A hunk that breaks off where the text does is half a hunk: in the middle of a changed line,
    /// behind a removed one whose replacement is missing, or before the first change.
    fn check_truncated(&self, hunk: &Hunk<'a>, body: &Body<'a>) -> Result<(), ParseError> {
        let is_at_end = || self.cursor.rest().iter().all(u8::is_ascii_whitespace);
        let Some(range) = hunk.range.filter(|_| is_at_end()) else { return Ok(()) };
        let (old, new) = body.counts.sides();
        let is_short = old < range.old_count || new < range.new_count;
        let unterminated = !self.cursor.source().ends_with(b"\n");
        let lacks_both = old < range.old_count && new < range.new_count;
        let is_cut = (unterminated && body.ends_in_change())
            || (lacks_both && body.ends_in_removal())
            || !body.has_change();
        if is_short && is_cut {
            let rule = "the patch ends inside this hunk";
            return Err(self.error(Code::InvalidHunkLine, hunk.span, rule));
        }
        Ok(())
    }

    /// A hunk without a change may be left out, but not one whose change has lost its marker: its
    /// counts promise one, or a blank line in it has no marker.
    pub(super) fn check_lost_change(
        &self,
        hunk: &Hunk<'a>,
        body: &Body<'a>,
    ) -> Result<(), ParseError> {
        let promises = hunk.range.is_some_and(|range| range.old_count != range.new_count);
        if !body.has_change() && (promises || body.blank > 0) {
            let rule = "an added line starts with `+`, a blank one too; this hunk changes nothing";
            return Err(self.error(Code::InvalidHunkLine, hunk.span, rule));
        }
        Ok(())
    }

    /// Takes note of what was forgiven in a hunk, once for each kind.
    fn note_body(&mut self, hunk: &Hunk<'a>, body: &Body<'a>) {
        self.note_markers(hunk.span, body.blank, body.unmarked);
        let (old_actual, new_actual) = body.counts.sides();
        if let Some(HunkRange { old_count, new_count, .. }) = hunk.range
            && (old_count, new_count) != (old_actual, new_actual)
        {
            let kind = DiagnosticKind::HunkCount {
                old_declared: old_count,
                old_actual,
                new_declared: new_count,
                new_actual,
            };
            self.forgive(kind, hunk.span);
        }
        if !body.has_change() {
            self.forgive(DiagnosticKind::EmptyHunk, hunk.span);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "the tables read better without a borrow")]
    fn check(line: &str, expected: Option<HunkHeader<'_>>) {
        assert_eq!(whole(hunk_header, line.as_bytes()).ok(), expected, "{line}");
    }

    fn ranges(old_start: u64, old_count: u64, new_start: u64, new_count: u64) -> HunkRange {
        HunkRange { old_start, old_count, new_start, new_count }
    }

    #[test]
    fn headers_with_numbers() {
        let range = |numbers, section| Some(HunkHeader::Range(numbers, BStr::new(section)));
        check("@@ -1,2 +3,4 @@", range(ranges(1, 2, 3, 4), ""));
        check("@@ -1 +1 @@", range(ranges(1, 1, 1, 1), ""));
        check("@@ -0,0 +1,3 @@", range(ranges(0, 0, 1, 3), ""));
        check("@@ -42,7 +42,8 @@ fn main() {", range(ranges(42, 7, 42, 8), "fn main() {"));
        check("@@ -1,2 +3,4", range(ranges(1, 2, 3, 4), ""));
        check("@@ -1,2 +3,4 @@  indented", range(ranges(1, 2, 3, 4), " indented"));
        check("@@-1,2 +3,4@@", range(ranges(1, 2, 3, 4), ""));
        check("@@ -1,2 +3,4\x0C @@", range(ranges(1, 2, 3, 4), ""));
    }

    #[test]
    fn headers_without_numbers() {
        for line in ["@@", "@@ @@", "@@ ... @@", "@@ ...", "@@ … @@", "@@  ", "@@ \x0C"] {
            check(line, Some(HunkHeader::Anywhere(BStr::new(""))));
        }
        check("@@ ... @@ fn main() {", Some(HunkHeader::Anywhere(BStr::new("fn main() {"))));
        check("@@ ... fn main() {", Some(HunkHeader::Anchor(BStr::new("... fn main() {"))));
        check("@@ class A @@ @@ ", Some(HunkHeader::Anchor(BStr::new("class A @@"))));
        check("@@ fn main() {", Some(HunkHeader::Anchor(BStr::new("fn main() {"))));
        check("@@ class A @@", Some(HunkHeader::Anchor(BStr::new("class A"))));
        check("@@ +x", Some(HunkHeader::Anchor(BStr::new("+x"))));
    }

    #[test]
    fn malformed_numbers_are_never_an_anchor() {
        for line in [
            "@@ -1,2 @@",
            "@@ -x,y +1 @@",
            "@@ -1, +1 @@",
            "@@ -1 +99999999999999999999 @@",
            "@@ -1 +1 junk",
        ] {
            check(line, None);
        }
    }
}
