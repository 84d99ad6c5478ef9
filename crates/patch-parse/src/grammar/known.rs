//! Hunks that the stream has already read, so that the final parse need not measure them again.

use crate::ast::{HunkRange, LineCounts};

/// A hunk that was read before, together with what follows it: its lines need not be counted again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownHunk {
    /// Byte offsets of the start of the first line and of the end of the last.
    pub(crate) at: usize,
    pub(crate) end: usize,
    /// How many lines of the text these are.
    pub(crate) lines: usize,
    pub(crate) counts: LineCounts,
    /// How many of them have no mark: empty ones, and others.
    pub(crate) blank: usize,
    pub(crate) unmarked: usize,
    /// The header above them, if it is one line with numbers.
    pub(crate) header: Option<KnownHeader>,
}

/// A header line that was read before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownHeader {
    /// Byte offset of the line.
    start: usize,
    pub(super) range: HunkRange,
    /// Length in bytes of the heading, with which the line ends, trailing blanks aside.
    section: usize,
}

impl KnownHeader {
    /// The line at byte `start`.
    pub(super) fn new(start: usize, range: HunkRange, section: &[u8]) -> Self {
        Self { start, range, section: section.len() }
    }

    /// The heading in the line.
    pub(super) fn section<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        let written = line.trim_ascii_end();
        let start = written.len().saturating_sub(self.section);
        written.get(start..).unwrap_or_default()
    }
}

/// The known hunks, in the order of the text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'k>(&'k [KnownHunk]);

impl<'k> Known<'k> {
    pub(crate) fn new(hunks: &'k [KnownHunk]) -> Self {
        Self(hunks)
    }

    /// Whether no known hunk is left.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The hunk whose lines begin at this byte. From call to call, `at` only increases.
    pub(super) fn at(&mut self, at: usize) -> Option<KnownHunk> {
        self.behind(at).filter(|first| first.at == at)
    }

    /// The hunk whose header line begins at this byte.
    pub(super) fn below_header(&mut self, at: usize) -> Option<KnownHunk> {
        self.behind(at).filter(|first| first.header.is_some_and(|header| header.start == at))
    }

    /// The first hunk whose lines begin at or after this byte.
    fn behind(&mut self, at: usize) -> Option<KnownHunk> {
        while let [first, rest @ ..] = self.0
            && first.at < at
        {
            self.0 = rest;
        }
        self.0.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_their_first_byte() {
        let lines = |at| KnownHunk { at, end: at + 1, ..KnownHunk::default() };
        let hunks = [lines(3), lines(7), lines(9)];
        let mut known = Known::new(&hunks);
        let found = [2, 3, 8, 9, 10].map(|at| known.at(at).map(|lines| lines.at));
        assert_eq!(found, [None, Some(3), None, Some(9), None]);
    }
}
