//! How the lines of a hunk were reinterpreted.

/// How the lines of a hunk were reinterpreted, before placing it or because it had no place as
/// parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reading {
    /// Empty lines without a mark were added ones
    /// ([`Hunk::with_blanks_added`](patch_parse::Hunk::with_blanks_added())).
    BlanksAdded,
    /// Empty lines without a mark that its counts make added ones were context
    /// ([`Hunk::with_blanks_as_context`](patch_parse::Hunk::with_blanks_as_context())).
    BlanksAsContext,
    /// Its context has no marks, and items of a list in it looked like removed lines
    /// ([`Hunk::without_marks`](patch_parse::Hunk::without_marks())).
    ItemsAsContext,
    /// Lines of dashes (`---`) that looked like removed ones were context without a mark.
    DashesAsContext,
    /// It was given as many empty lines between its context as the file has.
    BlanksAsInFile,
    /// Empty lines at its end were the final newline of the file, or before what it adds
    /// there.
    FinalNewline,
    /// The number before each line, as viewers of files show it, was left out.
    WithoutLineNumbers,
    /// What it adds ends in CRLF, and no line of the file does: it was taken to end in LF.
    EndsInLf,
    /// Its lines have their sign twice, or a character that looks like the sign: it was read as
    /// one sign.
    DoubledSign,
    /// A line of its context lost its mark, as the counts of its header show
    /// ([`Hunk::lost_mark`](patch_parse::Hunk::lost_mark())).
    LostMark,
    /// The anchor is a line of the hunk itself, and was left out; or a line that an earlier hunk
    /// writes, and was taken for what the line was before that.
    AnchorOfPatch,
    /// What it leaves out, with dots or without, was taken from the file.
    InFull,
    /// Context that is misspelt, or that others changed or added to, was taken as the file has it now.
    ContextAsInFile,
    /// Old lines with other blanks, quotes or line breaks within than those of the file, or with a
    /// comma at their end, were taken as the file has them.
    SpelledAsInFile,
    /// Some of its changes are in the file already, and were taken for context.
    LeftToDo,
    /// Lines that the previous hunk changes, and that this one shows as the file has them or as
    /// that hunk leaves them, were left to that hunk.
    WithoutOverlap,
}

/// A hunk that was read in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadAnew {
    /// Its place in the patch, 0-based.
    pub(crate) hunk: usize,
    /// The way.
    pub(crate) reading: Reading,
}
