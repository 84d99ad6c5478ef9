//! Measures how similar two lines are. For messages only: placing never uses it.

use std::borrow::Cow;

use bstr::ByteSlice;
use unicode_normalization::UnicodeNormalization;

use crate::text::fold;

/// The similarity, in thousandths, of two lines that are equal in every byte that counts.
pub(super) const WHOLE: u32 = 1000;

/// The longest piece that is compared pair by pair of bytes, so that a long line costs little.
const MOST_COMPARED: usize = 1024;

/// The most that a line can weigh, so that one long line does not outweigh a function.
const MOST_WEIGHT: u32 = 200;

/// How far two lines agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Trailing blanks and the line ending aside.
    Same,
    /// Apart from blanks, typography, and different encodings of one character.
    Loose,
    /// Similar in so many thousandths.
    Differs(u32),
}

impl Level {
    /// Compares two lines, by [`similarity`] if they are not the same.
    pub(super) fn of(a: &[u8], b: &[u8]) -> Self {
        Self::of_equal(a, b).unwrap_or_else(|| Self::Differs(similarity(a, b)))
    }

    /// Compares two lines; `None` when they are not the same even loosely.
    pub(super) fn of_equal(a: &[u8], b: &[u8]) -> Option<Self> {
        if a.trim_ascii_end() == b.trim_ascii_end() {
            return Some(Self::Same);
        }
        is_loosely_same(a, b).then_some(Self::Loose)
    }

    /// In thousandths.
    pub(super) fn thousandths(self) -> u32 {
        match self {
            Self::Same => WHOLE,
            Self::Loose => WHOLE - 10,
            Self::Differs(thousandths) => thousandths.min(WHOLE - 20),
        }
    }
}

/// The weight of a line among others: a brace identifies less than a call.
pub(super) fn weight(line: &[u8]) -> u32 {
    u32::try_from(line.trim_ascii().len()).unwrap_or(MOST_WEIGHT).min(MOST_WEIGHT) + 2
}

/// Whether two lines differ in blanks alone, anywhere in them.
pub(crate) fn differ_in_blanks_alone(a: &[u8], b: &[u8]) -> bool {
    without_blanks(a).eq(without_blanks(b))
}

fn without_blanks(line: &[u8]) -> impl Iterator<Item = u8> + '_ {
    line.iter().copied().filter(|byte| !byte.is_ascii_whitespace())
}

fn is_loosely_same(a: &[u8], b: &[u8]) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return differ_in_blanks_alone(a, b);
    }
    folded(a) == folded(b)
}

/// A line without blanks, its typography in ASCII and its characters in one form.
fn folded(line: &[u8]) -> Vec<u8> {
    let line: Cow<'_, [u8]> = fold::folded(line, &mut Vec::new()).to_vec().into();
    match line.to_str() {
        Ok(text) => text.nfkc().filter(|c| !c.is_whitespace()).collect::<String>().into_bytes(),
        Err(_) => without_blanks(&line).collect(),
    }
}

/// The similarity of two lines in thousandths, ignoring blanks at both ends: what they share at
/// their start and end, and pairs of neighbouring bytes in between. Linear in the bytes.
pub(super) fn similarity(a: &[u8], b: &[u8]) -> u32 {
    let (a, b) = (a.trim_ascii(), b.trim_ascii());
    let all = a.len() + b.len();
    if all == 0 {
        return WHOLE;
    }
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(start..).unwrap_or_default(), b.get(start..).unwrap_or_default());
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) =
        (a.get(..a.len() - end).unwrap_or_default(), b.get(..b.len() - end).unwrap_or_default());
    let shared = 2000 * (start + end) + (a.len() + b.len()) * shared_pairs(a, b);
    u32::try_from(shared / all).unwrap_or(WHOLE)
}

/// The share of neighbouring bytes that two pieces have in common, in thousandths.
fn shared_pairs(a: &[u8], b: &[u8]) -> usize {
    let pairs = |piece: &[u8]| {
        let piece = piece.get(..MOST_COMPARED).unwrap_or(piece);
        let mut pairs: Vec<(u8, u8)> =
            piece.iter().copied().zip(piece.iter().copied().skip(1)).collect();
        pairs.sort_unstable();
        pairs
    };
    let (a, b) = (pairs(a), pairs(b));
    let all = a.len() + b.len();
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut shared = 0_usize;
    while let (Some(one), Some(other)) = (a.peek(), b.peek()) {
        match one.cmp(other) {
            std::cmp::Ordering::Less => drop(a.next()),
            std::cmp::Ordering::Greater => drop(b.next()),
            std::cmp::Ordering::Equal => {
                shared += 1;
                a.next();
                b.next();
            }
        }
    }
    (2000 * shared).checked_div(all).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_agree_from_a_level_on() {
        for (a, b, expected) in [
            ("a b \r\n", "a b\n", Some(Level::Same)),
            ("  a  b\n", "a b\n", Some(Level::Loose)),
            ("[1,2]", "[1, 2]", Some(Level::Loose)),
            ("caf\u{e9}", "cafe\u{301}", Some(Level::Loose)),
            ("say \u{201c}x\u{201d}", "say \"x\"", Some(Level::Loose)),
            ("\u{ff21}bc", "Abc", Some(Level::Loose)),
            ("caf\u{e9}", "cafe", None),
            ("a", "b", None),
        ] {
            assert_eq!(Level::of_equal(a.as_bytes(), b.as_bytes()), expected, "{a:?}, {b:?}");
        }
        assert_eq!(Level::of_equal(b"caf\xe9 x", b"caf\xe9  x"), Some(Level::Loose));
    }

    #[test]
    fn alike_lines_rank_above_others() {
        let of = |a: &str, b: &str| similarity(a.as_bytes(), b.as_bytes());
        assert_eq!(of("  same", "same\n"), WHOLE);
        assert_eq!(of("", ""), WHOLE);
        assert_eq!(of("abc", "xyz"), 0);
        assert!(of("let limit = 10;", "let limit = 12;") > 900);
        assert!(of("let limit = 10;", "return limit;") < 600);
        assert!(of(&"x".repeat(100_000), &"y".repeat(100_000)) == 0);
    }
}
