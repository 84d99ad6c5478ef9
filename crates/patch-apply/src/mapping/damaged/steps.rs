//! Handles added lines that are in other steps than the file, next to context that agrees with it
//! and shows no step of the patch: the first lines of a block, and blocks at the margin.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::closer::begins_something;
use super::outside::is_yaml_key;
use super::trimmed::{Line, Table};
use super::whole::is_prose;
use crate::indent::around::Around;
use crate::indent::margins::is_directive;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::code::opens;
use crate::mapping::lines::formats::is_label;
use crate::mapping::lines::inside::may_open_text;
use crate::text::blanks::depth;
use crate::text::blocks::{closes_block, opens_block};

/// The steps that blocks at the margin are taken from and to.
const STEPS: [usize; 2] = [2, 4];

/// Whether a line ends like one that opens a block; those that do with a word are not looked at.
pub(super) fn may_open_block(line: &[u8]) -> bool {
    line.last().is_some_and(|last| b"{([:>".contains(last))
}

/// Whether a hunk ends in added lines behind one that opens a block.
pub(super) fn may_be_in_block(hunk: &Hunk<'_>) -> bool {
    let lines = worded_lines(hunk);
    let Some(last) = lines.iter().rposition(|(line, _)| !is_added(line)) else { return false };
    let outer = lines.get(last).filter(|(line, _)| opens_block(line.text));
    outer.zip(lines.get(last + 1)).is_some_and(|((_, at), (_, own))| own > at)
}

/// Whether a hunk whose old lines are at the margin adds a block.
pub(super) fn may_be_at_margin(hunk: &Hunk<'_>) -> bool {
    let is_block = |pair: &[Worded<'_>]| {
        matches!(pair, [(outer, at), (inner, own)]
            if is_added(outer) && is_added(inner) && *own > *at && opens_block(outer.text))
    };
    worded_lines(hunk).windows(2).any(is_block)
}

fn worded_lines<'h>(hunk: &'h Hunk<'_>) -> Vec<Worded<'h>> {
    hunk.lines.iter().filter_map(|line| Some((line, depth(line.text)?))).collect()
}

/// A line with words, and its depth.
type Worded<'h> = (HunkLine<'h>, usize);

fn is_added(line: &HunkLine<'_>) -> bool {
    line.kind == LineKind::Add
}

/// The indentations of the added lines of a change in the file; `None` if they may be meant as they
/// are.
pub(super) fn of_change<'l>(change: &Change<'l>, around: &Around<'_>) -> Option<Table<'l>> {
    let added = worded(&change.added);
    let (_, first) = *added.first()?;
    let is_any_text = || change.added.iter().any(|line| may_open_text(line)) || change.is_in_text();
    let is_of_yaml = || {
        let mut lines = [added.first().copied(), change.next()].into_iter();
        lines.all(|line| line.is_some_and(|(_, words)| is_yaml_key(words)))
    };
    let is_any_foreign = || {
        let mut words =
            added.iter().map(|(_, words)| *words).chain(change.next().map(|next| next.1));
        words.any(|words| is_directive(words) || (is_label(words) && !is_of_yaml()))
            || is_prose(around.text())
    };
    if !(begins_something(first) || is_yaml_key(first) || first.ends_with(b",")) {
        return None;
    }
    let table = in_block(change, &added, around).or_else(|| at_margin(change, &added, around))?;
    (!is_any_text() && !is_any_foreign()).then_some(table)
}

/// For the first lines of a block of the file, at another depth than the next one in it.
fn in_block<'l>(change: &Change<'l>, added: &[Line<'l>], around: &Around<'_>) -> Option<Table<'l>> {
    let (first, _) = *added.first()?;
    let ((outer, head), (inner, next)) = (change.before()?, change.next()?);
    let step = inner.strip_prefix(outer).filter(|step| !step.is_empty() && opens(head))?;
    let own = first.strip_prefix(outer).map(<[u8]>::len).filter(|own| *own > 0)?;
    // The next line may be in the block that the last added one opens.
    let is_enclosed =
        added.last().is_some_and(|(own, words)| opens(words) && inner.len() > own.len());
    // Who shows the next line knows how deep it is.
    if change.is_followed
        || inner == first
        || is_enclosed
        || closes_block(next)
        || !worded(&change.removed).is_empty()
    {
        return None;
    }
    let is_known = around.unit() == Some(step.len());
    let in_file = |indent: &[u8]| {
        let more = indent.strip_prefix(first)?.len();
        let is_reached = more == 0 || (is_known && more.is_multiple_of(own));
        is_reached.then(|| [inner, &*step.repeat(more / own)].concat())
    };
    added.iter().map(|(indent, _)| Some((*indent, in_file(indent)?))).collect()
}

/// For blocks at the margin, whose steps no block of the file has.
fn at_margin<'l>(
    change: &Change<'l>,
    added: &[Line<'l>],
    around: &Around<'_>,
) -> Option<Table<'l>> {
    let is_at_margin = |line: Option<Line<'_>>| line.is_none_or(|(indent, _)| indent.is_empty());
    let beside = [added.first().copied(), change.next(), worded(&change.removed).first().copied()];
    let unit = around.unit().filter(|unit| STEPS.contains(unit))?;
    if !beside.into_iter().all(is_at_margin) || !around.is_in(b' ', b'\t') {
        return None;
    }
    let mut steps = added.windows(2).filter_map(|pair| {
        let [(outer, line), (inner, _)] = pair else { return None };
        inner.len().checked_sub(outer.len()).filter(|step| *step > 0 && opens(line))
    });
    let step = steps.next().filter(|step| STEPS.contains(step) && *step != unit)?;
    let is_in_steps = |pair: &[Line<'_>]| {
        matches!(pair, [(outer, line), (inner, _)]
            if inner.len() <= outer.len() || (opens(line) && inner.len() == outer.len() + step))
    };
    let are_blanks = |(indent, _): &Line<'_>| {
        indent.len().is_multiple_of(step) && indent.iter().all(|blank| *blank == b' ')
    };
    if around.has_blocks_by(step)
        || !added.windows(2).all(is_in_steps)
        || !added.iter().all(are_blanks)
    {
        return None;
    }
    let in_file = |indent: &[u8]| vec![b' '; indent.len() / step * unit];
    Some(added.iter().map(|(indent, _)| (*indent, in_file(indent))).collect())
}
