//! How far the chunks of a section have reached.

use std::ops::Range;

use crate::place::candidate::Candidate;

/// How far the chunks so far have reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    /// The line behind the last chunk, 0-based.
    pub(super) line: usize,
    /// The lines of the last chunk.
    pub(super) last: Range<usize>,
    /// The lines behind it that its outer context may be, or not.
    pub(super) doubtful: Range<usize>,
    /// A chunk lies before one in front of it: then the first place behind the others means nothing.
    pub(super) is_out_of_order: bool,
}

impl Cursor {
    /// A chunk has its place.
    pub(super) fn pass(&mut self, place: &Candidate) {
        self.is_out_of_order |= place.end() < self.line;
        if place.end() >= self.line {
            self.last = place.line..place.end();
            self.doubtful = place.end()..place.end() + place.dropped.1;
        }
        self.line = self.line.max(place.end());
    }
}
