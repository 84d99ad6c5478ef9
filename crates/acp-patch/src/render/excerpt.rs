//! A piece of the patch, line numbers beside it, the guilty line marked.

use std::fmt::Write as _;

use bstr::ByteSlice;
use patch_apply::visible;

use super::lines::Line;
use super::style::{ERROR, GUTTER};

/// The longest line shown, in characters.
const WIDTH: usize = 120;

/// How many characters are shown of a long line before the one that is pointed at.
const LEAD: usize = 60;

/// Lines of a text to show.
pub(super) struct Excerpt<'s> {
    /// What the text is called.
    pub(super) name: &'s str,
    /// In order; where numbers are skipped, there are dots.
    pub(super) lines: Vec<Line<'s>>,
    /// The number of the line to point at.
    pub(super) marked: Option<usize>,
}

impl Excerpt<'_> {
    /// Appends the excerpt, for notes to follow; nothing where there is no line to show.
    pub(super) fn write(&self, out: &mut String) {
        if self.lines.is_empty() {
            return;
        }
        let width = self.gutter_width();
        let name = visible::path(self.name.as_bytes());
        let number = self.marked.or(self.lines.first().map(|line| line.number)).unwrap_or(0);
        put(out, format_args!("{:width$}{GUTTER}-->{GUTTER:#} {name}:{number}\n", ""));
        put(out, format_args!("{:width$} {GUTTER}|{GUTTER:#}\n", ""));
        let mut last: Option<usize> = None;
        for line in &self.lines {
            if last.is_some_and(|last| last + 1 < line.number) {
                put(out, format_args!("{GUTTER}...{GUTTER:#}\n"));
            }
            self.line(out, line, width);
            last = Some(line.number);
        }
        put(out, format_args!("{:width$} {GUTTER}|{GUTTER:#}\n", ""));
    }

    /// Appends the lines alone. Of the marked one the character that so many precede is
    /// pointed at, and of a long one the part around it is shown.
    pub(super) fn write_lines(&self, out: &mut String, before: usize) {
        let width = self.gutter_width();
        put(out, format_args!("{:width$} {GUTTER}|{GUTTER:#}\n", ""));
        for line in &self.lines {
            if Some(line.number) != self.marked {
                self.line(out, line, width);
                continue;
            }
            let (lead, rest) = around(line.text, before);
            let gutter = format!("{:width$} {GUTTER}|{GUTTER:#}", "");
            put(out, format_args!("{GUTTER}{:>width$} |{GUTTER:#} {lead}{rest}\n", line.number));
            let blank: String = lead.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            put(out, format_args!("{gutter} {blank}{ERROR}^{ERROR:#}\n"));
        }
        put(out, format_args!("{:width$} {GUTTER}|{GUTTER:#}\n", ""));
    }

    /// Appends one line of a note that belongs to the excerpt.
    pub(super) fn note(&self, out: &mut String, name: &str, text: &str) {
        note(out, self.gutter_width(), name, text);
    }

    fn gutter_width(&self) -> usize {
        self.lines.iter().map(|line| line.number).max().unwrap_or(0).max(1).ilog10() as usize + 1
    }

    fn line(&self, out: &mut String, line: &Line<'_>, width: usize) {
        let text = visible::line(line.text).limit(WIDTH).to_string();
        let text = text.trim_end_matches(' ');
        let space = if text.is_empty() { "" } else { " " };
        put(out, format_args!("{GUTTER}{:>width$} |{GUTTER:#}{space}{text}\n", line.number));
        if Some(line.number) == self.marked {
            let mark = mark(text);
            let gutter = format!("{:width$} {GUTTER}|{GUTTER:#}", "");
            put(out, format_args!("{gutter} {ERROR}{mark}{ERROR:#}\n"));
        }
    }
}

/// Appends one line of a note: `  = hint: …`.
pub(super) fn note(out: &mut String, width: usize, name: &str, text: &str) {
    put(out, format_args!("{:width$} {GUTTER}={GUTTER:#} {name}: {text}\n", ""));
}

/// A line in two parts, the first of so many characters; what is long is cut.
fn around(line: &[u8], before: usize) -> (String, String) {
    let at = line.char_indices().nth(before).map_or(line.len(), |(start, ..)| start);
    let (lead, rest) = line.split_at_checked(at).unwrap_or((line, &[]));
    let cut = before.saturating_sub(LEAD);
    let start = lead.char_indices().nth(cut).map_or(0, |(start, ..)| start);
    let dots = if cut > 0 { "…" } else { "" };
    let lead = visible::line(lead.get(start..).unwrap_or_default());
    let rest = visible::line(rest.trim_ascii_end()).limit(WIDTH - LEAD);
    (format!("{dots}{lead}"), rest.to_string())
}

/// Carets below `text`, tabs kept so that they are below what they mark.
fn mark(text: &str) -> String {
    if text.is_empty() {
        return "^".to_owned();
    }
    text.chars().map(|c| if c == '\t' { '\t' } else { '^' }).collect()
}

/// Appends formatted text.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail, and the arguments are strings and numbers.
    let _ = out.write_fmt(text);
}
