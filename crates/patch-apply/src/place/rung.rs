//! How exactly old lines must agree: rung by rung, from bytes to looser readings.
//!
//! A rung is data: an entry of [`RUNGS`] with its name, the key that two lines must share, and what
//! else the rules ask about it. Adding one is an entry and its key function, a variant of [`Rung`]
//! and one of [`Rank`]. The last one is the [loosest]: anchors, and what may be done already, are
//! compared by it.

use std::fmt;

use patch_parse::Hunk;

use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::blocks::is_closing_word;
use crate::text::fold::{folded, is_escaped, unescaped, without_indentation_collapsed};
use crate::text::words::has_words;

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
    /// Any run of blanks inside a line taken for one, and `|---|` for `|-----|` below the head of a
    /// table.
    CollapsedBlanks,
    /// Typographic quotes, dashes, ellipses and odd spaces taken for their ASCII forms, too.
    Typography,
    /// Characters written as HTML escapes (`&lt;`), or with the backslashes of one encoding too
    /// many (`\"`), taken for what they mean, too.
    Escapes,
    /// Up to two context lines at either end of the hunk differ from the file, trailing blanks
    /// aside.
    OuterContext,
}

impl Rung {
    /// Every rung, the strictest first.
    pub const ALL: &'static [Self] = &[
        Self::Exact,
        Self::TrailingBlanks,
        Self::Indentation,
        Self::CollapsedBlanks,
        Self::Typography,
        Self::Escapes,
        Self::OuterContext,
    ];

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

    /// Whether nothing but trailing blanks and line endings may differ.
    pub(crate) fn is_plain(self) -> bool {
        matches!(self, Self::Exact | Self::TrailingBlanks)
    }

    /// Whether the matched lines say what the added ones have to look like in the file.
    pub(crate) fn maps_added_lines(self) -> bool {
        RungRule::of(self).is_some_and(|rule| rule.is_loose)
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
    /// Whether a hunk can match at this rung and at none before it. After the last rung of which
    /// this is so, none is tried.
    pub(super) concerns: fn(&Hunk<'_>) -> bool,
    /// The part of a line (its ending included) that counts; `scratch` is room for a key that is
    /// not part of the line.
    pub key: for<'l> fn(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8],
}

impl RungRule {
    /// The rule of a rung; `None` for outer context, which is not compared by keys.
    pub(super) fn of(rung: Rung) -> Option<&'static Self> {
        RUNGS.iter().find(|rule| rule.rung == rung)
    }

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

/// The ladder, strictest first. After it comes the [outer context](super::candidates::outer),
/// which is not compared by keys.
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

/// Whether old lines include a word that is no bracket: one that is indented otherwise is another
/// bracket. What a tag closes it names.
pub(super) fn is_worded(hunk: &Hunk<'_>) -> bool {
    let is_word = |line: &[u8]| has_words(line) && !is_closing_word(without_indentation(line).1);
    hunk.old_lines().any(|line| is_word(line.text))
}

/// The rule of the rung that compares byte for byte.
pub(super) fn exact() -> &'static RungRule {
    let [exact, ..] = &RUNGS;
    exact
}

/// The rule by which near misses are found: trailing blanks do not matter.
pub(super) fn plain() -> &'static RungRule {
    let [_, plain, ..] = &RUNGS;
    plain
}

/// The rule of the rung that forgives most.
pub(crate) fn loosest() -> &'static RungRule {
    let [.., loosest] = &RUNGS;
    loosest
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
        check("|---|:-:|\n", "| ------ | :----: |\n", Some(Rung::CollapsedBlanks));
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
        check("caf\u{E9}\n", "cafe\u{301}\n", Some(Rung::Typography));
    }

    #[test]
    fn words_and_letters_are_never_forgiven() {
        check("ab\n", "a b\n", None);
        check("|---|---|\n", "|---|:--|\n", None);
        check("---\n", "----\n", None);
        check("a\n", "b\n", None);
        check("A\n", "a\n", None);
        check("\u{E9}\n", "e\n", None);
        check("a\u{2028}b\n", "a b\n", None);
        check("a\\n\n", "an\n", None);
        check("it\\'s\n", "it's\n", None);
    }
}
