//! One line of a hunk: its role, its text, and how it ends.

use bstr::{BStr, ByteSlice};

/// One line of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkLine<'a> {
    /// Its role.
    pub kind: LineKind,
    /// How it ends.
    pub newline: Newline,
    /// Its text, without marker and line ending. A CR that is not before the LF is text.
    pub text: &'a BStr,
}

impl<'a> HunkLine<'a> {
    /// A line that ends in LF. A CR at the end of its text is the first half of CRLF.
    pub fn new(kind: LineKind, text: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        match text.as_ref() {
            [text @ .., b'\r'] => Self { kind, newline: Newline::CrLf, text: text.as_bstr() },
            text => Self { kind, newline: Newline::Lf, text: text.as_bstr() },
        }
    }

    /// A line from its text with the line ending, as a file holds it.
    pub fn from_line(kind: LineKind, line: &'a [u8]) -> Self {
        let (text, newline) = Newline::split(line);
        Self { kind, newline, text: text.as_bstr() }
    }

    /// Writes the line as a patch has it.
    ///
    /// ```ebnf
    /// line = ( " " | "-" | "+" ) text eol [ "\ No newline at end of file" eol ] ;
    /// ```
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.push(self.kind.marker());
        out.extend_from_slice(self.text);
        out.extend_from_slice(match self.newline {
            Newline::None => b"\n\\ No newline at end of file\n",
            Newline::Lf | Newline::CrLf => self.newline.as_bytes(),
        });
    }
}

/// The role of a hunk line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// In the old and in the new file.
    Context,
    /// Only in the old file.
    Remove,
    /// Only in the new file.
    Add,
}

impl LineKind {
    /// The marker at the start of the line.
    pub fn marker(self) -> u8 {
        match self {
            Self::Context => b' ',
            Self::Remove => b'-',
            Self::Add => b'+',
        }
    }
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Newline {
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// Not at all: the last line of a file without a final newline.
    None,
}

impl Newline {
    /// The bytes of the line ending.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::None => b"",
        }
    }

    /// Splits a line of a file into its text and its ending.
    pub fn split(line: &[u8]) -> (&[u8], Self) {
        match line {
            [text @ .., b'\r', b'\n'] => (text, Self::CrLf),
            [text @ .., b'\n'] => (text, Self::Lf),
            text => (text, Self::None),
        }
    }
}
