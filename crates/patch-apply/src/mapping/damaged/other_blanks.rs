//! Handles added lines indented with tabs in a file indented with spaces, and the other way round:
//! in a file indented with tabs alone, and in the rules of a Makefile, where only tabs are allowed.

use patch_parse::{Hunk, LineKind};

use super::whole::{Whole, is_markdown};
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::indent::units::Units;
use crate::mapping::Mapping;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::code::{goes_on, is_comment_line};
use crate::mapping::lines::facing::Facing;
use crate::mapping::lines::gap::{Gap, gaps};
use crate::mapping::lines::inside::may_open_text;
use crate::mapping::lines::makefile::{has_recipes, is_in_tabs, is_rule};
use crate::text::blocks::opens_block;
use crate::text::closers::{Closer, leaves_bracket_open, may_open};
use crate::text::words::is_item;

/// Whether a hunk has one kind of blank before added lines, and none before old ones but the other;
/// spaces also need an old line that has tabs.
pub(super) fn may_be_others(hunk: &Hunk<'_>) -> bool {
    let is_it = |own| begins(hunk, true, own) && !begins(hunk, false, own);
    is_it(b'\t') || (is_it(b' ') && begins(hunk, false, b'\t') && !begins(hunk, true, b'\t'))
}

/// Whether an added line, or an old one, begins with a blank.
fn begins(hunk: &Hunk<'_>, is_added: bool, blank: u8) -> bool {
    hunk.lines
        .iter()
        .any(|line| (line.kind == LineKind::Add) == is_added && line.text.first() == Some(&blank))
}

/// A hunk whose old lines match exactly and have one kind of blank, as do all lines around, while
/// its added ones have the other.
struct Beside<'c, 'l> {
    hunk: &'c Hunk<'l>,
    /// The file before the place, and from there on.
    sides: (&'c [u8], &'c [u8]),
    changes: &'c [Change<'c>],
    around: &'c Around<'c>,
    /// Nothing but the lines beside the added ones shows how many blanks a tab is.
    is_by_neighbours: bool,
}

impl Mapping {
    /// For a hunk whose old lines match exactly and have only spaces or only tabs, as do all lines
    /// around: the units that turn the other blanks of its added lines into these, if one for each
    /// step of the file fits at the place.
    pub(super) fn by_other_blanks(
        hunk: &Hunk<'_>,
        file: &Whole<'_>,
        sides: (&[u8], &[u8]),
        changes: &[Change<'_>],
        around: &Around<'_>,
    ) -> Option<Self> {
        let is_of_makefile = has_recipes(around);
        let is_recipe = |change: &Change<'_>| {
            change.before().is_some_and(|(indent, line)| {
                (indent.is_empty() && is_rule(line))
                    || (is_of_makefile && indent.starts_with(b"\t"))
            })
        };
        let is_tabbed = is_of_makefile || is_in_tabs(around);
        let is_of_rules = is_tabbed && changes.iter().all(is_recipe);
        let is_by_neighbours = !is_of_rules && begins(hunk, true, b' ');
        let beside = Beside { hunk, sides, changes, around, is_by_neighbours };
        if beside.has_text() || is_markdown(around) {
            return None;
        }
        if around.is_in(b' ', b'\t') {
            let unit = around.unit().filter(|unit| (2..=8).contains(unit))?;
            let margins = Margins::of_exact(hunk);
            let mut old = hunk.old_lines().filter_map(|line| margins.indent(line.text));
            let is_in_steps = old.all(|indent| indent.len().is_multiple_of(unit));
            let units = Units::of_steps([b'\t', b' '], [1, unit], [0, 0])?;
            return beside.mapping(units, unit).filter(|_| is_in_steps);
        }
        if !begins(hunk, false, b'\t') {
            return None;
        }
        // Below a rule only tabs are allowed; elsewhere both may be meant, but for files that have
        // no blanks. In a Makefile variables may be in blanks, never in tabs.
        let is_of_code = || !is_of_makefile && is_in_tabs(around) && file.is_in_tabs_alone();
        (is_of_rules || (is_of_code() && beside.is_certain())).then(|| beside.in_tabs())?
    }
}

impl Beside<'_, '_> {
    /// The tabs for the blanks of the added lines, if only one width of a tab lets these fit in.
    fn in_tabs(&self) -> Option<Mapping> {
        const STEPS: [usize; 4] = [2, 3, 4, 8];
        let of_step = |step| Units::of_steps([b' ', b'\t'], [step, 1], [0, 0]);
        let units = STEPS.into_iter().filter_map(of_step);
        let mut fitting = units.filter_map(|units| self.mapping(units, 1));
        let mapping = fitting.next()?;
        fitting.next().is_none().then_some(mapping)
    }

    /// Whether a string of several lines is changed, or begins.
    fn has_text(&self) -> bool {
        self.changes.iter().any(|change| {
            change.added.iter().any(|line| may_open_text(line) || line.starts_with(b"`"))
                || change.is_in_text()
        })
    }

    /// Whether all added lines are code, and none may be aligned with the line before, which goes
    /// on with it, but for what is in the bracket that a line ends in.
    fn is_certain(&self) -> bool {
        self.changes.iter().all(|change| {
            let added = worded(&change.added);
            let is_open = |line: &[u8]| !opens_block(line) && leaves_bracket_open(line);
            let is_aligned = |[(outer, line), (own, _)]: [(&[u8], &[u8]); 2]| {
                let line = line.trim_ascii_end();
                // Items are beside each other.
                let is_item =
                    line.ends_with(b",") && (own.len() <= outer.len() || outer.starts_with(b"\t"));
                let is_end = is_comment_line(line) || opens_block(line);
                !is_end && (is_open(line) || (goes_on(line) && !is_item))
            };
            let before = change.before().into_iter().chain(added.iter().copied());
            let mut pairs = before.zip(added.iter().copied());
            let is_text =
                added.iter().any(|(_, words)| words.starts_with(b"*") || words.starts_with(b"/*"));
            !is_text && !pairs.any(|(one, other)| is_aligned([one, other]))
        })
    }

    /// These units, if the added lines then have the steps of the file and fit in.
    fn mapping(&self, units: Units, unit: usize) -> Option<Mapping> {
        let margins = Margins::of_exact(self.hunk);
        let indentation = Indentation::Units(units);
        let added = self.hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let added: Vec<Vec<u8>> = added.map(|line| line.text.to_vec()).collect();
        let facing = Facing::of(self.hunk, self.sides.1, margins);
        let takes =
            |gap: &Gap<'_>| indentation.apply(gap.added).is_some_and(|indent| gap.takes(&indent));
        let is_in_place = |change: &Change<'_>| {
            is_in_place(change, &indentation)
                && is_in_steps(change, &indentation, unit)
                && !is_of_wide_tabs(change, unit)
                && (!self.is_by_neighbours || is_beside(change, &indentation))
        };
        let is_fit = self.changes.iter().all(is_in_place)
            && gaps(self.hunk, self.sides.0, &facing, &added, self.around).iter().all(takes);
        is_fit.then(|| Mapping { margins, indentation, ..Mapping::default() })
    }
}

/// Whether the resulting lines are each at most one step of the file deeper than the line before,
/// and none is in a rule of a Makefile, unless they get tabs.
fn is_in_steps(change: &Change<'_>, indentation: &Indentation, unit: usize) -> bool {
    let mut before = change.before().map(|(outer, line)| (outer.to_vec(), line));
    worded(&change.added).into_iter().enumerate().all(|(at, (indent, words))| {
        let Some(indent) = indentation.apply(indent) else { return false };
        let (outer, line) = before.take().unwrap_or_default();
        let most = outer.len() + if opens(line) { unit } else { 0 };
        let is_step = at == 0 || indent.len() <= most;
        let is_of_rule = outer.is_empty() && indent.starts_with(b" ") && is_rule(line);
        before = Some((indent, words));
        is_step && !is_of_rule
    })
}

/// Whether the next lines may be inside a line: it opens a block, or an item with more keys.
fn opens(line: &[u8]) -> bool {
    may_open(line) || is_item(line)
}

/// Whether the first added line of a change is as deep as a line next to it if a tab goes to the
/// next multiple of eight, and as none if a tab is one step of the file.
fn is_of_wide_tabs(change: &Change<'_>, unit: usize) -> bool {
    const WIDE: usize = 8;
    let added = worded(&change.added);
    let Some((first, _)) = added.first().filter(|(own, _)| own.starts_with(b"\t")) else {
        return false;
    };
    let removed = worded(&change.removed).first().copied();
    let beside = [change.before(), change.next(), removed];
    let is_beside = |width: usize| beside.iter().flatten().any(|(own, _)| own.len() == width);
    is_beside(first.len() * WIDE) && !is_beside(first.len() * unit)
}

/// Whether the first added line of a change is as deep as the first removed one, if there is one.
fn is_in_place(change: &Change<'_>, indentation: &Indentation) -> bool {
    let (removed, added) = (worded(&change.removed), worded(&change.added));
    let Some(((old, _), (new, _))) = removed.first().zip(added.first()) else { return true };
    indentation.apply(new).as_deref() == Some(old)
}

/// Whether the first added line of a change, in tabs, is as deep as a line next to it, one deeper
/// than the line before that opens its block, or one less deep to close it; and not as deep as what
/// closes its block.
fn is_beside(change: &Change<'_>, indentation: &Indentation) -> bool {
    let added = worded(&change.added);
    let Some((indent, words)) = added.first() else { return true };
    let Some(width) = indentation.apply(indent).map(|indent| indent.len()) else { return false };
    let (outer, line) = change.before().unwrap_or_default();
    let (next, behind) = change.next().unwrap_or_default();
    // Blanks behind tabs align a line with another.
    let is_in_tabs = |indent: &[u8]| indent.iter().all(|blank| *blank == b'\t');
    let is_by_steps = is_in_tabs(outer) && is_in_tabs(next);
    let (outer, next) = (outer.len(), next.len());
    let closes = |words: &[u8]| Closer::of(words).is_some();
    // A case may be as deep as the bracket that closes it.
    let is_label = words.trim_ascii_end().ends_with(b":");
    let is_inside = closes(words) || is_label || !closes(behind) || width > next;
    let is_step = width == outer || width == next || (opens(line) && width == outer + 1);
    is_by_steps && is_inside && (is_step || (closes(words) && width + 1 == outer))
}
