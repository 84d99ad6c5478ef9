//! A patch that names its files in other lines than `---` and `+++`, but leaves no doubt which are
//! meant: `+++ b/x` alone, `---- a/x` and `++++ b/x`, `**x.py**` above the fence with the hunks.
//!
//! Looked for only if a text cannot be read and the mistake is in such a line. Each odd header is
//! replaced by a regular one and the result is parsed; spans are translated back to the text that
//! was given.

use crate::grammar::{Cursor, Line, NEW_FILE};
use crate::odd_header::OddHeader;
use crate::{Code, Diagnostic, DiagnosticKind, FilePatch, Format, Hunk, ParseError, Patch, Span};

/// The text with regular headers.
#[derive(Debug, Default)]
pub(crate) struct Mended {
    text: Vec<u8>,
    lines: Vec<MendedLine>,
    /// Where odd headers were replaced, and the first bytes of those in their stead.
    headers: Vec<(Span, usize)>,
}

/// Where a line was.
#[derive(Clone, Copy, Debug)]
struct MendedLine {
    /// Its first byte in the mended text.
    start: usize,
    /// The first byte of the original line, and its number.
    original: usize,
    number: usize,
}

impl Mended {
    /// Replaces the odd header at this error, and others like it after that, in the text from byte
    /// `start` on; `None` if the error has another reason.
    pub(crate) fn find(text: &[u8], start: usize, error: &ParseError) -> Option<Self> {
        let is_about_header = matches!(error.code, Code::MissingFileHeader | Code::InvalidHunkLine);
        // A stream that has not seen the end has already reported the lines of a new file.
        let is_told = error.rule == NEW_FILE;
        if error.format != Format::Unified || !is_about_header || is_told {
            return None;
        }
        let lines: Vec<Line<'_>> = Cursor::new(text).from(start).collect();
        let headers = OddHeader::all(&lines, error.span.line);
        let mut mended = Self::default();
        let mut next = 0;
        for odd in &headers {
            mended.keep(text, lines.get(next..odd.lines.start).unwrap_or_default());
            mended.put(odd, &lines);
            next = odd.lines.end;
        }
        mended.keep(text, lines.get(next..).unwrap_or_default());
        mended.end(text);
        (!headers.is_empty()).then_some(mended)
    }

    /// The mended text.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether a header is among the lines of a hunk: then it was none.
    pub(crate) fn is_in_hunk(&self, patch: &Patch<'_>) -> bool {
        let mut hunks = patch.files.iter().flat_map(FilePatch::hunks).map(Hunk::span);
        hunks.any(|span| {
            let next = self.headers.partition_point(|(_, at)| *at < span.start);
            self.headers.get(next).is_some_and(|(_, at)| *at < span.end)
        })
    }

    /// Translates a patch that was parsed from [`Self::text`] back to the given text.
    pub(crate) fn restored(&self, patch: Patch<'_>) -> Patch<'static> {
        let mut patch = patch.into_owned();
        patch.move_spans(|span| self.original_span(span));
        let kind = DiagnosticKind::FileHeader;
        patch.diagnostics.extend(self.headers.iter().map(|(span, _)| Diagnostic::new(kind, *span)));
        patch.diagnostics.sort_by_key(|note| note.span.start);
        patch
    }

    /// Translates an error back to the given text.
    pub(crate) fn restored_error(&self, error: ParseError) -> ParseError {
        error.with_moved_span(|span| self.original_span(span))
    }

    fn original_span(&self, span: Span) -> Span {
        let (start, line) = self.original(span.start);
        let (end, _) = self.original(span.end);
        Span { start, end: end.max(start), line }
    }

    /// The byte in the given text, and the number of its line.
    fn original(&self, at: usize) -> (usize, usize) {
        let behind = self.lines.partition_point(|line| line.start <= at);
        let line = behind.checked_sub(1).and_then(|index| self.lines.get(index));
        let Some(line) = line else { return (0, 1) };
        let next = self.lines.get(behind).map_or(usize::MAX, |next| next.original);
        ((line.original + at - line.start).min(next.max(line.original)), line.number)
    }

    fn keep(&mut self, text: &[u8], lines: &[Line<'_>]) {
        for line in lines {
            self.push(line.span, line.span.of(text));
        }
    }

    /// Puts the two lines of a regular header in place of an odd one.
    fn put(&mut self, odd: &OddHeader<'_>, lines: &[Line<'_>]) {
        let written = lines.get(odd.lines.clone()).unwrap_or_default();
        let (Some(first), Some(last)) = (written.first(), written.last()) else { return };
        let end: &[u8] = if first.cr { b"\r\n" } else { b"\n" };
        self.headers.push((first.span.to(last.span), self.text.len()));
        self.push(first.span, &[b"--- ", &*odd.old, end].concat());
        self.push(last.span, &[b"+++ ", &*odd.new, end].concat());
    }

    fn push(&mut self, place: Span, line: &[u8]) {
        let (original, number) = (place.start, place.line);
        self.lines.push(MendedLine { start: self.text.len(), original, number });
        self.text.extend_from_slice(line);
    }

    /// Adds the end of the text, which may be a span, too.
    fn end(&mut self, text: &[u8]) {
        let number = self.lines.last().map_or(1, |line| line.number);
        if text.ends_with(b"\n") {
            self.push(Span { start: text.len(), end: text.len(), line: number + 1 }, b"");
        }
    }
}
