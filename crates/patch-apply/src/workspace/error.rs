//! Holds why a workspace refuses.

use std::io;

use bstr::{BStr, BString};
use patch_parse::Code;

/// A path that cannot be used, or a system that refuses.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {message}")]
#[non_exhaustive]
pub struct WorkspaceError {
    /// The stable code.
    pub code: Code,
    /// The path as the caller gave it.
    pub path: BString,
    /// One sentence without a full stop.
    pub message: String,
    /// The error of the system, if there is one.
    #[source]
    pub source: Option<io::Error>,
}

impl WorkspaceError {
    /// A refusal with its reason.
    pub fn new(code: Code, path: impl Into<BString>, message: impl Into<String>) -> Self {
        Self { code, path: path.into(), message: message.into(), source: None }
    }

    /// An error of the system, while doing what `message` says.
    pub fn io(path: impl Into<BString>, message: impl Into<String>, source: io::Error) -> Self {
        let message = format!("{}: {source}", message.into());
        Self { code: Code::IoError, path: path.into(), message, source: Some(source) }
    }

    /// An error from using a directory handle: `path_escape` if the handle refused to lead outside,
    /// else as [`Self::io`].
    pub fn system(path: impl Into<BString>, message: &str, source: io::Error) -> Self {
        let code = if is_escape(&source) { Code::PathEscape } else { Code::IoError };
        Self { code, ..Self::io(path, message, source) }
    }

    /// `file_not_found`.
    pub fn not_found(path: &BStr) -> Self {
        Self::new(Code::FileNotFound, path, "there is no such file")
    }

    /// `not_a_file`.
    pub fn not_a_file(path: &BStr) -> Self {
        Self::new(Code::NotAFile, path, "this is no regular file")
    }

    /// `limit_exceeded`.
    pub fn too_large(path: &BStr, limit: u64) -> Self {
        let message = format!("the file is larger than {limit} bytes");
        Self::new(Code::LimitExceeded, path, message)
    }

    /// `stale_file` for a file whose permissions were to carry over.
    pub fn no_model(path: &BStr) -> Self {
        let message = "the file whose permissions carry over is gone";
        Self::new(Code::StaleFile, path, message)
    }

    /// The same error about another spelling of the path.
    #[must_use]
    pub fn about(self, path: impl Into<BString>) -> Self {
        Self { path: path.into(), ..self }
    }
}

/// Whether cap-std refused the path: an error of its own making, which has no number of the system.
fn is_escape(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}
