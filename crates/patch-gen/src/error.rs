//! Why no patch could be made.

use bstr::BString;
use patch_parse::NotExpressible;

/// The requested patch cannot carry a change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenError {
    /// The contents of a binary file change. See [`Binary`](crate::Binary).
    #[error("{path}: a text patch cannot carry a binary file")]
    Binary {
        /// The file.
        path: BString,
    },
    /// The format cannot express a change. The error names the file.
    #[error(transparent)]
    NotExpressible(#[from] NotExpressible),
}
