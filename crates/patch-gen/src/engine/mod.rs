//! Finds how two texts differ: which lines of one are replaced by which of the other.
//!
//! Most edits change little of a file. So the texts are first compared as bytes, and only around
//! their differences are they cut into lines (`regions`). The lines of a region are numbered and
//! paired (`pair`), by `myers`, which gets only the lines that both texts have (`shared`), or by
//! the crate `similar`. Then each change is moved to where it reads best (`compact`).

mod change;
mod compact;
mod myers;
mod pair;
mod regions;
mod shared;

pub(crate) use change::Change;
pub(crate) use regions::{Region, lines_backwards, regions};

use crate::GenOptions;

/// The changes between two lists of numbers: the fewest, or nearly so.
pub(crate) fn changes_of_numbers(old: &[u32], new: &[u32]) -> Vec<Change> {
    shared::changes(old, new, None)
}

impl Region<'_> {
    /// The changes in order, with at least one equal line between two of them; line numbers are
    /// those of the region.
    pub(crate) fn changes(&self, options: &GenOptions) -> Vec<Change> {
        let paired = pair::pair(self, options);
        compact::compact(self, &paired, options.indent_heuristic)
    }
}
