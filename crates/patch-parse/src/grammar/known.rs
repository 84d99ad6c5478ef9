//! What is known of a text before it is read: the lines of hunks that were read while it came in.

use crate::ast::LineCounts;

/// Lines that are those of a hunk, by somebody who has read them before and seen what follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    /// Byte offset of the first, and behind the last.
    pub(crate) at: usize,
    pub(crate) end: usize,
    /// How many lines of the text they are.
    pub(crate) lines: usize,
    pub(crate) counts: LineCounts,
    /// Those of them that have no mark.
    pub(crate) blank: usize,
    pub(crate) unmarked: usize,
}

/// The lines of hunks, in the order of the text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'k>(&'k [Counted]);

impl<'k> Known<'k> {
    pub(crate) fn new(hunks: &'k [Counted]) -> Self {
        Self(hunks)
    }

    /// The lines of the hunk that begin at this byte. Bytes only increase.
    pub(super) fn at(&mut self, at: usize) -> Option<Counted> {
        while let [first, rest @ ..] = self.0
            && first.at < at
        {
            self.0 = rest;
        }
        self.0.first().filter(|first| first.at == at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_their_first_byte() {
        let lines = |at| Counted { at, end: at + 1, ..Counted::default() };
        let hunks = [lines(3), lines(7), lines(9)];
        let mut known = Known::new(&hunks);
        let found = [2, 3, 8, 9, 10].map(|at| known.at(at).map(|lines| lines.at));
        assert_eq!(found, [None, Some(3), None, Some(9), None]);
    }
}
