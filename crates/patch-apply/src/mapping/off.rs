//! Added lines that alone are one blank off, beside old lines that are as the file has them: short
//! where the mark took the first column, or long in the place of a line that is not.

use std::collections::BTreeSet;

use patch_parse::{Hunk, LineKind};

use super::change::{Change, worded};
use super::code::opens;
use super::inside::{is_in_text, may_open_text};
use super::tabs::is_markdown;
use super::trimmed::Table;
use crate::Cause;
use crate::indent::around::Around;
use crate::indent::margins::is_star;
use crate::text::blanks::without_indentation;
use crate::text::closers::{Closer, leaves_bracket_open, may_open};

/// Of so many added lines one may be in no step.
const MOST_IN_STEPS: usize = 4;

/// Whether the first line that a hunk adds is in an odd number of blanks, as few steps are.
pub(super) fn may_be_off(hunk: &Hunk<'_>) -> bool {
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let mut worded = added.map(|line| without_indentation(line.text));
    let first = worded.find(|(_, words)| !words.is_empty());
    first.is_some_and(|(indent, words)| is_odd(indent) && !is_star(words))
}

fn is_odd(indent: &[u8]) -> bool {
    indent.len() % 2 == 1 && is_of_blanks(indent)
}

fn is_of_blanks(indent: &[u8]) -> bool {
    indent.iter().all(|byte| *byte == b' ')
}

/// By how much all added lines are off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Off {
    Short,
    Long,
}

impl Off {
    /// How deep a line is to be.
    fn mended(self, width: usize) -> usize {
        match self {
            Self::Short => width + 1,
            Self::Long => width.saturating_sub(1),
        }
    }
}

/// What the indentations of the added lines are in the file, where all changes ask for one blank
/// more or less.
///
/// # Errors
///
/// They may be one as well as the other.
pub(super) fn of_changes<'l>(
    changes: &[Change<'l>],
    around: &Around<'_>,
) -> Result<Option<Table<'l>>, Cause> {
    let adding = || changes.iter().filter(|change| !worded(&change.added).is_empty());
    let Some(unit) = around.unit().filter(|unit| unit.is_multiple_of(2)) else { return Ok(None) };
    if around.begins_with(b'\t') || is_markdown(around) {
        return Ok(None);
    }
    let mut all: BTreeSet<Off> = [Off::Short, Off::Long].into();
    for change in adding() {
        let own = offs(change, unit, around);
        all.retain(|off| own.contains(off));
    }
    let mut all = all.into_iter();
    let Some(off) = all.next() else { return Ok(None) };
    if all.next().is_some() {
        return Err(Cause::UnmappedIndentation);
    }
    let is_replacing = || adding().all(|change| !worded(&change.removed).is_empty());
    // One blank too many where nothing is removed: other rules know more of that.
    if off == Off::Long && !is_replacing() {
        return Ok(None);
    }
    let indents = adding().flat_map(|change| worded(&change.added)).map(|(indent, _)| indent);
    let mut table: Table<'l> =
        indents.map(|own| (own, vec![b' '; off.mended(own.len())])).collect();
    table.sort_unstable();
    table.dedup();
    Ok(Some(table))
}

/// By how much the added lines of a change may be off: no line around is as deep as the first, and
/// without that it is in the place of the removed one, or as deep as a neighbour.
fn offs(change: &Change<'_>, unit: usize, around: &Around<'_>) -> Vec<Off> {
    let (removed, added) = (worded(&change.removed), worded(&change.added));
    let Some((first, words)) = added.first().copied() else { return Vec::new() };
    let is_removed = |words: &[u8]| removed.iter().any(|(_, old)| *old == words);
    let are_deep = added.iter().all(|(indent, _)| !indent.is_empty() && is_of_blanks(indent));
    let is_reindented = added.iter().all(|(_, words)| is_removed(words));
    if !is_odd(first) || is_star(words) || !are_deep || is_reindented {
        return Vec::new();
    }
    let is_text = || {
        change.removed.iter().chain(&change.added).any(|line| may_open_text(line))
            || is_in_text(change.front)
    };
    if goes_on(change) || around.has_block_at(first) || is_text() {
        return Vec::new();
    }
    let is_meant = |off: &Off| {
        let width = off.mended(first.len());
        let is_in_steps = |indent: &[u8]| off.mended(indent.len()).is_multiple_of(unit);
        let others = added.iter().filter(|(indent, _)| !is_in_steps(indent)).count();
        let is_fit = removed.first().map_or_else(
            || is_fit(change, words, width, unit),
            |(old, _)| old.len() == width && is_of_blanks(old),
        );
        is_fit && others * MOST_IN_STEPS <= added.len()
    };
    [Off::Short, Off::Long].into_iter().filter(is_meant).collect()
}

/// Whether what is added goes on with the line in front: it is where its brackets are.
fn goes_on(change: &Change<'_>) -> bool {
    change.before().is_some_and(|(_, line)| {
        let is_led = line.last().is_some_and(|last| b"=\\+-*|&.<".contains(last));
        is_led || (leaves_bracket_open(line) && !opens(line))
    })
}

/// Whether a line of this width is as deep as a neighbour, or a step in what the one in front opens.
fn is_fit(change: &Change<'_>, words: &[u8], width: usize, unit: usize) -> bool {
    let (outer, before) = change.before().unwrap_or_default();
    let (inner, behind) = change.next().unwrap_or_default();
    let closes = Closer::of(words).is_some();
    if !closes && may_open(before) {
        let is_in = if inner.len() > outer.len() {
            width == inner.len()
        } else {
            width == outer.len() + unit
        };
        if is_in || opens(before) {
            return is_in;
        }
    }
    let is_left = closes && width + unit == outer.len();
    // A closer is as deep as what it closes.
    let is_beside = width == inner.len() && (closes || Closer::of(behind).is_none());
    is_left || is_beside || width == outer.len()
}
