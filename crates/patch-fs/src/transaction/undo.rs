//! Takes steps back. The effect of each step is read off the disk, so that this can be done at any
//! time, by any process, and again after an interruption.

use std::collections::BTreeSet;
use std::io;

use bstr::ByteSlice;
use cap_std::fs::Metadata;
use patch_apply::WorkspaceError;
use patch_apply::confine::{Found, Spot};
use patch_parse::Code;

use super::disk::{Disk, is_missing};
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
    let makes_way = |op: &&Op| op.kind == Kind::Displace;
    let displaced: BTreeSet<&Spot> = ops.iter().filter(makes_way).map(|op| &op.at).collect();
    for op in ops {
        if !untouched(disk, op, &made).map_err(|error| failed(&op.at, error))? {
            return Err(changed(op));
        }
        if is_kept_twice(disk, op).map_err(|error| failed(&op.at, error))? {
            let rule = "the interrupted commit seems to keep two files that were here before, which \
                        none does; nothing was touched, look into it and move one of them away";
            return Err(WorkspaceError::new(Code::IoError, op.at.path(), rule));
        }
        if has_no_way_back(disk, op, &displaced).map_err(|error| failed(&op.at, error))? {
            let rule = "its directory is gone since the interrupted commit; make it again and \
                        recover again, which puts the file back as it was before";
            return Err(WorkspaceError::new(Code::StaleFile, op.at.path(), rule));
        }
    }
    Ok(())
}

fn changed(op: &Op) -> WorkspaceError {
    let rule = "it changed since the interrupted commit; move it away and recover again, then \
                compare the two";
    WorkspaceError::new(Code::StaleFile, op.at.path(), rule)
}

/// Takes all steps back, the last one first.
///
/// # Errors
///
/// `stale_file` for a place that somebody changed since the [`check`], `io_error`: a step could not
/// be taken back; it and those before it are still in effect.
pub(super) fn take_back(disk: &mut Disk<'_>, ops: &[Op]) -> Result<(), WorkspaceError> {
    for op in ops.iter().rev() {
        let undone = undo(disk, op).map_err(|error| failed(&op.at, error))?;
        if undone == Undone::ButChanged {
            return Err(changed(op));
        }
    }
    Ok(())
}

/// Whether a step was taken back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Undone {
    Whole,
    /// It was not: something else is in its place by now, and stays there.
    ButChanged,
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

/// Whether an exchange has put something under the staged name, while something is kept that was to
/// be replaced without one.
fn is_kept_twice(disk: &mut Disk<'_>, op: &Op) -> io::Result<bool> {
    Ok(matches!(op.kind, Kind::Replace { .. })
        && disk.metadata(&op.fresh())?.is_some()
        && disk.metadata(&op.kept())?.is_some()
        && is_in_place(disk, op)?)
}

/// Whether something is to be put back into a directory that is gone, and is not one of those
/// `displaced`, which are put back before.
fn has_no_way_back(disk: &mut Disk<'_>, op: &Op, displaced: &BTreeSet<&Spot>) -> io::Result<bool> {
    let is_kept = match op.kind {
        Kind::Remove | Kind::Displace => disk.metadata(&op.kept())?.is_some(),
        Kind::Replace { .. } => is_in_place(disk, op)?,
        Kind::Create { .. } | Kind::MakeDir => false,
    };
    if !is_kept || op.at.ancestors().any(|folder| displaced.contains(&folder)) {
        return Ok(false);
    }
    match disk.handles().parent(&op.at) {
        Err(error) if is_missing(&error) => Ok(true),
        result => result.map(|_| false),
    }
}

/// Whether the new contents of a step are in their place.
///
/// They are if they are not staged any more, or if an exchange has put something else there: the
/// old file, or another writer's that came first. What has the same contents is told from the new
/// file by its number.
fn is_in_place(disk: &mut Disk<'_>, op: &Op) -> io::Result<bool> {
    let Some(staged) = disk.metadata(&op.fresh())? else { return Ok(true) };
    let Kind::Replace { content, file } = op.kind else { return Ok(false) };
    match (file, system::file_id(&staged)) {
        (Some(file), Some(id)) => Ok(id.1 != file),
        _ => Ok(!is(&disk.found(&op.fresh())?, content)),
    }
}

fn is(found: &Found, content: Content) -> bool {
    match found {
        Found::File(digest) => Content::File(digest.hash()) == content,
        Found::Symlink(target) => Content::of_link(target.as_bstr()) == content,
        Found::Absent | Found::Directory | Found::Other => false,
    }
}

fn undo(disk: &mut Disk<'_>, op: &Op) -> io::Result<Undone> {
    match op.kind {
        Kind::Remove | Kind::Displace => move_back(disk, &op.kept(), &op.at)?,
        Kind::MakeDir => match disk.remove_dir(&op.at) {
            Err(error) if is_gone_or_in_use(&error) => {}
            result => result?,
        },
        Kind::Create { content } if disk.metadata(&op.fresh())?.is_none() => {
            move_back(disk, &op.at, &op.fresh())?;
            if !is_back(disk, op, content)? {
                move_back(disk, &op.fresh(), &op.at)?;
                return Ok(Undone::ButChanged);
            }
        }
        Kind::Create { .. } => {}
        Kind::Replace { content, .. } => return undo_replace(disk, op, content),
    }
    Ok(Undone::Whole)
}

/// Whether what came back to the staged name, if anything, is what was staged, and not what somebody
/// put into its place since that was looked at.
fn is_back(disk: &mut Disk<'_>, op: &Op, content: Content) -> io::Result<bool> {
    Ok(match disk.found(&op.fresh())? {
        Found::Absent => true,
        found => is(&found, content),
    })
}

/// Renames what is at `from`, if it exists.
fn move_back(disk: &mut Disk<'_>, from: &Spot, to: &Spot) -> io::Result<()> {
    match disk.metadata(from)? {
        Some(_) => disk.rename_new(from, to),
        None => Ok(()),
    }
}

fn undo_replace(disk: &mut Disk<'_>, op: &Op, content: Content) -> io::Result<Undone> {
    let new = op.fresh();
    if disk.metadata(&new)?.is_none() || !is_in_place(disk, op)? {
        return undo_kept(disk, op).map(|()| Undone::Whole);
    }
    if disk.metadata(&op.at)?.is_none() {
        return disk.rename_new(&new, &op.at).map(|()| Undone::Whole);
    }
    exchange(disk, op)?;
    if is_back(disk, op, content)? {
        return Ok(Undone::Whole);
    }
    exchange(disk, op)?;
    Ok(Undone::ButChanged)
}

fn exchange(disk: &mut Disk<'_>, op: &Op) -> io::Result<()> {
    let unsupported = || Err(io::ErrorKind::Unsupported.into());
    disk.exchange(&op.fresh(), &op.at).unwrap_or_else(unsupported)
}

/// Puts the file back that was kept under a name of its own, because the names were not exchanged.
fn undo_kept(disk: &mut Disk<'_>, op: &Op) -> io::Result<()> {
    let (new, kept) = (op.fresh(), op.kept());
    let Some(old) = disk.metadata(&kept)? else { return Ok(()) };
    let staged = disk.metadata(&new)?;
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

/// A directory that does not exist needs no removal; one that is not empty has other users by now.
fn is_gone_or_in_use(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty)
        || system::is_no_directory(error)
}
