//! Collects what the rules need to know of the added lines of a hunk that agrees loosely.

use std::collections::BTreeSet;

use patch_parse::{Hunk, LineKind};

use super::nested::Nesting;
use super::replaced::Changes;
use super::steps;
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::mapping::lines::code::opens;
use crate::mapping::lines::facing::Facing;
use crate::mapping::lines::flat::are_flat;
use crate::mapping::lines::gap::{Gap, gaps};
use crate::text::blanks::without_indentation;
use crate::text::blocks::closes_block;
use crate::text::closers::{Closer, may_open};
use crate::text::words::{first_word, is_item};

/// The added lines of a hunk.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to one question")]
pub(super) struct Added<'l> {
    /// All of them, their signs mapped.
    pub(super) lines: &'l [Vec<u8>],
    /// How they begin.
    pub(super) margins: Margins,
    /// The indentations of those with words.
    pub(super) indents: Vec<&'l [u8]>,
    /// One is deeper than the context before it, which opens nothing in the file.
    pub(super) is_step_unfounded: bool,
    /// Where lines are added between two that stay.
    pub(super) gaps: Vec<Gap<'l>>,
    /// Which of them are nested in which.
    pub(super) nesting: Nesting<'l>,
    /// One opens a block, and the next line is no deeper.
    pub(super) is_flat: bool,
    /// The first one opens the block that the next one is in.
    pub(super) is_opened_by_first: bool,
    /// How much deeper lines are than the line before them that opens their block, if it is the
    /// same for all.
    pub(super) step: Option<steps::Step>,
    /// Some take the place of no removed line.
    pub(super) has_insertion: bool,
    /// The one shift of all removed lines, if all added ones replace these and are as deep.
    pub(super) shift_in_place: Option<Indentation>,
    /// The depth in the file of the lines that are replaced by lines without any indentation.
    pub(super) lost_in_places: BTreeSet<Vec<u8>>,
    /// Each change is between old lines that are as in the file, as are those that it removes.
    pub(super) is_amid_kept: bool,
    /// In some change, more of them have no indentation than of the removed lines in the file,
    /// and some of these lost theirs.
    pub(super) are_more_at_margin: bool,
    /// The first line of each group that replaces removed lines.
    pub(super) replacing: Vec<Replacing<'l>>,
}

impl<'l> Added<'l> {
    /// From all added lines, their signs mapped; `front` is the file up to the place.
    pub(super) fn of(
        hunk: &'l Hunk<'_>,
        lines: &'l [Vec<u8>],
        front: &'l [u8],
        facing: &Facing<'l>,
        around: &'l Around<'l>,
    ) -> Self {
        let changes = Changes::of(hunk, facing, lines);
        Self {
            lines,
            margins: facing.margins,
            indents: lines.iter().filter_map(|text| facing.margins.indent(text)).collect(),
            is_step_unfounded: is_step_unfounded(hunk, facing),
            gaps: gaps(hunk, front, facing, lines, around),
            nesting: Nesting::of(hunk, lines, facing.margins),
            is_flat: is_any_flat(hunk, lines),
            is_opened_by_first: lines.first().is_some_and(|line| opens(line)),
            step: steps::Step::of(lines),
            has_insertion: has_insertion(hunk),
            shift_in_place: changes.shift(around),
            lost_in_places: changes.lost_in_places().unwrap_or_default(),
            is_amid_kept: is_amid_kept(hunk, facing),
            are_more_at_margin: changes.are_more_at_margin(),
            replacing: replacing(hunk, facing, lines),
        }
    }

    /// Whether none opens or closes anything, or may contain the lines after it.
    pub(super) fn are_plain(&self) -> bool {
        self.lines.iter().all(|line| is_plain(line))
    }

    /// The indentations of those with words, and whether they begin an item of a list.
    pub(super) fn with_items(&self) -> impl Iterator<Item = (&'l [u8], bool)> {
        let splits = self.lines.iter().filter_map(|line| self.margins.split(line));
        splits.map(|(indent, words)| (indent, is_item(words)))
    }
}

/// The first removed and the first added line of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Replacing<'l> {
    /// The indentation of the removed line in the patch,
    pub(super) patch: &'l [u8],
    /// in the file,
    pub(super) file: &'l [u8],
    /// and of the added line.
    pub(super) added: &'l [u8],
}

/// The first removed and the first added line of each change that has both; `added` are all added
/// lines, their signs mapped.
fn replacing<'l>(
    hunk: &'l Hunk<'_>,
    facing: &Facing<'l>,
    added: &'l [Vec<u8>],
) -> Vec<Replacing<'l>> {
    let margins = facing.margins;
    let mut added = added.iter();
    let mut found = Vec::new();
    let (mut at, mut removed) = (0, None);
    for line in &hunk.lines {
        if line.kind == LineKind::Add {
            let added = added.next().and_then(|line| margins.indent(line));
            if let Some((added, (patch, file))) =
                added.and_then(|added| Some((added, removed.take()?)))
            {
                found.push(Replacing { patch, file, added });
            }
            continue;
        }
        let is_removed = line.kind == LineKind::Remove;
        let own = facing.own(at).filter(|_| is_removed);
        let own = own.and_then(|file| Some((margins.indent(line.text)?, margins.indent(file)?)));
        removed = if is_removed { removed.or(own) } else { None };
        at += 1;
    }
    found
}

/// Whether an added line opens a block that the next one should be in but is not, with no kept line
/// between them.
fn is_any_flat(hunk: &Hunk<'_>, added: &[Vec<u8>]) -> bool {
    let kinds: Vec<_> = hunk.lines.iter().map(|line| line.kind).collect();
    let mut rest = added;
    kinds.split(|kind| *kind == LineKind::Context).any(|change| {
        let count = change.iter().filter(|kind| **kind == LineKind::Add).count();
        let (own, behind) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = behind;
        are_flat(own)
    })
}

/// Whether a line has words, opens and closes nothing, and is no item of a list, which may contain
/// the lines after it.
fn is_plain(line: &[u8]) -> bool {
    // Of make, at the margin amid a recipe.
    const CONDITIONS: [&[u8]; 4] = [b"ifdef", b"ifndef", b"ifeq", b"ifneq"];
    let words = without_indentation(line).1;
    let is_outer = closes_block(words)
        || Closer::of(words).is_some()
        || CONDITIONS.contains(&first_word(words))
        || is_item(words);
    !words.is_empty() && !is_outer && !opens(line) && !may_open(line)
}

/// Whether each change is between context lines with words that are as in the file, one of them with
/// an indentation, and removes none that is not.
fn is_amid_kept(hunk: &Hunk<'_>, facing: &Facing<'_>) -> bool {
    let margins = facing.margins;
    let mut at = 0;
    // The lines with words, and the indentation of those that have the same in the file.
    let mut lines: Vec<(LineKind, Option<&[u8]>)> = Vec::new();
    for line in &hunk.lines {
        let own = facing.own(at).filter(|_| line.kind != LineKind::Add);
        at += usize::from(line.kind != LineKind::Add);
        if let Some(indent) = margins.indent(line.text) {
            let is_kept = own.and_then(|own| margins.indent(own)) == Some(indent);
            lines.push((line.kind, is_kept.then_some(indent)));
        }
    }
    let is_context = |line: &(LineKind, _)| line.0 == LineKind::Context;
    let groups: Vec<_> = lines.chunk_by(|one, next| is_context(one) == is_context(next)).collect();
    let is_amid = |at: usize, change: &[(LineKind, Option<&[u8]>)]| {
        let before = at.checked_sub(1).and_then(|before| groups.get(before)?.last()?.1);
        let behind = groups.get(at + 1).and_then(|behind| behind.first()?.1);
        let is_indented = before.zip(behind).is_some_and(|(one, other)| one != b"" || other != b"");
        is_indented && change.iter().all(|(kind, kept)| *kind == LineKind::Add || kept.is_some())
    };
    let mut changes = groups.iter().enumerate().filter(|(_, group)| !group.iter().all(is_context));
    changes.all(|(at, change)| is_amid(at, change))
}

/// Whether some lines are added where none is removed.
fn has_insertion(hunk: &Hunk<'_>) -> bool {
    let lines: Vec<_> = hunk.lines.iter().map(|line| line.kind).collect();
    let mut changes = lines.split(|kind| *kind == LineKind::Context);
    changes.any(|change| !change.is_empty() && change.iter().all(|kind| *kind == LineKind::Add))
}

/// Whether an added line is deeper than the context line before it, and what follows that line
/// in the file is not.
fn is_step_unfounded(hunk: &Hunk<'_>, facing: &Facing<'_>) -> bool {
    let mut before: Option<(usize, bool)> = None;
    let mut at = 0;
    for line in &hunk.lines {
        let of_line = facing.margins.depth(line.text);
        if line.kind == LineKind::Add {
            let is_deeper = |(before, opens): (usize, bool)| of_line > Some(before) && !opens;
            if before.is_some_and(is_deeper) {
                return true;
            }
            // What an added line opens is not in the file.
            before = of_line.map(|depth| (depth, true)).or(before);
            continue;
        }
        let opens = facing.own_depth(at) < facing.next_depth(at + 1) || facing.is_closed_next(at);
        before = of_line.map(|depth| (depth, opens)).or(before);
        at += 1;
    }
    false
}
