//! What a stream tells.

use std::borrow::Cow;

use bstr::BStr;

use crate::{Anchors, FileOperation, FilePatch, Hunk, HunkLine};

/// Something that is certain of a patch before the whole of it is there.
///
/// If the whole is a patch, then what was told is in its tree, in this order: each section and hunk
/// of it once, each line of it once. The one thing that the rest of a patch can change is which
/// part of a name is the path (a section that names one file alone takes the prefix that others
/// show), and whether a file is new or removed, which its hunks may tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The headers of a section are there. The section has no hunks yet; binary data is
    /// there as a whole. Its operation is what its own headers tell.
    FileStarted(FilePatch<'a>),
    /// The header of a hunk is there, and its first line.
    HunkStarted(HunkStart<'a>),
    /// The next line of that hunk.
    Line(HunkLine<'a>),
    /// The hunk is there as a whole. Its lines have been told before.
    HunkEnded(Cow<'a, Hunk<'a>>),
    /// The section is there as a whole; what it does, by its own headers and hunks.
    FileEnded(Cow<'a, FileOperation<'a>>),
}

/// The header of a hunk. Its counts are known only with its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HunkStart<'a> {
    /// Text of the lines to seek first, outermost first; see [`Hunk::anchors`].
    pub anchors: Anchors<'a>,
    /// First line in the old file and in the new one, 1-based, as the header says.
    pub starts: Option<(u64, u64)>,
    /// The section heading behind the second `@@`.
    pub section: Cow<'a, BStr>,
}

impl<'a> HunkStart<'a> {
    /// What the header of a hunk says.
    pub(super) fn of(hunk: &'a Hunk<'_>) -> Self {
        Self {
            anchors: hunk.anchors.clone(),
            starts: hunk.range().map(|range| (range.old_start, range.new_start)),
            section: Cow::Borrowed(hunk.section()),
        }
    }
}
