//! Rewrites one added line, by the value that the rest of this folder works out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::characters::no_break::in_plain_blanks;
use super::characters::runs::Runs;
use super::characters::signs::Signs;
use crate::indent::halves::{in_blanks, in_tabs};
use crate::indent::indentation::Indentation;
use crate::indent::margins::{Margins, is_of_blanks, without_blanks};
use crate::indent::stops::with_stops;
use crate::text::blanks::{without_indentation, without_trailing_blanks};

/// How added lines are rewritten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    pub(super) signs: Signs,
    pub(super) runs: Runs,
    /// Which blanks at the start of a line are its indentation,
    pub(super) margins: Margins,
    /// how that in the file comes from it,
    pub(super) indentation: Indentation,
    /// or, for lines that replace others one by one, what it is: by the line, its end trimmed,
    pub(super) partners: BTreeMap<Vec<u8>, Vec<u8>>,
    /// and what it is written in.
    pub(super) tabs: Tabs,
    /// An added line of blanks alone is written empty.
    pub(super) empties_blank_lines: bool,
    /// Blanks at the end of a line are removed.
    pub(super) trims_ends: bool,
    /// No-break spaces at the start of a line are blanks.
    pub(super) has_plain_blanks: bool,
    /// What it was inferred from: the indentations of the old lines in the patch and in the file.
    pub(super) shown: BTreeSet<(Vec<u8>, Vec<u8>)>,
}

/// What the columns of an indentation are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tabs {
    /// What the rule of the indentation says.
    #[default]
    Ruled,
    /// The rule is about columns, of which the file has eight as a tab.
    Half,
    /// A tab of the patch is so many columns, and the file has only spaces.
    Columns(usize),
}

impl fmt::Display for Mapping {
    /// The rules found, as in `indentation: 2 -> 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let if_so = |is_so: bool, rule: &str| if is_so { rule.to_owned() } else { String::new() };
        let mut rules = vec![
            self.indentation.to_string(),
            if_so(!self.partners.is_empty(), "indentation: that of the replaced line"),
            self.runs.to_string(),
            self.signs.to_string(),
            self.tabs.to_string(),
            if_so(self.empties_blank_lines, "lines of blanks: empty"),
            if_so(self.trims_ends, "blanks at the end: none"),
            if_so(self.has_plain_blanks, "no-break spaces: blanks"),
        ];
        rules.retain(|rule| !rule.is_empty());
        f.write_str(&rules.join(", "))
    }
}

impl fmt::Display for Tabs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ruled => Ok(()),
            Self::Half => f.write_str("half tabs"),
            Self::Columns(width) => write!(f, "tabs: {width} blanks"),
        }
    }
}

impl Mapping {
    /// Writes lines that are nothing but blanks as empty lines.
    pub(crate) fn empty_blank_lines(&mut self) {
        self.empties_blank_lines = true;
    }

    /// Writes lines without the blanks at their ends.
    pub(crate) fn trim_ends(&mut self) {
        self.trims_ends = true;
    }

    /// Whether added lines stay as they are in the patch.
    pub fn is_same(&self) -> bool {
        self.signs.is_same()
            && self.runs.is_same()
            && self.indentation.is_same()
            && self.partners.is_empty()
            && self.tabs == Tabs::Ruled
            && !self.empties_blank_lines
            && !self.trims_ends
            && !self.has_plain_blanks
    }

    /// Whether the characters of added lines stay as they are in the patch.
    pub(crate) fn has_same_signs(&self) -> bool {
        self.signs.is_same()
    }

    /// Whether HTML escapes in added lines become what they mean.
    pub(crate) fn undoes_escapes(&self) -> bool {
        self.signs.undoes_escapes()
    }

    /// An added line as the file would have it.
    pub(crate) fn line(&self, text: &[u8]) -> Vec<u8> {
        let plain = self.has_plain_blanks.then(|| in_plain_blanks(text));
        let text = self.signs.apply_or_keep(plain.as_deref().unwrap_or(text));
        let mut text = self.runs.apply(&text).unwrap_or(text);
        if self.trims_ends {
            text.truncate(without_trailing_blanks(&text).len());
        }
        if without_indentation(&text).1.is_empty() {
            let text = self.indentation.blank_line(text);
            let is_emptied = self.empties_blank_lines && is_of_blanks(&text);
            return if is_emptied { without_blanks(&text).to_vec() } else { text };
        }
        match self.tabs {
            Tabs::Ruled => self.indented(text),
            Tabs::Half => in_tabs(&self.indented(in_blanks(&text))),
            Tabs::Columns(width) => with_stops(&text, width),
        }
    }

    /// A line with words, in the indentation of the file.
    fn indented(&self, text: Vec<u8>) -> Vec<u8> {
        let Some(indent) = self.margins.indent(&text) else { return text };
        let partner = self.partners.get(without_trailing_blanks(&text)).cloned();
        match partner.or_else(|| self.indentation.apply(indent)) {
            Some(new) => [&*new, text.get(indent.len()..).unwrap_or_default()].concat(),
            None => text,
        }
    }
}
