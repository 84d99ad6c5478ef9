//! Finds in one pass over the lines of hunks what nearly no patch has and some readings look for.

use patch_parse::Hunk;

/// Which rare bytes the lines of some hunks may have; what it lacks they lack for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RareBytes(u8);

const CR: u8 = 1;
const TWO_PLUSES: u8 = 2;
const TWO_DOTS: u8 = 4;
const BEYOND_ASCII: u8 = 8;

impl RareBytes {
    /// Those of all lines, with their markers.
    pub(super) fn of(hunks: &[Hunk<'_>]) -> Self {
        Self(hunks.iter().fold(0, |found, hunk| found | rare_bytes(hunk.lines.raw())))
    }

    /// A carriage return.
    pub(super) fn has_cr(self) -> bool {
        self.0 & CR != 0
    }

    /// A plus sign after another one.
    pub(super) fn has_two_pluses(self) -> bool {
        self.0 & TWO_PLUSES != 0
    }

    /// Three dots, or the one character that is three.
    pub(super) fn has_dots(self) -> bool {
        self.0 & (TWO_DOTS | BEYOND_ASCII) != 0
    }

    /// A character that is not ASCII.
    pub(super) fn is_beyond_ascii(self) -> bool {
        self.0 & BEYOND_ASCII != 0
    }
}

fn rare_bytes(text: &[u8]) -> u8 {
    #[expect(clippy::needless_bitwise_bool, reason = "with a branch it is not vectorised")]
    let of = |byte: u8, next: u8| {
        (u8::from(byte == b'\r') * CR)
            | (u8::from((byte == b'+') & (next == b'+')) * TWO_PLUSES)
            | (u8::from((byte == b'.') & (next == b'.')) * TWO_DOTS)
            | (u8::from(byte >= 0x80) * BEYOND_ASCII)
    };
    let last = text.last().map_or(0, |last| of(*last, 0));
    let pairs = text.iter().zip(text.get(1..).unwrap_or_default());
    pairs.fold(last, |found, (byte, next)| found | of(*byte, *next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_wherever_it_is() {
        let all = CR | TWO_PLUSES | TWO_DOTS | BEYOND_ASCII;
        for (bytes, expected) in [
            ("", 0),
            ("\r", CR),
            ("++", TWO_PLUSES),
            ("+.+.", 0),
            ("..", TWO_DOTS),
            ("é", BEYOND_ASCII),
            ("\r++..é", all),
        ] {
            for front in 0..40 {
                for behind in [0, 1, 40] {
                    let text = format!("{}{bytes}{}", " ".repeat(front), "x".repeat(behind));
                    assert_eq!(rare_bytes(text.as_bytes()), expected, "{text:?}");
                }
            }
        }
    }
}
