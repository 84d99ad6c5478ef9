//! The hunks of one file together.
//!
//! What one hunk leaves open others may settle: by the offset that they show, by their order, or by
//! the one offset that explains them all. Where two signs point to different places nothing is
//! settled.

use patch_parse::{Code, Hunk};

use super::index::MOST_PLACES;
use super::ladder::{RUNGS, Rung};
use super::search::Search;
use super::unified::heading;
use super::{Placed, Placement};
use crate::HunkFailure;

/// What is known of one hunk.
#[derive(Debug)]
pub(super) enum Found {
    /// It has a place.
    At {
        place: Placement,
        /// It stands where its number says, and nobody looked for other places.
        by_number: bool,
    },
    /// It stands in several places, at one rung: their lines, 0-based, at most [`MOST_PLACES`].
    Several { rung_index: usize, places: Vec<usize> },
    /// It has none.
    Failed(Box<HunkFailure>),
}

impl Found {
    /// A failure that is about one line of the file, 0-based.
    pub(super) fn failed(code: Code, index: usize, hunk: &Hunk<'_>, line_index: usize) -> Self {
        Self::Failed(HunkFailure::at(code, index, hunk, line_index))
    }

    /// What is still open is ambiguous.
    pub(super) fn into_placed(self, index: usize, hunk: &Hunk<'_>) -> Placed {
        match self {
            Self::At { place, .. } => Ok(place),
            Self::Several { places, .. } => Err(HunkFailure::ambiguous(index, hunk, &places)),
            Self::Failed(failure) => Err(failure),
        }
    }
}

/// What the headers say about the places and the order of the hunks.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The hunks from the first in the file to the last.
    order: Vec<usize>,
    /// Whether the numbers of all hunks can be true at once.
    can_be_true: bool,
}

impl Numbers {
    /// Hunks with numbers stand in their order, whatever that of the patch; where some have none
    /// the order of the patch is all there is.
    pub(super) fn of(hunks: &[Hunk<'_>]) -> Self {
        let in_patch: Vec<usize> = (0..hunks.len()).collect();
        let hint = |index: &usize| hunks.get(*index).and_then(hinted_index);
        let mut order = in_patch.clone();
        if order.iter().all(|index| hint(index).is_some()) {
            order.sort_by_key(hint);
        }
        let mut end = 0;
        let can_be_true = order.iter().filter_map(|index| hunks.get(*index)).all(|hunk| {
            let Some(start) = hinted_index(hunk) else { return true };
            let is_behind = start >= end;
            end = start.saturating_add(hunk.lines.old_count());
            is_behind
        });
        Self { order: if can_be_true { order } else { in_patch }, can_be_true }
    }

    /// The hunks from the first in the file to the last.
    pub(super) fn order(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().copied()
    }

    /// The line that a header names, 0-based, where the numbers can be true.
    pub(super) fn hint(&self, hunk: &Hunk<'_>) -> Option<usize> {
        hinted_index(hunk).filter(|_| self.can_be_true)
    }
}

/// The line the header names, 0-based: where the old block starts, or before which an empty one
/// stands (`-5,0` is behind line 5).
pub(super) fn hinted_index(hunk: &Hunk<'_>) -> Option<usize> {
    let range = hunk.range?;
    let start = usize::try_from(range.old_start).ok()?;
    Some(if range.old_count == 0 { start } else { start.saturating_sub(1) })
}

/// The offset that the hunks placed so far show, in lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drift(i64);

impl Drift {
    /// The lines that a hint may mean, 0-based: moved as the hunks before were, and as it says.
    pub(super) fn expected(self, hint: usize) -> impl Iterator<Item = usize> {
        let moved = moved(hint, self.0).filter(|moved| *moved != hint);
        moved.into_iter().chain([hint])
    }

    /// Learns from a hunk that was placed.
    pub(super) fn learn(&mut self, hint: usize, line_index: usize) {
        self.0 = offset(hint, line_index);
    }
}

fn moved(hint: usize, by: i64) -> Option<usize> {
    hint.checked_add_signed(isize::try_from(by).ok()?)
}

fn offset(hint: usize, line_index: usize) -> i64 {
    let signed = |line: usize| i64::try_from(line).unwrap_or(i64::MAX);
    signed(line_index).saturating_sub(signed(hint))
}

/// A sign of where a hunk belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// None.
    Silent,
    /// It points to this line.
    Points(usize),
    /// It points to several places.
    Contradicts,
}

impl Sign {
    /// Both signs together.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Silent, sign) | (sign, Self::Silent) => sign,
            (Self::Points(one), Self::Points(other)) if one == other => self,
            _ => Self::Contradicts,
        }
    }

    fn of_one(lines: &[usize]) -> Self {
        match *lines {
            [] => Self::Silent,
            [line] => Self::Points(line),
            _ => Self::Contradicts,
        }
    }
}

/// Settles hunks that stand in several places. `found` is in the order of the numbers.
pub(super) fn settle(
    search: &mut Search<'_, '_>,
    hunks: &[Hunk<'_>],
    numbers: &Numbers,
    found: &mut [Found],
) {
    let order: Vec<(usize, &Hunk<'_>)> =
        numbers.order().filter_map(|index| Some((index, hunks.get(index)?))).collect();
    let hints: Vec<Option<usize>> = order.iter().map(|(_, hunk)| numbers.hint(hunk)).collect();
    doubt_numbers(search, &order, &hints, found);
    if !found.iter().any(|one| matches!(one, Found::Several { .. })) {
        return;
    }
    let offsets: Vec<Option<i64>> =
        found.iter().zip(&hints).map(|(one, hint)| offset_of(one, *hint)).collect();
    let common = common_offset(&hints, &offsets, found);
    let neighbours = neighbours(&offsets);
    let signs: Vec<Sign> = (0..found.len())
        .map(|at| {
            let (Some((index, hunk)), Some(Found::Several { rung_index, places })) =
                (order.get(at), found.get(at))
            else {
                return Sign::Silent;
            };
            let hint = hints.get(at).copied().flatten();
            let neighbours = neighbours.get(at).map_or(&[][..], Vec::as_slice);
            let explained = hint.zip(common).and_then(|(hint, by)| moved(hint, by));
            by_offsets(search, *index, *rung_index, hint, neighbours)
                .and(explained.map_or(Sign::Silent, Sign::Points))
                .and(by_heading(search, hunk, places))
        })
        .collect();
    let is_open = |(one, sign): (&Found, &Sign)| {
        matches!(one, Found::Several { .. }) && *sign == Sign::Silent
    };
    let open: Vec<bool> = found.iter().zip(&signs).map(is_open).collect();
    by_order(search, &order, &signs, found);
    refuse_loose(search, &order, &open, found);
}

/// Refuses hunks that their order alone led to a loose place outside the heading that they name.
fn refuse_loose(
    search: &mut Search<'_, '_>,
    order: &[(usize, &Hunk<'_>)],
    open: &[bool],
    found: &mut [Found],
) {
    for ((one, is_open), (index, hunk)) in found.iter_mut().zip(open).zip(order) {
        if let Found::At { place, .. } = one
            && *is_open
            && !matches!(place.rung, Rung::Exact | Rung::TrailingBlanks)
            && let Some(outside) = outside_heading(search, *index, hunk, place)
        {
            *one = outside;
        }
    }
}

/// The refusal of a place outside the heading that a hunk names.
pub(super) fn outside_heading(
    search: &mut Search<'_, '_>,
    index: usize,
    hunk: &Hunk<'_>,
    place: &Placement,
) -> Option<Found> {
    let heading = search.outside_heading(index, place)?;
    Some(Found::Failed(HunkFailure::outside_heading(index, hunk, place.line_index, heading)))
}

/// Refuses hunks that were placed by a number alone, where the hunks behind them show another
/// offset and the block stands there, too.
fn doubt_numbers(
    search: &mut Search<'_, '_>,
    order: &[(usize, &Hunk<'_>)],
    hints: &[Option<usize>],
    found: &mut [Found],
) {
    // The offset of the nearest hunk behind, and another one that speaks against it.
    let mut behind: Option<i64> = None;
    let mut other: Option<i64> = None;
    for ((one, hint), (index, hunk)) in found.iter_mut().zip(hints).zip(order).rev() {
        let (Some(own), Some(hint)) = (offset_of(one, *hint), *hint) else { continue };
        let Found::At { place, by_number } = *one else { continue };
        if behind.is_some_and(|behind| behind != own) {
            other = behind;
        }
        behind = Some(own);
        if !by_number {
            other = None;
            continue;
        }
        let Some(line) = other.and_then(|other| moved(hint, other)) else { continue };
        let rung_index = RUNGS.iter().position(|rule| rule.rung == place.rung);
        if rung_index.is_some_and(|rung_index| search.stands(rung_index, *index, line)) {
            let mut places = [place.line_index, line];
            places.sort_unstable();
            *one = Found::Failed(HunkFailure::ambiguous(*index, hunk, &places));
        }
    }
}

/// How far a hunk with a place stands from its hint.
fn offset_of(found: &Found, hint: Option<usize>) -> Option<i64> {
    match found {
        Found::At { place, .. } => Some(offset(hint?, place.whole_index())),
        Found::Several { .. } | Found::Failed(_) => None,
    }
}

/// For each hunk the offsets of the nearest ones with a place, before and behind it.
fn neighbours(offsets: &[Option<i64>]) -> Vec<Vec<i64>> {
    let nearest = |last: &mut Option<i64>, own: &Option<i64>| {
        let nearest = *last;
        *last = own.or(nearest);
        Some(nearest)
    };
    let before = offsets.iter().scan(None, nearest);
    let mut behind: Vec<_> = offsets.iter().rev().scan(None, nearest).collect();
    behind.reverse();
    let both = before.zip(behind).map(|(before, behind)| {
        let mut both: Vec<_> = before.into_iter().chain(behind).collect();
        both.dedup();
        both
    });
    both.collect()
}

/// Where the number says, moved as the neighbours were. The number as it stands may not say
/// otherwise.
fn by_offsets(
    search: &mut Search<'_, '_>,
    index: usize,
    rung_index: usize,
    hint: Option<usize>,
    neighbours: &[i64],
) -> Sign {
    let Some(hint) = hint else { return Sign::Silent };
    let neighbours = if neighbours.is_empty() { &[0] } else { neighbours };
    let mut stands = |line: &usize| search.stands(rung_index, index, *line);
    let mut lines: Vec<_> =
        neighbours.iter().filter_map(|by| moved(hint, *by)).filter(&mut stands).collect();
    if !lines.is_empty() && !lines.contains(&hint) && stands(&hint) {
        lines.push(hint);
    }
    Sign::of_one(&lines)
}

/// The one place below the heading that the header names.
fn by_heading(search: &mut Search<'_, '_>, hunk: &Hunk<'_>, places: &[usize]) -> Sign {
    let Some(heading) = heading(hunk).filter(|_| places.len() < MOST_PLACES) else {
        return Sign::Silent;
    };
    let is_below = |line: &&usize| search.is_below(heading, **line) == Some(true);
    match *places.iter().filter(is_below).collect::<Vec<_>>() {
        [line] => Sign::Points(*line),
        _ => Sign::Silent,
    }
}

/// The one offset by which all hunks stand, where none has a place yet.
fn common_offset(hints: &[Option<usize>], offsets: &[Option<i64>], found: &[Found]) -> Option<i64> {
    let is_open = |one: &Found| matches!(one, Found::Several { .. });
    if offsets.iter().any(Option::is_some) || found.iter().filter(|one| is_open(one)).count() < 2 {
        return None;
    }
    let mut common: Option<Vec<i64>> = None;
    for (one, hint) in found.iter().zip(hints) {
        let Found::Several { places, .. } = one else { continue };
        let hint = (*hint).filter(|_| places.len() < MOST_PLACES)?;
        let own = places.iter().map(|line| offset(hint, *line));
        common = Some(match common {
            None => own.collect(),
            Some(common) => own.filter(|by| common.binary_search(by).is_ok()).collect(),
        });
    }
    match *common? {
        [by] => Some(by),
        _ => None,
    }
}

/// Gives places to hunks that have only one in the order of all hunks: the first they could have
/// is the last they could have. Signs settle without the order, but not against it.
pub(super) fn by_order_alone(search: &mut Search<'_, '_>, hunks: &[Hunk<'_>], found: &mut [Found]) {
    let order: Vec<_> = hunks.iter().enumerate().collect();
    let signs: Vec<_> = found.iter().map(|_| Sign::Silent).collect();
    by_order(search, &order, &signs, found);
}

fn by_order(
    search: &mut Search<'_, '_>,
    order: &[(usize, &Hunk<'_>)],
    signs: &[Sign],
    found: &mut [Found],
) {
    let steps: Vec<Step<'_>> = found
        .iter()
        .zip(signs)
        .zip(order)
        .filter_map(|((one, sign), (index, hunk))| Step::new(one, *sign, *index, hunk))
        .collect();
    let settled = settled_by_order(search, &steps);
    let mut settled = settled.into_iter();
    for ((one, sign), (index, hunk)) in found.iter_mut().zip(signs).zip(order) {
        if Step::new(one, *sign, *index, hunk).is_none() {
            continue;
        }
        let line = settled.next().flatten();
        if let (Found::Several { rung_index, .. }, Some(line)) = (&*one, line)
            && let Some(rule) = RUNGS.get(*rung_index)
        {
            let place = search.placement(*index, line, rule.rung, (0, 0));
            *one = Found::At { place, by_number: false };
        }
    }
}

/// A hunk in the order of the file.
struct Step<'f> {
    index: usize,
    rung_index: usize,
    count: usize,
    lines: Lines<'f>,
}

/// The lines at which a hunk may stand.
enum Lines<'f> {
    One(usize),
    /// All of them, in order.
    These(&'f [usize]),
    /// More than are listed.
    Many,
}

impl<'f> Step<'f> {
    /// Hunks that failed say nothing about the order.
    fn new(found: &'f Found, sign: Sign, index: usize, hunk: &Hunk<'_>) -> Option<Self> {
        let count = hunk.lines.old_count();
        match (found, sign) {
            (Found::Failed(_), _) | (Found::Several { .. }, Sign::Contradicts) => None,
            (Found::At { place, .. }, _) => {
                let lines = Lines::One(place.line_index);
                Some(Self { index, rung_index: 0, count: place.line_count, lines })
            }
            (Found::Several { rung_index, .. }, Sign::Points(line)) => {
                Some(Self { index, rung_index: *rung_index, count, lines: Lines::One(line) })
            }
            (Found::Several { rung_index, places }, Sign::Silent) => {
                let lines =
                    if places.len() < MOST_PLACES { Lines::These(places) } else { Lines::Many };
                Some(Self { index, rung_index: *rung_index, count, lines })
            }
        }
    }

    /// The first line from one on at which it may stand.
    fn first(&self, search: &mut Search<'_, '_>, from: usize) -> Option<usize> {
        match self.lines {
            Lines::One(line) => Some(line).filter(|line| *line >= from),
            Lines::These(lines) => lines.iter().copied().find(|line| *line >= from),
            Lines::Many => search.first_place(self.rung_index, self.index, from),
        }
    }

    /// The last line at which it may stand and end before another one.
    fn last(&self, search: &mut Search<'_, '_>, first: usize, before: usize) -> Option<usize> {
        let fits = |line: &usize| line + self.count <= before;
        match self.lines {
            Lines::One(line) => Some(line),
            Lines::These(lines) => lines.iter().copied().rfind(fits),
            Lines::Many => search.last_place(self.rung_index, self.index, first..before),
        }
    }
}

/// The line of each step where the first and the last that it could have are one. Steps with one
/// line keep it, in whatever order. Going forward and back, no line is passed twice.
fn settled_by_order(search: &mut Search<'_, '_>, steps: &[Step<'_>]) -> Vec<Option<usize>> {
    let alone = || {
        steps.iter().map(|step| match step.lines {
            Lines::One(line) => Some(line),
            Lines::These(_) | Lines::Many => None,
        })
    };
    let mut firsts = Vec::with_capacity(steps.len());
    let mut from = 0;
    for step in steps {
        let Some(first) = step.first(search, from) else { return alone().collect() };
        firsts.push(first);
        from = first + step.count;
    }
    let mut before = usize::MAX;
    let mut settled: Vec<_> = steps
        .iter()
        .zip(firsts)
        .rev()
        .map(|(step, first)| {
            let last = step.last(search, first, before);
            before = last.unwrap_or(before);
            last.filter(|last| *last == first)
        })
        .collect();
    settled.reverse();
    settled
}

/// Refuses hunks that change what another one has changed.
///
/// Two insertions at one place keep the order of the patch.
pub(super) fn refuse_overlaps(hunks: &[Hunk<'_>], places: &mut [Placed]) {
    let mut order: Vec<(usize, Placement)> = places
        .iter()
        .enumerate()
        .filter_map(|(index, place)| place.as_ref().ok().map(|place| (index, *place)))
        .collect();
    order.sort_by_key(|(index, place)| (place.start, place.end, *index));
    let mut end = 0;
    for (index, place) in order {
        if place.start < end {
            if let (Some(slot), Some(hunk)) = (places.get_mut(index), hunks.get(index)) {
                *slot = Err(HunkFailure::at(Code::OverlappingHunks, index, hunk, place.line_index));
            }
        } else {
            end = place.end;
        }
    }
}
