//! Builds text in the styles of its reader.

use std::fmt::{Arguments, Write as _};

use anstyle::Style;
use patch_parse::{Code, Operation};

use crate::note::Note;
use crate::render::palette::Palette;
use crate::visible::{self, Visible};

use super::options::ForPerson;

/// The most notes shown; the values have them all.
const MOST_NOTES: usize = 50;

/// Digits of the greatest number.
const MOST_DIGITS: usize = 20;

/// Text that grows.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) palette: Palette,
    text: String,
}

impl Page {
    pub(super) fn new(palette: Palette) -> Self {
        Self { palette, text: String::new() }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Forgets the text, which was handed on.
    pub(super) fn clear(&mut self) {
        self.text.clear();
    }

    /// Appends text and ends the line.
    pub(super) fn line(&mut self, text: Arguments<'_>) {
        // Writing to a string cannot fail, and the arguments are strings and numbers.
        let _ = writeln!(self.text, "{text}");
    }

    pub(super) fn blank(&mut self) {
        self.text.push('\n');
    }

    /// Appends text to the line. A patch has very many hunks: a call of the formatter for each
    /// piece of their lines would be most of the work.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends text from a patch or a file to the line.
    pub(super) fn push_visible(&mut self, text: Visible<'_>) {
        match text.plain() {
            Some(text) => self.push(text),
            None => {
                let _ = write!(self.text, "{text}");
            }
        }
    }

    /// Appends a number to the line.
    pub(super) fn push_number(&mut self, number: u64) {
        let mut digits = [0; MOST_DIGITS];
        let (mut rest, mut count) = (number, 0);
        for slot in digits.iter_mut().rev() {
            *slot = b'0' + (rest % 10) as u8;
            (rest, count) = (rest / 10, count + 1);
            if rest == 0 {
                break;
            }
        }
        let digits = digits.get(MOST_DIGITS - count..).unwrap_or_default();
        self.push(std::str::from_utf8(digits).unwrap_or_default());
    }

    /// Appends to the line what `push` appends, in a style.
    pub(super) fn push_styled(&mut self, style: Style, push: impl FnOnce(&mut Self)) {
        if style.is_plain() {
            return push(self);
        }
        let _ = write!(self.text, "{style}");
        push(self);
        let _ = write!(self.text, "{style:#}");
    }

    /// Appends `(+3 -1)` to the line: lines added and removed.
    pub(super) fn push_counts(&mut self, [plus, minus]: [usize; 2]) {
        let Palette { added, removed, .. } = self.palette;
        let signed = |sign, number| {
            move |page: &mut Self| {
                page.push(sign);
                page.push_number(number as u64);
            }
        };
        self.push("(");
        self.push_styled(added, signed("+", plus));
        self.push(" ");
        self.push_styled(removed, signed("-", minus));
        self.push(")");
    }

    /// Appends `error[code]: path: message`.
    pub(super) fn title(&mut self, code: Code, path: &[u8], message: &str) {
        let Palette { error, title, .. } = self.palette;
        let colon = if path.is_empty() { "" } else { ": " };
        let path = visible::path(path).limit(200);
        let message = visible::line(message.as_bytes());
        self.line(format_args!(
            "{error}error[{code}]{error:#}{title}: {path}{colon}{message}{title:#}"
        ));
    }

    /// Appends the last line: `error: …`.
    pub(super) fn summary(&mut self, text: &str) {
        let error = self.palette.error;
        self.line(format_args!("{error}error{error:#}: {text}"));
    }

    /// Appends a remark to an excerpt whose numbers are so wide: `  = hint: …`.
    pub(super) fn remark(&mut self, width: usize, name: &str, text: &str) {
        let gutter = self.palette.gutter;
        self.line(format_args!("{:width$} {gutter}={gutter:#} {name}: {text}", ""));
    }

    /// Appends a note: `note: …`.
    pub(super) fn note(&mut self, text: Arguments<'_>) {
        let note = self.palette.note;
        self.line(format_args!("{note}note{note:#}: {text}"));
    }

    /// Appends how many more there are than were shown, if any.
    pub(super) fn rest(&mut self, count: usize, shown: usize, options: &ForPerson<'_>) {
        let Some(more) = count.checked_sub(shown).filter(|more| *more > 0) else { return };
        match options.rest {
            Some(rest) => self.note(format_args!("{more} more; {rest}")),
            None => self.note(format_args!("{more} more")),
        }
    }

    /// Appends what was forgiven, and where.
    pub(super) fn notes<'n>(
        &mut self,
        notes: impl Iterator<Item = &'n Note> + Clone,
        options: &ForPerson<'_>,
    ) {
        let name = visible::path(options.name.as_bytes());
        for note in notes.clone().take(MOST_NOTES) {
            let message = note.kind.to_string();
            let message = visible::line(message.as_bytes());
            match note.patch_line {
                0 => self.note(format_args!("{message}")),
                line => self.note(format_args!("{name}:{line}: {message}")),
            }
        }
        self.rest(notes.count(), MOST_NOTES, options);
    }

    /// Appends a file: `M src/main.rs (+3 -1)`, `R old -> new (+0 -0)`.
    pub(super) fn file(
        &mut self,
        operation: Operation,
        old_path: Option<&[u8]>,
        path: &[u8],
        counts: [usize; 2],
    ) {
        self.push(operation.letter().encode_utf8(&mut [0; 1]));
        self.push(" ");
        if let Some(old) = old_path {
            self.push_visible(visible::path(old));
            self.push(" -> ");
        }
        self.push_visible(visible::path(path));
        self.push(" ");
        self.push_counts(counts);
        self.blank();
    }
}
