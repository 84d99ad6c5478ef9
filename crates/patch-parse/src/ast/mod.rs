//! The syntax tree: one for both formats.
//!
//! Text is borrowed from the input; [`Patch::into_owned`] makes a tree that owns its text. Equality
//! of any two nodes compares what they say: spans and diagnostics do not take part.

mod anchors;
mod binary;
mod counts;
mod file;
mod hunk;
mod line;
mod lines;
mod mode;
mod numbers;
mod owned;
mod path;
mod piece;
mod reverse;
mod spelling;
mod text;

use crate::Diagnostic;

pub use anchors::Anchors;
pub(crate) use binary::decode_line;
pub use binary::{BinaryHunk, BinaryMethod, BinaryPatch, InvalidBase85};
pub(crate) use counts::LineCounts;
pub use file::{FileContent, FileOperation, FilePatch, Index, Metadata, Operation};
pub use hunk::{Hunk, HunkRange, NumberedLine};
pub use line::{HunkLine, LineKind, Newline};
pub use lines::{Blanks, HunkLines, Lines};
pub use mode::FileMode;
pub(crate) use numbers::Numbers;
pub use path::PatchPath;
pub(crate) use path::is_rooted;
pub(crate) use piece::{Piece, is_no_newline};
pub use reverse::NotReversible;

/// The two ways to write a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Unified diff with git's extended headers.
    Unified,
    /// The `*** Begin Patch` format of `OpenCode` and Codex (`apply_patch`, V4A).
    OpenCode,
}

impl Format {
    /// The name used on the command line and in receipts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unified => "unified",
            Self::OpenCode => "opencode",
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The name given is not a patch format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown patch format {0:?}; use `unified` or `opencode`")]
pub struct UnknownFormat(String);

impl std::str::FromStr for Format {
    type Err = UnknownFormat;

    /// Takes the canonical names and those people know the formats by.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "unified" | "git" | "diff" => Ok(Self::Unified),
            "opencode" | "codex" | "v4a" | "envelope" | "apply_patch" => Ok(Self::OpenCode),
            other => Err(UnknownFormat(other.to_owned())),
        }
    }
}

/// A whole patch: what happens to which files.
#[derive(Clone, Debug)]
pub struct Patch<'a> {
    /// The format it was, or is to be, written in.
    pub format: Format,
    /// One section for each file, in the order of the text.
    pub files: Vec<FilePatch<'a>>,
    /// What the parser forgave. Not part of the patch: the printer does not write it.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Patch<'a> {
    /// A patch of these sections, with nothing forgiven.
    pub fn new(format: Format, files: Vec<FilePatch<'a>>) -> Self {
        Self { format, files, diagnostics: Vec::new() }
    }
}

impl PartialEq for Patch<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { format, files, diagnostics: _ } = self;
        *format == other.format && *files == other.files
    }
}

impl Eq for Patch<'_> {}
