//! [`DirWorkspace`]: files below a directory.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bstr::{BStr, BString, ByteSlice};
use cap_std::fs::Dir;
use foldhash::fast::RandomState;
use patch_apply::confine::{Last, STAGING, Site, Spot, any_below, locate, unhindered};
use patch_apply::{
    Change, Contents, Durability, Entry, EntryKind, Opened, Relied, Workspace, WorkspaceError,
    WorkspacePath,
};
use patch_parse::Code;

use crate::handles::{Dirs, Handles};
use crate::share::{are_many, in_parts};
use crate::spelling::as_path;
use crate::transaction::{self, Locked, Recovery};
use crate::tree::Tree;
use crate::{list, look, system};

/// A workspace over one directory of the file system, or several.
///
/// # What a commit does
///
/// It is a transaction: either all changes take effect or, after an error, the files, links,
/// permissions and directories are as they were and no temporary file is left. Killed in the
/// middle, it leaves a journal, and [`Self::recover`], or the next commit, makes the tree wholly
/// old or wholly new.
///
/// An advisory lock (`flock`) on each root directory lets one commit happen at a time. Programs
/// that do not use the lock may still write, and see the files change one after the other.
/// Temporary files and the journal are in the directory `.acp-patch-commit` of the root while a
/// commit lasts; one of a single file has `.acp-patch-commit.file` and `.acp-patch-commit.journal` in
/// the root instead.
///
/// - A file is replaced by renaming a complete new one over its name, so that a reader sees either
///   the old or the new contents. A process that has the old file open keeps it, and a **hard
///   link** to it keeps the old contents.
/// - A **symbolic link** is replaced as a link. To write to its target, call [`Workspace::follow`]
///   first.
/// - The permission bits carry over from [`patch_apply::Permissions::like`], and the owner and
///   group as far as the system lets this process give files away; where it does not, set-user-ID
///   and set-group-ID are cleared. Extended attributes carry over where the system has them and
///   lets us: on Linux those of users, access control lists and security labels. A new file gets
///   what the process's umask leaves.
/// - A file that changes between the check and the replacement is noticed and put back
///   (`stale_file`).
#[derive(Debug)]
pub struct DirWorkspace {
    tree: Tree,
    /// Held for longer than one commit.
    held: Option<Locked>,
    /// Whether an interrupted commit was taken back, and the caller has not been told yet.
    took_back: AtomicBool,
}

impl DirWorkspace {
    /// Opens a directory, possibly through a link.
    ///
    /// Paths are then looked up from the directory opened here, even if it is moved. Absolute paths
    /// are accepted if they start with the name given here or with the canonical one.
    ///
    /// # Errors
    ///
    /// `file_not_found`, `not_a_file` when it is not a directory, `io_error`.
    pub fn open(root: impl AsRef<Path>) -> Result<Self, WorkspaceError> {
        Self { tree: Tree::default(), held: None, took_back: AtomicBool::new(false) }
            .with_root(root)
    }

    /// Adds a root. Relative paths stay relative to the first; a path in this one must be absolute.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub fn with_root(mut self, root: impl AsRef<Path>) -> Result<Self, WorkspaceError> {
        self.held = None;
        self.tree.add_root(root.as_ref())?;
        Ok(self)
    }

    /// Whether the names of its roots still lead to the directories that were opened. If a root was
    /// moved away and another directory took its place, this workspace continues with the one that
    /// was moved; a long-lived process checks before each use, and opens another workspace.
    ///
    /// # Errors
    ///
    /// `file_not_found`, `not_a_file` or `io_error` when a name can no longer be opened.
    pub fn is_current(&self) -> Result<bool, WorkspaceError> {
        self.tree.is_current()
    }

    /// Protects a path and all below it, in any spelling that a file system may treat as the same
    /// name.
    ///
    /// # Errors
    ///
    /// As [`Workspace::resolve`].
    pub fn protect(mut self, path: impl AsRef<[u8]>) -> Result<Self, WorkspaceError> {
        self.tree.protect(BStr::new(path.as_ref()))?;
        Ok(self)
    }

    /// Completes or takes back an interrupted commit: the tree is then wholly as before that
    /// commit, or wholly as after it, and nothing else of the commit is left.
    ///
    /// Every commit does so first. Call it before reading a tree in which a commit may have been
    /// killed. It waits for a commit that is in progress.
    ///
    /// # Errors
    ///
    /// `io_error` when the journal is not one that an interrupted commit leaves, or the system
    /// refuses; `stale_file` when somebody has since changed a file in which the interrupted commit
    /// had put new contents. Nothing is touched then that was not understood, and recovery can be
    /// tried again.
    pub fn recover(&self) -> Result<Recovery, WorkspaceError> {
        self.recover_while(&|| true)
    }

    fn recover_while(&self, is_wanted: &dyn Fn() -> bool) -> Result<Recovery, WorkspaceError> {
        if !transaction::is_pending(&self.tree)? {
            return Ok(Recovery::Nothing);
        }
        match &self.held {
            Some(held) => self.recover_locked(held),
            // A commit in progress is waited for.
            None => self.recover_locked(&Locked::wait_while(&self.tree, is_wanted)?),
        }
    }

    fn recover_locked(&self, locked: &Locked) -> Result<Recovery, WorkspaceError> {
        let recovery = transaction::recover(&self.tree, locked)?;
        if recovery == Recovery::RolledBack {
            self.took_back.store(true, Ordering::Relaxed);
        }
        Ok(recovery)
    }

    /// Whether no commit is in progress or was interrupted. It touches nothing and does not wait.
    ///
    /// # Errors
    ///
    /// `io_error` when the system does not let us look.
    pub fn is_whole(&self) -> Result<bool, WorkspaceError> {
        transaction::is_pending(&self.tree).map(|pending| !pending)
    }

    /// The directory that contains the last part of `path`, and that part; `None` if there is no
    /// such directory.
    fn reach(&self, path: &WorkspacePath) -> Result<Option<(Arc<Dir>, BString)>, WorkspaceError> {
        let mut handles = Handles::new(&self.tree);
        let place = locate(&mut handles, self.tree.border(), path, Last::Keep)?;
        if !place.is_reached() {
            return Ok(None);
        }
        let dir = handles.dir(&place.folder).map_err(|error| cannot_look(path, error))?;
        Ok(Some((dir, place.name().to_owned())))
    }

    fn load_with(
        &self,
        handles: &mut Handles<'_>,
        path: &WorkspacePath,
        limit: u64,
    ) -> Result<Option<(Entry, Vec<u8>)>, WorkspaceError> {
        let place = locate(handles, self.tree.border(), path, Last::Keep)?;
        if !place.is_reached() {
            return Ok(None);
        }
        let dir = handles.dir(&place.folder).map_err(|error| cannot_look(path, error))?;
        let loaded = look::load(&dir, place.name(), limit);
        match loaded.map_err(|error| cannot_look(path, error))? {
            Some((entry, _)) if entry.kind == EntryKind::File && entry.len > limit => {
                Err(WorkspaceError::too_large(path.as_bstr(), limit))
            }
            loaded => Ok(loaded),
        }
    }

    /// Whether a part of a place is longer than the file system of its root allows.
    fn is_too_long(&self, spot: &Spot) -> bool {
        let longest = spot.path().split_str("/").map(<[u8]>::len).max().unwrap_or_default();
        let root = self.tree.roots().get(spot.root());
        root.and_then(|root| system::longest_name(root)).is_some_and(|most| longest > most)
    }

    fn look(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        let Some((dir, name)) = self.reach(path)? else { return Ok(None) };
        look::entry(&dir, name.as_bstr()).map_err(|error| cannot_look(path, error))
    }
}

/// What was found, or nothing if no file can have such a name, for example because it is too long.
fn opt_found<T>(found: Result<Option<T>, WorkspaceError>) -> Result<Option<T>, WorkspaceError> {
    let is_impossible = |error: &WorkspaceError| {
        let kind = error.source.as_ref().map(io::Error::kind);
        kind == Some(io::ErrorKind::InvalidFilename)
    };
    match found {
        Err(error) if is_impossible(&error) => Ok(None),
        found => found,
    }
}

impl Workspace for DirWorkspace {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        self.tree.border().resolve(path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        opt_found(self.look(path))
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        let mut handles = Handles::new(&self.tree);
        let place = locate(&mut handles, self.tree.border(), path, Last::Follow)?;
        let target = place.spot.to_path().map_err(|error| error.about(path.as_bstr()))?;
        match self.look(&target)? {
            Some(_) => Ok(target),
            None => Err(WorkspaceError::not_found(path.as_bstr())),
        }
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        let failed = |error| WorkspaceError::system(path.as_bstr(), "cannot read the link", error);
        let (dir, name) =
            self.reach(path)?.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        look::link(&dir, name.as_bstr()).map_err(failed)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        let reached = opt_found(self.reach(path))?;
        let (dir, name) = reached.ok_or_else(|| WorkspaceError::not_found(path.as_bstr()))?;
        let mut contents = Vec::new();
        match look::read(&dir, name.as_bstr(), limit, &mut contents) {
            Ok(look::Reading::Whole) => Ok(contents),
            Ok(look::Reading::TooLarge) => Err(WorkspaceError::too_large(path.as_bstr(), limit)),
            Ok(look::Reading::NotRegular) => Err(WorkspaceError::not_a_file(path.as_bstr())),
            Err(error) => Err(match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename => {
                    WorkspaceError::not_found(path.as_bstr())
                }
                _ => WorkspaceError::system(path.as_bstr(), "cannot read it", error),
            }),
        }
    }

    fn load(
        &self,
        path: &WorkspacePath,
        limit: u64,
        opened: &mut Opened,
    ) -> Result<Option<(Entry, Contents)>, WorkspaceError> {
        let mut handles = Handles::again(&self.tree, opened.take::<Dirs>());
        let loaded = opt_found(self.load_with(&mut handles, path, limit));
        opened.keep(handles.into_open());
        Ok(loaded?.map(|(entry, contents)| (entry, contents.into())))
    }

    fn load_ahead(
        &self,
        paths: &[WorkspacePath],
        limit: u64,
        take: &(dyn Fn(usize, Entry, Contents) + Sync),
    ) {
        if !are_many(paths.len()) {
            return;
        }
        // Neighbours share a directory, and each thread has only a few open.
        let mut sorted: Vec<_> = paths.iter().enumerate().collect();
        sorted.sort_unstable_by_key(|(_, path)| *path);
        let handles = Handles::new(&self.tree);
        in_parts(&sorted, |part| {
            let mut handles = handles.for_thread();
            for (at, path) in part {
                match self.load_with(&mut handles, path, limit) {
                    Ok(Some((entry, contents))) if entry.kind == EntryKind::File => {
                        take(*at, entry, contents.into());
                    }
                    _ => {}
                }
            }
        });
    }

    fn check(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        let mut handles = Handles::new(&self.tree);
        let (sites, gone) = unhindered(self.tree.border(), &mut handles, changes)?;
        let is_new = |site: &&Site<'_>| !site.is_removal() && !site.place.is_reached();
        if let Some(site) =
            sites.iter().filter(is_new).find(|site| self.is_too_long(&site.place.spot))
        {
            return Err(site.failed("cannot make it", io::ErrorKind::InvalidFilename.into()));
        }
        let emptied =
            sites.iter().filter(|site| !site.is_removal() && any_below(&gone, &site.place.spot));
        for site in emptied {
            let left = list::is_left(&mut handles, &site.place.spot, &gone);
            if left.map_err(|error| site.failed("cannot look at it", error))? {
                let rule = "this is a directory, with more in it than the commit removes";
                return Err(site.refuse(Code::NotAFile, rule));
            }
        }
        check_rights(&mut handles, &sites)
    }

    fn some_paths(&self, most: usize) -> Vec<BString> {
        list::some_files(&self.tree, most)
    }

    fn commit(&mut self, changes: &[Change], durability: Durability) -> Result<(), WorkspaceError> {
        self.commit_relying(changes, &[], durability)
    }

    fn commit_relying(
        &mut self,
        changes: &[Change],
        relied: &[Relied],
        durability: Durability,
    ) -> Result<(), WorkspaceError> {
        let locked;
        let held = if let Some(held) = &self.held {
            held
        } else {
            locked = Locked::wait(&self.tree)?;
            &locked
        };
        self.recover_locked(held)?;
        transaction::run(&self.tree, changes, relied, durability, held)
    }

    fn make_whole(&mut self, is_wanted: &dyn Fn() -> bool) -> Result<(), WorkspaceError> {
        self.recover_while(is_wanted).map(drop)
    }

    fn is_whole(&self) -> Result<bool, WorkspaceError> {
        Self::is_whole(self)
    }

    fn took_back(&self) -> bool {
        self.took_back.swap(false, Ordering::Relaxed)
    }

    fn hold(&mut self) -> Result<(), WorkspaceError> {
        self.hold_while(&|| true)
    }

    fn hold_while(&mut self, is_wanted: &dyn Fn() -> bool) -> Result<(), WorkspaceError> {
        if self.held.is_none() {
            let locked = Locked::wait_while(&self.tree, is_wanted)?;
            // What is read from now on is not half of a commit.
            self.recover_locked(&locked)?;
            self.held = Some(locked);
        }
        Ok(())
    }

    fn release(&mut self) {
        self.held = None;
    }
}

/// Refuses changes of files that may not be replaced, and in directories that are not writable, or
/// lie on another file system than their root: a commit changes names in them, and stages new
/// contents in the roots.
fn check_rights(handles: &mut Handles<'_>, sites: &[Site<'_>]) -> Result<(), WorkspaceError> {
    let mut seen = HashSet::<_, RandomState>::default();
    for site in sites {
        let folder = &site.place.folder;
        for spot in [Spot::of_root(folder.root()), folder.clone()] {
            if seen.contains(&spot) {
                continue;
            }
            // A directory that can no longer be opened is reported by the commit.
            if let Ok(dir) = handles.dir(&spot) {
                if let Err(error) = system::check_writable(&dir) {
                    return Err(if spot.is_root() {
                        WorkspaceError::system(
                            STAGING,
                            "the root directory may not be written, where a commit is staged",
                            error,
                        )
                    } else {
                        site.failed("its directory may not be written", error)
                    });
                }
                let root = handles.dir(&Spot::of_root(spot.root()));
                if root.is_ok_and(|root| lies_elsewhere(&dir, &root)) {
                    let error = io::ErrorKind::CrossesDevices.into();
                    return Err(site.failed("cannot put it in its place", error));
                }
            }
            seen.insert(spot);
        }
        // If it cannot be found any more, the commit reports that.
        if site.place.is_reached()
            && let Ok((dir, name)) = handles.parent(&site.place.spot)
            && let Ok(name) = as_path(name)
        {
            let rule = if site.is_removal() { "cannot take it away" } else { "cannot replace it" };
            system::check_replaceable(&dir, name).map_err(|error| site.failed(rule, error))?;
        }
    }
    Ok(())
}

/// Whether two directories are on different file systems, or mounts of one, if the system tells.
fn lies_elsewhere(one: &Dir, other: &Dir) -> bool {
    let device = |dir: &Dir| system::file_id(&dir.dir_metadata().ok()?).map(|id| id.0);
    let differ =
        |of: &dyn Fn(&Dir) -> Option<u64>| of(one).zip(of(other)).is_some_and(|(a, b)| a != b);
    differ(&device) || differ(&system::mount)
}

fn cannot_look(path: &WorkspacePath, error: io::Error) -> WorkspaceError {
    WorkspaceError::system(path.as_bstr(), "cannot look at it", error)
}
