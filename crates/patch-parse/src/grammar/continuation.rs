//! Decides whether the lines after a hunk whose counts have come out still belong to it.

use super::region::RegionLine;
use crate::ast::{LineKind, Piece};

/// What has been seen of the lines after a hunk.
#[derive(Debug, Default)]
pub(super) struct Continuation {
    started: bool,
    blank: bool,
    /// Whether the first line is an empty one with the mark of context, which text does not have.
    is_marked: bool,
    seen: Seen,
}

/// Which lines have been seen, empty ones aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Nothing,
    /// Marked as context all of them.
    Context,
    Marked,
    Unmarked,
}

impl Continuation {
    /// Reads the next line; returns the answer once it is clear.
    ///
    /// A marked line directly after the hunk is part of it, and so are those after an empty line that
    /// has its mark. After one without a mark only a change counts, unless it may be a list item of
    /// prose or ordinary text comes before it.
    pub(super) fn read(&mut self, line: &RegionLine<'_>) -> Option<bool> {
        let is_first = !std::mem::replace(&mut self.started, true);
        let is_empty = line.text.trim_ascii().is_empty();
        self.seen = match (self.seen, line.piece) {
            (Seen::Unmarked, _) | (_, Piece::Unmarked) => Seen::Unmarked,
            (Seen::Nothing | Seen::Context, Piece::Marked(LineKind::Context)) if !is_empty => {
                Seen::Context
            }
            (_, Piece::Marked(_)) if !is_empty => Seen::Marked,
            (seen, _) => seen,
        };
        match line.piece {
            piece if piece.is_change() => (is_first || !line.may_be_prose()).then_some(true),
            _ if is_empty => {
                self.blank = true;
                self.is_marked |= is_first && line.piece != Piece::Blank;
                None
            }
            Piece::Marked(_) if is_first || self.is_marked => Some(true),
            Piece::Unmarked if is_first || self.blank => Some(false),
            _ => None,
        }
    }

    /// Whether there were lines, and all of them may be the hunk's, which another hunk follows or
    /// does not: at the end of a patch items of prose look like changes, but hardly is every line
    /// of a text indented.
    pub(super) fn is_of_hunk(&self, leads_to_hunk: bool) -> bool {
        self.seen == Seen::Context || (leads_to_hunk && self.seen == Seen::Marked)
    }
}
