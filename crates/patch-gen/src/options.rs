//! What a caller may choose.

use std::time::Instant;

/// How to make a patch. The default gives what `git diff` gives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenOptions {
    /// Lines of context around each change (`-U`), 3 by default. Changes with at most twice as
    /// many lines between them share a hunk. `usize::MAX` puts the whole file into one hunk.
    pub context: usize,
    /// How lines are paired.
    pub algorithm: Algorithm,
    /// When to stop looking for a small diff. From then on the rest of a file is replaced as one
    /// block: larger, and as right. None by default. Reading the lines is not covered, and the
    /// clock is looked at now and then, so the work may end some tens of milliseconds late.
    pub deadline: Option<Instant>,
    /// Which headers the sections of a [`tree_patch`](crate::tree_patch) have.
    pub style: Style,
    /// What to do about binary files.
    pub binary: Binary,
}

impl Default for GenOptions {
    fn default() -> Self {
        Self {
            context: 3,
            algorithm: Algorithm::default(),
            deadline: None,
            style: Style::default(),
            binary: Binary::default(),
        }
    }
}

impl GenOptions {
    /// Sets [`Self::context`].
    #[must_use]
    pub fn context(mut self, lines: usize) -> Self {
        self.context = lines;
        self
    }

    /// Sets [`Self::algorithm`].
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Sets [`Self::deadline`].
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets [`Self::style`].
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Sets [`Self::binary`].
    #[must_use]
    pub fn binary(mut self, binary: Binary) -> Self {
        self.binary = binary;
        self
    }
}

/// How lines of the old and the new text are paired.
///
/// Each gives a right patch for every input; they differ in which lines they call unchanged. The
/// algorithms of `similar` whose worst case is quadratic in time or memory are not on offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Pairs rare lines first, as `git diff --histogram` does, and agrees closely with it.
    ///
    /// The default: on real changes it is the fastest by a factor of three, and it does not tie a
    /// change to stray braces and blank lines. The hunks are fewer and have more context of
    /// their own, which helps when a patch is placed by its context. It counts up to a quarter
    /// more changed lines than the smallest diff would.
    ///
    /// Its cost grows with the product of lines and scattered changes, so that it is kept for
    /// texts that differ over up to 4,096 lines, both sides together; beyond that it is
    /// [`Self::Patience`].
    #[default]
    Histogram,
    /// Pairs lines that are unique on both sides first, as `git diff --patience` does.
    Patience,
    /// Looks for few changed lines, as `git diff` does by default, and gives up on the smallest
    /// when that takes long. The slowest here, and its diffs are a little larger than git's.
    Myers,
}

/// The most lines that [`Algorithm::Histogram`] itself pairs: some 20 ms in the worst case.
const MOST_HISTOGRAM_LINES: usize = 4096;

impl Algorithm {
    /// The algorithm for this many lines, old and new, that are to be paired.
    pub(crate) fn for_lines(self, lines: usize) -> similar::Algorithm {
        match self {
            Self::Histogram if lines <= MOST_HISTOGRAM_LINES => similar::Algorithm::Histogram,
            Self::Histogram | Self::Patience => similar::Algorithm::Patience,
            Self::Myers => similar::Algorithm::Myers,
        }
    }
}

/// Which headers the sections of a patch have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// `diff --git` and git's extended headers for each file.
    #[default]
    Git,
    /// `---` and `+++` alone, as `diff -u` writes them, where they say everything. A patch with
    /// a file that is or was empty, a change of mode, or a new file that is executable or a link
    /// has git's headers all the same: it never says less than the change.
    Plain,
}

/// What to do about a change to a binary file: one with a NUL byte near its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Refuse: the patch is to be applied, and could not be.
    #[default]
    Refuse,
    /// Write `Binary files … differ`: the patch is to be read.
    Mention,
}
