//! The options of this crate.

use std::time::Instant;

use crate::headings::Headings;

/// How to make a patch.
///
/// The defaults are those of `git diff` without configuration (context, headers, moves, headings),
/// except for three: lines are paired by [`Algorithm::Histogram`], where git uses Myers; a change
/// to a binary file is an error ([`Binary::Refuse`]), where git writes `Binary files … differ`; and
/// a section has an `index` line only if it needs one ([`ObjectNames::Needed`]), where git writes
/// one whenever contents change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenOptions {
    /// Lines of context around each change (`-U`), 3 by default. Changes with at most twice as
    /// many lines between them share a hunk. `usize::MAX` puts the whole file into one hunk.
    pub context: usize,
    /// How lines are paired.
    pub algorithm: Algorithm,
    /// Whether a change that may be shown in several places is shown where indentation and blank
    /// lines suggest that something begins or ends, as git does by default; otherwise it is shown
    /// as far down as possible. True by default.
    pub indent_heuristic: bool,
    /// When to stop searching for a small diff. From then on the rest of a file is replaced as one
    /// block: the patch is larger, but just as correct. None by default. Reading the lines is not
    /// covered, and the clock is checked only now and then, so the work may end some tens of
    /// milliseconds late.
    pub deadline: Option<Instant>,
    /// Which headers the sections of a [`tree_patch`](crate::tree_patch) have.
    pub style: Style,
    /// What to do about binary files.
    pub binary: Binary,
    /// Which files are taken for moved or copied ones. Without git's headers there are none.
    pub renames: Renames,
    /// Which sections have an `index` line.
    pub object_names: ObjectNames,
    /// What is taken for the section heading after the numbers of a hunk.
    pub headings: Headings,
}

impl Default for GenOptions {
    fn default() -> Self {
        Self {
            context: 3,
            algorithm: Algorithm::default(),
            indent_heuristic: true,
            deadline: None,
            style: Style::default(),
            binary: Binary::default(),
            renames: Renames::default(),
            object_names: ObjectNames::default(),
            headings: Headings::default(),
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

    /// Sets [`Self::indent_heuristic`].
    #[must_use]
    pub fn indent_heuristic(mut self, is_used: bool) -> Self {
        self.indent_heuristic = is_used;
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

    /// Sets [`Self::renames`].
    #[must_use]
    pub fn renames(mut self, renames: Renames) -> Self {
        self.renames = renames;
        self
    }

    /// Sets [`Self::object_names`].
    #[must_use]
    pub fn object_names(mut self, object_names: ObjectNames) -> Self {
        self.object_names = object_names;
        self
    }

    /// Sets [`Self::headings`].
    #[must_use]
    pub fn headings(mut self, headings: Headings) -> Self {
        self.headings = headings;
        self
    }
}

/// How lines of the old and the new text are paired.
///
/// Each gives a correct patch for every input; they differ in which lines they leave unchanged. The
/// algorithms of `similar` whose worst case is quadratic in time or memory are not offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Pairs rare lines first, as `git diff --histogram` does, and agrees closely with it.
    ///
    /// The default: it does not align changes on stray braces and blank lines, and the hunks have
    /// more distinctive context, which helps when a patch is placed by its context. Over 119 pairs
    /// of consecutive releases it changed 3.7 % more lines than `git diff --minimal`
    /// (`git diff --histogram`: 14 %; `cargo xtask compare` measures it).
    ///
    /// Its cost grows with the product of lines and scattered changes, so it is used only for texts
    /// that differ over at most 4,096 lines, both sides together, and [`Self::Myers`] beyond that.
    #[default]
    Histogram,
    /// Pairs lines that are unique on both sides first, as `git diff --patience` does: 13 % over
    /// the minimum.
    Patience,
    /// The fewest changed lines, or nearly so if there are very many: 1 % over the minimum
    /// (`git diff`, which bounds its search earlier: 6 %).
    Myers,
}

/// The most lines that [`Algorithm::Histogram`] itself pairs: some 20 ms in the worst case.
const MOST_HISTOGRAM_LINES: usize = 4096;

impl Algorithm {
    /// The algorithm of `similar` to pair this many lines, old and new together; `None` for our
    /// own.
    pub(crate) fn for_lines(self, lines: usize) -> Option<similar::Algorithm> {
        match self {
            Self::Histogram if lines <= MOST_HISTOGRAM_LINES => Some(similar::Algorithm::Histogram),
            Self::Patience => Some(similar::Algorithm::Patience),
            Self::Histogram | Self::Myers => None,
        }
    }
}

/// Which headers the sections of a patch have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// `diff --git` and git's extended headers for each file.
    #[default]
    Git,
    /// Only `---` and `+++`, as `diff -u` writes them, if they express everything. A patch with a
    /// file that is or was empty, a change of mode, or a new file that is executable or a link has
    /// git's headers all the same: the patch never says less than the change.
    Plain,
}

/// Which files of two trees are taken for moved or copied ones. The default is that of `git diff`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Renames {
    /// What is looked for.
    pub detect: Detect,
    /// The least similarity in percent, 50 by default; values above 100 mean 100. Equal files are
    /// always similar enough.
    pub least: u8,
    /// Similar files are searched among at most the square of this number of pairs; 1,000 by
    /// default (`-l`). If there are more pairs, only files that are equal or the only ones of their
    /// name are found.
    pub limit: usize,
}

impl Default for Renames {
    fn default() -> Self {
        Self { detect: Detect::default(), least: 50, limit: 1000 }
    }
}

impl Renames {
    /// No file is taken for moved or copied.
    pub fn none() -> Self {
        Self::default().detect(Detect::Nothing)
    }

    /// Sets [`Self::detect`].
    #[must_use]
    pub fn detect(mut self, detect: Detect) -> Self {
        self.detect = detect;
        self
    }

    /// Sets [`Self::least`].
    #[must_use]
    pub fn least(mut self, percent: u8) -> Self {
        self.least = percent;
        self
    }

    /// Sets [`Self::limit`].
    #[must_use]
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Detect {
    /// Nothing (`--no-renames`).
    Nothing,
    /// Moved files (`-M`).
    #[default]
    Moves,
    /// Moved files, and copies of files that are also changed or deleted (`-C`).
    Copies,
    /// Moved files, and copies of any file (`-C -C`). The cost grows with the tree.
    CopiesOfAll,
}

/// Which sections have an `index` line with the names that git gives to contents: SHA-1 of
/// `blob LENGTH\0` and the bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ObjectNames {
    /// Only sections that need it: those of binary data, and of a symbolic link that gets another
    /// target, where it gives the mode.
    #[default]
    Needed,
    /// All sections that change contents, with names abbreviated to 7 digits, as git does in
    /// repositories that are not large, or full ones for binary data.
    Short,
    /// All sections that change contents, with names of 40 digits (`--full-index`).
    Full,
}

/// What to do about a change to a binary file: one with a NUL byte near its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Binary {
    /// Refuse, for a patch that is to be applied: it could not be.
    #[default]
    Refuse,
    /// Write `Binary files … differ`, for a patch that is to be read.
    Mention,
    /// Write the contents, whole or as a delta, as `git diff --binary` does.
    Data,
}
