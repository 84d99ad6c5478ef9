//! What the counts of a hunk header are worth.

use std::fmt;

/// How the counts of a hunk header are read.
///
/// People's tools count right, and what is behind the last counted line is text. About half of the
/// hunks that language models write are miscounted, and what is behind the last counted line is
/// mostly more of the hunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Counts {
    /// Counts are advice: marked lines that follow a used-up count without a gap belong to the
    /// hunk, but for the signature of a mail, and a header is never counted as lines of a hunk.
    /// Marked lines that no hunk takes are an error. What does not add up is a diagnostic.
    #[default]
    Advice,
    /// Counts are believed, as `git apply` and GNU `patch` do: a hunk has the lines that its header
    /// counts, each with its mark or empty, and what follows is text up to the next header. A hunk
    /// whose counts do not add up, or that has none, is an error.
    Believed,
}

/// The lines that a hunk header counts, beside those that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Miscount {
    /// Old lines as the header says.
    pub old_declared: u64,
    /// Old lines that follow.
    pub old_actual: u64,
    /// New lines as the header says.
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

    /// Whether the header is right about the old lines, and counts as many new ones or more.
    pub(crate) fn announces_replacement(&self) -> bool {
        self.old_actual == self.old_declared && self.new_declared >= self.old_declared
    }

    /// Whether neither the header nor the hunk has an old line.
    pub(crate) fn is_of_new_file(&self) -> bool {
        self.old_declared == 0 && self.old_actual == 0
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
