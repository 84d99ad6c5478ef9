//! A file as lines in which blocks and parts of lines can be searched.

use std::collections::HashMap;

use memchr::memmem;

/// The length of a line's code in bytes.
const CODE: usize = 4;

/// A file in lines, each with a code. Lines that differ only in blanks have the same code: if two
/// codes differ, no reader that forgives blanks can take one line for the other.
///
/// A code is four bytes of which only the first has its highest bit set, so that a search for bytes
/// finds only whole codes, and is linear whatever repeats.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) lines: Vec<&'a [u8]>,
    codes: Vec<u8>,
    numbers: HashMap<Box<[u8]>, u32>,
    /// The lines without blanks, each after a newline.
    words: Vec<u8>,
}

impl<'a> Text<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let mut numbers = HashMap::new();
        let mut codes = Vec::with_capacity(lines.len() * CODE);
        let mut words = Vec::with_capacity(text.len());
        for line in &lines {
            let start = words.len();
            words.push(b'\n');
            words.extend(without_blanks(line));
            let key = words.get(start + 1..).unwrap_or_default();
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            let number = match numbers.get(key) {
                Some(number) => *number,
                None => *numbers.entry(key.into()).or_insert(next),
            };
            codes.extend_from_slice(&code(number));
        }
        words.push(b'\n');
        Self { lines, codes, numbers, words }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn line(&self, at: usize) -> &'a [u8] {
        self.lines.get(at).copied().unwrap_or_default()
    }

    /// The codes of lines of this file.
    pub(super) fn block(&self, lines: std::ops::Range<usize>) -> &[u8] {
        self.codes.get(lines.start * CODE..lines.end * CODE).unwrap_or_default()
    }

    /// The code of a line; `None` if it is not in the file.
    pub(super) fn code_of(&self, line: &[u8]) -> Option<[u8; CODE]> {
        let key: Vec<u8> = without_blanks(line).collect();
        self.numbers.get(&*key).map(|number| code(*number))
    }

    /// The first line from `from` on at which the file has the lines of a block.
    pub(super) fn find(&self, block: &[u8], from: usize) -> Option<usize> {
        let rest = self.codes.get(from * CODE..)?;
        memmem::find(rest, block).map(|at| from + at / CODE)
    }

    /// In how many places of the file the words of a line occur, counted up to two.
    pub(super) fn count_of_words(&self, line: &[u8]) -> usize {
        let words: Vec<u8> = without_blanks(line).collect();
        memmem::find_iter(&self.words, &words).take(2).count()
    }
}

/// The bytes of a line without blanks, and without a byte-order mark, which readers ignore, too.
fn without_blanks(line: &[u8]) -> impl Iterator<Item = u8> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    line.iter().copied().filter(|byte| !byte.is_ascii_whitespace() && *byte != 0x0B)
}

fn code(number: u32) -> [u8; CODE] {
    let [a, b, c, d] =
        [21, 14, 7, 0].map(|shift| u8::try_from(number >> shift & 0x7F).unwrap_or(0));
    [0x80 | a, b, c, d]
}

/// Whether a line has a part of another, blanks aside.
pub(super) fn has_words_of(line: &[u8], part: &[u8]) -> bool {
    let [line, part]: [Vec<u8>; 2] = [line, part].map(|text| without_blanks(text).collect());
    memmem::find(&line, &part).is_some()
}

/// The blanks at the start of a line, in bytes; `None` for a line of blanks.
pub(super) fn depth(line: &[u8]) -> Option<usize> {
    let depth = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (!line.trim_ascii().is_empty()).then_some(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_line_by_line_blanks_aside() {
        let text = Text::new(b"a\nb c\n\tbc \na\nb\n");
        assert_eq!(text.find(text.block(1..2), 0), Some(1));
        assert_eq!(text.find(text.block(1..2), 2), Some(2), "blanks make no difference");
        assert_eq!(text.find(text.block(0..1), 1), Some(3));
        assert_eq!(text.find(text.block(3..5), 0), Some(3));
        assert_eq!(text.code_of(b"x\n"), None);
        assert_eq!(text.code_of(b" b c").as_ref().map(|code| &code[..]), Some(text.block(1..2)));
        assert_eq!(text.count_of_words(b"b\n"), 2, "two at most");
        assert_eq!(text.count_of_words(b"bc a"), 0);
    }

    #[test]
    fn a_code_is_found_at_its_first_byte_alone() {
        let text: String = (0..40_000).map(|number| number.to_string() + "\n").collect();
        let text = Text::new(text.as_bytes());
        for line in [0, 1, 127, 128, 129, 255, 256, 16_383, 16_384, 39_999] {
            assert_eq!(text.find(text.block(line..line + 1), 0), Some(line), "{line}");
        }
    }
}
