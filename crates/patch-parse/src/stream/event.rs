//! The events of a stream.

use std::borrow::Cow;

use bstr::BStr;

use crate::{Anchors, FileOperation, FilePatch, Hunk, HunkLine};

/// Something that is certain about a patch before all of it has arrived.
///
/// If the whole is a patch, its tree has everything that was emitted, in this order: each section,
/// each hunk and each line once. The rest of a patch can change only two things: which part of a
/// name is the path (a section with one name takes the prefix that others show), and whether a file
/// is new or removed, which its hunks may show ([`FilePatch::end_as`]).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The headers of a section have arrived. The section has no hunks yet; binary data is
    /// complete. Its operation is what its own headers show.
    FileStarted(FilePatch<'a>),
    /// The header of a hunk has arrived, and its first line.
    HunkStarted(HunkStart<'a>),
    /// The next line of that hunk.
    Line(HunkLine<'a>),
    /// The hunk is complete. Its lines have been emitted before.
    HunkEnded(Cow<'a, Hunk<'a>>),
    /// The section is complete; holds its operation by its own headers and hunks.
    FileEnded(Cow<'a, FileOperation<'a>>),
}

/// The header of a hunk. Its counts are known only with its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HunkStart<'a> {
    /// Text of the lines to seek first, outermost first; see [`Hunk::anchors`].
    pub anchors: Anchors<'a>,
    /// First line in the old file and in the new one, 1-based, according to the header.
    pub starts: Option<(u64, u64)>,
    /// The section heading after the second `@@`.
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
