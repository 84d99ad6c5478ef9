//! Lists what may be the matter with a hunk. [`crate::render`] has what to do about each.

use patch_parse::Code;

/// What is the matter with a hunk that was not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The new lines match where the old ones should.
    AlreadyApplied,
    /// The new lines match at one place and the old ones at another: one of two that were alike may
    /// have been changed already.
    MaybeApplied,
    /// The old lines match, and lines that the hunk adds are beside them already: a part of the
    /// change may have been made.
    PartlyApplied,
    /// The old lines match in several places, or in one while another one comes close.
    Ambiguous,
    /// The lines match but for their indentation, and do not show that of the added lines.
    UnmappedIndentation,
    /// The lines match but for how characters are written, and do not show how those of the added
    /// lines are.
    UnmappedCharacters,
    /// The lines match but for their indentation, and some that stay are shown in a block that the
    /// change opens around them, or out of one whose head it removes.
    UnmarkedMove,
    /// The lines match, and an added comment replaces some that are meant to stay.
    PlaceholderAdded,
    /// The lines match, and some of the added ones begin with a second `+`.
    DoubledSign,
    /// There are no old lines to match, or none after an anchor where the added lines do not fit
    /// in.
    NoContext,
    /// The line after `@@` is not in the file.
    AnchorNotFound,
    /// The old lines match at a place outside the block of the heading that the hunk names.
    OutsideHeading,
    /// The old lines match before the place that the earlier hunks have reached.
    OutOfOrder,
    /// The old lines match, but not at the end of the file, where the hunk says they are.
    NotAtEnd,
    /// The old lines differ from the file in blanks alone.
    WhitespaceOnly,
    /// The old lines differ from the file in how lines end.
    LineEnding,
    /// The old lines differ from the file in how the same characters are written.
    UnicodeEquivalent,
    /// The patch takes its result for the present text: an old line that differs is one that the
    /// patch adds, or the file holds an added line already.
    TargetStateInContext,
    /// A marker of the format is among the lines of a hunk and was read as one of them.
    MisplacedMarker,
    /// One line differs, is missing or is too many; all others agree.
    OneLineDiffers,
    /// Several lines differ.
    LinesDiffer,
    /// Nothing in the file resembles the old lines.
    NothingSimilar,
    /// Another hunk covers the same lines.
    Overlap,
    /// The file is not UTF-8 and the hunk has non-ASCII text.
    Encoding,
}

impl Cause {
    /// Every cause.
    pub const ALL: &'static [Self] = &[
        Self::AlreadyApplied,
        Self::MaybeApplied,
        Self::PartlyApplied,
        Self::Ambiguous,
        Self::UnmappedIndentation,
        Self::UnmappedCharacters,
        Self::UnmarkedMove,
        Self::PlaceholderAdded,
        Self::DoubledSign,
        Self::NoContext,
        Self::AnchorNotFound,
        Self::OutsideHeading,
        Self::OutOfOrder,
        Self::NotAtEnd,
        Self::WhitespaceOnly,
        Self::LineEnding,
        Self::UnicodeEquivalent,
        Self::TargetStateInContext,
        Self::MisplacedMarker,
        Self::OneLineDiffers,
        Self::LinesDiffer,
        Self::NothingSimilar,
        Self::Overlap,
        Self::Encoding,
    ];

    /// The code of a hunk that was refused for this.
    pub(crate) fn code(self) -> Code {
        match self {
            Self::AlreadyApplied | Self::MaybeApplied | Self::PartlyApplied => Code::AlreadyApplied,
            Self::Ambiguous | Self::NoContext => Code::AmbiguousContext,
            Self::PlaceholderAdded => Code::PlaceholderAdded,
            Self::Overlap => Code::OverlappingHunks,
            Self::Encoding => Code::EncodingMismatch,
            Self::UnmappedIndentation
            | Self::UnmappedCharacters
            | Self::UnmarkedMove
            | Self::DoubledSign
            | Self::AnchorNotFound
            | Self::OutsideHeading
            | Self::OutOfOrder
            | Self::NotAtEnd
            | Self::WhitespaceOnly
            | Self::LineEnding
            | Self::UnicodeEquivalent
            | Self::TargetStateInContext
            | Self::MisplacedMarker
            | Self::OneLineDiffers
            | Self::LinesDiffer
            | Self::NothingSimilar => Code::ContextNotFound,
        }
    }

    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AlreadyApplied => "already_applied",
            Self::MaybeApplied => "maybe_applied",
            Self::PartlyApplied => "partly_applied",
            Self::Ambiguous => "ambiguous",
            Self::UnmappedIndentation => "unmapped_indentation",
            Self::UnmappedCharacters => "unmapped_characters",
            Self::UnmarkedMove => "unmarked_move",
            Self::PlaceholderAdded => "placeholder_added",
            Self::DoubledSign => "doubled_sign",
            Self::NoContext => "no_context",
            Self::AnchorNotFound => "anchor_not_found",
            Self::OutsideHeading => "outside_heading",
            Self::OutOfOrder => "out_of_order",
            Self::NotAtEnd => "not_at_end",
            Self::WhitespaceOnly => "whitespace_only",
            Self::LineEnding => "line_ending",
            Self::UnicodeEquivalent => "unicode_equivalent",
            Self::TargetStateInContext => "target_state_in_context",
            Self::MisplacedMarker => "misplaced_marker",
            Self::OneLineDiffers => "one_line_differs",
            Self::LinesDiffer => "lines_differ",
            Self::NothingSimilar => "nothing_similar",
            Self::Overlap => "overlap",
            Self::Encoding => "encoding",
        }
    }
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_snake_case_and_distinct() {
        let mut seen: Vec<_> = Cause::ALL.iter().map(|cause| cause.as_str()).collect();
        assert!(seen.iter().all(|s| s.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), Cause::ALL.len());
    }
}
