//! The roots of a workspace and the rules for what lies below them.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use bstr::BStr;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use patch_apply::WorkspaceError;
use patch_apply::confine::Border;
use patch_parse::Code;

use crate::spelling::bytes_of;
use crate::system;

/// The roots and the rules of a [`DirWorkspace`](crate::DirWorkspace).
#[derive(Debug, Default)]
pub(crate) struct Tree {
    roots: Vec<Arc<Dir>>,
    /// The name of each, as it was opened.
    names: Vec<PathBuf>,
    border: Border,
}

impl Tree {
    /// The rules.
    pub(crate) fn border(&self) -> &Border {
        &self.border
    }

    /// The directories, by their numbers.
    pub(crate) fn roots(&self) -> &[Arc<Dir>] {
        &self.roots
    }

    /// Protects a path and all below it.
    pub(crate) fn protect(&mut self, path: &BStr) -> Result<(), WorkspaceError> {
        self.border.protect(path)
    }

    /// Adds a root; see [`DirWorkspace::with_root`](crate::DirWorkspace::with_root).
    #[expect(clippy::disallowed_methods, reason = "the name of a root that the host gave")]
    pub(crate) fn add_root(&mut self, path: &Path) -> Result<(), WorkspaceError> {
        let failed = |error| cannot_open(path, error);
        let dir = Dir::open_ambient_dir(path, ambient_authority()).map_err(failed)?;
        let names = [std::path::absolute(path), path.canonicalize()];
        let names: Vec<PathBuf> = names.into_iter().collect::<Result<_, _>>().map_err(failed)?;
        let in_shell = names.last().and_then(|canonical| name_in_shell(path, canonical));
        let known = in_shell.iter().chain(&names);
        self.border.add_root(known.map(|name| bytes_of(name)));
        self.roots.push(Arc::new(dir));
        self.names.extend(names.into_iter().next());
        Ok(())
    }

    /// Whether each root is still the directory of its name; true if the system cannot tell.
    pub(crate) fn is_current(&self) -> Result<bool, WorkspaceError> {
        for (dir, name) in self.roots.iter().zip(&self.names) {
            let failed = |error| cannot_open(name, error);
            let now = Dir::open_ambient_dir(name, ambient_authority()).map_err(failed)?;
            let id = |dir: &Dir| Ok(system::file_id(&dir.dir_metadata()?));
            if id(&now).map_err(failed)? != id(dir).map_err(failed)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The name of a directory in a shell and the programs started from it: if it was entered through a
/// link, the system knows another name. As in a shell, `..` takes off the name before it.
#[expect(clippy::disallowed_methods, reason = "the name of a root that the host gave")]
fn name_in_shell(path: &Path, canonical: &Path) -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("PWD")?);
    let whole = folder.is_absolute().then(|| folder.join(path))?;
    let mut name = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => drop(name.pop()),
            part => name.push(part),
        }
    }
    // The variable may contain anything, and beyond a link `..` may lead elsewhere.
    let is_it = name != path && name.canonicalize().is_ok_and(|real| real == canonical);
    is_it.then_some(name)
}

fn cannot_open(path: &Path, error: io::Error) -> WorkspaceError {
    let code = match error.kind() {
        io::ErrorKind::NotFound => Code::FileNotFound,
        io::ErrorKind::NotADirectory => Code::NotAFile,
        _ => Code::IoError,
    };
    let mut refusal = WorkspaceError::io(bytes_of(path), "cannot open the root directory", error);
    refusal.code = code;
    refusal
}
