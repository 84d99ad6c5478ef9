//! Lines of the patch text: the tokens of both formats.
//!
//! Their ends are found in blocks of bytes (`line_ends.rs`): with nom's `take_till`, which looks at
//! one byte at a time, parsing takes a quarter more instructions.

use std::cell::Cell;

use crate::Span;
use crate::line_ends::first_end;

/// Whether the end of the text has been looked at.
///
/// A text that is still being written will go on there, and the lines before it may then be read
/// differently. What was read without looking at the end stays as it is, whatever follows.
#[derive(Debug, Default)]
pub(crate) struct Horizon(Cell<bool>);

impl Horizon {
    /// Whether anything read so far depends on what follows the text.
    pub(crate) fn was_reached(&self) -> bool {
        self.0.get()
    }
}

/// One line of the patch text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The text without its ending; a CR before the LF is in [`Self::cr`], not here.
    pub(crate) text: &'a [u8],
    /// Whether the line ends in CRLF.
    pub(crate) cr: bool,
    /// The line with its ending.
    pub(crate) span: Span,
}

impl<'a> Line<'a> {
    /// Whether the line has nothing but blanks.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
    }

    /// Whether the line begins like one of a hunk: with a blank, a plus or a minus.
    #[inline]
    pub(crate) fn is_marked(&self) -> bool {
        is_marked(self.text)
    }

    /// Whether the line ends at the end of the text, without a line ending.
    pub(crate) fn is_cut(&self) -> bool {
        self.span.end - self.span.start == self.text.len()
    }

    /// The text after `prefix`, if the line starts with it.
    #[inline]
    pub(crate) fn after(&self, prefix: &str) -> Option<&'a [u8]> {
        self.text.strip_prefix(prefix.as_bytes())
    }

    /// Whether the line starts with `prefix`.
    #[inline]
    pub(crate) fn starts_with(&self, prefix: &str) -> bool {
        self.text.starts_with(prefix.as_bytes())
    }
}

/// As [`Line::is_marked`], for the text of a line.
#[inline]
pub(super) fn is_marked(text: &[u8]) -> bool {
    matches!(text.first(), Some(b' ' | b'+' | b'-'))
}

/// A place between two lines of the patch text. Copying it is how productions look ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    source: &'a [u8],
    /// Notes each look at the end of the text, if the text may go on there.
    horizon: Option<&'a Horizon>,
    /// Byte offset of the next line, 0-based.
    pub(crate) at: usize,
    /// Number of the next line, 1-based.
    pub(crate) line: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(source: &'a [u8]) -> Self {
        Self { source, horizon: None, at: 0, line: 1 }
    }

    /// A cursor over the whole lines of a text that may go on after them.
    pub(crate) fn until(source: &'a [u8], horizon: &'a Horizon) -> Self {
        Self { horizon: Some(horizon), ..Self::new(source) }
    }

    /// The cursor at byte `at` of the first line.
    pub(crate) fn from(self, at: usize) -> Self {
        Self { at, ..self }
    }

    /// The cursor at byte `at`, where line `line` starts.
    pub(crate) fn at(self, at: usize, line: usize) -> Self {
        Self { at, line, ..self }
    }

    /// The cursor at a line that was read before.
    pub(crate) fn at_span(self, span: Span) -> Self {
        Self { at: span.start, line: span.line, ..self }
    }

    /// The whole text, not only what is left of it.
    pub(crate) fn source(&self) -> &'a [u8] {
        self.source
    }

    /// What is left.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.source.get(self.at..).unwrap_or_default()
    }

    /// What is left, for callers that look at its first bytes: if nothing is, notes a look at the
    /// end.
    #[inline]
    pub(crate) fn ahead(&self) -> &'a [u8] {
        let rest = self.rest();
        if rest.is_empty() {
            self.look_at_end();
        }
        rest
    }

    /// Whether nothing but blanks is left.
    pub(crate) fn is_at_end(&self) -> bool {
        let is_at_end = self.rest().iter().all(u8::is_ascii_whitespace);
        if is_at_end {
            self.look_at_end();
        }
        is_at_end
    }

    #[cold]
    fn look_at_end(&self) {
        if let Some(horizon) = self.horizon {
            horizon.0.set(true);
        }
    }

    /// The next line; the cursor stays.
    #[inline]
    pub(crate) fn peek(&self) -> Option<Line<'a>> {
        self.clone().next()
    }

    /// Whether the next line starts with `prefix`; cheaper than looking for its end.
    #[inline]
    pub(crate) fn starts_with(&self, prefix: &str) -> bool {
        self.ahead().starts_with(prefix.as_bytes())
    }

    /// Moves past the lines that hold nothing but blanks.
    #[inline]
    pub(crate) fn skip_blank(&mut self) {
        let may_be_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        while self.ahead().first().is_some_and(may_be_blank) {
            let mut ahead = *self;
            if !ahead.next().is_some_and(|line| line.is_blank()) {
                return;
            }
            *self = ahead;
        }
    }

    /// Takes the next line with its ending; an empty text at the end.
    #[inline]
    pub(crate) fn take_line(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let Some(end) = first_end(rest) else {
            self.look_at_end();
            // Without a final newline the cursor stays on the last line: the end of the text is on
            // that line.
            self.at += rest.len();
            return rest;
        };
        self.line += 1;
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// The cursor after `next`, which was peeked at.
    #[inline]
    pub(crate) fn behind(self, next: &Line<'a>) -> Self {
        Self { at: next.span.end, line: self.line + usize::from(!next.is_cut()), ..self }
    }

    /// The line after the next.
    pub(crate) fn peek_second(&self) -> Option<Line<'a>> {
        let mut ahead = *self;
        ahead.next();
        ahead.next()
    }

    /// An empty span here.
    pub(crate) fn span(&self) -> Span {
        Span { start: self.at, end: self.at, line: self.line }
    }
}

#[expect(clippy::copy_iterator, reason = "a copy is a look ahead; see `Cursor`")]
impl<'a> Iterator for Cursor<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        let span = self.span();
        let whole = self.take_line();
        let (text, cr) = match whole {
            [] => return None,
            [text @ .., b'\r', b'\n'] => (text, true),
            text => (text.strip_suffix(b"\n").unwrap_or(text), false),
        };
        Some(Line { text, cr, span: Span { end: self.at, ..span } })
    }
}
