//! The lines of a hunk that is still being written: which of them belong to it for certain?
//!
//! Where a hunk ends is decided by what follows it. But from its header on, a line with a mark that
//! cannot be anything else belongs to it however that is decided, as long as every line before it does. What is
//! not so plain waits for the end of the hunk: an empty line, one without a mark, one that starts with
//! `--`, one behind the last that the header counts.

use crate::ast::{LineKind, Piece};
use crate::grammar::{Inside, Place};
use crate::{HunkRange, Lines};

/// A hunk whose end is not there yet.
#[derive(Clone, Debug)]
pub(super) struct Live {
    kind: Kind,
    inside: Inside,
    /// Old and new lines that the header counts and that are not there yet.
    left: Option<(u64, u64)>,
    /// Where the lines of the hunk begin, in bytes of the text.
    body: usize,
    /// Up to where they have been told.
    told: usize,
    /// Up to where they are certain; how the last one ends is told by the next.
    certain: usize,
    /// Up to where they have been looked at.
    seen: usize,
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

impl Live {
    /// A hunk whose header was read, at byte `body`; `None` where no hunk is.
    pub(super) fn new(place: Place, range: Option<HunkRange>, body: usize) -> Option<Self> {
        let (kind, inside) = match place {
            Place::Hunks(inside) => (Kind::Hunk, inside),
            Place::Chunks(inside) => (Kind::Chunk, inside),
            Place::Added(inside) => (Kind::Added, inside),
            Place::Outside | Place::Envelope | Place::Ended => return None,
        };
        let counts = range.filter(|_| kind == Kind::Hunk);
        Some(Self {
            kind,
            inside,
            left: counts.map(|range| (range.old_count, range.new_count)),
            body,
            told: body,
            certain: body,
            seen: body,
            is_started: false,
            is_waiting: false,
        })
    }

    /// Looks at the next line, up to byte `end`; the lines before it that are now known to the last
    /// byte. `may_end` says whether a line of context may end what is around the patch.
    pub(super) fn see<'t>(
        &mut self,
        text: &'t [u8],
        end: usize,
        may_end: impl FnOnce() -> bool,
    ) -> Option<Lines<'t>> {
        let line = text.get(self.seen..end).unwrap_or_default();
        self.seen = end;
        if self.is_waiting {
            return None;
        }
        let (piece, _) = Piece::split(line);
        let told = if piece == Piece::NoNewline { self.told } else { self.certain };
        let lines = text.get(self.told..told).filter(|lines| !lines.is_empty());
        self.told = told;
        match self.is_certain(piece, line, may_end) {
            Some(true) => self.certain = end,
            Some(false) => {}
            None => self.is_waiting = true,
        }
        lines.map(|lines| self.lines(lines))
    }

    /// Up to where lines have been looked at.
    pub(super) fn seen(&self) -> usize {
        self.seen
    }

    /// How many bytes of its lines have been told.
    pub(super) fn told(&self) -> usize {
        self.told - self.body
    }

    /// Whether a line is known to belong to the hunk.
    pub(super) fn has_line(&self) -> bool {
        self.certain > self.body
    }

    fn lines<'t>(&self, text: &'t [u8]) -> Lines<'t> {
        Lines::of(text, self.inside.carrier_cr, self.kind == Kind::Added)
    }

    /// Whether a line belongs to the hunk; `None` where that shows later.
    fn is_certain(
        &mut self,
        piece: Piece,
        line: &[u8],
        may_end: impl FnOnce() -> bool,
    ) -> Option<bool> {
        match (self.kind, piece) {
            // An added line that lost its mark, if one more follows.
            (Kind::Added, Piece::Blank) => Some(false),
            (Kind::Chunk, Piece::Marked(LineKind::Context)) => (!may_end()).then_some(true),
            (Kind::Chunk, Piece::Marked(_)) | (Kind::Added, Piece::Marked(LineKind::Add)) => {
                Some(true)
            }
            (Kind::Hunk, Piece::Marked(kind)) => self.count(kind, line).then_some(true),
            _ => None,
        }
    }

    /// Counts a line of a unified diff; whether the header counts it, too.
    fn count(&mut self, kind: LineKind, line: &[u8]) -> bool {
        // An empty line of a new file is an added one.
        let is_context = kind == LineKind::Context;
        if line.starts_with(b"--") || (is_context && self.inside.is_new) {
            return false;
        }
        let Some((old, new)) = &mut self.left else { return true };
        let is_counted = *old > 0 || *new > 0;
        *old = old.saturating_sub(u64::from(kind != LineKind::Add));
        *new = new.saturating_sub(u64::from(kind != LineKind::Remove));
        is_counted
    }
}
