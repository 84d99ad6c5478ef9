//! The change of one file.

use bstr::BStr;

use crate::Entry;

/// The change of the file at a path, with borrowed paths and files.
pub type FileChange<'a> = ChangeOf<&'a BStr, &'a Entry<'a>>;

/// The change of the file at a path; `P` is the type of paths, `E` that of files.
///
/// The functions of this crate take and return [`FileChange`]s; a caller that keeps changes can use
/// its own types of paths and files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeOf<P, E> {
    /// There was no file, and now there is one.
    Add {
        /// Where, without a prefix.
        path: P,
        /// The file now.
        new: E,
    },
    /// There was a file, and now there is none.
    Delete {
        /// Where, without a prefix.
        path: P,
        /// The file as it was.
        old: E,
    },
    /// There was a file and still is; the two may be equal.
    Modify {
        /// Where, without a prefix.
        path: P,
        /// The file as it was.
        old: E,
        /// The file now.
        new: E,
    },
    /// The file is now at another path, perhaps changed. Both are files, or both are links.
    Move {
        /// Where it was, without a prefix.
        old_path: P,
        /// Where it is, without a prefix.
        path: P,
        /// The file as it was.
        old: E,
        /// The file now.
        new: E,
    },
    /// The file is now also at another path, perhaps changed there. Both are files, or both are
    /// links.
    Copy {
        /// Where it was, without a prefix.
        old_path: P,
        /// Where the copy is, without a prefix.
        path: P,
        /// The file that was copied, as it was.
        old: E,
        /// The copy.
        new: E,
    },
}

impl<P, E> ChangeOf<P, E> {
    /// The path after the change; for a deletion the path that was deleted.
    pub fn path(self) -> P {
        match self {
            Self::Add { path, .. }
            | Self::Delete { path, .. }
            | Self::Modify { path, .. }
            | Self::Move { path, .. }
            | Self::Copy { path, .. } => path,
        }
    }

    /// Where a moved or copied file came from.
    pub fn old_path(self) -> Option<P> {
        match self {
            Self::Move { old_path, .. } | Self::Copy { old_path, .. } => Some(old_path),
            Self::Add { .. } | Self::Delete { .. } | Self::Modify { .. } => None,
        }
    }

    /// The file before the change; for a copy the file that was copied.
    pub fn before(self) -> Option<E> {
        match self {
            Self::Add { .. } => None,
            Self::Delete { old, .. }
            | Self::Modify { old, .. }
            | Self::Move { old, .. }
            | Self::Copy { old, .. } => Some(old),
        }
    }

    /// The file after the change.
    pub fn after(self) -> Option<E> {
        match self {
            Self::Delete { .. } => None,
            Self::Add { new, .. }
            | Self::Modify { new, .. }
            | Self::Move { new, .. }
            | Self::Copy { new, .. } => Some(new),
        }
    }

    /// The same change by references.
    pub fn as_ref(&self) -> ChangeOf<&P, &E> {
        match self {
            Self::Add { path, new } => ChangeOf::Add { path, new },
            Self::Delete { path, old } => ChangeOf::Delete { path, old },
            Self::Modify { path, old, new } => ChangeOf::Modify { path, old, new },
            Self::Move { old_path, path, old, new } => ChangeOf::Move { old_path, path, old, new },
            Self::Copy { old_path, path, old, new } => ChangeOf::Copy { old_path, path, old, new },
        }
    }

    /// The same change with other paths and files.
    pub fn map<Q, F>(
        self,
        mut to_path: impl FnMut(P) -> Q,
        mut to_file: impl FnMut(E) -> F,
    ) -> ChangeOf<Q, F> {
        match self {
            Self::Add { path, new } => ChangeOf::Add { path: to_path(path), new: to_file(new) },
            Self::Delete { path, old } => {
                ChangeOf::Delete { path: to_path(path), old: to_file(old) }
            }
            Self::Modify { path, old, new } => {
                ChangeOf::Modify { path: to_path(path), old: to_file(old), new: to_file(new) }
            }
            Self::Move { old_path, path, old, new } => {
                let (old_path, path) = (to_path(old_path), to_path(path));
                ChangeOf::Move { old_path, path, old: to_file(old), new: to_file(new) }
            }
            Self::Copy { old_path, path, old, new } => {
                let (old_path, path) = (to_path(old_path), to_path(path));
                ChangeOf::Copy { old_path, path, old: to_file(old), new: to_file(new) }
            }
        }
    }

    /// The change that undoes this one. For a copy it deletes the copy.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Add { path, new } | Self::Copy { path, new, .. } => {
                Self::Delete { path, old: new }
            }
            Self::Delete { path, old } => Self::Add { path, new: old },
            Self::Modify { path, old, new } => Self::Modify { path, old: new, new: old },
            Self::Move { old_path, path, old, new } => {
                Self::Move { old_path: path, path: old_path, old: new, new: old }
            }
        }
    }
}

impl<'a> FileChange<'a> {
    /// The part of the change that a patch can express.
    pub(crate) fn without_directories(self) -> Option<Self> {
        let file = |entry: &'a Entry<'a>| (!entry.is_directory()).then_some(entry);
        let (path, old, new) = match self {
            Self::Add { path, new } => (path, None, file(new)),
            Self::Delete { path, old } => (path, file(old), None),
            Self::Modify { path, old, new } => (path, file(old), file(new)),
            Self::Move { .. } | Self::Copy { .. } => return Some(self),
        };
        match (old, new) {
            (Some(old), Some(new)) => Some(Self::Modify { path, old, new }),
            (Some(old), None) => Some(Self::Delete { path, old }),
            (None, Some(new)) => Some(Self::Add { path, new }),
            (None, None) => None,
        }
    }
}
