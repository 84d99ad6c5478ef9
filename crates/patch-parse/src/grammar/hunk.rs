//! Hunks: the header line and the lines that belong to it.
//!
//! How many lines belong to a hunk of a unified diff is decided in [`extent`](super::extent).

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{cut, eof, map, map_opt, opt, peek, rest, value, verify};
use nom::sequence::{preceded, terminated};

use super::line::Line;
use super::reader::Reader;
use super::unified::{has_name, is_signature, starts_section};
use super::{Input, PResult, whole};
use crate::ast::{Hunk, HunkLines, HunkRange, LineCounts, LineKind, Piece, is_no_newline};
use crate::{Code, Counts, DiagnosticKind, Miscount, ParseError, Span};

/// How many lines a hunk at the end of the text may lack and be miscounted only: a whole hunk that
/// lost its last context lacks three, and models are seldom off by more.
const FEW_LINES: u64 = 3;

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
/// placeholders = " -" word [ "," word ] " +" word [ "," word ] " @@" [ " " section ] ;
/// anywhere    = [ " " dots ] [ " @@" [ " " section ] ] ;
/// anchor      = " " text [ " @@" ] ;
/// ```
///
/// Typical input is `@@ -12,3 +12,4 @@ fn main() {`. A `-` behind the first blank commits: what
/// follows is a malformed range, never an anchor.
pub(super) fn hunk_header(i: Input<'_>) -> PResult<'_, HunkHeader<'_>> {
    match opt_numbers(i).or_else(|| opt_words(i)) {
        Some(header) => Ok((&[], header)),
        None => preceded(tag("@@"), alt((placeholders, ranges, anywhere, anchor))).parse(i),
    }
}

/// `ranges` as tools write them, which nearly all are.
fn opt_numbers(text: &[u8]) -> Option<HunkHeader<'_>> {
    let side = |text| {
        let (start, rest) = opt_number(text)?;
        let Some(count) = rest.strip_prefix(b",") else { return Some((start, 1, rest)) };
        let (count, rest) = opt_number(count)?;
        Some((start, count, rest))
    };
    let (old_start, old_count, rest) = side(text.strip_prefix(b"@@ -")?)?;
    let (new_start, new_count, rest) = side(rest.strip_prefix(b" +")?)?;
    let rest = rest.strip_prefix(b" @@")?;
    let section = rest.strip_prefix(b" ").unwrap_or(rest).trim_ascii_end().as_bstr();
    Some(HunkHeader::Range(HunkRange { old_start, old_count, new_start, new_count }, section))
}

/// `anchor`, where its first byte is one that begins nothing else.
fn opt_words(text: &[u8]) -> Option<HunkHeader<'_>> {
    let words = text.strip_prefix(b"@@ ")?;
    let first = words.first().filter(|byte| !byte.is_ascii_whitespace())?;
    let may_be_else = !first.is_ascii() || b"-.@".contains(first);
    (!may_be_else).then(|| HunkHeader::Anchor(anchor_text(words)))
}

/// A number that fits 64 bits, and what follows it.
fn opt_number(text: &[u8]) -> Option<(u64, &[u8])> {
    let len = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(len).filter(|_| len > 0)?;
    Some((decimal(digits)?, rest))
}

/// Words where numbers should be, on both sides: `@@ -XX,XX +XX,XX @@`, `@@ -?,? +?,? @@`,
/// `@@ -10,N +10,N @@`. They say no place.
fn placeholders(i: Input<'_>) -> PResult<'_, HunkHeader<'_>> {
    let (i, old) = preceded((blanks, tag("-")), numbers_or_words).parse(i)?;
    let (i, new) = preceded((blanks, tag("+")), numbers_or_words).parse(i)?;
    let closing = preceded((blanks, tag("@@"), opt(tag(" "))), rest);
    let (i, section) = verify(closing, |_: &[u8]| old.is_placeholder(new)).parse(i)?;
    Ok((i, HunkHeader::Anywhere(section.trim_ascii_end().as_bstr())))
}

/// What is written for the start and for the count of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    start: Word,
    count: Option<Word>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Number,
    Placeholder,
}

impl Written {
    /// Whether both sides have placeholders, and in the same places.
    fn is_placeholder(self, other: Self) -> bool {
        let is_one = |word: Word| word == Word::Placeholder;
        let agree = match (self.count, other.count) {
            (Some(count), Some(other)) => count == other,
            _ => true,
        };
        self.start == other.start && agree && (is_one(self.start) || self.count.is_some_and(is_one))
    }
}

fn numbers_or_words(i: Input<'_>) -> PResult<'_, Written> {
    let (i, start) = number_or_word(i)?;
    let (i, count) = opt(preceded(tag(","), number_or_word)).parse(i)?;
    Ok((i, Written { start, count }))
}

fn number_or_word(i: Input<'_>) -> PResult<'_, Word> {
    let is_sign = |byte: u8| byte.is_ascii_alphabetic() || b"?._#*<>[]{}$".contains(&byte);
    let is_sign = move |byte: u8| is_sign(byte) || !byte.is_ascii();
    // Writers number their placeholders, too: `@@ -L1,S1 +L2,S2 @@`.
    let word = preceded(
        take_while1(is_sign),
        take_while(move |byte: u8| is_sign(byte) || byte.is_ascii_digit()),
    );
    alt((value(Word::Number, digit1), value(Word::Placeholder, word))).parse(i)
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

/// Lines that are those of a hunk, by somebody who has counted them one by one: each has its mark, and what
/// follows begins something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) counts: LineCounts,
    /// Byte offset behind them.
    pub(crate) end: usize,
}

/// What is known of the lines of a hunk while they are read.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    /// All lines, once they are read.
    pub(super) text: Cow<'a, [u8]>,
    pub(super) counts: LineCounts,
    /// Empty lines that are read as context.
    pub(super) blank: usize,
    /// Empty lines that are read as added.
    pub(super) blank_added: usize,
    pub(super) unmarked: usize,
    /// The last two lines as they are.
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

    /// The names in the last two lines, where these look like the header of a file.
    pub(super) fn last_names(&self) -> Option<(&'a [u8], &'a [u8])> {
        let [old, new] = self.last_two;
        let is_header = has_name(old, b"--- ") && has_name(new, b"+++ ");
        Some((old.get(4..)?, new.get(4..)?)).filter(|_| is_header)
    }

    /// The last line looks like the first of the header of a file.
    pub(super) fn ends_in_old_name(&self) -> bool {
        let [_, last] = self.last_two;
        has_name(last, b"--- ")
    }

    /// The counts of the header beside those of the lines, where they differ.
    pub(super) fn miscount(&self, range: HunkRange) -> Option<Miscount> {
        let (old_actual, new_actual) = self.counts.sides();
        let HunkRange { old_count: old_declared, new_count: new_declared, .. } = range;
        let miscount = Miscount { old_declared, old_actual, new_declared, new_actual };
        ((old_actual, new_actual) != (old_declared, new_declared)).then_some(miscount)
    }

    fn ends_in_change(&self) -> bool {
        let [_, last] = self.last_two;
        let (piece, _) = Piece::split(last);
        piece.is_change()
    }

    /// Whether a text that ends behind these lines was cut there: there is no change yet, a changed
    /// line itself breaks off, a replacement is missing, or both sides lack more than a few lines.
    ///
    /// Whole hunks end in context. Where one ends in an added line, one side that lacks many lines
    /// tells of more changes; behind context both sides must.
    fn is_cut(&self, miscount: Miscount, is_terminated: bool) -> bool {
        let (old, new) = miscount.missing();
        let lacks_both = old > 0 && new > 0;
        let missing = if self.ends_in_change() { old.max(new) } else { old.min(new) };
        miscount.is_short()
            && (!self.has_change()
                || (!is_terminated && self.ends_in_change())
                || (lacks_both && (self.ends_in_removal() || missing > FEW_LINES)))
    }

    fn ends_in_removal(&self) -> bool {
        let [_, last] = self.last_two;
        let (piece, _) = Piece::split(last);
        piece == Piece::Marked(LineKind::Remove)
    }

    /// The lines of a new file: an empty one has lost its `+`.
    pub(super) fn into_added_lines(self, carrier_cr: bool) -> HunkLines<'a> {
        let mut lines = self.into_lines(carrier_cr);
        lines.read_blanks_as_added();
        lines
    }

    pub(super) fn into_lines(self, carrier_cr: bool) -> HunkLines<'a> {
        HunkLines::new(self.text, carrier_cr, self.counts)
    }
}

/// What is wrong about a marker for a missing newline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Misplaced {
    /// No line is before it.
    Alone,
    /// More lines of the side follow that it ends.
    Inside,
}

/// The first marker in the lines of a hunk that cannot be meant as it is written.
fn misplaced_marker(text: &[u8]) -> Option<Misplaced> {
    if is_no_newline(text) {
        return Some(Misplaced::Alone);
    }
    memchr::memmem::find(text, b"\n\\")?;
    let (mut ended_old, mut ended_new) = (false, false);
    let mut last = (0, 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let (piece, _) = Piece::split(line);
        if piece == Piece::NoNewline {
            ended_old |= last.0 > 0;
            ended_new |= last.1 > 0;
        } else {
            last = piece.cost();
            if (ended_old && last.0 > 0) || (ended_new && last.1 > 0) {
                return Some(Misplaced::Inside);
            }
        }
    }
    None
}

/// What is behind the last LF.
fn last_line(text: &[u8]) -> &[u8] {
    let start = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
    text.get(start..).unwrap_or_default()
}

impl<'a> Reader<'a> {
    /// Reads a hunk. The cursor is at its header; `None` when the hunk has no line. Its lines may have been
    /// counted before.
    ///
    /// ```ebnf
    /// hunk = hunk_header eol { anchor_header eol } { hunk_line eol } ;
    /// hunk_line = " " text | "-" text | "+" text | "\ " text | empty ;
    /// ```
    pub(super) fn hunk(
        &mut self,
        carrier_cr: bool,
        counted: Option<Counted>,
    ) -> Result<Option<Hunk<'a>>, ParseError> {
        let start = self.cursor.span();
        let mut hunk = self.hunk_headers()?;
        self.check_counts_some(&hunk, start)?;
        let body = match counted {
            Some(counted) => self.counted(counted),
            None => self.hunk_body(hunk.range, start)?,
        };
        hunk.span = start.to(self.cursor.span());
        self.count_hunk(body.counts.total() + hunk.anchors.len(), hunk.span)?;
        self.check_truncated(&hunk, &body)?;
        self.check_lost_change(&hunk, &body)?;
        // Lines that have been counted have no such marker among them.
        if counted.is_none() {
            self.check_markers(&hunk, &body)?;
        }
        self.check_changes_behind(&hunk, &body)?;
        self.note_body(&hunk, &body);
        hunk.lines = body.into_lines(carrier_cr);
        hunk.correct_counts();
        Ok((!hunk.lines.is_empty()).then_some(hunk))
    }

    /// The lines here, which have been counted before.
    pub(super) fn counted(&mut self, counted: Counted) -> Body<'a> {
        let Counted { counts, end } = counted;
        let text = self.cursor.source().get(self.cursor.at..end).unwrap_or_default();
        self.cursor = self.cursor.at(end, self.cursor.line + counts.total());
        Body { text: Cow::Borrowed(text), counts, ..Body::default() }
    }

    /// The header lines of a hunk, as a hunk without lines.
    pub(super) fn hunk_headers(&mut self) -> Result<Hunk<'a>, ParseError> {
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
        Ok(hunk)
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
        if self.counts == Counts::Believed {
            let rule = "expected `@@ -old_start,old_count +new_start,new_count @@`";
            return Err(self.error_at(Code::InvalidHunkHeader, line, rule));
        }
        self.forgive(DiagnosticKind::HunkRange, line.span);
        Ok(matches!(header, HunkHeader::Anchor(_)))
    }

    /// A hunk that breaks off where the text does is half a hunk.
    fn check_truncated(&self, hunk: &Hunk<'a>, body: &Body<'a>) -> Result<(), ParseError> {
        if !self.cursor.is_at_end() {
            return Ok(());
        }
        let error =
            || self.error(Code::TruncatedHunk, hunk.span, "the patch ends inside this hunk");
        let is_terminated = self.cursor.source().ends_with(b"\n");
        // Its counts may come out and the line may lack its end, which nobody can tell.
        let ends_in_text = !is_terminated && !is_no_newline(last_line(self.cursor.source()));
        if self.counts == Counts::Believed && ends_in_text {
            return Err(error());
        }
        match hunk.range.map(|range| body.miscount(range)) {
            Some(Some(miscount)) if body.is_cut(miscount, is_terminated) => {
                Err(error().miscounted(miscount))
            }
            None if !is_terminated && !body.has_change() => Err(error()),
            _ => Ok(()),
        }
    }

    /// A hunk may change nothing, but not where its change has lost its marker: its counts promise
    /// one.
    pub(super) fn check_lost_change(
        &self,
        hunk: &Hunk<'a>,
        body: &Body<'a>,
    ) -> Result<(), ParseError> {
        let promises = hunk.range.is_some_and(|range| range.old_count != range.new_count);
        if !body.has_change() && promises {
            let rule = "an added line starts with `+`, a blank one too; this hunk changes nothing";
            return Err(self.error(Code::InvalidHunkLine, hunk.span, rule));
        }
        Ok(())
    }

    /// Where counts are believed, a header that counts no line has no hunk: what follows would be text.
    fn check_counts_some(&self, hunk: &Hunk<'a>, start: Span) -> Result<(), ParseError> {
        let is_empty = |range: HunkRange| range.old_count == 0 && range.new_count == 0;
        if self.counts == Counts::Believed && hunk.range.is_some_and(is_empty) {
            let rule = "a hunk header counts at least one line";
            let span = start.to(self.cursor.span());
            return Err(self.error(Code::InvalidHunkHeader, span, rule));
        }
        Ok(())
    }

    /// Where counts are believed, what follows a hunk is text; but one that changes nothing has lost the
    /// changes that follow it to a line too many.
    fn check_changes_behind(&self, hunk: &Hunk<'a>, body: &Body<'a>) -> Result<(), ParseError> {
        if self.counts == Counts::Believed && !body.has_change() && self.has_changes_next() {
            let rule = "a hunk has the lines that its header counts, each with its mark";
            return Err(self.error(Code::InvalidHunkLine, hunk.span, rule));
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
                    return !(starts_section(&ahead) || is_signature(&ahead, &line));
                }
                _ => return false,
            }
            ahead.next();
        }
        false
    }

    /// A marker for a missing newline is about a line, and where counts are believed about the last one
    /// of a side.
    fn check_markers(&self, hunk: &Hunk<'a>, body: &Body<'a>) -> Result<(), ParseError> {
        let is_wrong = match misplaced_marker(&body.text) {
            Some(Misplaced::Alone) => true,
            Some(Misplaced::Inside) => self.counts == Counts::Believed,
            None => false,
        };
        if is_wrong {
            let rule =
                "`\\ No newline at end of file` follows the line that it is about, the last one";
            return Err(self.error(Code::InvalidHunkLine, hunk.span, rule));
        }
        Ok(())
    }

    /// Takes note of what was forgiven in a hunk, once for each kind.
    fn note_body(&mut self, hunk: &Hunk<'a>, body: &Body<'a>) {
        self.note_markers(hunk.span, body.blank, body.unmarked);
        if body.blank_added > 0 {
            self.forgive(DiagnosticKind::BlankAdded { lines: body.blank_added }, hunk.span);
        }
        if let Some(miscount) = hunk.range.and_then(|range| body.miscount(range)) {
            self.forgive(DiagnosticKind::HunkCount(miscount), hunk.span);
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
    fn placeholders_are_anywhere() {
        for numbers in [
            "-XX,XX +XX,XX",
            "-?,? +?,?",
            "-N,M +N,M",
            "-... +...",
            "-…,… +…,…",
            "-X +X",
            "-10,XX +10,XX",
            "-old_start,old_count +new_start,new_count",
            "-<start>,<count> +<start>,<count>",
            "-XX,7 +XX,8",
        ] {
            check(&format!("@@ {numbers} @@"), Some(HunkHeader::Anywhere(BStr::new(""))));
        }
        check("@@ -XX,XX +XX,XX @@ fn f", Some(HunkHeader::Anywhere(BStr::new("fn f"))));
    }

    #[test]
    fn malformed_numbers_are_never_an_anchor() {
        for line in [
            "@@ -1,2 @@",
            "@@ -x,y +1 @@",
            "@@ -x +1 @@",
            "@@ -1x,2 +1x,2 @@",
            "@@ -1, +1 @@",
            "@@ -1 +99999999999999999999 @@",
            "@@ -1 +1 junk",
        ] {
            check(line, None);
        }
    }
}
