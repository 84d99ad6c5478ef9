//! How hunks were read otherwise than the parser read them.

/// How a hunk was read otherwise than the parser read it, since it has no place as it is.
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
    /// There are as many empty lines between its context as in the file.
    BlanksAsInFile,
    /// Empty lines at its end were the final newline of the file, or in front of what it adds
    /// there.
    FinalNewline,
    /// The number in front of each line, as viewers of files show it, was left out.
    WithoutLineNumbers,
    /// What it adds ends in CRLF, and no line of the file does: it was taken to end in LF.
    EndsInLf,
    /// The sign in front of its lines is there twice, or a character that looks like it is there
    /// for it: it was taken once, for what it is.
    SignsOnce,
    /// The anchor is a line of the hunk itself, and was left out; or one that a hunk in front
    /// writes, and was taken for what that was before.
    AnchorOfPatch,
    /// What it leaves out, with dots or without, was taken from the file.
    InFull,
    /// Context that does not touch a change was taken as the file has it now.
    ContextAsInFile,
    /// Some of its changes are in the file already, and were taken for context.
    LeftToDo,
    /// What the hunk in front changes, and this one shows as the file has it or as that one leaves
    /// it, was left to that one.
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
