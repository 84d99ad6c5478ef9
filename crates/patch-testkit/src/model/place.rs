//! Where the hunks of a unified diff stand: the numbers are hints, the context decides.

use patch_apply::Contract;
use patch_parse::{Code, Hunk};

use super::ladder::{RUNGS, Rung, stands};
use super::text::{Placed, old_block, places, stands_already, why_nowhere};

/// Places the hunks in order; the last one placed shows how far the numbers are off.
pub(super) fn all(
    file: &[&[u8]],
    hunks: &[Hunk<'_>],
    contract: Contract,
) -> Vec<Result<Placed, Code>> {
    let mut drift = 0;
    let mut places = Vec::new();
    for hunk in hunks {
        let place = one(file, hunk, drift, contract);
        if let (Ok(place), Some(hint)) = (place, hint(hunk)) {
            drift = signed(place.start) - signed(hint);
        }
        places.push(place.and_then(|place| unless_applied(file, hunk, place, contract)));
    }
    places
}

fn signed(line: usize) -> i128 {
    i128::try_from(line).expect("a line number fits")
}

/// The line the header names, 0-based: an empty block is named by the line before it.
fn hint(hunk: &Hunk<'_>) -> Option<usize> {
    let range = hunk.range?;
    let start = usize::try_from(range.old_start).ok()?;
    Some(if range.old_count == 0 { start } else { start.saturating_sub(1) })
}

/// Where the hint says the hunk is: moved by what the last hunk showed, then as written.
fn hinted(hunk: &Hunk<'_>, drift: i128) -> Vec<usize> {
    let Some(hint) = hint(hunk) else { return Vec::new() };
    let moved = usize::try_from(signed(hint) + drift).ok();
    moved.into_iter().filter(|moved| *moved != hint).chain([hint]).collect()
}

fn one(file: &[&[u8]], hunk: &Hunk<'_>, drift: i128, contract: Contract) -> Result<Placed, Code> {
    let block = old_block(hunk);
    if block.is_empty() {
        return insertion(file, hunk, contract);
    }
    let hinted = hinted(hunk, drift);
    for rung in RUNGS {
        let placed = |start| Ok(Placed { start, count: block.len(), rung });
        // Where the number and the hunks before say different things nothing is singled out.
        match *hinted.iter().filter(|at| stands(file, hunk, **at, rung)).collect::<Vec<_>>() {
            [start] if Some(start) == hinted.first() => return placed(*start),
            [_, _, ..] => return Err(Code::AmbiguousContext),
            // What the number says alone is not what the hunks before say.
            _ => {}
        }
        match *places(file, hunk, rung) {
            [] => {}
            [start] => return placed(start),
            _ => return Err(Code::AmbiguousContext),
        }
    }
    Err(why_nowhere(file, hunk))
}

/// Without old lines there is no evidence but the numbers: they decide under git's contract;
/// otherwise only an empty file is certain.
fn insertion(file: &[&[u8]], hunk: &Hunk<'_>, contract: Contract) -> Result<Placed, Code> {
    let at = |start| Ok(Placed { start, count: 0, rung: Rung::Same });
    match hint(hunk).filter(|_| contract == Contract::Git) {
        _ if file.is_empty() => at(0),
        Some(line) if line <= file.len() => at(line),
        _ => Err(Code::AmbiguousContext),
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
