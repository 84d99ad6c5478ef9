//! Makes changes of the disk fail, for tests: those of this crate, and those of others through the
//! feature `faults`.
//!
//! Settings hold in the thread that makes them, and in threads that a commit starts from it.
//!
//! ```
//! use patch_apply::{ApplyOptions, apply};
//! use patch_fs::{DirWorkspace, Recovery, faults};
//!
//! # let root = tempfile::tempdir()?;
//! # let root = root.path();
//! let patch = patch_parse::parse(b"--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+hello\n")?;
//! let mut files = DirWorkspace::open(root)?;
//! // The program is killed before its second change of the disk.
//! faults::fail_from(1);
//! assert!(apply(&patch, &mut files, &ApplyOptions::default()).is_err());
//! assert!(faults::struck());
//! assert_eq!(files.recover()?, Recovery::Cleared);
//! assert!(!root.join("new.txt").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A fault that lasts is a kill: nothing changes the disk any more, not even the steps that would
//! put things back.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How a file system lets a file be replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Means {
    /// It exchanges names.
    #[default]
    Exchange,
    /// It has hard links.
    Link,
    /// It only renames.
    Move,
}

/// Which threads work on a commit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Several threads when there are many files.
    #[default]
    ForMany,
    /// Several threads, and several shards, for two files.
    ForTwo,
    /// As for two, but the system grants no thread.
    Denied,
}

/// How many changes pass, and whether all after the failing one fail too, or from which one on.
#[derive(Clone, Copy, Debug)]
struct Fault {
    left: usize,
    lasts: bool,
    kill: Option<usize>,
}

/// What somebody else does, and how many changes pass before.
struct Visit {
    left: usize,
    act: Box<dyn FnOnce() + Send>,
}

impl fmt::Debug for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("left", &self.left).finish_non_exhaustive()
    }
}

/// The settings of one test, in all threads that work for it.
#[derive(Debug, Default)]
struct State {
    fault: Option<Fault>,
    visit: Option<Visit>,
    struck: bool,
    means: Means,
    threads: Threads,
    /// The system can bring only single files and directories to the disk.
    syncs_each: bool,
    /// The file system has no symbolic links.
    lacks_links: bool,
    /// Names that changed and what was brought to the disk, in order, if a test records it.
    #[cfg(test)]
    trace: Option<Vec<String>>,
}

thread_local! {
    static STATE: RefCell<Arc<Mutex<State>>> = RefCell::default();
}

/// Work for another thread, with the faults of this one.
pub fn for_thread<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> R {
    let faults = STATE.with_borrow(Arc::clone);
    move || {
        STATE.set(faults);
        work()
    }
}

fn with<T>(look: impl FnOnce(MutexGuard<'_, State>) -> T) -> T {
    STATE.with_borrow(|state| look(state.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// The Nth change from now on fails; counted from 0.
pub fn fail_at(step: usize) {
    set(Fault { left: step, lasts: false, kill: None });
}

/// The Nth change from now on and all after it fail; counted from 0.
pub fn fail_from(step: usize) {
    set(Fault { left: step, lasts: true, kill: None });
}

/// The Nth change from now on fails, and after it all from the Mth on; both counted from 0.
pub fn fail_at_and_from(step: usize, kill: usize) {
    set(Fault { left: step, lasts: false, kill: Some(kill) });
}

fn set(fault: Fault) {
    with(|mut state| state.fault = Some(fault));
}

/// Somebody else does something before the Nth change from now on; counted from 0.
pub fn before(step: usize, act: impl FnOnce() + Send + 'static) {
    with(|mut state| state.visit = Some(Visit { left: step, act: Box::new(act) }));
}

/// Whether what was to happen [`before`] a change is still to come; if so, it does not come.
pub fn is_waiting() -> bool {
    with(|mut state| state.visit.take().is_some())
}

/// Cancels all failures; returns whether one was still to come.
pub fn disarm() -> bool {
    with(|mut state| state.fault.take().is_some())
}

/// Cancels all failures; returns whether one occurred.
pub fn struck() -> bool {
    with(|mut state| {
        state.fault = None;
        std::mem::take(&mut state.struck)
    })
}

/// Sets what the file system can do.
pub fn set_means(means: Means) {
    with(|mut state| state.means = means);
}

/// What the file system can do.
pub fn means() -> Means {
    with(|state| state.means)
}

/// Sets which threads work on a commit.
pub fn set_threads(threads: Threads) {
    with(|mut state| state.threads = threads);
}

/// Whether two files are enough for each to get a thread, and both a shard.
pub fn many() -> bool {
    with(|state| state.threads != Threads::ForMany)
}

/// Whether the system grants no thread.
pub fn alone() -> bool {
    with(|state| state.threads == Threads::Denied)
}

/// Sets whether the system can bring a whole file system to the disk.
pub fn set_syncs_file_systems(can: bool) {
    with(|mut state| state.syncs_each = !can);
}

/// Whether the system can bring a whole file system to the disk.
pub fn syncs_file_systems() -> bool {
    with(|state| !state.syncs_each)
}

/// Sets whether the file system has symbolic links.
pub fn set_makes_links(can: bool) {
    with(|mut state| state.lacks_links = !can);
}

/// Whether the file system has symbolic links.
pub fn makes_links() -> bool {
    with(|state| !state.lacks_links)
}

/// Records every change from now on.
#[cfg(test)]
pub(super) fn start_trace() {
    with(|mut state| state.trace = Some(Vec::new()));
}

/// The changes since [`start_trace`].
#[cfg(test)]
pub(super) fn take_trace() -> Vec<String> {
    with(|mut state| state.trace.take().unwrap_or_default())
}

/// Records a change.
#[cfg(test)]
pub(super) fn note(what: impl FnOnce() -> String) {
    with(|mut state| {
        if let Some(trace) = &mut state.trace {
            trace.push(what());
        }
    });
}

/// Passes, or fails when its turn has come.
pub fn next() -> io::Result<()> {
    let visit = with(|mut state| match state.visit.take() {
        Some(Visit { left: 0, act }) => Some(act),
        waiting => {
            state.visit = waiting.map(|visit| Visit { left: visit.left - 1, ..visit });
            None
        }
    });
    if let Some(act) = visit {
        act();
    }
    with(|mut state| {
        let Some(fault) = state.fault.take() else { return Ok(()) };
        if fault.left > 0 || fault.lasts {
            state.fault = Some(Fault { left: fault.left.saturating_sub(1), ..fault });
        } else if let Some(kill) = fault.kill {
            state.fault = Some(Fault { left: kill, lasts: true, kill: None });
        }
        // A failure before a kill is not the kill.
        state.struck = fault.left == 0 && fault.kill.is_none();
        if fault.left > 0 { Ok(()) } else { Err(io::Error::other("injected fault")) }
    })
}

/// When its turn has come, writes half of the contents and leaves the file so.
pub fn half_written(file: &mut impl Write, contents: &[u8]) -> io::Result<()> {
    next().inspect_err(|_| {
        let half = contents.split_at(contents.len() / 2).0;
        let _ = file.write_all(half);
    })
}
