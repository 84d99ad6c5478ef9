//! Every place where the old lines of a hunk stand, at one rung.
//!
//! The old lines of all hunks become tokens by their key; one pass over the file turns each of
//! its lines into a token or nothing. A block is then looked for among small numbers: at the
//! positions of its rarest token, or, where even that one is common, by Knuth, Morris and Pratt,
//! so that no input costs more than one pass.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;
use patch_parse::{Hunk, HunkLine};

use super::ladder::RungRule;
use crate::text::LineTable;

/// More places than this are not told apart in any message.
pub(super) const MOST_PLACES: usize = 64;

type Token = u32;

/// A file line that no hunk speaks of.
const FOREIGN: Token = Token::MAX;

/// The tokens of a file and of the hunks to be placed in it.
#[derive(Debug)]
pub(super) struct BlockIndex {
    file: Vec<Token>,
    blocks: Vec<Vec<Token>>,
    /// Line indices of each token, in order.
    positions: Vec<Vec<usize>>,
}

impl BlockIndex {
    /// Reads the file once, with the keys of `rule`.
    pub(super) fn new<'h>(
        table: &LineTable<'_>,
        blocks: impl Iterator<Item = Vec<HunkLine<'h>>>,
        rule: &RungRule,
    ) -> Self {
        let mut tokens = Tokens::new(rule);
        let blocks = blocks
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
        Self { file, blocks, positions }
    }

    /// The lines at which a block starts and fits, in order, at most [`MOST_PLACES`] from `from` on.
    pub(super) fn places(
        &self,
        block_index: usize,
        from: usize,
        fits: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        self.places_of_block(self.block(block_index), from, fits)
    }

    /// The lines at which a part of a block stands, by its place in the block.
    pub(super) fn places_of_part(&self, block_index: usize, part: Range<usize>) -> Vec<usize> {
        let part = self.block(block_index).get(part).unwrap_or_default();
        self.places_of_block(part, 0, |_| true)
    }

    fn places_of_block(
        &self,
        block: &[Token],
        from: usize,
        fits: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let rarest = block
            .iter()
            .enumerate()
            .map(|(at, token)| (self.positions_of(*token), at))
            .min_by_key(|(positions, _)| positions.len());
        let Some((positions, at)) = rarest else { return Vec::new() };
        if positions.len().saturating_mul(block.len()) > 4 * (self.file.len() + block.len()) {
            return self.places_by_automaton(block, from, fits);
        }
        let behind = positions.partition_point(|line_index| *line_index < from + at);
        let starts = positions.iter().skip(behind).filter_map(|line| line.checked_sub(at));
        starts
            .filter(|start| self.stands_at(block, *start) && fits(*start))
            .take(MOST_PLACES)
            .collect()
    }

    /// Whether a block stands at a line.
    pub(super) fn stands(&self, block_index: usize, start: usize) -> bool {
        self.stands_at(self.block(block_index), start)
    }

    /// Whether one line of a block stands where the block would start at `start`, which may lie
    /// before the file.
    pub(super) fn line_stands(&self, block_index: usize, at: usize, start: i64) -> bool {
        let line_index = i64::try_from(at).ok().and_then(|at| usize::try_from(start + at).ok());
        let in_file = line_index.and_then(|line_index| self.file.get(line_index));
        in_file.is_some() && in_file == self.block(block_index).get(at)
    }

    /// How many lines of a block agree where it would start at `start`, which may lie before the
    /// file.
    pub(super) fn agreeing(&self, block_index: usize, start: i64) -> usize {
        let count = self.block(block_index).len();
        (0..count).filter(|at| self.line_stands(block_index, *at, start)).count()
    }

    /// The lines of a block, the rarest in the file first, by their places in the block.
    pub(super) fn rarest_lines(&self, block_index: usize) -> Vec<usize> {
        let block = self.block(block_index);
        let mut order: Vec<_> = (0..block.len()).collect();
        order.sort_by_key(|at| self.places_of_line(block_index, *at).len());
        order
    }

    /// The lines at which the line of a block stands, by its place in the block.
    pub(super) fn places_of_line(&self, block_index: usize, at: usize) -> &[usize] {
        let token = self.block(block_index).get(at);
        token.map_or(&[], |token| self.positions_of(*token))
    }

    fn block(&self, block_index: usize) -> &[Token] {
        self.blocks.get(block_index).map_or(&[], Vec::as_slice)
    }

    fn positions_of(&self, token: Token) -> &[usize] {
        let id = usize::try_from(token).ok();
        id.and_then(|id| self.positions.get(id)).map_or(&[], Vec::as_slice)
    }

    fn stands_at(&self, block: &[Token], start: usize) -> bool {
        !block.is_empty() && self.file.get(start..).is_some_and(|file| file.starts_with(block))
    }

    fn places_by_automaton(
        &self,
        block: &[Token],
        from: usize,
        fits: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let failure = failure_table(block);
        let mut places = Vec::new();
        let mut matched = 0;
        for (at, token) in self.file.iter().enumerate().skip(from) {
            matched = advance(block, &failure, matched, *token);
            if matched == block.len() {
                places.extend(Some(at + 1 - matched).filter(|start| fits(*start)));
                if places.len() == MOST_PLACES {
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
    use super::super::ladder::RUNGS;
    use super::*;
    use crate::text::Text;
    use patch_parse::LineKind;

    fn index(file: &str, block: &str) -> BlockIndex {
        let lines = block.split_inclusive('\n');
        let block =
            lines.map(|line| HunkLine::from_line(LineKind::Context, line.as_bytes())).collect();
        let table = Text::without_bom(file.as_bytes()).line_table();
        BlockIndex::new(&table, std::iter::once(block), &RUNGS[0])
    }

    #[track_caller]
    fn check(file: &str, block: &str, expected: &[usize]) {
        let index = index(file, block);
        assert_eq!(index.places(0, 0, |_| true), expected, "{block:?} in {file:?}");
        assert_eq!(
            index.places_by_automaton(&index.blocks[0], 0, |_| true),
            expected,
            "both searches give the same places"
        );
    }

    #[test]
    fn every_place_is_found() {
        check("a\nb\na\nb\n", "a\nb\n", &[0, 2]);
        check("a\na\na\na\n", "a\na\n", &[0, 1, 2]);
        check("a\na\nb\na\na\nb\n", "a\nb\n", &[1, 4]);
        check("a\nb\n", "c\n", &[]);
        check("a\nb", "b\n", &[]);
        check("", "a\n", &[]);
    }
}
