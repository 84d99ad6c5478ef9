//! How a host follows a call, and ends one.

/// Follows one call of a tool. Every method may be called often and should be quick.
pub trait Watch {
    /// Whether the host wants the call to end. Until a commit begins it then ends as `tool_failed`,
    /// with nothing changed; a commit that has begun is finished.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// So many files of the patch have been read.
    fn progress(&self, done: usize, total: usize) {
        let _ = (done, total);
    }
}

/// Nobody follows the call, and it is not cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unwatched;

impl Watch for Unwatched {}
