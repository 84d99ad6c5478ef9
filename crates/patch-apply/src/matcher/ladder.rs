//! How exactly old lines must agree: rung by rung, from bytes to looser readings.
//!
//! A rung is data: its name and the key that two lines must share. Adding one is an entry in
//! [`RUNGS`] and its key function.

use std::fmt;

use bstr::ByteSlice;

/// How exactly the old lines of a hunk agree with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// Byte for byte, line endings included.
    Exact,
    /// Trailing blanks and line endings aside.
    TrailingBlanks,
    /// Every line indented by the same amount more or less, or with tabs for spaces or spaces for
    /// tabs; the added lines are indented the same way.
    Indentation,
    /// Any run of blanks inside a line taken for one.
    CollapsedBlanks,
    /// Typographic quotes, dashes, ellipses and odd spaces taken for their ASCII forms, too.
    Typography,
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
            Self::OuterContext => "outer_context",
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

/// The ladder, strictest first. Behind it comes the [outer context](super::outer), which is no
/// matter of keys.
pub(super) const RUNGS: &[RungRule] = &[
    RungRule { rung: Rung::Exact, key: |line, _| line },
    RungRule { rung: Rung::TrailingBlanks, key: |line, _| without_trailing_blanks(line) },
    // That all lines are shifted alike is looked at where the keys agree.
    RungRule { rung: Rung::Indentation, key: |line, _| without_indentation(line).1 },
    RungRule { rung: Rung::CollapsedBlanks, key: collapsed },
    RungRule { rung: Rung::Typography, key: folded },
];

/// The first place on the ladder that takes other lines for the ones meant than blanks at their
/// end and line endings explain.
pub(super) const LOOSE_RUNG: usize = 2;

/// The place on the ladder by which a failure is explained.
pub(super) const EXPLAINING_RUNG: usize = 1;

/// The blanks at the start of a line, and what follows up to the trailing ones. A line of blanks
/// alone has no indentation.
pub(crate) fn without_indentation(line: &[u8]) -> (&[u8], &[u8]) {
    let line = without_trailing_blanks(line);
    let len = line.iter().take_while(|byte| is_blank(**byte)).count();
    line.split_at_checked(len).unwrap_or((&[], line))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn collapsed<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    scratch.clear();
    for byte in without_trailing_blanks(line) {
        push_collapsed(scratch, *byte);
    }
    scratch
}

/// Adds a byte, a blank only where none stands already.
fn push_collapsed(scratch: &mut Vec<u8>, byte: u8) {
    match (is_blank(byte), scratch.last()) {
        (true, Some(b' ')) => {}
        (true, _) => scratch.push(b' '),
        (false, _) => scratch.push(byte),
    }
}

fn folded<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    if line.is_ascii() {
        return collapsed(line, scratch);
    }
    scratch.clear();
    for (start, end, character) in line.char_indices() {
        let bytes = line.get(start..end).unwrap_or_default();
        for byte in ascii_form(character).unwrap_or(bytes) {
            push_collapsed(scratch, *byte);
        }
    }
    let len = without_trailing_blanks(scratch).len();
    scratch.truncate(len);
    scratch
}

/// What people and models write for a typographic character.
fn ascii_form(character: char) -> Option<&'static [u8]> {
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
pub(super) fn without_trailing_blanks(line: &[u8]) -> &[u8] {
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
    }
}
