//! What speaks for a place: one small function for each kind of evidence, one table for each
//! format.
//!
//! A kind grades a single place (above 0 in its favour, below 0 against it, or no grade), or it
//! says which of two places is better. It looks at what is known of a place, never at what was
//! decided. Some kinds have a second row that only opposes: text, number, heading and anchor may
//! forbid a choice that they do not decide.

use std::cmp::{Ordering, Reverse};

use super::numbers::{Known, MOST_MISCOUNTED};
use super::placement::Evidence;
use super::places::{Kind, Place};
use super::rung::Rank;

/// What a kind of evidence can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// It decides between two places, and forbids to choose the worse one.
    Decides,
    /// It only forbids to choose the worse one.
    Opposes,
    /// It decides if nothing else distinguishes two places.
    DecidesLast,
}

/// One kind of evidence.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) kind: Evidence,
    pub(super) weight: Weight,
    pub(super) says: Says,
}

/// How a kind of evidence looks at places.
#[derive(Debug)]
pub(super) enum Says {
    /// By a grade for each, higher is better, and above 0 where it speaks for the place; `None`
    /// where nothing can be said.
    Grade(fn(&Facts, &Judged) -> Option<i64>),
    /// By whether the first of two is better, for what has two sides.
    Better(fn(&Facts, &Judged, &Judged) -> bool),
}

impl Rule {
    /// How two places compare.
    pub(super) fn compare(&self, facts: &Facts, one: &Judged, other: &Judged) -> Ordering {
        match self.says {
            Says::Grade(grade) => match (grade(facts, one), grade(facts, other)) {
                (Some(one), Some(other)) => one.cmp(&other),
                _ => Ordering::Equal,
            },
            Says::Better(is_better) if is_better(facts, one, other) => Ordering::Greater,
            Says::Better(is_better) if is_better(facts, other, one) => Ordering::Less,
            Says::Better(_) => Ordering::Equal,
        }
    }

    /// The grade of one place, where there is one.
    pub(super) fn grade(&self, facts: &Facts, judged: &Judged) -> Option<i64> {
        match self.says {
            Says::Grade(grade) => grade(facts, judged),
            Says::Better(_) => None,
        }
    }
}

/// What is known about one hunk beside its places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to one question")]
pub(super) struct Facts {
    /// The line that the header names, 0-based.
    pub(super) hint: Option<i64>,
    pub(super) known: Known,
    /// The lines between the nearest hunks before and after this one that have a place.
    pub(super) room: Option<(usize, usize)>,
    /// Lines at its start and at its end that others may have as well.
    pub(super) margins: (usize, usize),
    /// The lines that the hunk can have in the order of all hunks, and the line before which it
    /// ends.
    pub(super) feasible: Option<(usize, usize)>,
    /// The numbers and the order of the patch agree about the order of the hunks.
    pub(super) is_ordered: bool,
    /// The one offset that explains all hunks.
    pub(super) common: Option<i64>,
    /// Where `*** Begin Patch` has the search begin.
    pub(super) takes_first: bool,
    /// The patch is one that a tool made: its numbers were true.
    pub(super) trusts_numbers: bool,
    /// The number is one that the file does not have.
    pub(super) is_beyond: bool,
    /// The numbers of the nearest hunk after that has a place count by how many lines this one
    /// moves it.
    pub(super) is_counted: bool,
}

impl Facts {
    /// How far a place is from the line that the header names.
    pub(super) fn offset(&self, place: &Place) -> Option<i64> {
        Some(place.counted().saturating_sub(self.hint?))
    }

    /// How far a place is from what is known of the number, in lines.
    pub(super) fn distance(&self, place: &Place) -> i64 {
        self.offset(place).map_or(0, |offset| self.known.distance(offset))
    }

    /// Whether a place is where the number says, by an offset that is known.
    pub(super) fn is_numbered(&self, place: &Place) -> bool {
        self.offset(place).is_some_and(|offset| self.known.offset() == Some(offset))
    }

    /// Whether neither a place nor the hunk after is moved by what this one adds or takes away,
    /// though its numbers count that: then it is not made, whatever is beside this place.
    pub(super) fn is_unmade(&self, place: &Place) -> bool {
        let Some(offset) = self.offset(place) else { return false };
        self.is_counted && offset == self.known.front && Some(offset) == self.known.behind
    }

    /// Whether a place leaves the other hunks theirs, in their order.
    pub(super) fn keeps_order(&self, place: &Place) -> bool {
        let own = place.core(self.margins);
        let is_in = |(first, end): (usize, usize)| own.0 >= first && own.1 <= end;
        self.room.is_none_or(is_in) && self.feasible.is_none_or(is_in)
    }

    /// The lines, 0-based, where a place would say something about the number.
    pub(super) fn expected(&self) -> impl Iterator<Item = usize> {
        let hint = self.hint;
        let lines = self.known.offsets().filter_map(move |offset| hint?.checked_add(offset));
        lines.filter_map(|line| usize::try_from(line).ok())
    }
}

/// A place with what the file says about it: of a hunk of a unified diff the heading and the edge,
/// of a chunk the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to one question")]
pub(super) struct Judged {
    pub(super) place: Place,
    /// Whether it lies below the heading that the header names.
    pub(super) heading: Below,
    /// It lies at the edge of the file that the hunk claims.
    pub(super) is_at_edge: bool,
    /// It lies in what a line opens that the anchor names.
    pub(super) is_in_scope: bool,
    /// It lies in what the first of these lines opens.
    pub(super) is_in_first_scope: bool,
    /// It lies in what a line of the chunk in front opens, which the anchor names as well.
    pub(super) is_in_own_scope: bool,
    /// It was found as the format has it, after the first line that the anchor names.
    pub(super) is_by_format: bool,
    pub(super) ends_file: bool,
    /// How many of the empty lines after the chunk are after it.
    pub(super) empty_lines: u8,
}

impl Judged {
    /// A place of which nothing that a format asks says anything.
    pub(super) fn of(place: Place) -> Self {
        Self {
            place,
            heading: Below::Unknown,
            is_at_edge: true,
            is_in_scope: true,
            is_in_first_scope: true,
            is_in_own_scope: false,
            is_by_format: true,
            ends_file: true,
            empty_lines: 0,
        }
    }
}

/// How a place lies to a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Below {
    /// It cannot be below it: the hunk is deeper than the heading, and what that heads ends before.
    No,
    /// It is not known, or the file has no such heading.
    Unknown,
    /// What is found of the hunk lies below it; where the hunk begins, other lines are.
    Perhaps,
    Yes,
}

/// The kinds of evidence about hunks of unified diffs.
pub(super) static UNIFIED: [Rule; 11] = [
    Rule { kind: Evidence::Text, weight: Weight::Decides, says: Says::Grade(text) },
    Rule { kind: Evidence::Text, weight: Weight::Opposes, says: Says::Better(more_text) },
    Rule { kind: Evidence::Number, weight: Weight::Decides, says: Says::Grade(number) },
    Rule { kind: Evidence::Number, weight: Weight::Opposes, says: Says::Better(front) },
    Rule { kind: Evidence::Between, weight: Weight::Decides, says: Says::Grade(between) },
    Rule { kind: Evidence::Common, weight: Weight::Decides, says: Says::Grade(common) },
    Rule { kind: Evidence::Near, weight: Weight::Opposes, says: Says::Better(near) },
    Rule { kind: Evidence::Heading, weight: Weight::Decides, says: Says::Grade(heading) },
    Rule { kind: Evidence::Heading, weight: Weight::Opposes, says: Says::Better(surely_below) },
    Rule { kind: Evidence::Edge, weight: Weight::Opposes, says: Says::Grade(edge) },
    Rule { kind: Evidence::Order, weight: Weight::Decides, says: Says::Grade(order) },
];

/// The kinds of evidence about chunks of the `*** Begin Patch` format.
pub(super) static OPENCODE: [Rule; 7] = [
    Rule { kind: Evidence::Text, weight: Weight::Decides, says: Says::Grade(text) },
    Rule { kind: Evidence::Text, weight: Weight::Opposes, says: Says::Better(more_text) },
    Rule { kind: Evidence::Order, weight: Weight::Decides, says: Says::Grade(order) },
    Rule { kind: Evidence::Anchor, weight: Weight::Decides, says: Says::Better(anchor) },
    Rule { kind: Evidence::Anchor, weight: Weight::Opposes, says: Says::Better(first_anchor) },
    Rule { kind: Evidence::EndOfFile, weight: Weight::Decides, says: Says::Grade(end_of_file) },
    Rule { kind: Evidence::First, weight: Weight::DecidesLast, says: Says::Better(first) },
];

/// How exactly the old lines agree.
#[expect(clippy::unnecessary_wraps, reason = "a kind may say nothing")]
fn text(_: &Facts, judged: &Judged) -> Option<i64> {
    Some(-(judged.place.rank as i64))
}

/// Where outer context differs at both, more of the lines agree.
fn more_text(_: &Facts, one: &Judged, other: &Judged) -> bool {
    let are_outer = one.place.rank == Rank::Outer && other.place.rank == Rank::Outer;
    are_outer && one.place.missing < other.place.missing
}

/// The place is where the header says, moved by an offset that is known. The number as it is says
/// nothing beside it, and leaves it open. What a rival outside the heading is worth, [`front`] says.
fn number(facts: &Facts, judged: &Judged) -> Option<i64> {
    let is_outside = judged.place.kind == Kind::Rival && judged.heading == Below::No;
    let offset = facts.offset(&judged.place).filter(|_| !is_outside)?;
    let known = facts.known;
    (!known.is_raw(offset)).then(|| i64::from(known.offset() == Some(offset)))
}

/// One place, a rival, done or no looser than the other, is where the number says as far as the
/// hunks in front know. What matches may be a few lines from there: a writer miscounts.
fn front(facts: &Facts, one: &Judged, other: &Judged) -> bool {
    let by = |judged: &Judged| {
        let offset = facts.offset(&judged.place)?;
        Some(offset.saturating_sub(facts.known.front).saturating_abs())
    };
    let Some((own, others)) = by(one).zip(by(other)).filter(|_| !is_outside(one, other)) else {
        return false;
    };
    let is_no_match = matches!(one.place.kind, Kind::Rival | Kind::Done);
    let is_no_looser = one.place.rank <= other.place.rank;
    let is_near = own <= MOST_MISCOUNTED && others > MOST_MISCOUNTED && !facts.trusts_numbers;
    // All lines are there, indented otherwise; line 1 may be nobody's number.
    let is_loose = one.place.rank < Rank::Outer && !facts.trusts_numbers && facts.hint != Some(0);
    ((is_no_match || is_no_looser || is_loose) && own == 0 && others != 0)
        || (!is_no_match && is_no_looser && is_near)
}

/// Whether one place is a rival outside the heading, and another one has all lines as written below
/// it: then no number speaks for the rival.
fn is_outside(one: &Judged, other: &Judged) -> bool {
    one.place.kind == Kind::Rival
        && one.heading == Below::No
        && other.place.is_exact()
        && other.heading == Below::Yes
}

/// The offset lies between those of the neighbours.
fn between(facts: &Facts, judged: &Judged) -> Option<i64> {
    let offset = facts.offset(&judged.place)?;
    let (least, most) = facts.known.range()?;
    Some(i64::from((least..=most).contains(&offset)))
}

/// The place is where one offset for all hunks puts it.
fn common(facts: &Facts, judged: &Judged) -> Option<i64> {
    let offset = facts.offset(&judged.place)?;
    Some(i64::from(facts.common? == offset))
}

/// A place is nearer to the number than another, as it is and as the neighbours were moved.
fn near(facts: &Facts, one: &Judged, other: &Judged) -> bool {
    // A line 1 that nobody counted says less than the heading.
    let is_first = facts.hint == Some(0) && !facts.trusts_numbers;
    let is_counted = !is_first || one.heading == Below::Yes || other.heading != Below::Yes;
    // Every line of the file is far from a number after its end.
    let is_asked = is_counted && !facts.is_beyond && !is_outside(one, other);
    let offset = |judged: &Judged| facts.offset(&judged.place).filter(|_| is_asked);
    let offsets = offset(one).zip(offset(other));
    offsets.is_some_and(|(one, other)| {
        one.unsigned_abs() < other.unsigned_abs()
            && facts.known.distance(one) < facts.known.distance(other)
    })
}

/// Whether the place lies below the heading.
#[expect(clippy::unnecessary_wraps, reason = "a kind may say nothing")]
fn heading(_: &Facts, judged: &Judged) -> Option<i64> {
    Some(match judged.heading {
        Below::No => -1,
        Below::Unknown => 0,
        Below::Perhaps | Below::Yes => 1,
    })
}

/// One place lies below the heading for certain, and another one perhaps.
fn surely_below(_: &Facts, one: &Judged, other: &Judged) -> bool {
    one.heading == Below::Yes && other.heading == Below::Perhaps
}

/// Whether the place lies at the edge of the file that the hunk claims; where the number is right
/// the hunk claims nothing but little context, and without numbers one below its heading does not.
fn edge(facts: &Facts, judged: &Judged) -> Option<i64> {
    let is_headed = facts.hint.is_none() && judged.heading != Below::Unknown;
    (!is_headed).then(|| i64::from(judged.is_at_edge || number(facts, judged) == Some(1)))
}

/// Whether the place leaves the other hunks theirs, in their order.
#[expect(clippy::unnecessary_wraps, reason = "a kind may say nothing")]
fn order(facts: &Facts, judged: &Judged) -> Option<i64> {
    Some(i64::from(facts.keeps_order(&judged.place)))
}

/// Whether the place lies in what the anchor opens: the first line that it names, as the format has
/// it; where lines agree loosely any of them. Between what a line of the chunk in front opens and
/// what others open it does not decide.
fn anchor(_: &Facts, one: &Judged, other: &Judged) -> bool {
    let is_in = |judged: &Judged| {
        let is_strict = judged.place.rank <= Rank::TrailingBlanks;
        if is_strict { judged.is_in_first_scope } else { judged.is_in_scope }
    };
    let is_known = !one.is_in_own_scope || !other.is_in_scope;
    is_known && is_in(one) && !is_in(other)
}

/// A rival lies in what the first line opens that the anchor names, and another place does not, or
/// only in what a line of the chunk in front opens.
fn first_anchor(_: &Facts, one: &Judged, other: &Judged) -> bool {
    let is_in = |judged: &Judged| judged.is_in_first_scope && judged.is_by_format;
    one.place.kind == Kind::Rival && is_in(one) && !is_in(other)
}

/// Whether the place ends the file.
#[expect(clippy::unnecessary_wraps, reason = "a kind may say nothing")]
fn end_of_file(_: &Facts, judged: &Judged) -> Option<i64> {
    Some(i64::from(judged.ends_file))
}

/// One place is before another one after the cursor, or has more of the empty lines after
/// the chunk, which the format's readers take for context; not where lines agree loosely, and not
/// among what is done.
fn first(facts: &Facts, one: &Judged, other: &Judged) -> bool {
    let counts = |judged: &Judged| {
        let is_strict = judged.place.rank <= Rank::TrailingBlanks;
        is_strict && judged.is_by_format && judged.place.is_match()
    };
    let order = |judged: &Judged| (Reverse(judged.empty_lines), judged.place.line);
    facts.takes_first && counts(one) && counts(other) && order(one) < order(other)
}
