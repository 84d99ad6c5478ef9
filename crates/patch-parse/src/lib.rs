//! Reads patches as language models and people write them, and prints them again.
//!
//! One syntax tree serves two formats: unified diff with git's extended headers, and the
//! `*** Begin Patch` format of `OpenCode` and Codex. Use this crate to examine a patch,
//! `patch-apply` to apply one, and `patch-gen` to make one.
//!
//! ```
//! use patch_parse::{FileOperation, Format, LineKind, parse};
//!
//! let text = b"Here is the fix:\n\n\
//!     --- a/src/main.rs\n\
//!     +++ b/src/main.rs\n\
//!     @@ -1,3 +1,3 @@\n \
//!      fn main() {\n\
//!     -    old_call();\n\
//!     +    new_call();\n \
//!      }\n";
//! let patch = parse(text)?;
//! assert_eq!(patch.format, Format::Unified);
//! let file = &patch.files[0];
//! assert!(matches!(&file.operation, FileOperation::Modify { path } if path.as_bstr() == "src/main.rs"));
//! let added: Vec<_> = file.hunks()[0].new_lines().filter(|line| line.kind == LineKind::Add).collect();
//! assert_eq!(*added[0].text, "    new_call();");
//!
//! // Nothing is forgiven silently, and what is printed parses to the same tree.
//! assert_eq!(patch.diagnostics[0].kind.as_str(), "text_ignored");
//! assert_eq!(parse(&patch.to_bytes())?, patch);
//! # Ok::<(), patch_parse::ParseError>(())
//! ```
//!
//! # Phases
//!
//! 1. *Detect* the format by the first line that only one format has ([`ParseOptions`]).
//! 2. *Read* sections and hunks. Text is borrowed; no line is copied.
//! 3. *Resolve* which part of a header's name is the path, from all headers together
//!    ([`PatchPath`]).
//!
//! What the reader forgives is listed in [`DiagnosticKind`]; what it refuses is a [`ParseError`]
//! with a stable [`Code`].
//!
//! # While a patch is being written
//!
//! [`PatchStream`] takes a patch in pieces, by the same grammar, and emits what is certain so far
//! as [`Event`]s: sections, hunks and lines. At the end it returns what [`parse`] returns for the
//! whole.
//!
//! # Known differences to git
//!
//! Hunk counts and line numbers are advisory, lines that lost their marker are context, prose and
//! code fences around a patch are skipped, and a name is stripped of its prefix by what the headers
//! show instead of always by one component. [`Counts::Believed`] reads hunks as git does.
//!
//! **Invariant.** This crate knows nothing of files, of ACP, or of how a hunk finds its place:
//! bytes go in, a tree comes out, and back. It does no I/O and has no global state.

mod ast;
mod carried;
mod code;
mod counts;
mod diagnostic;
mod error;
mod grammar;
mod limits;
mod line_ends;
mod no_patch;
mod odd_header;
mod options;
mod span;
mod stream;
mod with_headers;
mod write;

pub use ast::{
    Anchors, BinaryHunk, BinaryMethod, BinaryPatch, Blanks, Direction, FileContent, FileMode,
    FileOperation, FilePatch, Format, Hunk, HunkLine, HunkLines, HunkRange, Index, InvalidBase85,
    LineKind, Lines, Metadata, Newline, NotReversible, NumberedLine, Operation, Patch, PatchPath,
    UnknownFormat,
};
pub use bstr;
pub use code::{Class, Code};
pub use counts::{Counts, Miscount};
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use error::ParseError;
pub use limits::Limits;
pub use line_ends::LineEnds;
pub use options::ParseOptions;
pub use span::Span;
pub use stream::{Event, HunkStart, PatchStream};
pub use write::{Inexpressible, NotExpressible, WriteOptions, header_name};

/// Parses a patch of either format.
///
/// # Errors
///
/// See [`ParseOptions::parse`].
pub fn parse(text: &[u8]) -> Result<Patch<'_>, ParseError> {
    ParseOptions::default().parse(text)
}

/// Parses a unified diff.
///
/// # Errors
///
/// `wrong_patch_format` when the text is a patch of the other format; see [`ParseOptions::parse`].
pub fn parse_unified(text: &[u8]) -> Result<Patch<'_>, ParseError> {
    ParseOptions::default().format(Format::Unified).parse(text)
}

/// Parses a patch in the `*** Begin Patch` format.
///
/// # Errors
///
/// `wrong_patch_format` when the text is a patch of the other format; see [`ParseOptions::parse`].
pub fn parse_opencode(text: &[u8]) -> Result<Patch<'_>, ParseError> {
    ParseOptions::default().format(Format::OpenCode).parse(text)
}
