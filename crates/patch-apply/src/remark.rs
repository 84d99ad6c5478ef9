//! Holds what there is to say about a cause besides its name.

use bstr::BString;

/// More about the [`Cause`](crate::Cause) of a hunk that was not placed. Its text is one sentence
/// without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// The file ends its lines in CR alone, which ends no line of a patch.
    CarriageReturns,
    /// A line of the hunk is a marker of the format and was read as a line of the file.
    MarkerRead(BString),
    /// The patch itself adds the line that it expects.
    AddedByPatch(BString),
    /// The file holds a line that the hunk adds.
    AddedAlready(BString),
    /// Another hunk covers the lines.
    Covered {
        /// Which hunk of the file, 1-based.
        hunk: usize,
        /// Its first line in the file, 1-based.
        first: usize,
        /// Its last line in the file, 1-based.
        last: usize,
    },
    /// The lines match on the wrong side of another hunk, which has its place.
    Beside {
        /// Which hunk of the file, 1-based.
        hunk: usize,
        /// Its first line in the file, 1-based.
        line: usize,
        /// Whether it comes before this one in the patch.
        is_before: bool,
    },
    /// The lines are searched after a hunk without context, which went to the end of the file.
    BehindEnd {
        /// Which hunk of the file, 1-based.
        hunk: usize,
    },
    /// The hunk has old lines, and no word is in any of them.
    Wordless,
    /// The old lines begin with increasing numbers, and those of the file do not.
    Numbered,
    /// The old lines match exactly, and an added line is not indented as the lines beside it.
    Misindented {
        /// The first line of the file where they match, 1-based.
        line: usize,
        /// The added line, as in the patch.
        text: BString,
        /// The blanks that it should begin with.
        expected: BString,
    },
    /// The old lines match exactly, and an added line is the line of the file directly before or
    /// after it.
    Repeated {
        /// The first line of the file where they match, 1-based.
        line: usize,
        /// The added line, as in the patch.
        text: BString,
        /// Whether it is the line before it.
        is_before: bool,
    },
    /// The old lines match exactly, and an added line is on the wrong side of the bracket that closes
    /// a block: it is before it and as deep, or behind it and as deep as what is in the block.
    BesideCloser {
        /// The first line of the file where they match, 1-based.
        line: usize,
        /// The added line, as in the patch.
        text: BString,
        /// The line of the file that closes the block.
        closer: BString,
        /// Whether the added line is before it.
        is_before: bool,
    },
    /// The old lines match exactly, and an added line has characters that no code of the file has.
    Odd {
        /// The first line of the file where they match, 1-based.
        line: usize,
        /// The added line, as in the patch.
        text: BString,
    },
    /// The old lines match, and an added line stands for some of them.
    Placeholder {
        /// The first line of the file where they match, 1-based.
        line: usize,
        /// The added line, as in the patch.
        text: BString,
    },
    /// The hunk has no old lines, and one that it adds defines what the file defines already.
    Defined {
        /// The line of the file, 1-based.
        line: usize,
        /// Its text.
        text: BString,
    },
    /// An anchor that would single out a place.
    Anchor {
        /// The line to name after `@@`.
        anchor: BString,
        /// The place it would mean, 1-based.
        line: usize,
    },
}
