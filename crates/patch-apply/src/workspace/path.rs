//! The one checked form of a path.

use std::fmt;

use bstr::{BStr, ByteSlice};
use patch_parse::Code;

use super::error::WorkspaceError;
use super::folded::{is_git_dir, is_staging_dir};
use super::spelling;
use super::way::Way;

/// A path below a root that a patch may name.
///
/// A value that exists is valid: relative, `/`-separated, without empty parts, `.` and `..`,
/// without NUL, in no spelling that some system takes for an absolute path or a drive, and naming
/// neither `.git` nor the directory of a commit's journal in any spelling that a file system folds
/// to it. It says nothing about what is there.
///
/// Nor has it more than 512 parts: nobody has so deep a tree, and a path that a stranger wrote must
/// not cost a step for each of a hundred thousand.
///
/// Paths are ordered by root, then by bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkspacePath {
    root: usize,
    path: Way,
}

impl WorkspacePath {
    /// Checks `path`, which is relative to the root numbered `root` (the first is 0).
    ///
    /// # Errors
    ///
    /// `path_escape` for a path that is absolute, empty, or holds `..` or NUL; `protected_path` for
    /// a spelling of `.git` or of the directory that holds the journal of a commit;
    /// `limit_exceeded` for more than 512 parts.
    pub fn new(root: usize, path: impl AsRef<[u8]>) -> Result<Self, WorkspaceError> {
        let path = BStr::new(path.as_ref());
        match rule_broken(path) {
            Some((code, rule)) => Err(WorkspaceError::new(code, path, rule)),
            None => Ok(Self { root, path: Way::normalised(path) }),
        }
    }

    /// A way that keeps the rules, as a path.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub(super) fn of_way(root: usize, way: &Way) -> Result<Self, WorkspaceError> {
        match rule_broken(way) {
            Some((code, rule)) => Err(WorkspaceError::new(code, &**way, rule)),
            None => Ok(Self { root, path: way.clone() }),
        }
    }

    /// The way from the root.
    pub(super) fn way(&self) -> &Way {
        &self.path
    }

    /// Which root the path is relative to.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The path below its root.
    pub fn as_bstr(&self) -> &BStr {
        &self.path
    }

    /// The directory that holds this; `None` when that is the root.
    pub fn parent(&self) -> Option<Self> {
        let at = self.path.rfind_byte(b'/')?;
        let path = self.path.get(..at)?.into();
        Some(Self { root: self.root, path })
    }

    /// The last part.
    pub fn file_name(&self) -> &BStr {
        let start = self.path.rfind_byte(b'/').map_or(0, |at| at + 1);
        self.path.get(start..).unwrap_or_default().as_bstr()
    }

    /// The parts, from the root down. There is at least one.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &BStr> {
        self.path.split(|byte| *byte == b'/').map(BStr::new)
    }

    /// Whether this is `folder` or lies below it.
    pub fn starts_with(&self, folder: &Self) -> bool {
        self.root == folder.root && spelling::below(&self.path, &folder.path).is_some()
    }
}

impl fmt::Display for WorkspacePath {
    /// The path below its root; bytes that are not UTF-8 are replaced.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&*self.path, f)
    }
}

/// The most parts of a path.
const MOST_PARTS: usize = 512;

/// The first rule that `path` breaks, as a code and a sentence.
fn rule_broken(path: &BStr) -> Option<(Code, &'static str)> {
    // Nearly all paths are too short to have so many parts.
    if path.len() > MOST_PARTS && spelling::parts(path).nth(MOST_PARTS).is_some() {
        return Some((Code::LimitExceeded, "the path has more than 512 parts"));
    }
    let escape = spelling::absolute_form(path)
        .or_else(|| spelling::unusable(path))
        .or_else(|| spelling::climbs(path).then_some("the path holds `..`"));
    if let Some(rule) = escape {
        return Some((Code::PathEscape, rule));
    }
    spelling::parts_on_any_system(path).find_map(|part| {
        let rule = if is_git_dir(part) {
            "the path names `.git`, or a spelling a file system folds to it"
        } else if is_staging_dir(part) {
            "the path names the directory in which commits keep their journal"
        } else {
            return None;
        };
        Some((Code::ProtectedPath, rule))
    })
}
