//! Why there is no patch.

use bstr::BString;
use patch_parse::NotExpressible;

/// A change that the patch asked for cannot carry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenError {
    /// The contents of a binary file change. See [`Binary`](crate::Binary).
    #[error("{path}: a text patch cannot carry a binary file")]
    Binary {
        /// The file.
        path: BString,
    },
    /// The format has no words for a change. The error names the file.
    #[error(transparent)]
    NotExpressible(#[from] NotExpressible),
}
