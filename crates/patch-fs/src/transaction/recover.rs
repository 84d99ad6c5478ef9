//! Takes back or clears up an interrupted commit.

use std::collections::BTreeSet;
use std::io;

use bstr::{BStr, ByteSlice};
use patch_apply::WorkspaceError;
use patch_apply::confine::{STAGING, Spot};
use patch_parse::Code;

use super::area::{self, COMMITTED, Contents, JOURNAL, PART_OF};
use super::disk::Disk;
use super::flush::Flush;
use super::journal::{Journal, of_target, sealed};
use super::op::{Kind, Op};
use super::{settle, single, undo};
use crate::system;
use crate::tree::Tree;

/// What [`crate::DirWorkspace::recover`] found and did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Recovery {
    /// No commit was interrupted.
    #[default]
    Nothing,
    /// A commit was interrupted before it changed a file, or one of a single file, which was changed
    /// or not; its temporary files are gone.
    Cleared,
    /// A commit was interrupted while it changed files; they are as they were before it.
    RolledBack,
    /// A commit was interrupted when all its changes had taken effect; they stay, and what it kept
    /// aside is gone.
    RolledForward,
}

impl Recovery {
    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Cleared => "cleared",
            Self::RolledBack => "rolled_back",
            Self::RolledForward => "rolled_forward",
        }
    }
}

impl std::fmt::Display for Recovery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a person can do about something that no commit leaves.
const HOW_TO_GO_ON: &str = "nothing was touched, look into it and move it away";

/// Whether a commit was interrupted, or is being made.
pub(crate) fn is_pending(tree: &Tree) -> Result<bool, WorkspaceError> {
    let mut disk = Disk::new(tree);
    // Its contents are not examined: the process that is making a commit may be removing it.
    let places = |root| [area::spot(root), area::single_file(root), area::single_journal(root)];
    let mut found = (0..tree.roots().len()).flat_map(places).map(|place| disk.metadata(&place));
    let is_there = found.try_fold(false, |there, found| Ok(there || found?.is_some()));
    is_there.map_err(cannot_look)
}

/// Recovers every root. The caller holds the locks.
pub(super) fn run(tree: &Tree) -> Result<Recovery, WorkspaceError> {
    let mut done = Recovery::Nothing;
    // Usually there is nothing, which is quick to see.
    if !is_pending(tree)? {
        return Ok(done);
    }
    let roots = || 0..tree.roots().len();
    for root in roots() {
        trust(tree, &area::spot(root))?;
        trust(tree, &area::single_journal(root))?;
    }
    // Journals first: a root that only takes part in a commit waits for its journal.
    for root in roots() {
        done = done.max(single(tree, root)?);
        done = done.max(journal(tree, root)?);
    }
    for root in roots() {
        done = done.max(leftovers(tree, root)?);
    }
    Ok(done)
}

/// The commit of one file, which has no staging directory.
fn single(tree: &Tree, root: usize) -> Result<Recovery, WorkspaceError> {
    let mut disk = Disk::new(tree);
    let staged = disk.metadata(&area::single_file(root)).map_err(cannot_look)?;
    let place = area::single_journal(root);
    let journal = match journal_bytes(&mut disk, &place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(alien(&place, "it is no file"));
        }
        bytes => Some(bytes.map_err(|error| cannot_read(&place, error))?),
    };
    if staged.is_none() && journal.is_none() {
        return Ok(Recovery::Nothing);
    }
    if disk.metadata(&area::spot(root)).map_err(cannot_look)?.is_some() {
        return Err(alien_single(root, "a staging directory is beside it"));
    }
    match (staged, journal) {
        (Some(_), Some(journal)) if Journal::is_whole(&journal) => {
            let (ops, _) = understood(&mut disk, root, &journal)?;
            let [op @ Op { number: None, .. }] = ops.as_slice() else {
                return Err(alien_single(root, "its journal is that of another commit"));
            };
            single::take_back(&mut disk, op, Flush::Together)?;
            Ok(Recovery::RolledBack)
        }
        (Some(staged), _) if staged.is_dir() => Err(alien_single(root, "it is a directory")),
        _ => {
            single::clear(&mut disk, root, Flush::Together).map_err(settle::failed)?;
            Ok(Recovery::Cleared)
        }
    }
}

fn alien_single(root: usize, why: &str) -> WorkspaceError {
    alien(&area::single_file(root), why)
}

fn alien(spot: &Spot, why: &str) -> WorkspaceError {
    let rule = format!("this is not what an interrupted commit leaves: {why}; {HOW_TO_GO_ON}");
    WorkspaceError::new(Code::IoError, spot.path(), rule)
}

/// Refuses what somebody with fewer rights may have put there, so that it is done with ours.
fn trust(tree: &Tree, spot: &Spot) -> Result<(), WorkspaceError> {
    let mut disk = Disk::new(tree);
    let Some(made) = disk.metadata(spot).map_err(cannot_look)? else { return Ok(()) };
    let folder = disk.handles().dir(&Spot::of_root(spot.root()));
    let folder = folder.and_then(|folder| folder.dir_metadata()).map_err(cannot_look)?;
    if system::is_trusted(&made, &folder) {
        return Ok(());
    }
    let rule = "another user made this, or may have changed it: if a commit of that user was \
                interrupted, recover as that user, else look into it and move it away; nothing was \
                touched";
    Err(WorkspaceError::new(Code::IoError, spot.path(), rule))
}

fn journal(tree: &Tree, root: usize) -> Result<Recovery, WorkspaceError> {
    let mut disk = Disk::new(tree);
    let Some(contents) = look(&mut disk, root)? else { return Ok(Recovery::Nothing) };
    if let Some(alien) = contents.alien() {
        return Err(not_understood(&format!("it holds {alien:?}, which no commit makes")));
    }
    match (contents.has(JOURNAL), contents.has(COMMITTED)) {
        (false, false) => Ok(Recovery::Nothing),
        (true, true) => Err(not_understood("it holds two journals")),
        (begun, _) if is_lost(&mut disk, root, if begun { JOURNAL } else { COMMITTED })? => {
            leftovers(tree, root)
        }
        (true, false) => {
            let (ops, roots) = read(&mut disk, root, JOURNAL)?;
            shards_exist(&mut disk, &ops)?;
            undo::check(&mut disk, &ops)?;
            undo::take_back(&mut disk, &ops)?;
            settle::give_up(&mut disk, &roots, &ops, Flush::Together)?;
            Ok(Recovery::RolledBack)
        }
        (false, true) => {
            let (ops, roots) = read(&mut disk, root, COMMITTED)?;
            settle::clear_away(&mut disk, &roots, &ops)?;
            Ok(Recovery::RolledForward)
        }
    }
}

/// Whether only the name of a journal exists: a link that reached the disk without its target. Its
/// single step was either taken or not.
fn is_lost(disk: &mut Disk<'_>, root: usize, name: &str) -> Result<bool, WorkspaceError> {
    let target = disk.link(&area::named(root, name)).map_err(cannot_look)?;
    Ok(target.is_some_and(|target| !Journal::is_whole(&of_target(target.as_bstr()))))
}

/// The directories in which steps keep things are made before the journal, and stay until the
/// journal says that everything was put back: one that is missing was not there when its step was
/// taken.
fn shards_exist(disk: &mut Disk<'_>, ops: &[Op]) -> Result<(), WorkspaceError> {
    let staging = ops.iter().filter(|op| op.kind != Kind::MakeDir);
    let folders: BTreeSet<Spot> = staging.filter_map(|op| op.kept().parent()).collect();
    for folder in folders {
        let found = disk.metadata(&folder).map_err(cannot_look)?;
        if !found.is_some_and(|found| found.is_dir()) {
            return Err(not_understood("a directory is missing that its journal speaks of"));
        }
    }
    Ok(())
}

/// A staging directory without a journal: nothing was changed, or everything was put back, or the
/// commit is complete.
fn leftovers(tree: &Tree, root: usize) -> Result<Recovery, WorkspaceError> {
    let mut disk = Disk::new(tree);
    let Some(contents) = look(&mut disk, root)? else { return Ok(Recovery::Nothing) };
    if contents.has(PART_OF) {
        let bytes = disk.read(&area::named(root, PART_OF)).map_err(cannot_look)?;
        match sealed(&bytes).map(|name| name.trim_end_with(|c| c == '\0').as_bstr()) {
            Some(name) if tree.border().root_named(name).is_none() => {
                return Err(other_root(name));
            }
            // It is written before anything else.
            None if contents.has_staged() => {
                return Err(not_understood("it does not say where its journal is"));
            }
            _ => {}
        }
    }
    if contents.keeps_something() {
        return Err(not_understood("it keeps files, and no journal says whence they came"));
    }
    settle::clear(&mut disk, &[root]).map_err(|error| {
        WorkspaceError::system(STAGING, "cannot clear away the staging directory", error)
    })?;
    Ok(Recovery::Cleared)
}

fn look(disk: &mut Disk<'_>, root: usize) -> Result<Option<Contents>, WorkspaceError> {
    Contents::of(disk, root).map_err(|error| cannot_read(&area::spot(root), error))
}

fn read(
    disk: &mut Disk<'_>,
    root: usize,
    name: &str,
) -> Result<(Vec<Op>, Vec<usize>), WorkspaceError> {
    let bytes = journal_bytes(disk, &area::named(root, name)).map_err(cannot_look)?;
    let (ops, roots) = understood(disk, root, &bytes)?;
    if ops.iter().any(|op| op.number.is_none()) {
        return Err(not_understood("its journal is that of a file that is staged elsewhere"));
    }
    Ok((ops, roots))
}

/// The steps of a journal, and the roots that take part.
fn understood(
    disk: &mut Disk<'_>,
    root: usize,
    bytes: &[u8],
) -> Result<(Vec<Op>, Vec<usize>), WorkspaceError> {
    let journal = Journal::decode(bytes).ok_or_else(|| {
        if !Journal::is_whole(bytes) {
            return not_understood("its journal is damaged");
        }
        let rule = "another version of this program was interrupted here; nothing was touched, \
                    recover with that version";
        WorkspaceError::new(Code::IoError, STAGING, rule)
    })?;
    let names = journal.roots.clone();
    let border = disk.handles().tree().border();
    let opened = journal.open(border, root).ok_or_else(|| {
        let missing = names.iter().find(|name| border.root_named(name.as_bstr()).is_none());
        other_root(missing.map(|name| name.as_bstr()).unwrap_or_default())
    })?;
    let guarded = |op: &Op| border.guard(&op.at).map(drop);
    opened.0.iter().try_for_each(guarded)?;
    Ok(opened)
}

fn journal_bytes(disk: &mut Disk<'_>, spot: &Spot) -> io::Result<Vec<u8>> {
    match disk.link(spot)? {
        Some(target) => Ok(of_target(target.as_bstr())),
        None => disk.read(spot),
    }
}

fn other_root(name: &BStr) -> WorkspaceError {
    let rule = format!("an interrupted commit took part in /{name} as well; recover both together");
    WorkspaceError::new(Code::IoError, STAGING, rule)
}

fn not_understood(why: &str) -> WorkspaceError {
    let rule =
        format!("the directory is not what an interrupted commit leaves: {why}; {HOW_TO_GO_ON}");
    WorkspaceError::new(Code::IoError, STAGING, rule)
}

/// The error for what a commit has left at a place and this process may not read: the journal and
/// the staging directory are for the user alone who makes the commit.
fn cannot_read(spot: &Spot, error: io::Error) -> WorkspaceError {
    if error.kind() != io::ErrorKind::PermissionDenied {
        return cannot_look(error);
    }
    let rule = "this is of a commit of another user that was interrupted, or is being made: recover \
                as that user; nothing was touched";
    WorkspaceError::new(Code::IoError, spot.path(), rule)
}

fn cannot_look(error: io::Error) -> WorkspaceError {
    WorkspaceError::system(STAGING, "cannot look into the staging directory", error)
}
