//! What an old line shows.

use patch_parse::LineKind;

/// The indentation of an old line and of the line of the file that it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair<'l> {
    pub(super) patch: &'l [u8],
    pub(super) file: &'l [u8],
    pub(super) kind: LineKind,
}
