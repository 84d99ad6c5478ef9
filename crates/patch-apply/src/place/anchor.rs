//! The line an anchor names: `@@ text`.

use bstr::ByteSlice;

use super::rung::{RUNGS, Rung, RungRule, without_trailing_blanks};

/// How an anchor may agree with a line, strictest first: with all of it by the ladder, then as the
/// beginning of the line, as the format's own examples have it, then as a part of it; whole words
/// before the beginnings of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way(usize);

impl Way {
    /// All ways, strictest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RUNGS.len() + 4).map(Self)
    }

    /// The rule of the rung by which the whole line agrees; `None` for the ways of a part.
    pub(super) fn whole(self) -> Option<&'static RungRule> {
        RUNGS.get(self.0)
    }

    fn is_prefix(self) -> bool {
        self.0 == RUNGS.len() || self.0 == RUNGS.len() + 2
    }

    fn is_of_words(self) -> bool {
        self.0 < RUNGS.len() + 2
    }
}

/// An anchor, ready to be compared.
#[derive(Debug)]
pub struct Named {
    way: Way,
    key: Vec<u8>,
}

impl Named {
    /// An anchor as it is compared in one way; `None` for one without text.
    pub fn new(way: Way, anchor: &[u8]) -> Option<Self> {
        let mut scratch = Vec::new();
        let key = match way.whole() {
            Some(rule) => whole_key(rule, anchor, &mut scratch),
            None => folded(anchor, &mut scratch),
        };
        let key = key.to_vec();
        (!anchor.trim_ascii().is_empty()).then_some(Self { way, key })
    }

    pub(super) fn key(&self) -> &[u8] {
        &self.key
    }

    /// Whether a line agrees.
    pub fn agrees(&self, line: &[u8], scratch: &mut Vec<u8>) -> bool {
        if let Some(rule) = self.way.whole() {
            return whole_key(rule, line, scratch) == self.key;
        }
        let line = folded(line, scratch);
        if self.way.is_prefix() {
            return line.starts_with(&self.key) && self.is_word_at(line, 0);
        }
        line.find_iter(&self.key).any(|at| self.is_word_at(line, at))
    }

    /// Whether the key is whole words of a line at a byte offset, or begins one where that is enough.
    fn is_word_at(&self, line: &[u8], at: usize) -> bool {
        let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| is_of_word(*byte));
        let before = at.checked_sub(1).and_then(|before| line.get(before));
        let behind = line.get(at + self.key.len());
        // Writers leave out the end of a word; `eta` is not `beta`, nor `[a]` the end of `x[a]`.
        let may_be_cut = !self.way.is_of_words();
        !is_word(before) && (may_be_cut || !is_word(self.key.last()) || !is_word(behind))
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// A line as one rung has it. The header has no line ending, and the line of the file has one.
pub(super) fn whole_key<'l>(rule: &RungRule, line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    match rule.rung {
        Rung::Exact => without_trailing_blanks(line),
        _ => (rule.key)(line.trim_ascii_start(), scratch),
    }
}

/// A line as the loosest rung has it, without its indentation.
pub(super) fn folded<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    let line = line.trim_ascii_start();
    RUNGS.last().map_or(line, |rule| (rule.key)(line, scratch))
}
