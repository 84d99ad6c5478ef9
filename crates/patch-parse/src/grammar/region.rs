//! Lines behind a hunk header, before it is known which of them belong to the hunk.

use crate::ast::Piece;

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

    /// A change that is no text of a list.
    pub(super) fn is_certain_change(&self) -> bool {
        self.piece.is_change() && !self.may_be_prose()
    }

    /// A removed line that reads as a list item or as a rule: `- Fixed the bug`, `---`.
    ///
    /// The second line of a comment block, `- * text`, is none.
    pub(super) fn may_be_prose(&self) -> bool {
        match self.text {
            [b'-', b' ', b'*', b' ' | b'/' | b'\r' | b'\n', ..] => false,
            [b'-', b' ', next, ..] => !next.is_ascii_whitespace(),
            [b'-', b'-', b'-', rest @ ..] => rest.trim_ascii_end().iter().all(|byte| *byte == b'-'),
            _ => false,
        }
    }
}
