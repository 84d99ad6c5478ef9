//! The input of placing and its outcome.

use std::borrow::Cow;
use std::cell::OnceCell;

use patch_parse::Hunk;

use super::lookup::Lookup;
use super::placement::{EvidenceSet, Placement};
use super::places::Match;
use super::reading::ReadAnew;
use crate::failure::HunkFailure;
use crate::text::Text;
use crate::text::blanks::{depth, has_blank_ends};

/// What became of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Placed {
    /// It has a place.
    At(Placement),
    /// The file has its change already, by all evidence.
    Done(Box<HunkFailure>),
    /// It has none.
    Failed(Box<HunkFailure>),
}

/// The hunks of a file as they are read, and what became of each.
pub(crate) struct Outcome<'f, 'h> {
    pub(crate) text: Text<'f>,
    /// In the order of the patch.
    pub(crate) hunks: Cow<'h, [Hunk<'h>]>,
    /// Those of them that are not read as they are in the patch.
    pub(crate) read_anew: Vec<ReadAnew>,
    pub(crate) placed: Vec<Placed>,
}

/// A file, the hunks that are to be placed in it, and the lookup that answers questions about it.
pub(crate) struct Scene<'f, 'h, L> {
    pub(super) text: Text<'f>,
    pub(super) hunks: &'h [Hunk<'h>],
    pub(super) lookup: L,
    /// Whether some line of the text ends in blanks: one pass over it, once for all hunks.
    has_blank_ends: OnceCell<bool>,
}

impl<'f, 'h, L> Scene<'f, 'h, L> {
    pub(super) fn new(text: Text<'f>, hunks: &'h [Hunk<'h>], lookup: L) -> Self {
        Self { text, hunks, lookup, has_blank_ends: OnceCell::new() }
    }

    pub(super) fn has_blank_ends(&self) -> bool {
        *self.has_blank_ends.get_or_init(|| has_blank_ends(self.text.bytes))
    }
}

impl<'f, L: Lookup> Scene<'f, '_, L> {
    /// The lines of the file from one on, with their endings.
    pub(super) fn lines_at(
        &mut self,
        line: usize,
    ) -> impl Iterator<Item = &'f [u8]> + Clone + use<'f, L> {
        let start = self.lookup.start_of(line);
        self.text.slice(start..self.text.bytes.len()).split_inclusive(|byte| *byte == b'\n')
    }

    /// The bytes of indentation of a line; 0 of a blank one.
    pub(super) fn depth_of(&mut self, line: usize) -> usize {
        self.lines_at(line).next().and_then(depth).unwrap_or(0)
    }

    /// The bytes of indentation of the first line from one on that is not blank.
    pub(super) fn depth_from(&mut self, line: usize) -> usize {
        self.lines_at(line).find_map(depth).unwrap_or(0)
    }

    /// The placement of a hunk where it matches.
    pub(super) fn placement(&mut self, found: Match) -> Placement {
        let place = found.place();
        Placement {
            line_index: place.line,
            line_count: place.count,
            start: self.lookup.start_of(place.line),
            end: self.lookup.start_of(place.end()),
            rung: found.rung(),
            other_places: 0,
            dropped_before: place.dropped.0,
            dropped_after: place.dropped.1,
            evidence: EvidenceSet::default(),
        }
    }
}
