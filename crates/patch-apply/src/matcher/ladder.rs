//! How exactly old lines must agree: rung by rung, from bytes to looser readings.
//!
//! A rung is data: its name and the key that two lines must share. Adding one is an entry in
//! [`RUNGS`] and its key function.

use std::fmt;

/// How exactly the old lines of a hunk agree with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// Byte for byte, line endings included.
    Exact,
    /// Trailing blanks and line endings aside.
    TrailingBlanks,
}

impl Rung {
    /// The name in receipts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::TrailingBlanks => "trailing_blanks",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One rung: lines with equal keys agree.
#[derive(Clone, Copy, Debug)]
pub(super) struct RungRule {
    pub(super) rung: Rung,
    /// The part of a line (its ending included) that counts; `scratch` is room for a key that is
    /// no part of the line.
    pub(super) key: for<'l> fn(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8],
}

/// The ladder, strictest first.
pub(super) const RUNGS: &[RungRule] = &[
    RungRule { rung: Rung::Exact, key: |line, _| line },
    RungRule { rung: Rung::TrailingBlanks, key: |line, _| without_trailing_blanks(line) },
];

/// A line without its ending and the blanks before it.
pub(super) fn without_trailing_blanks(line: &[u8]) -> &[u8] {
    let is_kept = |byte: &u8| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C);
    let len = line.iter().rposition(is_kept).map_or(0, |last| last + 1);
    line.get(..len).unwrap_or_default()
}
