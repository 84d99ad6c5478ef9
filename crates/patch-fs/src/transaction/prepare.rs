//! Writes new contents and the journal to the disk; no file has changed yet.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};

use bstr::ByteSlice;
use cap_std::fs::{File, Metadata};
use foldhash::fast::RandomState;
use patch_apply::confine::{Last, STAGING, Site, Spot, locate};
use patch_apply::{Contents, Durability, Effect, Permissions, WorkspaceError, WorkspacePath};

use super::area::{self, PART_OF, WRITING};
use super::disk::Disk;
use super::flush::Flush;
use super::journal::{Journal, seal, to_target};
use super::op::{Content, Fresh, Op};
use super::program::{Task, is_single, program};
use super::step::Step;
use crate::share::in_parts;
use crate::survey::Known;
use crate::system;
use crate::system::Seen;

/// Everything is prepared; no file has changed.
///
/// If the next phase fails, the tree is as it was. If the value is dropped instead, its staging
/// directories stay, and the next commit removes them.
#[derive(Debug)]
pub(super) struct Staged<'t, 'c> {
    pub(super) disk: Disk<'t>,
    /// The roots that take part; the first one contains the journal.
    pub(super) roots: Vec<usize>,
    pub(super) steps: Vec<Step<'c>>,
    pub(super) tasks: Vec<Task>,
    pub(super) flush: Flush,
}

/// Writes the new contents of all `sites` to the staging directories, and the journal.
///
/// # Errors
///
/// Those of the system; the staging directories are removed again.
pub(super) fn stage<'t, 'c>(
    disk: Disk<'t>,
    sites: Vec<Site<'c>>,
    seen: &Known,
    durability: Durability,
) -> Result<Staged<'t, 'c>, WorkspaceError> {
    let roots: BTreeSet<usize> = sites.iter().map(|site| site.place.spot.root()).collect();
    let roots: Vec<usize> = roots.into_iter().collect();
    let flush = Flush::of(durability, sites.len());
    let mut stage = Stage { disk, flush };
    match stage.run(sites, &roots, seen) {
        Ok((steps, tasks)) => Ok(Staged { disk: stage.disk, roots, steps, tasks, flush }),
        Err(error) => {
            let mut is_gone = true;
            for root in roots {
                is_gone &= abandon(&mut stage.disk, root).is_ok();
            }
            Err(if is_gone { error } else { left_over(error) })
        }
    }
}

/// The reason why nothing was done, when not everything that was prepared could be removed. The
/// next commit removes it, since there is no journal.
pub(super) fn left_over(mut reason: WorkspaceError) -> WorkspaceError {
    reason.message.push_str(
        "; and what was prepared could not be cleared away, which recovery can try again",
    );
    reason
}

fn abandon(disk: &mut Disk<'_>, root: usize) -> io::Result<()> {
    match area::Contents::of(disk, root)? {
        Some(contents) => area::clear(disk, root, &contents),
        None => Ok(()),
    }
}

struct Stage<'t> {
    disk: Disk<'t>,
    flush: Flush,
}

impl Stage<'_> {
    fn run<'c>(
        &mut self,
        sites: Vec<Site<'c>>,
        roots: &[usize],
        seen: &Known,
    ) -> Result<(Vec<Step<'c>>, Vec<Task>), WorkspaceError> {
        let numbered: Vec<(usize, &Site<'c>)> = sites.iter().enumerate().collect();
        let shards =
            area::shards(numbered.iter().map(|(number, site)| (site.place.spot.root(), *number)));
        self.open_areas(roots, &shards).map_err(cannot_stage)?;
        let parts = in_parts(&numbered, |part| {
            let mut writer = Writer::new(self.disk.for_thread(), self.flush, seen);
            let spot =
                |number: usize, site: &Site<'_>| Op::staged_fresh(number, site.place.spot.root());
            part.iter().map(|(number, site)| writer.stage(&spot(*number, site), site)).collect()
        });
        let fresh: Vec<Vec<_>> = parts.into_iter().collect::<Result<_, WorkspaceError>>()?;
        let staged = sites.into_iter().zip(fresh.into_iter().flatten());
        let old = |site: &Site<'_>| seen.get(&site.place.spot).map(|seen| seen.metadata.clone());
        let step = |(site, fresh)| Step { old: old(&site), site, fresh };
        let steps: Vec<_> = staged.map(step).collect();
        let tasks = program(&steps);
        self.write_journal(roots, shards, &tasks).map_err(cannot_stage)?;
        Ok((steps, tasks))
    }

    fn open_areas(&mut self, roots: &[usize], shards: &BTreeSet<Spot>) -> io::Result<()> {
        let names: Vec<_> =
            roots.iter().map(|root| self.disk.handles().tree().border().name_of(*root)).collect();
        for root in roots {
            self.disk.create_private_dir(&area::spot(*root))?;
        }
        shards.iter().try_for_each(|shard| self.disk.create_private_dir(shard))?;
        // Open from here on, also for the threads that write.
        for root in roots {
            let area = self.disk.handles().dir(&area::spot(*root))?.dir_metadata()?;
            let root = self.disk.handles().dir(&Spot::of_root(*root))?.dir_metadata()?;
            if !system::is_trusted(&area, &root) {
                return Err(io::Error::other("it was replaced by that of another user"));
            }
        }
        let Some((first, others)) = names.first().zip(roots.get(1..)) else { return Ok(()) };
        for root in others {
            self.put(&area::named(*root, PART_OF), &seal(first.to_vec()))?;
        }
        Ok(())
    }

    /// Nothing may happen before the journal and everything it refers to are on the disk; its own
    /// directory follows when it gets the name under which it takes effect. A single step is atomic
    /// with its file alone.
    fn write_journal(
        &mut self,
        roots: &[usize],
        shards: BTreeSet<Spot>,
        tasks: &[Task],
    ) -> io::Result<()> {
        let border = self.disk.handles().tree().border();
        let journal = Journal::new(border, roots, tasks.iter().map(|task| task.op.clone()));
        let Some(first) = roots.first() else { return Ok(()) };
        let (spot, journal) = (area::named(*first, WRITING), journal.encode());
        if is_single(tasks) {
            return put_single(&mut self.disk, self.flush, &spot, &journal);
        }
        self.put(&spot, &journal)?;
        let areas = roots.iter().skip(1).map(|root| area::spot(*root));
        let folders = areas.chain(shards).chain(roots.iter().map(|root| Spot::of_root(*root)));
        self.flush.names(&mut self.disk, roots, folders)
    }

    fn put(&mut self, spot: &Spot, contents: &[u8]) -> io::Result<()> {
        put(&mut self.disk, self.flush, spot, contents)
    }
}

/// Writes the journal of a single step: as a link, which needs no waiting for the disk, where it
/// can be one. If nothing waits for the disk, a file is the cheaper of the two to remove.
pub(super) fn put_single(
    disk: &mut Disk<'_>,
    flush: Flush,
    spot: &Spot,
    journal: &[u8],
) -> io::Result<()> {
    let target = to_target(journal).filter(|_| flush != Flush::Never);
    if target.is_some_and(|target| disk.symlink(spot, target.as_bstr()).is_ok()) {
        return Ok(());
    }
    put(disk, flush, spot, journal)
}

/// Writes a file of the commit itself.
pub(super) fn put(
    disk: &mut Disk<'_>,
    flush: Flush,
    spot: &Spot,
    contents: &[u8],
) -> io::Result<()> {
    let private = Permissions { bits: Some(0o600), ..Permissions::default() };
    let file = disk.create(spot, &private)?;
    fill(file, contents, flush, |_| Ok(()))
}

fn fill(
    mut file: File,
    contents: &[u8],
    flush: Flush,
    dress: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    #[cfg(any(test, feature = "faults"))]
    super::faults::half_written(&mut file, contents)?;
    file.write_all(contents)?;
    dress(&file)?;
    flush.contents(&file)
}

fn number(file: &Metadata) -> Option<u64> {
    system::file_id(file).map(|id| id.1)
}

/// Writes new contents, on one thread of several.
pub(super) struct Writer<'s, 't> {
    disk: Disk<'t>,
    seen: &'s Known,
    flush: Flush,
    /// The group that new files in a directory get, if the directory determines it.
    groups: HashMap<Spot, Option<u32>, RandomState>,
    /// The group and attributes that a file staged in a root has from the start.
    born: HashMap<usize, Option<system::Born>, RandomState>,
}

impl<'s, 't> Writer<'s, 't> {
    pub(super) fn new(disk: Disk<'t>, flush: Flush, seen: &'s Known) -> Self {
        Self { disk, seen, flush, groups: HashMap::default(), born: HashMap::default() }
    }

    /// What is staged at `spot` for a change; `None` for a removal.
    pub(super) fn stage(
        &mut self,
        spot: &Spot,
        site: &Site<'_>,
    ) -> Result<Option<Fresh>, WorkspaceError> {
        match &site.change.effect {
            Effect::Remove => Ok(None),
            Effect::Symlink { target, .. } => {
                let made = self.disk.symlink(spot, target.as_bstr());
                let made = made.and_then(|()| self.disk.metadata(spot));
                let made =
                    made.map_err(|error| site.failed("cannot make a symbolic link", error))?;
                let content = Content::of_link(target.as_bstr());
                Ok(Some(Fresh { content, file: made.as_ref().and_then(number) }))
            }
            Effect::Write { contents, permissions } => {
                self.file(spot, site, contents, permissions).map(Some)
            }
        }
    }

    /// Stages a file.
    pub(super) fn file(
        &mut self,
        spot: &Spot,
        site: &Site<'_>,
        contents: &Contents,
        permissions: &Permissions,
    ) -> Result<Fresh, WorkspaceError> {
        let model = permissions.like.as_ref().map(|like| self.model(like)).transpose()?;
        let written = self.write(site, spot, contents, permissions, model.as_ref());
        let file = written.map_err(|error| site.failed("cannot write a temporary file", error))?;
        Ok(Fresh { content: Content::File(contents.hash()), file })
    }

    fn write(
        &mut self,
        site: &Site<'_>,
        spot: &Spot,
        contents: &[u8],
        permissions: &Permissions,
        model: Option<&Seen>,
    ) -> io::Result<Option<u64>> {
        let group = match model {
            None => self.inherited_group(&site.place.folder)?,
            Some(_) => None,
        };
        let file = self.disk.create(spot, permissions)?;
        let mut born = self.born.remove(&spot.root()).flatten();
        let mut file_number = None;
        let filled = fill(file, contents, self.flush, |file| {
            file_number = number(&file.metadata()?);
            if let Some(group) = group {
                system::give_to_group(file, group);
            }
            model.map_or(Ok(()), |model| system::dress(file, model, permissions, &mut born))
        });
        self.born.insert(spot.root(), born);
        filled.map(|()| file_number)
    }

    /// A staged file is not created in the directory that it goes to.
    fn inherited_group(&mut self, folder: &Spot) -> io::Result<Option<u32>> {
        if let Some(group) = self.groups.get(folder) {
            return Ok(*group);
        }
        let root = self.disk.handles().dir(&Spot::of_root(folder.root()))?;
        let group = system::inherited_group(&*self.disk.handles().dir(folder)?, &root)?;
        self.groups.insert(folder.clone(), group);
        Ok(group)
    }

    /// What is known of the file whose permissions carry over.
    fn model(&mut self, like: &WorkspacePath) -> Result<Seen, WorkspaceError> {
        if let Some(seen) = self.seen.get(&Spot::from(like)) {
            return Ok(seen.clone());
        }
        let border = self.disk.handles().tree().border();
        let spot = locate(self.disk.handles(), border, like, Last::Keep)?.spot;
        match self.disk.seen(&spot) {
            Ok(Some(seen)) => Ok(seen),
            Ok(None) => Err(WorkspaceError::no_model(like.as_bstr())),
            Err(error) => Err(WorkspaceError::system(like.as_bstr(), "cannot look at it", error)),
        }
    }
}

pub(super) fn cannot_stage(error: io::Error) -> WorkspaceError {
    WorkspaceError::system(STAGING, "cannot stage the new contents", error)
}
