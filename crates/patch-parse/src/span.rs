//! Places in the patch text.

/// A range of the patch text.
///
/// Spans never take part in comparing trees: two patches are equal when they say the same,
/// wherever they say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Byte offset of the first byte, 0-based.
    pub start: usize,
    /// Byte offset after the last byte.
    pub end: usize,
    /// Line number of `start`, 1-based; 0 for something that was never parsed.
    pub line: usize,
}

impl Span {
    /// The bytes of `source` that this span covers; nothing when the span is not from `source`.
    pub fn of<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        source.get(self.start..self.end).unwrap_or_default()
    }

    /// The span from the start of `self` to the end of `last`.
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        Self { end: last.end.max(self.start), ..self }
    }
}
