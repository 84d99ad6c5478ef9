//! What a caller may do.

use std::fmt;

use patch_apply::WorkspacePath;

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// `r`: its contents are read, and may be shown.
    Read,
    /// `w`: it is created, changed, moved or removed.
    Write,
}

impl Access {
    /// `r` or `w`, as the seed documents write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "r",
            Self::Write => "w",
        }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a host allows the caller of tools. The tools check this before they act, and never check
/// for more than they need.
pub trait Capabilities {
    /// Whether the caller may use the tool of this name; otherwise the call ends as `tool_denied`.
    fn tool_grants(&self, tool: &str) -> bool;

    /// Whether the caller may do this to a file; otherwise the call ends as `fs_denied`. It is
    /// called for the path that the caller names and, if a link is on the way, also for the path
    /// that it leads to.
    fn check_fs(&self, path: &WorkspacePath, access: Access) -> bool;
}

/// Allows everything that the workspace allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unrestricted;

impl Capabilities for Unrestricted {
    fn tool_grants(&self, _: &str) -> bool {
        true
    }

    fn check_fs(&self, _: &WorkspacePath, _: Access) -> bool {
        true
    }
}

impl<C: Capabilities + ?Sized> Capabilities for Box<C> {
    fn tool_grants(&self, tool: &str) -> bool {
        (**self).tool_grants(tool)
    }

    fn check_fs(&self, path: &WorkspacePath, access: Access) -> bool {
        (**self).check_fs(path, access)
    }
}
