//! The input that all parts of an explanation share.

use patch_parse::{Format, Hunk};

use crate::text::{LineTable, Text};

/// A file and the hunks that were to change it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'s, 'f> {
    pub(super) text: Text<'f>,
    pub(super) table: &'s LineTable<'f>,
    pub(super) hunks: &'s [Hunk<'s>],
    pub(super) format: Format,
}
