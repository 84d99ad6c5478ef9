//! The lines of a hunk while they are read: what is counted of them, and what they look like.

use std::borrow::Cow;

use super::known::{Counted, KnownHeader};
use super::starts::has_name;
use crate::ast::{HunkLines, HunkRange, LineCounts, LineKind, Piece, is_no_newline};
use crate::{LineEnds, Miscount, Span};

/// How many lines a hunk at the end of the text may lack and be miscounted only: a whole hunk that
/// lost its last context lacks three, and models are seldom off by more.
const FEW_LINES: u64 = 3;

/// What is known of the lines of a hunk while they are read.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    /// All lines, once they are read.
    pub(super) text: Cow<'a, [u8]>,
    pub(super) counts: LineCounts,
    /// Empty lines that are read as context.
    pub(super) blank: usize,
    /// Empty lines that are read as added.
    pub(super) blank_added: usize,
    pub(super) unmarked: usize,
    /// Whether a marker for a missing newline is among the lines.
    pub(super) has_no_newline: bool,
    /// The last two lines as they are.
    last_two: [&'a [u8]; 2],
}

impl<'a> Body<'a> {
    /// Lines that have been counted before.
    pub(super) fn counted(text: &'a [u8], counted: &Counted) -> Self {
        let Counted { counts, blank, unmarked, .. } = *counted;
        Self { text: Cow::Borrowed(text), counts, blank, unmarked, ..Self::default() }
    }

    /// What to know of these lines to read them again, where they are from byte `start` of the text up to `end`.
    pub(super) fn again(
        &self,
        start: Span,
        end: Span,
        header: Option<KnownHeader>,
    ) -> Option<Counted> {
        let Self { counts, blank, unmarked, .. } = *self;
        let is_as_written =
            matches!(&self.text, Cow::Borrowed(text) if text.len() == end.start - start.start);
        let lines = end.line - start.line;
        let (at, end) = (start.start, end.start);
        let counted = Counted { at, end, lines, counts, blank, unmarked, header };
        is_as_written.then_some(counted)
    }

    /// Takes note of a line.
    #[inline]
    pub(super) fn push(&mut self, line: &'a [u8]) {
        let (piece, _) = Piece::split(line);
        self.push_piece(piece, line);
    }

    #[inline]
    pub(super) fn push_piece(&mut self, piece: Piece, line: &'a [u8]) {
        match piece {
            Piece::Marked(kind) => self.counts.add(kind),
            Piece::NoNewline => {
                self.has_no_newline = true;
                return;
            }
            Piece::Blank => {
                self.blank += 1;
                self.counts.context += 1;
            }
            Piece::Unmarked => {
                self.unmarked += 1;
                self.counts.context += 1;
            }
        }
        let [_, last] = self.last_two;
        self.last_two = [last, line];
    }

    /// Takes whole lines from the start of a text until there are so many old and new ones: how many bytes and
    /// lines that are. There may be fewer lines in the text. `None` where one has no mark.
    pub(super) fn take_marked(
        &mut self,
        text: &'a [u8],
        (old, new): (usize, usize),
    ) -> Option<(usize, usize)> {
        let mut ends = LineEnds::of(text);
        let (mut at, mut lines) = (0, 0);
        // Most of the time of parsing goes by here: the loop has these in registers, and looks at one byte of most lines.
        let (mut counts, mut last_two) = (self.counts, self.last_two);
        while (counts.old_lines() < old || counts.new_lines() < new)
            && let Some(end) = ends.next()
        {
            let line = text.get(at..end)?;
            (at, lines) = (end, lines + 1);
            match line.first()? {
                b' ' => counts.context += 1,
                b'-' => counts.removed += 1,
                b'+' => counts.added += 1,
                _ => {
                    (self.counts, self.last_two) = (counts, last_two);
                    self.push_marked(line)?;
                    (counts, last_two) = (self.counts, self.last_two);
                    continue;
                }
            }
            last_two = [last_two[1], line];
        }
        (self.counts, self.last_two) = (counts, last_two);
        Some((at, lines))
    }

    /// Takes note of a line that has its mark, as far as a hunk needs one; `None` for another, and for none.
    #[inline]
    pub(super) fn push_marked(&mut self, line: &'a [u8]) -> Option<()> {
        let (piece, _) = Piece::split(line);
        let is_marked = piece != Piece::Unmarked && !line.is_empty();
        is_marked.then(|| self.push_piece(piece, line))
    }

    /// Whether there are fewer old or new lines.
    #[inline]
    pub(super) fn is_short_of(&self, (old, new): (usize, usize)) -> bool {
        self.counts.old_lines() < old || self.counts.new_lines() < new
    }

    pub(super) fn has_change(&self) -> bool {
        self.counts.removed + self.counts.added > 0
    }

    /// The names in the last two lines, where these look like the header of a file.
    pub(super) fn last_names(&self) -> Option<(&'a [u8], &'a [u8])> {
        let [old, new] = self.last_two;
        let is_header = has_name(old, b"--- ") && has_name(new, b"+++ ");
        Some((old.get(4..)?, new.get(4..)?)).filter(|_| is_header)
    }

    /// The last line looks like the first of the header of a file.
    pub(super) fn ends_in_old_name(&self) -> bool {
        let [_, last] = self.last_two;
        has_name(last, b"--- ")
    }

    /// The counts of the header beside those of the lines, where they differ.
    pub(super) fn miscount(&self, range: HunkRange) -> Option<Miscount> {
        let (old_actual, new_actual) = self.counts.sides();
        let HunkRange { old_count: old_declared, new_count: new_declared, .. } = range;
        let miscount = Miscount { old_declared, old_actual, new_declared, new_actual };
        ((old_actual, new_actual) != (old_declared, new_declared)).then_some(miscount)
    }

    fn ends_in_change(&self) -> bool {
        let [_, last] = self.last_two;
        let (piece, _) = Piece::split(last);
        piece.is_change()
    }

    /// Whether a text that ends behind these lines was cut there: there is no change yet, a changed
    /// line itself breaks off, a replacement is missing, or both sides lack more than a few lines.
    ///
    /// Whole hunks end in context. Where one ends in an added line, one side that lacks many lines
    /// tells of more changes; behind context both sides must.
    pub(super) fn is_cut(&self, miscount: Miscount, is_terminated: bool) -> bool {
        let (old, new) = miscount.missing();
        let lacks_both = old > 0 && new > 0;
        let missing = if self.ends_in_change() { old.max(new) } else { old.min(new) };
        miscount.is_short()
            && (!self.has_change()
                || (!is_terminated && self.ends_in_change())
                || (lacks_both && (self.ends_in_removal() || missing > FEW_LINES)))
    }

    fn ends_in_removal(&self) -> bool {
        let [_, last] = self.last_two;
        let (piece, _) = Piece::split(last);
        piece == Piece::Marked(LineKind::Remove)
    }

    /// The lines of a new file: an empty one has lost its `+`.
    pub(super) fn into_added_lines(self, carrier_cr: bool) -> HunkLines<'a> {
        let mut lines = self.into_lines(carrier_cr);
        lines.read_blanks_as_added();
        lines
    }

    pub(super) fn into_lines(self, carrier_cr: bool) -> HunkLines<'a> {
        HunkLines::new(self.text, carrier_cr, self.counts)
    }
}

/// What is wrong about a marker for a missing newline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// No line is before it.
    Alone,
    /// More lines of the side follow that it ends.
    Inside,
}

/// The first marker in the lines of a hunk that cannot be meant as it is written.
pub(super) fn misplaced_marker(text: &[u8]) -> Option<Misplaced> {
    if is_no_newline(text) {
        return Some(Misplaced::Alone);
    }
    memchr::memmem::find(text, b"\n\\")?;
    let (mut ended_old, mut ended_new) = (false, false);
    let mut last = (0, 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let (piece, _) = Piece::split(line);
        if piece == Piece::NoNewline {
            ended_old |= last.0 > 0;
            ended_new |= last.1 > 0;
        } else {
            last = piece.cost();
            if (ended_old && last.0 > 0) || (ended_new && last.1 > 0) {
                return Some(Misplaced::Inside);
            }
        }
    }
    None
}
