//! How far the counts of a hunk header are believed.

use std::fmt;

use crate::ast::LineKind;

/// How the counts of a hunk header are read.
///
/// Tools count correctly, and whatever follows the last counted line is text. About half of the
/// hunks that language models write are miscounted, and the last counted line is mostly followed by
/// more of the hunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Counts {
    /// Counts are advice: marked lines that directly follow the last counted line belong to the
    /// hunk, except for the signature of a mail, and a header is never counted as lines of a hunk.
    /// Marked lines outside all hunks are an error. Counts that do not add up are a diagnostic.
    #[default]
    Advice,
    /// Counts are believed, as by `git apply` and GNU `patch`: a hunk has the lines that its header
    /// counts, each with its mark or empty, and whatever follows is text up to the next header. A
    /// hunk whose counts do not add up, or that has none, is an error.
    Believed,
}

/// The lines that a hunk header counts, and those that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Miscount {
    /// Old lines according to the header.
    pub old_declared: u64,
    /// Old lines that follow.
    pub old_actual: u64,
    /// New lines according to the header.
    pub new_declared: u64,
    /// New lines that follow.
    pub new_actual: u64,
}

impl Miscount {
    /// How many old and new lines are missing.
    pub(crate) fn missing(&self) -> (u64, u64) {
        let old = self.old_declared.saturating_sub(self.old_actual);
        (old, self.new_declared.saturating_sub(self.new_actual))
    }

    /// The mark that one context line needs so that the header is right.
    pub(crate) fn lost_mark(&self) -> Option<LineKind> {
        let is_one_less = |declared: u64, actual: u64| declared.checked_add(1) == Some(actual);
        let Self { old_declared, old_actual, new_declared, new_actual } = *self;
        if is_one_less(old_declared, old_actual) && new_declared == new_actual {
            Some(LineKind::Add)
        } else if old_declared == old_actual && is_one_less(new_declared, new_actual) {
            Some(LineKind::Remove)
        } else {
            None
        }
    }

    /// Whether the header is right about the old lines, and counts at least as many new ones.
    pub(crate) fn announces_replacement(&self) -> bool {
        self.old_actual == self.old_declared && self.new_declared >= self.old_declared
    }

    /// Whether neither the header nor the hunk has an old line.
    pub(crate) fn is_of_new_file(&self) -> bool {
        self.old_declared == 0 && self.old_actual == 0
    }

    /// Whether the header is right about the new lines, and a quarter of the old ones is missing,
    /// or more.
    pub(crate) fn lacks_removals(&self) -> bool {
        self.new_actual == self.new_declared && self.missing().0 >= self.old_declared.div_ceil(4)
    }

    /// Whether a quarter of the new lines is missing, or more.
    pub(crate) fn lacks_a_quarter(&self) -> bool {
        self.missing().1 >= self.new_declared.div_ceil(4)
    }

    /// Whether a side has fewer lines than the header says.
    pub(crate) fn is_short(&self) -> bool {
        self.old_actual < self.old_declared || self.new_actual < self.new_declared
    }
}

impl fmt::Display for Miscount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { old_declared, old_actual, new_declared, new_actual } = self;
        write!(
            f,
            "the hunk header counts {old_declared} old and {new_declared} new lines, the hunk has \
             {old_actual} and {new_actual}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_show_which_mark_a_line_lost() {
        for (declared, actual, expected) in [
            ((3, 4), (4, 4), Some(LineKind::Add)),
            ((4, 3), (4, 4), Some(LineKind::Remove)),
            ((3, 3), (4, 4), None),
            ((5, 4), (4, 4), None),
            ((2, 4), (4, 4), None),
            ((u64::MAX, 0), (u64::MAX, 1), Some(LineKind::Remove)),
            ((u64::MAX, 0), (0, 0), None),
        ] {
            let miscount = Miscount {
                old_declared: declared.0,
                old_actual: actual.0,
                new_declared: declared.1,
                new_actual: actual.1,
            };
            assert_eq!(miscount.lost_mark(), expected, "{miscount}");
        }
    }
}
