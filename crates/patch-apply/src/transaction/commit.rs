//! Names change: the new files take their places, the old ones are kept aside.

use std::collections::BTreeSet;
use std::io;

use patch_parse::Code;

use super::disk::Disk;
use super::prepare::{Staged, Step};
use super::rollback::{Undo, UndoLog};
use super::shape::Shape;
use crate::workspace::dir::system;
use crate::workspace::{Site, Spot, Sync, WorkspaceError};

/// Every change has taken effect. What is left is to clear away.
#[derive(Debug)]
pub(super) struct Committed<'t> {
    disk: Disk<'t>,
    litter: Litter,
}

/// What a commit leaves to clear away.
#[derive(Debug, Default)]
struct Litter {
    /// Old files and links under temporary names.
    files: Vec<Spot>,
    /// Old directories under temporary names, the deepest first.
    folders: Vec<Spot>,
    /// Directories that may be empty now.
    emptied: BTreeSet<Spot>,
}

impl<'t> Staged<'t, '_> {
    /// Lets the changes take effect.
    ///
    /// # Errors
    ///
    /// `stale_file` for a file that changed since it was checked, `not_a_file` for a directory that
    /// holds more than the commit removes, `io_error`; the tree is as it was.
    pub(super) fn commit(self) -> Result<Committed<'t>, WorkspaceError> {
        let shape = Shape::of(&self.steps);
        let mut commit =
            Commit { disk: self.disk, undo: self.undo, shape, litter: Litter::default() };
        match commit.run(&self.steps, self.sync) {
            Ok(()) => Ok(Committed { disk: commit.disk, litter: commit.litter }),
            Err(error) => Err(commit.undo.roll_back(&mut commit.disk, error)),
        }
    }
}

impl Committed<'_> {
    /// Clears away what was kept aside, and the directories that removals left empty, never a root.
    ///
    /// Nothing here can fail in a way that matters: the tree is what was asked for.
    pub(super) fn finish(mut self) {
        for file in &self.litter.files {
            let _ = self.disk.remove_file(file);
        }
        for folder in &self.litter.folders {
            let _ = self.disk.remove_dir(folder);
        }
        while let Some(folder) = self.litter.emptied.pop_last() {
            if self.disk.remove_dir(&folder).is_ok() {
                self.litter.emptied.extend(folder.parent().filter(|parent| !parent.is_root()));
            }
        }
    }
}

struct Commit<'t> {
    disk: Disk<'t>,
    undo: UndoLog,
    shape: Shape,
    litter: Litter,
}

impl Commit<'_> {
    fn run(&mut self, steps: &[Step<'_>], sync: Sync) -> Result<(), WorkspaceError> {
        let (first, later): (Vec<&Step<'_>>, Vec<_>) = steps
            .iter()
            .filter(|step| step.site.is_removal())
            .partition(|step| self.shape.blocks(&step.site));
        first.into_iter().try_for_each(|step| self.remove(step))?;
        self.displace(steps)?;
        for step in steps {
            if let Some(new) = &step.new {
                self.write(step, new)?;
            }
        }
        later.into_iter().try_for_each(|step| self.remove(step))?;
        match sync {
            Sync::Full => self.sync(steps),
            Sync::None => Ok(()),
        }
    }

    fn remove(&mut self, step: &Step<'_>) -> Result<(), WorkspaceError> {
        let site = &step.site;
        let Some(old) = &step.old else { return Ok(()) };
        let aside = self.set_aside(&site.spot);
        let aside = aside.map_err(|error| site.failed("cannot remove it", error))?;
        self.litter.files.push(aside.clone());
        self.unchanged(site, &aside, old)?;
        let folder = site.spot.parent().filter(|folder| !folder.is_root());
        self.litter.emptied.extend(folder.filter(|folder| !self.shape.displaced.contains(folder)));
        Ok(())
    }

    fn set_aside(&mut self, spot: &Spot) -> io::Result<Spot> {
        let aside = self.disk.set_aside(spot, &self.shape.shelter(spot))?;
        self.undo.push(Undo::MoveBack { from: aside.clone(), to: spot.clone() });
        Ok(aside)
    }

    /// Moves the directories away in whose place a file shall stand, the deepest first.
    fn displace(&mut self, steps: &[Step<'_>]) -> Result<(), WorkspaceError> {
        for folder in self.shape.displaced.clone().into_iter().rev() {
            let written =
                |step: &&Step<'_>| step.site.spot == folder || folder.is_below(&step.site.spot);
            let Some(step) = steps.iter().filter(|step| step.new.is_some()).find(written) else {
                continue;
            };
            let emptied = self.set_aside(&folder).and_then(|aside| {
                self.litter.folders.push(aside.clone());
                self.disk.is_empty_dir(&aside)
            });
            if !emptied.map_err(|error| step.site.failed("cannot remove a directory", error))? {
                let rule = "a directory stands here, with more in it than the commit removes";
                return Err(step.site.refuse(Code::NotAFile, rule));
            }
        }
        Ok(())
    }

    fn write(&mut self, step: &Step<'_>, new: &Spot) -> Result<(), WorkspaceError> {
        let site = &step.site;
        self.make_folders(site).map_err(|error| site.failed("cannot make its directory", error))?;
        let old = step.old.as_ref().filter(|old| !old.is_dir());
        match old {
            None => self.place(site, new),
            Some(old) => {
                let kept = self.replace(&site.spot, new);
                let kept = kept.map_err(|error| site.failed("cannot replace it", error))?;
                self.litter.files.push(kept.clone());
                self.unchanged(site, &kept, old)
            }
        }
    }

    fn make_folders(&mut self, site: &Site<'_>) -> io::Result<()> {
        for folder in site.place.missing_folders() {
            if self.disk.handles().is_open(&folder) {
                continue;
            }
            match self.disk.create_dir(&folder) {
                Ok(()) => self.undo.push(Undo::RemoveDir(folder)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn place(&mut self, site: &Site<'_>, new: &Spot) -> Result<(), WorkspaceError> {
        match self.disk.rename_new(new, &site.spot) {
            Ok(()) => {
                self.undo.push(Undo::MoveBack { from: site.spot.clone(), to: new.clone() });
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(site.refuse(Code::StaleFile, "it came into being while the patch was applied"))
            }
            Err(error) => Err(site.failed("cannot put it in its place", error)),
        }
    }

    /// Puts `new` in the place of what stands at `spot`, and gives the name under which that is
    /// kept.
    ///
    /// Exchanging names does both at once. File systems that cannot exchange mostly have hard
    /// links; those that have neither leave a moment in which nothing stands there.
    fn replace(&mut self, spot: &Spot, new: &Spot) -> io::Result<Spot> {
        match self.disk.exchange(new, spot) {
            Some(Ok(())) => {
                self.undo.push(Undo::Exchange(new.clone(), spot.clone()));
                Ok(new.clone())
            }
            Some(Err(error)) => Err(error),
            None => self.replace_by_steps(spot, new),
        }
    }

    fn replace_by_steps(&mut self, spot: &Spot, new: &Spot) -> io::Result<Spot> {
        let (folder, _) = spot.split();
        let Ok(kept) = self.disk.keep(spot, &folder) else {
            let aside = self.set_aside(spot)?;
            self.disk.rename_new(new, spot)?;
            self.undo.push(Undo::MoveBack { from: spot.clone(), to: new.clone() });
            return Ok(aside);
        };
        self.undo.push(Undo::RemoveFile(kept.clone()));
        self.disk.rename_over(new, spot)?;
        self.undo.push(Undo::Restore { from: kept.clone(), to: spot.clone() });
        Ok(kept)
    }

    /// Notices a file that changed between the check and now, when it is safe under another name.
    fn unchanged(
        &mut self,
        site: &Site<'_>,
        kept: &Spot,
        old: &cap_std::fs::Metadata,
    ) -> Result<(), WorkspaceError> {
        match self.disk.metadata(kept) {
            Ok(Some(now)) if system::is_same(old, &now) => Ok(()),
            Ok(_) => Err(site.refuse(Code::StaleFile, "it changed while the patch was applied")),
            Err(error) => Err(site.failed("cannot look at it", error)),
        }
    }

    /// Brings every directory in which a name changed to the disk.
    fn sync(&mut self, steps: &[Step<'_>]) -> Result<(), WorkspaceError> {
        let mut done = BTreeSet::new();
        for step in steps {
            let site = &step.site;
            let made = site.place.missing_folders().chain([site.place.folder.clone()]);
            let shelter = self.shape.shelter(&site.spot);
            for folder in
                made.chain([shelter]).filter(|folder| !self.shape.displaced.contains(folder))
            {
                if done.insert(folder.clone()) {
                    let synced = self.disk.sync_dir(&folder);
                    synced.map_err(|error| site.failed("cannot sync its directory", error))?;
                }
            }
        }
        Ok(())
    }
}
