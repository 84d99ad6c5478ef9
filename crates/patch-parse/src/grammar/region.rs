//! The lines after a hunk header up to one that cannot be in a hunk, before it is decided which of
//! them belong to the hunk.

use super::reader::Reader;
use crate::ast::Piece;
use crate::{ParseError, Span};

/// More lines than most hunks have.
const USUAL_LINES: usize = 32;

/// What follows a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Hunk,
    Other,
    /// The text ends.
    Nothing,
}

/// A line that may belong to a hunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionLine<'a> {
    pub(super) piece: Piece,
    /// Marker and line ending included.
    pub(super) text: &'a [u8],
}

impl<'a> RegionLine<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let (piece, _) = Piece::split(text);
        Self { piece, text }
    }

    /// Whether the line is a change and cannot be a list item of prose.
    pub(super) fn is_certain_change(&self) -> bool {
        self.piece.is_change() && !self.may_be_prose()
    }

    /// Whether a removed line reads like a list item or a rule: `- Fixed the bug`, `---`. The second
    /// line of a comment block, `- * text`, does not count as one.
    pub(super) fn may_be_prose(&self) -> bool {
        match self.text {
            [b'-', b' ', b'*', b' ' | b'/' | b'\r' | b'\n', ..] => false,
            [b'-', b' ', next, ..] => !next.is_ascii_whitespace(),
            [b'-', b'-', b'-', rest @ ..] => rest.trim_ascii_end().iter().all(|byte| *byte == b'-'),
            _ => false,
        }
    }
}

impl<'a> Reader<'a> {
    /// The region at the cursor, and what follows it.
    pub(super) fn region(&self, start: Span) -> Result<(Vec<RegionLine<'a>>, Next), ParseError> {
        let mut cursor = self.cursor;
        let mut region = Vec::with_capacity(USUAL_LINES);
        let mut behind = cursor;
        let mut next = Next::Nothing;
        while let Some(line) = behind.next() {
            if self.is_end_of_hunk(&cursor, &line) {
                next = if line.starts_with("@@") { Next::Hunk } else { Next::Other };
                break;
            }
            cursor = behind;
            region.push(RegionLine::new(line.span.of(cursor.source())));
            self.check_lines(region.len(), start)?;
        }
        Ok((region, next))
    }
}
