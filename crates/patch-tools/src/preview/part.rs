//! The shown parts of a patch, in the form of either version of the protocol.

use std::fmt::Debug;

use acp_diff_types::{AbsolutePath, v1, v2};
use bstr::ByteSlice;
use patch_gen::GenOptions;
use patch_parse::{FilePatch, Hunk, LineKind, Patch};

use crate::wire::{TreeChange, WireError, absolute, diff_of_patch};

/// A part of what a patch does.
#[derive(Clone, Debug)]
pub(super) enum Part<D> {
    Diff(D),
    /// Text, if something has no place or no diff.
    Text(String),
}

/// How a version of the protocol shows a change.
pub(super) trait Shape: Debug {
    /// One item of content.
    type Diff: Clone + Debug;

    /// Whether the hunks of a file that moves can be shown one by one.
    const SHOWS_MOVES: bool;

    /// The hunks of a section that have their numbers; `None` if the protocol cannot carry their
    /// text.
    fn of_hunks(&self, section: &Patch<'_>, root: &AbsolutePath) -> Vec<Part<Self::Diff>>;

    /// The whole effect of a section; `None` if the protocol cannot express it.
    fn of_change(&self, change: &TreeChange<'_>) -> Vec<Part<Self::Diff>>;
}

/// A diff is a list of changes with one patch.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeV2;

impl Shape for ShapeV2 {
    type Diff = v2::Diff;

    const SHOWS_MOVES: bool = true;

    fn of_hunks(&self, section: &Patch<'_>, root: &AbsolutePath) -> Vec<Part<v2::Diff>> {
        diff_of_patch(section, root).into_iter().map(Part::Diff).collect()
    }

    fn of_change(&self, change: &TreeChange<'_>) -> Vec<Part<v2::Diff>> {
        let diff = change.to_v2(&GenOptions::default()).ok();
        diff.filter(|diff| !diff.changes.is_empty()).map(Part::Diff).into_iter().collect()
    }
}

/// A diff is the texts of one path before and after: here those of a hunk, or of a whole file.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeV1;

/// A diff of version 1, and the line of the new file where it begins, 1-based.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) diff: v1::Diff,
    pub(super) line: Option<u32>,
}

impl Shape for ShapeV1 {
    type Diff = Block;

    const SHOWS_MOVES: bool = false;

    fn of_hunks(&self, section: &Patch<'_>, root: &AbsolutePath) -> Vec<Part<Block>> {
        let of_file = |file| blocks(file, root).unwrap_or_default();
        section.files.iter().flat_map(of_file).map(Part::Diff).collect()
    }

    fn of_change(&self, change: &TreeChange<'_>) -> Vec<Part<Block>> {
        if let Ok(diffs) = change.to_v1() {
            let blocks = diffs.into_iter().map(|diff| Block { diff, line: None });
            return blocks.map(Part::Diff).collect();
        }
        // What cannot be shown as a diff is shown as patch text.
        let diff = change.to_v2(&GenOptions::default()).ok();
        let text = diff.and_then(|diff| Some(diff.patch?.text()?.to_owned()));
        text.map(Part::Text).into_iter().collect()
    }
}

fn blocks(file: &FilePatch<'_>, root: &AbsolutePath) -> Result<Vec<Block>, WireError> {
    let path = absolute(root, file.operation.path().as_bstr())?;
    let block = |hunk: &Hunk<'_>| {
        let (old, new) = (side(hunk, LineKind::Add)?, side(hunk, LineKind::Remove)?);
        let line = hunk.range().and_then(|range| u32::try_from(range.new_start.max(1)).ok());
        Ok(Block { diff: v1::Diff::new(path.clone(), new).old_text(old), line })
    };
    file.hunks().iter().map(block).collect()
}

/// The lines of one side: those that are not of this kind.
fn side(hunk: &Hunk<'_>, other: LineKind) -> Result<String, WireError> {
    let mut text = Vec::new();
    for line in hunk.lines.iter().filter(|line| line.kind != other) {
        text.extend_from_slice(line.text.as_bytes());
        text.extend_from_slice(line.newline.as_bytes());
    }
    String::from_utf8(text).map_err(|error| WireError::TextNotUtf8(error.utf8_error()))
}
