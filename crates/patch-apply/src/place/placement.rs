//! Where a hunk was placed, and what spoke for it.

use std::fmt;

use super::rung::Rung;

/// The place of one hunk in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// First line of the old block, 0-based; for an insertion the line it goes before.
    pub line_index: usize,
    /// Lines in the old block.
    pub line_count: usize,
    /// Byte offset of the old block.
    pub start: usize,
    /// Byte offset after the old block.
    pub end: usize,
    /// How exactly the old lines agree.
    pub rung: Rung,
    /// Further places that agree as well; 0 unless the format takes the first.
    pub other_places: usize,
    /// Old lines at the start of the hunk that the file does not have: the block is what matches.
    pub dropped_before: usize,
    /// Old lines at the end of the hunk that the file does not have.
    pub dropped_after: usize,
    /// What spoke for the place.
    pub evidence: EvidenceSet,
}

impl Placement {
    /// Whether the file has all old lines of the hunk there.
    pub(crate) fn is_whole(&self) -> bool {
        (self.dropped_before, self.dropped_after) == (0, 0)
    }
}

/// A kind of evidence for or against a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// How exactly the old lines agree.
    Text,
    /// The line number of the header, moved by an offset that is known.
    Number,
    /// The offset lies between those of the hunks before and after.
    Between,
    /// One offset explains all hunks.
    Common,
    /// The distance to the line number of the header.
    Near,
    /// The section heading that the header names.
    Heading,
    /// The start or the end of the file, where the hunk has no context on that side.
    Edge,
    /// The order of the hunks.
    Order,
    /// The anchor (`@@ text`).
    Anchor,
    /// The first place after the former hunk, as the format has it.
    First,
    /// The end of the file (`*** End of File`).
    EndOfFile,
}

impl Evidence {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Text,
        Self::Number,
        Self::Between,
        Self::Common,
        Self::Near,
        Self::Heading,
        Self::Edge,
        Self::Order,
        Self::Anchor,
        Self::First,
        Self::EndOfFile,
    ];

    /// The name in receipts and refusals.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Between => "between",
            Self::Common => "common",
            Self::Near => "near",
            Self::Heading => "heading",
            Self::Edge => "edge",
            Self::Order => "order",
            Self::Anchor => "anchor",
            Self::First => "first",
            Self::EndOfFile => "end_of_file",
        }
    }

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Some kinds of evidence.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct EvidenceSet(u16);

impl EvidenceSet {
    /// The kinds in the order of [`Evidence::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Evidence> {
        Evidence::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }

    /// Whether a kind is among them.
    pub fn contains(self, kind: Evidence) -> bool {
        self.0 & kind.bit() != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn insert(&mut self, kind: Evidence) {
        self.0 |= kind.bit();
    }
}

impl FromIterator<Evidence> for EvidenceSet {
    fn from_iter<I: IntoIterator<Item = Evidence>>(kinds: I) -> Self {
        let mut set = Self::default();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

impl fmt::Debug for EvidenceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
