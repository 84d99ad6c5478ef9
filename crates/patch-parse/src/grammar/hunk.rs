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
use super::{Input, PResult, whole};
use crate::ast::{Hunk, HunkLine, HunkRange, LineKind, Newline};
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

/// The lines of a hunk while they are collected.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    pub(super) lines: Vec<HunkLine<'a>>,
    /// The last line as it stands, its ending included and its marker not.
    last: &'a [u8],
    pub(super) blank: usize,
    pub(super) unmarked: usize,
    /// Old lines: context and removed.
    pub(super) old: u64,
    /// New lines: context and added.
    pub(super) new: u64,
}

impl<'a> Body<'a> {
    /// No lines, and the room of those in `lines`.
    pub(super) fn within(mut lines: Vec<HunkLine<'a>>) -> Self {
        lines.clear();
        Self { lines, ..Self::default() }
    }

    /// `\ No newline at end of file`: the line before it has none. A CR there ends no line, so it
    /// is text.
    pub(super) fn no_newline(&mut self, carrier_cr: bool) {
        if let Some(line) = self.lines.last_mut() {
            line.text = Cow::Borrowed(without_newline(self.last, carrier_cr).as_bstr());
            line.newline = Newline::None;
        }
    }

    pub(super) fn push(&mut self, piece: Piece, content: &'a [u8], carrier_cr: bool) {
        let kind = match piece {
            Piece::Marked(kind) => kind,
            Piece::NoNewline => return self.no_newline(carrier_cr),
            Piece::Blank => {
                self.blank += 1;
                LineKind::Context
            }
            Piece::Unmarked => {
                self.unmarked += 1;
                LineKind::Context
            }
        };
        self.push_line(kind, content, carrier_cr);
    }

    #[inline]
    pub(super) fn push_line(&mut self, kind: LineKind, content: &'a [u8], carrier_cr: bool) {
        self.old += u64::from(kind != LineKind::Add);
        self.new += u64::from(kind != LineKind::Remove);
        self.last = content;
        self.lines.push(hunk_line(kind, content, carrier_cr));
    }

    /// Context counts on both sides, a change on one.
    pub(super) fn has_change(&self) -> bool {
        u64::try_from(self.lines.len()).is_ok_and(|lines| self.old + self.new < 2 * lines)
    }
}

/// What a line in a hunk is by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Marked(LineKind),
    /// An empty line: context that lost its blank, or the end.
    Blank,
    /// No marker: context that lost it, or the end.
    Unmarked,
    /// `\ No newline at end of file`, in any language.
    NoNewline,
}

impl Piece {
    /// Classifies a line (its ending included) and takes the marker off.
    #[inline]
    pub(super) fn split(line: &[u8]) -> (Self, &[u8]) {
        match line {
            [b' ', content @ ..] => (Self::Marked(LineKind::Context), content),
            [b'-', content @ ..] => (Self::Marked(LineKind::Remove), content),
            [b'+', content @ ..] => (Self::Marked(LineKind::Add), content),
            [] | [b'\n'] | [b'\r', b'\n'] => (Self::Blank, line),
            [b'\\', b' ', ..] => (Self::NoNewline, line),
            _ => (Self::Unmarked, line),
        }
    }

    pub(super) fn is_change(self) -> bool {
        matches!(self, Self::Marked(LineKind::Remove | LineKind::Add))
    }

    /// What the line takes from the counts of old and new lines.
    #[inline]
    pub(super) fn cost(self) -> (u64, u64) {
        match self {
            Self::Marked(LineKind::Remove) => (1, 0),
            Self::Marked(LineKind::Add) => (0, 1),
            Self::Marked(LineKind::Context) | Self::Blank | Self::Unmarked => (1, 1),
            Self::NoNewline => (0, 0),
        }
    }
}

/// Makes a hunk line from the text behind the marker, line ending included.
///
/// The last line of a patch without a final newline still stands for a whole line of the file.
#[inline]
fn hunk_line(kind: LineKind, content: &[u8], carrier_cr: bool) -> HunkLine<'_> {
    let (text, newline) = match content {
        [text @ .., b'\n'] if text.last() != Some(&b'\r') => (text, Newline::Lf),
        _ => match without_newline(content, carrier_cr) {
            [text @ .., b'\r'] => (text, Newline::CrLf),
            text => (text, Newline::Lf),
        },
    };
    HunkLine { kind, newline, text: Cow::Borrowed(text.as_bstr()) }
}

/// A line without its LF. In a patch whose own lines end in CRLF one CR is the carrier's.
#[inline]
fn without_newline(content: &[u8], carrier_cr: bool) -> &[u8] {
    let text = content.strip_suffix(b"\n").unwrap_or(content);
    if carrier_cr { text.strip_suffix(b"\r").unwrap_or(text) } else { text }
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
        let body = self.hunk_body(hunk.range, carrier_cr, start)?;
        hunk.span = start.to(self.cursor.span());
        self.count_hunk(body.lines.len() + hunk.anchors.len(), hunk.span)?;
        self.check_truncated(&hunk, &body)?;
        self.note_body(&hunk, &body);
        if let Some(range) = &mut hunk.range {
            (range.old_count, range.new_count) = (body.old, body.new);
        }
        let has_change = body.has_change();
        hunk.lines = self.exact_lines(body);
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
    /// or before the first one.
    fn check_truncated(&self, hunk: &Hunk<'a>, body: &Body<'a>) -> Result<(), ParseError> {
        let is_at_end = || self.cursor.rest().iter().all(u8::is_ascii_whitespace);
        let Some(range) = hunk.range.filter(|_| is_at_end()) else { return Ok(()) };
        let is_short = body.old < range.old_count || body.new < range.new_count;
        let unterminated = !self.cursor.source().ends_with(b"\n");
        let last_is_change = body.lines.last().is_some_and(|line| line.kind != LineKind::Context);
        if is_short && ((unterminated && last_is_change) || !body.has_change()) {
            let rule = "the patch ends inside this hunk";
            return Err(self.error(Code::InvalidHunkLine, hunk.span, rule));
        }
        Ok(())
    }

    /// Takes note of what was forgiven in a hunk, once for each kind.
    fn note_body(&mut self, hunk: &Hunk<'a>, body: &Body<'a>) {
        self.note_markers(hunk.span, body.blank, body.unmarked);
        let (old_actual, new_actual) = (body.old, body.new);
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
