//! Handles the backslashes of one encoding too many: `\"` for `"` and `\\` for `\`, as in a JSON
//! string that was decoded once less than it was encoded. And those that were lost, as in one that
//! was decoded once too often.

use std::collections::BTreeSet;

use crate::text::escapes::undone;
use crate::text::fold::{escape_at, folded, unescaped};

/// How a line writes quotes and backslashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// `\"` and `"`.
    pub(super) quotes: Mark,
    /// `\\` and `\`.
    pub(super) backslashes: Mark,
}

/// How a line writes one of them: an encoding changes all or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// After a backslash.
    pub(super) is_escaped: bool,
    /// Without one.
    pub(super) is_bare: bool,
}

impl Marks {
    pub(super) fn of(line: &[u8]) -> Self {
        let mut marks = Self::default();
        let mut rest = line;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            match (first, behind) {
                (b'\\', [b'"', behind @ ..]) => {
                    (marks.quotes.is_escaped, rest) = (true, behind);
                }
                (b'\\', [b'\\', behind @ ..]) => {
                    (marks.backslashes.is_escaped, rest) = (true, behind);
                }
                (b'\\', _) => marks.backslashes.is_bare = true,
                (b'"', _) => marks.quotes.is_bare = true,
                _ => {}
            }
        }
        marks
    }
}

/// A line with quotes, backslashes or both as they were before the encoding.
pub(super) fn decoded(line: &[u8], quotes: bool, backslashes: bool) -> Vec<u8> {
    let mut plain = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        plain.push(*first);
        let (b'\\', Some((next @ (b'"' | b'\\'), behind))) = (first, behind.split_first()) else {
            continue;
        };
        rest = behind;
        let is_decoded = if *next == b'"' { quotes } else { backslashes };
        if is_decoded {
            plain.pop();
        }
        plain.push(*next);
    }
    plain
}

/// What an encoding may have changed: quotes, backslashes.
pub(super) const READINGS: [(bool, bool); 4] =
    [(false, false), (true, true), (true, false), (false, true)];

/// The lengths of runs of backslashes in the old lines that have some too many, and whether a quote
/// is after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    in_patch: BTreeSet<(usize, bool)>,
    in_file: BTreeSet<(usize, bool)>,
}

impl Runs {
    pub(super) fn add(&mut self, patch: &[u8], file: &[u8]) {
        self.in_patch.extend(runs(patch));
        self.in_file.extend(runs(file));
    }

    pub(super) fn and(mut self, other: &Self) -> Self {
        self.in_patch.extend(&other.in_patch);
        self.in_file.extend(&other.in_file);
        self
    }

    /// Whether a line has backslashes as the file has them, and the old lines of the patch do not:
    /// these were not encoded.
    pub(super) fn has_those_of_file(&self, line: &[u8]) -> bool {
        runs(line).any(|run| self.in_file.contains(&run) && !self.in_patch.contains(&run))
    }
}

/// The runs of backslashes of a line: the length of each, and whether a quote is after it.
fn runs(line: &[u8]) -> impl Iterator<Item = (usize, bool)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = memchr::memchr(b'\\', rest)?;
        let run = rest.get(first..)?;
        let len = run.iter().take_while(|byte| **byte == b'\\').count();
        rest = run.get(len..)?;
        Some((len, rest.first() == Some(&b'"')))
    })
}

/// Whether a line is that of the file but for backslashes, and not because it has those of an
/// encoding too many: it lost some.
pub(super) fn are_lost(patch: &[u8], file: &[u8]) -> bool {
    if patch == file || memchr::memchr(b'\\', file).is_none() {
        return false;
    }
    let [mut one, mut other] = [Vec::new(), Vec::new()];
    if unescaped(patch, &mut one) != unescaped(file, &mut other) {
        return false;
    }
    let plain = |line: &[u8]| undone(line, escape_at).unwrap_or_else(|| line.to_vec());
    let (patch, file) = (plain(patch), plain(file));
    let file = folded(&file, &mut other);
    !READINGS.iter().any(|(quotes, backslashes)| {
        folded(&decoded(&patch, *quotes, *backslashes), &mut one) == file
    })
}
