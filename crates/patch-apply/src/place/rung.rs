//! How exactly old lines must agree: rung by rung, from bytes to looser readings.
//!
//! A rung is data: an entry of [`RUNGS`] with its name, the key that two lines must share, and what
//! else the rules ask about it. Adding one is an entry and its key function.

use std::fmt;

use bstr::ByteSlice;
use patch_parse::Hunk;

/// How exactly the old lines of a hunk agree with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// Byte for byte, line endings included.
    Exact,
    /// Trailing blanks and line endings aside.
    TrailingBlanks,
    /// The blanks at the start of lines differ; the added lines are indented as the file is.
    Indentation,
    /// Any run of blanks inside a line taken for one.
    CollapsedBlanks,
    /// Typographic quotes, dashes, ellipses and odd spaces taken for their ASCII forms, too.
    Typography,
    /// Characters written as HTML escapes (`&lt;`), or with the backslashes of one encoding too many (`\"`), taken for what
    /// they mean, too.
    Escapes,
    /// Up to two context lines at either end of the hunk differ from the file, trailing blanks
    /// aside.
    OuterContext,
}

impl Rung {
    /// The name in receipts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::TrailingBlanks => "trailing_blanks",
            Self::Indentation => "indentation",
            Self::CollapsedBlanks => "collapsed_blanks",
            Self::Typography => "typography",
            Self::Escapes => "escapes",
            Self::OuterContext => "outer_context",
        }
    }

    /// Whether the matched lines say what the added ones have to look like in the file.
    pub(crate) fn maps_added_lines(self) -> bool {
        RUNGS.iter().any(|rule| rule.rung == self && rule.is_loose)
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One rung: lines with equal keys agree.
#[derive(Debug)]
pub struct RungRule {
    /// Its name.
    pub rung: Rung,
    /// How much less a match at this rung says than one byte for byte.
    pub(super) rank: Rank,
    /// Whether more is forgiven than blanks at the end of lines and how lines end.
    pub(super) is_loose: bool,
    /// Whether a hunk can match at this rung and at none before it.
    pub(super) concerns: fn(&Hunk<'_>) -> bool,
    /// The part of a line (its ending included) that counts; `scratch` is room for a key that is
    /// no part of the line.
    pub key: for<'l> fn(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8],
}

impl RungRule {
    /// A number of its own for what is kept for each rung.
    pub(super) fn slot(&self) -> usize {
        RUNGS.iter().take_while(|other| other.rung != self.rung).count()
    }
}

/// How much the text of a place says, the first says most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// All old lines agree; how the last line of the file ends aside.
    Exact,
    TrailingBlanks,
    /// The new lines match as they are; or the old ones do, loosely, around them.
    New,
    /// All lines are indented by one rule.
    Indented,
    /// Lines are indented or spaced one by one.
    Spaced,
    Typography,
    Escapes,
    /// All but outer context agrees, or as many lines do.
    Outer,
    /// Some lines agree.
    Like,
}

/// The ladder, strictest first. Behind it comes the [outer context](super::outer), which is no
/// matter of keys.
pub(crate) static RUNGS: [RungRule; 6] = [
    RungRule {
        rung: Rung::Exact,
        rank: Rank::Exact,
        is_loose: false,
        concerns: |_| true,
        key: |line, _| line,
    },
    RungRule {
        rung: Rung::TrailingBlanks,
        rank: Rank::TrailingBlanks,
        is_loose: false,
        concerns: |_| true,
        key: |line, _| without_trailing_blanks(line),
    },
    RungRule {
        rung: Rung::Indentation,
        rank: Rank::Indented,
        is_loose: true,
        concerns: is_worded,
        key: |line, _| without_indentation(line).1,
    },
    RungRule {
        rung: Rung::CollapsedBlanks,
        rank: Rank::Spaced,
        is_loose: true,
        concerns: is_worded,
        key: without_indentation_collapsed,
    },
    RungRule {
        rung: Rung::Typography,
        rank: Rank::Typography,
        is_loose: true,
        concerns: is_worded,
        key: folded,
    },
    RungRule {
        rung: Rung::Escapes,
        rank: Rank::Escapes,
        is_loose: true,
        concerns: |hunk| hunk.old_lines().any(|line| is_escaped(line.text)),
        key: unescaped,
    },
];

/// Whether old lines have a word that is no bracket: one that is indented otherwise is another bracket. What a tag closes
/// it names.
pub(super) fn is_worded(hunk: &Hunk<'_>) -> bool {
    let is_word = |line: &[u8]| has_words(line) && !is_closing_word(without_indentation(line).1);
    hunk.old_lines().any(|line| is_word(line.text))
}

/// Whether a line has more than brackets and other marks.
pub(crate) fn has_words(line: &[u8]) -> bool {
    line.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Whether a line ends as one does behind which a block begins.
pub(crate) fn opens_block(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 5] = [b"do", b"then", b"else", b"begin", b"of"];
    let line = line.trim_ascii_end();
    let last = line.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    line.last().is_some_and(|last| b"{([".contains(last))
        || line.ends_with(b":")
        || line.ends_with(b"->")
        || line.ends_with(b"=>")
        || WORDS.contains(&last)
}

/// Whether a line, without its indentation, closes what a line before it opened.
pub(crate) fn closes_block(words: &[u8]) -> bool {
    words.starts_with(b"</")
        || words.starts_with(b"/>")
        || words.first().is_some_and(|first| b"}])".contains(first))
        || is_closing_word(words)
}

/// Whether a line is brackets and other marks alone, or a word or a tag that closes a block as they do: many lines are the
/// same but for their depth.
fn is_bracket(line: &[u8]) -> bool {
    let words = without_indentation(line).1;
    !has_words(words) || is_closing_word(words) || is_closing_tag(words)
}

/// Whether a line, without its indentation, is a word that closes a block. Marks may follow it (`end);`), but for the one
/// that makes it a key.
pub(crate) fn is_closing_word(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 4] = [b"end", b"fi", b"done", b"esac"];
    const ENDS: [&[u8]; 8] =
        [b"if", b"for", b"foreach", b"while", b"function", b"macro", b"try", b"case"];
    let word = words.trim_end_with(|mark| ";,.)]}".contains(mark));
    // CMake repeats nothing between the brackets.
    let ends = word.strip_prefix(b"end").map(|what| what.strip_suffix(b"(").unwrap_or(what));
    WORDS.contains(&word) || ends.is_some_and(|what| ENDS.contains(&what))
}

/// Whether a line, without its indentation, is an end tag and marks behind it.
pub(crate) fn is_closing_tag(words: &[u8]) -> bool {
    let tag = words.strip_prefix(b"</").and_then(|tag| tag.split_once_str(">"));
    tag.is_some_and(|(_, behind)| !has_words(behind))
}

/// Whether a line is a closing word or a tag without any indentation: as the first of a hunk it may have been trimmed.
pub(super) fn may_be_trimmed(line: &[u8]) -> bool {
    let is_at_margin = without_indentation(line).0.is_empty();
    is_at_margin && has_words(line) && is_bracket(line)
}

/// Whether of lines and those of the file only brackets are indented otherwise, beside others that are
/// indented as the file has them: a bracket of another depth is another bracket.
pub(super) fn are_other_brackets<'o, 'n>(
    pairs: impl Iterator<Item = (&'o [u8], &'n [u8])>,
) -> bool {
    let (mut is_moved, mut is_kept) = (false, false);
    for (old, now) in pairs {
        let (old_depth, now_depth) = (without_indentation(old).0, without_indentation(now).0);
        match (old_depth == now_depth, is_bracket(old)) {
            (false, false) => return false,
            (false, true) => is_moved = true,
            (true, _) => is_kept |= !old_depth.is_empty(),
        }
    }
    is_moved && is_kept
}

/// The rule of the rung that compares byte for byte.
pub(super) fn exact() -> &'static RungRule {
    let [exact, ..] = &RUNGS;
    exact
}

/// The rule by which near misses are told: trailing blanks do not matter.
pub(super) fn plain() -> &'static RungRule {
    let [_, plain, ..] = &RUNGS;
    plain
}

/// The blanks at the start of a line, and what follows up to the trailing ones. A line of blanks
/// alone has no indentation.
pub(crate) fn without_indentation(line: &[u8]) -> (&[u8], &[u8]) {
    let line = without_trailing_blanks(line);
    let len = line.iter().take_while(|byte| is_blank(**byte)).count();
    line.split_at_checked(len).unwrap_or((&[], line))
}

/// The bytes of indentation of a line that has words.
pub(crate) fn depth(line: &[u8]) -> Option<usize> {
    let (blanks, words) = without_indentation(line);
    (!words.is_empty()).then_some(blanks.len())
}

pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Runs of blanks inside taken for one, those around the text for none.
fn without_indentation_collapsed<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    scratch.clear();
    for byte in without_indentation(line).1 {
        push_collapsed(scratch, *byte);
    }
    scratch
}

/// Adds a byte, a blank only where there is none yet.
fn push_collapsed(scratch: &mut Vec<u8>, byte: u8) {
    match (is_blank(byte), scratch.last()) {
        (true, Some(b' ')) => {}
        (true, _) => scratch.push(b' '),
        (false, _) => scratch.push(byte),
    }
}

pub(crate) fn folded<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    if line.is_ascii() {
        return without_indentation_collapsed(line, scratch);
    }
    scratch.clear();
    for (start, end, character) in line.char_indices() {
        let bytes = line.get(start..end).unwrap_or_default();
        for byte in ascii_form(character).unwrap_or(bytes) {
            push_collapsed(scratch, *byte);
        }
    }
    without_indentation(scratch).1
}

/// A line as [`Rung::Typography`] reads it, its escapes taken for what they mean.
fn unescaped<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    if !is_escaped(line) {
        return folded(line, scratch);
    }
    let plain = without_backslashes(&unescape(line));
    let mut inner = Vec::new();
    let key = folded(&plain, &mut inner);
    scratch.clear();
    scratch.extend_from_slice(key);
    scratch
}

/// Whether a text holds an HTML escape of [`ESCAPES`], or a quote or a backslash behind a backslash.
pub(crate) fn is_escaped(text: &[u8]) -> bool {
    memchr::memchr2_iter(b'&', b'\\', text).any(|at| match text.get(at..).unwrap_or_default() {
        [b'\\', next, ..] => matches!(next, b'"' | b'\\'),
        rest => escape_at(rest).is_some(),
    })
}

/// A text that was encoded once and one that was encoded again: no backslash before quotes, and one where there are several.
fn without_backslashes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    for byte in text {
        if matches!(byte, b'"' | b'\\') && plain.last() == Some(&b'\\') {
            plain.pop();
        }
        plain.push(*byte);
    }
    plain
}

/// The escape that a text starts with: its length in bytes, and what it means.
pub(crate) fn escape_at(text: &[u8]) -> Option<(usize, &'static [u8])> {
    let escape = ESCAPES.iter().find(|(escape, _)| text.starts_with(escape));
    escape.map(|(escape, meaning)| (escape.len(), *meaning))
}

/// The escapes that renderers of HTML write.
const ESCAPES: [(&[u8], &[u8]); 7] = [
    (b"&lt;", b"<"),
    (b"&gt;", b">"),
    (b"&amp;", b"&"),
    (b"&quot;", b"\""),
    (b"&#39;", b"'"),
    (b"&#x27;", b"'"),
    (b"&apos;", b"'"),
];

fn unescape(line: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((first, behind)) = rest.split_first() {
        if let Some((len, meaning)) = escape_at(rest) {
            plain.extend_from_slice(meaning);
            rest = rest.get(len..).unwrap_or_default();
        } else {
            plain.push(*first);
            rest = behind;
        }
    }
    plain
}

/// What people and models write for a typographic character.
pub(crate) fn ascii_form(character: char) -> Option<&'static [u8]> {
    Some(match character {
        '\u{2018}'..='\u{201B}' | '\u{2032}' => b"'",
        '\u{201C}'..='\u{201F}' | '\u{2033}' => b"\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => b"-",
        '\u{2026}' => b"...",
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => b" ",
        // Neither takes any room, and nobody sees whether it is there.
        '\u{200B}' | '\u{FEFF}' => b"",
        _ => return None,
    })
}

/// A line without its ending and the blanks before it.
pub(crate) fn without_trailing_blanks(line: &[u8]) -> &[u8] {
    let is_kept = |byte: &u8| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C);
    let len = line.iter().rposition(is_kept).map_or(0, |last| last + 1);
    line.get(..len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lines agree from a rung on, and at no stricter one.
    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<Rung>) {
        let agree = |rule: &&RungRule| {
            let (mut one, mut other) = (Vec::new(), Vec::new());
            (rule.key)(a.as_bytes(), &mut one) == (rule.key)(b.as_bytes(), &mut other)
        };
        let strictest = RUNGS.iter().find(agree).map(|rule| rule.rung);
        assert_eq!(strictest, expected, "{a:?} and {b:?}");
    }

    #[test]
    fn each_rung_forgives_what_it_says() {
        check("a b\n", "a b\n", Some(Rung::Exact));
        check("a b \r\n", "a b\n", Some(Rung::TrailingBlanks));
        check("a b", "\ta b\n", Some(Rung::Indentation));
        check("a  b\n", "a\tb\n", Some(Rung::CollapsedBlanks));
        check("  a  b\n", "\ta b\n", Some(Rung::CollapsedBlanks));
        check("a &lt; b &amp;&amp; c\n", "a < b && c\n", Some(Rung::Escapes));
        check("say(\\\"hi\\\")\n", "say(\"hi\")\n", Some(Rung::Escapes));
        check(
            "say(\\\"a\\\\n\\\\\\\"b\\\\\\\"\\\")\n",
            "say(\"a\\n\\\"b\\\"\")\n",
            Some(Rung::Escapes),
        );
        check("/^\\\\s+/\n", "/^\\s+/\n", Some(Rung::Escapes));
        check("\u{A0}\u{A0}a\n", "  a\n", Some(Rung::Typography));
        check(
            "say \u{201C}hi\u{201D} \u{2014} it\u{2019}s\u{2026}\n",
            "say \"hi\" - it's...\n",
            Some(Rung::Typography),
        );
        check("a\u{A0}b\n", "a b\n", Some(Rung::Typography));
    }

    #[test]
    fn words_and_letters_are_never_forgiven() {
        check("ab\n", "a b\n", None);
        check("a\n", "b\n", None);
        check("A\n", "a\n", None);
        check("\u{E9}\n", "e\n", None);
        check("a\u{2028}b\n", "a b\n", None);
        check("a\\n\n", "an\n", None);
        check("it\\'s\n", "it's\n", None);
    }
}
