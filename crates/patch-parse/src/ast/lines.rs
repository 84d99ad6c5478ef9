//! The lines of a hunk, split only when they are iterated over.
//!
//! ```ebnf
//! line     = ( marked | blank | unmarked ) eol [ "\ " text eol ] ;
//! marked   = ( " " | "-" | "+" ) text ;
//! blank    = ;
//! unmarked = text ;
//! ```
//!
//! A `blank` or `unmarked` line is context that lost its marker. `\ No newline at end of file`, in
//! any language, says that the line before it has no ending.

use std::borrow::Cow;
use std::fmt;

use bstr::ByteSlice;

use super::counts::{KeptCounts, LineCounts};
use super::line::{HunkLine, LineKind, Newline};
use super::piece::{Bare, Piece, is_no_newline};
use super::text::Text;
use crate::line_ends::{LineEnds, first_end, near_end};

/// The lines of a hunk: context, removed and added, in the order of the patch.
///
/// A parsed hunk borrows its piece of the patch text as it is, so that a patch costs memory by
/// the hunk and not by the line. Going over the lines splits them, at the cost of one search for a
/// line break each; a caller that needs them several times collects them.
///
/// # Examples
///
/// ```
/// use patch_parse::{HunkLine, HunkLines, LineKind};
///
/// let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n")?;
/// let lines = &patch.files[0].hunks()[0].lines;
/// let added: Vec<_> = lines.iter().filter(|line| line.kind == LineKind::Add).collect();
/// assert_eq!(added, [HunkLine::new(LineKind::Add, "2")]);
/// assert_eq!((lines.len(), lines.old_count(), lines.new_count()), (3, 2, 2));
///
/// // Lines of one's own are collected.
/// assert_eq!(*lines, lines.iter().collect::<HunkLines>());
/// # Ok::<(), patch_parse::ParseError>(())
/// ```
#[derive(Clone, Default)]
pub struct HunkLines<'a> {
    /// Whole lines as a patch has them; the ending of the last may be missing.
    pub(super) text: Text<'a>,
    pub(super) reading: Reading,
    pub(super) counts: KeptCounts,
}

/// How the text of the lines is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) cr_of: CrOf,
    /// An empty context line is an added one: a new file has no context.
    pub(crate) blank_is_added: bool,
    /// What the empty lines without a mark are.
    pub(crate) bare: Bare,
}

/// To what a CR before an LF in the patch text belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CrOf {
    /// To the line of the file, which ends in CRLF.
    #[default]
    File,
    /// To the patch text, whose own lines end in CRLF.
    Carrier,
}

impl CrOf {
    /// Decides by the headers of a section: a CR there can only belong to the patch text.
    pub(crate) fn of_headers(are_crlf: bool) -> Self {
        if are_crlf { Self::Carrier } else { Self::File }
    }
}

impl<'a> HunkLines<'a> {
    /// The lines in a piece of patch text whose lines have been counted.
    pub(crate) fn new(text: Cow<'a, [u8]>, cr_of: CrOf, counts: LineCounts) -> Self {
        let reading = Reading { cr_of, ..Reading::default() };
        let text = match text {
            Cow::Borrowed(text) => Text::Borrowed(text.as_bstr()),
            Cow::Owned(text) => Text::Owned(Box::new(text.into())),
        };
        Self { text, reading, counts: counts.into() }
    }

    /// No lines, with room for `bytes` bytes of them, counting the marker, text and ending of each
    /// line.
    pub fn with_capacity(bytes: usize) -> Self {
        let text = Text::Owned(Box::new(Vec::with_capacity(bytes).into()));
        Self { text, ..Self::default() }
    }

    #[cfg(test)]
    fn borrowed(text: &'a [u8], cr_of: CrOf, counts: LineCounts) -> Self {
        Self::new(Cow::Borrowed(text), cr_of, counts)
    }

    /// Makes empty context lines added ones, in the counts as well; returns how many there are.
    pub(crate) fn add_blanks(&mut self) -> usize {
        let mut counts = self.counts();
        if counts.context == 0 {
            return 0;
        }
        let is_blank = |line: &HunkLine<'_>| line.kind == LineKind::Context && line.text.is_empty();
        let blanks = self.iter().filter(is_blank).count();
        counts.context -= blanks;
        counts.added += blanks;
        self.counts = counts.into();
        self.read_blanks_as_added();
        blanks
    }

    /// Whether there is a line of the old file. Empty context does not count: it may be an added
    /// line that lost its mark.
    pub(crate) fn has_old_line(&self) -> bool {
        let counts = self.counts();
        let is_old = |line: HunkLine<'_>| line.kind == LineKind::Context && !line.text.is_empty();
        counts.removed > 0 || (counts.context > 0 && self.iter().any(is_old))
    }

    /// Makes empty context lines added ones; they have already been counted as such.
    pub(crate) fn read_blanks_as_added(&mut self) {
        self.reading.blank_is_added = true;
    }

    #[inline]
    pub(crate) fn counts(&self) -> LineCounts {
        self.counts.get()
    }

    /// Goes over the lines, in order.
    pub fn iter(&self) -> Lines<'_> {
        Lines { rest: &self.text, reading: self.reading }
    }

    /// The lines from a byte of their text on.
    pub(crate) fn behind(&self, at: usize) -> Lines<'_> {
        Lines { rest: self.text.get(at..).unwrap_or_default(), reading: self.reading }
    }

    /// All lines as the patch has them, with their markers: more bytes than the texts and endings
    /// have. A line may be read differently from its marker; [`iter`](Self::iter) shows as what.
    pub fn raw(&self) -> &[u8] {
        &self.text
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.counts().total()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lines of the old file: context and removed.
    pub fn old_count(&self) -> usize {
        self.counts().old_lines()
    }

    /// Lines of the new file: context and added.
    pub fn new_count(&self) -> usize {
        self.counts().new_lines()
    }

    /// Context lines.
    pub fn context_count(&self) -> usize {
        self.counts().context
    }

    /// Removed lines.
    pub fn removed_count(&self) -> usize {
        self.counts().removed
    }

    /// Added lines.
    pub fn added_count(&self) -> usize {
        self.counts().added
    }

    /// Whether lines may be added directly after context, or before all other lines; `false` is
    /// certain. Costs less than iterating over the lines.
    pub fn may_insert(&self) -> bool {
        let is_added = self.reading.blank_is_added || self.reading.bare == Bare::Added;
        if self.removed_count() == 0 || is_added {
            return self.added_count() > 0;
        }
        let mut is_behind_change = false;
        let mut start = 0;
        let text: &[u8] = &self.text;
        LineEnds::of(text).chain([text.len()]).any(|end| {
            let mark = text.get(std::mem::replace(&mut start, end));
            let is_inserted = mark == Some(&b'+') && !is_behind_change;
            is_behind_change = matches!(mark, Some(b'+' | b'-'));
            is_inserted
        })
    }

    /// Whether a line may contain these bytes; `false` is certain. Costs less than iterating over
    /// the lines.
    pub fn may_contain(&self, bytes: &[u8]) -> bool {
        let Some((first, last)) = bytes.first().zip(bytes.last()) else { return true };
        let text: &[u8] = &self.text;
        let ends = text.get(bytes.len() - 1..).unwrap_or_default();
        #[expect(clippy::needless_bitwise_bool, reason = "with a branch it is not vectorised")]
        let is_some = |found, (one, other)| found | ((one == first) & (other == last));
        text.iter().zip(ends).fold(false, is_some) && memchr::memmem::find(text, bytes).is_some()
    }

    /// Whether all text is ASCII.
    pub fn is_ascii(&self) -> bool {
        self.text.is_ascii()
    }

    /// Appends a line. Its text must not hold a line break. At most [`u32::MAX`] lines of a kind
    /// are counted.
    pub fn push(&mut self, line: HunkLine<'_>) {
        if self.reading != Reading::default() {
            self.write_as_read();
        }
        self.counts.add(line.kind);
        self.text.change(|text| {
            if text.last().is_some_and(|byte| *byte != b'\n') {
                text.push(b'\n');
            }
            line.write(text);
        });
    }

    /// Writes the lines anew, so that they read the same with the default [`Reading`].
    #[cold]
    fn write_as_read(&mut self) {
        *self = self.iter().collect::<HunkLines<'static>>();
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> HunkLines<'static> {
        HunkLines { text: self.text.into_owned(), reading: self.reading, counts: self.counts }
    }
}

impl<'l> FromIterator<HunkLine<'l>> for HunkLines<'_> {
    fn from_iter<T: IntoIterator<Item = HunkLine<'l>>>(lines: T) -> Self {
        let mut collected = Self::default();
        collected.extend(lines);
        collected
    }
}

impl<'l> Extend<HunkLine<'l>> for HunkLines<'_> {
    fn extend<T: IntoIterator<Item = HunkLine<'l>>>(&mut self, lines: T) {
        for line in lines {
            self.push(line);
        }
    }
}

impl<'l> IntoIterator for &'l HunkLines<'_> {
    type Item = HunkLine<'l>;
    type IntoIter = Lines<'l>;

    fn into_iter(self) -> Lines<'l> {
        self.iter()
    }
}

impl PartialEq for HunkLines<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.counts() == other.counts() && self.iter().eq(other)
    }
}

impl Eq for HunkLines<'_> {}

impl fmt::Debug for HunkLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Goes over the lines of a hunk; see [`HunkLines::iter`].
#[derive(Clone, Debug)]
pub struct Lines<'l> {
    rest: &'l [u8],
    reading: Reading,
}

impl<'l> Lines<'l> {
    /// The lines of a piece of patch text.
    pub(crate) fn of(text: &'l [u8], cr_of: CrOf, blank_is_added: bool) -> Self {
        Self { rest: text, reading: Reading { cr_of, blank_is_added, bare: Bare::Context } }
    }

    /// The next line, if it is like nearly all: marked, with its end nearby.
    #[inline]
    fn take_usual(&mut self) -> Option<HunkLine<'l>> {
        let Reading { cr_of, blank_is_added, .. } = self.reading;
        let (line, rest) = self.rest.split_at_checked(near_end(self.rest)?)?;
        let kind = match line.first()? {
            b' ' if !blank_is_added => LineKind::Context,
            b'-' => LineKind::Remove,
            b'+' => LineKind::Add,
            _ => return None,
        };
        if rest.first() == Some(&b'\\') {
            return None;
        }
        self.rest = rest;
        Some(HunkLine::of_marked(kind, line.get(1..)?, cr_of))
    }

    /// The next line, whatever it is. A function of its own, so that usual lines need no registers
    /// saved.
    #[inline(never)]
    fn take_any(&mut self) -> Option<HunkLine<'l>> {
        // Before the first line there is nothing that could lack an ending.
        self.take_no_newline();
        if self.rest.is_empty() {
            return None;
        }
        let (piece, content) = Piece::split(self.take_line());
        let lacks_newline = self.take_no_newline();
        let (text, newline) = split_ending(content, self.reading.cr_of, lacks_newline);
        let is_added = self.reading.blank_is_added && text.is_empty();
        let kind = match piece {
            Piece::Marked(LineKind::Context) | Piece::Blank if is_added => LineKind::Add,
            Piece::Marked(kind) => kind,
            Piece::Blank if self.reading.bare == Bare::Added => LineKind::Add,
            Piece::Blank | Piece::Unmarked | Piece::NoNewline => LineKind::Context,
        };
        Some(HunkLine { kind, newline, text: text.as_bstr() })
    }

    fn take_line(&mut self) -> &'l [u8] {
        let end = first_end(self.rest).unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at_checked(end).unwrap_or_default();
        self.rest = rest;
        line
    }

    /// Takes markers for a missing newline; returns whether there are any.
    #[inline]
    fn take_no_newline(&mut self) -> bool {
        // For nearly all lines the first byte is enough.
        self.rest.first() == Some(&b'\\') && self.take_no_newlines()
    }

    fn take_no_newlines(&mut self) -> bool {
        let mut found = false;
        while is_no_newline(self.rest) {
            self.take_line();
            found = true;
        }
        found
    }
}

impl<'l> Iterator for Lines<'l> {
    type Item = HunkLine<'l>;

    fn next(&mut self) -> Option<HunkLine<'l>> {
        self.take_usual().or_else(|| self.take_any())
    }

    /// The last line, without looking at those before it.
    fn last(mut self) -> Option<HunkLine<'l>> {
        let start_of_last = |text: &[u8]| {
            let inner = text.strip_suffix(b"\n").unwrap_or(text);
            memchr::memrchr(b'\n', inner).map_or(0, |end| end + 1)
        };
        let mut start = start_of_last(self.rest);
        while start > 0 && is_no_newline(self.rest.get(start..).unwrap_or_default()) {
            start = start_of_last(self.rest.get(..start).unwrap_or_default());
        }
        self.rest = self.rest.get(start..).unwrap_or_default();
        self.next()
    }
}

impl<'a> HunkLine<'a> {
    /// A line with its mark, as a patch has it; no marker for a missing newline follows.
    #[inline]
    pub(crate) fn of_marked(kind: LineKind, content: &'a [u8], cr_of: CrOf) -> Self {
        let (text, newline) = split_ending(content, cr_of, false);
        Self { kind, newline, text: text.as_bstr() }
    }
}

/// The text after the marker, and how the line of the file ends.
///
/// The last line of a patch without a final newline still stands for a whole line of the file. A CR
/// at the end of a line that has no newline is text.
#[inline]
fn split_ending(content: &[u8], cr_of: CrOf, lacks_newline: bool) -> (&[u8], Newline) {
    let text = content.strip_suffix(b"\n").unwrap_or(content);
    let text = match cr_of {
        CrOf::Carrier => text.strip_suffix(b"\r").unwrap_or(text),
        CrOf::File => text,
    };
    match text {
        text if lacks_newline => (text, Newline::None),
        [text @ .., b'\r'] => (text, Newline::CrLf),
        text => (text, Newline::Lf),
    }
}

#[cfg(test)]
mod tests;
