//! Lines that a hunk leaves out without saying so: hunks that lost the `@@` between them, and
//! lines between the head of a block and a change in it.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::rest::belongs_to_removed;
use super::stale::context;
use crate::text::Text;
use crate::text::blanks::{depth, without_trailing_blanks};
use crate::text::blocks::opens_block;
use crate::text::words::has_words;

/// The most parts of a hunk, and the most lines of the file that are left out between two.
const MOST_PARTS: usize = 8;
const MOST_LEFT_OUT: usize = 4096;

/// The least old lines with words by which a part is found.
const LEAST_WORDED: usize = 2;

/// How many lines are compared in all: so many for each line of the file, and some more.
const MOST_COMPARED: usize = 8;
const MORE_COMPARED: usize = 1 << 16;

/// The hunk with the lines of the file between its parts, if each part changes something or heads
/// the next one, and the file has each once, as written and in order.
///
/// Between two changes, what is left out must be amid context: a line that is added next to it may
/// be meant on either side.
pub(super) fn with_left_out<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let changes = lines.split(is_context).filter(|change| !change.is_empty()).count();
    if changes < 2 && !lines.iter().any(|line| is_context(line) && opens_block(line.text)) {
        return None;
    }
    let bytes = text.body();
    let in_file: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let parts = Search::new(&in_file, &lines).parts()?;
    let mut full = HunkLines::default();
    let mut front: Option<&Part<'_, '_>> = None;
    for part in &parts {
        let end = front.map_or(part.start, Part::end);
        let left_out = in_file.get(end..part.start)?;
        if front.is_some_and(|front| belongs_to_removed(front.lines, left_out, part.lines)) {
            return None;
        }
        full.extend(left_out.iter().map(|line| context(line)));
        full.extend(part.lines.iter().copied());
        front = Some(part);
    }
    (parts.len() > 1).then(|| hunk.clone().with_lines(full))
}

fn is_context(line: &HunkLine<'_>) -> bool {
    line.kind == LineKind::Context
}

/// Lines of a hunk of which the old ones follow each other in the file.
#[derive(Clone, Copy, Debug)]
struct Part<'l, 'h> {
    lines: &'l [HunkLine<'h>],
    /// The line of the file where they are, 0-based, and how many are old.
    start: usize,
    count: usize,
}

impl Part<'_, '_> {
    /// The line of the file after it.
    fn end(&self) -> usize {
        self.start + self.count
    }

    fn changes(&self) -> bool {
        !self.lines.iter().all(is_context)
    }

    /// Whether it has enough lines to be found by them.
    fn is_told(&self) -> bool {
        let is_worded = |line: &&HunkLine<'_>| line.kind != LineKind::Add && has_words(line.text);
        let least = if self.changes() { LEAST_WORDED } else { 1 };
        self.lines.iter().filter(is_worded).count() >= least
    }

    /// The depth of its last line, if that opens a block and the part changes nothing.
    fn heads(&self) -> Option<usize> {
        let last = self.lines.last().filter(|line| opens_block(line.text) && !self.changes())?;
        depth(last.text)
    }
}

/// Looks for the parts of a hunk.
struct Search<'s, 'h> {
    in_file: &'s [&'s [u8]],
    lines: &'s [HunkLine<'h>],
    /// How many lines may still be compared.
    left: usize,
}

impl<'s, 'h> Search<'s, 'h> {
    fn new(in_file: &'s [&'s [u8]], lines: &'s [HunkLine<'h>]) -> Self {
        let left = in_file.len().saturating_mul(MOST_COMPARED).saturating_add(MORE_COMPARED);
        Self { in_file, lines, left }
    }

    /// The parts of all lines, in order.
    fn parts(&mut self) -> Option<Vec<Part<'s, 'h>>> {
        let mut parts: Vec<Part<'_, '_>> = Vec::new();
        let mut rest = self.lines;
        while !rest.is_empty() {
            let part = self.longest(rest)?;
            let is_next = parts.last().is_none_or(|before| self.may_follow(before, &part));
            if parts.len() == MOST_PARTS || !is_next || !part.is_told() {
                return None;
            }
            rest = rest.get(part.lines.len()..)?;
            parts.push(part);
        }
        parts.last().is_some_and(Part::changes).then_some(parts)
    }

    /// The longest run of lines, from the first on, that is in the file, if it is there once.
    fn longest(&mut self, lines: &'s [HunkLine<'h>]) -> Option<Part<'s, 'h>> {
        let old: Vec<&[u8]> = lines
            .iter()
            .filter(|line| line.kind != LineKind::Add)
            .map(|line| without_trailing_blanks(line.text))
            .collect();
        let (mut start, mut count, mut is_only) = (0, 0, false);
        for at in 0..self.in_file.len() {
            let mut pairs = self.in_file.get(at..)?.iter().zip(&old);
            let differs = pairs.position(|(line, old)| without_trailing_blanks(line) != *old);
            let own = differs.unwrap_or(old.len().min(self.in_file.len() - at));
            self.left = self.left.checked_sub(own + 1)?;
            if own > count {
                (start, count, is_only) = (at, own, true);
            } else if own == count {
                is_only = false;
            }
        }
        let mut seen = 0;
        let behind = lines.iter().position(|line| {
            seen += usize::from(line.kind != LineKind::Add);
            seen > count
        });
        let lines = lines.get(..behind.unwrap_or(lines.len()))?;
        is_only.then_some(Part { lines, start, count })
    }

    /// Whether one part may follow another: it is after that, and in the block that this heads; or
    /// both change something, and what is left out is amid context, wherever the one ends and the
    /// other begins where the file has the same lines before both.
    fn may_follow(&self, before: &Part<'_, '_>, part: &Part<'_, '_>) -> bool {
        let Some(left_out) = self.in_file.get(before.end()..part.start) else { return false };
        let Some(first) = part.lines.first() else { return false };
        if left_out.len() > MOST_LEFT_OUT {
            return false;
        }
        if let Some(head) = before.heads() {
            let is_inside = |line: &[u8]| depth(line).is_none_or(|own| own > head);
            return first.kind != LineKind::Add
                && depth(first.text).is_some_and(|own| own > head)
                && left_out.iter().all(|line| is_inside(line));
        }
        let in_file = |line: usize| self.in_file.get(..line).unwrap_or_default().iter().rev();
        let pairs = in_file(before.end()).zip(in_file(part.start)).take(before.count);
        let is_same = |(own, other): &(&&[u8], &&[u8])| {
            without_trailing_blanks(own) == without_trailing_blanks(other)
        };
        let shared = pairs.take_while(is_same).count();
        before.changes()
            && is_context(first)
            && before.lines.iter().rev().take(shared + 1).all(is_context)
    }
}
