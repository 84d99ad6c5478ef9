//! Reads the lines of a new or deleted file in the `*** Begin Patch` format, as one hunk without
//! context.

use std::borrow::Cow;

use super::body::Body;
use super::line::Line;
use super::markers::{is_end_patch, is_exact_header};
use super::reader::Reader;
use crate::ast::{FileOperation, Hunk, Piece};
use crate::{Code, Counts, DiagnosticKind, ParseError, Span};

impl<'a> Reader<'a> {
    /// The lines of a new file as one hunk; none for an empty file.
    ///
    /// An empty line between others is an added line that lost its `+`; before the next header it
    /// is ignored.
    pub(super) fn added_lines(&mut self) -> Result<Option<Hunk<'a>>, ParseError> {
        let start = self.cursor.span();
        let body = match self.known.at(start.start) {
            Some(known) => self.take_known(known),
            None => self.added_body(start)?,
        };
        let span = start.to(self.cursor.span());
        self.remember(&body, start, None);
        self.note_markers(span, body.blank, 0);
        self.count_hunk(body.counts.added, span)?;
        let hunk = Hunk::new(body.into_added_lines(self.cr_of)).with_span(span);
        Ok((!hunk.lines.is_empty()).then_some(hunk))
    }

    fn added_body(&mut self, start: Span) -> Result<Body<'a>, ParseError> {
        let source = self.cursor.source();
        let mut body = Body::default();
        let mut end = start.start;
        let mut pending = 0;
        let is_bare = |line: &Line<'a>| {
            let text = line.text.trim_ascii_start();
            !is_exact_header(text) && !is_end_patch(text)
        };
        loop {
            if self.cursor.starts_with("+") {
                body.blank += pending;
                body.counts.added += pending + 1;
                self.cursor.take_line();
                (pending, end) = (0, self.cursor.at);
                self.check_lines(body.counts.added, start)?;
                continue;
            }
            let Some(line) = self.opt_body_line().filter(is_bare) else { break };
            let (piece, _) = Piece::split(line.span.of(source));
            match piece {
                Piece::Blank => pending += 1,
                Piece::NoNewline if pending == 0 => end = line.span.end,
                Piece::NoNewline => {}
                Piece::Marked(_) | Piece::Unmarked => {
                    let rule = "each line of a new file starts with `+`";
                    return Err(self.error_at(Code::InvalidHunkLine, &line, rule));
                }
            }
            self.check_lines(body.counts.added + pending, start)?;
            self.cursor.next();
        }
        body.text = Cow::Borrowed(source.get(start.start..end).unwrap_or_default());
        Ok(body)
    }

    /// The lines of a deleted file as one hunk. The format has none there, so they are forgiven; a
    /// line of another kind is an error.
    pub(super) fn opt_deleted_lines(
        &mut self,
        operation: &FileOperation<'a>,
    ) -> Result<Option<Hunk<'a>>, ParseError> {
        if self.counts == Counts::Believed {
            return Ok(None);
        }
        self.skip_repeated_header(operation)?;
        let start = self.cursor.span();
        let mut body = Body::default();
        while self.cursor.starts_with("-") {
            body.push(self.cursor.take_line());
            self.check_lines(body.counts.total(), start)?;
        }
        let is_other = |line: &Line<'a>| matches!(line.text.first(), Some(b'+' | b' ' | b'@'));
        let other = self.cursor.peek().filter(|line| is_other(line) && !is_end_patch(line.text));
        if let Some(line) = other.filter(|line| body.has_change() || line.starts_with("+")) {
            let rule = "a deleted file has only lines that start with `-`, if any";
            return Err(self.error_at(Code::InvalidHunkLine, &line, rule));
        }
        if !body.has_change() {
            return Ok(None);
        }
        let span = start.to(self.cursor.span());
        body.text = Cow::Borrowed(span.of(self.cursor.source()));
        self.count_hunk(body.counts.total(), span)?;
        self.forgive(DiagnosticKind::DeletedLines, span);
        Ok(Some(Hunk::new(body.into_lines(self.cr_of)).with_span(span)))
    }
}
