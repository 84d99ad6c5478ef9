//! Takes steps back. The effect of each step is read off the disk, so that this can be done at any
//! time, by any process, and again after an interruption.

use std::collections::BTreeSet;
use std::io;

use bstr::ByteSlice;
use cap_std::fs::Metadata;
use patch_apply::WorkspaceError;
use patch_apply::confine::{Found, Spot};
use patch_parse::Code;

use super::disk::Disk;
use super::op::{Content, Kind, Op};
use crate::system;

/// Whether everything is as these steps left it, so that taking them back loses nothing that
/// somebody else did since.
///
/// # Errors
///
/// `stale_file` for the first place that somebody changed; `io_error`.
pub(super) fn check(disk: &mut Disk<'_>, ops: &[Op]) -> Result<(), WorkspaceError> {
    let makes = |op: &&Op| op.content().is_some() || op.kind == Kind::MakeDir;
    let made: BTreeSet<&Spot> = ops.iter().filter(makes).map(|op| &op.at).collect();
    for op in ops {
        let untouched = untouched(disk, op, &made);
        if !untouched.map_err(|error| failed(&op.at, error))? {
            let rule = "it changed since the interrupted commit; move it away and recover again, \
                        then compare the two";
            return Err(WorkspaceError::new(Code::StaleFile, op.at.path(), rule));
        }
    }
    Ok(())
}

/// Takes all steps back, the last one first.
///
/// # Errors
///
/// `io_error`: a step could not be taken back; it and those before it are still in effect.
pub(super) fn take_back(disk: &mut Disk<'_>, ops: &[Op]) -> Result<(), WorkspaceError> {
    ops.iter().rev().try_for_each(|op| undo(disk, op).map_err(|error| failed(&op.at, error)))
}

fn failed(spot: &Spot, error: io::Error) -> WorkspaceError {
    WorkspaceError::system(spot.path(), "cannot put back what was here", error)
}

fn untouched(disk: &mut Disk<'_>, op: &Op, made: &BTreeSet<&Spot>) -> io::Result<bool> {
    let Some(content) = op.content() else {
        let is_free = op.kind == Kind::MakeDir
            || made.contains(&op.at)
            || disk.metadata(&op.kept())?.is_none();
        return Ok(is_free || disk.metadata(&op.at)?.is_none());
    };
    Ok(!is_in_place(disk, op)?
        || match disk.found(&op.at)? {
            Found::Absent => true,
            found => is(&found, content),
        })
}

/// Whether the new contents of a step are in their place.
///
/// They are if they are not staged any more, or if an exchange has put something else there: the
/// old file, or another writer's that came first. The old file may have the same contents as the
/// new one and differ only in its permissions, so the file number is compared as well.
fn is_in_place(disk: &mut Disk<'_>, op: &Op) -> io::Result<bool> {
    let (Some(staged), Kind::Replace { content, was }) = (disk.metadata(&op.fresh())?, op.kind)
    else {
        return Ok(disk.metadata(&op.fresh())?.is_none());
    };
    let is_old = was.is_some() && system::file_id(&staged).map(|id| id.1) == was;
    Ok(is_old || !is(&disk.found(&op.fresh())?, content))
}

fn is(found: &Found, content: Content) -> bool {
    match found {
        Found::File(digest) => Content::File(digest.hash()) == content,
        Found::Symlink(target) => Content::of_link(target.as_bstr()) == content,
        Found::Absent | Found::Directory | Found::Other => false,
    }
}

fn undo(disk: &mut Disk<'_>, op: &Op) -> io::Result<()> {
    match op.kind {
        Kind::Remove | Kind::Displace => move_back(disk, &op.kept(), &op.at),
        Kind::MakeDir => match disk.remove_dir(&op.at) {
            Err(error) if is_gone_or_in_use(&error) => Ok(()),
            result => result,
        },
        Kind::Create { .. } if disk.metadata(&op.fresh())?.is_none() => {
            move_back(disk, &op.at, &op.fresh())
        }
        Kind::Create { .. } => Ok(()),
        Kind::Replace { .. } => undo_replace(disk, op),
    }
}

/// Renames what is at `from`, if it exists.
fn move_back(disk: &mut Disk<'_>, from: &Spot, to: &Spot) -> io::Result<()> {
    match disk.metadata(from)? {
        Some(_) => disk.rename_new(from, to),
        None => Ok(()),
    }
}

fn undo_replace(disk: &mut Disk<'_>, op: &Op) -> io::Result<()> {
    let (new, kept) = (op.fresh(), op.kept());
    let staged = disk.metadata(&new)?;
    if staged.is_some() && is_in_place(disk, op)? {
        return match disk.metadata(&op.at)? {
            Some(_) => disk.exchange(&new, &op.at).unwrap_or_else(|| Err(unsupported())),
            None => disk.rename_new(&new, &op.at),
        };
    }
    let Some(old) = disk.metadata(&kept)? else { return Ok(()) };
    let same = |a: &Metadata, b: &Metadata| system::file_id(a) == system::file_id(b);
    match (disk.metadata(&op.at)?, staged) {
        (None, _) => disk.rename_new(&kept, &op.at),
        // A second name of what is still there, or there again.
        (Some(now), _) if same(&now, &old) => disk.remove_file(&kept),
        // This was interrupted before.
        (Some(now), Some(staged)) if same(&now, &staged) => disk.rename_over(&kept, &op.at),
        (Some(_), Some(_)) => Err(io::ErrorKind::AlreadyExists.into()),
        // The new file gets its staged name back first: this shows that its place belongs to the
        // old one.
        (Some(_), None) if disk.keep(&op.at, &new).is_ok() => disk.rename_over(&kept, &op.at),
        (Some(_), None) => {
            disk.rename_new(&op.at, &new)?;
            disk.rename_new(&kept, &op.at)
        }
    }
}

fn unsupported() -> io::Error {
    io::ErrorKind::Unsupported.into()
}

/// A directory that does not exist needs no removal; one that is not empty has other users by now.
fn is_gone_or_in_use(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty)
        || system::is_no_directory(error)
}
