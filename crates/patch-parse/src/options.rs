//! How a patch is parsed.

use bstr::ByteSlice;

use crate::carried::Carried;
use crate::grammar::{
    BARE_MOVE, Cursor, Known, Line, Message, Reader, Rules, has_stars, is_bare_move,
    is_begin_patch, is_end_patch, is_exact_header, starts_unified,
};
use crate::no_patch::{is_decorated_begin, opt_rule};
use crate::with_headers::Mended;
use crate::{Code, Counts, Diagnostic, DiagnosticKind, Format, Limits, ParseError, Patch, Span};

pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What the caller knows about the text. The default detects the format and the path prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The format to insist on; `None` takes either.
    pub format: Option<Format>,
    /// Leading path components to drop from names in `---`, `+++` and `diff --git` lines
    /// (`patch -pN`); `None` works the prefix out from the headers. The `*** Begin Patch` format has
    /// no prefixes, and its names keep all components.
    pub strip: Option<usize>,
    /// How far the counts of a hunk header are believed.
    pub counts: Counts,
    /// Upper bounds.
    pub limits: Limits,
}

impl ParseOptions {
    /// Insists on a format.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Drops `components` leading components from file names.
    #[must_use]
    pub fn strip(mut self, components: usize) -> Self {
        self.strip = Some(components);
        self
    }

    /// Sets how far the counts of a hunk header are believed.
    #[must_use]
    pub fn counts(mut self, counts: Counts) -> Self {
        self.counts = counts;
        self
    }

    /// Sets the upper bounds.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Parses a patch.
    ///
    /// # Errors
    ///
    /// A [`ParseError`] with a code of class `ParseError` or `PathError`, or `limit_exceeded`.
    pub fn parse<'a>(&self, text: &'a [u8]) -> Result<Patch<'a>, ParseError> {
        self.parse_known(text, Known::default())
    }

    /// As [`Self::parse`], for a text some hunks of which are known from the stream.
    pub(crate) fn parse_known<'a>(
        &self,
        text: &'a [u8],
        known: Known<'a>,
    ) -> Result<Patch<'a>, ParseError> {
        let wanted = self.format.unwrap_or(Format::Unified);
        self.check_limits(text, wanted)?;
        let start = if text.starts_with(BOM) { BOM.len() } else { 0 };
        let marks = Marks::of(Cursor::new(text).from(start));
        let mut patch = match self.carried(text, start, marks) {
            Some(read) => read?,
            None => self
                .parse_plain(text, start, marks, known)
                .or_else(|error| self.mended(text, start, &error).unwrap_or(Err(error)))?,
        };
        if start > 0 {
            let span = Span { start: 0, end: start, line: 1 };
            patch.diagnostics.insert(0, Diagnostic { kind: DiagnosticKind::ByteOrderMark, span });
        }
        Ok(patch)
    }

    /// Reads a patch whose lines have signs in front or around them, if nothing else is a patch.
    /// With [`Counts::Believed`] a patch must begin in the first column.
    fn carried(
        &self,
        text: &[u8],
        start: usize,
        marks: Marks,
    ) -> Option<Result<Patch<'static>, ParseError>> {
        let may_be_carried = marks.first.map_or(!marks.are_quoted, |mark| mark.is_indented);
        if self.counts != Counts::Advice || !may_be_carried {
            return None;
        }
        let carried = Carried::find(text, start)?;
        let marks = Marks::of(Cursor::new(carried.text()));
        marks.first?;
        match self.parse_plain(carried.text(), 0, marks, Known::default()) {
            Ok(patch) => carried.restored(patch).map(Ok),
            Err(error) => carried.restored_error(error).map(Err),
        }
    }

    /// Reads a patch that names its files in other lines than the format has, if that is the
    /// mistake.
    fn mended(
        &self,
        text: &[u8],
        start: usize,
        error: &ParseError,
    ) -> Option<Result<Patch<'static>, ParseError>> {
        if self.counts != Counts::Advice {
            return None;
        }
        let mended = Mended::find(text, start, error)?;
        let marks = Marks::of(Cursor::new(mended.text()));
        match self.parse_plain(mended.text(), 0, marks, Known::default()) {
            Ok(patch) if mended.is_in_hunk(&patch) => None,
            Ok(patch) => Some(Ok(mended.restored(patch))),
            Err(error) => Some(Err(mended.restored_error(error))),
        }
    }

    /// Parses a patch that begins in the first column, from byte `start` on, with these marks.
    fn parse_plain<'a>(
        &self,
        text: &'a [u8],
        start: usize,
        marks: Marks,
        known: Known<'a>,
    ) -> Result<Patch<'a>, ParseError> {
        let format = self.detect(text, start, marks)?;
        let reader = Reader::new(text, start, self.rules(format)).knowing(known);
        let patch = match format {
            Format::Unified => reader.unified(),
            Format::OpenCode => reader.opencode(),
        }?;
        if patch.files.is_empty() {
            let whole = Span { start: 0, end: text.len(), line: 1 };
            let rule = "the patch names no file";
            return Err(ParseError::new(Code::EmptyPatch, format, whole, rule));
        }
        Ok(patch)
    }

    pub(crate) fn rules(&self, format: Format) -> Rules {
        let limits = self.limits.clone();
        Rules { format, strip: self.strip, counts: self.counts, limits }
    }

    /// Refuses a text if its `bytes` bytes are too many.
    pub(crate) fn check_size(&self, bytes: usize) -> Result<(), ParseError> {
        if bytes > self.limits.patch_bytes {
            let format = self.format.unwrap_or(Format::Unified);
            let span = Span { start: 0, end: bytes, line: 1 };
            let (rule, limit) = ("the patch has too many bytes", self.limits.patch_bytes);
            return Err(ParseError::exceeded(format, span, rule, limit));
        }
        Ok(())
    }

    fn check_limits(&self, text: &[u8], format: Format) -> Result<(), ParseError> {
        self.check_size(text.len())?;
        if text.len() > self.limits.line_bytes {
            let long = Cursor::new(text).find(|line| line.text.len() > self.limits.line_bytes);
            if let Some(line) = long {
                let rule = "a line of the patch has too many bytes";
                return Err(ParseError::exceeded(format, line.span, rule, self.limits.line_bytes));
            }
        }
        Ok(())
    }

    /// The format of `text` from byte `start` on, by its first mark.
    fn detect(&self, text: &[u8], start: usize, marks: Marks) -> Result<Format, ParseError> {
        let whole = Span { start: 0, end: text.len(), line: 1 };
        match (marks.first.map(|mark| mark.format), self.format) {
            (Some(found), None) => Ok(found),
            (Some(found), Some(wanted)) if found == wanted => Ok(found),
            (Some(_), Some(wanted)) => {
                let rule = match wanted {
                    Format::Unified => {
                        "the text is a patch of the OpenCode format, not a unified diff"
                    }
                    Format::OpenCode => {
                        "the text is a unified diff, not a patch of the OpenCode format"
                    }
                };
                Err(ParseError::new(Code::WrongPatchFormat, wanted, whole, rule))
            }
            (None, wanted) if text.get(start..).unwrap_or_default().trim_ascii().is_empty() => {
                let wanted = wanted.unwrap_or(Format::Unified);
                Err(ParseError::new(Code::EmptyPatch, wanted, whole, "the patch is empty"))
            }
            (None, wanted) if marks.are_quoted => {
                let rule = "no diff follows the message of the commit, and what the message quotes \
                            is no patch; send the patch without the message";
                let wanted = wanted.unwrap_or(Format::Unified);
                Err(ParseError::new(Code::WrongPatchFormat, wanted, whole, rule))
            }
            (None, _) => Err(nothing_found(Cursor::new(text).from(start), self.format, whole)),
        }
    }
}

/// What is known from the first line that only one format has.
#[derive(Clone, Copy, Debug)]
struct Mark {
    format: Format,
    /// Whether it is an indented begin marker: the whole patch may be indented.
    is_indented: bool,
}

/// The marks of a text.
#[derive(Clone, Copy, Debug)]
struct Marks {
    first: Option<Mark>,
    /// Whether the message of a commit quotes others.
    are_quoted: bool,
}

impl Marks {
    /// Those of the text behind a cursor.
    fn of(mut cursor: Cursor<'_>) -> Self {
        let (mut message, mut are_quoted) = (Message::default(), false);
        while let Some(line) = cursor.peek() {
            let format = format_of(&line, &cursor);
            let is_quoted = format.is_some() && message.quotes(&line);
            if let Some(format) = format.filter(|_| !is_quoted) {
                let is_indented = is_indented(&line) && is_begin_patch(line.text);
                return Self { first: Some(Mark { format, is_indented }), are_quoted };
            }
            are_quoted |= is_quoted;
            message = message.behind(&line);
            cursor.next();
        }
        Self { first: None, are_quoted }
    }
}

/// Whether a line starts with a blank.
pub(crate) fn is_indented(line: &Line<'_>) -> bool {
    matches!(line.text.first(), Some(b' ' | b'\t'))
}

/// The format that the line at a cursor shows.
pub(crate) fn format_of(line: &Line<'_>, cursor: &Cursor<'_>) -> Option<Format> {
    if !has_stars(line.text) {
        return starts_unified(cursor, line).then_some(Format::Unified);
    }
    if is_begin_patch(line.text) {
        // Models put a begin marker around a unified diff: the next line decides.
        let mut inside = *cursor;
        inside.next();
        inside.skip_blank();
        let is_unified = inside.peek().is_some_and(|line| starts_unified(&inside, &line));
        return Some(if is_unified { Format::Unified } else { Format::OpenCode });
    }
    is_exact_header(line.text).then_some(Format::OpenCode)
}

/// The error for a text without a header, which says what is missing if the text has other marks of
/// a patch.
fn nothing_found(mut lines: Cursor<'_>, wanted: Option<Format>, whole: Span) -> ParseError {
    if let Some(rule) = opt_rule(lines) {
        let has_marker = lines.rest().contains_str("*** Begin Patch");
        let shown = if has_marker { Format::OpenCode } else { Format::Unified };
        let format = wanted.unwrap_or(shown);
        return ParseError::new(Code::WrongPatchFormat, format, whole, rule);
    }
    let mut moved = lines;
    while let Some(line) = moved.peek().filter(|_| wanted != Some(Format::OpenCode)) {
        if is_bare_move(&moved) {
            let code = Code::RenamePathMismatch;
            return ParseError::new(code, Format::Unified, line.span, BARE_MOVE).found(line.text);
        }
        moved.next();
    }
    let begin = lines.clone().find(|line| is_decorated_begin(line.text));
    if let Some(line) = begin.filter(|_| wanted != Some(Format::Unified)) {
        let rule = "the patch starts with `*** Begin Patch`";
        let error = ParseError::new(Code::MissingBeginPatch, Format::OpenCode, line.span, rule);
        return error.found(line.text);
    }
    let is_marked = |line: &Line<'_>| {
        matches!(line.text, [b'@', b'@', ..] | [b'+' | b'-', b'+' | b'-', b'+' | b'-', b' ', ..])
    };
    let ends_envelope = || lines.clone().any(|line| is_end_patch(line.text));
    let format =
        wanted.unwrap_or_else(|| if ends_envelope() { Format::OpenCode } else { Format::Unified });
    let marked = lines.find(is_marked);
    let (code, rule) = match (format, marked) {
        (Format::OpenCode, _) => {
            (Code::MissingBeginPatch, "the patch starts with `*** Begin Patch`")
        }
        (Format::Unified, Some(_)) => {
            (Code::MissingFileHeader, "expected `--- old_path` followed by `+++ new_path`")
        }
        (Format::Unified, None) => (Code::WrongPatchFormat, "the text is not a patch"),
    };
    let error = ParseError::new(code, format, marked.map_or(whole, |line| line.span), rule);
    match marked {
        Some(line) => error.found(line.text),
        None => error,
    }
}
