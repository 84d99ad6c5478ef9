//! Holds what one old line shows.

use std::collections::BTreeSet;

use patch_parse::LineKind;

/// The indentation of an old line and of the line of the file that it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair<'l> {
    pub(crate) patch: &'l [u8],
    pub(crate) file: &'l [u8],
    pub(crate) kind: LineKind,
    /// The line begins an item of a list.
    pub(crate) is_item: bool,
}

impl Pair<'_> {
    /// Whether the line has indentation, and the same as in the file.
    pub(crate) fn is_kept(&self) -> bool {
        !self.patch.is_empty() && self.patch == self.file
    }

    /// Whether the line lost all of its indentation.
    pub(crate) fn is_stripped(&self) -> bool {
        self.patch.is_empty() && !self.file.is_empty()
    }

    /// Whether a removed line has no indentation to lose or to change.
    pub(crate) fn is_removed_at_margin(&self) -> bool {
        self.kind == LineKind::Remove && self.patch.is_empty() && self.file.is_empty()
    }
}

/// The indentations that old lines have in the patch and in the file.
pub(crate) fn shown(pairs: &[Pair<'_>]) -> BTreeSet<(Vec<u8>, Vec<u8>)> {
    pairs.iter().map(|pair| (pair.patch.to_vec(), pair.file.to_vec())).collect()
}
