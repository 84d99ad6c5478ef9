//! A workspace restricted to what the caller may do.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::{
    Change, Contents, Durability, Entry, EntryKind, Opened, Relied, Workspace, WorkspaceError,
    WorkspacePath,
};
use patch_parse::Code;

use super::access::{Access, Capabilities};
use super::watch::Watch;

/// A workspace that reads and writes only what is granted. What may not be read appears not to
/// exist.
pub(super) struct Guarded<'h, W> {
    workspace: &'h mut W,
    capabilities: &'h dyn Capabilities,
    watch: &'h dyn Watch,
    /// Whether other committers are kept out for longer than one commit.
    is_held: bool,
    /// How many files the call is expected to read.
    total: usize,
    read: Cell<usize>,
    /// What was requested and not granted.
    denied: RefCell<BTreeSet<Denied>>,
}

/// Something that was requested and not granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Denied {
    path: WorkspacePath,
    access: Access,
    /// The path itself is granted, but not the target of a link in it.
    leads_out: bool,
}

impl Denied {
    /// What is not granted, in one sentence without a full stop. The target of a link is not
    /// disclosed.
    fn rule(&self) -> &'static str {
        match (self.access, self.leads_out) {
            (Access::Read, false) => "reading it is not granted",
            (Access::Write, false) => "writing it is not granted",
            (Access::Read, true) => "reading what it leads to is not granted",
            (Access::Write, true) => "writing what it leads to is not granted",
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.rule())
    }
}

impl<'h, W: Workspace> Guarded<'h, W> {
    pub(super) fn new(
        workspace: &'h mut W,
        capabilities: &'h dyn Capabilities,
        watch: &'h dyn Watch,
    ) -> Self {
        let (read, denied) = (Cell::new(0), RefCell::default());
        Self { workspace, capabilities, watch, is_held: false, total: 0, read, denied }
    }

    /// Sets how many files the call is expected to read, for the watcher.
    pub(super) fn will_read(&mut self, total: usize) {
        self.total = total;
    }

    /// What was requested and not granted, in order.
    pub(super) fn denied(&self) -> BTreeSet<Denied> {
        self.denied.borrow().clone()
    }

    /// Checks the grants of a path and of what it leads to.
    pub(super) fn require(
        &self,
        path: &WorkspacePath,
        access: Access,
    ) -> Result<(), WorkspaceError> {
        let real = self.real(path)?;
        let is_granted = |path: &WorkspacePath| self.capabilities.check_fs(path, access);
        let is_path_granted = is_granted(path);
        if is_path_granted && (real == *path || is_granted(&real)) {
            return Ok(());
        }
        Err(self.deny(Denied { path: path.clone(), access, leads_out: is_path_granted }))
    }

    fn is_visible(&self, path: &WorkspacePath) -> bool {
        self.capabilities.check_fs(path, Access::Read)
    }

    fn deny(&self, denied: Denied) -> WorkspaceError {
        let error = WorkspaceError::new(Code::FsDenied, denied.path.as_bstr(), denied.rule());
        self.denied.borrow_mut().insert(denied);
        error
    }

    /// The path without links in it, as far as it exists.
    fn real(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        let mut missing: Vec<&BStr> = Vec::new();
        let mut at = path.clone();
        loop {
            let is_there = self.workspace.entry(&at)?.is_some();
            match is_there.then(|| self.workspace.follow(&at)) {
                // A link that leads out, or nowhere: the workspace follows none of these.
                Some(Err(_)) => return Ok(path.clone()),
                Some(Ok(real)) => return below(&real, &missing),
                None => {}
            }
            missing = tail(path, missing.len() + 1);
            match at.parent() {
                Some(parent) => at = parent,
                None => return Ok(path.clone()),
            }
        }
    }

    fn check_cancelled(&self, path: &BStr) -> Result<(), WorkspaceError> {
        if self.watch.is_cancelled() {
            return Err(WorkspaceError::new(Code::ToolFailed, path, CANCELLED));
        }
        Ok(())
    }

    /// Keeps other committers out, once the lock is free, unless the call is cancelled before.
    fn let_in(&mut self, path: &BStr) -> Result<(), WorkspaceError> {
        self.check_cancelled(path)?;
        let watch = self.watch;
        let held = self.workspace.hold_while(&|| !watch.is_cancelled());
        if held.is_err() {
            self.check_cancelled(path)?;
        }
        held
    }

    /// Checks the grants of everything that a commit would write.
    pub(super) fn check_changes(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        let mut first = None;
        for change in changes {
            // All of them, so that one answer names everything that is not granted.
            first = first.or(self.require(&change.path, Access::Write).err());
        }
        first.map_or(Ok(()), Err)
    }

    /// Checks the grants before contents are returned, and informs the watcher.
    fn check_read(&self, path: &WorkspacePath) -> Result<(), WorkspaceError> {
        self.check_cancelled(path.as_bstr())?;
        self.require(path, Access::Read)?;
        let read = self.read.get() + 1;
        self.read.set(read);
        self.watch.progress(read.min(self.total), self.total);
        Ok(())
    }
}

/// Why a cancelled call has changed nothing.
pub(super) const CANCELLED: &str = "the call was cancelled; nothing was changed";

/// The last parts of a path.
fn tail(path: &WorkspacePath, count: usize) -> Vec<&BStr> {
    let mut parts: Vec<_> = path.components().rev().take(count).collect();
    parts.reverse();
    parts
}

fn below(folder: &WorkspacePath, parts: &[&BStr]) -> Result<WorkspacePath, WorkspaceError> {
    if parts.is_empty() {
        return Ok(folder.clone());
    }
    let all: Vec<&[u8]> = [folder.as_bstr().as_bytes()]
        .into_iter()
        .chain(parts.iter().map(|part| part.as_bytes()))
        .collect();
    WorkspacePath::new(folder.root(), bstr::join("/", all))
}

impl<W: Workspace> Workspace for Guarded<'_, W> {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        self.workspace.resolve(path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        if self.is_visible(path) { self.workspace.entry(path) } else { Ok(None) }
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        self.workspace.follow(path)
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        // The link itself: the grant of its target is checked when that is used.
        if !self.capabilities.check_fs(path, Access::Read) {
            let (path, access) = (path.clone(), Access::Read);
            return Err(self.deny(Denied { path, access, leads_out: false }));
        }
        self.workspace.read_link(path)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        self.check_read(path)?;
        self.workspace.read(path, limit)
    }

    fn load(
        &self,
        path: &WorkspacePath,
        limit: u64,
        opened: &mut Opened,
    ) -> Result<Option<(Entry, Contents)>, WorkspaceError> {
        match self.entry(path)? {
            None if !self.is_visible(path) => return Ok(None),
            Some(entry) if entry.kind == EntryKind::File => self.check_read(path)?,
            _ => self.check_cancelled(path.as_bstr())?,
        }
        self.workspace.load(path, limit, opened)
    }

    fn check(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        self.check_changes(changes)?;
        self.workspace.check(changes)
    }

    fn some_paths(&self, most: usize) -> Vec<BString> {
        let is_readable = |path: &BString| {
            let path = self.workspace.resolve(path.as_bstr());
            path.is_ok_and(|path| self.capabilities.check_fs(&path, Access::Read))
        };
        let mut paths = self.workspace.some_paths(most);
        paths.retain(is_readable);
        paths
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
        self.check_changes(changes)?;
        // What may not be seen did not exist for the plan, and is not disclosed now.
        let relied: Vec<_> =
            relied.iter().filter(|it| self.is_visible(&it.path)).cloned().collect();
        let path = changes.first().map(|change| change.path.as_bstr()).unwrap_or_default();
        if self.is_held {
            self.check_cancelled(path)?;
            return self.workspace.commit_relying(changes, &relied, durability);
        }
        // It may be cancelled while it waits for others: nothing is written yet.
        self.let_in(path)?;
        let committed = self
            .check_cancelled(path)
            .and_then(|()| self.workspace.commit_relying(changes, &relied, durability));
        self.workspace.release();
        committed
    }

    fn make_whole(&mut self, is_wanted: &dyn Fn() -> bool) -> Result<(), WorkspaceError> {
        let watch = self.watch;
        let made = self.workspace.make_whole(&|| is_wanted() && !watch.is_cancelled());
        if made.is_err() {
            self.check_cancelled(BStr::new(""))?;
        }
        made
    }

    fn is_whole(&self) -> Result<bool, WorkspaceError> {
        self.workspace.is_whole()
    }

    fn took_back(&self) -> bool {
        self.workspace.took_back()
    }

    fn hold(&mut self) -> Result<(), WorkspaceError> {
        self.let_in(BStr::new(""))?;
        self.is_held = true;
        Ok(())
    }

    fn release(&mut self) {
        self.is_held = false;
        self.workspace.release();
    }
}
