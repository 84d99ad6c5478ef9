//! Reduces two texts to the lines that they share: the others change in any case and need no
//! search.

use std::time::Instant;

use super::change::Change;
use super::myers;

/// The changes between two lists of numbered lines. After the deadline the rest is replaced as a
/// whole.
///
/// Lines that the other list lacks are not searched: they change in any case.
pub(super) fn changes(old: &[u32], new: &[u32], deadline: Option<Instant>) -> Vec<Change> {
    let most = old.iter().chain(new).max().map_or(0, |most| *most as usize + 1);
    let [in_old, in_new] = [old, new].map(|lines| present(lines, most));
    let (kept_old, kept_new) = (kept(old, &in_new), kept(new, &in_old));
    let lines = |all: &[u32], kept: &[usize]| -> Vec<u32> {
        kept.iter().filter_map(|at| all.get(*at).copied()).collect()
    };
    let (few_old, few_new) = (lines(old, &kept_old), lines(new, &kept_new));
    let different = in_old.iter().zip(&in_new).filter(|(old, new)| **old && **new).count();
    let found = myers::changes(&few_old, &few_new, different, deadline);
    let mut changed = [vec![true; old.len()], vec![true; new.len()]];
    let [old_changed, new_changed] = &mut changed;
    for (side, kept) in [(&mut *old_changed, &kept_old), (&mut *new_changed, &kept_new)] {
        mark_all(side, kept, false);
    }
    for found in found {
        mark_all(old_changed, kept_old.get(found.old).unwrap_or_default(), true);
        mark_all(new_changed, kept_new.get(found.new).unwrap_or_default(), true);
    }
    joined(old_changed, new_changed)
}

/// For each number, whether it occurs.
fn present(lines: &[u32], most: usize) -> Vec<bool> {
    let mut present = vec![false; most];
    for line in lines {
        mark(&mut present, *line as usize, true);
    }
    present
}

/// The positions of the lines that the other list has.
fn kept(lines: &[u32], others: &[bool]) -> Vec<usize> {
    let is_kept = |line: &u32| others.get(*line as usize).is_some_and(|is_there| *is_there);
    lines.iter().enumerate().filter(|(_, line)| is_kept(line)).map(|(at, _)| at).collect()
}

fn mark_all(side: &mut [bool], lines: &[usize], value: bool) {
    for at in lines {
        mark(side, *at, value);
    }
}

fn mark(side: &mut [bool], at: usize, value: bool) {
    if let Some(one) = side.get_mut(at) {
        *one = value;
    }
}

/// The changes of two lists, given which of their lines change; the others pair up in order.
fn joined(old: &[bool], new: &[bool]) -> Vec<Change> {
    let end = |side: &[bool], start: usize| {
        start + side.get(start..).unwrap_or_default().iter().take_while(|it| **it).count()
    };
    let mut changes = Vec::new();
    let (mut x, mut y) = (0, 0);
    loop {
        let (old_end, new_end) = (end(old, x), end(new, y));
        if old_end > x || new_end > y {
            changes.push(Change { old: x..old_end, new: y..new_end });
        }
        if old_end >= old.len() || new_end >= new.len() {
            return changes;
        }
        (x, y) = (old_end + 1, new_end + 1);
    }
}
