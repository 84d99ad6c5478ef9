//! Holds the paths that no patch may touch.

use patch_parse::Code;

use super::error::WorkspaceError;
use super::folded::fold;
use super::path::WorkspacePath;

/// The paths that a host protects, with all that lies below them.
///
/// A path is compared as the most forgiving file system would: without case, without the code
/// points that HFS+ ignores, without trailing dots and blanks and NTFS stream names. `.git` needs
/// no entry: no [`WorkspacePath`] names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Protected(Vec<(usize, Vec<Vec<u8>>)>);

impl Protected {
    /// Protects `path` and all that lies below it.
    pub fn insert(&mut self, path: &WorkspacePath) {
        self.0.push((path.root(), folded(path)));
    }

    /// Refuses `path` if it is protected.
    ///
    /// # Errors
    ///
    /// `protected_path` when the path is protected or lies below a path that is.
    pub fn check(&self, path: &WorkspacePath) -> Result<(), WorkspaceError> {
        if self.0.is_empty() || !self.covers(path) {
            return Ok(());
        }
        let rule = "the path is protected by the host";
        Err(WorkspaceError::new(Code::ProtectedPath, path.as_bstr(), rule))
    }

    fn covers(&self, path: &WorkspacePath) -> bool {
        let parts = folded(path);
        self.0.iter().any(|(root, prefix)| *root == path.root() && parts.starts_with(prefix))
    }
}

impl<'p> FromIterator<&'p WorkspacePath> for Protected {
    fn from_iter<I: IntoIterator<Item = &'p WorkspacePath>>(paths: I) -> Self {
        let mut list = Self::default();
        paths.into_iter().for_each(|path| list.insert(path));
        list
    }
}

fn folded(path: &WorkspacePath) -> Vec<Vec<u8>> {
    path.components().map(fold).collect()
}
