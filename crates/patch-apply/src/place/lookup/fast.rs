//! Answers from indices: each is built when it is first needed, and then asked often.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind, Newline};

use super::super::rung::{RUNGS, Rung, RungRule, plain};
use super::anchors::AnchorIndex;
use super::bytes::ByteSearch;
use super::index::{BlockIndex, new_blocks, old_blocks};
use super::outline::Outline;
use super::{Block, Lookup};
use crate::place::candidates::outer::core;
use crate::place::names::anchor::Way;
use crate::place::names::encloses::encloses;
use crate::text::{LineSeeker, LineTable, Text};

/// How many lines are gone up for headings before the outline of the file is made.
const MOST_LINES: usize = 1 << 12;

/// The search for the hunks of one file.
pub(crate) struct FastLookup<'f, 'h> {
    text: Text<'f>,
    hunks: &'h [Hunk<'h>],
    seeker: LineSeeker<'f>,
    table: Option<LineTable<'f>>,
    bytes: ByteSearch,
    /// Of the old lines, one for each rung; empty until the first is needed.
    old: Vec<Option<BlockIndex>>,
    /// Of the new lines, at the rung that forgives trailing blanks.
    new: Option<BlockIndex>,
    outline: Option<Outline<'f>>,
    lines_up: usize,
    anchors: Option<AnchorIndex>,
}

impl<'f, 'h> FastLookup<'f, 'h> {
    pub(crate) fn new(text: Text<'f>, hunks: &'h [Hunk<'h>]) -> Self {
        Self {
            text,
            hunks,
            seeker: LineSeeker::new(text),
            table: None,
            bytes: ByteSearch::default(),
            old: Vec::new(),
            new: None,
            outline: None,
            lines_up: MOST_LINES,
            anchors: None,
        }
    }

    /// The index of the old lines at one rung, or of the new ones; built when it is first asked
    /// for.
    fn index(&mut self, block: Block, rule: &'static RungRule) -> Option<(&mut BlockIndex, usize)> {
        let (text, hunks) = (self.text, self.hunks);
        let table = self.table.get_or_insert_with(|| text.line_table());
        match block {
            Block::New(hunk) => {
                debug_assert_eq!(
                    rule.rung,
                    Rung::TrailingBlanks,
                    "new lines are asked for as such"
                );
                let build = || BlockIndex::new(table, new_blocks(hunks), plain());
                Some((self.new.get_or_insert_with(build), hunk))
            }
            Block::Old(hunk) | Block::Core(hunk) => {
                if self.old.is_empty() {
                    self.old.resize_with(RUNGS.len(), || None);
                }
                let slot = self.old.get_mut(rule.slot())?;
                let build = || BlockIndex::new(table, old_blocks(hunks), rule);
                Some((slot.get_or_insert_with(build), hunk))
            }
        }
    }

    fn part(&self, block: Block) -> Range<usize> {
        match block {
            Block::Core(hunk) => self.hunks.get(hunk).map_or(0..0, core),
            Block::Old(_) | Block::New(_) => 0..usize::MAX,
        }
    }

    /// The lines where old lines match byte for byte; `None` where an index is the better way to
    /// find out.
    fn exact_places(&mut self, hunk: usize) -> Option<Vec<usize>> {
        let hunk = self.hunks.get(hunk).filter(|_| self.table.is_none())?;
        let offsets = self.bytes.exact(self.text, hunk.old_lines())?;
        let seeker = &mut self.seeker;
        Some(offsets.into_iter().map(|offset| seeker.line_at(offset)).collect())
    }

    /// Whether old lines match byte for byte at a line: what most hunks need, and nothing is built
    /// for it.
    fn is_exact_at(&mut self, hunk: usize, line: usize) -> bool {
        let (text, hunks) = (self.text, self.hunks);
        let start = self.start_of_known(line);
        let Some((hunk, start)) = hunks.get(hunk).zip(start) else { return false };
        let mut rest = text.bytes.get(start..).unwrap_or_default();
        let mut count = 0;
        for old in hunk.old_lines() {
            let Some(behind) = strip_line(rest, &old) else { return false };
            rest = behind;
            count += 1;
        }
        if count > 0 && self.table.is_none() {
            // The end is needed next.
            self.seeker.note(line + count, text.bytes.len() - rest.len());
        }
        count > 0
    }

    /// Compares line by line: for one place no index is worth its while.
    fn is_at_by_lines(
        &mut self,
        block: Block,
        part: Range<usize>,
        rule: &'static RungRule,
        line: usize,
    ) -> bool {
        let (text, hunks, start) = (self.text, self.hunks, self.start_of(line));
        let (Block::Old(hunk) | Block::New(hunk) | Block::Core(hunk)) = block;
        let Some(hunk) = hunks.get(hunk) else { return false };
        let is_new = matches!(block, Block::New(_));
        let kept = if is_new { LineKind::Remove } else { LineKind::Add };
        let lines = hunk.lines.iter().filter(|line| line.kind != kept);
        let mut lines = lines.take(part.end).skip(part.start).peekable();
        let mut rest = text.slice(start..text.bytes.len()).split_inclusive(|byte| *byte == b'\n');
        let (mut one, mut other, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        lines.peek().is_some()
            && lines.all(|line| {
                whole.clear();
                whole.extend_from_slice(line.text);
                whole.extend_from_slice(line.newline.as_bytes());
                rest.next().is_some_and(|in_file| {
                    (rule.key)(in_file, &mut one) == (rule.key)(&whole, &mut other)
                })
            })
    }

    /// The byte offset of a line that the file has, or of the end.
    fn start_of_known(&mut self, line: usize) -> Option<usize> {
        match &self.table {
            Some(table) => (line <= table.len()).then(|| table.start_of(line)),
            None => self.seeker.offset_of(line),
        }
    }
}

impl Lookup for FastLookup<'_, '_> {
    fn line_count(&mut self) -> usize {
        match &self.table {
            Some(table) => table.len(),
            None => self.seeker.line_count(),
        }
    }

    fn start_of(&mut self, line: usize) -> usize {
        self.start_of_known(line).unwrap_or(self.text.bytes.len())
    }

    fn is_at(&mut self, block: Block, rule: &'static RungRule, line: usize) -> bool {
        if let (Block::Old(hunk), Rung::Exact) = (block, rule.rung) {
            return self.is_exact_at(hunk, line);
        }
        let part = self.part(block);
        let (Block::Old(hunk) | Block::New(hunk) | Block::Core(hunk)) = block;
        if !matches!(block, Block::New(_))
            && let Some(index) = self.old.get(rule.slot()).and_then(Option::as_ref)
        {
            return match block {
                Block::Core(_) => index.is_part_at(hunk, part, line),
                Block::Old(_) | Block::New(_) => index.is_at(hunk, line),
            };
        }
        self.is_at_by_lines(block, part, rule, line)
    }

    fn places(&mut self, block: Block, rule: &'static RungRule, from: usize) -> Vec<usize> {
        if let (Block::Old(hunk), Rung::Exact, 0) = (block, rule.rung, from)
            && let Some(places) = self.exact_places(hunk)
        {
            return places;
        }
        let hunks = self.hunks;
        let Some((index, hunk)) = self.index(block, rule) else { return Vec::new() };
        match block {
            Block::Core(_) => {
                let mut places =
                    index.places_of_part(hunk, |hunk| hunks.get(hunk).map_or(0..0, core));
                places.retain(|line| *line >= from);
                places
            }
            Block::Old(_) | Block::New(_) => index.places(hunk, from),
        }
    }

    fn first_place(&mut self, block: Block, rule: &'static RungRule, from: usize) -> Option<usize> {
        let (index, hunk) = self.index(block, rule)?;
        index.first_place(hunk, from)
    }

    fn last_place(
        &mut self,
        block: Block,
        rule: &'static RungRule,
        lines: Range<usize>,
    ) -> Option<usize> {
        let (index, hunk) = self.index(block, rule)?;
        index.last_place(hunk, lines)
    }

    fn may_match(&mut self, block: Block) -> bool {
        let (text, part) = (self.text, self.part(block));
        let (Block::Old(hunk) | Block::New(hunk) | Block::Core(hunk)) = block;
        let Some(hunk) = self.hunks.get(hunk) else { return false };
        match block {
            Block::New(_) => self.bytes.may_match(text, hunk.new_lines()),
            Block::Old(_) | Block::Core(_) => {
                let lines = hunk.old_lines().take(part.end).skip(part.start);
                self.bytes.may_match(text, lines)
            }
        }
    }

    fn starts_alike(&mut self, hunk: usize) -> Option<Vec<i64>> {
        let (index, hunk) = self.index(Block::Old(hunk), plain())?;
        index.starts_alike(hunk)
    }

    fn is_once(&mut self, hunk: usize, rule: &'static RungRule, at: usize) -> bool {
        let index = self.index(Block::Old(hunk), rule);
        index.is_some_and(|(index, hunk)| index.places_of_line(hunk, at).len() == 1)
    }

    fn is_below(&mut self, heading: &[u8], line: usize) -> bool {
        let (text, start) = (self.text, self.start_of(line));
        if self.outline.is_none()
            && let Some(is_below) = encloses(text, heading, start, &mut self.lines_up)
        {
            return is_below;
        }
        self.outline().is_below(heading, line)
    }

    fn heading_line(&mut self, heading: &[u8]) -> Option<usize> {
        self.outline().line_of(heading)
    }

    fn heading_above(&mut self, heading: &[u8], line: usize) -> Option<usize> {
        self.outline().line_above(heading, line)
    }

    fn anchor_lines(&mut self, anchor: &[u8], from: usize) -> Option<(Way, Vec<usize>)> {
        let (text, hunks) = (self.text, self.hunks);
        let table = self.table.get_or_insert_with(|| text.line_table());
        let index = self.anchors.get_or_insert_with(|| AnchorIndex::new(table));
        let all = hunks.iter().flat_map(|hunk| &hunk.anchors).map(|anchor| &***anchor);
        index.lines(table, anchor, from, all)
    }
}

impl<'f> FastLookup<'f, '_> {
    fn outline(&mut self) -> &mut Outline<'f> {
        let text = self.text;
        let table = self.table.get_or_insert_with(|| text.line_table());
        self.outline.get_or_insert_with(|| Outline::new(table))
    }
}

#[inline]
fn strip_line<'f>(rest: &'f [u8], line: &HunkLine<'_>) -> Option<&'f [u8]> {
    let rest = rest.strip_prefix(&**line.text)?;
    match line.newline {
        Newline::Lf => rest.strip_prefix(b"\n"),
        Newline::CrLf => rest.strip_prefix(b"\r\n"),
        // Only at the end of the file does a line have no ending, and then it is not empty.
        Newline::None => (rest.is_empty() && !line.text.is_empty()).then_some(rest),
    }
}
