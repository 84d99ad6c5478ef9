//! Where the hunks of a unified diff stand: the numbers are hints, the context decides.

use patch_apply::Contract;
use patch_parse::{Code, Hunk};

use super::ladder::{RUNGS, Rung, is_loose, stands};
use super::text::{
    Placed, is_substantial, new_block_stands, old_block, places, stands_already,
    where_the_new_block_stands,
};
use super::together::{self, Found};
use super::{heading, outer};

/// Places the hunks: each on its own, then by what the others show.
pub(super) fn all(
    file: &[&[u8]],
    hunks: &[Hunk<'_>],
    contract: Contract,
) -> Vec<Result<Placed, Code>> {
    let hints = hints(hunks);
    let mut order: Vec<usize> = (0..hunks.len()).collect();
    // With numbers that can be true the hunks stand in their order.
    if hints.iter().all(Option::is_some) {
        order.sort_by_key(|index| hints[*index]);
    }
    let mut drift = 0;
    let mut found = Vec::new();
    for index in &order {
        let one = one(file, &hunks[*index], hints[*index], drift, contract);
        if let (Found::At(place, _), Some(hint)) = (&one, hints[*index]) {
            drift = signed(place.whole_start()) - signed(hint);
        }
        found.push(one);
    }
    let in_order: Vec<_> = order.iter().map(|index| (&hunks[*index], hints[*index])).collect();
    let settled = together::settle(file, &in_order, found);
    let mut places = vec![Err(Code::AmbiguousContext); hunks.len()];
    for (index, place) in order.into_iter().zip(settled) {
        places[index] =
            place.and_then(|place| unless_applied(file, &hunks[index], place, contract));
    }
    places
}

pub(super) fn signed(line: usize) -> i128 {
    i128::try_from(line).expect("a line number fits")
}

/// The lines that the headers name, 0-based; none where the numbers cannot all be true.
fn hints(hunks: &[Hunk<'_>]) -> Vec<Option<usize>> {
    let hints: Vec<_> = hunks.iter().map(hint).collect();
    let spans = || hints.iter().zip(hunks).filter_map(|(hint, hunk)| Some(((*hint)?, hunk)));
    let mut spans: Vec<_> =
        spans().map(|(start, hunk)| (start, start.saturating_add(old_block(hunk).len()))).collect();
    if spans.len() == hunks.len() {
        spans.sort_by_key(|(start, _)| *start);
    }
    let can_be_true = spans.windows(2).all(|pair| pair[0].1 <= pair[1].0);
    if can_be_true { hints } else { vec![None; hunks.len()] }
}

/// The line the header names, 0-based: an empty block is named by the line before it.
fn hint(hunk: &Hunk<'_>) -> Option<usize> {
    let range = hunk.range?;
    let start = usize::try_from(range.old_start).ok()?;
    Some(if range.old_count == 0 { start } else { start.saturating_sub(1) })
}

/// Where the hint says the hunk is: moved by what the last hunk showed, then as written.
fn expected(hint: Option<usize>, drift: i128) -> Vec<usize> {
    let Some(hint) = hint else { return Vec::new() };
    let moved = usize::try_from(signed(hint) + drift).ok();
    moved.into_iter().filter(|moved| *moved != hint).chain([hint]).collect()
}

fn one(
    file: &[&[u8]],
    hunk: &Hunk<'_>,
    hint: Option<usize>,
    drift: i128,
    contract: Contract,
) -> Found {
    let block = old_block(hunk);
    if block.is_empty() {
        return insertion(file, hunk, contract);
    }
    let expected = expected(hint, drift);
    for rung in RUNGS {
        let at = |start| Placed { start, count: block.len(), rung, dropped: (0, 0) };
        // The new lines as they are say more than the old ones changed.
        if rung == Rung::Shifted && where_the_new_block_stands(file, hunk).is_some() {
            return Found::Refused(Code::AlreadyApplied);
        }
        // What the number alone says is not what the hunks before say, and where both say
        // something nothing is singled out.
        let standing: Vec<_> =
            expected.iter().filter(|line| stands(file, hunk, **line, rung)).collect();
        if let [line] = *standing
            && expected.first() == Some(line)
            && heading::of(hunk)
                .is_none_or(|heading| heading::is_above(file, heading, *line) != Some(false))
        {
            return Found::At(at(*line), true);
        }
        let places = places(file, hunk, rung);
        match *places {
            [] => {}
            [start] => {
                let expected = expected.first().copied();
                return match contradiction(file, hunk, start, expected, rung) {
                    Some(code) => Found::Refused(code),
                    None if is_loose(rung) => unless_outside(file, hunk, at(start), expected),
                    None => Found::At(at(start), false),
                };
            }
            _ => return Found::Several(rung, places),
        }
    }
    without_outer_context(file, hunk, expected.first().copied())
}

/// What speaks against the one place where a hunk stands.
fn contradiction(
    file: &[&[u8]],
    hunk: &Hunk<'_>,
    start: usize,
    expected: Option<usize>,
    rung: Rung,
) -> Option<Code> {
    match expected {
        None if is_substantial(hunk) => {
            where_the_new_block_stands(file, hunk).map(|_| Code::AlreadyApplied)
        }
        None => None,
        Some(expected) if expected == start => None,
        Some(expected) if new_block_stands(file, hunk, expected, rung) => {
            Some(Code::AlreadyApplied)
        }
        Some(expected) => {
            outer::nearly_stands(file, hunk, expected).then_some(Code::AmbiguousContext)
        }
    }
}

/// A loose place elsewhere than expected is none where the hunk names another heading.
fn unless_outside(
    file: &[&[u8]],
    hunk: &Hunk<'_>,
    place: Placed,
    expected: Option<usize>,
) -> Found {
    if expected != Some(place.whole_start()) && heading::is_elsewhere(file, hunk, place) {
        return Found::Refused(Code::ContextNotFound);
    }
    Found::At(place, false)
}

fn without_outer_context(file: &[&[u8]], hunk: &Hunk<'_>, expected: Option<usize>) -> Found {
    match outer::place(file, hunk, expected) {
        Ok(place) => {
            let is_elsewhere = |expected: usize| {
                expected != place.whole_start() && outer::half_stands(file, hunk, expected)
            };
            if expected.is_some_and(is_elsewhere) {
                return Found::Refused(Code::ContextNotFound);
            }
            unless_outside(file, hunk, place, expected)
        }
        Err(code) => Found::Refused(code),
    }
}

/// Without old lines there is no evidence but the numbers: they decide under git's contract;
/// otherwise only an empty file is certain.
fn insertion(file: &[&[u8]], hunk: &Hunk<'_>, contract: Contract) -> Found {
    let at = |start| Found::At(Placed { start, count: 0, rung: Rung::Same, dropped: (0, 0) }, true);
    match hint(hunk).filter(|_| contract == Contract::Git) {
        _ if file.is_empty() => at(0),
        Some(line) if line <= file.len() => at(line),
        _ => Found::Refused(Code::AmbiguousContext),
    }
}

/// Refuses a hunk whose added lines already stand there. Where the numbers decide they have
/// decided.
fn unless_applied(
    file: &[&[u8]],
    hunk: &Hunk<'_>,
    place: Placed,
    contract: Contract,
) -> Result<Placed, Code> {
    let is_by_number = place.count == 0 && contract == Contract::Git;
    if !is_by_number && stands_already(file, hunk, place) {
        return Err(Code::AlreadyApplied);
    }
    Ok(place)
}
