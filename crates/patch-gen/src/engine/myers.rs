//! Finds the fewest changes, in linear memory: Myers' algorithm from both ends (*An O(ND)
//! Difference Algorithm*, 1986, section 4b), with a bound like git's.
//!
//! If the two halves of a path do not meet after many changes, the furthest point that was reached
//! is taken as the middle: the result is then a little larger, and the time stays within the number
//! of lines times its square root.

use std::ops::Range;
use std::time::Instant;

use super::change::Change;

/// How many steps finding the fewest changes is worth: among few lines they are always found, among
/// many the bound is lower. If few lines repeat, a search gets further in the same number of steps.
const WORTH: usize = 1 << 21;
const WORTH_OF_FEW_REPEATS: usize = 1 << 23;

/// The limit for few repeats: how often each line occurs on average, on both sides together.
const FEW_REPEATS: usize = 16;

/// The least and the greatest number of changes after which a middle is taken.
const BOUNDS: (usize, usize) = (256, 4096);

/// The number of steps between two looks at the clock.
const STEPS: usize = 4096;

/// The changes between two lists of numbered lines, given how many different ones there are. After
/// the deadline the rest is replaced as a whole.
pub(super) fn changes(
    old: &[u32],
    new: &[u32],
    different: usize,
    deadline: Option<Instant>,
) -> Vec<Change> {
    let diagonals = old.len() + new.len() + 3;
    let repeats_little = old.len() + new.len() <= different.saturating_mul(FEW_REPEATS);
    let worth = if repeats_little { WORTH_OF_FEW_REPEATS } else { WORTH };
    let mut search = Search {
        old,
        new,
        forward: vec![0; diagonals],
        backward: vec![0; diagonals],
        bound: (worth / diagonals).clamp(BOUNDS.0, BOUNDS.1),
        clock: Clock { deadline, steps: 0, is_late: false },
        found: Vec::new(),
    };
    search.split(0..old.len(), 0..new.len());
    search.found
}

struct Clock {
    deadline: Option<Instant>,
    steps: usize,
    is_late: bool,
}

impl Clock {
    fn is_late(&mut self, steps: usize) -> bool {
        self.steps += steps;
        if self.steps >= STEPS {
            self.steps = 0;
            self.is_late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.is_late
    }
}

struct Search<'l> {
    old: &'l [u32],
    new: &'l [u32],
    /// The furthest old line on each diagonal (that of the old line, less the new one), from the
    /// start and from the end.
    forward: Vec<usize>,
    backward: Vec<usize>,
    bound: usize,
    clock: Clock,
    found: Vec<Change>,
}

impl Search<'_> {
    /// Finds the changes of some lines. A middle has half of the changes before it, or as many as
    /// the bound allows, so that calls are as deep as the logarithm of their number.
    fn split(&mut self, mut old: Range<usize>, mut new: Range<usize>) {
        loop {
            while !old.is_empty() && !new.is_empty() && self.are_equal(old.start, new.start) {
                (old.start, new.start) = (old.start + 1, new.start + 1);
            }
            while !old.is_empty() && !new.is_empty() && self.are_equal(old.end - 1, new.end - 1) {
                (old.end, new.end) = (old.end - 1, new.end - 1);
            }
            if old.is_empty() || new.is_empty() || self.clock.is_late(0) {
                return self.push(old, new);
            }
            let Some((x, y)) = self.middle(&old, &new) else { return self.push(old, new) };
            self.split(old.start..x, new.start..y);
            (old.start, new.start) = (x, y);
        }
    }

    fn are_equal(&self, old: usize, new: usize) -> bool {
        self.old.get(old) == self.new.get(new)
    }

    fn push(&mut self, old: Range<usize>, new: Range<usize>) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        match self.found.last_mut() {
            Some(last) if last.old.end == old.start && last.new.end == new.start => {
                (last.old.end, last.new.end) = (old.end, new.end);
            }
            _ => self.found.push(Change { old, new }),
        }
    }

    /// A point on the shortest path from the start of some lines to their end, or a good one if the
    /// path is long; never one of the two ends. The first and the last lines must differ.
    fn middle(&mut self, old: &Range<usize>, new: &Range<usize>) -> Option<(usize, usize)> {
        let (width, height) = (old.len(), new.len());
        // Diagonal 1 has the old lines' start and the new lines' end, the last one the reverse.
        let (start, end, last) = (height + 1, width + 1, width + height + 1);
        set(&mut self.forward, start, 0);
        set(&mut self.backward, end, width);
        let is_odd = width.abs_diff(height) % 2 == 1;
        let lines = (old, new);
        for changed in 1..=last {
            for diagonal in Diagonals::around(start, changed, last) {
                let x = self.ahead(lines, diagonal, changed);
                let other = reached(&self.backward, diagonal, (end, changed - 1, last));
                if is_odd && x.zip(other).is_some_and(|(x, other)| x >= other) {
                    return point(lines, x?, diagonal);
                }
            }
            for diagonal in Diagonals::around(end, changed, last) {
                let x = self.back(lines, diagonal, changed);
                let other = reached(&self.forward, diagonal, (start, changed, last));
                if !is_odd && x.zip(other).is_some_and(|(x, other)| x <= other) {
                    return point(lines, x?, diagonal);
                }
            }
            if self.clock.is_late(changed) {
                return None;
            }
            if changed >= self.bound {
                let forward = Diagonals::around(start, changed, last);
                return self.furthest(lines, forward, Diagonals::around(end, changed, last));
            }
        }
        None
    }

    /// The furthest old line on a diagonal that one more change reaches; `None` if that is outside.
    fn ahead(
        &mut self,
        (old, new): (&Range<usize>, &Range<usize>),
        diagonal: usize,
        changed: usize,
    ) -> Option<usize> {
        let (width, height) = (old.len(), new.len());
        let before = (height + 1, changed - 1, width + height + 1);
        let added = reached(&self.forward, diagonal + 1, before).filter(|x| *x < diagonal);
        let removed = reached(&self.forward, diagonal - 1, before).map(|x| x + 1);
        let mut best = added.max(removed.filter(|x| *x <= width));
        if let Some(x) = &mut best {
            let mut y = *x + height + 1 - diagonal;
            while *x < width && y < height && self.are_equal(old.start + *x, new.start + y) {
                (*x, y) = (*x + 1, y + 1);
            }
        }
        set(&mut self.forward, diagonal, best.unwrap_or(NOWHERE));
        best
    }

    /// As [`Self::ahead`], from the end: the old line that is furthest from there.
    fn back(
        &mut self,
        (old, new): (&Range<usize>, &Range<usize>),
        diagonal: usize,
        changed: usize,
    ) -> Option<usize> {
        let (width, height) = (old.len(), new.len());
        let before = (width + 1, changed - 1, width + height + 1);
        let is_inside = |x: &usize| x + height + 1 >= diagonal;
        let added = reached(&self.backward, diagonal - 1, before).filter(is_inside);
        let removed = reached(&self.backward, diagonal + 1, before).and_then(|x| x.checked_sub(1));
        let mut best = added.into_iter().chain(removed).min();
        if let Some(x) = &mut best {
            let mut y = *x + height + 1 - diagonal;
            while *x > 0 && y > 0 && self.are_equal(old.start + *x - 1, new.start + y - 1) {
                (*x, y) = (*x - 1, y - 1);
            }
        }
        set(&mut self.backward, diagonal, best.unwrap_or(NOWHERE));
        best
    }

    /// The reached point that is furthest from the start, or from the end.
    fn furthest(
        &self,
        (old, new): (&Range<usize>, &Range<usize>),
        forward: Diagonals,
        backward: Diagonals,
    ) -> Option<(usize, usize)> {
        let points = |table: &'_ [usize], diagonals: Diagonals| -> Vec<(usize, usize)> {
            let reached = diagonals.map(|diagonal| (diagonal, get(table, diagonal)));
            let reached = reached.filter(|(_, x)| *x != NOWHERE);
            reached.filter_map(|(diagonal, x)| point((old, new), x, diagonal)).collect()
        };
        let ahead = points(&self.forward, forward).into_iter().max_by_key(|(x, y)| x + y);
        let back = points(&self.backward, backward).into_iter().min_by_key(|(x, y)| x + y);
        let from_start = |(x, y): (usize, usize)| x + y - old.start - new.start;
        let from_end = |(x, y): (usize, usize)| old.end + new.end - x - y;
        match (ahead, back) {
            (Some(ahead), Some(back)) if from_end(back) > from_start(ahead) => Some(back),
            (ahead, back) => ahead.or(back),
        }
    }
}

/// A value that is not the number of a line.
const NOWHERE: usize = usize::MAX;

/// The line reached on a diagonal by this many changes from another one; `None` if it is outside,
/// or not reached.
fn reached(
    table: &[usize],
    diagonal: usize,
    (from, changed, last): (usize, usize, usize),
) -> Option<usize> {
    let is_there = (1..=last).contains(&diagonal) && within(diagonal, from, changed);
    is_there.then(|| get(table, diagonal)).filter(|x| *x != NOWHERE)
}

/// The point with this old line, relative to the lines that are searched, on this diagonal.
fn point(
    (old, new): (&Range<usize>, &Range<usize>),
    x: usize,
    diagonal: usize,
) -> Option<(usize, usize)> {
    let y = (x + new.len() + 1).checked_sub(diagonal)?;
    Some((old.start + x, new.start + y))
}

fn get(table: &[usize], at: usize) -> usize {
    table.get(at).copied().unwrap_or(NOWHERE)
}

fn set(table: &mut [usize], at: usize, x: usize) {
    if let Some(one) = table.get_mut(at) {
        *one = x;
    }
}

/// Whether a diagonal was reached from another one by this many changes.
fn within(diagonal: usize, from: usize, changed: usize) -> bool {
    let distance = diagonal.abs_diff(from);
    distance <= changed && distance % 2 == changed % 2
}

/// Every other diagonal around one, as far as the number of changes and the lines allow.
#[derive(Clone)]
struct Diagonals {
    next: usize,
    last: usize,
}

impl Diagonals {
    fn around(center: usize, changed: usize, most: usize) -> Self {
        // The diagonals are 1 to one less than `most` and, at the borders, those of the same
        // parity.
        let first =
            if center > changed { center - changed } else { 1 + (center + changed + 1) % 2 };
        let last = if center + changed < most {
            center + changed
        } else {
            most - (most + center + changed) % 2
        };
        Self { next: first, last }
    }
}

impl Iterator for Diagonals {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let one = self.next;
        self.next += 2;
        (one <= self.last).then_some(one)
    }
}

#[cfg(test)]
mod tests;
