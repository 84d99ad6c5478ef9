//! Lets changes of the disk fail, for the tests of this module.
//!
//! A fault that lasts is a kill: nothing changes the disk any more, the steps that would put things
//! back no more than any other.

use std::cell::Cell;
use std::io::{self, Write};

/// How a file system lets a file be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    /// It exchanges names.
    Exchange,
    /// It has hard links.
    Link,
    /// It only renames.
    Move,
}

/// How many changes pass, and whether all after the one that fails do, too, or from the how many-th
/// on.
#[derive(Clone, Copy)]
struct Fault {
    left: usize,
    lasts: bool,
    kill: Option<usize>,
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
    static STRUCK: Cell<bool> = const { Cell::new(false) };
    static MEANS: Cell<Means> = const { Cell::new(Means::Exchange) };
}

/// The Nth change from now on fails; counted from 0.
pub(super) fn fail_at(step: usize) {
    FAULT.set(Some(Fault { left: step, lasts: false, kill: None }));
}

/// The Nth change from now on and all after it fail; counted from 0.
pub(super) fn fail_from(step: usize) {
    FAULT.set(Some(Fault { left: step, lasts: true, kill: None }));
}

/// The Nth change from now on fails, and behind it all from the Mth on; both counted from 0.
pub(super) fn fail_at_and_from(step: usize, kill: usize) {
    FAULT.set(Some(Fault { left: step, lasts: false, kill: Some(kill) }));
}

/// Asks for no failure any more; whether one was still to come.
pub(super) fn disarm() -> bool {
    FAULT.take().is_some()
}

/// Asks for no failure any more; whether one came.
pub(super) fn struck() -> bool {
    FAULT.set(None);
    STRUCK.take()
}

/// Says what the file system can do.
pub(super) fn set_means(means: Means) {
    MEANS.set(means);
}

/// What the file system can do.
pub(super) fn means() -> Means {
    MEANS.get()
}

/// Passes, or fails when its turn has come.
pub(super) fn next() -> io::Result<()> {
    let Some(fault) = FAULT.take() else { return Ok(()) };
    if fault.left > 0 || fault.lasts {
        FAULT.set(Some(Fault { left: fault.left.saturating_sub(1), ..fault }));
    } else if let Some(kill) = fault.kill {
        fail_from(kill);
    }
    // A failure before a kill is not the kill.
    STRUCK.set(fault.left == 0 && fault.kill.is_none());
    if fault.left > 0 { Ok(()) } else { Err(io::Error::other("injected fault")) }
}

/// Writes half of what is to be written, and leaves the file so when its turn has come.
pub(super) fn half_written(file: &mut impl Write, contents: &[u8]) -> io::Result<()> {
    next().inspect_err(|_| {
        let half = contents.split_at(contents.len() / 2).0;
        let _ = file.write_all(half);
    })
}
