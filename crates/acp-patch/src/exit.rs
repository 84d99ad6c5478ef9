//! How the program ends.

use std::process::ExitCode;

/// The exit status, the same for every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: done; for `diff`, no differences.
    Done,
    /// 1: the patch was refused and nothing was changed; for `diff`, there are differences; for
    /// `check-diff`, disagreements.
    Refused,
    /// 2: wrong usage, or a file that cannot be read or written.
    Trouble,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Refused => Self::from(1),
            Exit::Trouble => Self::from(2),
        }
    }
}
