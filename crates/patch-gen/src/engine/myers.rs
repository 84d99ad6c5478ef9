//! Finds the fewest changes, in linear memory: Myers' algorithm from both ends (*An O(ND)
//! Difference Algorithm*, 1986, section 4b), with a bound like git's.
//!
//! If the two halves of a path do not meet after many changes, the furthest point that was reached
//! is taken as the middle: the result is then a little larger, and the time stays within the number
//! of lines times its square root.

use std::mem;
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
    let reach = || Reach { table: vec![NOWHERE; diagonals], diagonals: Diagonals::default() };
    let repeats_little = old.len() + new.len() <= different.saturating_mul(FEW_REPEATS);
    let worth = if repeats_little { WORTH_OF_FEW_REPEATS } else { WORTH };
    let mut search = Search {
        old,
        new,
        forward: reach(),
        backward: reach(),
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
    /// From the start of the lines, and from their end.
    forward: Reach,
    backward: Reach,
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
            let (x, y) = (old.start + x, new.start + y);
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

    /// How many lines of each side precede a point on the shortest path from the start of some
    /// lines to their end, or a good one if the path is long; never one of the two ends. The first
    /// and the last lines must differ.
    fn middle(&mut self, old: &Range<usize>, new: &Range<usize>) -> Option<(usize, usize)> {
        let lines = Lines { old: self.old.get(old.clone())?, new: self.new.get(new.clone())? };
        let (forward, backward) = (&mut self.forward, &mut self.backward);
        forward.start(lines);
        backward.start(lines);
        let is_odd = old.len().abs_diff(new.len()) % 2 == 1;
        for changed in 1..=lines.last_diagonal() {
            if let Some(point) = forward.step::<false>(lines, changed, is_odd.then_some(&*backward))
            {
                return Some(point);
            }
            let met = backward.step::<true>(lines, changed, (!is_odd).then_some(&*forward));
            if let Some(behind) = met {
                return Some(lines.mirrored(behind));
            }
            if self.clock.is_late(changed) {
                return None;
            }
            if changed >= self.bound {
                return self.furthest(lines);
            }
        }
        None
    }

    /// The reached point that is furthest from the start, or from the end.
    fn furthest(&self, lines: Lines<'_>) -> Option<(usize, usize)> {
        let ahead = self.forward.points(lines).max_by_key(|(x, y)| x + y);
        let behind = self.backward.points(lines).max_by_key(|(x, y)| x + y);
        match (ahead, behind) {
            (Some(ahead), Some(behind)) if behind.0 + behind.1 <= ahead.0 + ahead.1 => Some(ahead),
            (ahead, behind) => behind.map(|behind| lines.mirrored(behind)).or(ahead),
        }
    }
}

/// The lines between which a path is searched.
#[derive(Clone, Copy)]
struct Lines<'l> {
    old: &'l [u32],
    new: &'l [u32],
}

impl Lines<'_> {
    /// The diagonal of the end of the old lines and the start of the new ones. Diagonal 1 is that
    /// of the start of the old lines and the end of the new ones. Of the two searches, each counts
    /// lines from where it starts.
    fn last_diagonal(self) -> usize {
        self.old.len() + self.new.len() + 1
    }

    /// The point of a diagonal that an entry of a [`Reach`] stands for: how many lines of each side
    /// precede it.
    fn point(self, diagonal: usize, furthest: usize) -> (usize, usize) {
        (furthest - 1, furthest + self.new.len() - diagonal)
    }

    /// A point counted from the other end.
    fn mirrored(self, (x, y): (usize, usize)) -> (usize, usize) {
        (self.old.len() - x, self.new.len() - y)
    }

    /// How many lines are equal from a point on.
    #[inline]
    fn equal_from<const IS_BACKWARD: bool>(self, x: usize, y: usize) -> usize {
        let Self { old, new } = self;
        let are_equal = |(old, new): &(&u32, &u32)| old == new;
        if IS_BACKWARD {
            let lines = old.len().checked_sub(x).zip(new.len().checked_sub(y));
            let Some((old, new)) = lines.and_then(|(x, y)| old.get(..x).zip(new.get(..y))) else {
                return 0;
            };
            old.iter().rev().zip(new.iter().rev()).take_while(are_equal).count()
        } else {
            let Some((old, new)) = old.get(x..).zip(new.get(y..)) else { return 0 };
            old.iter().zip(new).take_while(are_equal).count()
        }
    }
}

/// How far a search got from one end of the lines.
struct Reach {
    /// For each diagonal the old lines up to the furthest point on it, and one more; or
    /// [`NOWHERE`].
    table: Vec<usize>,
    /// Which ones the last step reached.
    diagonals: Diagonals,
}

/// No point of a diagonal is reached.
const NOWHERE: usize = 0;

impl Reach {
    fn start(&mut self, lines: Lines<'_>) {
        self.diagonals = Diagonals::around(lines, 0);
        self.set(self.diagonals.first, 1);
    }

    /// Goes one change further, and then along equal lines. Returns a point, counted from where
    /// this search started, that is on the way of the other one as well.
    fn step<const IS_BACKWARD: bool>(
        &mut self,
        lines: Lines<'_>,
        changed: usize,
        other: Option<&Self>,
    ) -> Option<(usize, usize)> {
        let before = mem::replace(&mut self.diagonals, Diagonals::around(lines, changed));
        let Diagonals { first, last } = self.diagonals;
        // What an earlier search left there.
        if first < before.first {
            self.set(first - 1, NOWHERE);
        }
        if last > before.last {
            self.set(last + 1, NOWHERE);
        }
        for at in 0..=(last - first) / 2 {
            // Both searches go from where most lines are added to where most are removed: the order
            // decides between points that are as good.
            let diagonal = if IS_BACKWARD { last - 2 * at } else { first + 2 * at };
            let mut furthest = self.after_change(lines, diagonal);
            if furthest != NOWHERE {
                let (x, y) = lines.point(diagonal, furthest);
                furthest += lines.equal_from::<IS_BACKWARD>(x, y);
            }
            self.set(diagonal, furthest);
            if furthest != NOWHERE
                && other.is_some_and(|other| other.has_passed(lines, diagonal, furthest))
            {
                return Some(lines.point(diagonal, furthest));
            }
        }
        None
    }

    /// The furthest point of a diagonal that one change leads to from those beside it: an added
    /// line from the one, a removed line from the other.
    fn after_change(&self, lines: Lines<'_>, diagonal: usize) -> usize {
        let (added, before) = (self.get(diagonal + 1), self.get(diagonal - 1));
        // Outside of the lines there is no point.
        let added = if added > diagonal { NOWHERE } else { added };
        let is_inside = (1..=lines.old.len()).contains(&before);
        let removed = if is_inside { before + 1 } else { NOWHERE };
        added.max(removed)
    }

    /// Whether the search is, on its way, past a point of the other search.
    fn has_passed(&self, lines: Lines<'_>, diagonal: usize, furthest: usize) -> bool {
        let Diagonals { first, last } = self.diagonals;
        // As counted from here.
        let diagonal = lines.last_diagonal() + 1 - diagonal;
        let here = if first <= diagonal && diagonal <= last { self.get(diagonal) } else { NOWHERE };
        here != NOWHERE && here + furthest >= lines.old.len() + 2
    }

    /// The points that the last step reached.
    fn points(&self, lines: Lines<'_>) -> impl Iterator<Item = (usize, usize)> {
        let Diagonals { first, last } = self.diagonals;
        let all = (first..=last).step_by(2).map(|diagonal| (diagonal, self.get(diagonal)));
        let reached = all.filter(|(_, furthest)| *furthest != NOWHERE);
        reached.map(move |(diagonal, furthest)| lines.point(diagonal, furthest))
    }

    fn get(&self, diagonal: usize) -> usize {
        self.table.get(diagonal).copied().unwrap_or(NOWHERE)
    }

    fn set(&mut self, diagonal: usize, furthest: usize) {
        if let Some(one) = self.table.get_mut(diagonal) {
            *one = furthest;
        }
    }
}

/// Every other diagonal from the first to the last one.
#[derive(Clone, Copy, Default)]
struct Diagonals {
    first: usize,
    last: usize,
}

impl Diagonals {
    /// Those that are reached by a number of changes, as far as the lines allow: at the borders,
    /// those of the same parity.
    fn around(lines: Lines<'_>, changed: usize) -> Self {
        let (start, most) = (lines.new.len() + 1, lines.last_diagonal());
        let (up, down) = (start + changed, start.checked_sub(changed).filter(|first| *first > 0));
        let first = down.unwrap_or(1 + (up + 1) % 2);
        let last = if up <= most { up } else { most - (most + up) % 2 };
        Self { first, last }
    }
}

#[cfg(test)]
mod tests;
