//! Empty lines between or behind added lines: context that lost its blank, or added lines that lost
//! their `+`?
//!
//! The counts of the hunk header decide. Where they do not, an empty line is context until the file
//! is known, which tells.
//!
//! No text is read here: the lines are told apart already, and what is left is to count them.

use super::region::RegionLine;
use crate::ast::{HunkRange, LineKind, Piece};

/// What the empty lines of a hunk are.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// Context, all of them, as far as the counts tell.
    Context,
    /// These lines are added, the others context; the hunk ends before line `end`.
    Added { lines: Vec<usize>, end: usize },
}

/// Decides what the empty lines of a hunk are whose counts do not add up with all of them context.
///
/// `region` is what may belong to the hunk, `end` where it ends but for empty lines behind it.
pub(super) fn decide(region: &[RegionLine<'_>], end: usize, range: HunkRange) -> Blanks {
    let Some(facts) = Facts::of(region, end) else { return Blanks::Context };
    facts.added(range).map_or(Blanks::Context, |(mut lines, trailing)| {
        lines.sort_unstable();
        let behind = end + trailing.context + trailing.added;
        lines.extend(end..end + trailing.added);
        Blanks::Added { lines, end: behind }
    })
}

/// The empty lines of a hunk by what is around them, and what the marked lines count.
#[derive(Debug, Default)]
struct Facts {
    /// Old and new lines, the empty ones apart.
    old: u64,
    new: u64,
    /// Between two added lines.
    between: Vec<usize>,
    /// Behind an added line.
    behind: Vec<usize>,
    /// Before an added line.
    before: Vec<usize>,
    /// Among lines of other kinds, and before the first.
    elsewhere: Vec<usize>,
    /// Behind the last line of the hunk, which is an added one.
    trailing: usize,
}

/// How many of the empty lines behind the last line of a hunk belong to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Trailing {
    context: usize,
    added: usize,
}

impl Facts {
    /// The facts; `None` where no empty line is in question.
    fn of(region: &[RegionLine<'_>], end: usize) -> Option<Self> {
        let mut facts = Self::default();
        let mut before = None;
        let mut pending = 0..0;
        let (hunk, rest) = region.split_at_checked(end)?;
        for (at, line) in hunk.iter().enumerate() {
            if line.piece == Piece::Blank {
                pending.start = if pending.is_empty() { at } else { pending.start };
                pending.end = at + 1;
                continue;
            }
            let (old, new) = line.piece.cost();
            facts.old += old;
            facts.new += new;
            facts.sort_in(std::mem::take(&mut pending), before, Some(line.piece));
            before = Some(line.piece);
        }
        facts.sort_in(pending, before, None);
        if before == Some(ADDED) {
            facts.trailing = rest.iter().take_while(|line| line.piece == Piece::Blank).count();
        }
        let is_open = facts.trailing > 0
            || [&facts.between, &facts.behind, &facts.before, &facts.elsewhere]
                .iter()
                .any(|lines| !lines.is_empty());
        is_open.then_some(facts)
    }

    fn sort_in(
        &mut self,
        run: std::ops::Range<usize>,
        before: Option<Piece>,
        after: Option<Piece>,
    ) {
        match (before == Some(ADDED), after == Some(ADDED)) {
            (true, true) => self.between.extend(run),
            (true, false) => self.behind.extend(run),
            (false, true) => self.before.extend(run),
            (false, false) => self.elsewhere.extend(run),
        }
    }

    /// The lines that are added, if the counts single them out.
    fn added(&self, range: HunkRange) -> Option<(Vec<usize>, Trailing)> {
        if range.old_count == 0 && self.old == 0 {
            return Some(self.all(range));
        }
        let context = usize::try_from(range.old_count.checked_sub(self.old)?).ok()?;
        let added = range.new_count.checked_sub(self.new)?;
        let added = usize::try_from(added).ok()?.checked_sub(context).filter(|added| *added > 0)?;
        let inside =
            self.between.len() + self.behind.len() + self.before.len() + self.elsewhere.len();
        let mut chosen: Vec<usize> = Vec::new();
        let mut found = None;
        let ranks = [&self.between, &self.behind, &self.before, &self.elsewhere];
        for (rank, more) in ranks.into_iter().enumerate() {
            chosen.extend(more);
            // A set that is the one before it is no second answer.
            let trailing = if rank > 0 && more.is_empty() {
                None
            } else {
                self.trailing(added, context, chosen.len(), inside)
            };
            if let Some(trailing) = trailing
                && found.replace((chosen.clone(), trailing)).is_some()
            {
                return None;
            }
        }
        found
    }

    /// What is left for the empty lines behind the hunk when `chosen` of those inside are added.
    fn trailing(
        &self,
        added: usize,
        context: usize,
        chosen: usize,
        inside: usize,
    ) -> Option<Trailing> {
        let added = added.checked_sub(chosen)?;
        let context = context.checked_sub(inside - chosen)?;
        let is_clear = added == 0 || context == 0;
        (is_clear && added + context <= self.trailing).then_some(Trailing { context, added })
    }

    /// A hunk without old lines has no context, whatever it counts.
    fn all(&self, range: HunkRange) -> (Vec<usize>, Trailing) {
        let lines = [&*self.between, &*self.behind, &*self.before].concat();
        let inside = u64::try_from(lines.len()).unwrap_or(u64::MAX);
        let missing = range.new_count.saturating_sub(self.new.saturating_add(inside));
        let added = usize::try_from(missing).unwrap_or(usize::MAX).min(self.trailing);
        (lines, Trailing { context: 0, added })
    }
}

const ADDED: Piece = Piece::Marked(LineKind::Add);
