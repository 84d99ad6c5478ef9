//! Decides whether the lines after a hunk whose counts have come out still belong to it.

use super::region::RegionLine;
use crate::ast::Piece;

/// What has been seen of the lines after a hunk.
#[derive(Debug, Default)]
pub(super) struct Continuation {
    started: bool,
    blank: bool,
    seen: Seen,
}

/// Which lines have been seen, empty ones aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Nothing,
    Marked,
    Unmarked,
}

impl Continuation {
    /// Reads the next line; returns the answer once it is clear.
    ///
    /// A marked line directly after the hunk is part of it. After an empty line only a change
    /// counts, unless it may be a list item of prose or ordinary text comes before it.
    pub(super) fn read(&mut self, line: &RegionLine<'_>) -> Option<bool> {
        let is_first = !std::mem::replace(&mut self.started, true);
        let is_empty = line.text.trim_ascii().is_empty();
        self.seen = match (self.seen, line.piece) {
            (Seen::Unmarked, _) | (_, Piece::Unmarked) => Seen::Unmarked,
            (_, Piece::Marked(_)) if !is_empty => Seen::Marked,
            (seen, _) => seen,
        };
        match line.piece {
            piece if piece.is_change() => (is_first || !line.may_be_prose()).then_some(true),
            _ if is_empty => {
                self.blank = true;
                None
            }
            Piece::Marked(_) if is_first => Some(true),
            Piece::Unmarked if is_first || self.blank => Some(false),
            _ => None,
        }
    }

    /// Whether there were lines, and no plain text among them.
    pub(super) fn is_all_marked(&self) -> bool {
        self.seen == Seen::Marked
    }
}
