//! How an added line is rewritten: what all the rest of this folder finds.

use std::collections::BTreeSet;
use std::fmt;

use super::characters::no_break::in_plain_blanks;
use super::characters::runs::Runs;
use super::characters::signs::Signs;
use crate::indent::halves::{in_blanks, in_tabs};
use crate::indent::indentation::Indentation;
use crate::indent::margins::{Margins, is_of_blanks, without_blanks};
use crate::indent::stops::with_stops;
use crate::text::blanks::without_indentation;

/// How added lines were written otherwise than in the patch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    pub(super) signs: Signs,
    pub(super) runs: Runs,
    pub(super) margins: Margins,
    pub(super) indentation: Indentation,
    /// The rule is about columns, of which the file has eight as a tab.
    pub(super) is_in_half_tabs: bool,
    /// Tabs are so many columns, and the file has blanks alone.
    pub(super) tab_width: Option<usize>,
    /// An added line of blanks alone is written empty.
    pub(super) empties_blank_lines: bool,
    /// No-break spaces at the start of a line are blanks.
    pub(super) has_plain_blanks: bool,
    /// What the old lines show: the indentations that they have in the patch and in the file.
    pub(super) shown: BTreeSet<(Vec<u8>, Vec<u8>)>,
}

impl fmt::Display for Mapping {
    /// The rules found, as in `indentation: 2 -> 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = if self.runs == Runs::Tab { "blanks inside: tab" } else { "" };
        let halves = if self.is_in_half_tabs { "half tabs" } else { "" };
        let tabs = self.tab_width.map_or_else(String::new, |width| format!("tabs: {width} blanks"));
        let empty = if self.empties_blank_lines { "lines of blanks: empty" } else { "" };
        let rules = [self.indentation.to_string(), runs.to_owned(), self.signs.to_string()];
        let plain = if self.has_plain_blanks { "no-break spaces: blanks" } else { "" };
        let others = [halves, empty, plain].map(str::to_owned);
        let rules = rules.into_iter().chain([tabs]).chain(others);
        let rules: Vec<_> = rules.filter(|rule| !rule.is_empty()).collect();
        f.write_str(&rules.join(", "))
    }
}

impl Mapping {
    /// Writes lines of blanks alone without these.
    pub(crate) fn empty_blank_lines(&mut self) {
        self.empties_blank_lines = true;
    }

    /// Whether added lines stay as they are in the patch.
    pub fn is_same(&self) -> bool {
        self.signs.is_same()
            && self.runs != Runs::Tab
            && self.indentation.is_same()
            && !self.is_in_half_tabs
            && self.tab_width.is_none()
            && !self.empties_blank_lines
            && !self.has_plain_blanks
    }

    /// Whether the characters of added lines stay as they are in the patch.
    pub(crate) fn has_same_signs(&self) -> bool {
        self.signs.is_same()
    }

    /// An added line as the file would have it.
    pub(crate) fn line(&self, text: &[u8]) -> Vec<u8> {
        let plain = self.has_plain_blanks.then(|| in_plain_blanks(text));
        let text = self.signs.apply_or_keep(plain.as_deref().unwrap_or(text));
        let text = self.runs.apply(&text).unwrap_or(text);
        if without_indentation(&text).1.is_empty() {
            let text = self.indentation.blank_line(text);
            let is_emptied = self.empties_blank_lines && is_of_blanks(&text);
            return if is_emptied { without_blanks(&text).to_vec() } else { text };
        }
        if let Some(width) = self.tab_width {
            return with_stops(&text, width);
        }
        if self.is_in_half_tabs {
            return in_tabs(&self.indented(in_blanks(&text)));
        }
        self.indented(text)
    }

    /// A line that has words in the indentation of the file.
    fn indented(&self, text: Vec<u8>) -> Vec<u8> {
        let Some(indent) = self.margins.indent(&text) else { return text };
        match self.indentation.apply(indent) {
            Some(new) => [&*new, text.get(indent.len()..).unwrap_or_default()].concat(),
            None => text,
        }
    }
}
