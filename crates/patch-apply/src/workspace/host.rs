//! Defines the trait that a host implements.

use std::any::Any;

use bstr::{BStr, BString};
use patch_parse::Code;

use super::change::{Change, Durability, Expected, Relied};
use super::entry::{Entry, EntryKind};
use super::error::WorkspaceError;
use super::path::WorkspacePath;
use crate::contents::Contents;

/// A set of files that a patch can be applied to.
///
/// Implementations promise: [`Self::read`] gives the bytes that [`Self::commit`] would replace, and
/// a failed [`Self::commit`] leaves every file as it was. `patch_testkit::conformance` checks these
/// and all promises below over a workspace of any kind.
pub trait Workspace {
    /// Checks a path that a patch names and finds its place in the workspace.
    ///
    /// Takes relative paths and absolute ones that lie inside a root. Resolving looks at no
    /// file: whether the path exists, and whether a symlink on the way leads out, shows when it is
    /// used.
    ///
    /// # Errors
    ///
    /// `path_escape` for a path that leads outside, `protected_path` for one that no patch may
    /// touch.
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError>;

    /// What is at `path`, without following a link there; `None` when nothing is.
    ///
    /// # Errors
    ///
    /// `path_escape` or `protected_path` when a link on the way leads out or to a protected path,
    /// `file_not_found` when one leads nowhere, `io_error` when it cannot be looked at.
    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError>;

    /// The file that the symlink at `path` leads to, through as many links as it takes.
    ///
    /// The path given has no link left in it, so that it is the same for every name of the file
    /// that is no hard link. What is there need not be a regular file.
    ///
    /// # Errors
    ///
    /// `path_escape` or `protected_path` when it leads outside the roots or to a protected path,
    /// `file_not_found` when it leads nowhere.
    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError>;

    /// The target of the symlink at `path`, as it is written.
    ///
    /// # Errors
    ///
    /// `io_error` when there is none or it cannot be read.
    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError>;

    /// The contents of the regular file at `path`, at most `limit` bytes.
    ///
    /// # Errors
    ///
    /// `file_not_found`, `not_a_file`, `limit_exceeded` when the file is larger, `path_escape`,
    /// `io_error`.
    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError>;

    /// What is at `path`, and its contents if that is a regular file: [`Self::entry`] and
    /// [`Self::read`] in one, for callers that read many files in a short time and keep `opened`
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// As the two.
    fn load(
        &self,
        path: &WorkspacePath,
        limit: u64,
        opened: &mut Opened,
    ) -> Result<Option<(Entry, Contents)>, WorkspaceError> {
        let _ = opened;
        let Some(entry) = self.entry(path)? else { return Ok(None) };
        let is_file = entry.kind == EntryKind::File;
        let contents = if is_file { self.read(path, limit)? } else { Vec::new() };
        Ok(Some((entry, contents.into())))
    }

    /// Reads files that a plan will probably [load](Self::load), if that is faster for many
    /// together. `take` gets each regular file that was read and is not larger than `limit`, by its
    /// place in `paths`, on any thread.
    ///
    /// Files that it does not get are loaded later, errors included; a workspace that reads one
    /// file after the other does nothing here.
    fn load_ahead(
        &self,
        paths: &[WorkspacePath],
        limit: u64,
        take: &(dyn Fn(usize, Entry, Contents) + Sync),
    ) {
        let _ = (paths, limit, take);
    }

    /// Whether anything is in the way of a commit of these changes: what [`Self::commit`] would
    /// refuse with `not_a_file`, `duplicate_file_patch`, `path_escape` or `protected_path`, looked
    /// for while planning, so that a dry run says what the real one would, and once more for that
    /// ([`Plan::check`](crate::Plan::check)). Contents are not compared. A workspace that cannot
    /// know reports nothing.
    ///
    /// # Errors
    ///
    /// As [`Self::commit`], and `io_error` if it is known that the system would refuse. Nothing is
    /// changed.
    fn check(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        let _ = changes;
        Ok(())
    }

    /// Paths of existing files, as a patch would name them, at most `most`: for a refusal that
    /// suggests one if a patch names a missing file. The workspace chooses which ones to leave out;
    /// one that cannot list its files returns none.
    fn some_paths(&self, most: usize) -> Vec<BString> {
        let _ = most;
        Vec::new()
    }

    /// Makes all changes, or none.
    ///
    /// No two changes name the same path. All expectations are about the tree as it was before; the
    /// order of the changes has no meaning. Directories are made as needed; a directory that a
    /// removal leaves empty is removed, too, as git does. A file may take the place of a directory
    /// that the removals empty, and a directory that of a file that is removed.
    ///
    /// A link in the last part of a path is what is changed; links before it are followed.
    ///
    /// # Errors
    ///
    /// `stale_file` when a file is not what the change expects; `not_a_file` when there is a
    /// directory, device, pipe or socket, or a part of the path is no directory;
    /// `duplicate_file_patch` when two paths lead to one place, whatever links they go through
    /// (hard links are two places; a plan knows them by [`Entry::id`]); `path_escape` or
    /// `protected_path` when a link on the way leads out or to a protected path, is made by these
    /// changes, or is to be made and would lead there and may not ([`Reach`](super::Reach));
    /// `io_error` when the system refuses. The files are then as they were.
    fn commit(&mut self, changes: &[Change], durability: Durability) -> Result<(), WorkspaceError>;

    /// As [`Self::commit`], for a plan that relies on more than it changes: what else it read must
    /// be unchanged, and is compared before anything is written.
    ///
    /// This default compares and then commits. A workspace that others commit to must do both while
    /// keeping them out.
    ///
    /// # Errors
    ///
    /// As [`Self::commit`].
    fn commit_relying(
        &mut self,
        changes: &[Change],
        relied: &[Relied],
        durability: Durability,
    ) -> Result<(), WorkspaceError> {
        let mut opened = Opened::default();
        relied.iter().try_for_each(|relied| is_as_it_was(self, relied, &mut opened))?;
        self.commit(changes, durability)
    }

    /// Repairs what an interrupted commit left, and waits for a commit in progress as long as
    /// `is_wanted` returns true, so that no plan is built on half a commit. A workspace whose
    /// commits cannot be seen half-made need do nothing.
    ///
    /// # Errors
    ///
    /// `io_error` if it cannot be repaired, or others keep the lock; `stale_file` if somebody
    /// changed a file in which the interrupted commit had put new contents.
    fn make_whole(&mut self, is_wanted: &dyn Fn() -> bool) -> Result<(), WorkspaceError> {
        let _ = is_wanted;
        Ok(())
    }

    /// Whether no commit is in progress or was interrupted: for callers that only read. Changes
    /// nothing and does not wait.
    ///
    /// # Errors
    ///
    /// `io_error` when the system does not let us look.
    fn is_whole(&self) -> Result<bool, WorkspaceError> {
        Ok(true)
    }

    /// Whether an interrupted commit was taken back here since the last call: files may then differ
    /// from what somebody has seen.
    fn took_back(&self) -> bool {
        false
    }

    /// Keeps other committers out until [`Self::release`], so that what is read is unchanged at the
    /// commit. First repairs what an interrupted commit left. A workspace that nobody else commits
    /// to need do nothing.
    ///
    /// # Errors
    ///
    /// `io_error` if others keep the lock, or the system refuses.
    fn hold(&mut self) -> Result<(), WorkspaceError> {
        Ok(())
    }

    /// The same, but waits for others only as long as `is_wanted` returns true. A workspace that
    /// does not wait may do just what [`Self::hold`] does.
    ///
    /// # Errors
    ///
    /// As [`Self::hold`].
    fn hold_while(&mut self, is_wanted: &dyn Fn() -> bool) -> Result<(), WorkspaceError> {
        let _ = is_wanted;
        self.hold()
    }

    /// Lets other committers in again.
    fn release(&mut self) {}
}

/// Compares what a plan relied on, by the methods that every workspace has.
fn is_as_it_was(
    workspace: &(impl Workspace + ?Sized),
    relied: &Relied,
    opened: &mut Opened,
) -> Result<(), WorkspaceError> {
    let Relied { path, expected } = relied;
    let found = workspace.load(path, u64::MAX, opened)?;
    let is_so = match (expected, found) {
        (Expected::Absent, None) => true,
        (Expected::Absent, Some((entry, _))) => entry.kind == EntryKind::Directory,
        (Expected::File(digest), Some((entry, contents))) => {
            entry.kind == EntryKind::File && digest.is_of(&contents)
        }
        (Expected::Symlink(target), Some((entry, _))) => {
            entry.kind == EntryKind::Symlink && workspace.read_link(path)? == *target
        }
        (_, None) => false,
    };
    let rule = "it is not as it was when the patch was planned";
    is_so.then_some(()).ok_or_else(|| WorkspaceError::new(Code::StaleFile, path.as_bstr(), rule))
}

/// What a workspace may keep open between two calls of [`Workspace::load`]. It belongs to one
/// workspace and one short piece of work: later, a directory of the same name may be another one.
#[derive(Debug, Default)]
pub struct Opened {
    kept: Option<Box<dyn Any>>,
}

impl Opened {
    /// Takes out what the workspace put in; the default value if that was nothing.
    pub fn take<T: Default + 'static>(&mut self) -> T {
        let kept = self.kept.take().and_then(|kept| kept.downcast().ok());
        kept.map_or_else(T::default, |kept| *kept)
    }

    /// Keeps something for the next call.
    pub fn keep(&mut self, kept: impl Any) {
        self.kept = Some(Box::new(kept));
    }
}
