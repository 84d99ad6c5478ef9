//! A piece of the old text and what replaces it.

use std::ops::Range;

/// Lines of the old text and what replaces them; 0-based, one of the two may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}
