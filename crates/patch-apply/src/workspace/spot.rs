//! Holds a place in the tree, found by walking: no link lies on the way.

use bstr::{BStr, ByteSlice};

use super::error::WorkspaceError;
use super::path::WorkspacePath;
use super::spelling;
use super::way::Way;

/// A root, or a place below one. Unlike a [`WorkspacePath`] it may be a root itself, and two
/// spots are one place exactly when they are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    root: usize,
    path: Way,
}

impl Spot {
    /// The root numbered `root`.
    pub fn of_root(root: usize) -> Self {
        Self { root, path: Way::default() }
    }

    /// The directory that holds what `path` names by its words.
    pub fn folder_of(path: &WorkspacePath) -> Self {
        Self { root: path.root(), path: Way::from(parts(path.as_bstr()).0.as_bytes()) }
    }

    /// Which root.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The same way from another root.
    #[must_use]
    pub fn in_root(&self, root: usize) -> Self {
        Self { root, path: self.path.clone() }
    }

    /// The way from the root; empty for the root itself.
    pub fn path(&self) -> &BStr {
        &self.path
    }

    /// Whether this is a root.
    pub fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    /// The place called `name` in this directory.
    #[must_use]
    pub fn child(&self, name: &[u8]) -> Self {
        Self { root: self.root, path: self.path.child(name) }
    }

    /// The directory that holds this, and the name in it; a root is its own directory, without a
    /// name.
    pub fn split(&self) -> (Self, &BStr) {
        let (folder, name) = self.parts();
        (Self { root: self.root, path: Way::from(folder.as_bytes()) }, name)
    }

    /// The way to the directory that holds this, and the name in it.
    pub fn parts(&self) -> (&BStr, &BStr) {
        parts(self.path())
    }

    /// The directory that holds this; `None` for a root.
    pub fn parent(&self) -> Option<Self> {
        (!self.is_root()).then(|| self.split().0)
    }

    /// The directories above this, the nearest first and the root last.
    pub fn ancestors(&self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), Self::parent)
    }

    /// Whether this lies below `folder`.
    pub fn is_below(&self, folder: &Self) -> bool {
        let rest = spelling::below(&self.path, &folder.path);
        self.root == folder.root && rest.is_some_and(|rest| !rest.is_empty())
    }

    /// Whether a way from the same root leads here, or below.
    pub fn holds(&self, way: &BStr) -> bool {
        spelling::below(way, &self.path).is_some()
    }

    /// The checked path, which the names of links that were followed need not pass.
    pub fn to_path(&self) -> Result<WorkspacePath, WorkspaceError> {
        WorkspacePath::of_way(self.root, &self.path)
    }
}

/// A way without its last part, and that part.
pub(super) fn parts(way: &BStr) -> (&BStr, &BStr) {
    let (folder, name) = way.rsplit_once_str("/").unwrap_or((b"", way));
    (folder.as_bstr(), name.as_bstr())
}

impl From<&WorkspacePath> for Spot {
    fn from(path: &WorkspacePath) -> Self {
        Self { root: path.root(), path: path.way().clone() }
    }
}
