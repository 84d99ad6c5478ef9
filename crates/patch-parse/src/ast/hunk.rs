//! Hunks and their lines.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};

use super::HunkLines;
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
    pub anchors: Vec<Cow<'a, BStr>>,
    /// The line numbers of the header, where it has any. The counts are those of [`Self::lines`],
    /// whatever the header said; a difference is a diagnostic.
    pub range: Option<HunkRange>,
    /// The section heading behind the second `@@`. Evidence only between places that are equal
    /// otherwise.
    pub section: Cow<'a, BStr>,
    /// Context, removed and added lines in the order of the patch; at least one. Context alone
    /// changes nothing; in the `*** Begin Patch` format it says where the next hunk is sought.
    pub lines: HunkLines<'a>,
    /// The hunk ends where the file ends (`*** End of File`).
    pub end_of_file: bool,
    /// The hunk in the patch text, its header included.
    pub span: Span,
}

impl Hunk<'_> {
    /// The lines expected in the file as it is: context and removed.
    pub fn old_lines(&self) -> impl Iterator<Item = HunkLine<'_>> + Clone {
        self.lines.iter().filter(|line| line.kind != LineKind::Add)
    }

    /// The lines that stand there afterwards: context and added.
    pub fn new_lines(&self) -> impl Iterator<Item = HunkLine<'_>> + Clone {
        self.lines.iter().filter(|line| line.kind != LineKind::Remove)
    }

    /// All lines, each with its number in the old file and in the new one, 1-based, as the header has
    /// them: a removed line has no new number, an added one no old number, and none has any where the
    /// header has no numbers.
    pub fn numbered_lines(&self) -> impl Iterator<Item = NumberedLine<'_>> + Clone {
        let range = self.range;
        let (mut old, mut new) = match range {
            // An empty side is named by the line in front of it.
            Some(range) => (
                range.old_start + u64::from(range.old_count == 0),
                range.new_start + u64::from(range.new_count == 0),
            ),
            None => (0, 0),
        };
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

    /// Sets the counts of the header to those of the lines.
    pub(crate) fn correct_counts(&mut self) {
        let (old_count, new_count) = self.counts();
        self.range = self.range.map(|range| HunkRange { old_count, new_count, ..range });
    }
}

impl PartialEq for Hunk<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { anchors, range, section, lines, end_of_file, span: _ } = self;
        *anchors == other.anchors
            && *range == other.range
            && *section == other.section
            && *lines == other.lines
            && *end_of_file == other.end_of_file
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

/// One line of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkLine<'a> {
    /// Its role.
    pub kind: LineKind,
    /// How it ends.
    pub newline: Newline,
    /// Its text, without marker and line ending. A CR elsewhere than before the LF is text.
    pub text: &'a BStr,
}

impl<'a> HunkLine<'a> {
    /// A line that ends in LF. A CR at the end of its text is the first half of CRLF.
    pub fn new(kind: LineKind, text: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        match text.as_ref() {
            [text @ .., b'\r'] => Self { kind, newline: Newline::CrLf, text: text.as_bstr() },
            text => Self { kind, newline: Newline::Lf, text: text.as_bstr() },
        }
    }

    /// A line from its text with the line ending, as a file holds it.
    pub fn from_line(kind: LineKind, line: &'a [u8]) -> Self {
        let (text, newline) = Newline::split(line);
        Self { kind, newline, text: text.as_bstr() }
    }

    /// Writes the line as a patch has it.
    ///
    /// ```ebnf
    /// line = ( " " | "-" | "+" ) text eol [ "\ No newline at end of file" eol ] ;
    /// ```
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.push(self.kind.marker());
        out.extend_from_slice(self.text);
        out.extend_from_slice(match self.newline {
            Newline::None => b"\n\\ No newline at end of file\n",
            Newline::Lf | Newline::CrLf => self.newline.as_bytes(),
        });
    }
}

/// The role of a hunk line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// In the old and in the new file.
    Context,
    /// Only in the old file.
    Remove,
    /// Only in the new file.
    Add,
}

impl LineKind {
    /// The marker at the start of the line.
    pub fn marker(self) -> u8 {
        match self {
            Self::Context => b' ',
            Self::Remove => b'-',
            Self::Add => b'+',
        }
    }
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Newline {
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// Not at all: the last line of a file without a final newline.
    None,
}

impl Newline {
    /// The bytes of the line ending.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::None => b"",
        }
    }

    /// Splits a line of a file into its text and its ending.
    pub fn split(line: &[u8]) -> (&[u8], Self) {
        match line {
            [text @ .., b'\r', b'\n'] => (text, Self::CrLf),
            [text @ .., b'\n'] => (text, Self::Lf),
            text => (text, Self::None),
        }
    }
}
