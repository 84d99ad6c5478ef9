//! Finds added lines that are one blank off next to old lines that are not: one too few if the mark
//! took the first column, or one too many compared with the line that they replace.

use std::collections::BTreeSet;

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use super::trimmed::Table;
use super::whole::is_markdown;
use crate::Cause;
use crate::indent::around::Around;
use crate::indent::margins::is_star;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::code::opens;
use crate::mapping::lines::formats::may_be_a_blank_off;
use crate::mapping::lines::inside::may_open_text;
use crate::text::blanks::without_indentation;
use crate::text::closers::{Closer, leaves_bracket_open, may_open};
use crate::text::last_line;
use crate::text::words::{ITEM, is_item};

/// One of so many added lines may be in no step.
const MOST_IN_STEPS: usize = 4;

/// How many lines before a change are searched for the one that opens its block.
const MOST_IN_FRONT: usize = 64;

/// Whether the first line that a hunk adds has an odd number of blanks, which few steps are.
pub(super) fn may_be_off(hunk: &Hunk<'_>) -> bool {
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let mut worded = added.map(|line| without_indentation(line.text));
    let first = worded.find(|(_, words)| !words.is_empty());
    first.is_some_and(|(indent, words)| is_odd(indent) && !is_star(words))
}

pub(super) fn is_odd(indent: &[u8]) -> bool {
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
    /// The depth that a line should have.
    fn mended(self, width: usize) -> usize {
        match self {
            Self::Short => width + 1,
            Self::Long => width.saturating_sub(1),
        }
    }
}

/// The depth that a line should have, and its words.
type Line<'l> = (usize, &'l [u8]);

/// Added lines at the depths that they should have.
fn lines<'l>(added: &[(&[u8], &'l [u8])], off: Off) -> Vec<Line<'l>> {
    added.iter().map(|(indent, words)| (off.mended(indent.len()), *words)).collect()
}

/// The indentations of the added lines in the file, if all changes need one blank more, or all one
/// less.
///
/// # Errors
///
/// They may be either.
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
    // One blank too many where nothing is removed: other rules handle that better, except lines
    // that end the blocks before them, or that enclose the line after them.
    let is_known = |change: &Change<'_>| {
        let lines = lines(&worded(&change.added), off);
        let inner = change.next().map_or(0, |(inner, _)| inner.len());
        let is_deeper = lines.first().is_some_and(|(width, _)| *width < inner);
        leaves_blocks(change, &lines, unit) || (is_deeper && hold(&lines, inner, unit))
    };
    if off == Off::Long && !is_replacing() && !adding().all(is_known) {
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
/// corrected it would be as deep as the removed one that it replaces, or as a neighbour.
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
            || change.is_in_text()
    };
    if goes_on(change) || around.has_block_at(first) || is_text() {
        return Vec::new();
    }
    if removed.is_empty() && may_be_a_blank_off(change, around) {
        return Vec::new();
    }
    let is_meant = |off: &Off| {
        let width = off.mended(first.len());
        let lines = lines(&added, *off);
        let others = lines.iter().filter(|(width, _)| !width.is_multiple_of(unit)).count();
        let is_left = || *off == Off::Long && leaves_blocks(change, &lines, unit);
        let is_fit = removed.first().map_or_else(
            || is_fit(change, &lines, unit) || is_left(),
            |(old, _)| old.len() == width && is_of_blanks(old),
        );
        is_fit && others * MOST_IN_STEPS <= added.len()
    };
    [Off::Short, Off::Long].into_iter().filter(is_meant).collect()
}

/// Whether the first of some lines may end blocks that are open before it: it is as deep as the
/// line that opens one (and an item if that is one), and the line after them is no deeper or is in
/// them.
fn leaves_blocks(change: &Change<'_>, lines: &[Line<'_>], unit: usize) -> bool {
    let Some(&(width, words)) = lines.first() else { return false };
    let (inner, behind) = change.next().unwrap_or_default();
    // A block before the change must have contents.
    let is_filled = change.before().is_some_and(|(outer, _)| outer.len() > width);
    let is_open =
        || opener_at(change.front, width).is_some_and(|opener| is_item(words) == is_item(opener));
    is_filled
        && is_open()
        && Closer::of(behind).is_none()
        && (inner.len() <= width || hold(lines, inner.len(), unit))
}

/// Whether a line of this depth belongs to some lines before it: as deep as one of these, as deep
/// as the words of the last, an item, or in a block that it opens.
fn hold(lines: &[Line<'_>], inner: usize, unit: usize) -> bool {
    lines.iter().any(|(width, words)| *width == inner && !is_item(words))
        || lines.last().is_some_and(|(width, words)| {
            (opens(words) && width + unit == inner)
                || (is_item(words) && width + ITEM.len() == inner)
        })
}

/// The words of the earlier line of this width whose block is open at the end of a text, if there
/// is one.
fn opener_at(mut front: &[u8], width: usize) -> Option<&[u8]> {
    let lines = std::iter::from_fn(|| last_line(&mut front)).map(without_indentation);
    let mut worded = lines.filter(|(_, words)| !words.is_empty()).take(MOST_IN_FRONT);
    let (indent, words) = worded.find(|(indent, _)| indent.len() <= width)?;
    (indent.len() == width && is_of_blanks(indent)).then_some(words)
}

/// Whether the added lines continue the line before them: then they are aligned with its brackets.
fn goes_on(change: &Change<'_>) -> bool {
    change.before().is_some_and(|(_, line)| {
        let is_led = line.last().is_some_and(|last| b"=\\+-*|&.<".contains(last));
        is_led || (leaves_bracket_open(line) && !opens(line))
    })
}

/// Whether a line of this width is as deep as a neighbour, or one step deeper below a line that
/// opens a block. A key is never as deep as an item, but as the words of the item before it.
fn is_fit(change: &Change<'_>, lines: &[Line<'_>], unit: usize) -> bool {
    let Some(&(width, words)) = lines.first() else { return false };
    let (outer, before) = change.before().unwrap_or_default();
    let (inner, behind) = change.next().unwrap_or_default();
    let closes = Closer::of(words).is_some();
    let is_alike = |other: &[u8]| is_item(words) == is_item(other);
    if !closes && may_open(before) {
        let is_step = width == outer.len() + unit;
        let is_in = if inner.len() > outer.len() {
            (width == inner.len() && is_alike(behind))
                || (is_step && hold(lines, inner.len(), unit))
        } else {
            is_step
        };
        if is_in || opens(before) {
            return is_in;
        }
    }
    let is_left = closes && width + unit == outer.len();
    // A closer is as deep as what it closes.
    let is_beside =
        width == inner.len() && is_alike(behind) && (closes || Closer::of(behind).is_none());
    let is_key_of_item = is_item(before) && !is_item(words) && before.contains_str(": ");
    let outer = outer.len() + if is_key_of_item { ITEM.len() } else { 0 };
    is_left || is_beside || (width == outer && (is_key_of_item || is_alike(before)))
}
