//! Decides whether empty lines between or after added lines are context that lost its blank, or
//! added lines that lost their `+`.
//!
//! The counts of the hunk header decide. If they do not, an empty line is read as context for now;
//! the file decides when the patch is applied.
//!
//! Works on lines that are already classified, and only counts them.

use super::region::RegionLine;
use crate::ast::{HunkRange, LineKind, Piece};

/// What the empty lines of a hunk are.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// All context, as far as the counts show; the hunk ends before line `end`.
    Open { end: usize },
    /// These lines are added and the others context; the hunk ends before line `end`.
    Added { lines: Vec<usize>, end: usize },
}

/// Decides what the empty lines of a hunk are if its counts do not add up with all of them as
/// context.
///
/// `region` is what may belong to the hunk; `end` is where it ends, trailing empty lines aside.
pub(super) fn decide(region: &[RegionLine<'_>], end: usize, range: HunkRange) -> Blanks {
    let Some(facts) = Facts::of(region, end) else { return Blanks::Open { end } };
    let found = facts.added(range);
    let ends = found.iter().map(|(_, trailing)| end + trailing.context + trailing.added);
    let ends: Vec<usize> = ends.collect();
    match (found.as_slice(), ends.as_slice()) {
        ([(lines, trailing)], [behind]) => {
            let mut lines = lines.clone();
            lines.sort_unstable();
            lines.extend(end..end + trailing.added);
            Blanks::Added { lines, end: *behind }
        }
        // Whichever of them are added, the hunk has the same number of lines.
        (_, [first, rest @ ..]) if rest.iter().all(|other| other == first) => {
            Blanks::Open { end: *first }
        }
        _ => Blanks::Open { end },
    }
}

/// The empty lines of a hunk, sorted by the lines around them, and the counts of its other lines.
#[derive(Debug, Default)]
struct Facts {
    /// Old and new lines, without the empty ones.
    old: u64,
    new: u64,
    /// Between two added lines.
    between: Vec<usize>,
    /// After an added line.
    behind: Vec<usize>,
    /// Before an added line.
    before: Vec<usize>,
    /// Between lines of other kinds, and before the first line.
    elsewhere: Vec<usize>,
    /// How many follow the last line of the hunk, if that is an added one.
    trailing: usize,
}

/// How many of the empty lines after the last line of a hunk belong to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Trailing {
    context: usize,
    added: usize,
}

impl Facts {
    /// The facts; `None` if there is no empty line to decide about.
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

    /// All ways to make the counts add up: which of the lines are added then.
    fn added(&self, range: HunkRange) -> Vec<(Vec<usize>, Trailing)> {
        if range.old_count == 0 && self.old == 0 {
            return vec![self.all(range)];
        }
        let count = |count: Option<u64>| count.and_then(|count| usize::try_from(count).ok());
        let context = count(range.old_count.checked_sub(self.old));
        let new = count(range.new_count.checked_sub(self.new));
        let added = new.zip(context).and_then(|(new, context)| new.checked_sub(context));
        let Some((context, added)) = context.zip(added).filter(|(_, added)| *added > 0) else {
            return Vec::new();
        };
        let inside =
            self.between.len() + self.behind.len() + self.before.len() + self.elsewhere.len();
        let mut chosen: Vec<usize> = Vec::new();
        let mut found = Vec::new();
        let ranks = [&self.between, &self.behind, &self.before, &self.elsewhere];
        for (rank, more) in ranks.into_iter().enumerate() {
            chosen.extend(more);
            // The same set as before is not a second answer.
            if (rank == 0 || !more.is_empty())
                && let Some(trailing) = self.trailing(added, context, chosen.len(), inside)
            {
                found.push((chosen.clone(), trailing));
            }
        }
        found
    }

    /// What remains for the empty lines after the hunk if `chosen` of those inside are added.
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

    /// All empty lines as added ones: a hunk without old lines has no context, whatever its counts.
    fn all(&self, range: HunkRange) -> (Vec<usize>, Trailing) {
        let lines = [&*self.between, &*self.behind, &*self.before].concat();
        let inside = u64::try_from(lines.len()).unwrap_or(u64::MAX);
        let missing = range.new_count.saturating_sub(self.new.saturating_add(inside));
        let added = usize::try_from(missing).unwrap_or(usize::MAX).min(self.trailing);
        (lines, Trailing { context: 0, added })
    }
}

const ADDED: Piece = Piece::Marked(LineKind::Add);
