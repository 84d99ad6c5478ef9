//! How many lines of each kind a hunk has.

use super::line::LineKind;

/// How many lines of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineCounts {
    pub(crate) context: usize,
    pub(crate) removed: usize,
    pub(crate) added: usize,
}

impl LineCounts {
    #[inline]
    pub(crate) fn add(&mut self, kind: LineKind) {
        match kind {
            LineKind::Context => self.context += 1,
            LineKind::Remove => self.removed += 1,
            LineKind::Add => self.added += 1,
        }
    }

    pub(crate) fn total(self) -> usize {
        self.context + self.removed + self.added
    }

    /// Old and new lines, as a header counts them.
    pub(crate) fn sides(self) -> (u64, u64) {
        let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        (wide(self.old_lines()), wide(self.new_lines()))
    }

    pub(crate) fn old_lines(self) -> usize {
        self.context + self.removed
    }

    pub(crate) fn new_lines(self) -> usize {
        self.context + self.added
    }
}
