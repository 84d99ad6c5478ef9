//! Shows a piece of the patch with line numbers, the guilty line marked.

use bstr::ByteSlice;

use crate::render::palette::Palette;
use crate::visible;

use super::lines::Line;
use super::page::Page;

/// The longest line shown, in characters.
const WIDTH: usize = 120;

/// How many characters are shown of a long line before the one that is pointed at.
const LEAD: usize = 60;

/// Lines of a text to show.
pub(super) struct Excerpt<'s> {
    /// The name of the text.
    pub(super) name: &'s str,
    /// In order; dots show where numbers are skipped.
    pub(super) lines: Vec<Line<'s>>,
    /// The number of the line to point at.
    pub(super) marked: Option<usize>,
}

impl Excerpt<'_> {
    /// Appends the excerpt, for remarks to follow; nothing if there is no line to show.
    pub(super) fn write(&self, page: &mut Page) {
        if self.lines.is_empty() {
            return;
        }
        let (width, gutter) = (self.gutter_width(), page.palette.gutter);
        let name = visible::path(self.name.as_bytes());
        let number = self.marked.or(self.lines.first().map(|line| line.number)).unwrap_or(0);
        page.line(format_args!("{:width$}{gutter}-->{gutter:#} {name}:{number}", ""));
        page.line(format_args!("{:width$} {gutter}|{gutter:#}", ""));
        let mut last: Option<usize> = None;
        for line in &self.lines {
            if last.is_some_and(|last| last + 1 < line.number) {
                page.line(format_args!("{gutter}...{gutter:#}"));
            }
            self.line(page, line, width);
            last = Some(line.number);
        }
        page.line(format_args!("{:width$} {gutter}|{gutter:#}", ""));
    }

    /// Appends the lines alone. In the marked one, a caret points at the character after so many
    /// others; if it is long, only the part around that is shown.
    pub(super) fn write_lines(&self, page: &mut Page, before: usize) {
        let width = self.gutter_width();
        let Palette { error, gutter, .. } = page.palette;
        page.line(format_args!("{:width$} {gutter}|{gutter:#}", ""));
        for line in &self.lines {
            if Some(line.number) != self.marked {
                self.line(page, line, width);
                continue;
            }
            let (lead, rest) = around(line.text, before);
            page.line(format_args!("{gutter}{:>width$} |{gutter:#} {lead}{rest}", line.number));
            let blank: String = lead.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let rule = format!("{:width$} {gutter}|{gutter:#}", "");
            page.line(format_args!("{rule} {blank}{error}^{error:#}"));
        }
        page.line(format_args!("{:width$} {gutter}|{gutter:#}", ""));
    }

    /// Appends one line of a remark that belongs to the excerpt.
    pub(super) fn remark(&self, page: &mut Page, name: &str, text: &str) {
        page.remark(self.gutter_width(), name, text);
    }

    fn gutter_width(&self) -> usize {
        self.lines.iter().map(|line| line.number).max().unwrap_or(0).max(1).ilog10() as usize + 1
    }

    fn line(&self, page: &mut Page, line: &Line<'_>, width: usize) {
        let Palette { error, gutter, .. } = page.palette;
        let text = visible::line(line.text).limit(WIDTH).to_string();
        let text = text.trim_end_matches(' ');
        let space = if text.is_empty() { "" } else { " " };
        page.line(format_args!("{gutter}{:>width$} |{gutter:#}{space}{text}", line.number));
        if Some(line.number) == self.marked {
            let (mark, rule) = (mark(text), format!("{:width$} {gutter}|{gutter:#}", ""));
            page.line(format_args!("{rule} {error}{mark}{error:#}"));
        }
    }
}

/// A line in two parts, the first of so many characters; long parts are cut.
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
