//! Lets a host follow a call, and end it.

/// Follows one tool call. Every method may be called often and should be quick.
pub trait Watch {
    /// Whether the host wants the call to end. Before a commit begins, the call then ends as
    /// `tool_failed`, with nothing changed; a commit that has begun is finished.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// This many files of the patch have been read.
    fn progress(&self, done: usize, total: usize) {
        let _ = (done, total);
    }
}

/// A call without a watcher; it is never cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unwatched;

impl Watch for Unwatched {}
