//! Directory handles by their place in the tree.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use bstr::{BStr, ByteSlice};
use cap_std::fs::Dir;

use super::{Tree, look, system};
use crate::workspace::Spot;
use crate::workspace::walk::{Ground, Step};

/// How many directories are kept open. Changes come in the order of their paths, so that a few
/// serve; each costs a file descriptor, of which a process has 1,024 by custom.
const MAX_OPEN: usize = 64;

/// Open directories of one operation.
///
/// Handles are kept for the length of one operation only: later a directory of the same name may be
/// another one.
#[derive(Debug)]
pub(crate) struct Handles<'t> {
    tree: &'t Tree,
    open: Dirs,
}

/// Open directories by their place.
pub(crate) type Dirs = HashMap<Spot, Arc<Dir>>;

impl<'t> Handles<'t> {
    /// No handles yet but the roots'.
    pub(crate) fn new(tree: &'t Tree) -> Self {
        Self { tree, open: HashMap::new() }
    }

    /// Handles that were opened before, by the same piece of work.
    pub(crate) fn again(tree: &'t Tree, open: Dirs) -> Self {
        Self { tree, open }
    }

    /// The handles, to be used again.
    pub(crate) fn into_open(self) -> Dirs {
        self.open
    }

    /// The tree they belong to.
    pub(crate) fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The directory at `spot`; a link anywhere on the way is an error.
    pub(crate) fn dir(&mut self, spot: &Spot) -> io::Result<Arc<Dir>> {
        if let Some(dir) = self.open.get(spot) {
            return Ok(Arc::clone(dir));
        }
        if spot.is_root() {
            return self.root(spot.root());
        }
        let dir = Arc::new(self.open(spot)?);
        if self.open.len() >= MAX_OPEN {
            self.open.clear();
        }
        self.open.insert(spot.clone(), Arc::clone(&dir));
        Ok(dir)
    }

    fn root(&self, root: usize) -> io::Result<Arc<Dir>> {
        self.tree.roots.get(root).map(Arc::clone).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Opens the whole way at once where the system can be told to follow no link, else part by
    /// part.
    fn open(&mut self, spot: &Spot) -> io::Result<Dir> {
        let root = self.root(spot.root())?;
        match system::open_dir_without_links(&root, as_path(spot.path())?) {
            Some(result) => result,
            None => self.open_from_parent(spot),
        }
    }

    fn open_from_parent(&mut self, spot: &Spot) -> io::Result<Dir> {
        let (folder, name) = spot.split();
        let folder = self.dir(&folder)?;
        system::open_dir(&folder, as_path(name)?)
    }
}

impl Ground for Handles<'_> {
    fn step(&mut self, spot: &Spot) -> io::Result<Step> {
        match self.dir(spot) {
            Ok(_) => Ok(Step::Directory),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Step::Missing),
            Err(error) if system::is_no_directory(&error) => {
                let (folder, name) = spot.split();
                look::step(self.dir(&folder)?.as_ref(), name)
            }
            Err(error) => Err(error),
        }
    }
}

/// A name as the system takes it; fails only where names are not bytes.
pub(crate) fn as_path(name: &BStr) -> io::Result<&Path> {
    name.to_path().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}
