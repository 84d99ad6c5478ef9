//! Absolute paths, checked when they are built and when they are read.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// An absolute file path in the syntax of the machine the agent runs on.
///
/// All paths in protocol payloads are absolute (RFD *v2 Diff File States*, section "What we
/// propose to do about it"). A value of this type is: building one from a relative path fails, and
/// so does reading one. The syntax decides, not the machine this code runs on, because a client on
/// one system may show the paths of an agent on another:
///
/// - POSIX: `/home/user/project`
/// - Windows, with a drive: `C:\Users\user` or `C:/Users/user`
/// - Windows, shared: `\\server\share\project`
/// - Windows, verbatim and device: `\\?\C:\project`, `\\.\pipe\name`
///
/// `C:project`, `\project` and `~/project` name a place only together with some current state and
/// count as relative; so do URIs. The text is kept as it came: `..` and repeated separators are
/// not resolved, and equality is that of the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct AbsolutePath(String);

/// The syntax in which an [`AbsolutePath`] is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathStyle {
    /// Begins with `/`.
    Posix,
    /// Begins with a drive and a separator, or with two backslashes.
    Windows,
}

impl AbsolutePath {
    /// Checks `path` and wraps it.
    ///
    /// # Errors
    ///
    /// When `path` is empty, relative, or holds a NUL, which no file system can store.
    pub fn new(path: impl Into<String>) -> Result<Self, InvalidPath> {
        let path = path.into();
        match check(&path) {
            Ok(()) => Ok(Self(path)),
            Err(reason) => Err(InvalidPath { path, reason }),
        }
    }

    /// The path as it is on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path as it is on the wire, owned.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The syntax the path is written in.
    pub fn style(&self) -> PathStyle {
        if self.0.starts_with('/') { PathStyle::Posix } else { PathStyle::Windows }
    }
}

fn check(path: &str) -> Result<(), InvalidPathReason> {
    if path.is_empty() {
        return Err(InvalidPathReason::Empty);
    }
    if path.contains('\0') {
        return Err(InvalidPathReason::Nul);
    }
    match path.as_bytes() {
        [b'/', ..] => Ok(()),
        [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic() => Ok(()),
        _ if path.strip_prefix(r"\\").is_some_and(names_share) => Ok(()),
        _ => Err(InvalidPathReason::Relative),
    }
}

/// Whether `rest`, what follows two backslashes, names a server and a share. The verbatim and
/// device prefixes `?` and `.` take the server's place.
fn names_share(rest: &str) -> bool {
    let mut parts = rest.splitn(3, ['\\', '/']);
    let mut named = || parts.next().is_some_and(|part| !part.is_empty());
    named() && named()
}

/// A text that is not an absolute path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidPath {
    path: String,
    reason: InvalidPathReason,
}

/// Why a text is not an absolute path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidPathReason {
    /// It is the empty string.
    Empty,
    /// It depends on a current directory, drive or user.
    Relative,
    /// It holds a NUL character.
    Nul,
    /// It is not UTF-8, so JSON cannot carry it. Only paths of the file system can be so.
    NotUtf8,
}

impl InvalidPath {
    /// The text, with replacement characters where it was not UTF-8.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Which rule it breaks.
    pub fn reason(&self) -> InvalidPathReason {
        self.reason
    }
}

impl fmt::Display for InvalidPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match self.reason {
            InvalidPathReason::Empty => "is empty; give an absolute path",
            InvalidPathReason::Relative => {
                "is not absolute; join it to the session's working directory first"
            }
            InvalidPathReason::Nul => "holds a NUL character, which no file name can",
            InvalidPathReason::NotUtf8 => "is not UTF-8, so the protocol cannot carry it",
        };
        write!(f, "path {:?} {rule}", self.path)
    }
}

impl std::error::Error for InvalidPath {}

impl TryFrom<String> for AbsolutePath {
    type Error = InvalidPath;

    fn try_from(path: String) -> Result<Self, InvalidPath> {
        Self::new(path)
    }
}

impl TryFrom<&str> for AbsolutePath {
    type Error = InvalidPath;

    fn try_from(path: &str) -> Result<Self, InvalidPath> {
        Self::new(path)
    }
}

impl TryFrom<&Path> for AbsolutePath {
    type Error = InvalidPath;

    fn try_from(path: &Path) -> Result<Self, InvalidPath> {
        match path.to_str() {
            Some(path) => Self::new(path),
            None => Err(InvalidPath {
                path: path.to_string_lossy().into_owned(),
                reason: InvalidPathReason::NotUtf8,
            }),
        }
    }
}

impl TryFrom<PathBuf> for AbsolutePath {
    type Error = InvalidPath;

    fn try_from(path: PathBuf) -> Result<Self, InvalidPath> {
        match path.into_os_string().into_string() {
            Ok(path) => Self::new(path),
            Err(path) => Self::try_from(Path::new(&path)),
        }
    }
}

impl FromStr for AbsolutePath {
    type Err = InvalidPath;

    fn from_str(path: &str) -> Result<Self, InvalidPath> {
        Self::new(path)
    }
}

impl From<AbsolutePath> for String {
    fn from(path: AbsolutePath) -> Self {
        path.0
    }
}

impl From<AbsolutePath> for PathBuf {
    fn from(path: AbsolutePath) -> Self {
        Self::from(path.0)
    }
}

impl AsRef<str> for AbsolutePath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl AsRef<Path> for AbsolutePath {
    fn as_ref(&self) -> &Path {
        Path::new(&self.0)
    }
}

impl fmt::Display for AbsolutePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for AbsolutePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
