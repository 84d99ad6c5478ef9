//! The state of one parse.

use std::cell::Cell;

use super::block::{Quote, Strays};
use super::command::Command;
use super::known::{Known, KnownHunk};
use super::line::{Cursor, Line};
use super::wrapping::{Wrap, Wrapping};
use crate::ast::{CrOf, Hunk};
use crate::{Code, Counts, Diagnostic, DiagnosticKind, Format, Limits, ParseError, Span};

/// What the caller knows about the text, and the format that was found.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) format: Format,
    pub(crate) strip: Option<usize>,
    pub(crate) counts: Counts,
    pub(crate) limits: Limits,
}

/// What has been read so far, as far as later lines depend on it.
///
/// It borrows nothing from the text, so that a [`Stepper`](super::step::Stepper) can keep it from
/// one step to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) strays: Strays,
    is_crlf_noted: bool,
    hunks: usize,
    lines: usize,
}

/// Walks the patch text and notes what it forgives.
///
/// Productions that span lines are methods of it, each in the file of the thing it reads.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) format: Format,
    pub(super) wrapping: Wrapping<'a>,
    command: Command<'a>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) strip: Option<usize>,
    pub(super) counts: Counts,
    pub(super) tally: Tally,
    limits: Limits,
    /// Where the header of the current section begins.
    pub(super) header: Span,
    /// To what the CR of a line in the current section belongs.
    pub(super) cr_of: CrOf,
    /// Spare room to collect the hunks of a section before their number is known.
    pub(super) room: Vec<Hunk<'a>>,
    /// Hunks that were read before, while the text came in.
    pub(super) known: Known<'a>,
    /// Whether the text will be read again, so that the hunks read now should be kept as known.
    pub(super) is_read_again: bool,
    /// The hunk that was read last, to be known then.
    pub(super) last_body: Option<KnownHunk>,
    /// A range of bytes without a marker of an envelope, and whether the next marker is `*** End
    /// Patch`.
    pub(super) end_of_envelope: Cell<Option<(usize, usize, bool)>>,
    /// The lines that were last looked at for a quoted hunk: many headers may be in one.
    pub(super) end_of_quote: Cell<Option<Quote>>,
}

impl<'a> Reader<'a> {
    /// Reads `source` from byte `start` on.
    pub(crate) fn new(source: &'a [u8], start: usize, rules: Rules) -> Self {
        Self::at(Cursor::new(source).from(start), rules)
    }

    /// Reads from a cursor on.
    pub(super) fn at(cursor: Cursor<'a>, rules: Rules) -> Self {
        let Rules { format, strip, counts, limits } = rules;
        Self {
            cursor,
            format,
            wrapping: Wrapping::default(),
            command: Command::default(),
            diagnostics: Vec::new(),
            strip,
            counts,
            tally: Tally::default(),
            limits,
            header: Span::default(),
            cr_of: CrOf::default(),
            room: Vec::new(),
            known: Known::default(),
            is_read_again: false,
            last_body: None,
            end_of_envelope: Cell::new(None),
            end_of_quote: Cell::new(None),
        }
    }

    /// Passes on hunks that were read before.
    pub(crate) fn knowing(self, known: Known<'a>) -> Self {
        Self { known, ..self }
    }

    pub(super) fn forgive(&mut self, kind: DiagnosticKind, span: Span) {
        self.diagnostics.push(Diagnostic::new(kind, span));
    }

    pub(super) fn error(&self, code: Code, span: Span, rule: &'static str) -> ParseError {
        ParseError::new(code, self.format, span, rule)
    }

    fn exceeded(&self, span: Span, rule: &'static str, limit: usize) -> ParseError {
        ParseError::exceeded(self.format, span, rule, limit)
    }

    pub(super) fn error_at(&self, code: Code, line: &Line<'a>, rule: &'static str) -> ParseError {
        self.error(code, line.span, rule).found(line.text)
    }

    /// Notes, once, that the patch has CRLF line endings.
    pub(super) fn note_crlf(&mut self, span: Span) {
        if !std::mem::replace(&mut self.tally.is_crlf_noted, true) {
            self.forgive(DiagnosticKind::CrlfPatch, span);
        }
    }

    /// Counts a hunk of `lines` lines against the limits.
    pub(super) fn count_hunk(&mut self, lines: usize, span: Span) -> Result<(), ParseError> {
        self.tally.hunks += 1;
        self.check_lines(lines, span)?;
        self.tally.lines += lines;
        if self.tally.hunks > self.limits.hunks {
            return Err(self.exceeded(span, "the patch has too many hunks", self.limits.hunks));
        }
        Ok(())
    }

    /// Whether a hunk of `lines` lines is within the limits.
    pub(super) fn has_room_for(&self, lines: usize) -> bool {
        self.tally.hunks < self.limits.hunks && lines <= self.lines_left()
    }

    /// Whether hunks are known from an earlier reading, or must be kept as known.
    pub(super) fn knows_lines(&self) -> bool {
        self.is_read_again || !self.known.is_empty()
    }

    /// Refuses a hunk if its `lines` lines so far are too many.
    pub(super) fn check_lines(&self, lines: usize, span: Span) -> Result<(), ParseError> {
        if lines > self.lines_left() {
            return Err(self.exceeded(span, "the patch has too many lines", self.limits.lines));
        }
        Ok(())
    }

    /// Refuses a patch if `files` file sections are too many, or if the command that it is given to
    /// asks for more than it says.
    pub(super) fn count_file(&mut self, files: usize, span: Span) -> Result<(), ParseError> {
        if let Some((line, rule)) = self.command.give().copied() {
            return Err(self.error_at(Code::WrongPatchFormat, &line, rule));
        }
        if files > self.limits.files {
            return Err(self.exceeded(span, "the patch has too many files", self.limits.files));
        }
        Ok(())
    }

    /// Whether a hunk has been read.
    pub(super) fn has_hunks(&self) -> bool {
        self.tally.hunks > 0
    }

    /// How many lines a hunk may still have.
    pub(super) fn lines_left(&self) -> usize {
        self.limits.lines.min(Limits::MOST_LINES).saturating_sub(self.tally.lines)
    }

    /// Reads a line outside the patch: wrapping or text. Blank lines are not worth a note.
    ///
    /// Notes count against the limit of lines: they take memory, too.
    pub(super) fn outside(&mut self, line: &Line<'a>) -> Result<(), ParseError> {
        match self.wrapping.read(line) {
            Some(Wrap::OpensFence) => self.forgive(DiagnosticKind::CodeFence, line.span),
            Some(Wrap::OpensTag) => self.forgive(DiagnosticKind::Tag, line.span),
            Some(Wrap::OpensHeredoc) => {
                self.command.open(line);
                self.forgive(DiagnosticKind::Heredoc, line.span);
            }
            Some(Wrap::ClosesHeredoc) => self.command.close(line),
            Some(Wrap::Closes) => self.command = Command::default(),
            None if line.is_blank() => {}
            None => {
                if let Some(rule) = self.command.read(line) {
                    return Err(self.error_at(Code::WrongPatchFormat, line, rule));
                }
                self.ignore_text(line.span);
            }
        }
        self.check_lines(self.diagnostics.len(), line.span)
    }

    /// Notes ignored text; consecutive lines make one note.
    fn ignore_text(&mut self, span: Span) {
        if let Some(last) = self.diagnostics.last_mut()
            && last.kind == DiagnosticKind::TextIgnored
            && last.span.end == span.start
        {
            last.span = last.span.to(span);
            return;
        }
        self.forgive(DiagnosticKind::TextIgnored, span);
    }

    /// Notes that the patch does not end in a newline, if so.
    pub(super) fn note_missing_final_newline(&mut self) {
        let source = self.cursor.source();
        if source.last().is_some_and(|byte| *byte != b'\n') {
            let end = Span { start: source.len(), end: source.len(), line: self.cursor.line };
            self.forgive(DiagnosticKind::MissingFinalNewline, end);
        }
    }
}
