//! Prints trees as text: the inverse of the grammar, and organised like it.
//!
//! Whatever the parser accepted, the printer writes one canonical form: git's, byte for byte, where
//! git has one. Parsing that form gives an equal tree, in which only the spans differ:
//!
//! - A relative path carries the prefix `a/` or `b/`, whatever the headers of the input had; an
//!   absolute path is written as it is, on `diff --git` lines too.
//! - The counts of a hunk header are those of the hunk's lines. Without numbers it is `@@ ... @@`, or
//!   `@@ -?,3 +?,4 @@` if a line looks like a file header: the counts show where the hunk ends.
//! - Headers end in LF; each line of a hunk ends as the file's line does.
//!
//! A patch converted from one format to the other may hold something that the other cannot express:
//! [`Patch::expressible`] checks that.

mod expressible;
mod git;
mod label;
mod opencode;
mod options;
mod quoting;
#[cfg(test)]
mod tests;
mod text;
mod unified;

use std::fmt;

use bstr::{BStr, ByteSlice};

use crate::{FilePatch, Format, Hunk, Patch};

pub use expressible::{Inexpressible, NotExpressible};
pub use options::WriteOptions;

impl Patch<'_> {
    /// The patch as text, in the format it names.
    ///
    /// Parsing the text gives an equal tree again. What [`Self::expressible`] refuses is left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_to(&mut out);
        out
    }

    /// As [`Self::to_bytes`], with headers as in `options`.
    pub fn to_bytes_with(&self, options: &WriteOptions<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(options, &mut out);
        out
    }

    /// Appends what [`Self::to_bytes`] returns to `out`.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        self.write(&WriteOptions::default(), out);
    }

    fn write(&self, options: &WriteOptions<'_>, out: &mut Vec<u8>) {
        match self.format {
            Format::Unified => unified::patch(&self.files, options, out),
            Format::OpenCode => opencode::patch(&self.files, out),
        }
    }
}

/// Text for people: bytes that are not UTF-8 show as U+FFFD. Use [`Patch::to_bytes`] for a patch
/// that is to be applied.
impl fmt::Display for Patch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.to_bytes().as_bstr(), f)
    }
}

impl FilePatch<'_> {
    /// This section alone, without the markers that `format` puts around a whole patch.
    pub fn to_bytes(&self, format: Format) -> Vec<u8> {
        self.to_bytes_with(format, &WriteOptions::default())
    }

    /// As [`Self::to_bytes`], with headers as in `options`.
    pub fn to_bytes_with(&self, format: Format, options: &WriteOptions<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        match format {
            Format::Unified => unified::section(self, None, options, &mut out),
            Format::OpenCode => opencode::section(self, &mut out),
        }
        out
    }
}

impl Hunk<'_> {
    /// This hunk alone: its header lines and its lines.
    pub fn to_bytes(&self, format: Format) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_to(format, &mut out);
        out
    }

    /// Appends what [`Self::to_bytes`] gives.
    pub fn write_to(&self, format: Format, out: &mut Vec<u8>) {
        match format {
            Format::Unified => unified::hunk(self, out),
            Format::OpenCode => opencode::hunk(self, out),
        }
    }
}

/// A name as in the headers of unified diffs: in quotes if git would quote it (control bytes, `"`,
/// `\\` and bytes that are not ASCII).
pub fn header_name(name: &BStr) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    quoting::name("", name, true, &mut out);
    out
}
