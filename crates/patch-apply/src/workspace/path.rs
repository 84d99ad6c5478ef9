//! Holds the one checked form of a path.

use std::fmt;

use bstr::{BStr, ByteSlice};
use patch_parse::Code;

use super::error::WorkspaceError;
use super::folded::{is_git_dir, is_staging};
use super::spelling;
use super::way::Way;

/// A path below a root that a patch may name.
///
/// A value that exists is valid: relative, `/`-separated, without empty parts, `.` and `..`,
/// without NUL, in no spelling that some system takes for an absolute path or a drive, and naming
/// neither `.git` nor the directory of a commit's journal in any spelling that a file system folds
/// to it. It says nothing about what is there.
///
/// It also has at most 512 parts: no tree is so deep, and a stranger's path must not cost a step
/// for each of a hundred thousand.
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
        if is_plain(path) {
            return Ok(Self { root, path: Way::from(path.as_bytes()) });
        }
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

/// Whether a path is spelled as nearly all are: no rule applies to it, and there is nothing to
/// normalise. Its parts do not begin with a dot and consist of letters, digits and characters that
/// have no special meaning on any system.
fn is_plain(path: &BStr) -> bool {
    let mut last = b'/';
    let may_follow = |last: u8, byte: u8| match byte {
        b'/' | b'.' => last != b'/',
        b'-' | b'_' => true,
        byte => byte.is_ascii_alphanumeric(),
    };
    path.len() <= MOST_PARTS
        && path.iter().all(|byte| may_follow(std::mem::replace(&mut last, *byte), *byte))
        && last != b'/'
}

/// The first rule that `path` breaks, as a code and a sentence.
fn rule_broken(path: &BStr) -> Option<(Code, &'static str)> {
    if spelling::parts(path).nth(MOST_PARTS).is_some() {
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
        } else if is_staging(part) {
            "the path names a place that commits keep for themselves"
        } else {
            return None;
        };
        Some((Code::ProtectedPath, rule))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_path_keeps_all_rules_and_is_normal() {
        let parts: [&[u8]; 14] = [
            b"a",
            b"git",
            b"GIT~1",
            b".",
            b"..",
            b"/",
            b"\\",
            b":",
            b"~1",
            b" ",
            b"\0",
            b"_",
            b"acp",
            "\u{200c}".as_bytes(),
        ];
        let mut paths = vec![Vec::new()];
        let mut plain = 0;
        for _ in 0..4 {
            let longer = |path: &Vec<u8>| parts.map(|part| [path, part].concat());
            paths = paths.iter().flat_map(longer).collect();
            for path in paths.iter().filter(|path| is_plain(path.as_bstr())) {
                plain += 1;
                assert_eq!(rule_broken(path.as_bstr()), None, "{}", path.as_bstr());
                assert!(spelling::is_normal(path), "{}", path.as_bstr());
            }
        }
        assert!(plain > 1000, "{plain}");
        for (path, expected) in [
            ("src/place/mod.rs", true),
            ("a.b/c-d/_e.F9", true),
            ("", false),
            ("/a", false),
            ("a/", false),
            ("a//b", false),
            ("a/./b", false),
            (".git/config", false),
            ("a/git~1", false),
            ("c:a", false),
            ("a\\b", false),
        ] {
            assert_eq!(is_plain(path.into()), expected, "{path}");
        }
        assert!(!is_plain("a/".repeat(600).as_bytes().as_bstr()));
    }
}
