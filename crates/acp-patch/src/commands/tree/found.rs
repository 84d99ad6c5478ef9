//! What is looked at in a directory, and what is found there.

use std::path::PathBuf;

use bstr::BString;

/// What of a directory is looked at.
#[derive(Clone, Copy)]
pub(in crate::commands) struct Walk {
    pub(in crate::commands) empty: Empty,
    /// Whether files are left out that a `.gitignore` below the directory names.
    pub(in crate::commands) asks_gitignore: bool,
    /// Whether files that are equal are kept.
    pub(in crate::commands) keeps_equal: bool,
}

/// Whether directories with nothing in them are seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::commands) enum Empty {
    Seen,
    Unseen,
}

/// A file, link or empty directory that was found.
pub(super) struct Found {
    /// Its path from the directory that was walked.
    pub(super) name: BString,
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Link,
    Directory,
}
