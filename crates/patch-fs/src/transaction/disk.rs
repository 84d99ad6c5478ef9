//! The operations that change the disk, one system call each.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use bstr::{BStr, BString};
use cap_std::fs::{Dir, File, Metadata};
use patch_apply::Permissions;
use patch_apply::confine::{Found, Inspect, Spot, Step};

use crate::handles::Handles;
use crate::look::{metadata, step};
use crate::spelling::{as_path, bytes_of};
use crate::survey::{Survey, seen_file};
use crate::system;
use crate::system::Seen;
use crate::tree::Tree;

/// The disk as one transaction sees it: places go in, open directories are found inside.
#[derive(Debug)]
pub(super) struct Disk<'t> {
    handles: Handles<'t>,
}

impl<'t> Disk<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Self { handles: Handles::new(tree) }
    }

    /// The same for a further thread of the transaction.
    pub(super) fn for_thread(&self) -> Self {
        Self { handles: self.handles.for_thread() }
    }

    /// The open directories, for reading.
    pub(super) fn handles(&mut self) -> &mut Handles<'t> {
        &mut self.handles
    }

    /// What is known of the file at `spot`; `None` if it does not exist.
    pub(super) fn metadata(&mut self, spot: &Spot) -> io::Result<Option<Metadata>> {
        match self.handles.parent(spot) {
            Ok((dir, name)) => metadata(&dir, name),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is known of the regular file at `spot`; `None` if there is none.
    pub(super) fn seen(&mut self, spot: &Spot) -> io::Result<Option<Seen>> {
        match self.handles.parent(spot) {
            Ok((dir, name)) => seen_file(&dir, name),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is at `spot`, read to the end.
    pub(super) fn found(&mut self, spot: &Spot) -> io::Result<Found> {
        match Survey::new(&mut self.handles).found(spot) {
            Err(error) if is_missing(&error) => Ok(Found::Absent),
            result => result,
        }
    }

    /// The bytes of the regular file at `spot`; anything else is an error.
    pub(super) fn read(&mut self, spot: &Spot) -> io::Result<Vec<u8>> {
        let (dir, name) = self.at(spot)?;
        let mut file = system::open_file(&dir, name)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no regular file"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The target of the link at `spot`; `None` if there is no link.
    pub(super) fn link(&mut self, spot: &Spot) -> io::Result<Option<BString>> {
        let (dir, name) = self.handles.parent(spot)?;
        Ok(match step(&dir, name)? {
            Step::Link(target) => Some(target),
            Step::Missing | Step::Directory | Step::Other => None,
        })
    }

    /// The names in the directory at `spot`.
    pub(super) fn names(&mut self, spot: &Spot) -> io::Result<Vec<BString>> {
        let entries = self.handles.dir(spot)?.entries()?;
        entries.map(|entry| Ok(bytes_of(Path::new(&entry?.file_name())))).collect()
    }

    /// Makes the file that is to be filled; see [`system::create`].
    pub(super) fn create(&mut self, spot: &Spot, asked: &Permissions) -> io::Result<File> {
        let (dir, name) = self.step(spot)?;
        system::create(&dir, name, asked)
    }

    /// Makes a link to `target`.
    pub(super) fn symlink(&mut self, spot: &Spot, target: &BStr) -> io::Result<()> {
        #[cfg(any(test, feature = "faults"))]
        if !super::faults::makes_links() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        #[cfg(test)]
        super::faults::note(|| format!("link {}", shown(spot)));
        let (dir, name) = self.step(spot)?;
        system::symlink(&dir, as_path(target)?, name)
    }

    /// Gives the file at `spot` a second name.
    pub(super) fn keep(&mut self, spot: &Spot, kept: &Spot) -> io::Result<()> {
        #[cfg(any(test, feature = "faults"))]
        if super::faults::means() == super::faults::Means::Move {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let ((from, old), (to, new)) = (self.step(spot)?, self.at(kept)?);
        from.hard_link(old, &to, new)
    }

    /// Exchanges what is at two places; `None` if the file system cannot.
    pub(super) fn exchange(&mut self, a: &Spot, b: &Spot) -> Option<io::Result<()>> {
        #[cfg(any(test, feature = "faults"))]
        if super::faults::means() != super::faults::Means::Exchange {
            return None;
        }
        #[cfg(test)]
        super::faults::note(|| format!("{} <-> {}", shown(a), shown(b)));
        let ends = self.step(a).and_then(|a| Ok((a, self.step(b)?)));
        match ends {
            Ok(((a_dir, a), (b_dir, b))) => system::exchange((&a_dir, a), (&b_dir, b)),
            Err(error) => Some(Err(error)),
        }
    }

    /// Renames, overwriting nothing.
    pub(super) fn rename_new(&mut self, from: &Spot, to: &Spot) -> io::Result<()> {
        #[cfg(test)]
        super::faults::note(|| format!("{} -> {}", shown(from), shown(to)));
        let ((from, old), (to, new)) = (self.step(from)?, self.step(to)?);
        system::rename_new((&from, old), (&to, new))
    }

    /// Renames over what is at `to`.
    pub(super) fn rename_over(&mut self, from: &Spot, to: &Spot) -> io::Result<()> {
        #[cfg(test)]
        super::faults::note(|| format!("{} => {}", shown(from), shown(to)));
        let ((from, old), (to, new)) = (self.step(from)?, self.step(to)?);
        from.rename(old, &to, new)
    }

    pub(super) fn remove_file(&mut self, spot: &Spot) -> io::Result<()> {
        #[cfg(test)]
        super::faults::note(|| format!("remove {}", shown(spot)));
        let (dir, name) = self.step(spot)?;
        dir.remove_file(name)
    }

    pub(super) fn remove_dir(&mut self, spot: &Spot) -> io::Result<()> {
        // Some systems do not remove a directory that is open.
        self.handles.forget(spot);
        let (dir, name) = self.step(spot)?;
        dir.remove_dir(name)
    }

    /// Removes anything but a directory, or an empty directory.
    pub(super) fn remove(&mut self, spot: &Spot) -> io::Result<()> {
        match self.remove_file(spot) {
            Err(error) if is_directory(&error) => self.remove_dir(spot),
            result => result,
        }
    }

    /// Makes a directory that is accessible to its owner alone.
    pub(super) fn create_private_dir(&mut self, spot: &Spot) -> io::Result<()> {
        let (dir, name) = self.step(spot)?;
        system::create_private_dir(&dir, name)
    }

    pub(super) fn create_dir(&mut self, spot: &Spot) -> io::Result<()> {
        let (dir, name) = self.step(spot)?;
        dir.create_dir(name)
    }

    /// Whether the directory at `spot` is empty.
    pub(super) fn is_empty_dir(&mut self, spot: &Spot) -> io::Result<bool> {
        let (dir, name) = self.at(spot)?;
        let dir = system::open_dir(&dir, name)?;
        Ok(dir.entries()?.next().is_none())
    }

    /// Brings the names in the directory at `folder` to the disk.
    pub(super) fn sync_dir(&mut self, folder: &Spot) -> io::Result<()> {
        #[cfg(any(test, feature = "faults"))]
        super::faults::next()?;
        #[cfg(test)]
        super::faults::note(|| format!("sync {}", shown(folder)));
        system::sync_dir(self.handles.dir(folder)?.as_ref())
    }

    /// Whether [`Self::sync_file_system`] does anything.
    pub(super) fn syncs_file_systems() -> bool {
        #[cfg(any(test, feature = "faults"))]
        if !super::faults::syncs_file_systems() {
            return false;
        }
        system::SYNCS_FILE_SYSTEMS
    }

    /// Brings everything written in a root's file system to the disk; `None` if the system cannot.
    pub(super) fn sync_file_system(&mut self, root: usize) -> Option<io::Result<()>> {
        #[cfg(any(test, feature = "faults"))]
        if let Err(error) = super::faults::next() {
            return Some(Err(error));
        }
        if !Self::syncs_file_systems() {
            return None;
        }
        match self.handles.dir(&Spot::of_root(root)) {
            Ok(dir) => system::sync_file_system(&dir),
            Err(error) => Some(Err(error)),
        }
    }

    fn at<'s>(&mut self, spot: &'s Spot) -> io::Result<(Arc<Dir>, &'s Path)> {
        let (dir, name) = self.handles.parent(spot)?;
        Ok((dir, as_path(name)?))
    }

    /// As [`Self::at`], for operations that change the disk.
    fn step<'s>(&mut self, spot: &'s Spot) -> io::Result<(Arc<Dir>, &'s Path)> {
        #[cfg(any(test, feature = "faults"))]
        super::faults::next()?;
        self.at(spot)
    }
}

/// The place as a trace shows it: `.` is the root, `@` its staging directory.
#[cfg(test)]
fn shown(spot: &Spot) -> String {
    let path = spot.path().to_string();
    if path.is_empty() { ".".to_owned() } else { path.replace(patch_apply::confine::STAGING, "@") }
}

/// Whether a directory was not reached because it does not exist, or something else is there.
pub(super) fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound || system::is_no_directory(error)
}

/// Whether removing a file failed because it is a directory; macOS reports that it is not
/// permitted.
fn is_directory(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::IsADirectory | io::ErrorKind::PermissionDenied)
}
