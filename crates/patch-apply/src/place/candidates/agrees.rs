//! Compares added lines with those of the file.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::edited::{Side, is_there, most_lines};
use super::restated::is_most_of;
use crate::place::rung::{Rung, RungRule};
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::{has_ascii_words, has_words};
use crate::text::{Text, last_line, split_line};

/// Compares an added line with one of the file: at the rung at which the old lines were found,
/// trailing blanks aside.
pub(super) struct Agrees {
    key: for<'l> fn(&'l [u8], &'l mut Vec<u8>) -> &'l [u8],
    /// Only lines with words count: without indentation, brackets agree with any others.
    wants_words: bool,
}

impl Agrees {
    pub(super) fn at(rung: Rung) -> Self {
        match RungRule::of(rung).filter(|rule| rule.is_loose) {
            Some(rule) => Self { key: rule.key, wants_words: true },
            None => Self { key: |line, _| without_trailing_blanks(line), wants_words: false },
        }
    }

    /// Whether each of the lines agrees with the one of the file that it is paired with.
    fn all<'l>(
        &self,
        lines: &[HunkLine<'_>],
        mut pairs: impl Iterator<Item = (&'l HunkLine<'l>, Option<&'l [u8]>)>,
    ) -> bool {
        let says_something = !self.wants_words || lines.iter().any(|line| has_words(line.text));
        let (mut one, mut other) = (Vec::new(), Vec::new());
        says_something
            && pairs.all(|(line, found)| {
                found.is_some_and(|found| {
                    (self.key)(found, &mut one) == (self.key)(line.text, &mut other)
                })
            })
    }

    /// Whether an added line may be in the place of an old one that was found, or there is none.
    pub(super) fn may_be(&self, added: HunkLine<'_>, old: Option<HunkLine<'_>>) -> bool {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        old.is_none_or(|old| (self.key)(added.text, &mut one) == (self.key)(old.text, &mut other))
    }

    /// Whether some added lines are hardly in a file twice: one has words and is unlike all
    /// context, or two have words and differ. If indentation does not count, only two such lines
    /// are enough.
    pub(super) fn say_enough(&self, hunk: &Hunk<'_>, added: &[HunkLine<'_>]) -> bool {
        let is_kept = |line: &HunkLine<'_>| context(hunk).any(|kept| kept.text == line.text);
        let mut worded = added.iter().filter(|line| has_ascii_words(line.text));
        let Some(first) = worded.next() else { return false };
        worded.any(|line| line.text != first.text) || (!self.wants_words && !is_kept(first))
    }

    /// Whether most of some lines are found after a byte offset, one by one or in their order.
    pub(super) fn mostly_behind(
        text: Text<'_>,
        start: usize,
        hunk: &Hunk<'_>,
        lines: &[HunkLine<'_>],
    ) -> bool {
        let in_file = text.slice(start..text.bytes.len()).split_inclusive(|byte| *byte == b'\n');
        let beside: Vec<&[u8]> = in_file.take(most_lines(lines.len())).collect();
        let pairs: Vec<_> = lines.iter().copied().zip(beside.iter().copied()).collect();
        is_most_of(hunk, lines, &pairs) || is_there(hunk, lines, &beside, Side::InFront)
    }

    /// Whether most of some lines are found before a byte offset, one by one or in their order.
    pub(super) fn mostly_before(
        text: Text<'_>,
        end: usize,
        hunk: &Hunk<'_>,
        lines: &[HunkLine<'_>],
    ) -> bool {
        let mut above = text.slice(text.start..end);
        let in_file = std::iter::from_fn(|| last_line(&mut above));
        let mut beside: Vec<&[u8]> = in_file.take(most_lines(lines.len())).collect();
        let mut pairs: Vec<_> = lines.iter().copied().rev().zip(beside.iter().copied()).collect();
        pairs.reverse();
        beside.reverse();
        is_most_of(hunk, lines, &pairs) || is_there(hunk, lines, &beside, Side::Behind)
    }

    /// Whether lines are found after a place that ends at this byte.
    pub(super) fn behind(&self, text: Text<'_>, end: usize, lines: &[HunkLine<'_>]) -> bool {
        let mut rest = text.slice(end..text.bytes.len());
        let in_file = || {
            let (first, behind) = split_line(rest);
            rest = behind;
            Some(first).filter(|first| !first.is_empty())
        };
        self.all(lines, lines.iter().zip(std::iter::repeat_with(in_file)))
    }

    /// Whether lines are found before a place that starts at this byte.
    pub(super) fn before(&self, text: Text<'_>, start: usize, lines: &[HunkLine<'_>]) -> bool {
        let mut above = text.slice(text.start..start);
        self.all(lines, lines.iter().rev().zip(std::iter::repeat_with(|| last_line(&mut above))))
    }
}

/// The lines of a hunk that stay.
pub(super) fn context<'h>(hunk: &'h Hunk<'_>) -> impl Iterator<Item = HunkLine<'h>> {
    hunk.lines.iter().filter(|line| line.kind == LineKind::Context)
}
