//! Hunks that stand but for some of their outer context.

use patch_parse::{Code, Hunk, HunkLine, LineKind};

use super::ladder::{Rung, words};
use super::place::signed;
use super::text::{Placed, old_block, without_trailing_blanks};

/// The most lines that may differ at either end.
const MOST_DROPPED: usize = 2;

/// The most places that are told apart.
const MOST_PLACES: usize = 64;

/// Whether each old line stands where the block would start at a line, which may lie before the
/// file.
fn agreeing(file: &[&[u8]], hunk: &Hunk<'_>, start: i128) -> Vec<bool> {
    let agrees = |(at, old): (usize, &Vec<u8>)| {
        let line = usize::try_from(start + signed(at)).ok().and_then(|line| file.get(line));
        line.is_some_and(|line| without_trailing_blanks(line) == without_trailing_blanks(old))
    };
    old_block(hunk).iter().enumerate().map(agrees).collect()
}

fn count(agreeing: &[bool]) -> usize {
    agreeing.iter().filter(|agrees| **agrees).count()
}

/// All removed lines stand, and half of all; where nothing is removed two thirds.
pub(super) fn nearly_stands(file: &[&[u8]], hunk: &Hunk<'_>, line: usize) -> bool {
    let agreeing = agreeing(file, hunk, signed(line));
    let removed: Vec<_> = hunk.old_lines().map(|line| line.kind == LineKind::Remove).collect();
    let removed_stand = removed.iter().zip(&agreeing).all(|(removed, agrees)| !removed || *agrees);
    let is_enough = if removed.contains(&true) {
        count(&agreeing) * 2 >= agreeing.len()
    } else {
        count(&agreeing) * 3 >= agreeing.len() * 2
    };
    removed_stand && is_enough
}

pub(super) fn half_stands(file: &[&[u8]], hunk: &Hunk<'_>, line: usize) -> bool {
    let agreeing = agreeing(file, hunk, signed(line));
    count(&agreeing) * 2 >= agreeing.len()
}

/// How many context lines at one end may differ. A run of changes that only adds hangs on the
/// context that it touches; a line that the hunk adds, too, or that looks like a marker of a format,
/// is no surroundings.
fn droppable(lines: &[HunkLine<'_>]) -> usize {
    let is_wish = |line: &HunkLine<'_>| {
        let added = lines.iter().filter(|other| other.kind == LineKind::Add);
        !words(line.text).is_empty()
            && added.into_iter().any(|other| words(other.text) == words(line.text))
    };
    let is_outside = |line: &&HunkLine<'_>| {
        line.kind == LineKind::Context && !is_wish(line) && !line.text.starts_with(b"*** ")
    };
    let context = lines.iter().take_while(is_outside).count();
    let run: Vec<_> =
        lines[context..].iter().take_while(|line| line.kind != LineKind::Context).collect();
    let only_adds = !run.is_empty() && run.iter().all(|line| line.kind == LineKind::Add);
    let free = if only_adds { context.saturating_sub(1) } else { context };
    free.min(MOST_DROPPED)
}

/// The place of a hunk that stands nowhere as a whole: no other in the file comes as close.
pub(super) fn place(
    file: &[&[u8]],
    hunk: &Hunk<'_>,
    expected: Option<usize>,
) -> Result<Placed, Code> {
    let mut lines: Vec<_> = hunk.lines.iter().collect();
    let before = droppable(&lines);
    lines.reverse();
    let after = droppable(&lines);
    let len = old_block(hunk).len();
    let removed = hunk.old_lines().filter(|line| line.kind == LineKind::Remove).count();
    // Without a change nothing is between what may be dropped.
    if before + after == 0 || before + after > len {
        return Err(Code::ContextNotFound);
    }
    let all: Vec<(i128, Vec<bool>)> = (-signed(len)..signed(file.len()))
        .map(|start| (start, agreeing(file, hunk, start)))
        .collect();
    let has_core = |agreeing: &[bool]| agreeing[before..len - after].iter().all(|agrees| *agrees);
    let with_core: Vec<_> = all.iter().filter(|(_, agreeing)| has_core(agreeing)).collect();
    if with_core.len() >= MOST_PLACES {
        return Err(Code::ContextNotFound);
    }
    let is_enough = |agreeing: &[bool]| count(agreeing) * 3 >= len * 2 && count(agreeing) > removed;
    let enough: Vec<_> = with_core.iter().filter(|(_, agreeing)| is_enough(agreeing)).collect();
    let most = enough.iter().map(|(_, agreeing)| count(agreeing)).max();
    let Some(most) = most else { return Err(Code::ContextNotFound) };
    let best: Vec<_> = with_core.iter().filter(|(_, agreeing)| count(agreeing) >= most).collect();
    let [(start, agreeing)] = *best.as_slice() else { return Err(Code::AmbiguousContext) };
    if enough.len() > 1 && expected.map(signed) != Some(*start) {
        return Err(Code::AmbiguousContext);
    }
    if all.iter().any(|(other, agreeing)| other != start && count(agreeing) >= most) {
        return Err(Code::ContextNotFound);
    }
    let differs = |at: &usize| !agreeing[*at];
    let dropped_before = (0..before).filter(differs).max().map_or(0, |at| at + 1);
    let dropped_after = (len - after..len).filter(differs).min().map_or(0, |at| len - at);
    match usize::try_from(start + signed(dropped_before)) {
        Ok(start) => Ok(Placed {
            start,
            count: len - dropped_before - dropped_after,
            rung: Rung::Inner,
            dropped: (dropped_before, dropped_after),
        }),
        Err(_) => Err(Code::ContextNotFound),
    }
}
