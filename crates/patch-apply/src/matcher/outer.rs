//! Hunks that stand but for some of their outer context, as after a change close by.
//!
//! What is removed must stand, and so must the context line that touches an insertion. Up to two
//! lines at either end may differ, as GNU patch's fuzz has it; but no other place in the file may
//! come as close.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::index::{BlockIndex, MOST_PLACES};
use super::ladder::without_indentation;

/// The most context lines that may differ at either end.
const MOST_DROPPED: usize = 2;

/// The most places that are compared.
const MOST_COMPARED: usize = 1 << 12;

/// Where a hunk stands but for some of its outer context.
#[derive(Debug)]
pub(super) enum Outer {
    /// In one place: the first line of what stands, 0-based, and how many context lines before
    /// and behind it do not.
    One(usize, (usize, usize)),
    /// In several.
    Several(Vec<usize>),
    /// Nowhere, or not clearly.
    Nowhere,
}

/// A place where the core of a hunk stands.
struct Candidate {
    /// Where the whole old block would start.
    start: i64,
    agreeing: usize,
}

/// Finds the place of a hunk that stands nowhere as a whole. `expected` is the line where its old
/// block should start, 0-based.
pub(super) fn find(
    built: &mut BlockIndex,
    index: usize,
    hunks: &[Hunk<'_>],
    expected: Option<usize>,
) -> Outer {
    let Some(hunk) = hunks.get(index) else { return Outer::Nowhere };
    let count = hunk.lines.old_count();
    let (before, after) = droppable(hunk);
    if before + after == 0 {
        return Outer::Nowhere;
    }
    let places = built.places_of_part(index, |index| hunks.get(index).map_or(0..0, core));
    let built = &*built;
    if places.len() == MOST_PLACES {
        return Outer::Nowhere;
    }
    let is_place =
        |start: i64| places.iter().any(|line_index| signed(*line_index) - signed(before) == start);
    let context = hunk.lines.context_count();
    // Two thirds of all lines, and some context where there is any.
    let is_enough = |agreeing: usize| agreeing * 3 >= count * 2 && agreeing > count - context;
    let candidates: Vec<Candidate> = places
        .iter()
        .map(|line_index| signed(*line_index) - signed(before))
        .map(|start| Candidate { start, agreeing: built.agreeing(index, start) })
        .collect();
    let enough: Vec<_> = candidates.iter().filter(|found| is_enough(found.agreeing)).collect();
    let Some(best) = enough.iter().max_by_key(|found| found.agreeing) else {
        return Outer::Nowhere;
    };
    let is_best = |other: &Candidate| other.start == best.start || other.agreeing < best.agreeing;
    let is_expected = expected.map(signed) == Some(best.start);
    if !candidates.iter().all(is_best) || (enough.len() > 1 && !is_expected) {
        let lines = enough.iter().filter_map(|found| usize::try_from(found.start).ok());
        return Outer::Several(lines.collect());
    }
    match elsewhere(built, index, count, is_place) {
        Some(agreeing) if agreeing < best.agreeing => {
            kept(built, index, best.start, count, (before, after))
        }
        _ => Outer::Nowhere,
    }
}

/// The old lines of a hunk, by their places, that must stand whatever its context.
pub(super) fn core(hunk: &Hunk<'_>) -> Range<usize> {
    let (before, after) = droppable(hunk);
    before..hunk.lines.old_count() - after
}

/// How many context lines at the start and at the end of a hunk may differ.
fn droppable(hunk: &Hunk<'_>) -> (usize, usize) {
    let lines: Vec<_> = hunk.lines.iter().collect();
    (droppable_at(lines.iter(), &lines), droppable_at(lines.iter().rev(), &lines))
}

fn droppable_at<'l>(
    mut end: impl Iterator<Item = &'l HunkLine<'l>>,
    all: &[HunkLine<'_>],
) -> usize {
    let mut context = 0;
    // Up to a line that says something else than what surrounds the change.
    let is_outside = |line: &HunkLine<'_>| {
        line.kind == LineKind::Context && !is_wish(line, all) && !line.text.starts_with(b"*** ")
    };
    let next = end.find(|line| {
        context += usize::from(is_outside(line));
        !is_outside(line)
    });
    let mut run = next.into_iter().chain(end).take_while(|line| line.kind != LineKind::Context);
    let (mut is_run, mut removes) = (false, false);
    run.by_ref().for_each(|line| {
        is_run = true;
        removes |= line.kind == LineKind::Remove;
    });
    // A run of changes without a removed line hangs on the context that it touches.
    let held = usize::from(is_run && !removes);
    context.saturating_sub(held).min(MOST_DROPPED)
}

/// Whether a context line is one that the hunk itself adds: the writer took the wish for the state.
fn is_wish(line: &HunkLine<'_>, all: &[HunkLine<'_>]) -> bool {
    let words = without_indentation(line.text).1;
    let is_same = |other: &HunkLine<'_>| without_indentation(other.text).1 == words;
    !words.is_empty() && all.iter().any(|other| other.kind == LineKind::Add && is_same(other))
}

/// The most lines that agree at a place where the core does not stand; `None` where too many
/// places would have to be compared.
fn elsewhere(
    built: &BlockIndex,
    index: usize,
    count: usize,
    is_place: impl Fn(i64) -> bool,
) -> Option<usize> {
    // A place where two thirds of the lines agree has one of any third of them, and one more.
    let rare = built.rarest_lines(index).into_iter().take(count / 3 + 1);
    let mut starts = Vec::new();
    for at in rare {
        let lines = built.places_of_line(index, at);
        if starts.len() + lines.len() > MOST_COMPARED {
            return None;
        }
        starts.extend(lines.iter().map(|line_index| signed(*line_index) - signed(at)));
    }
    starts.sort_unstable();
    starts.dedup();
    let others = starts.into_iter().filter(|start| !is_place(*start));
    Some(others.map(|start| built.agreeing(index, start)).max().unwrap_or(0))
}

/// What stands at a place: the lines between the differing ones, of so many that may differ before
/// and behind them.
fn kept(
    built: &BlockIndex,
    index: usize,
    start: i64,
    count: usize,
    (before, after): (usize, usize),
) -> Outer {
    let differs = |at: &usize| !built.line_stands(index, *at, start);
    let before = (0..before).rev().find(differs).map_or(0, |at| at + 1);
    let after = (count - after..count).find(differs).map_or(0, |at| count - at);
    match usize::try_from(start + signed(before)) {
        Ok(line_index) => Outer::One(line_index, (before, after)),
        Err(_) => Outer::Nowhere,
    }
}

fn signed(line_index: usize) -> i64 {
    i64::try_from(line_index).unwrap_or(i64::MAX)
}
