//! Infers from the old lines of a hunk how its added lines are written.

use std::collections::BTreeSet;

use patch_parse::{Hunk, HunkLine, LineKind, Newline};

use super::added::Added;
use super::columns::{Columns, tab_width};
use super::fit::Written;
use super::moved::{shows_moved_block, shows_removed_as_added};
use super::old::Old;
use super::replaced::Changes;
use super::seams::Seams;
use super::{aligned, choice};
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::is_of_blanks;
use crate::indent::{pair, rules};
use crate::mapping::Mapping;
use crate::mapping::characters::runs::Runs;
use crate::mapping::characters::signs::Signs;
use crate::mapping::lines::facing::Facing;
use crate::mapping::lines::literals::is_literal_changed;
use crate::mapping::rewrite::Tabs;
use crate::place::rung::Rung;
use crate::text::blanks::without_indentation;
use crate::{Cause, Placement};

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
        if place.is_whole()
            && place.rung.maps_added_lines()
            && shows_moved_block(hunk, lines_at(place, file))
        {
            return Err(Cause::UnmarkedMove);
        }
        if hunk.lines.added_count() == 0 {
            return Ok(Self::default());
        }
        if place.rung == Rung::OuterContext {
            return Self::of_outer(hunk, place, (front, file));
        }
        if !place.rung.maps_added_lines() {
            return Ok(Self::default());
        }
        if Self::adds_as_shown(hunk, place, file) {
            return Ok(Self::default());
        }
        if let Some(columns) = Columns::of(hunk, place, (front, file), around) {
            return Self::of_columns(hunk, place, &columns);
        }
        Self::of_loose(hunk, place, (front, file), around).or_else(|cause| {
            let width = tab_width(hunk, &lines_at(place, file));
            let columns = width.map(|it| Self { tabs: Tabs::Columns(it), ..Self::default() });
            columns.or_else(|| Self::of_partners(hunk, place, file)).ok_or(cause)
        })
    }

    /// Whether the removed lines of a hunk are indented otherwise than in the file only because they
    /// are shown as they are added again; `file` is the text from the place on.
    pub(crate) fn adds_as_shown(hunk: &Hunk<'_>, place: &Placement, file: &[u8]) -> bool {
        place.rung == Rung::Indentation
            && place.is_whole()
            && shows_removed_as_added(hunk, lines_at(place, file))
    }

    /// The mapping of a hunk whose old lines show no rule, and whose added lines replace others one
    /// by one: each gets the indentation of what it replaces.
    fn of_partners(hunk: &Hunk<'_>, place: &Placement, file: &[u8]) -> Option<Self> {
        let old = Old::of(hunk, lines_at(place, file));
        let runs = old.runs();
        let lines = added_lines(hunk, &old.signs, runs)?;
        let facing = Facing::of(hunk, file, old.margins);
        let partners = Changes::of(hunk, &facing, &lines).partners()?;
        let (shown, margins) = (pair::shown(&old.pairs()), old.margins);
        Some(Self { signs: old.signs, runs, margins, partners, shown, ..Self::default() })
    }

    /// The mapping of a hunk that matched loosely in a file in half tabs.
    fn of_columns(
        hunk: &Hunk<'_>,
        place: &Placement,
        Columns { front, file, around }: &Columns,
    ) -> Result<Self, Cause> {
        let lines = Columns::lines_of(hunk);
        let in_columns = Columns::with_lines(hunk, &lines);
        let around = Around::new(around);
        let found = Self::of_loose(&in_columns, place, (front, file), &around)?;
        let mapping = Self { tabs: Tabs::Half, shown: BTreeSet::default(), ..found };
        let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let is_other = added.any(|line| mapping.line(line.text) != **line.text);
        Ok(if is_other { mapping } else { Self::default() })
    }

    /// The mapping of a hunk that matched loosely.
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
        let rule = rule.filter(|rule| !seams.leaves_siblings(rule));
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

    /// What a hunk that adds nothing shows about its patch: its characters, and the one rule of its
    /// indentation.
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

    /// Whether all old lines with words, two at least, end in blanks, as does an added one, and no
    /// line of the file that they face does.
    pub(crate) fn has_stray_ends(hunk: &Hunk<'_>, place: &Placement, file: &[u8]) -> bool {
        let is_worded = |line: &HunkLine<'_>| !without_indentation(line.text).1.is_empty();
        let ends_so = |text: &[u8]| matches!(text.last(), Some(b' ' | b'\t'));
        let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        if place.rung == Rung::Exact || !added.any(|line| is_worded(&line) && ends_so(line.text)) {
            return false;
        }
        let mut old = hunk.old_lines().skip(place.dropped_before).zip(lines_at(place, file));
        let worded = || old.clone().filter(|(line, _)| is_worded(line));
        worded().count() > 1
            && worded().all(|(line, _)| ends_so(line.text))
            && old.all(|(_, own)| !ends_so(Newline::split(own).0))
    }

    /// Whether a hunk that matched loosely adds lines of nothing but blanks, while the file around
    /// has none.
    pub(crate) fn has_stray_blanks(hunk: &Hunk<'_>, rung: Rung, around: &Around<'_>) -> bool {
        let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        rung.maps_added_lines()
            && added.any(|line| is_of_blanks(line.text))
            && !around.has_line_of_blanks()
    }
}

/// The lines of the file that a placed hunk faces; the text is that from the place on.
fn lines_at<'f>(
    place: &Placement,
    file: &'f [u8],
) -> impl Iterator<Item = &'f [u8]> + Clone + use<'f> {
    file.split_inclusive(|byte| *byte == b'\n').take(place.line_count)
}

/// All added lines with the signs of the file; `None` if the old lines leave open how one is
/// written.
fn added_lines(hunk: &Hunk<'_>, signs: &Signs, runs: Runs) -> Option<Vec<Vec<u8>>> {
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    added.map(|line| signs.apply(line.text).and_then(|text| runs.apply(&text))).collect()
}
