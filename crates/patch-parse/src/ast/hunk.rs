//! Hunks and their lines.

use std::borrow::Cow;

use bstr::BStr;

use super::anchors::Anchors;
use super::line::{HunkLine, LineKind};
use super::lines::{Blanks, HunkLines};
use crate::Span;

/// A line of a hunk with its numbers, 1-based; see [`Hunk::numbered_lines`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberedLine<'h> {
    /// In the old file.
    pub old: Option<u64>,
    /// In the new file.
    pub new: Option<u64>,
    /// The line.
    pub line: HunkLine<'h>,
}

/// One hunk (the `OpenCode` format says chunk): lines of the old file with their replacement.
#[derive(Clone, Debug, Default)]
pub struct Hunk<'a> {
    /// Text of the lines to seek first, outermost first (`@@ class A`, then `@@ def f`).
    pub anchors: Anchors<'a>,
    /// The line numbers of the header, where it has any. The counts are those of [`Self::lines`],
    /// whatever the header said; a difference is a diagnostic.
    pub range: Option<HunkRange>,
    /// The section heading behind the second `@@`. Evidence only between places that are equal
    /// otherwise. In the `*** Begin Patch` format such words are an anchor.
    pub section: Cow<'a, BStr>,
    /// Context, removed and added lines in the order of the patch; at least one. Context alone
    /// changes nothing; in the `*** Begin Patch` format it says where the next hunk is sought.
    pub lines: HunkLines<'a>,
    /// The hunk ends where the file ends (`*** End of File`).
    pub end_of_file: bool,
    /// How many empty lines are behind a chunk of the `*** Begin Patch` format, before what ends it: the patch's layout, or
    /// context of which nothing is left. Evidence only between places that are equal otherwise.
    pub blank_lines_behind: u32,
    /// The hunk in the patch text, its header included, without the empty lines behind it.
    pub span: Span,
}

impl Hunk<'_> {
    /// The lines expected in the file as it is: context and removed.
    pub fn old_lines(&self) -> impl Iterator<Item = HunkLine<'_>> + Clone {
        self.lines.iter().filter(|line| line.kind != LineKind::Add)
    }

    /// The lines that are there afterwards: context and added.
    pub fn new_lines(&self) -> impl Iterator<Item = HunkLine<'_>> + Clone {
        self.lines.iter().filter(|line| line.kind != LineKind::Remove)
    }

    /// All lines, each with its number in the old file and in the new one, 1-based, as the header has
    /// them: a removed line has no new number, an added one no old number, and none has any where the
    /// header has no numbers.
    pub fn numbered_lines(&self) -> impl Iterator<Item = NumberedLine<'_>> + Clone {
        let range = self.range;
        let (mut old, mut new) =
            range.map_or((0, 0), |range| (range.first_old_line(), range.first_new_line()));
        let take = move |number: &mut u64, counts: bool| {
            let taken = (counts && range.is_some()).then_some(*number);
            *number = number.saturating_add(u64::from(counts));
            taken
        };
        self.lines.iter().map(move |line| NumberedLine {
            old: take(&mut old, line.kind != LineKind::Add),
            new: take(&mut new, line.kind != LineKind::Remove),
            line,
        })
    }

    /// The text after `@@`: the innermost anchor.
    pub fn change_context(&self) -> Option<&BStr> {
        self.anchors.last().map(|anchor| &**anchor)
    }

    /// Whether the hunk ends where the file ends.
    pub fn is_end_of_file(&self) -> bool {
        self.end_of_file
    }

    /// First old line as the header says, 1-based; 0 before an insertion into an empty file.
    pub fn old_start(&self) -> Option<u64> {
        self.range.map(|range| range.old_start)
    }

    /// Number of old lines.
    pub fn old_count(&self) -> Option<u64> {
        self.range.map(|range| range.old_count)
    }

    /// First new line as the header says, 1-based.
    pub fn new_start(&self) -> Option<u64> {
        self.range.map(|range| range.new_start)
    }

    /// Number of new lines.
    pub fn new_count(&self) -> Option<u64> {
        self.range.map(|range| range.new_count)
    }

    /// Old and new lines, as they are counted in a header.
    pub fn counts(&self) -> (u64, u64) {
        self.lines.counts().sides()
    }

    /// The hunk with empty lines read as added that have no mark: context that lost its blank, as all are read at first, or
    /// added lines that lost their `+`. `None` where there are none of these.
    ///
    /// # Examples
    ///
    /// ```
    /// use patch_parse::Blanks;
    ///
    /// let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ @@\n one\n+two\n\n+three\n")?;
    /// let hunk = &patch.files[0].hunks()[0];
    /// let added = hunk.with_blanks_added(Blanks::Between).unwrap();
    /// assert_eq!((hunk.lines.old_count(), added.lines.old_count()), (2, 1));
    /// assert_eq!(added.with_blanks_added(Blanks::Beside), None);
    /// # Ok::<(), patch_parse::ParseError>(())
    /// ```
    #[must_use]
    pub fn with_blanks_added(&self, blanks: Blanks) -> Option<Self> {
        let lines = self.lines.with_blanks_added(blanks)?;
        let mut hunk = Self { lines, ..self.clone() };
        hunk.correct_counts();
        Some(hunk)
    }

    /// Sets the counts of the header to those of the lines.
    pub(crate) fn correct_counts(&mut self) {
        let (old_count, new_count) = self.counts();
        self.range = self.range.map(|range| HunkRange { old_count, new_count, ..range });
    }
}

impl PartialEq for Hunk<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { anchors, range, section, lines, end_of_file, blank_lines_behind, span: _ } =
            self;
        *anchors == other.anchors
            && *range == other.range
            && *section == other.section
            && *lines == other.lines
            && *end_of_file == other.end_of_file
            && *blank_lines_behind == other.blank_lines_behind
    }
}

impl Eq for Hunk<'_> {}

/// `-old_start,old_count +new_start,new_count`: line numbers 1-based, counts in lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HunkRange {
    /// First line of the old block; the line before it when the block is empty.
    pub old_start: u64,
    /// Lines in the old block.
    pub old_count: u64,
    /// First line of the new block; the line before it when the block is empty.
    pub new_start: u64,
    /// Lines in the new block.
    pub new_count: u64,
}

impl HunkRange {
    /// The line of the old file at which the block starts, 1-based. A block without lines is named by the line in front
    /// of it (`-5,0` is behind line 5), so it starts at the next: GNU diffutils manual, "Detailed Unified".
    pub fn first_old_line(self) -> u64 {
        first_line(self.old_start, self.old_count)
    }

    /// The line of the new file at which the block starts, 1-based; as [`Self::first_old_line`].
    pub fn first_new_line(self) -> u64 {
        first_line(self.new_start, self.new_count)
    }
}

fn first_line(start: u64, count: u64) -> u64 {
    start.saturating_add(u64::from(count == 0))
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_are_numbered_as_the_header_has_them() {
        let most = u64::MAX;
        for (range, expected) in [
            ("-3,2 +4,2", vec![(Some(3), Some(4)), (Some(4), None), (None, Some(5))]),
            ("-3,0 +4", vec![(None, Some(4))]),
            ("-18446744073709551615,0 +1", vec![(None, Some(1))]),
            ("-1 +18446744073709551615,0", vec![(Some(1), None)]),
            (
                "-18446744073709551615,2 +18446744073709551615,2",
                vec![(Some(most), Some(most)), (Some(most), None), (None, Some(most))],
            ),
        ] {
            let body = match expected.as_slice() {
                [(None, _)] => "+b\n",
                [_] => "-a\n",
                _ => " x\n-a\n+b\n",
            };
            let patch = format!("--- a/f\n+++ b/f\n@@ {range} @@\n{body}");
            let patch = crate::parse(patch.as_bytes()).unwrap();
            let lines = patch.files[0].hunks()[0].numbered_lines();
            let found: Vec<_> = lines.map(|line| (line.old, line.new)).collect();
            assert_eq!(found, expected, "{range}");
        }
    }
}
