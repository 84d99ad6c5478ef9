//! The syntax tree: one for both formats.
//!
//! Text is borrowed from the input; [`Patch::into_owned`] makes a tree that owns its text. Equality
//! of any two nodes compares what they say: spans and diagnostics do not take part.

mod anchors;
mod bare;
mod binary;
mod counts;
mod extras;
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

use crate::{Diagnostic, Span};

pub use anchors::Anchors;
pub(crate) use binary::decode_line;
pub use binary::{BinaryHunk, BinaryMethod, BinaryPatch, InvalidBase85};
pub(crate) use counts::LineCounts;
pub use file::{FileContent, FileOperation, FilePatch, Index, Metadata, Operation};
pub use hunk::{Hunk, HunkRange, NumberedLine};
pub use line::{HunkLine, LineKind, Newline};
pub(crate) use lines::CrOf;
pub use lines::{HunkLines, Lines};
pub use mode::FileMode;
pub(crate) use numbers::{Counted, Numbers};
pub use path::PatchPath;
pub(crate) use path::is_rooted;
pub use piece::Blanks;
pub(crate) use piece::{Bare, Piece, is_no_newline};
pub use reverse::NotReversible;
pub(crate) use spelling::without_dots;

/// The two ways to write a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Unified diff with git's extended headers.
    Unified,
    /// The `*** Begin Patch` format of `OpenCode` and Codex (`apply_patch`, V4A).
    OpenCode,
}

impl Format {
    /// Both formats.
    pub const ALL: [Self; 2] = [Self::Unified, Self::OpenCode];

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

    /// Accepts the canonical names and other common names of the formats.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "unified" | "git" | "diff" => Ok(Self::Unified),
            "opencode" | "codex" | "v4a" | "envelope" | "apply_patch" => Ok(Self::OpenCode),
            other => Err(UnknownFormat(other.to_owned())),
        }
    }
}

/// The direction of a patch: as its writer wrote it, or back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As it was written.
    #[default]
    Forward,
    /// Reversed: nobody wrote it for the files to which it is applied; see [`Patch::reversed`].
    Back,
}

/// A whole patch: what happens to which files.
#[derive(Clone, Debug)]
pub struct Patch<'a> {
    /// The format it was, or is to be, written in.
    pub format: Format,
    /// Whether it is as it was written, or reversed. Not part of the text: printed and parsed
    /// again, it is a forward patch.
    pub direction: Direction,
    /// One section for each file, in the order of the text, or in the opposite order if the patch
    /// is reversed.
    pub files: Vec<FilePatch<'a>>,
    /// What the parser forgave. Not part of the patch: the printer does not write it.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Patch<'a> {
    /// A patch of these sections, with nothing forgiven.
    pub fn new(format: Format, files: Vec<FilePatch<'a>>) -> Self {
        Self { format, direction: Direction::Forward, files, diagnostics: Vec::new() }
    }

    /// The number of a section in the text, 1-based, for its 0-based `index` in [`Self::files`],
    /// which is counted from the other end if the patch is reversed.
    pub fn section_number(&self, index: usize) -> usize {
        match self.direction {
            Direction::Forward => index + 1,
            Direction::Back => self.files.len().saturating_sub(index),
        }
    }

    /// The section that has this number in the text, 1-based.
    pub fn opt_section(&self, number: usize) -> Option<&FilePatch<'a>> {
        self.files.get(match self.direction {
            Direction::Forward => number.checked_sub(1)?,
            Direction::Back => self.files.len().checked_sub(number)?,
        })
    }

    /// Translates all spans of the patch into those of another text.
    pub(crate) fn move_spans(&mut self, moved: impl Fn(Span) -> Span) {
        for file in &mut self.files {
            file.move_spans(&moved);
        }
        for note in &mut self.diagnostics {
            note.span = moved(note.span);
        }
    }

    /// The sections in the order in which they take effect, each with its number.
    pub fn numbered(&self) -> impl Iterator<Item = (&FilePatch<'a>, usize)> + Clone {
        let sections = self.files.iter().enumerate();
        sections.map(|(index, file)| (file, self.section_number(index)))
    }
}

impl PartialEq for Patch<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { format, direction, files, diagnostics: _ } = self;
        *format == other.format && *direction == other.direction && *files == other.files
    }
}

impl Eq for Patch<'_> {}
