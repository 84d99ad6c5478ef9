//! Blanks for tabs where context does not show it: all of it is at the margin, in a file that is
//! indented by tabs alone. And tabs for blanks beside lines that are in blanks, in a file without
//! tabs.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use super::Mapping;
use super::change::{Change, worded};
use super::code::heads_block;
use super::facing::Facing;
use super::gap::{Gap, gaps};
use super::inside::{is_in_text, may_open_text};
use super::literals::is_literal_changed;
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::indent::units::Units;
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;
use crate::text::closers::may_open;

/// Whether a hunk leaves open in which blanks its patch is indented: no old line has any, and no
/// added one a tab.
pub(crate) fn are_blanks_open(hunk: &Hunk<'_>) -> bool {
    hunk.lines.iter().all(|line| match line.kind {
        LineKind::Add => line.text.first() != Some(&b'\t'),
        LineKind::Context | LineKind::Remove => without_indentation(line.text).0.is_empty(),
    })
}

impl Mapping {
    /// Of a hunk whose old lines are as the file has them, in a patch that leaves open in which
    /// blanks it is indented: the tabs that those of its added lines are, where no line around
    /// begins with a blank and each of these is whole steps deeper than the line that opens what it
    /// is in.
    pub(crate) fn by_tabs(hunk: &Hunk<'_>, around: &Around<'_>) -> Option<Self> {
        let margins = Margins::of_exact(hunk);
        let step = step_of(hunk, margins)?;
        let is_tabbed = is_in_tabs(around) || (has_recipes(around) && are_recipes(hunk, margins));
        let units = Units::of_steps([b' ', b'\t'], [step, 1], [0, 0]).filter(|_| is_tabbed)?;
        let indentation = Indentation::Units(units);
        let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let added: Vec<Vec<u8>> = added.map(|line| line.text.to_vec()).collect();
        let is_text = added.iter().any(|line| may_open_text(line))
            || is_literal_changed(hunk, &added, margins, &indentation);
        (!is_text).then(|| Self { margins, indentation, ..Self::default() })
    }
}

/// Whether a hunk has one kind of blank in front of added lines, and the other one alone in front
/// of old ones.
pub(super) fn may_be_others(hunk: &Hunk<'_>) -> bool {
    let begins = |is_added: bool, blank: u8| {
        hunk.lines.iter().any(|line| {
            (line.kind == LineKind::Add) == is_added && line.text.first() == Some(&blank)
        })
    };
    let is_it = |own, other| begins(true, own) && begins(false, other) && !begins(false, own);
    is_it(b'\t', b' ') || (is_it(b' ', b'\t') && !begins(true, b'\t'))
}

/// A hunk whose old lines are as the file has them, in one kind of blank as all around, and whose
/// added ones are in the other.
struct Beside<'c, 'l> {
    hunk: &'c Hunk<'l>,
    /// The file up to the place and from there on.
    sides: (&'c [u8], &'c [u8]),
    changes: &'c [Change<'c>],
    around: &'c Around<'c>,
}

impl Mapping {
    /// Of a hunk whose old lines are as the file has them, in blanks or tabs alone as all around:
    /// those that the other ones of its added lines are, where one for each step of the file fits
    /// in where the lines are.
    pub(super) fn by_other_blanks(
        hunk: &Hunk<'_>,
        sides: (&[u8], &[u8]),
        changes: &[Change<'_>],
        around: &Around<'_>,
    ) -> Option<Self> {
        const STEPS: [usize; 4] = [2, 3, 4, 8];
        let beside = Beside { hunk, sides, changes, around };
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
        let of_step = |step| Units::of_steps([b' ', b'\t'], [step, 1], [0, 0]);
        let is_of_makefile = has_recipes(around);
        let is_recipe = |change: &Change<'_>| {
            change.before().is_some_and(|(indent, line)| {
                (indent.is_empty() && is_rule(line))
                    || (is_of_makefile && indent.starts_with(b"\t"))
            })
        };
        // Below a rule nothing else is read; elsewhere both may be meant.
        let is_tabbed = is_of_makefile || is_in_tabs(around);
        if !is_tabbed || !changes.iter().all(is_recipe) {
            return None;
        }
        let units = STEPS.into_iter().filter_map(of_step);
        let mut fitting = units.filter_map(|units| beside.mapping(units, 1));
        let mapping = fitting.next()?;
        fitting.next().is_none().then_some(mapping)
    }
}

impl Beside<'_, '_> {
    /// Whether a text of several lines is changed, or begins.
    fn has_text(&self) -> bool {
        self.changes.iter().any(|change| {
            change.added.iter().any(|line| may_open_text(line) || line.starts_with(b"`"))
                || is_in_text(change.front)
        })
    }

    /// These units, where what they make of the added lines is in the steps of the file and fits
    /// in.
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
        };
        let is_fit = self.changes.iter().all(is_in_place)
            && gaps(self.hunk, self.sides.0, &facing, &added, self.around).iter().all(takes);
        is_fit.then(|| Mapping { margins, indentation, ..Mapping::default() })
    }
}

/// Whether what is made of the added lines is at most one step of the file deeper than the line
/// before each, and none is in a rule of a Makefile, but in tabs.
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

/// Whether what follows a line may be in it: it opens a block, or an item that has more keys.
fn opens(line: &[u8]) -> bool {
    may_open(line) || line.starts_with(b"- ")
}

/// Whether the first of the added lines of a change is as deep as a line beside it where a tab goes
/// to the next multiple of eight, and as none where it is one step of the file.
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

/// Whether the first of the added lines of a change is as deep as the first of the removed ones, if
/// there are any.
fn is_in_place(change: &Change<'_>, indentation: &Indentation) -> bool {
    let (removed, added) = (worded(&change.removed), worded(&change.added));
    let Some(((old, _), (new, _))) = removed.first().zip(added.first()) else { return true };
    indentation.apply(new).as_deref() == Some(old)
}

/// Whether the file around is in tabs: several lines show it, or a rule of a Makefile.
fn is_in_tabs(around: &Around<'_>) -> bool {
    around.is_in(b'\t', b' ') || (has_recipes(around) && !around.begins_with(b' '))
}

/// Whether a rule of a Makefile around has a recipe in tabs.
fn has_recipes(around: &Around<'_>) -> bool {
    let mut above: &[u8] = b"";
    around.text().lines().any(|line| {
        let before = std::mem::replace(&mut above, line);
        line.first() == Some(&b'\t') && is_rule(before)
    })
}

/// Whether what a hunk adds behind blanks is all in rules of a Makefile that it shows.
fn are_recipes(hunk: &Hunk<'_>, margins: Margins) -> bool {
    let mut is_in_rule = false;
    hunk.lines.iter().all(|line| {
        let Some((indent, words)) = margins.split(line.text) else { return true };
        if indent.is_empty() {
            is_in_rule = is_rule(words);
        }
        is_in_rule || indent.is_empty() || line.kind != LineKind::Add
    })
}

/// Whether a hunk may add a recipe in blanks: it has a line in front that may begin a rule.
pub(super) fn may_have_recipe(hunk: &Hunk<'_>) -> bool {
    // Hardly any line at the margin has a colon, which is seen at once.
    hunk.lines.iter().any(|line| {
        line.kind == LineKind::Context
            && !matches!(line.text.first(), None | Some(b' ' | b'\t'))
            && memchr::memchr(b':', line.text).is_some()
            && is_rule(line.text)
    })
}

/// Whether a change begins with a recipe in blanks, directly behind a rule of a Makefile, which
/// reads them in tabs. Conditions and definitions are no recipes.
pub(super) fn is_recipe_in_blanks(change: &Change<'_>, around: &Around<'_>) -> bool {
    const OTHERS: [&[u8]; 9] =
        [b"ifeq", b"ifneq", b"ifdef", b"ifndef", b"else", b"endif", b"define", b"export", b"#"];
    let is_recipe = |(indent, words): &(&[u8], &[u8])| {
        indent.starts_with(b" ") && !OTHERS.iter().any(|other| words.starts_with(other))
    };
    worded(&change.added).first().is_some_and(is_recipe)
        && change.before().is_some_and(|(indent, line)| indent.is_empty() && is_rule(line))
        && has_recipes(around)
}

/// Whether a line begins a rule of a Makefile.
fn is_rule(words: &[u8]) -> bool {
    is_target(words) && !heads_block(words)
}

/// Whether a text has blocks of code as Markdown has them, or titles.
pub(super) fn is_markdown(around: &Around<'_>) -> bool {
    let mut lines = around.text().lines();
    lines.any(|line| line.starts_with(b"```") || line.starts_with(b"## "))
}

/// The step in blanks of the added lines, where each line of each run is in one that opens
/// something, or at the margin.
fn step_of(hunk: &Hunk<'_>, margins: Margins) -> Option<usize> {
    let mut steps = Vec::new();
    // Those that the next line may be in; old lines are at the margin.
    let mut around: Vec<(&[u8], bool)> = Vec::new();
    for line in &hunk.lines {
        let Some((indent, words)) = margins.split(line.text) else { continue };
        if line.kind != LineKind::Add {
            around = vec![(indent, line.kind == LineKind::Context && is_rule(words))];
            continue;
        }
        while around.pop_if(|(outer, _)| outer.len() >= indent.len()).is_some() {}
        match around.last() {
            Some((outer, true)) => steps.push(indent.len() - outer.len()),
            None if indent.is_empty() => {}
            Some((_, false)) | None => return None,
        }
        around.push((indent, opens_block(words) || is_target(words)));
    }
    let step = steps.iter().copied().min().filter(|step| *step > 1)?;
    steps.iter().all(|other| other.is_multiple_of(step)).then_some(step)
}

/// Whether words begin a rule of a Makefile.
fn is_target(words: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./%$(){}@ ".contains(byte);
    let len = words.iter().take_while(|byte| is_name(byte)).count();
    let behind = words.get(len..).unwrap_or_default().strip_prefix(b":");
    len > 0 && behind.is_some_and(|behind| !behind.starts_with(b"=") && !behind.starts_with(b":="))
}
