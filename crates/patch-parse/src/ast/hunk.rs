//! Hunks and their lines.

use std::borrow::Cow;
use std::fmt;

use bstr::BStr;

use super::anchors::Anchors;
use super::line::{HunkLine, LineKind};
use super::lines::HunkLines;
use super::numbers::{Counted, KeptNumbers, Numbers};
use super::piece::Blanks;
use super::text::Text;
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
///
/// A patch has many hunks. What most of them lack, or have as a small number, is stored compactly
/// and read through methods.
///
/// # Examples
///
/// ```
/// use patch_parse::{Hunk, HunkLine, LineKind};
///
/// let lines = [HunkLine::new(LineKind::Remove, "a"), HunkLine::new(LineKind::Add, "b")];
/// let hunk = Hunk::new(lines.into_iter().collect()).with_starts(Some((7, 8)));
/// assert_eq!(hunk.range().map(|range| (range.new_start, range.new_count)), Some((8, 1)));
/// ```
#[derive(Clone, Default)]
pub struct Hunk<'a> {
    /// Text of the lines to seek first, outermost first (`@@ class A`, then `@@ def f`).
    pub anchors: Anchors<'a>,
    /// Context, removed and added lines in the order of the patch; at least one. Context alone
    /// changes nothing; in the `*** Begin Patch` format it shows where the next hunk is sought.
    pub lines: HunkLines<'a>,
    section: Text<'a>,
    numbers: KeptNumbers,
}

impl<'a> Hunk<'a> {
    /// A hunk of these lines, without numbers, heading or anchors.
    pub fn new(lines: HunkLines<'a>) -> Self {
        Self { lines, ..Self::default() }
    }

    /// Sets the first old and the first new line, as in [`HunkRange`]; with `None` the hunk has no
    /// numbers.
    #[must_use]
    pub fn with_starts(self, starts: Option<(u64, u64)>) -> Self {
        let numbers = Numbers { starts, ..self.numbers() };
        self.with_numbers(numbers)
    }

    /// Sets the section heading.
    #[must_use]
    pub fn with_section(self, section: impl Into<Cow<'a, BStr>>) -> Self {
        Self { section: section.into().into(), ..self }
    }

    /// Sets the anchors, outermost first.
    #[must_use]
    pub fn with_anchors(self, anchors: Anchors<'a>) -> Self {
        Self { anchors, ..self }
    }

    /// Sets whether the hunk ends where the file ends.
    #[must_use]
    pub fn with_end_of_file(self, end_of_file: bool) -> Self {
        let numbers = Numbers { end_of_file, ..self.numbers() };
        self.with_numbers(numbers)
    }

    /// Sets where the hunk is in the patch text.
    #[must_use]
    pub fn with_span(self, span: Span) -> Self {
        let numbers = Numbers { span, ..self.numbers() };
        self.with_numbers(numbers)
    }

    /// Sets other lines. What the counts of the header say of a lost mark is said of those that it
    /// had ([`Self::lost_mark`]).
    #[must_use]
    pub fn with_lines(self, lines: HunkLines<'a>) -> Self {
        let numbers = self.numbers();
        let counted = numbers.counted.of_others();
        Self { lines, ..self }.with_numbers(Numbers { counted, ..numbers })
    }

    fn with_numbers(self, numbers: Numbers) -> Self {
        Self { numbers: numbers.into(), ..self }
    }

    /// A hunk as it is read.
    #[inline]
    pub(crate) fn read(
        anchors: Anchors<'a>,
        section: &'a BStr,
        lines: HunkLines<'a>,
        numbers: Numbers,
    ) -> Self {
        Self { anchors, lines, section: Text::Borrowed(section), numbers: numbers.into() }
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Hunk<'static> {
        Hunk {
            anchors: self.anchors.into_owned(),
            lines: self.lines.into_owned(),
            section: self.section.into_owned(),
            numbers: self.numbers,
        }
    }
}

impl Hunk<'_> {
    /// The lines expected in the file before the change: context and removed.
    pub fn old_lines(&self) -> impl Iterator<Item = HunkLine<'_>> + Clone {
        self.lines.iter().filter(|line| line.kind != LineKind::Add)
    }

    /// The lines in the file after the change: context and added.
    pub fn new_lines(&self) -> impl Iterator<Item = HunkLine<'_>> + Clone {
        self.lines.iter().filter(|line| line.kind != LineKind::Remove)
    }

    /// All lines, each with its number in the old file and in the new one, 1-based, according to
    /// the header. A removed line has no new number and an added one no old number; without numbers
    /// in the header no line has any.
    pub fn numbered_lines(&self) -> impl Iterator<Item = NumberedLine<'_>> + Clone {
        let range = self.range();
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

    /// The line numbers of the header, if it has any. The counts are those of [`Self::lines`],
    /// whatever the header said; a difference is a diagnostic.
    pub fn range(&self) -> Option<HunkRange> {
        let (old_start, new_start) = self.numbers().starts?;
        let (old_count, new_count) = self.counts();
        Some(HunkRange { old_start, old_count, new_start, new_count })
    }

    /// Whether the counts of the header are not those of [`Self::lines`], or the header is not as
    /// tools write it.
    pub fn is_miscounted(&self) -> bool {
        self.numbers().counted != Counted::Right
    }

    /// The mark that one context line has lost if the counts of the header are right: they are those
    /// of the lines if exactly one context line is added, or removed. `None` if they are right as it
    /// is, or show no such thing. Counts are often wrong, so by themselves they prove nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use patch_parse::LineKind;
    ///
    /// let patch = b"--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n-one\n+1\n two\n";
    /// let patch = patch_parse::parse(patch)?;
    /// assert_eq!(patch.files[0].hunks()[0].lost_mark(), Some(LineKind::Add));
    /// # Ok::<(), patch_parse::ParseError>(())
    /// ```
    pub fn lost_mark(&self) -> Option<LineKind> {
        match self.numbers().counted {
            Counted::Lost(kind) => Some(kind),
            Counted::Right | Counted::Wrong => None,
        }
    }

    /// The section heading after the second `@@`. It is evidence only between otherwise equal
    /// places. In the `*** Begin Patch` format such words are an anchor.
    pub fn section(&self) -> &BStr {
        &self.section
    }

    /// Whether the hunk ends where the file ends (`*** End of File`).
    pub fn is_end_of_file(&self) -> bool {
        self.numbers().end_of_file
    }

    /// How many empty lines follow a chunk of the `*** Begin Patch` format, before whatever ends
    /// it, or follow a hunk that has other empty lines without a mark and ends in an added line.
    /// They are layout of the patch, or lines that lost their mark, and are evidence only between
    /// otherwise equal places.
    pub fn blank_lines_behind(&self) -> u32 {
        self.numbers().blank_lines_behind
    }

    /// The hunk in the patch text, with its header and without the empty lines after it.
    pub fn span(&self) -> Span {
        self.numbers().span
    }

    #[inline]
    pub(crate) fn numbers(&self) -> Numbers {
        self.numbers.get()
    }

    /// First old line according to the header, 1-based; 0 for an insertion into an empty file,
    /// `None` if the header has no numbers. [`Self::range`] has the other numbers.
    pub fn old_start(&self) -> Option<u64> {
        self.range().map(|range| range.old_start)
    }

    /// Numbers of old and new lines, as a header counts them.
    pub fn counts(&self) -> (u64, u64) {
        self.lines.counts().sides()
    }

    /// The hunk with these empty lines without a mark read as added. All of them are first read as
    /// context that lost its blank; they may be added lines that lost their `+`. `None` if there
    /// are none.
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
        Some(self.clone().with_lines(lines))
    }

    /// For each line, whether it is an empty one without a mark: context that lost its blank, or an
    /// added line that lost its `+`, whichever it is read as.
    ///
    /// # Examples
    ///
    /// ```
    /// let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ @@\n one\n \n+two\n\n+three\n")?;
    /// let hunk = &patch.files[0].hunks()[0];
    /// assert_eq!(hunk.bare_blanks(), [false, false, false, true, false]);
    /// # Ok::<(), patch_parse::ParseError>(())
    /// ```
    #[must_use]
    pub fn bare_blanks(&self) -> Vec<bool> {
        self.lines.are_bare()
    }

    /// The hunk read as one whose context has no marks: the first byte of a context line is part of
    /// its text, and lines that seem to remove list items (`- text`) are context, the dash being
    /// the item's. `None` if there is no such line, or if other lines are removed, unless these are
    /// items with a mark of their own (`-- text`).
    ///
    /// # Examples
    ///
    /// ```
    /// let patch = b"--- a/x\n+++ b/x\n@@ @@\n- name: one\n  run: 1\n+- name: two\n";
    /// let patch = patch_parse::parse(patch)?;
    /// let hunk = patch.files[0].hunks()[0].without_marks().unwrap();
    /// let texts: Vec<_> = hunk.old_lines().map(|line| line.text.to_string()).collect();
    /// assert_eq!(texts, ["- name: one", "  run: 1"]);
    /// # Ok::<(), patch_parse::ParseError>(())
    /// ```
    #[must_use]
    pub fn without_marks(&self) -> Option<Self> {
        let lines = self.lines.without_marks()?;
        Some(self.clone().with_lines(lines))
    }

    /// Whether the header counts the lines, but its counts do not show which of the empty ones
    /// without a mark are context: all of them are read as context.
    pub fn leaves_blanks_open(&self) -> bool {
        self.lines.leaves_blanks_open()
    }

    /// The hunk with those empty lines without a mark read as context that the counts of the
    /// header, which may be wrong, make added ones. `None` if there are none.
    ///
    /// # Examples
    ///
    /// ```
    /// let patch = b"--- a/x\n+++ b/x\n@@ -1,2 +1,4 @@\n one\n+two\n\n three\n";
    /// let patch = patch_parse::parse(patch)?;
    /// let hunk = &patch.files[0].hunks()[0];
    /// let context = hunk.with_blanks_as_context().unwrap();
    /// assert_eq!((hunk.lines.old_count(), context.lines.old_count()), (2, 3));
    /// # Ok::<(), patch_parse::ParseError>(())
    /// ```
    #[must_use]
    pub fn with_blanks_as_context(&self) -> Option<Self> {
        let lines = self.lines.with_blanks_as_context()?;
        Some(self.clone().with_lines(lines))
    }
}

/// Hunks that say the same are equal, wherever in a patch they are and whatever empty lines follow
/// them.
impl PartialEq for Hunk<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { anchors, lines, section, numbers: _ } = self;
        let said = |numbers: Numbers| {
            let Numbers { starts, end_of_file, .. } = numbers;
            (starts, end_of_file)
        };
        *anchors == other.anchors
            && *lines == other.lines
            && **section == *other.section
            && said(self.numbers()) == said(other.numbers())
    }
}

impl Eq for Hunk<'_> {}

impl fmt::Debug for Hunk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hunk")
            .field("anchors", &self.anchors)
            .field("range", &self.range())
            .field("section", &self.section())
            .field("lines", &self.lines)
            .field("end_of_file", &self.is_end_of_file())
            .field("blank_lines_behind", &self.blank_lines_behind())
            .field("span", &self.span())
            .finish()
    }
}

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
    /// The line of the old file at which the block starts, 1-based. A block without lines is
    /// numbered by the line before it (`-5,0` is after line 5), so it starts at the next one: GNU
    /// diffutils manual, "Detailed Unified".
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
