//! Turns pieces of a patch into what there is to report, in either version.

use acp_diff_types::AbsolutePath;
use patch_apply::{ApplyOptions, Workspace};
use patch_parse::{Format, ParseError, Patch, PatchStream};

use super::part::Shape;
use super::piece::Piece;
use super::section::Ground;
use super::sections::{Sections, Told};

/// A patch that comes in, and its sections so far.
#[derive(Debug)]
pub(super) struct Source<'w, W, S> {
    pub(super) stream: PatchStream,
    pub(super) sections: Sections<'w, W, S>,
}

impl<'w, W: Workspace, S: Shape> Source<'w, W, S> {
    pub(super) fn new(
        shape: S,
        tool_call_id: String,
        workspace: &'w W,
        root: AbsolutePath,
    ) -> Self {
        let ground = Ground { workspace, root, options: ApplyOptions::default(), shape };
        Self { stream: PatchStream::default(), sections: Sections::new(tool_call_id, ground) }
    }

    /// Takes the next piece and reports what there is, each item with what is known by then.
    pub(super) fn push(
        &mut self,
        piece: &[u8],
        tell: impl FnMut(&Sections<'w, W, S>, Told<S::Diff>),
    ) {
        let mut pieces = Vec::new();
        self.stream.push(piece, |event| pieces.extend(Piece::of(event)));
        self.take(pieces, self.stream.format(), tell);
    }

    /// Ends the patch and reports what is left.
    pub(super) fn finish(
        &mut self,
        mut tell: impl FnMut(&Sections<'w, W, S>, Told<S::Diff>),
    ) -> Result<Patch<'static>, ParseError> {
        let mut pieces = Vec::new();
        let patch = self.stream.finish(|event| pieces.extend(Piece::of(event)));
        let patch = patch.map(Patch::into_owned);
        let format = patch.as_ref().map_or(Format::Unified, |patch| patch.format);
        self.take(pieces, format, &mut tell);
        if let Some(told) = self.sections.files_left() {
            tell(&self.sections, told);
        }
        patch
    }

    fn take(
        &mut self,
        pieces: Vec<Piece>,
        format: Format,
        mut tell: impl FnMut(&Sections<'w, W, S>, Told<S::Diff>),
    ) {
        for piece in pieces {
            for told in self.sections.take(piece, format) {
                tell(&self.sections, told);
            }
        }
    }
}
