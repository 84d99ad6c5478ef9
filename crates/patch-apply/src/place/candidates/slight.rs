//! New lines that say little: a bracket, or a single line, is in many files for other reasons than
//! that the change was made.

use std::collections::BTreeSet;

use patch_parse::{Hunk, LineKind};

use crate::text::words::has_ascii_words;

/// From so many lines on one new line by itself is not where a number says.
pub(in crate::place) const MOST_OFF: i64 = 16;

/// How much it says that the new lines of a hunk are found somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::place) enum Weight {
    /// None has words: nothing, but where the hunk is meant.
    None,
    /// One has, and no context: little.
    Line,
    Enough,
}

impl Weight {
    pub(in crate::place) fn of(hunk: &Hunk<'_>) -> Self {
        let mut worded = hunk.new_lines().filter(|line| has_ascii_words(line.text));
        let is_context = worded.clone().any(|line| line.kind == LineKind::Context);
        let lines: BTreeSet<_> = worded.by_ref().map(|line| line.text).take(2).collect();
        match lines.len() {
            _ if is_context => Self::Enough,
            0 if hunk.new_lines().any(|line| !line.text.is_ascii()) => Self::Enough,
            0 => Self::None,
            1 => Self::Line,
            _ => Self::Enough,
        }
    }
}
