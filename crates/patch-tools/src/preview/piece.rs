//! The events of a stream that a preview shows, kept without the text.

use patch_parse::{Event, FileOperation, FilePatch, Hunk};

/// A part of a patch.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    FileStarted(FilePatch<'static>),
    Hunk(Hunk<'static>),
    FileEnded(FileOperation<'static>),
}

impl Piece {
    pub(super) fn of(event: &Event<'_>) -> Option<Self> {
        Some(match event {
            Event::FileStarted(file) => Self::FileStarted(file.clone().into_owned()),
            Event::HunkEnded(hunk) => Self::Hunk(hunk.as_ref().clone().into_owned()),
            Event::FileEnded(operation) => Self::FileEnded(operation.as_ref().clone().into_owned()),
            _ => return None,
        })
    }
}
