//! Handles added lines that are as deep in the patch as the removed lines that they replace, while
//! the file has those at another depth: both were shifted alike, and the context was not.

use std::collections::{BTreeMap, BTreeSet};

use patch_parse::{Hunk, LineKind};

use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::indent::pair::Pair;
use crate::indent::rules;
use crate::mapping::lines::facing::Facing;
use crate::text::blanks::without_trailing_blanks;
use crate::text::blocks::opens_block;
use crate::text::closers::{Closer, may_open};
use crate::text::form::share_half;
use crate::text::words::are_alike;

/// The changes of a hunk.
#[derive(Debug)]
pub(super) struct Changes<'l> {
    margins: Margins,
    changes: Vec<Change<'l>>,
}

impl<'l> Changes<'l> {
    /// `added` are all added lines, their signs mapped.
    pub(super) fn of(hunk: &'l Hunk<'_>, facing: &Facing<'l>, added: &'l [Vec<u8>]) -> Self {
        Self { margins: facing.margins, changes: changes(hunk, facing, added) }
    }

    /// The one shift of all removed lines, if all added lines replace them: the first of each change
    /// is as deep as the first removed one, and none is less deep than all of these.
    pub(super) fn shift(&self, around: &Around<'_>) -> Option<Indentation> {
        let removed = self.changes.iter().flat_map(|change| &change.removed).copied();
        let removed: Vec<Pair<'_>> = removed.collect();
        let is_moved = removed.iter().all(|pair| pair.patch != pair.file);
        let mut shifts = rules::of(&removed).into_iter().filter(|_| is_moved);
        let shift = shifts.find(|rule| rule.shifted().is_some())?;
        let is_shifted = |change: &Change<'_>| {
            change.added.is_empty() || change.is_in_place(&shift, self.margins, around)
        };
        self.changes.iter().all(is_shifted).then_some(shift)
    }

    /// The depths in the file of removed lines that are replaced line by line, where both lines have
    /// no indentation in the patch; lines that are added as they were removed stay. `None` if not
    /// all added lines are such.
    pub(super) fn lost_in_places(&self) -> Option<BTreeSet<Vec<u8>>> {
        let mut found = BTreeSet::new();
        for change in self.with_added() {
            if change.added.len() != change.removed.len() {
                return None;
            }
            for (line, (pair, old)) in change.replaced() {
                let (indent, words) = self.margins.split(line)?;
                if !indent.is_empty() || !pair.patch.is_empty() {
                    return None;
                }
                if words != old {
                    found.insert(pair.file.to_vec());
                }
            }
        }
        Some(found)
    }

    /// Whether a change has more lines without indentation among the added ones than the file has
    /// among the removed ones, of which some lost theirs.
    pub(super) fn are_more_at_margin(&self) -> bool {
        self.changes.iter().any(|change| change.has_more_at_margin(self.margins))
    }

    /// Each added line, without blanks at its end, and the indentation that the file has in the line
    /// that it replaces. `None` if a change does not replace line by line what is alike, or its
    /// lines are neither as deep as the removed ones in the patch nor as these are in the file.
    pub(super) fn partners(&self) -> Option<BTreeMap<Vec<u8>, Vec<u8>>> {
        let mut found = BTreeMap::new();
        for change in self.with_added() {
            let own = || change.added.iter().filter_map(|line| self.margins.indent(line));
            let is_as_patch = own().eq(change.removed.iter().map(|pair| pair.patch));
            let is_as_file = own().eq(change.removed.iter().map(|pair| pair.file));
            if change.removed.len() != change.added.len() || !(is_as_patch || is_as_file) {
                return None;
            }
            for (line, (pair, old)) in change.replaced() {
                let (_, words) = self.margins.split(line)?;
                // A line that differs in its indentation alone is to be moved.
                let is_moved = !is_as_patch && words == old;
                let line = without_trailing_blanks(line).to_vec();
                let other = found.insert(line, pair.file.to_vec());
                let is_other = other.is_some_and(|other| other != pair.file);
                if is_moved || is_other || !is_in_place_of(old, words) {
                    return None;
                }
            }
        }
        (!found.is_empty()).then_some(found)
    }

    fn with_added(&self) -> impl Iterator<Item = &Change<'l>> {
        self.changes.iter().filter(|change| !change.added.is_empty())
    }
}

/// Whether words replace others, of which they are a variant: both are alike, and open and close as
/// much.
fn is_in_place_of(old: &[u8], new: &[u8]) -> bool {
    let [old, new] = [old, new].map(<[u8]>::trim_ascii_end);
    let is_alike = are_alike(old, new) || share_half(old, new);
    is_alike
        && may_open(old) == may_open(new)
        && Closer::of(old).is_some() == Closer::of(new).is_some()
}

/// The lines with an indentation that are removed and added between two lines of context.
#[derive(Debug, Default)]
struct Change<'l> {
    removed: Vec<Pair<'l>>,
    /// The words of the removed lines.
    old: Vec<&'l [u8]>,
    added: Vec<&'l [u8]>,
}

impl<'l> Change<'l> {
    /// Each added line, and the removed one in whose place it is.
    fn replaced(&self) -> impl Iterator<Item = (&'l [u8], (Pair<'l>, &'l [u8]))> {
        let removed = self.removed.iter().copied().zip(self.old.iter().copied());
        self.added.iter().copied().zip(removed)
    }

    /// Whether, in the patch, the added lines are as deep as the removed ones that they replace.
    fn is_in_place(&self, shift: &Indentation, margins: Margins, around: &Around<'_>) -> bool {
        let indents: Vec<&[u8]> =
            self.added.iter().filter_map(|line| margins.indent(line)).collect();
        let removed = || self.removed.iter().map(|pair| pair.patch);
        let least = removed().map(<[u8]>::len).min();
        removed().next() == indents.first().copied()
            && least.is_some_and(|least| indents.iter().all(|indent| indent.len() >= least))
            && indents.iter().all(|indent| shift.apply(indent).is_some())
            && !self.is_first_alone(shift, margins, around)
    }

    /// Whether more added lines than removed ones of the file have no indentation, and some removed
    /// ones lost theirs. Lines that are added as they were removed stay.
    fn has_more_at_margin(&self, margins: Margins) -> bool {
        if !self.removed.iter().any(Pair::is_stripped) {
            return false;
        }
        let [old, new] = [&self.old, &self.added].map(BTreeSet::from_iter);
        let changed = self.removed.iter().zip(&self.old).filter(|(_, words)| !new.contains(words));
        let changed: Vec<&Pair<'_>> = changed.map(|(pair, _)| pair).collect();
        let at_margin = |line: &&&[u8]| margins.depth(line) == Some(0);
        let new_count = self.added.iter().filter(at_margin).filter(|line| !old.contains(line));
        changed.iter().any(|pair| pair.is_stripped())
            && new_count.count() > changed.iter().filter(|pair| pair.is_removed_at_margin()).count()
    }

    /// Whether some added lines may have lost the blanks that others kept: one is deeper than the
    /// line before by exactly that much, and this is not a step of the file in a block that the
    /// line opens.
    fn is_first_alone(&self, shift: &Indentation, margins: Margins, around: &Around<'_>) -> bool {
        let shifted = shift.shifted().map_or(0, <[u8]>::len);
        let is_other = |pair: &[&[u8]]| {
            let [first, second] = pair else { return false };
            let [outer, inner] = [first, second].map(|line| margins.depth(line).unwrap_or(0));
            let step = inner.saturating_sub(outer);
            let is_step = opens_block(first) && around.unit().is_none_or(|unit| unit == step);
            step >= shifted && !is_step
        };
        self.added.windows(2).any(is_other)
    }
}

/// The changes of a hunk.
fn changes<'l>(hunk: &'l Hunk<'_>, facing: &Facing<'l>, added: &'l [Vec<u8>]) -> Vec<Change<'l>> {
    let margins = facing.margins;
    let mut added = added.iter();
    let mut changes = vec![Change::default()];
    let mut at = 0;
    for line in &hunk.lines {
        let own = if line.kind == LineKind::Add { None } else { facing.own(at) };
        at += usize::from(line.kind != LineKind::Add);
        let Some(change) = changes.last_mut() else { break };
        match line.kind {
            LineKind::Context => changes.push(Change::default()),
            LineKind::Add => {
                let text = added.next().map(Vec::as_slice);
                change.added.extend(text.filter(|text| margins.indent(text).is_some()));
            }
            LineKind::Remove => {
                let pair = own.and_then(|file| margins.pair((line.text, file), line.kind));
                let words = margins.split(line.text).filter(|_| pair.is_some());
                change.old.extend(words.map(|(_, words)| words));
                change.removed.extend(pair);
            }
        }
    }
    changes
}
