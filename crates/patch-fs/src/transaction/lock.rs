//! One committer at a time.

use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cap_std::fs::Dir;
use patch_apply::WorkspaceError;

use crate::system;
use crate::tree::Tree;

/// How long a commit waits for another before it gives up: longer than any commit takes, and short
/// enough that an unattended agent does not hang behind a stopped process.
const PATIENCE: Duration = Duration::from_secs(60);

/// The first and the longest pause between two tries.
const PAUSES: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(5));

/// The advisory locks of all roots of a tree. They end with the value, and with the process,
/// however it ends.
#[derive(Debug)]
pub(crate) struct Locked {
    _held: Vec<system::Lock>,
}

impl Locked {
    /// Waits for the locks of all roots.
    ///
    /// # Errors
    ///
    /// `io_error` when another process holds one for a minute, or the system cannot lock.
    pub(crate) fn wait(tree: &Tree) -> Result<Self, WorkspaceError> {
        Self::wait_while(tree, &|| true)
    }

    /// The same, but only as long as `is_wanted` returns true.
    ///
    /// # Errors
    ///
    /// As [`Self::wait`], and when it is no longer wanted.
    pub(crate) fn wait_while(
        tree: &Tree,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Self, WorkspaceError> {
        let deadline = Instant::now() + PATIENCE;
        let mut held = Vec::new();
        for root in in_order(tree)? {
            held.push(wait(root, deadline, is_wanted).map_err(cannot_lock)?);
        }
        Ok(Self { _held: held })
    }
}

/// The roots in an order that is the same for every process, so that no two wait for each other; a
/// directory that is a root twice is listed once.
fn in_order(tree: &Tree) -> Result<Vec<&Dir>, WorkspaceError> {
    let mut roots = Vec::new();
    for (index, root) in tree.roots().iter().enumerate() {
        let metadata = root.dir_metadata().map_err(cannot_lock)?;
        // If the system cannot identify directories, each counts as its own.
        let id = system::file_id(&metadata).map(|id| (id.0, id.1));
        roots.push((id.unwrap_or((u64::MAX, index as u64)), root.as_ref()));
    }
    roots.sort_by_key(|(id, _)| *id);
    roots.dedup_by_key(|(id, _)| *id);
    Ok(roots.into_iter().map(|(_, root)| root).collect())
}

fn wait(root: &Dir, deadline: Instant, is_wanted: &dyn Fn() -> bool) -> io::Result<system::Lock> {
    let mut pause = PAUSES.0;
    loop {
        if let Some(lock) = system::try_lock(root)? {
            return Ok(lock);
        }
        if Instant::now() >= deadline {
            let message = "another commit has held the lock of the directory for a minute";
            return Err(io::Error::new(io::ErrorKind::TimedOut, message));
        }
        if !is_wanted() {
            let message =
                "another commit holds the lock of the directory, and nobody waits for it any more";
            return Err(io::Error::new(io::ErrorKind::Interrupted, message));
        }
        sleep(pause);
        pause = (pause * 2).min(PAUSES.1);
    }
}

fn cannot_lock(error: io::Error) -> WorkspaceError {
    WorkspaceError::io(".", "cannot lock the root directory", error)
}
