//! What the hunks of one file show about each other.

use patch_parse::{Code, Hunk};

use super::heading;
use super::ladder::{Rung, is_loose, stands};
use super::place::signed;
use super::text::{Placed, old_block};

/// More places than this, from the first one that is possible on, are not told apart.
const MOST_PLACES: usize = 64;

/// What is known of one hunk.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// Its place, and whether its number alone said so.
    At(Placed, bool),
    /// All places where it stands, at one rung.
    Several(Rung, Vec<usize>),
    /// It has none.
    Refused(Code),
}

/// Settles hunks, given in the order in which they stand, by what the others show.
pub(super) fn settle(
    file: &[&[u8]],
    hunks: &[(&Hunk<'_>, Option<usize>)],
    mut found: Vec<Found>,
) -> Vec<Result<Placed, Code>> {
    refuse_doubtful(file, hunks, &mut found);
    let common = common_offset(hunks, &found);
    let mut narrowed: Vec<Found> = Vec::new();
    for (at, one) in found.iter().enumerate() {
        let Found::Several(rung, lines) = one else {
            narrowed.push(one.clone());
            continue;
        };
        let (hunk, hint) = hunks[at];
        let mut signs = offset_signs(file, hunk, hint, *rung, &neighbours(hunks, &found, at));
        if let (Some(hint), Some(by)) = (hint, common) {
            signs.push(moved(hint, by).expect("an offset of a place leads to one"));
        }
        if let Some(heading) = heading::of(hunk).filter(|_| lines.len() < MOST_PLACES) {
            let below: Vec<_> = lines
                .iter()
                .filter(|line| heading::is_above(file, heading, **line) == Some(true))
                .collect();
            if let [line] = *below {
                signs.push(*line);
            }
        }
        signs.sort_unstable();
        signs.dedup();
        narrowed.push(match *signs {
            [] => one.clone(),
            [line] => Found::Several(*rung, vec![line]),
            _ => Found::Refused(Code::AmbiguousContext),
        });
    }
    let settled = by_order(hunks, &narrowed).into_iter().enumerate();
    // What the order alone says is less than a heading that is there.
    let unless_outside = |(at, place): (usize, Result<Placed, Code>)| {
        let place = place?;
        let by_order = matches!(&narrowed[at], Found::Several(_, lines) if lines.len() > 1);
        let (hunk, _) = hunks[at];
        if by_order && is_loose(place.rung) && heading::is_elsewhere(file, hunk, place) {
            return Err(Code::ContextNotFound);
        }
        Ok(place)
    };
    settled.map(unless_outside).collect()
}

/// Chunks, whose order is that of the file.
pub(super) fn settle_by_order(hunks: &[Hunk<'_>], found: &[Found]) -> Vec<Result<Placed, Code>> {
    let hunks: Vec<_> = hunks.iter().map(|hunk| (hunk, None)).collect();
    by_order(&hunks, found)
}

fn moved(hint: usize, by: i128) -> Option<usize> {
    usize::try_from(signed(hint) + by).ok()
}

fn offset(hint: Option<usize>, found: &Found) -> Option<i128> {
    match found {
        Found::At(place, _) => Some(signed(place.whole_start()) - signed(hint?)),
        _ => None,
    }
}

/// A hunk that stands where its number says, and nobody looked further, is in doubt when the hunks
/// behind show another offset, and it stands there as well.
fn refuse_doubtful(file: &[&[u8]], hunks: &[(&Hunk<'_>, Option<usize>)], found: &mut [Found]) {
    let before = found.to_vec();
    for at in 0..found.len() {
        let (hunk, hint) = hunks[at];
        let (Some(own), Found::At(place, true)) = (offset(hint, &before[at]), &before[at]) else {
            continue;
        };
        // The nearest hunk behind with another offset, if all between were placed by their
        // numbers, too.
        let behind = (at + 1..found.len())
            .filter_map(|other| Some((offset(hunks[other].1, &before[other])?, &before[other])));
        let mut other = None;
        for (offset, found) in behind {
            if offset != own {
                other = Some(offset);
                break;
            }
            if matches!(found, Found::At(_, false)) {
                break;
            }
        }
        let line = other.and_then(|other| moved(hint.expect("it has an offset"), other));
        // Where the numbers decide they have decided.
        let has_block = place.count > 0;
        if has_block && line.is_some_and(|line| stands(file, hunk, line, place.rung)) {
            found[at] = Found::Refused(Code::AmbiguousContext);
        }
    }
}

/// The offsets of the nearest hunks that have a place.
fn neighbours(hunks: &[(&Hunk<'_>, Option<usize>)], found: &[Found], at: usize) -> Vec<i128> {
    let of = |other: usize| offset(hunks[other].1, &found[other]);
    let before = (0..at).rev().find_map(of);
    let behind = (at + 1..found.len()).find_map(of);
    before.into_iter().chain(behind).collect()
}

/// The lines that the number may mean, by the offsets of the neighbours.
fn offset_signs(
    file: &[&[u8]],
    hunk: &Hunk<'_>,
    hint: Option<usize>,
    rung: Rung,
    neighbours: &[i128],
) -> Vec<usize> {
    let Some(hint) = hint else { return Vec::new() };
    let offsets = if neighbours.is_empty() { vec![0] } else { neighbours.to_vec() };
    let stands = |line: &usize| stands(file, hunk, *line, rung);
    let mut lines: Vec<_> =
        offsets.iter().filter_map(|by| moved(hint, *by)).filter(stands).collect();
    // The number as it stands is no sign of its own, but it may speak against the others.
    if !lines.is_empty() && stands(&hint) {
        lines.push(hint);
    }
    lines
}

/// The one offset that explains all hunks, where none has a place.
fn common_offset(hunks: &[(&Hunk<'_>, Option<usize>)], found: &[Found]) -> Option<i128> {
    let has_place =
        |(one, (_, hint)): (&Found, &(&Hunk<'_>, Option<usize>))| offset(*hint, one).is_some();
    let open: Vec<(&Vec<usize>, Option<usize>)> = found
        .iter()
        .zip(hunks)
        .filter_map(|(one, (_, hint))| match one {
            Found::Several(_, lines) => Some((lines, *hint)),
            _ => None,
        })
        .collect();
    let is_known =
        |(lines, hint): &(&Vec<usize>, Option<usize>)| hint.is_some() && lines.len() < MOST_PLACES;
    if found.iter().zip(hunks).any(has_place) || open.len() < 2 || !open.iter().all(is_known) {
        return None;
    }
    let explains = |by: &i128| {
        open.iter().all(|(lines, hint)| {
            lines.iter().any(|line| signed(*line) - signed(hint.unwrap_or(0)) == *by)
        })
    };
    let (lines, hint) = open.first()?;
    let offsets = lines.iter().map(|line| signed(*line) - signed(hint.unwrap_or(0)));
    let common: Vec<_> = offsets.filter(explains).collect();
    match *common {
        [by] => Some(by),
        _ => None,
    }
}

/// A hunk has a place when the first one that leaves room for those before it is the last one that
/// leaves room for those behind it.
fn by_order(hunks: &[(&Hunk<'_>, Option<usize>)], found: &[Found]) -> Vec<Result<Placed, Code>> {
    let lines = |at: usize| match &found[at] {
        Found::At(place, _) => Some((vec![place.start], place.count)),
        Found::Several(_, lines) => Some((lines.clone(), old_block(hunks[at].0).len())),
        Found::Refused(_) => None,
    };
    let mut firsts = vec![None; found.len()];
    let mut from = 0;
    let mut has_order = true;
    for (at, first) in firsts.iter_mut().enumerate() {
        let Some((lines, count)) = lines(at) else { continue };
        *first = lines.iter().copied().find(|line| *line >= from);
        has_order &= first.is_some();
        from = first.map_or(from, |first| first + count);
    }
    let mut settled: Vec<Option<usize>> = (0..found.len())
        .map(|at| match &found[at] {
            Found::Several(_, lines) => match **lines {
                [line] => Some(line),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let mut before = usize::MAX;
    for at in (0..found.len()).rev().filter(|_| has_order) {
        let Some((all, count)) = lines(at) else { continue };
        let first = firsts[at].expect("every hunk has a first place");
        let fits = |line: &&usize| **line + count <= before;
        let last = all.iter().rfind(fits).copied();
        before = last.unwrap_or(before);
        if last == Some(first) {
            settled[at] = last;
        }
    }
    let place = |at: usize| match &found[at] {
        Found::At(place, _) => Ok(*place),
        Found::Refused(code) => Err(*code),
        Found::Several(rung, _) => settled[at]
            .map(|start| Placed {
                start,
                count: old_block(hunks[at].0).len(),
                rung: *rung,
                dropped: (0, 0),
            })
            .ok_or(Code::AmbiguousContext),
    };
    (0..found.len()).map(place).collect()
}
