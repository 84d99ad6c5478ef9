//! A commit that writes one file, as most do: without a directory, and in fewer steps.
//!
//! A new file is staged ([`area::single_file`]) and then moved to its place, where nothing may be. That
//! needs no journal. If a file is replaced:
//!
//! 1. The new one is staged, then the journal is written.
//! 2. The two exchange their names, completely or not at all, and the one that was replaced is
//!    compared with the one that was checked.
//! 3. The journal is removed: from here on the change stays.
//! 4. The file that was replaced is removed.
//!
//! As long as there is a journal, recovery takes an exchange back: nobody knows whether the file
//! that was replaced is the one that was checked. A journal that is not whole, or is there without
//! the file, is of a commit that had not come so far, or a power failure has left part of what is
//! complete by itself.
//!
//! Where the root is more open to others than a folder on the way to the file, this is not done: the
//! staging directory is private.

use std::io;
use std::slice;

use cap_std::fs::Metadata;
use patch_apply::confine::{Site, Spot};
use patch_apply::{Contents, Durability, Effect, Permissions, WorkspaceError};

use super::area;
use super::commit::{cannot_mark, not_made, place, unchanged};
use super::disk::Disk;
use super::flush::Flush;
use super::journal::Journal;
use super::op::{Fresh, Kind, Op};
use super::prepare::{Writer, cannot_stage, left_over, put_single};
use super::{settle, undo};
use crate::survey::Known;
use crate::system;

/// Makes a change that writes a file where there is one or nothing. Returns whether it did: all other
/// changes, and that of a file which the file system does not exchange, go the longer way.
///
/// # Errors
///
/// `stale_file` for a file that changed since it was checked, `io_error`; the tree is as it was.
pub(super) fn write(
    disk: &mut Disk<'_>,
    site: &Site<'_>,
    seen: &Known,
    durability: Durability,
) -> Result<bool, WorkspaceError> {
    let Effect::Write { contents, permissions } = &site.change.effect else { return Ok(false) };
    let old = match seen.get(&site.place.spot) {
        Some(old) if old.metadata.is_file() && system::EXCHANGES => Some(&old.metadata),
        None if site.place.is_reached() => None,
        _ => return Ok(false),
    };
    // To learn what the umask leaves takes a moment in which a file has it, in a private directory.
    let is_never_open = permissions.like.is_none() || permissions.bits.is_none();
    if !is_never_open || !is_as_safe_in_root(disk, &site.place.spot) {
        return Ok(false);
    }
    let mut single = Single { disk, site, old, flush: Flush::of(durability, 1) };
    match single.stage(contents, permissions, seen) {
        Ok(op) => single.commit(&op),
        Err(reason) => {
            let cleared = clear(single.disk, site.place.spot.root(), Flush::Never);
            Err(if cleared.is_ok() { reason } else { left_over(reason) })
        }
    }
}

/// Whether a file is as safe from others in the root as in its place: they may enter and change
/// every folder on the way to it, if they may the root.
fn is_as_safe_in_root(disk: &mut Disk<'_>, place: &Spot) -> bool {
    let mut look = |folder: &Spot| disk.handles().dir(folder)?.dir_metadata();
    let Ok(root) = look(&Spot::of_root(place.root())) else { return false };
    let mut folders = place.ancestors().filter(|folder| !folder.is_root());
    folders.all(|folder| look(&folder).is_ok_and(|folder| system::is_as_open(&folder, &root)))
}

struct Single<'d, 't, 'c> {
    disk: &'d mut Disk<'t>,
    site: &'d Site<'c>,
    /// The file that is replaced.
    old: Option<&'d Metadata>,
    flush: Flush,
}

impl Single<'_, '_, '_> {
    fn stage(
        &mut self,
        contents: &Contents,
        permissions: &Permissions,
        seen: &Known,
    ) -> Result<Op, WorkspaceError> {
        let at = self.site.place.spot.clone();
        let root = at.root();
        let mut writer = Writer::new(self.disk.for_thread(), self.flush, seen);
        let staged = area::single_file(root);
        let Fresh { content, file } = writer.file(&staged, self.site, contents, permissions)?;
        if self.old.is_none() {
            return Ok(Op { number: None, at, kind: Kind::Create { content } });
        }
        let op = Op { number: None, at, kind: Kind::Replace { content, file } };
        let border = self.disk.handles().tree().border();
        let journal = Journal::new(border, &[root], [op.clone()].into_iter()).encode();
        put_single(self.disk, self.flush, &area::single_journal(root), &journal)
            .map_err(cannot_stage)?;
        Ok(op)
    }

    fn commit(mut self, op: &Op) -> Result<bool, WorkspaceError> {
        match self.make(op) {
            Ok(is_made) => {
                if self.old.is_some() && is_made {
                    // No failure here matters: the next commit clears up.
                    let _ = self.disk.remove_file(&op.fresh());
                }
                Ok(is_made)
            }
            Err(reason) => Err(not_made(reason, take_back(self.disk, op, self.flush))),
        }
    }

    fn make(&mut self, op: &Op) -> Result<bool, WorkspaceError> {
        let Some(old) = self.old else {
            place(self.disk, op, self.site)?;
            self.conclude(op)?;
            return Ok(true);
        };
        let Some(exchanged) = self.disk.exchange(&op.fresh(), &op.at) else {
            let cleared = clear(self.disk, op.at.root(), Flush::Never);
            return cleared.map(|()| false).map_err(cannot_stage);
        };
        exchanged.map_err(|error| self.site.failed("cannot replace it", error))?;
        unchanged(self.disk, self.site, Some(old), &op.fresh())?;
        let removed = self.disk.remove_file(&area::single_journal(op.at.root()));
        removed.map_err(cannot_mark)?;
        self.conclude(op)?;
        Ok(true)
    }

    /// Makes the change last. On the disk, it and the end of its journal may come in any order: with
    /// either alone the file is whole, old or new.
    fn conclude(&mut self, op: &Op) -> Result<(), WorkspaceError> {
        let root = op.at.root();
        let folders = op.at.parent().into_iter().chain([Spot::of_root(root)]);
        self.flush.names(self.disk, &[root], folders).map_err(cannot_mark)
    }
}

/// Puts back what was there before, and removes what was staged.
///
/// # Errors
///
/// `stale_file` if somebody changed the file since; `io_error`.
pub(super) fn take_back(disk: &mut Disk<'_>, op: &Op, flush: Flush) -> Result<(), WorkspaceError> {
    let (root, ops) = (op.at.root(), slice::from_ref(op));
    undo::check(disk, ops)?;
    undo::take_back(disk, ops)?;
    let put_back = flush.put_back(disk, &[root], op.at.parent().into_iter());
    put_back.and_then(|()| clear(disk, root, flush)).map_err(settle::failed)
}

/// Removes the journal and then the staged file, where they exist. Without the file a journal says
/// nothing, but with a journal the file would be put back.
pub(super) fn clear(disk: &mut Disk<'_>, root: usize, flush: Flush) -> io::Result<()> {
    remove_if_there(disk, &area::single_journal(root))?;
    flush.name(disk, &Spot::of_root(root))?;
    remove_if_there(disk, &area::single_file(root))
}

fn remove_if_there(disk: &mut Disk<'_>, spot: &Spot) -> io::Result<()> {
    match disk.remove_file(spot) {
        // A file system that is only read says so before it looks.
        Err(_) if matches!(disk.metadata(spot), Ok(None)) => Ok(()),
        result => result,
    }
}
