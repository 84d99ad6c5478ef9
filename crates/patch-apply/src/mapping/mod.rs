//! How what a patch writes maps to what the file has: the added lines of a hunk that was matched
//! loosely are written through the mapping that its old lines show.
//!
//! [`signs`] is about characters (typographic quotes, odd spaces, escapes), [`letters`] about
//! accents, [`runs`] about the
//! blanks inside of lines, [`indentation`] about those at their start: [`rules`] has the rules that
//! old lines show, [`choice`] takes the one that is meant, [`others`] asks the other hunks.
//! [`margins`] is about which blanks count, [`units`] and [`steps`] about the steps that they are
//! in, [`nested`] about what is in what, [`replaced`] about what is in the place of what, [`fit`]
//! about what is in no step, [`seams`] about where what is written
//! meets what is kept, [`short`] about lines that lack a blank, [`blank`] and [`insertion`] about
//! those that have one too many ([`code`] about which are no prose), [`tabs`] about blanks that are to be
//! tabs, and nothing beside them shows it, [`literals`] about those that are content, [`columns`]
//! about files in half tabs, and patches in tabs of several columns, [`aligned`] about lines that
//! are where a bracket is. [`damaged`]
//! is about added lines beside old ones that are as the file has them: [`trimmed`] about lost
//! indentation, [`off`] about one blank, [`outside`] about what leaves its block, [`odd`] about characters that are no code (in a file as a [`whole`]), in each [`change`] that is not
//! [`inside`] a text, [`python`] about what Python cannot read by its [`layout`]. Where the old lines do not tell, the hunk is refused: an added line is never
//! written as it is in the patch while the lines around it had to be read otherwise.

mod added;
mod aligned;
mod backslashes;
mod blank;
mod change;
mod choice;
mod code;
mod columns;
mod damaged;
mod facing;
mod fit;
mod flat;
mod gap;
mod insertion;
mod inside;
mod layout;
mod letters;
mod literals;
mod nested;
mod odd;
mod off;
mod old;
mod others;
mod outer;
mod outside;
mod python;
mod replaced;
mod runs;
mod seams;
mod short;
mod signs;
mod steps;
mod tabs;
mod trimmed;
mod whole;

use std::collections::BTreeSet;
use std::fmt;

use patch_parse::{Hunk, LineKind};

use self::added::Added;
use self::columns::{Columns, tab_width, with_stops};
pub(crate) use self::damaged::{adds_odd, may_be_damaged};
use self::facing::{Facing, first_worded, last_worded};
use self::fit::Written;
use self::insertion::Insertion;
use self::literals::is_literal_changed;
use self::old::Old;
pub(crate) use self::others::Shown;
pub(crate) use self::python::{Piece, may_be_python, misplaced};
use self::runs::Runs;
use self::seams::Seams;
use self::signs::Signs;
pub(crate) use self::tabs::are_blanks_open;
pub(crate) use self::whole::Whole;
pub(crate) use crate::indent::around::Around;
use crate::indent::halves::{in_blanks, in_tabs};
use crate::indent::indentation::Indentation;
use crate::indent::margins::{Margins, is_of_blanks, without_blanks};
use crate::indent::{pair, rules};
use crate::place::rung::Rung;
use crate::text::blanks::without_indentation;
use crate::{Cause, Placement};

/// How added lines were written otherwise than in the patch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    signs: Signs,
    runs: Runs,
    margins: Margins,
    indentation: Indentation,
    /// The rule is about columns, of which the file has eight as a tab.
    is_in_half_tabs: bool,
    /// Tabs are so many columns, and the file has blanks alone.
    tab_width: Option<usize>,
    /// An added line of blanks alone is written empty.
    empties_blank_lines: bool,
    /// No-break spaces at the start of a line are blanks.
    has_plain_blanks: bool,
    /// What the old lines show: the indentations that they have in the patch and in the file.
    shown: BTreeSet<(Vec<u8>, Vec<u8>)>,
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

/// Whether a hunk whose old lines are as the file has them may have a blank too many in front of
/// what it adds; `None` where it does not say.
pub(crate) fn may_be_blank_off(hunk: &Hunk<'_>) -> Option<bool> {
    insertion::may_be_off(hunk)
}

impl Mapping {
    /// What the old lines of a hunk show where they match the file; `file` is the file's text up to
    /// the place and from there on, `around` what surrounds it.
    ///
    /// # Errors
    ///
    /// The cause for which the added lines cannot be written.
    pub(crate) fn of(
        hunk: &Hunk<'_>,
        place: &Placement,
        (front, file): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Result<Self, Cause> {
        if hunk.lines.added_count() == 0 {
            return Ok(Self::default());
        }
        if place.rung == Rung::OuterContext {
            return Self::of_outer(hunk, place, (front, file));
        }
        if !place.rung.maps_added_lines() {
            return Ok(Self::default());
        }
        if let Some(columns) = Columns::of(hunk, place, (front, file), around) {
            return Self::of_columns(hunk, place, &columns);
        }
        Self::of_loose(hunk, place, (front, file), around).or_else(|cause| {
            let width = tab_width(hunk, &lines_at(place, file)).ok_or(cause)?;
            Ok(Self { tab_width: Some(width), ..Self::default() })
        })
    }

    /// Of a hunk that was matched loosely in a file in half tabs.
    fn of_columns(
        hunk: &Hunk<'_>,
        place: &Placement,
        Columns { front, file, around }: &Columns,
    ) -> Result<Self, Cause> {
        let lines = Columns::lines_of(hunk);
        let in_columns = Columns::with_lines(hunk, &lines);
        let around = Around::new(around);
        let found = Self::of_loose(&in_columns, place, (front, file), &around)?;
        let mapping = Self { is_in_half_tabs: true, shown: BTreeSet::default(), ..found };
        let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let is_other = added.any(|line| mapping.line(line.text) != **line.text);
        Ok(if is_other { mapping } else { Self::default() })
    }

    /// Of a hunk that was matched loosely.
    fn of_loose(
        hunk: &Hunk<'_>,
        place: &Placement,
        (front, file): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Result<Self, Cause> {
        let old = Old::of(hunk, lines_at(place, file));
        let (pairs, runs) = (old.pairs(), old.runs());
        let lines = added_lines(hunk, &old.signs, runs).ok_or(Cause::UnmappedCharacters)?;
        let facing = Facing::of(hunk, file, old.margins);
        let added = Added::of(hunk, &lines, front, &facing, around);
        let rule = choice::of(&pairs, &added, around);
        let seams = Seams { hunk, lines: &lines, front, facing: &facing, pairs: &pairs };
        let rule = rule.and_then(|rule| seams.mended(rule, &added));
        let rule = rule.ok_or(Cause::UnmappedIndentation)?;
        let written = Written { rule: &rule, lines: &lines, added: &added, pairs: &pairs, around };
        if written.is_unfit() || is_literal_changed(hunk, &lines, old.margins, &rule) {
            return Err(Cause::UnmappedIndentation);
        }
        let (shown, margins) = (pair::shown(&pairs), old.margins);
        let rule = aligned::kept(rule, &lines, margins).ok_or(Cause::UnmappedIndentation)?;
        let signs = old.signs;
        Ok(Self { signs, runs, margins, indentation: rule, shown, ..Self::default() })
    }

    /// What a hunk that adds nothing shows of how its patch is written: its characters, and the one
    /// rule of its indentation.
    pub(crate) fn of_removal(hunk: &Hunk<'_>, place: &Placement, file: &[u8]) -> Option<Self> {
        if hunk.lines.added_count() > 0 || !place.rung.maps_added_lines() {
            return None;
        }
        let old = Old::of(hunk, lines_at(place, file));
        let pairs = old.pairs();
        // Removed lines have the marks of added ones.
        let removed = pairs.iter().filter(|pair| pair.kind == LineKind::Remove).copied();
        let of_marks = || {
            let rules = rules::of(&removed.collect::<Vec<_>>());
            rules.into_iter().find(Indentation::is_blank_too_many)
        };
        let indentation = rules::only(&pairs).or_else(of_marks).unwrap_or_default();
        let (shown, margins) = (pair::shown(&pairs), old.margins);
        let mapping = Self { signs: old.signs, margins, indentation, shown, ..Self::default() };
        (!mapping.is_same()).then_some(mapping)
    }

    /// Of a hunk whose old lines are as the file has them, and which removes none: where its added
    /// lines are one blank too deep for the place, which says so itself; and how many lines tell
    /// so.
    pub(crate) fn by_place(
        hunk: &Hunk<'_>,
        (front, behind): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Option<(Self, usize)> {
        let before = last_worded(front, Margins::default());
        let insertions = Insertion::of(hunk, [before, first_worded(behind)], around)?;
        let is_off =
            |lines: &Insertion<'_>| lines.is_blank_off(around) && lines.is_moved_by_place(around);
        let is_meant = hunk.old_lines().next().is_some() && insertions.iter().all(is_off);
        let indentation = Indentation::Out(b" ".to_vec());
        let mapping = Self { margins: Margins::of_exact(hunk), indentation, ..Self::default() };
        is_meant.then(|| (mapping, insertions.iter().map(|lines| lines.weight(around)).sum()))
    }

    /// Whether a hunk that was matched loosely adds lines of blanks alone, of which there are none
    /// around.
    pub(crate) fn has_stray_blanks(hunk: &Hunk<'_>, rung: Rung, around: &Around<'_>) -> bool {
        let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        rung.maps_added_lines()
            && added.any(|line| is_of_blanks(line.text))
            && !around.has_line_of_blanks()
    }

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
        let plain = self.has_plain_blanks.then(|| odd::in_plain_blanks(text));
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

/// The lines of the file that a placed hunk faces; the text is that from the place on.
fn lines_at<'f>(
    place: &Placement,
    file: &'f [u8],
) -> impl Iterator<Item = &'f [u8]> + Clone + use<'f> {
    file.split_inclusive(|byte| *byte == b'\n').take(place.line_count)
}

/// All added lines with the signs of the file; `None` where one has what no old line shows.
fn added_lines(hunk: &Hunk<'_>, signs: &Signs, runs: Runs) -> Option<Vec<Vec<u8>>> {
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    added.map(|line| signs.apply(line.text).and_then(|text| runs.apply(&text))).collect()
}
