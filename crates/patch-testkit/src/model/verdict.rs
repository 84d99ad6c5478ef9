//! The model's verdict on a patch.

use patch_parse::Code;

use crate::Tree;

/// The outcome of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It applies, and leaves these files.
    Applied(Tree),
    /// It is refused, for these reasons in the order of the patch. Never empty.
    Refused(Vec<Finding>),
    /// The model has no opinion, and why.
    Unjudged(&'static str),
}

/// One reason to refuse a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Which section, 0-based.
    pub section: usize,
    /// Which hunk of it, 0-based, if it is about a hunk.
    pub hunk: Option<usize>,
    /// The reason.
    pub code: Code,
}
