//! What a walk of a directory looks for, and what it finds.

use std::path::PathBuf;

use bstr::BString;

/// What a walk of a directory includes.
#[derive(Clone, Copy)]
pub(in crate::commands) struct Walk {
    pub(in crate::commands) empty: Empty,
    /// Whether files are left out that a `.gitignore` below the directory names.
    pub(in crate::commands) asks_gitignore: bool,
    /// Whether equal files are kept.
    pub(in crate::commands) keeps_equal: bool,
}

/// Whether empty directories are included.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::commands) enum Empty {
    Seen,
    Unseen,
}

/// A file, link or directory that was found.
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
    EmptyDirectory,
    /// A directory with something in it, which tells of it. It is here so that an empty one of the
    /// same name is known to stay.
    FilledDirectory,
}

impl Kind {
    pub(super) fn is_directory(self) -> bool {
        matches!(self, Self::EmptyDirectory | Self::FilledDirectory)
    }
}
