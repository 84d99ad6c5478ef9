//! The lines of a hunk that is still being written: which of them belong to it for certain?
//!
//! Where a hunk ends is decided by what follows it. But from its header on, a line with a mark that
//! cannot be anything else belongs to it however that is decided, as long as every line before it
//! does. What is not so plain waits for the end of the hunk: an empty line, one without a mark, one
//! that starts with `--` or `+++ `, one behind the last that the header counts.

use crate::ast::{LineCounts, LineKind, Piece};
use crate::grammar::{Inside, KnownHeader, KnownHunk, Place, Saved};
use crate::{HunkLine, HunkRange, Lines};

/// A hunk whose end is not there yet.
#[derive(Clone, Debug)]
pub(super) struct Live {
    kind: Kind,
    inside: Inside,
    header: Option<KnownHeader>,
    left: Left,
    /// Where the lines of the hunk begin, in bytes of the text.
    body: usize,
    /// Up to where they have been told.
    told: usize,
    /// Where the last certain line starts, and where it ends; how it ends is told by the next.
    last: usize,
    last_kind: LineKind,
    certain: usize,
    /// Up to where they have been looked at.
    seen: usize,
    counts: LineCounts,
    /// The whole of the hunk, where its lines are nothing but certain.
    whole: Option<KnownHunk>,
    has_blanks: bool,
    /// The header has been told.
    pub(super) is_started: bool,
    /// The rest waits for the end of the hunk.
    is_waiting: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Hunk,
    Chunk,
    Added,
}

/// Lines of a hunk that the header counts and that are not there yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// It counts none.
    Uncounted,
    /// Of the old side and of the new one.
    Lines(u64, u64),
    /// There are more than it counts.
    Exceeded,
}

/// Lines to be told.
#[derive(Clone, Debug)]
pub(super) enum Certain<'t> {
    Nothing,
    Line(HunkLine<'t>),
    Lines(Lines<'t>),
}

impl Live {
    /// A hunk whose header was read, at byte `body`; `None` where no hunk is.
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

    /// Looks at the next line, up to byte `end`; the lines before it that are now known to the last
    /// byte. `saved` knows whether a line of context may end what is around the patch.
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

    /// The certain lines that have not been told.
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

    /// The whole of the hunk, if a line at byte `start` is the first of something else for certain.
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

    /// Whether plain text, which may be a line that lost its mark, goes on with the hunk: its
    /// counts have not come out, or it has none.
    pub(super) fn lacks_lines(&self) -> bool {
        self.kind != Kind::Added && !matches!(self.left, Left::Lines(0, 0) | Left::Exceeded)
    }

    /// Up to where lines have been looked at.
    pub(super) fn seen(&self) -> usize {
        self.seen
    }

    /// How many bytes of its lines have been told.
    pub(super) fn told(&self) -> usize {
        self.told - self.body
    }

    /// The lines of the hunk, if the line that was seen last ends it.
    pub(super) fn whole(&self) -> Option<KnownHunk> {
        self.whole
    }

    /// Whether a line is known to belong to the hunk.
    pub(super) fn has_line(&self) -> bool {
        self.certain > self.body
    }

    /// Whether a line belongs to the hunk; `None` where that shows later.
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
