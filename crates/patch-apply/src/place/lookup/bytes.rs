//! Searches the bytes of a file where no index of its lines is needed.
//!
//! Most patches have a hunk or two that are not where their number says. Finding these by
//! substring search costs a fraction of an index; and a word that is nowhere in the file rules out
//! all looser readings at once.

use memchr::memmem;
use patch_parse::{HunkLine, Newline};

use super::MOST_PLACES;
use crate::text::Text;
use crate::text::fold::is_escaped;

/// Substring searches are cheap, but each is a pass of its own: after so many an index pays.
const MOST_SEARCHES: usize = 4;

/// As many for words, which save an index each.
const MOST_WORDS: usize = 12;

/// A block longer than this is not looked for as a whole: long needles are slow to search for.
const MOST_BYTES: usize = 1 << 16;

/// The searches of one file.
#[derive(Debug, Default)]
pub(super) struct ByteSearch {
    blocks: usize,
    words: usize,
    is_ascii: Option<bool>,
}

impl ByteSearch {
    /// The byte offsets at which lines are found byte for byte, at most [`MOST_PLACES`]; `None`
    /// where an index is the better way to find out.
    pub(super) fn exact<'l>(
        &mut self,
        text: Text<'_>,
        lines: impl Iterator<Item = HunkLine<'l>>,
    ) -> Option<Vec<usize>> {
        let mut needle = vec![b'\n'];
        let mut is_open = false;
        for line in lines {
            let was_open = is_open;
            is_open = line.newline == Newline::None;
            if was_open || (is_open && line.text.is_empty()) {
                // After a line without an ending there is none, not even an empty one.
                return Some(Vec::new());
            }
            needle.extend_from_slice(line.text);
            needle.extend_from_slice(line.newline.as_bytes());
            if needle.len() > MOST_BYTES {
                return None;
            }
        }
        if self.blocks == MOST_SEARCHES {
            return None;
        }
        self.blocks += 1;
        let haystack = text.body();
        let block = needle.get(1..)?;
        let first = haystack.starts_with(block).then_some(text.start);
        let finder = memmem::Finder::new(&needle);
        let mut from = 0;
        let behind = std::iter::from_fn(|| {
            let at = from + finder.find(haystack.get(from..)?)?;
            // Blocks may overlap.
            from = at + 1;
            Some(text.start + at + 1)
        });
        // Only at the end of the file does a line have no ending.
        let ends = |start: &usize| !is_open || start + block.len() == text.bytes.len();
        Some(first.into_iter().chain(behind).filter(ends).take(MOST_PLACES).collect())
    }

    /// Whether lines could match somewhere in the file at some rung of the ladder, as far as that
    /// is worth a search. A word (bytes between blanks) of ASCII text, unless it is of the line
    /// below the head of a table, stays as it is at every rung, so that a word found nowhere rules
    /// all rungs out.
    pub(super) fn may_match<'l>(
        &mut self,
        text: Text<'_>,
        lines: impl Iterator<Item = HunkLine<'l>>,
    ) -> bool {
        let words = |line: HunkLine<'l>| line.text.split(|byte| b" \t\r\x0B\x0C".contains(byte));
        let Some(word) = lines.flat_map(words).max_by_key(|word| word.len()) else { return true };
        // All are empty, or the longest is one of the head of a table.
        let is_open = word.iter().all(|byte| b"|-:".contains(byte));
        if is_open || !word.is_ascii() || is_escaped(word) || self.words == MOST_WORDS {
            return true;
        }
        self.words += 1;
        !self.is_ascii(text) || memmem::find(text.bytes, word).is_some()
    }

    fn is_ascii(&mut self, text: Text<'_>) -> bool {
        *self.is_ascii.get_or_insert_with(|| text.bytes.is_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patch_parse::LineKind;

    fn lines(block: &str) -> impl Iterator<Item = HunkLine<'_>> {
        let lines = block.split_inclusive('\n');
        lines.map(|line| HunkLine::from_line(LineKind::Context, line.as_bytes()))
    }

    #[track_caller]
    fn check(file: &str, block: &str, expected: &[usize]) {
        let text = Text::without_bom(file.as_bytes());
        let found = ByteSearch::default().exact(text, lines(block)).unwrap();
        assert_eq!(found, expected, "{block:?} in {file:?}");
    }

    #[test]
    fn whole_lines_are_found() {
        check("a\nb\na\nb\n", "a\nb\n", &[0, 4]);
        check("ba\na\n", "a\n", &[3]);
        check("a\na\na\n", "a\na\n", &[0, 2]);
        check("a\nb\nb", "b", &[4]);
        check("b\nb\n", "b", &[]);
        check("\u{feff}a\n", "a\n", &[3]);
        check("\n\n\n", "\n", &[0, 1, 2]);
    }

    #[test]
    fn lines_are_not_joined_where_an_ending_is_missing() {
        let open = lines("a").chain(lines("b\n"));
        let found = ByteSearch::default().exact(Text::without_bom(b"ab\n"), open).unwrap();
        assert!(found.is_empty());
    }

    #[test]
    fn a_missing_word_rules_out_all_rungs() {
        let could = |file: &str, block: &str| {
            ByteSearch::default().may_match(Text::without_bom(file.as_bytes()), lines(block))
        };
        assert!(could("  say  hello\n", "say hello\n"));
        assert!(!could("say hullo\n", "say hello\n"));
        assert!(could("say h\u{200b}ello\n", "say hello\n"), "what nobody sees is in the way");
        assert!(could("x\n", "\n"));
        assert!(could("a\n|------|\n", "a\n|---|\n"));
    }
}
