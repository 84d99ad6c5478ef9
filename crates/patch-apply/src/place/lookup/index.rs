//! Finds every place where the lines of a hunk match, at one rung.
//!
//! The old lines of all hunks become tokens by their key; one pass over the file turns each of its
//! lines into a token or nothing. A block is then looked for among small numbers: at the positions
//! of its rarest token or, once such searches have cost as much as a few passes, by one pass for
//! all blocks. A search that ends at a line, or begins at one after so many places, uses the
//! algorithm of Knuth, Morris and Pratt and goes no farther than the match.
//!
//! `memchr::memmem`, over the tokens as bytes, takes a tenth of the 20 instructions a line where
//! lines differ, and 3.4 times as many where a block repeats a line a thousand times: a match that
//! begins inside a token does not count, and the search goes on for the next. Neither shows in a
//! profile of 50 hunks that are 900 lines off in 100,000: most of the cost is making the tokens.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;
use patch_parse::{Hunk, HunkLine};

use super::super::rung::RungRule;
use super::MOST_PLACES;
use super::automaton::all_places;
use super::token::{FOREIGN, Token};
use crate::text::LineTable;

/// The most starts that are compared for one block.
const MOST_COMPARED: usize = 1 << 12;

/// The most that are compared for all blocks, each of which has the same share.
const MOST_COMPARED_OF_ALL: usize = 1 << 20;

/// The most lines that are compared for one block.
const MOST_LINES_COMPARED: usize = 1 << 22;

/// The tokens of a file and of the hunks to be placed in it.
#[derive(Debug)]
pub(super) struct BlockIndex {
    file: Vec<Token>,
    blocks: Vec<Vec<Token>>,
    /// Line indices of each token, in order.
    positions: Vec<Vec<usize>>,
    /// How many lines may still be compared at the positions of rare tokens.
    budget: usize,
    /// The places of all blocks, and of a part of each.
    all: Option<Vec<Vec<usize>>>,
    all_parts: Option<Vec<Vec<usize>>>,
}

impl BlockIndex {
    /// Reads the file once, with the keys of `rule`.
    pub(super) fn new<'h>(
        table: &LineTable<'_>,
        blocks: impl Iterator<Item = Vec<HunkLine<'h>>>,
        rule: &RungRule,
    ) -> Self {
        let mut tokens = Tokens::new(rule);
        let blocks: Vec<Vec<Token>> = blocks
            .map(|lines| lines.into_iter().map(|line| tokens.intern(&whole_line(line))).collect())
            .collect();
        let count = tokens.ids.len();
        let mut former: (&[u8], Token) = (&[], tokens.find(&[]));
        let token = |line| {
            // Repetitive files repeat lines at once.
            if line != former.0 {
                former = (line, tokens.find(line));
            }
            former.1
        };
        let file: Vec<Token> = table.lines().map(token).collect();
        let mut positions = vec![Vec::new(); count];
        for (line_index, token) in file.iter().enumerate() {
            let list: Option<&mut Vec<usize>> =
                usize::try_from(*token).ok().and_then(|id| positions.get_mut(id));
            if let Some(list) = list {
                list.push(line_index);
            }
        }
        let budget = 4 * (file.len() + blocks.iter().map(Vec::len).sum::<usize>());
        Self { file, blocks, positions, budget, all: None, all_parts: None }
    }

    /// The lines at which a block starts, in order, at most [`MOST_PLACES`] from `from` on.
    pub(super) fn places(&mut self, block_index: usize, from: usize) -> Vec<usize> {
        self.some_places(block_index, from, MOST_PLACES)
    }

    /// The first line from `from` on at which a block starts.
    pub(super) fn first_place(&mut self, block_index: usize, from: usize) -> Option<usize> {
        self.some_places(block_index, from, 1).first().copied()
    }

    /// As [`Self::places`], so many at most.
    fn some_places(&mut self, block_index: usize, from: usize, most: usize) -> Vec<usize> {
        if self.all.is_none() && self.can_afford(block_index, &(0..usize::MAX)) {
            return self.at_rarest(self.block(block_index), from, most);
        }
        let Self { file, blocks, all, .. } = self;
        let all = all.get_or_insert_with(|| {
            let blocks: Vec<&[Token]> = blocks.iter().map(Vec::as_slice).collect();
            all_places(file, &blocks)
        });
        let list = all.get(block_index).map_or(&[][..], Vec::as_slice);
        if list.len() < MOST_PLACES || list.first().is_some_and(|first| from <= *first) {
            let behind = list.partition_point(|line_index| *line_index < from);
            return list.iter().skip(behind).take(most).copied().collect();
        }
        self.by_automaton(self.block(block_index), from, most)
    }

    /// The last line at which a block starts that lies in these lines as a whole.
    pub(super) fn last_place(&self, block_index: usize, lines: Range<usize>) -> Option<usize> {
        let block: Vec<Token> = self.block(block_index).iter().rev().copied().collect();
        let failure = failure_table(&block);
        let end = lines.end.min(self.file.len());
        let file = self.file.get(lines.start..end).unwrap_or_default();
        let mut matched = 0;
        for (at, token) in file.iter().enumerate().rev() {
            matched = advance(&block, &failure, matched, *token);
            if matched > 0 && matched == block.len() {
                return Some(lines.start + at);
            }
        }
        None
    }

    /// The lines at which a part of a block is found, by its place in the block. `part_of` tells
    /// the part of any block.
    pub(super) fn places_of_part(
        &mut self,
        block_index: usize,
        part_of: impl Fn(usize) -> Range<usize>,
    ) -> Vec<usize> {
        let part = part_of(block_index);
        if self.all_parts.is_none() && self.can_afford(block_index, &part) {
            return self.at_rarest(self.part(block_index, part), 0, MOST_PLACES);
        }
        if self.all_parts.is_none() {
            let parts: Vec<&[Token]> =
                (0..self.blocks.len()).map(|index| self.part(index, part_of(index))).collect();
            self.all_parts = Some(all_places(&self.file, &parts));
        }
        let all = self.all_parts.as_ref().and_then(|all| all.get(block_index));
        all.cloned().unwrap_or_default()
    }

    /// Whether looking for a part of a block at the positions of its rarest token is still within
    /// the budget, which is then charged.
    fn can_afford(&mut self, block_index: usize, part: &Range<usize>) -> bool {
        let part = self.part(block_index, part.start..part.end.min(self.block(block_index).len()));
        let cost = self.rarest(part).map_or(0, |(positions, _)| positions.len() * part.len());
        let left = self.budget.checked_sub(cost);
        self.budget = left.unwrap_or(self.budget);
        left.is_some()
    }

    /// The positions of the rarest token of a block, and its place in the block.
    fn rarest(&self, block: &[Token]) -> Option<(&[usize], usize)> {
        let tokens = block.iter().enumerate();
        let all = tokens.map(|(at, token)| (self.positions_of(*token), at));
        all.min_by_key(|(positions, _)| positions.len())
    }

    fn at_rarest(&self, block: &[Token], from: usize, most: usize) -> Vec<usize> {
        let Some((positions, at)) = self.rarest(block) else { return Vec::new() };
        let behind = positions.partition_point(|line_index| *line_index < from + at);
        let starts = positions.iter().skip(behind).filter_map(|line| line.checked_sub(at));
        starts.filter(|start| self.matches_at(block, *start)).take(most).collect()
    }

    /// Whether a block matches at a line.
    pub(super) fn is_at(&self, block_index: usize, start: usize) -> bool {
        self.matches_at(self.block(block_index), start)
    }

    /// Whether a part of a block matches at a line.
    pub(super) fn is_part_at(&self, block_index: usize, part: Range<usize>, start: usize) -> bool {
        self.matches_at(self.part(block_index, part), start)
    }

    /// The starts at which a third of the lines of a block may agree, and one more: those of its
    /// rarest lines; `None` where these are too many.
    pub(super) fn starts_alike(&self, block_index: usize) -> Option<Vec<i64>> {
        let count = self.block(block_index).len();
        // Each start costs a look at all lines of the block.
        let share = MOST_COMPARED_OF_ALL / self.blocks.len().max(1);
        let most_compared = share.clamp(MOST_PLACES, MOST_COMPARED);
        let most = (MOST_LINES_COMPARED / count.max(1)).clamp(1, most_compared);
        let mut starts: Vec<i64> = Vec::new();
        for at in self.rarest_lines(block_index).into_iter().take(count / 3 + 1) {
            let lines = self.places_of_line(block_index, at);
            if lines.len() > most_compared {
                return None;
            }
            starts.extend(lines.iter().map(|line_index| signed(*line_index) - signed(at)));
            if starts.len() > 2 * most_compared {
                starts.sort_unstable();
                starts.dedup();
            }
            if starts.len() > 2 * most_compared {
                return None;
            }
        }
        starts.sort_unstable();
        starts.dedup();
        (starts.len() <= most).then_some(starts)
    }

    /// The lines of a block, the rarest in the file first, by their places in the block.
    fn rarest_lines(&self, block_index: usize) -> Vec<usize> {
        let block = self.block(block_index);
        let mut order: Vec<_> = (0..block.len()).collect();
        order.sort_by_key(|at| self.places_of_line(block_index, *at).len());
        order
    }

    /// The lines at which one line of a block is found, by its place in the block.
    pub(super) fn places_of_line(&self, block_index: usize, at: usize) -> &[usize] {
        let token = self.block(block_index).get(at);
        token.map_or(&[], |token| self.positions_of(*token))
    }

    fn part(&self, block_index: usize, part: Range<usize>) -> &[Token] {
        self.block(block_index).get(part).unwrap_or_default()
    }

    fn block(&self, block_index: usize) -> &[Token] {
        self.blocks.get(block_index).map_or(&[], Vec::as_slice)
    }

    fn positions_of(&self, token: Token) -> &[usize] {
        let id = usize::try_from(token).ok();
        id.and_then(|id| self.positions.get(id)).map_or(&[], Vec::as_slice)
    }

    fn matches_at(&self, block: &[Token], start: usize) -> bool {
        !block.is_empty() && self.file.get(start..).is_some_and(|file| file.starts_with(block))
    }

    /// The lines from `from` on at which a block starts, in order, so many at most.
    fn by_automaton(&self, block: &[Token], from: usize, most: usize) -> Vec<usize> {
        let failure = failure_table(block);
        let mut places = Vec::new();
        let mut matched = 0;
        for (at, token) in self.file.iter().enumerate().skip(from) {
            matched = advance(block, &failure, matched, *token);
            if matched > 0 && matched == block.len() {
                places.push(at + 1 - matched);
                if places.len() == most {
                    break;
                }
                matched = failure.get(matched - 1).copied().unwrap_or(0);
            }
        }
        places
    }
}

/// Length of the longest border of each prefix.
fn failure_table(block: &[Token]) -> Vec<usize> {
    let mut failure = vec![0; block.len()];
    let mut matched = 0;
    for (at, token) in block.iter().enumerate().skip(1) {
        matched = advance(block, &failure, matched, *token);
        if let Some(slot) = failure.get_mut(at) {
            *slot = matched;
        }
    }
    failure
}

/// One step of the automaton: the length of the prefix that ends with `token`.
fn advance(block: &[Token], failure: &[usize], mut matched: usize, token: Token) -> usize {
    while matched > 0 && block.get(matched) != Some(&token) {
        matched = failure.get(matched - 1).copied().unwrap_or(0);
    }
    matched + usize::from(block.get(matched) == Some(&token))
}

fn signed(line_index: usize) -> i64 {
    i64::try_from(line_index).unwrap_or(i64::MAX)
}

/// A hunk line as the file would hold it.
fn whole_line(line: HunkLine<'_>) -> Vec<u8> {
    [&**line.text, line.newline.as_bytes()].concat()
}

/// Keys to tokens.
struct Tokens<'r> {
    rule: &'r RungRule,
    ids: HashMap<Vec<u8>, Token, RandomState>,
    /// Which key lengths occur: most lines of a file are ruled out without hashing.
    lengths: Vec<bool>,
    scratch: Vec<u8>,
}

impl<'r> Tokens<'r> {
    fn new(rule: &'r RungRule) -> Self {
        Self { rule, ids: HashMap::default(), lengths: Vec::new(), scratch: Vec::new() }
    }

    fn intern(&mut self, line: &[u8]) -> Token {
        let key = (self.rule.key)(line, &mut self.scratch);
        if self.lengths.len() <= key.len() {
            self.lengths.resize(key.len() + 1, false);
        }
        if let Some(seen) = self.lengths.get_mut(key.len()) {
            *seen = true;
        }
        let next = Token::try_from(self.ids.len()).unwrap_or(FOREIGN);
        *self.ids.entry(key.to_vec()).or_insert(next)
    }

    fn find(&mut self, line: &[u8]) -> Token {
        let key = (self.rule.key)(line, &mut self.scratch);
        if self.lengths.get(key.len()).copied() != Some(true) {
            return FOREIGN;
        }
        self.ids.get(key).copied().unwrap_or(FOREIGN)
    }
}

/// The old lines of every hunk, as blocks for the index.
pub(super) fn old_blocks<'h>(hunks: &'h [Hunk<'h>]) -> impl Iterator<Item = Vec<HunkLine<'h>>> {
    hunks.iter().map(|hunk| hunk.old_lines().collect())
}

/// The new lines of every hunk, as blocks for the index.
pub(super) fn new_blocks<'h>(hunks: &'h [Hunk<'h>]) -> impl Iterator<Item = Vec<HunkLine<'h>>> {
    hunks.iter().map(|hunk| hunk.new_lines().collect())
}

#[cfg(test)]
mod tests {
    use super::super::super::rung::RUNGS;
    use super::*;
    use crate::text::Text;
    use patch_parse::LineKind;

    fn index(file: &str, blocks: &[&str]) -> BlockIndex {
        let blocks = blocks.iter().map(|block| {
            let lines = block.split_inclusive('\n');
            lines.map(|line| HunkLine::from_line(LineKind::Context, line.as_bytes())).collect()
        });
        let table = Text::without_bom(file.as_bytes()).line_table();
        BlockIndex::new(&table, blocks, &RUNGS[0])
    }

    /// All ways to look for a block give the same places.
    #[track_caller]
    fn check(file: &str, block: &str, expected: &[usize]) {
        let mut index = index(file, &[block]);
        let what = format!("{block:?} in {file:?}");
        assert_eq!(index.places(0, 0), expected, "{what}");
        assert_eq!(index.places_of_part(0, |_| 0..block.lines().count()), expected, "{what}");
        index.budget = 0;
        assert_eq!(index.places(0, 0), expected, "{what}");
        assert_eq!(index.places_of_part(0, |_| 0..block.lines().count()), expected, "{what}");
        let block = index.block(0);
        assert_eq!(index.by_automaton(block, 0, MOST_PLACES), expected, "{what}");
        assert_eq!(index.first_place(0, 0), expected.first().copied(), "{what}");
        assert_eq!(index.last_place(0, 0..usize::MAX), expected.last().copied(), "{what}");
    }

    #[test]
    fn every_place_is_found() {
        check("a\nb\na\nb\n", "a\nb\n", &[0, 2]);
        check("a\na\na\na\n", "a\na\n", &[0, 1, 2]);
        check("a\na\nb\na\na\nb\n", "a\nb\n", &[1, 4]);
        check("a\nb\n", "c\n", &[]);
        check("a\nb", "b\n", &[]);
        check("", "a\n", &[]);
        check("a\n", "", &[]);
    }

    #[test]
    fn a_place_is_found_from_a_line_on_and_up_to_one() {
        let mut index = index(&"a\nb\n".repeat(100), &["a\nb\n"]);
        assert_eq!(index.first_place(0, 5), Some(6));
        assert_eq!(index.last_place(0, 6..9), Some(6));
        assert_eq!(index.last_place(0, 7..9), None);
        index.budget = 0;
        let firsts: Vec<_> = (0..64).map(|at| 2 * at).collect();
        assert_eq!(index.places(0, 0), firsts);
        assert_eq!(index.places(0, 190), [190, 192, 194, 196, 198]);
    }

    #[test]
    fn all_blocks_are_found_in_one_pass() {
        // Texts of two letters: blocks that begin, end and contain each other.
        let text = |bits: usize, len: usize| -> String {
            (0..len).map(|at| if bits >> (at * at % 31) & 1 == 0 { "a\n" } else { "b\n" }).collect()
        };
        let blocks: Vec<String> =
            (1..=5).flat_map(|len| (0..64).map(move |bits| text(bits, len))).collect();
        let blocks: Vec<&str> =
            blocks.iter().map(String::as_str).chain(["a\n", "", "c\n"]).collect();
        for bits in [0, 0b1011_0010_1110_0001_0111, 0xAAAA_AAAA, 0x7FFF_FFFF, 0x1234_5678] {
            let file = text(bits, 300);
            let mut index = index(&file, &blocks);
            index.budget = 0;
            for (at, _) in blocks.iter().enumerate() {
                let one = index.by_automaton(index.block(at), 0, MOST_PLACES);
                assert_eq!(index.places(at, 0), one, "{:?} in {file:?}", blocks[at]);
            }
        }
    }
}
