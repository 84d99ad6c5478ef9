//! Pairs lines as `SequenceMatcher` of Python's `difflib` does, including its heuristics.

use std::collections::HashMap;
use std::ops::Range;

/// From this many new lines on, lines that make up more than one in a hundred are too common to
/// pair by.
const POPULAR_FROM: usize = 200;

/// The most comparisons, about a quarter of a second's worth. Python has no limit, and takes hours
/// on texts made for that.
const MOST_STEPS: usize = 50_000_000;

/// Lines of both sides that are paired: where they begin, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Block {
    pub(super) old: usize,
    pub(super) new: usize,
    pub(super) len: usize,
}

/// Pairs the lines of two texts.
///
/// Finds the longest block that both sides have, then does the same on either side of it, as
/// `SequenceMatcher` does. The time is quadratic if lines repeat; after 50 million comparisons,
/// lines that are not paired yet count as changed: the diff is then larger, but still correct.
#[derive(Debug)]
pub(super) struct Matcher {
    /// A number for each line, the same for equal lines.
    old: Vec<usize>,
    new: Vec<usize>,
    /// By the number of a line: its positions among the new lines; empty for lines that are too
    /// common.
    places: Vec<Vec<usize>>,
    steps: usize,
}

impl Matcher {
    pub(super) fn new(old: &[&[u8]], new: &[&[u8]]) -> Self {
        let mut numbers: HashMap<&[u8], usize> = HashMap::new();
        let mut number = |line| {
            let next = numbers.len();
            *numbers.entry(line).or_insert(next)
        };
        let new: Vec<usize> = new.iter().map(|line| number(*line)).collect();
        let old: Vec<usize> = old.iter().map(|line| number(*line)).collect();
        let mut places = vec![Vec::new(); numbers.len()];
        for (index, number) in new.iter().enumerate() {
            if let Some(places) = places.get_mut(*number) {
                places.push(index);
            }
        }
        if new.len() >= POPULAR_FROM {
            let most = new.len() / 100 + 1;
            places.iter_mut().filter(|places| places.len() > most).for_each(Vec::clear);
        }
        Self { old, new, places, steps: MOST_STEPS }
    }

    /// The blocks in order, none next to another.
    pub(super) fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut scratch = Scratch::new(self.new.len());
        let mut queue = vec![(0..self.old.len(), 0..self.new.len())];
        while let Some((old, new)) = queue.pop() {
            let block = self.longest(&old, &new, &mut scratch);
            if block.len == 0 {
                continue;
            }
            blocks.push(block);
            if old.start < block.old && new.start < block.new {
                queue.push((old.start..block.old, new.start..block.new));
            }
            let (old_end, new_end) = (block.old + block.len, block.new + block.len);
            if old_end < old.end && new_end < new.end {
                queue.push((old_end..old.end, new_end..new.end));
            }
        }
        blocks.sort_unstable();
        joined(&blocks)
    }

    /// Whether all pairs were searched for.
    pub(super) fn is_whole(&self) -> bool {
        self.steps > 0
    }

    /// The longest block within two ranges; of several, the first among the old lines, then among
    /// the new.
    fn longest(&mut self, old: &Range<usize>, new: &Range<usize>, scratch: &mut Scratch) -> Block {
        let mut best = Block { old: old.start, new: new.start, len: 0 };
        if self.steps == 0 {
            return best;
        }
        for i in old.clone() {
            let places = self.old.get(i).and_then(|number| self.places.get(*number));
            let places = places.map(Vec::as_slice).unwrap_or_default();
            let first = places.partition_point(|j| *j < new.start);
            let places = places.get(first..).unwrap_or_default();
            let places = places.iter().copied().take_while(|j| *j < new.end);
            let mut seen = 1;
            for j in places {
                seen += 1;
                let len = scratch.extend(j);
                if len > best.len {
                    best = Block { old: i + 1 - len, new: j + 1 - len, len };
                }
            }
            scratch.next_row();
            self.steps = self.steps.saturating_sub(seen);
            if self.steps == 0 {
                break;
            }
        }
        scratch.clear();
        self.grown(best, old, new)
    }

    /// The block with the equal lines around it, common ones too.
    fn grown(&self, mut block: Block, old: &Range<usize>, new: &Range<usize>) -> Block {
        let is_same = |i: usize, j: usize| self.old.get(i) == self.new.get(j);
        while block.old > old.start && block.new > new.start {
            if !is_same(block.old - 1, block.new - 1) {
                break;
            }
            block = Block { old: block.old - 1, new: block.new - 1, len: block.len + 1 };
        }
        while block.old + block.len < old.end
            && block.new + block.len < new.end
            && is_same(block.old + block.len, block.new + block.len)
        {
            block.len += 1;
        }
        block
    }
}

/// For each new line, the length of the block that ends there and at the current old line, and the
/// same for the previous old line.
struct Scratch {
    before: Vec<usize>,
    now: Vec<usize>,
    touched_before: Vec<usize>,
    touched: Vec<usize>,
}

impl Scratch {
    fn new(lines: usize) -> Self {
        let (before, now) = (vec![0; lines], vec![0; lines]);
        Self { before, now, touched_before: Vec::new(), touched: Vec::new() }
    }

    /// The length of the block that ends with new line `j`.
    fn extend(&mut self, j: usize) -> usize {
        let before = j.checked_sub(1).and_then(|before| self.before.get(before));
        let len = before.copied().unwrap_or_default() + 1;
        if let Some(slot) = self.now.get_mut(j) {
            *slot = len;
        }
        self.touched.push(j);
        len
    }

    fn next_row(&mut self) {
        for j in self.touched_before.drain(..) {
            if let Some(slot) = self.before.get_mut(j) {
                *slot = 0;
            }
        }
        std::mem::swap(&mut self.before, &mut self.now);
        std::mem::swap(&mut self.touched_before, &mut self.touched);
    }

    fn clear(&mut self) {
        self.next_row();
        self.next_row();
    }
}

/// Joins blocks that touch.
fn joined(blocks: &[Block]) -> Vec<Block> {
    let mut joined: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        match joined.last_mut() {
            Some(last) if last.old + last.len == block.old && last.new + last.len == block.new => {
                last.len += block.len;
            }
            _ => joined.push(*block),
        }
    }
    joined
}
