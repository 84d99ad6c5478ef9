//! What is known of the added lines of a hunk, where their indentation is worked out.

use super::gap::Gap;

/// The added lines of a hunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Added<'l> {
    /// The indentations of those with words.
    pub(super) indents: &'l [&'l [u8]],
    /// One is deeper than the context in front of it, which opens nothing in the file.
    pub(super) is_step_unfounded: bool,
    /// Where lines are added between two that stay.
    pub(super) gaps: &'l [Gap<'l>],
    /// One opens a block, and the next is no deeper.
    pub(super) is_flat: bool,
    /// How much deeper those are that the line in front of them opens, if all are as much.
    pub(super) step: Option<usize>,
    /// Some take the place of no removed line.
    pub(super) has_insertion: bool,
    /// The first of those that take the place of removed lines.
    pub(super) replacing: &'l [Replacing<'l>],
}

/// The first removed and the first added line of a change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replacing<'l> {
    /// The indentation of the removed line in the patch,
    pub(super) patch: &'l [u8],
    /// in the file,
    pub(super) file: &'l [u8],
    /// and of the added line.
    pub(super) added: &'l [u8],
}
