//! Changes names: the new files take their places, the old ones are kept aside.

use std::io;

use bstr::ByteSlice;
use cap_std::fs::Metadata;
use patch_apply::WorkspaceError;
use patch_apply::confine::{STAGING, Site, Spot};
use patch_parse::Code;

use super::area::{self, COMMITTED, JOURNAL, WRITING};
use super::disk::Disk;
use super::flush::Flush;
use super::journal::of_target;
use super::op::{Kind, Op};
use super::prepare::{Staged, put};
use super::program::{Task, is_single};
use super::step::Step;
use super::{settle, undo};
use crate::system;

/// Every change has taken effect. Only clearing up is left.
#[derive(Debug)]
pub(super) struct Committed<'t> {
    disk: Disk<'t>,
    roots: Vec<usize>,
    ops: Vec<Op>,
}

impl<'t> Staged<'t, '_> {
    /// Makes the changes take effect.
    ///
    /// # Errors
    ///
    /// `stale_file` for a file that changed since it was checked, `not_a_file` for a directory that
    /// contains more than the commit removes, `io_error`; the tree is as it was.
    pub(super) fn commit(self) -> Result<Committed<'t>, WorkspaceError> {
        let Self { disk, roots, steps, tasks, flush } = self;
        let begin = if is_single(&tasks) { Flush::Never } else { flush };
        let done = Vec::with_capacity(tasks.len());
        let mut commit = Commit { disk, roots: &roots, begin, flush, done };
        match commit.run(&steps, &tasks) {
            Ok(()) => {
                let ops = tasks.into_iter().map(|task| task.op).collect();
                Ok(Committed { disk: commit.disk, roots, ops })
            }
            Err(error) => Err(commit.take_back(error)),
        }
    }
}

impl Committed<'_> {
    /// Removes what was kept aside, and the directories that removals left empty, but never a root.
    ///
    /// No failure here matters: the tree is as it should be, and the next commit clears up whatever
    /// is left.
    pub(super) fn finish(mut self) {
        let _ = settle::clear_away(&mut self.disk, &self.roots, &self.ops);
    }
}

struct Commit<'t, 'r> {
    disk: Disk<'t>,
    roots: &'r [usize],
    /// How the journal is brought to the disk before the first step.
    begin: Flush,
    flush: Flush,
    /// The steps that were begun.
    done: Vec<Op>,
}

impl Commit<'_, '_> {
    fn run(&mut self, steps: &[Step<'_>], tasks: &[Task]) -> Result<(), WorkspaceError> {
        self.mark(WRITING, JOURNAL, self.begin)?;
        for task in tasks {
            if let Some(step) = steps.get(task.step) {
                self.perform(&task.op, step)?;
            }
        }
        self.sync(tasks).map_err(cannot_mark)?;
        self.mark(JOURNAL, COMMITTED, self.flush)
    }

    /// Renames the journal: its name shows how far the commit has come.
    fn mark(&mut self, from: &str, to: &str, flush: Flush) -> Result<(), WorkspaceError> {
        let Some(root) = self.roots.first().copied() else { return Ok(()) };
        self.disk
            .rename_new(&area::named(root, from), &area::named(root, to))
            .and_then(|()| flush.name(&mut self.disk, &area::spot(root)))
            .map_err(cannot_mark)
    }

    /// Brings every directory in which a name changed to the disk, except that of the journal: it
    /// follows when the journal gets its last name.
    fn sync(&mut self, tasks: &[Task]) -> io::Result<()> {
        let displaced = |folder: &Spot| {
            tasks.iter().any(|task| task.op.kind == Kind::Displace && task.op.at == *folder)
        };
        let changed = tasks.iter().filter_map(|task| task.op.at.parent());
        let areas = self.roots.iter().map(|root| area::spot(*root));
        let staged = tasks.iter().filter(|task| task.op.kind != Kind::MakeDir);
        let shards = staged.filter_map(|task| task.op.kept().parent());
        let of_journal = self.roots.first().map(|root| area::spot(*root));
        let folders = changed.filter(|folder| !displaced(folder)).chain(areas).chain(shards);
        let folders = folders.filter(|folder| Some(folder) != of_journal.as_ref());
        self.flush.names(&mut self.disk, self.roots, folders)
    }

    fn perform(&mut self, op: &Op, step: &Step<'_>) -> Result<(), WorkspaceError> {
        if op.kind != Kind::MakeDir {
            // Whether it had any effect can be read off the disk.
            self.done.push(op.clone());
        }
        let site = &step.site;
        match op.kind {
            Kind::Remove => {
                let moved = self.disk.rename_new(&op.at, &op.kept());
                moved.map_err(|error| site.failed("cannot remove it", error))?;
                unchanged(&mut self.disk, site, step.old.as_ref(), &op.kept())
            }
            Kind::Displace => self.displace(op, site),
            Kind::MakeDir => {
                let made = self.make_dir(op);
                made.map_err(|error| site.failed("cannot make its directory", error))
            }
            Kind::Create { .. } => place(&mut self.disk, op, site),
            Kind::Replace { .. } => {
                let kept = self.replace(op);
                let kept = kept.map_err(|error| site.failed("cannot replace it", error))?;
                unchanged(&mut self.disk, site, step.old.as_ref(), &kept)
            }
        }
    }

    /// Moves a directory away to make room for a file.
    fn displace(&mut self, op: &Op, site: &Site<'_>) -> Result<(), WorkspaceError> {
        let kept = op.kept();
        let emptied =
            self.disk.rename_new(&op.at, &kept).and_then(|()| self.disk.is_empty_dir(&kept));
        if emptied.map_err(|error| site.failed("cannot remove a directory", error))? {
            return Ok(());
        }
        let rule = "this is a directory, with more in it than the commit removes";
        Err(site.refuse(Code::NotAFile, rule))
    }

    /// A directory that somebody else made meanwhile is used, and stays theirs.
    fn make_dir(&mut self, op: &Op) -> io::Result<()> {
        match self.disk.create_dir(&op.at) {
            Ok(()) => {
                self.done.push(op.clone());
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Puts the new file in the place of the old one, and returns the name under which the old one
    /// is kept.
    ///
    /// Exchanging names does both at once. File systems that cannot exchange mostly have hard
    /// links; those with neither leave a moment in which the name does not exist.
    fn replace(&mut self, op: &Op) -> io::Result<Spot> {
        let new = op.fresh();
        if let Some(result) = self.disk.exchange(&new, &op.at) {
            return result.map(|()| new);
        }
        let kept = op.kept();
        if self.disk.keep(&op.at, &kept).is_ok() {
            self.disk.rename_over(&new, &op.at)?;
        } else {
            self.secure()?;
            self.disk.rename_new(&op.at, &kept)?;
            self.disk.rename_new(&new, &op.at)?;
        }
        Ok(kept)
    }

    /// Brings the journal to the disk as a file, if that was left out, before a step that is not
    /// atomic.
    fn secure(&mut self) -> io::Result<()> {
        if self.begin == self.flush {
            return Ok(());
        }
        if let Some(root) = self.roots.first() {
            let [writing, journal] = [WRITING, JOURNAL].map(|name| area::named(*root, name));
            if let Some(target) = self.disk.link(&journal)? {
                put(&mut self.disk, self.flush, &writing, &of_target(target.as_bstr()))?;
                self.disk.rename_over(&writing, &journal)?;
            }
        }
        let folders = self.roots.iter().flat_map(|root| [area::spot(*root), Spot::of_root(*root)]);
        self.flush.names(&mut self.disk, self.roots, folders)
    }

    /// The journal may already have its last name, and only have failed to reach the disk: recovery
    /// must not take restored files for committed ones.
    fn call_back(&mut self) -> Result<(), WorkspaceError> {
        let Some(root) = self.roots.first().copied() else { return Ok(()) };
        match self.disk.rename_new(&area::named(root, COMMITTED), &area::named(root, JOURNAL)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result
                .and_then(|()| self.flush.name(&mut self.disk, &area::spot(root)))
                .map_err(cannot_mark),
        }
    }

    /// Takes back every step that was begun, and returns the error that caused it.
    fn take_back(mut self, reason: WorkspaceError) -> WorkspaceError {
        let undone = self
            .call_back()
            .and_then(|()| undo::check(&mut self.disk, &self.done))
            .and_then(|()| undo::take_back(&mut self.disk, &self.done))
            .and_then(|()| settle::give_up(&mut self.disk, self.roots, &self.done, self.flush));
        not_made(reason, undone)
    }
}

/// Moves a new file to its place, where nothing may be.
pub(super) fn place(disk: &mut Disk<'_>, op: &Op, site: &Site<'_>) -> Result<(), WorkspaceError> {
    match disk.rename_new(&op.fresh(), &op.at) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(site.refuse(Code::StaleFile, "it came into being while the patch was applied"))
        }
        result => result.map_err(|error| site.failed("cannot put it in its place", error)),
    }
}

/// Detects a file that changed between the check, which found `old`, and now, after it is safe
/// under another name.
pub(super) fn unchanged(
    disk: &mut Disk<'_>,
    site: &Site<'_>,
    old: Option<&Metadata>,
    kept: &Spot,
) -> Result<(), WorkspaceError> {
    let now = disk.metadata(kept);
    match (now.map_err(|error| site.failed("cannot look at it", error))?, old) {
        (Some(now), Some(old)) if system::is_same(old, &now) => Ok(()),
        _ => Err(site.refuse(Code::StaleFile, "it changed while the patch was applied")),
    }
}

/// The reason why a commit was not made, after its steps were taken back.
///
/// What cannot be taken back now is left to recovery, together with the journal that it needs.
/// Whatever the reason, the result is then an `io_error`: the tree is not as it was.
pub(super) fn not_made(
    mut reason: WorkspaceError,
    undone: Result<(), WorkspaceError>,
) -> WorkspaceError {
    if let Err(error) = undone {
        reason.code = Code::IoError;
        reason.message = format!(
            "{}; and the old state could not be put back whole ({error}); recovery can try again",
            reason.message
        );
    }
    reason
}

pub(super) fn cannot_mark(error: io::Error) -> WorkspaceError {
    WorkspaceError::system(STAGING, "cannot bring the commit to the disk", error)
}
