//! The line an anchor names: `@@ text`.

use bstr::ByteSlice;

use super::defines::defines;
use super::heading::MAY_BE_CUT;
use crate::place::rung::{RUNGS, Rung, RungRule, loosest};
use crate::text::LineTable;
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::is_of_word;

/// How an anchor may agree with a line, strictest first: with all of it by the ladder, then as the
/// name that is all that a heading has, then as the one that it defines, then as the beginning of
/// the line, as the format's own examples have it, then as a part of it; whole names before words
/// in names, and last, where the anchor is long, the beginnings of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way(usize);

/// Where in a line an anchor is, and where it may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// As all its words, whatever signs are around them.
    Alone,
    /// As the name that the line defines.
    Defined,
    First(End),
    Anywhere(End),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// `.btn` is no part of `.btn-primary`, nor `get` of `it.get`.
    Name,
    Word,
    /// A long anchor was cut, as a heading is; `eta` is not `beta`, nor `[a]` the end of `x[a]`.
    Cut,
}

const PARTS: [Part; 8] = [
    Part::Alone,
    Part::Defined,
    Part::First(End::Name),
    Part::First(End::Word),
    Part::Anywhere(End::Name),
    Part::Anywhere(End::Word),
    Part::First(End::Cut),
    Part::Anywhere(End::Cut),
];

impl Way {
    /// All ways, strictest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RUNGS.len() + PARTS.len()).map(Self)
    }

    /// The rule of the rung by which the whole line agrees; `None` for the ways of a part.
    pub(in crate::place) fn whole(self) -> Option<&'static RungRule> {
        RUNGS.get(self.0)
    }

    /// Whether an anchor that agrees so breaks off in no word.
    pub(in crate::place) fn is_of_whole_words(self) -> bool {
        !matches!(self.part(), Some(Part::First(End::Cut) | Part::Anywhere(End::Cut)))
    }

    fn part(self) -> Option<Part> {
        PARTS.get(self.0.checked_sub(RUNGS.len())?).copied()
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

    pub(in crate::place) fn key(&self) -> &[u8] {
        &self.key
    }

    /// Whether a line agrees.
    pub fn agrees(&self, line: &[u8], scratch: &mut Vec<u8>) -> bool {
        if let Some(rule) = self.way.whole() {
            return whole_key(rule, line, scratch) == self.key;
        }
        let line = folded(line, scratch);
        match self.way.part() {
            Some(Part::Alone) => {
                let is_name = !self.key.contains(&b' ');
                is_name
                    && heads(line)
                    && without_signs(line) == without_signs(&self.key)
                    && line.contains_str(&self.key)
            }
            Some(Part::Defined) => {
                !self.key.contains(&b' ') && heads(line) && defines(line, &self.key)
            }
            Some(Part::First(end)) => line.starts_with(&self.key) && self.is_at(line, 0, end),
            Some(Part::Anywhere(end)) => {
                line.find_iter(&self.key).any(|at| self.is_at(line, at, end))
            }
            None => false,
        }
    }

    /// The first line (0-based) from one on that agrees by the way of a part.
    pub(crate) fn line_from(&self, table: &LineTable<'_>, from: usize) -> Option<usize> {
        let finder = memchr::memmem::Finder::new(&self.key);
        let mut scratch = Vec::new();
        (from..table.len()).find(|line_index| {
            let line = table.line(*line_index);
            finder.find(folded(line, &mut scratch)).is_some() && self.agrees(line, &mut scratch)
        })
    }

    /// Whether what the key is part of begins and ends with it, at a byte offset of a line.
    fn is_at(&self, line: &[u8], at: usize, end: End) -> bool {
        let is_of = |byte: Option<&u8>, signs: &[u8]| {
            byte.is_some_and(|byte| is_of_word(*byte) || (end == End::Name && signs.contains(byte)))
        };
        let before = at.checked_sub(1).and_then(|before| line.get(before));
        let behind = line.get(at + self.key.len());
        let may_be_cut = end == End::Cut && self.key.len() >= MAY_BE_CUT;
        let ends_open = may_be_cut || !is_of(self.key.last(), b"");
        !is_of(before, b"-.:") && (ends_open || !is_of(behind, b"-"))
    }
}

/// An anchor without the backquotes around it, and without dots after a blank at its end: writers
/// mark a text so, and what they leave out, also in a block (`{ ... }`, `{ /* ... */ }`).
pub(in crate::place) fn without_marks(anchor: &[u8]) -> &[u8] {
    let trimmed = anchor.trim_ascii();
    let mut rest =
        without_dots(trimmed, b" ").or_else(|| without_block(trimmed)).unwrap_or(trimmed);
    let inner = rest.strip_prefix(b"`").and_then(|inner| inner.strip_suffix(b"`"));
    rest = inner.filter(|inner| !inner.contains(&b'`')).unwrap_or(rest);
    if rest.trim_ascii().is_empty() { anchor } else { rest }
}

/// A text without the dots at its end, after one of some signs.
fn without_dots<'t>(text: &'t [u8], behind: &[u8]) -> Option<&'t [u8]> {
    let dots = [&b"..."[..], "\u{2026}".as_bytes()];
    let front = dots.iter().find_map(|dots| text.strip_suffix(*dots))?;
    let is_behind = front.last().is_some_and(|sign| behind.contains(sign));
    is_behind.then(|| front.trim_ascii_end())
}

/// A text up to the bracket that opens the block at its end, in which is nothing but dots.
fn without_block(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_suffix(b"}").unwrap_or(text).trim_ascii_end();
    let comment = text.strip_suffix(b"*/").map(<[u8]>::trim_ascii_end);
    let front = without_dots(comment.unwrap_or(text), b"{ *")?;
    let front = if comment.is_some() { front.strip_suffix(b"/*")?.trim_ascii_end() } else { front };
    front.ends_with(b"{").then_some(front)
}

/// Whether a line looks like one that heads others, and is no statement.
fn heads(line: &[u8]) -> bool {
    let is_one_of = |byte: Option<&u8>, signs: &[u8]| byte.is_some_and(|byte| signs.contains(byte));
    is_one_of(line.trim_ascii_end().last(), b"{:[(") || is_one_of(line.first(), b"#[")
}

/// A line without what is around its words.
fn without_signs(line: &[u8]) -> &[u8] {
    line.trim_with(|sign| sign.is_ascii() && !u8::try_from(sign).is_ok_and(is_of_word))
}

/// A line as one rung has it. The header has no line ending, and the line of the file has one.
pub(in crate::place) fn whole_key<'l>(
    rule: &RungRule,
    line: &'l [u8],
    scratch: &'l mut Vec<u8>,
) -> &'l [u8] {
    match rule.rung {
        Rung::Exact => without_trailing_blanks(line),
        _ => (rule.key)(line.trim_ascii_start(), scratch),
    }
}

/// A line as the loosest rung has it, without its indentation.
pub(in crate::place) fn folded<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    (loosest().key)(line.trim_ascii_start(), scratch)
}
