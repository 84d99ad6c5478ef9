//! The directory that a command works on.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use acp_diff_types::AbsolutePath;
use bstr::ByteSlice;
use patch_apply::WorkspaceError;
use patch_fs::{DirWorkspace, Recovery};
use patch_parse::{Code, Format};
use patch_tools::wire::WireError;

use crate::report::Trouble;

/// Opens the directory that `--root` names.
pub(super) fn open(root: &Path) -> Result<DirWorkspace, Trouble> {
    DirWorkspace::open(root)
        .map_err(|error| Trouble::new(error.code, error.to_string(), "Give a directory as --root."))
}

/// A directory under the name that a client knows.
pub(super) fn name(root: &Path) -> Result<AbsolutePath, WireError> {
    let absolute = std::path::absolute(root).and_then(|root| without_parents(&root));
    let absolute = absolute.map_err(|error| {
        let root = root.to_string_lossy();
        WireError::from(WorkspaceError::io(root.as_bytes(), "it has no name", error))
    })?;
    Ok(AbsolutePath::try_from(absolute.as_path())?)
}

/// The same path without `.` and `..`: no name in a patch may have them. If it leads above the current
/// directory, it becomes absolute. A link is resolved where `..` follows it, since the directory above
/// is that of its target; all other links keep their names.
#[expect(clippy::disallowed_methods, reason = "the name of a root that the person gave")]
pub(super) fn without_parents(path: &Path) -> io::Result<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if plain.as_os_str().is_empty() {
                    plain = std::env::current_dir()?;
                } else if fs::symlink_metadata(&plain)?.is_symlink() {
                    plain = fs::canonicalize(&plain)?;
                }
                // The topmost directory has no parent.
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    Ok(plain)
}

/// Completes or takes back an interrupted commit.
pub(super) fn recover(root: &Path, workspace: &DirWorkspace) -> Result<Recovery, Trouble> {
    workspace.recover().map_err(|error| {
        let hint = match error.code {
            // The system refuses, and no patch is to blame.
            Code::IoError if error.source.is_some() => {
                "Check the permissions of the directory and of what is in it."
            }
            Code::StaleFile | Code::IoError => {
                "Do what the message says, and run `acp-patch recover` again."
            }
            code => code.hint(Format::Unified),
        };
        Trouble::new(error.code, below(root, &error), hint)
    })
}

/// The message about a path below the root, as the person at the command line knows it.
fn below(root: &Path, error: &WorkspaceError) -> String {
    let path = error.path.to_path_lossy();
    let path = if root == Path::new(".") { path.into_owned() } else { root.join(path) };
    format!("{}: {}", path.display(), error.message)
}

/// As [`check_whole`], for a directory by its name.
pub(super) fn check_whole_tree(root: &Path) -> Result<(), Trouble> {
    let workspace = DirWorkspace::open(root);
    check_whole(root, &workspace.map_err(|error| Trouble::with_path(root, error))?)
}

/// A tree that is only read must be whole and not half of a commit. Nothing is touched.
pub(super) fn check_whole(root: &Path, workspace: &DirWorkspace) -> Result<(), Trouble> {
    match workspace.is_whole() {
        Ok(true) => Ok(()),
        Ok(false) => {
            let message =
                format!("{}: a patch is being applied here, or was interrupted", root.display());
            Err(Trouble::new(Code::IoError, message, "Run `acp-patch recover`, then try again."))
        }
        Err(error) => {
            Err(Trouble::new(error.code, below(root, &error), error.code.hint(Format::Unified)))
        }
    }
}
