//! Putting everything back.

use std::io;

use super::disk::Disk;
use crate::workspace::{Spot, WorkspaceError};

/// How one step that was taken is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Undo {
    /// A file was made here.
    RemoveFile(Spot),
    /// A directory was made here.
    RemoveDir(Spot),
    /// Two places were exchanged.
    Exchange(Spot, Spot),
    /// What is at `from` now stood at `to`, where nothing stands.
    MoveBack {
        /// Where it is.
        from: Spot,
        /// Where it was.
        to: Spot,
    },
    /// What has the second name `from` stood at `to`, where something else stands.
    Restore {
        /// Its second name.
        from: Spot,
        /// Where it was.
        to: Spot,
    },
}

/// The steps taken so far, in their order.
#[derive(Debug, Default)]
pub(super) struct UndoLog(Vec<Undo>);

impl UndoLog {
    pub(super) fn push(&mut self, undo: Undo) {
        self.0.push(undo);
    }

    /// Takes all steps back, the last one first, and gives the error that was the reason.
    ///
    /// A step that cannot be taken back stops none of the others, and is named in the message.
    pub(super) fn roll_back(self, disk: &mut Disk<'_>, reason: WorkspaceError) -> WorkspaceError {
        let failures = self.0.into_iter().rev().filter_map(|undo| undo.run(disk).err());
        match failures.reduce(|first, _| first) {
            None => reason,
            Some((spot, error)) => {
                let message = format!(
                    "{}; and the old state could not be put back whole: {}: {error}",
                    reason.message,
                    spot.path()
                );
                WorkspaceError { message, ..reason }
            }
        }
    }
}

impl Undo {
    fn run(self, disk: &mut Disk<'_>) -> Result<(), (Spot, io::Error)> {
        match self {
            // The second name of a file may have been given back to it already.
            Self::RemoveFile(spot) => match disk.remove_file(&spot) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                result => result.map_err(|error| (spot, error)),
            },
            Self::RemoveDir(spot) => disk.remove_dir(&spot).map_err(|error| (spot, error)),
            Self::Exchange(a, b) => match disk.exchange(&a, &b) {
                Some(result) => result.map_err(|error| (b, error)),
                None => Err((b, io::ErrorKind::Unsupported.into())),
            },
            Self::MoveBack { from, to } => disk.rename_new(&from, &to).map_err(|error| (to, error)),
            Self::Restore { from, to } => disk.rename_over(&from, &to).map_err(|error| (to, error)),
        }
    }
}
