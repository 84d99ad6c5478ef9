//! Decides which lines of a hunk that is still being written certainly belong to it.
//!
//! What follows a hunk decides where it ends. But a marked line that cannot be anything else
//! belongs to it in any case, as long as every line since its header does. All other lines wait for
//! the end of the hunk: an empty line, one without a mark, one that starts with `--` or `+++ `, one
//! after the last that the header counts.

use crate::ast::{LineCounts, LineKind, Piece};
use crate::grammar::{Inside, KnownHeader, KnownHunk, Place, Saved};
use crate::{HunkLine, HunkRange, Lines};

/// A hunk whose end has not arrived yet.
#[derive(Clone, Debug)]
pub(super) struct Live {
    kind: Kind,
    inside: Inside,
    header: Option<KnownHeader>,
    left: Left,
    /// Byte offset of the first line of the hunk.
    body: usize,
    /// Up to where the lines have been emitted.
    told: usize,
    /// Start, kind and end of the last certain line; the line after it shows whether it has a
    /// newline.
    last: usize,
    last_kind: LineKind,
    certain: usize,
    /// Up to where the lines have been examined.
    seen: usize,
    counts: LineCounts,
    /// The whole hunk, if all of its lines are certain.
    whole: Option<KnownHunk>,
    has_blanks: bool,
    /// Whether the header has been emitted.
    pub(super) is_started: bool,
    /// Whether the rest waits for the end of the hunk.
    is_waiting: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Hunk,
    Chunk,
    Added,
}

/// Lines that the header counts and that have not arrived yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// The header counts none.
    Uncounted,
    /// So many of the old side and of the new one.
    Lines(u64, u64),
    /// There are more than the header counts.
    Exceeded,
}

/// Lines to be emitted.
#[derive(Clone, Debug)]
pub(super) enum Certain<'t> {
    Nothing,
    Line(HunkLine<'t>),
    Lines(Lines<'t>),
}

impl Live {
    /// A hunk whose header was read, with lines from byte `body` on; `None` if `place` has no
    /// hunks.
    pub(super) fn new(
        place: Place,
        range: Option<HunkRange>,
        header: Option<KnownHeader>,
        body: usize,
    ) -> Option<Self> {
        let (kind, inside) = match place {
            Place::Hunks(inside) => (Kind::Hunk, inside),
            Place::Chunks(inside) => (Kind::Chunk, inside),
            Place::Added(inside) => (Kind::Added, inside),
            Place::Outside | Place::Envelope | Place::Ended => return None,
        };
        let range = range.filter(|_| kind == Kind::Hunk);
        Some(Self {
            kind,
            inside,
            header,
            left: range
                .map_or(Left::Uncounted, |range| Left::Lines(range.old_count, range.new_count)),
            body,
            told: body,
            last: body,
            last_kind: LineKind::Context,
            certain: body,
            seen: body,
            counts: LineCounts::default(),
            whole: None,
            has_blanks: false,
            is_started: false,
            is_waiting: false,
        })
    }

    /// Examines the next line, up to byte `end`; returns the lines before it that are now known to
    /// the last byte. `saved` is used to find out whether a line of context may end the patch's
    /// wrapping.
    #[inline]
    pub(super) fn see<'t>(&mut self, text: &'t [u8], end: usize, saved: &Saved) -> Certain<'t> {
        let start = std::mem::replace(&mut self.seen, end);
        if self.is_waiting {
            self.whole = None;
            return Certain::Nothing;
        }
        let line = text.get(start..end).unwrap_or_default();
        let (piece, _) = Piece::split(line);
        let known = if piece == Piece::NoNewline { Certain::Nothing } else { self.known(text) };
        if let Piece::Marked(kind) = piece {
            self.counts.add(kind);
            self.last_kind = kind;
        }
        match self.is_certain(piece, line, saved) {
            Some(true) => (self.last, self.certain) = (start, end),
            Some(false) => {}
            None => {
                self.is_waiting = true;
                self.whole = self.whole_before(start, line);
            }
        }
        known
    }

    /// The certain lines that have not been emitted.
    #[inline]
    fn known<'t>(&mut self, text: &'t [u8]) -> Certain<'t> {
        let told = std::mem::replace(&mut self.told, self.certain);
        match text.get(told..self.certain).unwrap_or_default() {
            [] => Certain::Nothing,
            [_, content @ ..] if told == self.last => {
                Certain::Line(HunkLine::of_marked(self.last_kind, content, self.inside.cr_of))
            }
            lines => Certain::Lines(Lines::of(lines, self.inside.cr_of, self.kind == Kind::Added)),
        }
    }

    /// The whole hunk, if the line at byte `start` certainly begins something else.
    fn whole_before(&self, start: usize, line: &[u8]) -> Option<KnownHunk> {
        let ends: &[&str] = match self.kind {
            Kind::Hunk => &["@@", "diff --git "],
            Kind::Chunk => {
                &["@@", "*** End Patch", "*** Update File:", "*** Add File:", "*** Delete File:"]
            }
            Kind::Added => {
                &["*** End Patch", "*** Update File:", "*** Add File:", "*** Delete File:"]
            }
        };
        let is_whole = self.certain == start
            && !self.has_blanks
            && start > self.body
            && matches!(self.left, Left::Lines(0, 0) | Left::Uncounted)
            && ends.iter().any(|end| line.starts_with(end.as_bytes()));
        let lines = self.counts.total();
        is_whole.then_some(KnownHunk {
            at: self.body,
            end: start,
            lines,
            counts: self.counts,
            header: self.header,
            ..KnownHunk::default()
        })
    }

    /// Whether plain text may continue the hunk as lines that lost their mark: its counts have not
    /// come out, or it has none.
    pub(super) fn lacks_lines(&self) -> bool {
        self.kind != Kind::Added && !matches!(self.left, Left::Lines(0, 0) | Left::Exceeded)
    }

    /// Up to where lines have been examined.
    pub(super) fn seen(&self) -> usize {
        self.seen
    }

    /// How many bytes of its lines have been emitted.
    pub(super) fn told(&self) -> usize {
        self.told - self.body
    }

    /// The whole hunk, if the last line that was examined ends it.
    pub(super) fn whole(&self) -> Option<KnownHunk> {
        self.whole
    }

    /// Whether a line is known to belong to the hunk.
    pub(super) fn has_line(&self) -> bool {
        self.certain > self.body
    }

    /// Whether a line certainly belongs to the hunk; `None` if that shows only at the end of the
    /// hunk.
    #[inline]
    fn is_certain(&mut self, piece: Piece, line: &[u8], saved: &Saved) -> Option<bool> {
        let is_certain = match (self.kind, piece) {
            // An added line that lost its mark, if one more follows.
            (Kind::Added, Piece::Blank) => {
                self.has_blanks = true;
                return Some(false);
            }
            (Kind::Added, Piece::Marked(kind)) => kind == LineKind::Add,
            (Kind::Chunk, Piece::Marked(kind)) => {
                !line.starts_with(b"+++ ") && (kind != LineKind::Context || !saved.may_end(line))
            }
            (Kind::Hunk, Piece::Marked(kind)) => self.is_counted(kind, line),
            _ => false,
        };
        is_certain.then_some(true)
    }

    /// Whether a line of a unified diff is one that the header counts.
    #[inline]
    fn is_counted(&mut self, kind: LineKind, line: &[u8]) -> bool {
        // An empty line of a new file is an added one.
        let is_context = kind == LineKind::Context;
        if line.starts_with(b"--")
            || line.starts_with(b"+++ ")
            || (is_context && self.inside.is_new)
        {
            return false;
        }
        let Left::Lines(old, new) = &mut self.left else { return true };
        let (of_old, of_new) =
            (u64::from(kind != LineKind::Add), u64::from(kind != LineKind::Remove));
        if *old < of_old || *new < of_new {
            self.left = Left::Exceeded;
            return false;
        }
        (*old, *new) = (*old - of_old, *new - of_new);
        true
    }
}
