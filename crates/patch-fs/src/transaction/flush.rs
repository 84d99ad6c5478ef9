//! Decides when written data reaches the disk.

use std::collections::BTreeSet;
use std::io;

use cap_std::fs::File;
use patch_apply::Durability;
use patch_apply::confine::Spot;

use super::disk::{Disk, is_missing};

/// Up to this many changes are synced one by one: bringing a whole file system to the disk also
/// waits for what other processes wrote.
const FEW: usize = 16;

fn few() -> usize {
    #[cfg(any(test, feature = "faults"))]
    if super::faults::many() {
        return 1;
    }
    FEW
}

/// How a commit is brought to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flush {
    /// When the system chooses.
    Never,
    /// Every file and every directory by itself.
    Each,
    /// The whole file system at once.
    Together,
}

impl Flush {
    pub(super) fn of(durability: Durability, changes: usize) -> Self {
        match durability {
            Durability::None => Self::Never,
            Durability::Full if changes > few() && Disk::syncs_file_systems() => Self::Together,
            Durability::Full => Self::Each,
        }
    }

    /// After a file was written.
    pub(super) fn contents(self, file: &File) -> io::Result<()> {
        match self {
            Self::Each => {
                #[cfg(test)]
                super::faults::note(|| "sync a file".to_owned());
                file.sync_all()
            }
            Self::Never | Self::Together => Ok(()),
        }
    }

    /// After names changed in `folders`, which lie in `roots`; and, if all is synced at once, after
    /// files were written.
    pub(super) fn names(
        self,
        disk: &mut Disk<'_>,
        roots: &[usize],
        folders: impl Iterator<Item = Spot>,
    ) -> io::Result<()> {
        match self {
            Self::Never => Ok(()),
            Self::Each => {
                let folders: BTreeSet<Spot> = folders.collect();
                folders.iter().try_for_each(|folder| disk.sync_dir(folder))
            }
            Self::Together => {
                let mut synced = roots.iter().filter_map(|root| disk.sync_file_system(*root));
                synced.try_for_each(|result| result)
            }
        }
    }

    /// After names in `folders`, which lie in `roots`, were put back; folders that no longer exist
    /// need nothing.
    pub(super) fn put_back(
        self,
        disk: &mut Disk<'_>,
        roots: &[usize],
        folders: impl Iterator<Item = Spot>,
    ) -> io::Result<()> {
        if self == Self::Never {
            return Ok(());
        }
        let mut at_once = true;
        for root in roots {
            match disk.sync_file_system(*root) {
                Some(synced) => synced?,
                None => at_once = false,
            }
        }
        if at_once {
            return Ok(());
        }
        let folders: BTreeSet<Spot> = folders.collect();
        folders.iter().try_for_each(|folder| match disk.sync_dir(folder) {
            Err(error) if is_missing(&error) => Ok(()),
            result => result,
        })
    }

    /// After one name changed in one directory.
    pub(super) fn name(self, disk: &mut Disk<'_>, folder: &Spot) -> io::Result<()> {
        match self {
            Self::Never => Ok(()),
            Self::Each | Self::Together => disk.sync_dir(folder),
        }
    }
}
