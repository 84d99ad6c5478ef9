//! The lines of a hunk while they are read: their counts, and whether the text seems to be cut
//! after them.

use std::borrow::Cow;

use super::known::{KnownHeader, KnownHunk};
use super::region::RegionLine;
use super::starts::has_name;
use crate::ast::{
    Bare, Counted, CrOf, HunkLines, HunkRange, LineCounts, LineKind, Piece, is_no_newline,
};
use crate::{LineEnds, Miscount, Span};

/// How many lines a hunk at the end of the text may lack and still count as miscounted, not cut: a
/// whole hunk that lost its last context lacks three, and models are seldom off by more.
const FEW_LINES: u64 = 3;

/// The rule that a hunk breaks if its counts are believed and do not add up.
pub(super) const COUNTED_LINES: &str =
    "a hunk has the lines that its header counts, each with its mark";

/// What has been found out about the lines of a hunk so far.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    /// The text of all lines, set once they are read.
    pub(super) text: Cow<'a, [u8]>,
    pub(super) counts: LineCounts,
    /// Empty lines that are read as context.
    pub(super) blank: usize,
    /// Empty lines that are read as added.
    pub(super) blank_added: usize,
    /// What the empty lines without a mark are.
    pub(super) bare: Bare,
    pub(super) unmarked: usize,
    /// Whether a marker for a missing newline is among the lines.
    pub(super) has_no_newline: bool,
    /// The last line as it is.
    last: &'a [u8],
}

impl<'a> Body<'a> {
    /// Lines whose counts are known from an earlier reading.
    pub(super) fn of_known(text: &'a [u8], known: &KnownHunk) -> Self {
        let KnownHunk { counts, blank, unmarked, .. } = *known;
        Self { text: Cow::Borrowed(text), counts, blank, unmarked, ..Self::default() }
    }

    /// What is needed to skip these lines, which go from `start` to `end`, when the text is read
    /// again. `None` if they are not read exactly as they are written.
    pub(super) fn again(
        &self,
        start: Span,
        end: Span,
        header: Option<KnownHeader>,
    ) -> Option<KnownHunk> {
        let Self { counts, blank, unmarked, .. } = *self;
        let is_as_written = matches!(&self.text, Cow::Borrowed(text) if text.len() == end.start - start.start)
            && self.bare == Bare::Context;
        let lines = end.line - start.line;
        let (at, end) = (start.start, end.start);
        let known = KnownHunk { at, end, lines, counts, blank, unmarked, header };
        is_as_written.then_some(known)
    }

    /// Adds a line.
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
        self.last = line;
    }

    /// Takes whole lines from the start of a text until both sides have as many as they should, or
    /// the text ends; also returns the number of lines of the text. `None` if a line has no mark,
    /// or is one too many for its side.
    pub(super) fn marked(text: &'a [u8], sides: (usize, usize)) -> Option<(Self, usize)> {
        let run = Run::of(text, sides)?;
        let (old, new) = (sides.0 - run.old_left, sides.1 - run.new_left);
        let context = old + new - run.lines;
        let body = Self {
            text: Cow::Borrowed(text.get(..run.end)?),
            counts: LineCounts { context, removed: old - context, added: new - context },
            blank: run.blank,
            has_no_newline: run.markers > 0,
            last: text.get(run.last..run.end)?,
            ..Self::default()
        };
        Some((body, run.lines + run.markers))
    }

    /// Adds a line that needs no mark or has one; `None` for an unmarked line, or if there is no
    /// line.
    #[inline]
    pub(super) fn push_marked(&mut self, line: &'a [u8]) -> Option<()> {
        let (piece, _) = Piece::split(line);
        let is_marked = piece != Piece::Unmarked && !line.is_empty();
        is_marked.then(|| self.push_piece(piece, line))
    }

    /// Whether either side has fewer lines than this.
    #[inline]
    pub(super) fn is_short_of(&self, (old, new): (usize, usize)) -> bool {
        self.counts.old_lines() < old || self.counts.new_lines() < new
    }

    pub(super) fn has_change(&self) -> bool {
        self.counts.removed + self.counts.added > 0
    }

    /// The names in the last two lines, if these look like the header of a file.
    pub(super) fn last_names(&self) -> Option<(&[u8], &[u8])> {
        let new = Some(self.last).filter(|line| has_name(line, b"+++ "))?;
        let old = lines_from_end(&self.text).nth(1).filter(|line| has_name(line, b"--- "))?;
        Some((old.get(4..)?, new.get(4..)?))
    }

    /// Whether the last line looks like the first line of a file header.
    pub(super) fn ends_in_old_name(&self) -> bool {
        has_name(self.last, b"--- ")
    }

    /// The counts of the header and those of the lines, if they differ.
    pub(super) fn miscount(&self, range: HunkRange) -> Option<Miscount> {
        let (old_actual, new_actual) = self.counts.sides();
        let HunkRange { old_count: old_declared, new_count: new_declared, .. } = range;
        let miscount = Miscount { old_declared, old_actual, new_declared, new_actual };
        ((old_actual, new_actual) != (old_declared, new_declared)).then_some(miscount)
    }

    /// What the header says of the lines by its counts.
    pub(super) fn counted(&self, range: HunkRange) -> Counted {
        let Some(miscount) = self.miscount(range) else { return Counted::Right };
        let lost = miscount.lost_mark().filter(|_| self.counts.context > 0);
        lost.map_or(Counted::Wrong, Counted::Lost)
    }

    fn ends_in_change(&self) -> bool {
        let (piece, _) = Piece::split(self.last);
        piece.is_change()
    }

    /// Whether a text that ends after these lines was cut there: there is no change yet, a changed
    /// line itself breaks off, a replacement is missing, or both sides lack more than a few lines.
    ///
    /// Whole hunks end in context. After a change it is enough that one of two short sides lacks
    /// many lines; after context both must. After a removed line a shortage on the new side is
    /// enough, provided that the old count is right and the new count is not smaller: the header
    /// promised a replacement. So is one of many lines on the old side, a quarter of them, if the
    /// new count is right: more was to be removed. After an added line it is enough that both sides
    /// are short and the new one by more: then an added line is missing. A new file has only one
    /// side, which must lack at least a quarter of its lines: in long files writers count more lines
    /// than there are.
    pub(super) fn is_cut(&self, miscount: Miscount, is_terminated: bool) -> bool {
        let (old, new) = miscount.missing();
        let lacks_both = old > 0 && new > 0;
        let lacks_replacement = miscount.announces_replacement() && new > 0;
        let lacks_removals = old > FEW_LINES && miscount.lacks_removals();
        // A writer who loses the marks of context does not count any better.
        let lacks_added = new > old && self.ends_in_change() && self.unmarked == 0;
        let missing = if self.ends_in_change() { old.max(new) } else { old.min(new) };
        miscount.is_short()
            && (!self.has_change()
                || (!is_terminated && self.ends_in_change())
                || ((lacks_replacement || lacks_removals) && self.ends_in_removal())
                || (lacks_both && (self.ends_in_removal() || missing > FEW_LINES || lacks_added))
                || (miscount.is_of_new_file() && new > FEW_LINES && miscount.lacks_a_quarter()))
    }

    /// Whether the last line is an added one and the changed lines open a bracket that they do not
    /// close. If that line has no newline either, a part of it may be missing.
    pub(super) fn breaks_off(&self) -> bool {
        let depth = |line: &[u8]| match Piece::split(line) {
            (Piece::Marked(LineKind::Add), _) => opened(line),
            (Piece::Marked(LineKind::Remove), _) => -opened(line),
            _ => 0,
        };
        self.last.first() == Some(&LineKind::Add.marker())
            && self.text.split_inclusive(|byte| *byte == b'\n').map(depth).sum::<i64>() > 0
    }

    fn ends_in_removal(&self) -> bool {
        let (piece, _) = Piece::split(self.last);
        piece == Piece::Marked(LineKind::Remove)
    }

    /// Sets the text to the first `end` lines of the region, with these empty `lines` read as added
    /// ones. The other empty ones get the mark of context.
    pub(super) fn read_as_added(&mut self, region: &[RegionLine<'a>], lines: &[usize], end: usize) {
        let mut text = Vec::new();
        let mut lines = lines.iter().peekable();
        for (at, line) in region.iter().take(end).enumerate() {
            if line.piece == Piece::Blank && lines.next_if_eq(&&at).is_none() {
                text.push(LineKind::Context.marker());
            } else if line.piece == Piece::Blank {
                self.counts.context -= 1;
                self.counts.added += 1;
                self.blank -= 1;
                self.blank_added += 1;
            }
            text.extend_from_slice(line.text);
        }
        self.text = Cow::Owned(text);
        self.bare = Bare::Added;
    }

    /// As [`Self::into_lines`], for a new file: an empty line has lost its `+`.
    pub(super) fn into_added_lines(self, cr_of: CrOf) -> HunkLines<'a> {
        let mut lines = self.into_lines(cr_of);
        lines.read_blanks_as_added();
        lines
    }

    pub(super) fn into_lines(self, cr_of: CrOf) -> HunkLines<'a> {
        HunkLines::new(self.text, cr_of, self.counts).with_bare(self.bare)
    }
}

/// How many more brackets a line opens than it closes.
fn opened(line: &[u8]) -> i64 {
    let step = |byte: &u8| match byte {
        b'(' | b'[' | b'{' => 1,
        b')' | b']' | b'}' => -1,
        _ => 0,
    };
    line.iter().map(step).sum()
}

/// A run of marked lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// Byte offsets of the start and of the end of the last line.
    pub(super) last: usize,
    pub(super) end: usize,
    pub(super) lines: usize,
    /// Markers for a missing newline, which are not counted as lines.
    markers: usize,
    /// Empty lines, which are context.
    blank: usize,
    /// How many old and new lines are still missing.
    old_left: usize,
    new_left: usize,
}

impl Run {
    /// Most of the time of parsing is spent here: the loop keeps everything in registers, and looks
    /// at one byte of most lines.
    #[inline(never)]
    pub(super) fn of(text: &[u8], (old, new): (usize, usize)) -> Option<Self> {
        let mut run = Self { old_left: old, new_left: new, ..Self::default() };
        let mut ends = LineEnds::of(text);
        while (run.old_left > 0 || run.new_left > 0)
            && let Some(end) = ends.next()
        {
            let mark = *text.get(run.end)?;
            if !matches!(mark, b' ' | b'-' | b'+') {
                match unmarked(text, run.end, end)? {
                    Unmarked::NoNewline => {
                        (run.end, run.markers) = (end, run.markers + 1);
                        continue;
                    }
                    Unmarked::Blank => run.blank += 1,
                }
            }
            if mark != b'+' {
                run.old_left = run.old_left.checked_sub(1)?;
            }
            if mark != b'-' {
                run.new_left = run.new_left.checked_sub(1)?;
            }
            (run.last, run.end, run.lines) = (run.end, end, run.lines + 1);
        }
        Some(run)
    }

    /// The number of lines of each kind, for the same number of old and new lines as was given to
    /// [`Self::of`]. `None` if some are missing, have no mark or no newline, or if none is a
    /// change.
    pub(super) fn usual_counts(&self, (old, new): (usize, usize)) -> Option<LineCounts> {
        let Self { old_left: 0, new_left: 0, markers: 0, blank: 0, lines, .. } = *self else {
            return None;
        };
        let context = old + new - lines;
        let counts = LineCounts { context, removed: old - context, added: new - context };
        (counts.removed + counts.added > 0).then_some(counts)
    }
}

/// A line that needs no mark to be among marked ones.
enum Unmarked {
    NoNewline,
    Blank,
}

#[cold]
fn unmarked(text: &[u8], at: usize, end: usize) -> Option<Unmarked> {
    match Piece::split(text.get(at..end)?) {
        (Piece::NoNewline, _) => Some(Unmarked::NoNewline),
        (Piece::Blank, _) => Some(Unmarked::Blank),
        (Piece::Marked(_) | Piece::Unmarked, _) => None,
    }
}

/// The lines of a text from last to first, without markers for a missing newline.
fn lines_from_end(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let line = move || {
        let inner = text.strip_suffix(b"\n").unwrap_or(text);
        let start = memchr::memrchr(b'\n', inner).map_or(0, |end| end + 1);
        let (before, line) = text.split_at_checked(start)?;
        text = before;
        (!line.is_empty()).then_some(line)
    };
    std::iter::from_fn(line).filter(|line| !is_no_newline(line))
}

/// What is wrong with a marker for a missing newline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// No line precedes it.
    Alone,
    /// It ends a side of which more lines follow.
    Inside,
}

/// Finds the first marker in the lines of a hunk that cannot be meant as it is written.
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
