//! New contents on the disk, beside their targets.

use std::collections::HashMap;
use std::io::{self, Write};

use bstr::ByteSlice;
use cap_std::fs::{File, Metadata};

use super::disk::Disk;
use super::rollback::{Undo, UndoLog};
use crate::workspace::dir::system;
use crate::workspace::walk::{Last, locate};
use crate::workspace::{Effect, Permissions, Site, Spot, Sync, WorkspaceError, WorkspacePath};

/// Everything that can be prepared is; no file has changed.
///
/// Behind an error of the next phase the tree is as it was. A value that is dropped instead leaves
/// its temporary files.
#[derive(Debug)]
pub(super) struct Staged<'t, 'c> {
    pub(super) disk: Disk<'t>,
    pub(super) undo: UndoLog,
    pub(super) steps: Vec<Step<'c>>,
    pub(super) sync: Sync,
}

/// One change with what it needs.
#[derive(Debug)]
pub(super) struct Step<'c> {
    pub(super) site: Site<'c>,
    /// What stood there when it was checked.
    pub(super) old: Option<Metadata>,
    /// The temporary name of what shall stand there; `None` for a removal.
    pub(super) new: Option<Spot>,
}

/// Writes the new contents of all `sites` to temporary files.
///
/// # Errors
///
/// Of the system; the temporary files are gone again.
pub(super) fn stage<'t, 'c>(
    disk: Disk<'t>,
    sites: Vec<Site<'c>>,
    seen: HashMap<Spot, Metadata>,
    sync: Sync,
) -> Result<Staged<'t, 'c>, WorkspaceError> {
    let mut stage = Stage { disk, undo: UndoLog::default(), seen, sync };
    match sites.into_iter().map(|site| stage.step(site)).collect() {
        Ok(steps) => Ok(Staged { disk: stage.disk, undo: stage.undo, steps, sync }),
        Err(error) => Err(stage.undo.roll_back(&mut stage.disk, error)),
    }
}

struct Stage<'t> {
    disk: Disk<'t>,
    undo: UndoLog,
    seen: HashMap<Spot, Metadata>,
    sync: Sync,
}

impl Stage<'_> {
    fn step<'c>(&mut self, site: Site<'c>) -> Result<Step<'c>, WorkspaceError> {
        let new = match &site.change.effect {
            Effect::Remove => None,
            Effect::Symlink { target } => {
                let made = self.disk.symlink(&site.place.folder, target.as_bstr());
                let made =
                    made.map_err(|error| site.failed("cannot make a symbolic link", error))?;
                self.undo.push(Undo::RemoveFile(made.clone()));
                Some(made)
            }
            Effect::Write { contents, permissions } => {
                let model = permissions.like.as_ref().map(|like| self.model(like)).transpose()?;
                Some(self.write(&site, contents, permissions, model.as_ref())?)
            }
        };
        let old = self.seen.get(&site.spot).cloned();
        Ok(Step { site, old, new })
    }

    fn write(
        &mut self,
        site: &Site<'_>,
        contents: &[u8],
        permissions: &Permissions,
        model: Option<&Metadata>,
    ) -> Result<Spot, WorkspaceError> {
        let executable = permissions.executable;
        let made = self.disk.create(&site.place.folder, model.is_some(), executable == Some(true));
        let (spot, file) =
            made.map_err(|error| site.failed("cannot make a temporary file", error))?;
        self.undo.push(Undo::RemoveFile(spot.clone()));
        self.fill(file, contents, |file| match model {
            Some(model) => system::dress(file, model, executable),
            None => Ok(()),
        })
        .map_err(|error| site.failed("cannot write a temporary file", error))?;
        Ok(spot)
    }

    fn fill(
        &self,
        mut file: File,
        contents: &[u8],
        dress: impl FnOnce(&File) -> io::Result<()>,
    ) -> io::Result<()> {
        #[cfg(test)]
        super::faults::next()?;
        file.write_all(contents)?;
        dress(&file)?;
        match self.sync {
            Sync::Full => file.sync_all(),
            Sync::None => Ok(()),
        }
    }

    /// What is known of the file whose permissions carry over.
    fn model(&mut self, like: &WorkspacePath) -> Result<Metadata, WorkspaceError> {
        if let Some(metadata) = self.seen.get(&Spot::from(like)) {
            return Ok(metadata.clone());
        }
        let border = self.disk.handles().tree().border();
        let spot = locate(self.disk.handles(), border, like, Last::Keep)?.spot();
        match self.disk.metadata(&spot) {
            Ok(Some(metadata)) if metadata.is_file() => Ok(metadata),
            Ok(_) => Err(WorkspaceError::no_model(like)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(WorkspaceError::no_model(like))
            }
            Err(error) => Err(WorkspaceError::system(like.as_bstr(), "cannot look at it", error)),
        }
    }
}
