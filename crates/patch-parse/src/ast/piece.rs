//! What a line in a hunk is by its first byte.

use super::line::LineKind;

/// Whether a text starts with a marker for a missing newline: `\ ` and words in any language, or
/// `\` alone.
pub(crate) fn is_no_newline(text: &[u8]) -> bool {
    matches!(text, [b'\\', b' ' | b'\n', ..] | [b'\\', b'\r', b'\n', ..] | [b'\\'])
}

/// What a line in a hunk is by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Marked(LineKind),
    /// An empty line: context that lost its blank, or the end.
    Blank,
    /// No marker: context that lost it, or the end.
    Unmarked,
    /// `\ No newline at end of file`, in any language, or `\` alone.
    NoNewline,
}

impl Piece {
    /// Classifies a line (its ending included) and takes the marker off.
    #[inline]
    pub(crate) fn split(line: &[u8]) -> (Self, &[u8]) {
        match line {
            [b' ', content @ ..] => (Self::Marked(LineKind::Context), content),
            [b'-', content @ ..] => (Self::Marked(LineKind::Remove), content),
            [b'+', content @ ..] => (Self::Marked(LineKind::Add), content),
            [] | [b'\n'] | [b'\r', b'\n'] => (Self::Blank, line),
            _ if is_no_newline(line) => (Self::NoNewline, line),
            _ => (Self::Unmarked, line),
        }
    }

    pub(crate) fn is_change(self) -> bool {
        matches!(self, Self::Marked(LineKind::Remove | LineKind::Add))
    }

    /// By how much the line lowers the remaining counts of old and new lines.
    #[inline]
    pub(crate) fn cost(self) -> (u64, u64) {
        match self {
            Self::Marked(LineKind::Remove) => (1, 0),
            Self::Marked(LineKind::Add) => (0, 1),
            Self::Marked(LineKind::Context) | Self::Blank | Self::Unmarked => (1, 1),
            Self::NoNewline => (0, 0),
        }
    }
}

/// What the empty lines without a mark are in a hunk where each may be context or added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bare {
    /// All are context.
    #[default]
    Context,
    /// All are read as context for now: the counts of the header do not add up.
    Open,
    /// All are added, which makes the counts add up.
    Added,
}

/// Empty lines without a mark that may be added ones which lost their `+`, selected by the lines
/// before and after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// Both are added.
    Between,
    /// One is added and none is removed.
    Beside,
}
