//! Decides whether the evidence singles out a place.
//!
//! A place is chosen if, compared with each other place, no evidence says that it is worse and
//! some deciding evidence says that it is better. Otherwise no place is chosen, and the evidence
//! on each side is the explanation.

use std::cmp::Ordering;

use super::evidence::{Facts, Judged, Rule, Weight};
use super::placement::{Evidence, EvidenceSet};
use super::places::Kind;
use crate::failure::{Candidate, Why};

/// Whether one place is to be chosen before another one.
fn dominates(table: &[Rule], facts: &Facts, one: &Judged, other: &Judged) -> bool {
    let (mut is_better, mut is_earlier) = (false, false);
    for rule in table {
        match (rule.compare(facts, one, other), rule.weight) {
            (Ordering::Less, weight) if weight != Weight::DecidesLast => return false,
            (Ordering::Greater, Weight::Decides) => is_better = true,
            (Ordering::Greater, Weight::DecidesLast) => is_earlier = true,
            (Ordering::Greater, Weight::Opposes) | (Ordering::Less | Ordering::Equal, _) => {}
        }
    }
    is_better || is_earlier
}

/// The place that the evidence singles out.
///
/// Linear: a place that is better than all others is better than each one met on the way.
pub(super) fn choose(table: &[Rule], facts: &Facts, places: &[Judged]) -> Option<Judged> {
    let mut best: (usize, &Judged) = (0, places.first()?);
    for (at, place) in places.iter().enumerate().skip(1) {
        if !dominates(table, facts, best.1, place) {
            best = (at, place);
        }
    }
    let is_chosen = places
        .iter()
        .enumerate()
        .all(|(at, place)| at == best.0 || dominates(table, facts, best.1, place));
    is_chosen.then_some(*best.1)
}

/// What speaks for a place: the kinds of evidence by which it is better than another one, and
/// those that are in its favour by themselves.
pub(super) fn in_favour(
    table: &[Rule],
    facts: &Facts,
    place: &Judged,
    others: &[Judged],
) -> EvidenceSet {
    let is_better = |rule: &&Rule| {
        others.iter().any(|other| rule.compare(facts, place, other) == Ordering::Greater)
    };
    let says_so = |kind: Evidence| match kind {
        Evidence::Text => true,
        Evidence::Heading | Evidence::Number | Evidence::Between | Evidence::Common => {
            is_positive(table, facts, place, kind)
        }
        _ => false,
    };
    table
        .iter()
        .filter(|rule| rule.weight != Weight::Opposes)
        .filter(|rule| says_so(rule.kind) || is_better(rule))
        .map(|rule| rule.kind)
        .collect()
}

fn is_positive(table: &[Rule], facts: &Facts, place: &Judged, kind: Evidence) -> bool {
    let own = |rule: &&Rule| rule.kind == kind;
    table.iter().filter(own).filter_map(|rule| rule.grade(facts, place)).any(|grade| grade > 0)
}

/// Why no place was chosen: the change is made already at one of them, or several are as good.
pub(super) fn why_open(judged: &[Judged]) -> Why {
    let done = judged.iter().find(|judged| judged.place.kind == Kind::Done);
    done.map_or(Why::Ambiguous, |done| Why::MaybeDone(done.place.line))
}

/// The most places that a refusal names, and the most rivals.
const MOST_NAMED: usize = 10;
const MOST_RIVALS: usize = 3;

/// The places that a refusal is about, with what speaks for and against each: where the old lines
/// match, those that the evidence prefers first taken, and beside them what nearly matches or is
/// done.
pub(super) fn report(table: &[Rule], facts: &Facts, judged: &[Judged]) -> [Vec<Candidate>; 2] {
    // The number of kinds for and against it; this only orders the report. Lying below the heading
    // counts no more than not knowing.
    let score = |judged: &Judged| {
        let sign = |rule: &Rule| {
            let grade = rule.grade(facts, judged).map(i64::signum)?;
            Some(if rule.kind == Evidence::Heading { grade.min(0) } else { grade })
        };
        let sum: i64 = table.iter().filter_map(sign).sum();
        (-sum, facts.distance(&judged.place), judged.place.line)
    };
    let mut order: Vec<&Judged> = judged.iter().collect();
    order.sort_by_key(|judged| score(judged));
    // Places that are no worse than the best one are why it was not chosen, so they come first.
    let best = order.iter().find(|judged| judged.place.is_match()).copied();
    let is_worse = |judged: &Judged| {
        best.is_some_and(|best| best != judged && dominates(table, facts, best, judged))
    };
    order.sort_by_key(|judged| is_worse(judged));
    let (places, rivals): (Vec<&Judged>, Vec<&Judged>) =
        order.into_iter().partition(|judged| judged.place.is_match());
    let shown = |places: Vec<&Judged>, most: usize| -> Vec<Judged> {
        let mut places: Vec<Judged> = places.into_iter().take(most).copied().collect();
        places.sort_by_key(|judged| judged.place.line);
        places
    };
    let (places, rivals) = (shown(places, MOST_NAMED), shown(rivals, MOST_RIVALS));
    let all = [places.as_slice(), rivals.as_slice()].concat();
    let tell = |places: Vec<Judged>| -> Vec<Candidate> {
        places
            .iter()
            .map(|judged| {
                let (speaks_for, speaks_against) = pulls(table, facts, judged, &all);
                Candidate {
                    rung: judged.place.as_match().map(|found| found.rung()),
                    is_done: judged.place.kind == Kind::Done,
                    speaks_for: speaks_for.iter().collect(),
                    speaks_against: speaks_against.iter().collect(),
                    ..Candidate::at(judged.place.line)
                }
            })
            .collect()
    };
    [tell(places), tell(rivals)]
}

/// What speaks for and against a place beside some others.
fn pulls(
    table: &[Rule],
    facts: &Facts,
    place: &Judged,
    others: &[Judged],
) -> (EvidenceSet, EvidenceSet) {
    let kinds = |wanted: Ordering| {
        let is_so =
            |rule: &&Rule| others.iter().any(|other| rule.compare(facts, place, other) == wanted);
        table.iter().filter(is_so).map(|rule| rule.kind).collect()
    };
    (kinds(Ordering::Greater), kinds(Ordering::Less))
}
