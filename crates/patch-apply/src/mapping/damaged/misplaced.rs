//! Finds added lines at a depth that the language of the file cannot parse: Python or YAML.

use super::python::{self, may_be_python};
use super::ways::{Piece, Unparsed};
use super::yaml::{self, may_be_yaml};
use crate::indent::around::Around;
use crate::mapping::Mapping;

/// Whether a text may be of a language in which depth has a meaning: for most files this ends the
/// check.
pub(crate) fn may_be_of_depth(file: &[u8]) -> bool {
    may_be_yaml(file) || may_be_python(file)
}

/// The first of some hunks, in the order of the file, that adds lines which cannot be parsed there.
/// `None` if everything can be parsed, or not even the present file.
pub(crate) fn misplaced(file: &[u8], pieces: &[Piece<'_>]) -> Option<Unparsed> {
    let of_python = may_be_python(file).then(|| python::misplaced(file, pieces)).flatten();
    of_python.or_else(|| yaml::misplaced(file, pieces))
}

impl Mapping {
    /// For a hunk whose old lines match exactly and whose added ones [cannot be parsed](misplaced):
    /// the only way in which they can.
    pub(crate) fn of_misplaced(
        pieces: &[Piece<'_>],
        index: usize,
        file: &[u8],
        around: &Around<'_>,
    ) -> Option<Self> {
        let of_language = if yaml::is_yaml(file) { yaml::mended } else { python::mended };
        of_language(pieces, index, file, around)
    }
}
