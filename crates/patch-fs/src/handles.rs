//! Directory handles by their place in the tree.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use cap_std::fs::Dir;
use foldhash::fast::RandomState;
use patch_apply::confine::{Ground, Spot, Step};

use crate::spelling::as_path;
use crate::tree::Tree;
use crate::{look, system};

/// How many directories are kept open. Changes come in the order of their paths, so that a few are
/// enough; each costs a file descriptor, of which a process has 1,024 by default.
const MAX_OPEN: usize = 64;

/// The same for each further thread of the operation.
const MAX_OPEN_IN_THREAD: usize = 8;

/// Open directories of one operation.
///
/// Handles are kept only for the length of one operation: later, a directory of the same name may
/// be another one.
///
/// Further threads get [`Self::for_thread`].
#[derive(Debug)]
pub(crate) struct Handles<'t> {
    tree: &'t Tree,
    open: Dirs,
}

/// Open directories by their place: the root, and the path from it.
#[derive(Debug)]
pub(crate) struct Dirs {
    by_root: Vec<HashMap<BString, Arc<Dir>, RandomState>>,
    count: usize,
    most: usize,
}

impl Default for Dirs {
    fn default() -> Self {
        Self::of(MAX_OPEN)
    }
}

impl Dirs {
    fn of(most: usize) -> Self {
        Self { by_root: Vec::new(), count: 0, most }
    }

    fn get(&self, root: usize, way: &BStr) -> Option<Arc<Dir>> {
        self.by_root.get(root)?.get(way).map(Arc::clone)
    }

    fn insert(&mut self, root: usize, way: &BStr, dir: &Arc<Dir>) {
        if self.count >= self.most {
            *self = Self::of(self.most);
        }
        if self.by_root.len() <= root {
            self.by_root.resize_with(root + 1, HashMap::default);
        }
        if let Some(own) = self.by_root.get_mut(root) {
            own.insert(way.into(), Arc::clone(dir));
            self.count += 1;
        }
    }
}

impl<'t> Handles<'t> {
    /// No handles yet except those of the roots.
    pub(crate) fn new(tree: &'t Tree) -> Self {
        Self { tree, open: Dirs::default() }
    }

    /// Handles that the same piece of work opened before.
    pub(crate) fn again(tree: &'t Tree, open: Dirs) -> Self {
        Self { tree, open }
    }

    /// Handles for a thread of the same operation: those that are open now, and a few more.
    pub(crate) fn for_thread(&self) -> Self {
        let Dirs { by_root, .. } = &self.open;
        let open = Dirs { by_root: by_root.clone(), ..Dirs::of(MAX_OPEN_IN_THREAD) };
        Self { tree: self.tree, open }
    }

    /// Closes the directory at `spot` and those below it.
    pub(crate) fn forget(&mut self, spot: &Spot) {
        let Some(own) = self.open.by_root.get_mut(spot.root()) else { return };
        own.retain(|way, _| !spot.holds(way.as_bstr()));
        self.open.count = self.open.by_root.iter().map(HashMap::len).sum();
    }

    /// The handles, to be reused.
    pub(crate) fn into_open(self) -> Dirs {
        self.open
    }

    /// The tree they belong to.
    pub(crate) fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The directory at `spot`; a link anywhere on the way is an error.
    pub(crate) fn dir(&mut self, spot: &Spot) -> io::Result<Arc<Dir>> {
        self.dir_at(spot.root(), spot.path())
    }

    /// The directory that contains what is at `spot`, and the name there; as [`Self::dir`].
    pub(crate) fn parent<'s>(&mut self, spot: &'s Spot) -> io::Result<(Arc<Dir>, &'s BStr)> {
        let (way, name) = spot.parts();
        Ok((self.dir_at(spot.root(), way)?, name))
    }

    fn dir_at(&mut self, root: usize, way: &BStr) -> io::Result<Arc<Dir>> {
        if way.is_empty() {
            return self.root(root);
        }
        if let Some(dir) = self.open.get(root, way) {
            return Ok(dir);
        }
        let dir = Arc::new(self.open(root, way)?);
        self.open.insert(root, way, &dir);
        Ok(dir)
    }

    fn root(&self, root: usize) -> io::Result<Arc<Dir>> {
        self.tree.roots().get(root).map(Arc::clone).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Opens the whole path at once if the system can be told to follow no link, else part by part.
    fn open(&mut self, root: usize, way: &BStr) -> io::Result<Dir> {
        match system::open_dir_without_links(self.root(root)?.as_ref(), as_path(way)?) {
            Some(result) => result,
            None => self.open_from_parent(root, way),
        }
    }

    fn open_from_parent(&mut self, root: usize, way: &BStr) -> io::Result<Dir> {
        let (folder, name) = way
            .rsplit_once_str("/")
            .map_or((BStr::new(b""), way), |(folder, name)| (folder.as_bstr(), name.as_bstr()));
        let folder = self.dir_at(root, folder)?;
        system::open_dir(&folder, as_path(name)?)
    }
}

impl Ground for Handles<'_> {
    fn step(&mut self, spot: &Spot) -> io::Result<Step> {
        match self.dir(spot) {
            Ok(_) => Ok(Step::Directory),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Step::Missing),
            Err(error) if system::is_no_directory(&error) => {
                let (folder, name) = self.parent(spot)?;
                look::step(folder.as_ref(), name)
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> (tempfile::TempDir, Tree) {
        let root = tempfile::tempdir().unwrap();
        let mut tree = Tree::default();
        tree.add_root(root.path()).unwrap();
        (root, tree)
    }

    #[test]
    fn few_directories_are_open_at_a_time() {
        let (_root, tree) = tree();
        let spot = |number: usize| Spot::of_root(0).child(format!("d{number}").as_bytes());
        let dir = tree.roots().first().unwrap();
        (0..200).for_each(|number| dir.create_dir(format!("d{number}")).unwrap());

        let mut handles = Handles::new(&tree);
        let open = |handles: &Handles<'_>| handles.open.by_root.iter().map(HashMap::len).sum();
        let counts = |handles: &mut Handles<'_>| {
            let count = |number| {
                handles.dir(&spot(number)).unwrap();
                open(handles)
            };
            (0..200).map(count).collect::<Vec<usize>>()
        };
        assert_eq!(counts(&mut handles).into_iter().max(), Some(MAX_OPEN));

        // Handles that are open by then are shared; beyond those, a thread opens few of its own.
        let shared: usize = open(&handles);
        let mut thread = handles.for_thread();
        let counts = counts(&mut thread);
        assert!(counts.iter().all(|count| *count <= shared + MAX_OPEN_IN_THREAD));
        assert!(open(&thread) <= MAX_OPEN_IN_THREAD);
    }

    #[test]
    fn what_is_forgotten_is_closed_with_all_below_it() {
        let (_root, tree) = tree();
        let dir = tree.roots().first().unwrap();
        dir.create_dir_all("a/b").unwrap();
        dir.create_dir_all("ab").unwrap();
        let mut handles = Handles::new(&tree);
        for way in ["a", "a/b", "ab"] {
            handles.dir(&Spot::of_root(0).child(way.as_bytes())).unwrap();
        }
        handles.forget(&Spot::of_root(0).child(b"a"));
        let left: Vec<_> = handles.open.by_root.iter().flat_map(HashMap::keys).collect();
        assert_eq!(left, ["ab"]);
        assert_eq!(handles.open.count, 1);
    }
}
