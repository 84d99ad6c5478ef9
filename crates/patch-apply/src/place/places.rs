//! A place that a hunk may be meant for, as a value.

use super::rung::{Rank, Rung, RungRule};

/// What was found at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The old lines agree at a rung.
    Match(Rung),
    /// They nearly agree.
    Rival,
    /// The new lines agree.
    Done,
}

/// A place that a hunk may be meant for.
///
/// `kind` says what was found there, `rank` how much its text says, and neither the other: what
/// nearly matches may say as much as a match with outer context that differs, and old lines that
/// agree loosely around new ones as much as these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) kind: Kind,
    pub(super) rank: Rank,
    /// First line of what matches, 0-based; of a rival the line where the hunk would start.
    pub(super) line: usize,
    /// Lines that match.
    pub(super) count: usize,
    /// Old lines before and after them that the file does not have.
    pub(super) dropped: (usize, usize),
    /// How many old lines do not agree, where places differ in their outer context.
    pub(super) missing: usize,
    /// Lines of the file that the hunk leaves out after its first one, where its other outer
    /// context differs.
    pub(super) left_out: usize,
}

impl Place {
    /// A place at which all old lines, so many, agree at a rung.
    pub(super) fn matching(rule: &RungRule, line: usize, count: usize) -> Self {
        Self::new(Kind::Match(rule.rung), rule.rank, line, count)
    }

    /// A place at which all old lines agree but outer context; so many lines match.
    pub(super) fn in_part(line: usize, count: usize) -> Self {
        Self::new(Kind::Match(Rung::OuterContext), Rank::Outer, line, count)
    }

    /// A place for lines that are added, without old ones.
    pub(super) fn insertion(line: usize) -> Self {
        Self::new(Kind::Match(Rung::Exact), Rank::Exact, line, 0)
    }

    /// A place at which all new lines, so many, agree.
    pub(super) fn done(line: usize, count: usize) -> Self {
        Self::new(Kind::Done, Rank::New, line, count)
    }

    /// A place where a hunk of so many old lines nearly matches. It may start before the file.
    pub(super) fn rival(start: i64, count: usize) -> Self {
        let before = usize::try_from(-start).unwrap_or(0);
        let line = usize::try_from(start).unwrap_or(0);
        let rival = Self::new(Kind::Rival, Rank::Like, line, count.saturating_sub(before));
        Self { dropped: (before, 0), ..rival }
    }

    fn new(kind: Kind, rank: Rank, line: usize, count: usize) -> Self {
        Self { kind, rank, line, count, dropped: (0, 0), missing: 0, left_out: 0 }
    }

    /// Where the hunk would start with all its context, 0-based.
    pub(super) fn whole(&self) -> i64 {
        signed(self.line) - signed(self.dropped.0)
    }

    /// Where the hunk would start by its number, which counts the lines that it leaves out.
    pub(super) fn counted(&self) -> i64 {
        self.whole() - signed(self.left_out)
    }

    /// The line after the last one that matches.
    pub(super) fn end(&self) -> usize {
        self.line + self.count
    }

    /// The lines without those at the start and the end, so many each, which others may have as
    /// well: the first and the one after. Those that the place gives up are among them.
    pub(super) fn core(&self, (before, after): (usize, usize)) -> (usize, usize) {
        let first = self.line + before.saturating_sub(self.dropped.0);
        let end = self.end().saturating_sub(after.saturating_sub(self.dropped.1));
        (first, end.max(first))
    }

    /// Whether all old lines of the hunk are here byte for byte.
    pub(super) fn is_exact(&self) -> bool {
        self.is_match() && self.rank == Rank::Exact && self.dropped == (0, 0)
    }

    /// Whether the hunk can be placed here.
    pub(super) fn is_match(&self) -> bool {
        self.as_match().is_some()
    }

    /// The place as one that the hunk can have.
    pub(super) fn as_match(&self) -> Option<Match> {
        match self.kind {
            Kind::Match(rung) => Some(Match { place: *self, rung }),
            Kind::Rival | Kind::Done => None,
        }
    }
}

/// A place where the old lines agree, so that the hunk can be placed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    place: Place,
    rung: Rung,
}

impl Match {
    /// The place of lines that are added, without old ones.
    pub(super) fn insertion(line: usize) -> Self {
        Self { place: Place::insertion(line), rung: Rung::Exact }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn rung(&self) -> Rung {
        self.rung
    }
}

/// The places of one hunk as far as they were looked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) all: Vec<Place>,
    /// There are more at the strictest rung than are listed.
    pub(super) is_cut: bool,
    /// All rungs and rivals were looked for, not only the strictest rung that has a place; or those
    /// are listed that come as close as places where outer context differs, beside which others say
    /// nothing.
    pub(super) needs_no_rivals: bool,
}

impl Places {
    /// The rank of what says most.
    pub(super) fn best(&self) -> Option<Rank> {
        self.all.iter().filter(|place| place.is_match()).map(|place| place.rank).min()
    }

    /// Whether the scope of an anchor has to be looked at: there is a choice, or a loose place.
    pub(super) fn needs_scope(&self) -> bool {
        self.all.len() > 1 || self.all.iter().any(|place| place.rank > Rank::New)
    }

    pub(super) fn has(&self, line: i64) -> bool {
        self.all.iter().any(|place| place.whole() == line)
    }
}

pub(super) fn signed(line: usize) -> i64 {
    i64::try_from(line).unwrap_or(i64::MAX)
}
