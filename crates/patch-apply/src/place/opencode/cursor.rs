//! How far the chunks of a section have reached.

use std::ops::Range;

use patch_parse::{Hunk, LineKind};

use crate::place::places::Place;

/// How far the chunks so far have reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    /// The line after the last chunk, 0-based.
    pub(super) line: usize,
    /// The line after the chunk in front, wherever that lies.
    pub(super) front: usize,
    /// The lines of the last chunk.
    pub(super) last: Range<usize>,
    /// The lines from its first one up to the last that it changes.
    changed: Range<usize>,
    /// The lines after it that may be its outer context, or not.
    pub(super) doubtful: Range<usize>,
    /// A chunk lies before an earlier one: then being the first place after the others means
    /// nothing.
    pub(super) is_out_of_order: bool,
    /// The last line of those that the headers so far name.
    number: u64,
}

impl Cursor {
    /// A chunk has its place.
    pub(super) fn pass(&mut self, hunk: &Hunk<'_>, place: &Place) {
        self.is_out_of_order |= place.end() < self.line;
        self.front = place.end();
        if place.end() >= self.line {
            self.last = place.line..place.end();
            let old = hunk.lines.old_count();
            let changed =
                hunk.old_lines().zip(1..).filter(|(line, _)| line.kind != LineKind::Context);
            let behind = changed.last().map_or(0, |(_, behind)| behind);
            let kept = (old - behind).saturating_sub(place.dropped.1);
            self.changed = place.line..place.end().saturating_sub(kept);
            self.doubtful = place.end()..place.end() + place.dropped.1;
        }
        self.line = self.line.max(place.end());
    }

    /// Whether the header of a chunk names a line above one that an earlier header names: by their
    /// headers the chunks are not in the order of the file.
    pub(super) fn goes_back(&mut self, hunk: &Hunk<'_>) -> bool {
        let Some(number) = hunk.old_start() else { return false };
        let is_before = number < self.number;
        self.number = self.number.max(number);
        self.is_out_of_order |= is_before;
        is_before
    }

    /// The first line that a chunk after this may show: the context that ends the last chunk.
    pub(super) fn first_shared(&self) -> usize {
        if self.last.end == self.line { self.changed.end } else { self.line }
    }

    /// Whether lines begin in those that the last chunk changes.
    pub(super) fn is_changed(&self, line: usize) -> bool {
        self.changed.contains(&line)
    }
}
