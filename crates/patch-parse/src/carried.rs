//! A patch whose lines all have something in front or around them: indentation, quote signs, line
//! numbers or colour codes.
//!
//! Looked for only if no patch begins in the first column, and read only if it is unmistakable:
//! every line from the first header to the last has the same blanks or quote signs in front, or its
//! number, or every changed line has the codes of its colour around it. The patch is what remains
//! without them; spans are translated back to the text that was given.

use crate::grammar::{Cursor, Line, is_begin_patch};
use crate::no_patch::is_shifted;
use crate::{Diagnostic, DiagnosticKind, FilePatch, ParseError, Patch, Span};

/// The signs with which a patch may be indented or quoted.
const SIGNS: &[u8] = b" \t>|";

/// The longest run of them.
const LONGEST_PREFIX: usize = 80;

/// The first two bytes of a terminal code.
const CODE: &[u8] = b"\x1b[";

/// The text of a patch without the signs that carried it.
#[derive(Debug)]
pub(crate) struct Carried {
    text: Vec<u8>,
    lines: Vec<CarriedLine>,
    kind: DiagnosticKind,
    /// The part of the given text that was read.
    span: Span,
    /// The text before and after it.
    outside: [Span; 2],
    /// Whether a line that does not belong to the patch follows it without a gap.
    is_abrupt: bool,
}

/// Where a line was.
#[derive(Clone, Copy, Debug)]
struct CarriedLine {
    /// Its start in the text without signs, and in the given text.
    start: usize,
    original: usize,
    /// The length of the signs before it, in bytes.
    prefix: usize,
    colour: Colour,
}

/// How a line is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    None,
    /// As a whole, from its first byte on.
    Whole,
    /// There are codes inside its text, which may belong to the text.
    Mixed,
}

impl Carried {
    /// Finds a carried patch in a text from byte `start` on; `None` if there is none, or if it is
    /// not certain which lines belong to it.
    pub(crate) fn find(text: &[u8], start: usize) -> Option<Self> {
        let cursor = Cursor::new(text).from(start);
        if memchr::memmem::find(cursor.rest(), CODE).is_some() {
            return Some(Self::coloured(cursor));
        }
        Self::prefixed(cursor).or_else(|| Self::numbered(cursor))
    }

    /// The text of the patch itself.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Translates a patch that was parsed from [`Self::text`] back to the given text; `None` if the
    /// signs that carried it contradict the patch.
    pub(crate) fn restored(&self, patch: Patch<'_>) -> Option<Patch<'static>> {
        if !self.agrees(&patch) {
            return None;
        }
        let mut patch = patch.into_owned();
        patch.move_spans(|span| self.original_span(span));
        patch.diagnostics.insert(0, Diagnostic::new(self.kind, self.span));
        let outside = self.outside.iter().filter(|span| span.start < span.end);
        let ignored = outside.map(|span| Diagnostic::new(DiagnosticKind::TextIgnored, *span));
        patch.diagnostics.extend(ignored);
        patch.diagnostics.sort_by_key(|note| note.span.start);
        Some(patch)
    }

    /// Translates an error back to the given text; `None` if the patch may go on after the part
    /// that was read.
    pub(crate) fn restored_error(&self, error: ParseError) -> Option<ParseError> {
        (!self.is_abrupt).then(|| error.with_moved_span(|span| self.original_span(span)))
    }

    /// Whether the signs agree with the patch about which lines belong to it.
    fn agrees(&self, patch: &Patch<'_>) -> bool {
        let is_miscounted = |note: &Diagnostic| matches!(note.kind, DiagnosticKind::HunkCount(_));
        if self.is_abrupt && patch.diagnostics.iter().any(is_miscounted) {
            return false;
        }
        self.kind != DiagnosticKind::ColourCodes
            || patch
                .files
                .iter()
                .flat_map(FilePatch::hunks)
                .all(|hunk| self.is_coloured(hunk.span()))
    }

    /// Whether every changed line of a hunk is coloured as a whole, and no line has codes of its
    /// own.
    fn is_coloured(&self, hunk: Span) -> bool {
        let first = self.lines.partition_point(|line| line.start < hunk.start);
        let lines = self.lines.get(first..).unwrap_or_default();
        lines.iter().take_while(|line| line.start < hunk.end).all(|line| {
            match (self.text.get(line.start), line.colour) {
                (Some(b'@'), _) => true,
                (Some(b'+' | b'-'), colour) => colour == Colour::Whole,
                (_, colour) => colour != Colour::Mixed,
            }
        })
    }

    /// A span in the given text. Whole lines include their signs.
    fn original_span(&self, span: Span) -> Span {
        let start = self.original(span.start);
        let end = self.original(span.end).max(start);
        Span { start, end, line: span.line + self.span.line.saturating_sub(1) }
    }

    fn original(&self, at: usize) -> usize {
        let behind = self.lines.partition_point(|line| line.start <= at);
        let Some(line) = behind.checked_sub(1).and_then(|index| self.lines.get(index)) else {
            return self.span.start;
        };
        let end = self.lines.get(behind).map_or(self.span.end, |next| next.original);
        match at - line.start {
            0 if at < self.text.len() || self.text.is_empty() => line.original,
            _ if at >= self.text.len() => self.span.end,
            column => end.min(line.original + line.prefix + column),
        }
    }

    /// Removes terminal codes from the text.
    fn coloured(cursor: Cursor<'_>) -> Self {
        let (mut text, mut lines) = (Vec::new(), Vec::new());
        let span = Span { end: cursor.source().len(), ..cursor.span() };
        for line in cursor {
            let (start, original) = (text.len(), line.span.start);
            let colour = push_uncoloured(line.span.of(cursor.source()), &mut text);
            lines.push(CarriedLine { start, original, prefix: 0, colour });
        }
        let kind = DiagnosticKind::ColourCodes;
        let outside = [Span::default(); 2];
        Self { text, lines, kind, span, outside, is_abrupt: false }
    }

    /// Takes the lines after the same signs, including those before the first header.
    fn prefixed(cursor: Cursor<'_>) -> Option<Self> {
        let (first, prefix) = first_header(cursor)?;
        let (mut text, mut lines) = (Vec::new(), Vec::new());
        let mut rest = cursor.at_span(first);
        let mut is_gap = false;
        while let Some(line) = rest.peek() {
            let Some(signs) = signs_of(&line, prefix) else { break };
            is_gap = line.text.len() <= signs;
            let (start, original) = (text.len(), line.span.start);
            text.extend_from_slice(line.span.of(cursor.source()).get(signs..).unwrap_or_default());
            lines.push(CarriedLine { start, original, prefix: signs, colour: Colour::None });
            rest.next();
        }
        let has_more = is_shifted(rest) || rest.clone().any(|line| is_marked(&line, prefix));
        let is_abrupt = !is_gap && rest.peek().is_some_and(|line| !line.is_blank());
        let span = first.to(rest.span());
        let kind = DiagnosticKind::LinePrefix;
        let outside = [text_in(cursor, first.start), text_in(rest, cursor.source().len())];
        (!has_more).then_some(Self { text, lines, kind, span, outside, is_abrupt })
    }
}

impl Carried {
    /// Takes the lines after their numbers, including those before the first header. Only empty
    /// lines may follow them.
    fn numbered(cursor: Cursor<'_>) -> Option<Self> {
        let mut lines = cursor;
        let first = loop {
            let line = lines.peek()?;
            match Number::of(&line) {
                Some(number) => break (line, number),
                None => lines.next(),
            };
        };
        let (line, number) = first;
        let (mut text, mut carried) = (Vec::new(), Vec::new());
        let mut rest = lines;
        let mut expected = number.value;
        while let Some(line) = rest.peek().filter(|line| !line.is_blank()) {
            let prefix = number.prefix_of(&line, expected)?;
            let (start, original) = (text.len(), line.span.start);
            text.extend_from_slice(line.span.of(cursor.source()).get(prefix..).unwrap_or_default());
            carried.push(CarriedLine { start, original, prefix, colour: Colour::None });
            expected += 1;
            rest.next();
        }
        let has_header = Cursor::new(&text).any(|line| starts_patch(line.text));
        let span = line.span.to(rest.span());
        let kind = DiagnosticKind::LinePrefix;
        let outside = [text_in(cursor, line.span.start), Span::default()];
        let is_whole = has_header && carried.len() > 2 && rest.all(|line| line.is_blank());
        let lines = carried;
        is_whole.then_some(Self { text, lines, kind, span, outside, is_abrupt: false })
    }
}

/// The number before a line.
#[derive(Clone, Copy, Debug)]
struct Number<'a> {
    value: u64,
    /// The signs between the number and the line.
    sign: &'a [u8],
}

impl<'a> Number<'a> {
    /// The number before the first line of a patch, or of the fence above it.
    fn of(line: &Line<'a>) -> Option<Self> {
        let (value, rest) = number(line.text)?;
        let len = rest.iter().take_while(|byte| b" \t:|.)".contains(byte)).count();
        let (sign, text) = rest.split_at_checked(len)?;
        let is_first = starts_patch(text) || text.starts_with(b"```");
        (is_first && !sign.is_empty()).then_some(Self { value, sign })
    }

    /// How many bytes the number and the sign after it take in a line, if the line has this number.
    /// Blanks at the end of an empty line may be lost.
    fn prefix_of(&self, line: &Line<'_>, expected: u64) -> Option<usize> {
        let (_, rest) = number(line.text).filter(|(value, _)| *value == expected)?;
        let digits = line.text.len() - rest.len();
        let is_cut = self.sign.starts_with(rest) && self.sign.trim_ascii_end().len() <= rest.len();
        if rest.starts_with(self.sign) {
            return Some(digits + self.sign.len());
        }
        is_cut.then_some(line.text.len())
    }
}

/// A number after blanks, and the text after it.
fn number(text: &[u8]) -> Option<(u64, &[u8])> {
    let bare = text.trim_ascii_start();
    let digits = bare.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = bare.split_at_checked(digits).filter(|_| (1..=9).contains(&digits))?;
    let value = digits.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
    Some((value, rest))
}

/// Whether a line is or may be the first one of a patch.
fn starts_patch(text: &[u8]) -> bool {
    is_begin_patch(text) || text.starts_with(b"diff --git ") || text.starts_with(b"--- ")
}

/// The first line of the patch, and the signs before it. Lines directly before the first
/// header that have the same signs belong to the patch: a fence or the message of a commit.
fn first_header(cursor: Cursor<'_>) -> Option<(Span, &[u8])> {
    let mut lines = cursor;
    let (header, prefix) = loop {
        let line = lines.peek()?;
        if let Some(prefix) = prefix_of_header(&lines, &line) {
            break (line.span, prefix);
        }
        lines.next();
    };
    let mut first = None;
    for line in cursor.take_while(|line| line.span.start < header.start) {
        let is_behind_signs = line.text.starts_with(prefix) && signs_of(&line, prefix).is_some();
        first = if is_behind_signs { first.or(Some(line.span)) } else { None };
    }
    Some((first.unwrap_or(header), prefix))
}

/// The span from the first to the last non-blank line before byte `end`.
fn text_in(lines: Cursor<'_>, end: usize) -> Span {
    let written = |line: &Line<'_>| !line.is_blank();
    let mut written = lines.take_while(|line| line.span.start < end).filter(written);
    let Some(first) = written.next() else { return Span::default() };
    first.span.to(written.last().unwrap_or(first).span)
}

/// The signs before a line that is otherwise a header.
fn prefix_of_header<'a>(lines: &Cursor<'a>, line: &Line<'a>) -> Option<&'a [u8]> {
    let len = line.text.iter().take_while(|byte| SIGNS.contains(byte)).count();
    let (prefix, text) = line.text.split_at_checked(len)?;
    let next = || lines.peek_second()?.text.strip_prefix(prefix);
    let is_header = is_begin_patch(text)
        || text.starts_with(b"diff --git ")
        || (text.starts_with(b"--- ") && next().is_some_and(|next| next.starts_with(b"+++ ")));
    (is_header && (1..=LONGEST_PREFIX).contains(&len)).then_some(prefix)
}

/// How many bytes of a line are signs, if it is one of the lines with `prefix`. Blanks at the end
/// of an empty line may be lost.
fn signs_of(line: &Line<'_>, prefix: &[u8]) -> Option<usize> {
    if line.text.starts_with(prefix) {
        return Some(prefix.len());
    }
    let rest = prefix.strip_prefix(line.text.trim_ascii_end())?;
    (line.text.len() <= prefix.len() && rest.trim_ascii().is_empty()).then_some(line.text.len())
}

/// Whether a line has the signs in front and then the mark of a change or of a hunk header.
fn is_marked(line: &Line<'_>, prefix: &[u8]) -> bool {
    let rest = line.text.strip_prefix(prefix);
    rest.is_some_and(|rest| matches!(rest, [b'+' | b'-', ..] | [b'@', b'@', ..]))
}

/// Appends a line without its codes; returns where they were.
fn push_uncoloured(line: &[u8], text: &mut Vec<u8>) -> Colour {
    let start = text.len();
    let mut has_codes = false;
    let mut is_mixed = false;
    let mut rest = line;
    while let Some(at) = memchr::memmem::find(rest, CODE) {
        let (before, code) = rest.split_at(at);
        text.extend_from_slice(before);
        let Some(len) = code_len(code) else {
            is_mixed = true;
            text.extend_from_slice(CODE);
            rest = code.get(CODE.len()..).unwrap_or_default();
            continue;
        };
        has_codes = true;
        rest = code.get(len..).unwrap_or_default();
        // Git puts codes after the mark and around trailing blanks, too.
        let is_inside = text.len() > start + 1 && !is_blank_but_codes(rest);
        is_mixed |= is_inside;
    }
    text.extend_from_slice(rest);
    match (is_mixed, has_codes && line.starts_with(CODE)) {
        (true, _) => Colour::Mixed,
        (false, true) => Colour::Whole,
        (false, false) => Colour::None,
    }
}

/// The length of a code that sets a colour or clears the rest of a line.
fn code_len(code: &[u8]) -> Option<usize> {
    let body = code.strip_prefix(CODE)?;
    let len = body.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
    matches!(body.get(len), Some(b'm' | b'K')).then_some(CODE.len() + len + 1)
}

/// Whether only blanks and codes are left of a line. Looks at a few codes at most.
fn is_blank_but_codes(mut rest: &[u8]) -> bool {
    for _ in 0..4 {
        rest = rest.trim_ascii_start();
        match code_len(rest) {
            Some(len) => rest = rest.get(len..).unwrap_or_default(),
            None => return rest.is_empty(),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;

    #[track_caller]
    fn check_colour(line: &str, expected: &str, colour: Colour) {
        let mut text = Vec::new();
        let found = push_uncoloured(line.as_bytes(), &mut text);
        assert_eq!((text.as_bstr(), found), (expected.as_bytes().as_bstr(), colour), "{line:?}");
    }

    #[test]
    fn codes_around_a_line_are_its_colour() {
        check_colour("\x1b[1mdiff --git a/x b/x\x1b[m\n", "diff --git a/x b/x\n", Colour::Whole);
        check_colour("\x1b[31m-a\x1b[m\n", "-a\n", Colour::Whole);
        check_colour("\x1b[32m+\x1b[m\x1b[32mb\x1b[m\r\n", "+b\r\n", Colour::Whole);
        check_colour("\x1b[32m+\x1b[m\x1b[32mb\x1b[m\x1b[41m  \x1b[m\n", "+b  \n", Colour::Whole);
        check_colour("\x1b[32m+\x1b[m\n", "+\n", Colour::Whole);
        check_colour(" a\n", " a\n", Colour::None);
        check_colour("+a\x1b[m\n", "+a\n", Colour::None);
        check_colour("\x1b[32m+a\x1b[31mb\x1b[m\n", "+ab\n", Colour::Mixed);
        check_colour(" a\x1b[31mb\x1b[m\n", " ab\n", Colour::Mixed);
        check_colour("\x1b[32m+\x1b[2Jb\x1b[m\n", "+\x1b[2Jb\n", Colour::Mixed);
    }
}
