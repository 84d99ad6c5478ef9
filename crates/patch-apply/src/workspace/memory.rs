//! Keeps files in a map: for dry runs, tests and batches, and as the reference for what a directory
//! does.

use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;

use bstr::{BStr, BString};
use patch_parse::Code;

use super::border::Border;
use super::change::{Change, Durability, Effect, Relied};
use super::entry::{Entry, EntryKind, FileId};
use super::error::WorkspaceError;
use super::host::{Opened, Workspace};
use super::path::WorkspacePath;
use super::spot::Spot;
use super::verify::{Site, unchanged, unhindered, verify};
use super::walk::{Found, Ground, Inspect, Last, Step, locate};
use crate::contents::{Contents, Digest};

/// A file or a link of a [`MemoryWorkspace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryFile {
    /// A regular file.
    Regular {
        /// Its bytes.
        contents: Contents,
        /// Whether its owner may execute it.
        executable: bool,
    },
    /// A symbolic link.
    Symlink {
        /// Its target, as written.
        target: BString,
    },
}

/// A workspace that holds its files in memory.
///
/// Directories exist exactly where there are files below them. Links are followed as on disk, and a
/// commit refuses what a commit to disk would refuse.
#[derive(Clone, Debug)]
pub struct MemoryWorkspace {
    border: Border,
    files: BTreeMap<Spot, Node>,
    next_id: u64,
}

#[derive(Clone, Debug)]
struct Node {
    file: MemoryFile,
    id: u64,
}

impl Default for MemoryWorkspace {
    fn default() -> Self {
        let mut border = Border::default();
        border.add_root::<&str>([]);
        Self { border, files: BTreeMap::new(), next_id: 0 }
    }
}

impl MemoryWorkspace {
    /// An empty workspace with one root that has no absolute name.
    pub fn new() -> Self {
        Self::default()
    }

    /// A workspace with these regular files, none of them executable.
    ///
    /// # Errors
    ///
    /// As [`Self::insert`].
    pub fn from_files<P: AsRef<[u8]>, C: Into<Contents>>(
        files: impl IntoIterator<Item = (P, C)>,
    ) -> Result<Self, WorkspaceError> {
        let mut workspace = Self::new();
        for (path, contents) in files {
            workspace.insert(path, contents)?;
        }
        Ok(workspace)
    }

    /// Names the root: absolute paths below `name` are then accepted, too.
    #[must_use]
    pub fn with_root_name(mut self, name: impl AsRef<[u8]>) -> Self {
        self.border.name_root(0, name.as_ref());
        self
    }

    /// Protects a path and all below it.
    ///
    /// # Errors
    ///
    /// As [`Workspace::resolve`].
    pub fn protect(mut self, path: impl AsRef<[u8]>) -> Result<Self, WorkspaceError> {
        self.border.protect(BStr::new(path.as_ref()))?;
        Ok(self)
    }

    /// Puts a regular file at `path`, in place of a file that is there.
    ///
    /// # Errors
    ///
    /// As [`Self::insert_file`].
    pub fn insert(
        &mut self,
        path: impl AsRef<[u8]>,
        contents: impl Into<Contents>,
    ) -> Result<(), WorkspaceError> {
        let file = MemoryFile::Regular { contents: contents.into(), executable: false };
        self.insert_file(path, file)
    }

    /// Puts a file or a link at `path`, in place of one that is there. No link is followed.
    ///
    /// # Errors
    ///
    /// As [`Workspace::resolve`]; `not_a_file` when the path is a directory, or a part of it is
    /// none.
    pub fn insert_file(
        &mut self,
        path: impl AsRef<[u8]>,
        file: MemoryFile,
    ) -> Result<(), WorkspaceError> {
        let path = self.border.resolve(BStr::new(path.as_ref()))?;
        let spot = Spot::from(&path);
        if self.files.is_empty() {
            self.put(spot, file);
            return Ok(());
        }
        if spot.ancestors().any(|folder| self.files.contains_key(&folder)) {
            let rule = "a part of the path is no directory";
            return Err(WorkspaceError::new(Code::NotAFile, path.as_bstr(), rule));
        }
        if self.is_directory(&spot) {
            return Err(WorkspaceError::new(Code::NotAFile, path.as_bstr(), "this is a directory"));
        }
        self.put(spot, file);
        Ok(())
    }

    /// The file or link at exactly this path; no link is followed.
    pub fn get(&self, path: impl AsRef<[u8]>) -> Option<&MemoryFile> {
        let path = self.border.resolve(BStr::new(path.as_ref())).ok()?;
        self.files.get(&Spot::from(&path)).map(|node| &node.file)
    }

    /// The bytes of the regular file at exactly this path.
    pub fn contents(&self, path: impl AsRef<[u8]>) -> Option<&[u8]> {
        match self.get(path)? {
            MemoryFile::Regular { contents, .. } => Some(contents),
            MemoryFile::Symlink { .. } => None,
        }
    }

    /// All files and links by their path below the root, in the order of their bytes.
    pub fn files(&self) -> impl Iterator<Item = (&BStr, &MemoryFile)> {
        self.files.iter().map(|(spot, node)| (spot.path(), &node.file))
    }

    /// All files and links, by value.
    pub fn into_files(self) -> BTreeMap<BString, MemoryFile> {
        self.files.into_iter().map(|(spot, node)| (spot.path().into(), node.file)).collect()
    }

    fn put(&mut self, spot: Spot, file: MemoryFile) {
        let id = self.next_id;
        self.next_id += 1;
        self.files.insert(spot, Node { file, id });
    }

    fn is_directory(&self, spot: &Spot) -> bool {
        let first_from = |from: Bound<&Spot>| {
            let mut rest = self.files.range((from, Bound::Unbounded));
            rest.next().map(|(first, _)| (first, first.is_below(spot)))
        };
        match first_from(Bound::Excluded(spot)) {
            _ if spot.is_root() => true,
            Some((_, true)) => true,
            // `a-b` comes between `a` and `a/b`.
            Some((other, false)) if other.path().starts_with(spot.path()) => {
                let start = spot.child(b"");
                first_from(Bound::Included(&start)).is_some_and(|(_, is_below)| is_below)
            }
            _ => false,
        }
    }

    /// What is where `path` leads.
    fn node(&self, path: &WorkspacePath) -> Result<(Spot, Option<&Node>), WorkspaceError> {
        let spot = Spot::from(path);
        // Only directories are above a file: no link is on the way.
        if let Some(node) = self.files.get(&spot) {
            self.border.check(path).map_err(|error| error.about(path.as_bstr()))?;
            return Ok((spot, Some(node)));
        }
        let place = locate(&mut &*self, &self.border, path, Last::Keep)?;
        let spot = place.spot;
        let node = self.files.get(&spot);
        Ok((spot, node))
    }

    /// What each change leaves, worked out while all the old files still exist.
    fn outcomes(
        &self,
        sites: &[Site<'_>],
    ) -> Result<Vec<(Spot, Option<MemoryFile>)>, WorkspaceError> {
        let outcome =
            |site: &Site<'_>| Ok((site.place.spot.clone(), self.outcome(&site.change.effect)?));
        sites.iter().map(outcome).collect()
    }

    fn outcome(&self, effect: &Effect) -> Result<Option<MemoryFile>, WorkspaceError> {
        Ok(match effect {
            Effect::Remove => None,
            Effect::Symlink { target, .. } => Some(MemoryFile::Symlink { target: target.clone() }),
            Effect::Write { contents, permissions } => {
                let like =
                    permissions.like.as_ref().map(|like| self.is_executable(like)).transpose()?;
                let executable = permissions.executable.or(like).unwrap_or_default();
                Some(MemoryFile::Regular { contents: contents.clone(), executable })
            }
        })
    }

    fn is_executable(&self, like: &WorkspacePath) -> Result<bool, WorkspaceError> {
        match self.node(like)?.1.map(|node| &node.file) {
            Some(MemoryFile::Regular { executable, .. }) => Ok(*executable),
            _ => Err(WorkspaceError::no_model(like.as_bstr())),
        }
    }

    /// A write at a directory is allowed only if the same commit empties it.
    fn emptied(&self, sites: &[Site<'_>]) -> Result<(), WorkspaceError> {
        let removed = |spot: &Spot| {
            let at = sites.binary_search_by(|site| site.place.spot.cmp(spot));
            at.ok().and_then(|at| sites.get(at)).is_some_and(Site::is_removal)
        };
        let stays = |folder: &Spot| {
            // Nothing is below a file, and most writes are to an existing one.
            if self.files.contains_key(folder) {
                return false;
            }
            let below = self.files.range(folder.child(b"")..).map(|(spot, _)| spot);
            below.take_while(|spot| spot.is_below(folder)).any(|spot| !removed(spot))
        };
        match sites.iter().find(|site| !site.is_removal() && stays(&site.place.spot)) {
            Some(site) => Err(site.refuse(Code::NotAFile, "this is a directory")),
            None => Ok(()),
        }
    }
}

impl Workspace for MemoryWorkspace {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        self.border.resolve(path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        let (spot, node) = self.node(path)?;
        Ok(match node {
            Some(node) => Some(node.entry()),
            None => self.is_directory(&spot).then_some(DIRECTORY),
        })
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        let spot = locate(&mut &*self, &self.border, path, Last::Follow)?.spot;
        if !self.files.contains_key(&spot) && !self.is_directory(&spot) {
            return Err(WorkspaceError::not_found(path.as_bstr()));
        }
        spot.to_path()
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        match self.node(path)?.1.map(|node| &node.file) {
            Some(MemoryFile::Symlink { target }) => Ok(target.clone()),
            _ => {
                Err(WorkspaceError::new(Code::IoError, path.as_bstr(), "this is no symbolic link"))
            }
        }
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        let (spot, node) = self.node(path)?;
        match node.map(|node| &node.file) {
            Some(MemoryFile::Regular { contents, .. }) if contents.len() as u64 > limit => {
                Err(WorkspaceError::too_large(path.as_bstr(), limit))
            }
            Some(MemoryFile::Regular { contents, .. }) => Ok(contents.to_vec()),
            None if !self.is_directory(&spot) => Err(WorkspaceError::not_found(path.as_bstr())),
            Some(MemoryFile::Symlink { .. }) | None => {
                Err(WorkspaceError::not_a_file(path.as_bstr()))
            }
        }
    }

    /// Copies nothing: the plan shares these bytes.
    fn load(
        &self,
        path: &WorkspacePath,
        limit: u64,
        _: &mut Opened,
    ) -> Result<Option<(Entry, Contents)>, WorkspaceError> {
        let (spot, node) = self.node(path)?;
        let Some(node) = node else {
            return Ok(self.is_directory(&spot).then(|| (DIRECTORY, Contents::default())));
        };
        let contents = match &node.file {
            MemoryFile::Regular { contents, .. } if contents.len() as u64 > limit => {
                return Err(WorkspaceError::too_large(path.as_bstr(), limit));
            }
            MemoryFile::Regular { contents, .. } => contents.clone(),
            MemoryFile::Symlink { .. } => Contents::default(),
        };
        Ok(Some((node.entry(), contents)))
    }

    fn check(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        let (sites, _) = unhindered(&self.border, &mut &*self, changes)?;
        self.emptied(&sites)
    }

    fn some_paths(&self, most: usize) -> Vec<BString> {
        self.files().map(|(path, _)| path.to_owned()).take(most).collect()
    }

    fn commit_relying(
        &mut self,
        changes: &[Change],
        relied: &[Relied],
        durability: Durability,
    ) -> Result<(), WorkspaceError> {
        unchanged(&self.border, &mut &*self, relied)?;
        self.commit(changes, durability)
    }

    fn commit(&mut self, changes: &[Change], _: Durability) -> Result<(), WorkspaceError> {
        let sites = verify(&self.border, &mut &*self, changes)?;
        self.emptied(&sites)?;
        for (spot, outcome) in self.outcomes(&sites)? {
            match outcome {
                Some(file) => self.put(spot, file),
                None => drop(self.files.remove(&spot)),
            }
        }
        Ok(())
    }
}

const DIRECTORY: Entry =
    Entry { kind: EntryKind::Directory, len: 0, executable: false, bits: None, id: None };

impl Node {
    fn entry(&self) -> Entry {
        let id = Some(FileId(0, self.id));
        match &self.file {
            MemoryFile::Regular { contents, executable } => {
                let len = contents.len() as u64;
                Entry { kind: EntryKind::File, len, executable: *executable, bits: None, id }
            }
            MemoryFile::Symlink { .. } => {
                Entry { kind: EntryKind::Symlink, len: 0, executable: false, bits: None, id }
            }
        }
    }
}

impl Ground for &MemoryWorkspace {
    fn step(&mut self, spot: &Spot) -> io::Result<Step> {
        Ok(match self.files.get(spot).map(|node| &node.file) {
            Some(MemoryFile::Symlink { target }) => Step::Link(target.clone()),
            Some(MemoryFile::Regular { .. }) => Step::Other,
            None if self.is_directory(spot) => Step::Directory,
            None => Step::Missing,
        })
    }
}

impl Inspect for &MemoryWorkspace {
    fn found(&mut self, spot: &Spot) -> io::Result<Found> {
        Ok(match self.files.get(spot).map(|node| &node.file) {
            Some(MemoryFile::Symlink { target }) => Found::Symlink(target.clone()),
            Some(MemoryFile::Regular { contents, .. }) => Found::File(Digest::from(contents)),
            None if self.is_directory(spot) => Found::Directory,
            None => Found::Absent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_where_there_are_files_below_it() {
        let paths = ["a!", "a-b", "a/x", "b-c/x", "b.c", "d", "e/f/x"];
        let workspace = MemoryWorkspace::from_files(paths.map(|path| (path, "text"))).unwrap();
        for (path, expected) in [
            ("a", Some(EntryKind::Directory)),
            ("a!", Some(EntryKind::File)),
            ("a/x", Some(EntryKind::File)),
            ("b", None),
            ("b-c", Some(EntryKind::Directory)),
            ("d", Some(EntryKind::File)),
            ("e", Some(EntryKind::Directory)),
            ("e/f", Some(EntryKind::Directory)),
            ("e/f/x/y", None),
            ("f", None),
        ] {
            let path = WorkspacePath::new(0, path).unwrap();
            let entry = workspace.entry(&path).unwrap();
            assert_eq!(entry.map(|entry| entry.kind), expected, "{path}");
        }
    }
}
