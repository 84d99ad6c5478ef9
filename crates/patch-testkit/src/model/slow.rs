//! Finds lines by trying every line of the file.

use std::ops::Range;

use bstr::ByteSlice;
use patch_apply::lookup::{
    Block, Lookup, MOST_PLACES, Named, RungRule, Way, core_lines, is_heading_of,
};
use patch_parse::{Hunk, HunkLine};

/// A line without what counts for nothing at its end.
fn without_end(line: &[u8]) -> &[u8] {
    line.trim_end_with(|end| matches!(end, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C'))
}

/// The slow search, with which the fast one has to agree.
#[derive(Clone, Debug)]
pub struct SlowLookup<'f> {
    lines: Vec<&'f [u8]>,
    /// Bytes before the first line.
    start: usize,
    hunks: Vec<Hunk<'static>>,
}

impl<'f> SlowLookup<'f> {
    /// A search in the lines from a byte offset on.
    pub fn new(bytes: &'f [u8], start: usize, hunks: &[Hunk<'_>]) -> Self {
        let lines = bytes[start..].split_inclusive(|byte| *byte == b'\n').collect();
        let hunks = hunks.iter().cloned().map(Hunk::into_owned).collect();
        Self { lines, start, hunks }
    }

    fn block(&self, block: Block) -> Vec<Vec<u8>> {
        let whole = |line: HunkLine<'_>| [&**line.text, line.newline.as_bytes()].concat();
        match block {
            Block::Old(hunk) => self.hunks[hunk].old_lines().map(whole).collect(),
            Block::New(hunk) => self.hunks[hunk].new_lines().map(whole).collect(),
            Block::Core(hunk) => {
                let old: Vec<_> = self.hunks[hunk].old_lines().map(whole).collect();
                old[core_lines(&self.hunks[hunk])].to_vec()
            }
        }
    }

    /// Every line at which a block matches.
    fn all(&self, block: Block, rule: &RungRule) -> Vec<usize> {
        let block = self.block(block);
        (0..self.lines.len()).filter(|line| self.matches(&block, rule, *line)).collect()
    }

    /// The lines that a heading names.
    fn named(&self, heading: &[u8]) -> impl Iterator<Item = usize> {
        (0..self.lines.len()).filter(|line| is_heading_of(heading, &self.lines[*line..=*line]))
    }

    fn matches(&self, block: &[Vec<u8>], rule: &RungRule, line: usize) -> bool {
        let key = |line: &[u8]| (rule.key)(line, &mut Vec::new()).to_vec();
        let there = self.lines.get(line..).and_then(|rest| rest.get(..block.len()));
        let is_same = |there: &[&[u8]]| there.iter().zip(block).all(|(a, b)| key(a) == key(b));
        !block.is_empty() && there.is_some_and(is_same)
    }
}

impl Lookup for SlowLookup<'_> {
    fn line_count(&mut self) -> usize {
        self.lines.len()
    }

    fn start_of(&mut self, line: usize) -> usize {
        self.start + self.lines.iter().take(line).map(|line| line.len()).sum::<usize>()
    }

    fn is_at(&mut self, block: Block, rule: &'static RungRule, line: usize) -> bool {
        self.matches(&self.block(block), rule, line)
    }

    fn places(&mut self, block: Block, rule: &'static RungRule, from: usize) -> Vec<usize> {
        self.all(block, rule).into_iter().filter(|line| *line >= from).take(MOST_PLACES).collect()
    }

    fn first_place(&mut self, block: Block, rule: &'static RungRule, from: usize) -> Option<usize> {
        self.all(block, rule).into_iter().find(|line| *line >= from)
    }

    fn last_place(
        &mut self,
        block: Block,
        rule: &'static RungRule,
        lines: Range<usize>,
    ) -> Option<usize> {
        let count = self.block(block).len();
        let is_inside = |line: &usize| *line >= lines.start && line + count <= lines.end;
        self.all(block, rule).into_iter().rfind(is_inside)
    }

    fn may_match(&mut self, _: Block) -> bool {
        true
    }

    fn starts_alike(&mut self, hunk: usize) -> Option<Vec<i64>> {
        let old: Vec<_> = self.block(Block::Old(hunk));
        let key = |line: &[u8]| without_end(line).to_vec();
        let agreeing = |start: i64| {
            let line = |at: usize| usize::try_from(start + i64::try_from(at).unwrap_or(0)).ok();
            let agrees = |(at, line_of_hunk): (usize, &Vec<u8>)| {
                let there = line(at).and_then(|line| self.lines.get(line));
                there.is_some_and(|there| key(there) == key(line_of_hunk))
            };
            old.iter().enumerate().filter(|pair| agrees(*pair)).count()
        };
        let signed = |count: usize| i64::try_from(count).unwrap_or(0);
        let starts = -signed(old.len())..signed(self.lines.len());
        Some(starts.filter(|start| agreeing(*start) * 3 >= old.len() * 2).collect())
    }

    fn is_once(&mut self, hunk: usize, rule: &'static RungRule, at: usize) -> bool {
        let old = self.block(Block::Old(hunk));
        let line = &old[at..=at];
        (0..self.lines.len()).filter(|start| self.matches(line, rule, *start)).count() == 1
    }

    fn is_below(&mut self, heading: &[u8], line: usize) -> bool {
        // After the last line nothing is named.
        let count = (line + 1).min(self.lines.len());
        let empty: &[u8] = b"";
        let mut above = self.lines[..count].to_vec();
        if line >= self.lines.len() {
            above.push(empty);
        }
        is_heading_of(heading, &above)
    }

    fn heading_line(&mut self, heading: &[u8]) -> Option<usize> {
        let is_blank = |byte: &u8| b" \t".contains(byte);
        let words = |line: &[u8]| {
            let bare = without_end(line);
            bare.iter().skip_while(|byte| is_blank(byte)).copied().collect::<Vec<u8>>()
        };
        self.named(heading).min_by_key(|line| (words(self.lines[*line]), *line))
    }

    fn heading_above(&mut self, heading: &[u8], line: usize) -> Option<usize> {
        self.named(heading).filter(|named| *named < line).last()
    }

    fn anchor_lines(&mut self, anchor: &[u8], from: usize) -> Option<(Way, Vec<usize>)> {
        Way::all().find_map(|way| {
            let named = Named::new(way, anchor)?;
            let mut scratch = Vec::new();
            let all: Vec<usize> = (from..self.lines.len())
                .filter(|line| named.agrees(self.lines[*line], &mut scratch))
                .take(MOST_PLACES)
                .collect();
            (!all.is_empty()).then_some((way, all))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_for_nothing_at_the_end_of_a_line_names_nothing() {
        let mut lookup = SlowLookup::new(b"d\x0B\xCA\nd \x0C\n", 0, &[]);
        assert_eq!(lookup.heading_line(b"d\x0B"), Some(1));
        assert_eq!(lookup.heading_line(b"d\x0B\xCA\t"), Some(0));
        assert_eq!(lookup.heading_line(b"\x0B"), None);
    }
}
