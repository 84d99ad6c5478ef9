//! Ends a commit, either way, by removing the staging directories.

use std::collections::BTreeSet;
use std::io;

use patch_apply::WorkspaceError;
use patch_apply::confine::{STAGING, Spot};
use patch_parse::Code;

use super::area::{self, Contents, JOURNAL, WRITING};
use super::disk::Disk;
use super::flush::Flush;
use super::op::{Kind, Op};

/// After all steps were taken back: the journal is withdrawn, then everything is removed.
pub(super) fn give_up(
    disk: &mut Disk<'_>,
    roots: &[usize],
    ops: &[Op],
    flush: Flush,
) -> Result<(), WorkspaceError> {
    for root in roots {
        let contents = Contents::of(disk, *root).map_err(failed)?;
        if contents.is_some_and(|contents| contents.keeps_something()) {
            let rule = "something is still kept here that was to be put back";
            return Err(WorkspaceError::new(Code::IoError, STAGING, rule));
        }
    }
    called_off(disk, roots, ops, flush).map_err(failed)?;
    clear(disk, roots).map_err(failed)
}

/// Restored files must be on the disk before the journal says that there is nothing to do, and the
/// journal before anything is removed.
fn called_off(disk: &mut Disk<'_>, roots: &[usize], ops: &[Op], flush: Flush) -> io::Result<()> {
    let Some(first) = roots.first().copied() else { return Ok(()) };
    let changed = ops.iter().filter_map(|op| op.at.parent());
    let staging = ops.iter().filter(|op| op.kind != Kind::MakeDir);
    let shards = staging.filter_map(|op| op.kept().parent());
    flush.put_back(disk, roots, changed.chain(shards))?;
    // The writing of another one may have begun beside it.
    match disk.rename_over(&area::named(first, JOURNAL), &area::named(first, WRITING)) {
        // No step had been taken yet.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.and_then(|()| flush.name(disk, &area::spot(first))),
    }
}

/// After all steps were performed: removes the directories that removals left empty, and what was
/// kept.
pub(super) fn clear_away(
    disk: &mut Disk<'_>,
    roots: &[usize],
    ops: &[Op],
) -> Result<(), WorkspaceError> {
    let displaced =
        |folder: &Spot| ops.iter().any(|op| op.kind == Kind::Displace && op.at == *folder);
    let removals = ops.iter().filter(|op| op.kind == Kind::Remove);
    let mut emptied: BTreeSet<Spot> = removals
        .filter_map(|op| op.at.parent())
        .filter(|folder| !folder.is_root() && !displaced(folder))
        .collect();
    while let Some(folder) = emptied.pop_last() {
        let is_gone = match disk.remove_dir(&folder) {
            Ok(()) => true,
            // By an earlier attempt, which did not get to the directory above.
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if is_gone {
            emptied.extend(folder.parent().filter(|parent| !parent.is_root()));
        }
    }
    clear(disk, roots).map_err(failed)
}

/// Removes the staging directories, the one with the journal last.
pub(super) fn clear(disk: &mut Disk<'_>, roots: &[usize]) -> io::Result<()> {
    for root in roots.iter().rev() {
        if let Some(contents) = Contents::of(disk, *root)? {
            area::clear(disk, *root, &contents)?;
        }
    }
    Ok(())
}

pub(super) fn failed(error: io::Error) -> WorkspaceError {
    WorkspaceError::system(STAGING, "cannot clear away the staging directory", error)
}
