//! Proves that every reader finds a chunk where it is meant.

use std::ops::Range;

use super::anchors::Anchor;
use super::text::{Text, depth};

/// A chunk, given by its lines of the old file and the lines that it leaves there.
pub(super) struct Wanted<'t, 'a> {
    pub(super) text: &'t Text<'a>,
    /// Its old lines, context included.
    pub(super) old: Range<usize>,
    /// The changed lines, from the first to the last, without context.
    pub(super) changed: Range<usize>,
    /// For a chunk that removes nothing: the lines that it leaves.
    pub(super) left: Option<Vec<&'a [u8]>>,
}

impl Wanted<'_, '_> {
    /// Whether nothing in the file suggests that the change has already been made: an insertion has
    /// context on both sides, and the lines that it leaves do not occur in the file.
    pub(super) fn is_new(&self) -> bool {
        let Some(left) = &self.left else { return true };
        let is_closed_before = self.old.start < self.changed.start || self.old.start == 0;
        let is_closed_behind = self.changed.end < self.old.end || self.old.end == self.text.len();
        is_closed_before && is_closed_behind && !self.is_in_file(left)
    }

    fn is_in_file(&self, lines: &[&[u8]]) -> bool {
        let codes: Option<Vec<_>> = lines.iter().map(|line| self.text.code_of(line)).collect();
        codes.is_some_and(|codes| self.text.find(&codes.concat(), 0).is_some())
    }

    /// Whether the old lines have only one place from a line on. An empty file has one place for
    /// everything.
    pub(super) fn is_alone_from(&self, from: usize) -> bool {
        self.is_first_from(from) && self.next().is_none()
    }

    /// Whether the old lines have only one place in the block that an anchor opens, and that is the
    /// first place after the anchor.
    pub(super) fn is_alone_below(&self, anchor: &Anchor) -> bool {
        self.is_first_from(anchor.line)
            && !self.text.leaves(anchor, self.old.start, is_any)
            && self.next().is_none_or(|next| self.text.leaves(anchor, next, is_word))
    }

    fn is_first_from(&self, from: usize) -> bool {
        if self.old.is_empty() {
            return self.text.len() == 0;
        }
        self.text.find(self.text.block(self.old.clone()), from) == Some(self.old.start)
    }

    fn next(&self) -> Option<usize> {
        let block = self.text.block(self.old.clone());
        (!block.is_empty()).then(|| self.text.find(block, self.old.start + 1)).flatten()
    }
}

fn is_any(_: u8) -> bool {
    true
}

/// Whether a line begins with a word. A bracket may close the block that the anchor opens and
/// belong to it; a word does not.
fn is_word(first: u8) -> bool {
    first.is_ascii_alphanumeric() || first == b'_'
}

impl Text<'_> {
    /// Whether a line lies after the block that an anchor opens: after a line that is not indented
    /// deeper than the anchor and whose first byte satisfies `is_end`.
    fn leaves(&self, anchor: &Anchor, line: usize, is_end: fn(u8) -> bool) -> bool {
        let between = self.lines.get(anchor.line + 1..=line).unwrap_or_default();
        between.iter().any(|line| {
            let first = line.trim_ascii().first().copied();
            depth(line).is_some_and(|depth| depth <= anchor.depth) && first.is_some_and(is_end)
        })
    }
}
