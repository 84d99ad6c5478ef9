//! The steps that change the disk, one call of the system each.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use cap_std::fs::{Dir, File, Metadata};

use crate::workspace::Spot;
use crate::workspace::dir::{Handles, Tree, as_path, metadata, system};

/// How often a temporary name may turn out to be taken.
const ATTEMPTS: usize = 8;

/// The disk as one transaction sees it: places in, open directories inside.
#[derive(Debug)]
pub(super) struct Disk<'t> {
    handles: Handles<'t>,
}

impl<'t> Disk<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Self { handles: Handles::new(tree) }
    }

    /// The open directories, for looking.
    pub(super) fn handles(&mut self) -> &mut Handles<'t> {
        &mut self.handles
    }

    /// What is known of the file at `spot`; `None` when nothing stands there.
    pub(super) fn metadata(&mut self, spot: &Spot) -> io::Result<Option<Metadata>> {
        let (dir, name) = self.at(spot)?;
        metadata(&dir, name.as_bstr())
    }

    /// Creates a file under a new name in `folder`; see [`system::create`].
    pub(super) fn create(
        &mut self,
        folder: &Spot,
        like: bool,
        executable: bool,
    ) -> io::Result<(Spot, File)> {
        self.with_new_name(folder, |dir, name| {
            system::create(dir, as_path(name)?, like, executable)
        })
    }

    /// Makes a link to `target` under a new name in `folder`.
    pub(super) fn symlink(&mut self, folder: &Spot, target: &BStr) -> io::Result<Spot> {
        let target = as_path(target)?;
        self.with_new_name(folder, |dir, name| system::symlink(dir, target, as_path(name)?))
            .map(|(spot, ())| spot)
    }

    /// Gives the file at `spot` a new name in `folder`.
    pub(super) fn set_aside(&mut self, spot: &Spot, folder: &Spot) -> io::Result<Spot> {
        let (from, name) = self.step(spot)?;
        let renamed = |dir: &Dir, new: &BStr| {
            system::rename_new((&from, as_path(name.as_bstr())?), (dir, as_path(new)?))
        };
        self.with_new_name(folder, renamed).map(|(spot, ())| spot)
    }

    /// Gives the file at `spot` a second name in `folder`.
    pub(super) fn keep(&mut self, spot: &Spot, folder: &Spot) -> io::Result<Spot> {
        #[cfg(test)]
        if super::faults::means() == super::faults::Means::Move {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let (from, name) = self.step(spot)?;
        let linked =
            |dir: &Dir, new: &BStr| from.hard_link(as_path(name.as_bstr())?, dir, as_path(new)?);
        self.with_new_name(folder, linked).map(|(spot, ())| spot)
    }

    /// Exchanges what stands at two places; `None` where the file system cannot.
    pub(super) fn exchange(&mut self, a: &Spot, b: &Spot) -> Option<io::Result<()>> {
        #[cfg(test)]
        if super::faults::means() != super::faults::Means::Exchange {
            return None;
        }
        let ends = self.step(a).and_then(|a| Ok((a, self.step(b)?)));
        let ((a_dir, a_name), (b_dir, b_name)) = match ends {
            Ok(ends) => ends,
            Err(error) => return Some(Err(error)),
        };
        match (as_path(a_name.as_bstr()), as_path(b_name.as_bstr())) {
            (Ok(a), Ok(b)) => system::exchange((&a_dir, a), (&b_dir, b)),
            (Err(error), _) | (_, Err(error)) => Some(Err(error)),
        }
    }

    /// Renames, overwriting nothing.
    pub(super) fn rename_new(&mut self, from: &Spot, to: &Spot) -> io::Result<()> {
        let ((from, old), (to, new)) = (self.step(from)?, self.step(to)?);
        system::rename_new((&from, as_path(old.as_bstr())?), (&to, as_path(new.as_bstr())?))
    }

    /// Renames over what stands at `to`.
    pub(super) fn rename_over(&mut self, from: &Spot, to: &Spot) -> io::Result<()> {
        let ((from, old), (to, new)) = (self.step(from)?, self.step(to)?);
        from.rename(as_path(old.as_bstr())?, &to, as_path(new.as_bstr())?)
    }

    pub(super) fn remove_file(&mut self, spot: &Spot) -> io::Result<()> {
        let (dir, name) = self.step(spot)?;
        dir.remove_file(as_path(name.as_bstr())?)
    }

    pub(super) fn remove_dir(&mut self, spot: &Spot) -> io::Result<()> {
        let (dir, name) = self.step(spot)?;
        dir.remove_dir(as_path(name.as_bstr())?)
    }

    pub(super) fn create_dir(&mut self, spot: &Spot) -> io::Result<()> {
        let (dir, name) = self.step(spot)?;
        dir.create_dir(as_path(name.as_bstr())?)
    }

    /// Whether the directory at `spot` holds nothing.
    pub(super) fn is_empty_dir(&mut self, spot: &Spot) -> io::Result<bool> {
        let (dir, name) = self.at(spot)?;
        let dir = system::open_dir(&dir, as_path(name.as_bstr())?)?;
        Ok(dir.entries()?.next().is_none())
    }

    /// Brings the names in the directory at `folder` to the disk.
    pub(super) fn sync_dir(&mut self, folder: &Spot) -> io::Result<()> {
        #[cfg(test)]
        super::faults::next()?;
        system::sync_dir(self.handles.dir(folder)?.as_ref())
    }

    fn at(&mut self, spot: &Spot) -> io::Result<(Arc<Dir>, BString)> {
        let (folder, name) = spot.split();
        Ok((self.handles.dir(&folder)?, name.into()))
    }

    /// As [`Self::at`], for what changes the disk.
    fn step(&mut self, spot: &Spot) -> io::Result<(Arc<Dir>, BString)> {
        #[cfg(test)]
        super::faults::next()?;
        self.at(spot)
    }

    /// Makes something in `folder` under a name that nobody else can know beforehand.
    fn with_new_name<T>(
        &mut self,
        folder: &Spot,
        make: impl Fn(&Dir, &BStr) -> io::Result<T>,
    ) -> io::Result<(Spot, T)> {
        #[cfg(test)]
        super::faults::next()?;
        let dir = self.handles.dir(folder)?;
        for _ in 0..ATTEMPTS {
            let name = temporary_name();
            match make(&dir, name.as_bstr()) {
                Ok(result) => return Ok((folder.child(&name), result)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

/// A name that cannot be guessed: the keys of the standard hasher are random.
fn temporary_name() -> BString {
    let token = RandomState::new().hash_one(0_u8);
    format!(".acp-patch-{token:016x}.tmp").into()
}
