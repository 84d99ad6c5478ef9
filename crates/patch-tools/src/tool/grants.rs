//! Capabilities as a table.

use std::collections::BTreeSet;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::{Workspace, WorkspaceError, WorkspacePath};

use super::access::{Access, Capabilities};

/// What is granted, line by line: tools by their names, files by their path or that of a directory
/// above them. What no line mentions is not granted.
///
/// # Examples
///
/// ```
/// use patch_apply::{MemoryWorkspace, Workspace};
/// use patch_tools::tool::{Access, Capabilities, Grant, GrantTable};
///
/// let files = MemoryWorkspace::new();
/// let grants = [Grant::parse("r:docs")?, Grant::parse("rw:src")?];
/// let table = GrantTable::new(&files, &grants)?.tools(["Diff", "ApplyPatch"]);
///
/// let path = |name: &str| files.resolve(name.into());
/// assert!(table.check_fs(&path("src/main.rs")?, Access::Write));
/// assert!(!table.check_fs(&path("docs/guide.md")?, Access::Write));
/// assert!(!table.check_fs(&path("Cargo.toml")?, Access::Read));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrantTable {
    tools: BTreeSet<String>,
    files: Vec<(Place, Access)>,
}

/// What a line applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Everything in the workspace.
    Everything,
    /// A file, or a directory and all below it.
    Below(WorkspacePath),
}

/// A line of a [`GrantTable`] about files, as written on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The most that may be done; the right to write includes the right to read.
    pub access: Access,
    /// A file or a directory, relative to the root or absolute; `.` is the root.
    pub path: BString,
}

/// A text that is not a grant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a grant is `r:PATH` or `rw:PATH`, found {0:?}")]
pub struct InvalidGrant(String);

impl Grant {
    /// Reads `r:PATH` or `rw:PATH`.
    ///
    /// # Errors
    ///
    /// When it is neither, or the path is empty.
    pub fn parse(text: &str) -> Result<Self, InvalidGrant> {
        let (access, path) = match text.split_once(':') {
            Some(("r", path)) => (Access::Read, path),
            Some(("rw", path)) => (Access::Write, path),
            _ => return Err(InvalidGrant(text.to_owned())),
        };
        if path.is_empty() {
            return Err(InvalidGrant(text.to_owned()));
        }
        Ok(Self { access, path: path.into() })
    }
}

impl std::str::FromStr for Grant {
    type Err = InvalidGrant;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl GrantTable {
    /// A table with these lines about files, and no tools. Links in a path are followed now, once:
    /// their present target is granted, even if they lead elsewhere later.
    ///
    /// # Errors
    ///
    /// As [`Workspace::resolve`].
    pub fn new(workspace: &impl Workspace, grants: &[Grant]) -> Result<Self, WorkspaceError> {
        let mut table = Self::default();
        for grant in grants {
            if is_root(grant.path.as_bstr()) {
                table.files.push((Place::Everything, grant.access));
                continue;
            }
            let path = workspace.resolve(grant.path.as_bstr())?;
            let real = workspace.follow(&path).ok().filter(|real| *real != path);
            table.files.extend(real.map(|real| (Place::Below(real), grant.access)));
            table.files.push((Place::Below(path), grant.access));
        }
        Ok(table)
    }

    /// A table that grants every file of the workspace, and no tools.
    pub fn everything() -> Self {
        Self { files: vec![(Place::Everything, Access::Write)], ..Self::default() }
    }

    /// Adds tools.
    #[must_use]
    pub fn tools<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.tools.extend(names.into_iter().map(Into::into));
        self
    }
}

fn is_root(path: &BStr) -> bool {
    path.split(|byte| *byte == b'/').all(|part| matches!(part, b"" | b"."))
        && !path.starts_with(b"/")
}

impl Capabilities for GrantTable {
    fn tool_grants(&self, tool: &str) -> bool {
        self.tools.contains(tool)
    }

    fn check_fs(&self, path: &WorkspacePath, access: Access) -> bool {
        self.files.iter().any(|(place, granted)| {
            let is_there = match place {
                Place::Everything => true,
                Place::Below(folder) => path.starts_with(folder),
            };
            is_there && access <= *granted
        })
    }
}
