//! Sees a file's bytes as lines. Only LF, with an optional CR before it, ends a line.
//!
//! What can be said of one line by itself is here: its [blanks] and its [words],
//! whether it [opens or closes a block](blocks) and [which](closers), how it is
//! [read more loosely](fold), what its [escapes] mean, whether another names
//! [something else](form), which name [gets a value](assigned) in it, whether it [has a wrong letter](misspelt), and whether it
//! [stands for others](omission), or [says so without dots](omission_comment).

pub(crate) mod assigned;
pub(crate) mod blanks;
pub(crate) mod blocks;
pub(crate) mod closers;
pub(crate) mod escapes;
pub(crate) mod fold;
pub(crate) mod form;
pub(crate) mod misspelt;
pub(crate) mod omission;
pub(crate) mod omission_comment;
pub(crate) mod words;

mod eol;
mod line;
mod seek;

use patch_parse::LineEnds;

pub(crate) use eol::most_common_newline;
pub(crate) use line::{has_line, has_line_indented, last_line, split_line};
pub(crate) use seek::LineSeeker;

pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Bytes of a line of source text, more or less.
const USUAL_LINE: usize = 32;

/// A file to be patched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'f> {
    /// All bytes.
    pub(crate) bytes: &'f [u8],
    /// Where the first line starts for matching: after a byte-order mark.
    pub(crate) start: usize,
}

impl<'f> Text<'f> {
    /// A text whose byte-order mark, if it has one, is ignored.
    pub(crate) fn without_bom(bytes: &'f [u8]) -> Self {
        Self { bytes, start: if bytes.starts_with(BOM) { BOM.len() } else { 0 } }
    }

    /// A text taken literally, for a patch that contains the byte-order mark.
    pub(crate) fn literal(bytes: &'f [u8]) -> Self {
        Self { bytes, start: 0 }
    }

    /// Whether the text is not empty and does not end in LF.
    pub(crate) fn lacks_final_newline(&self) -> bool {
        self.bytes.last().is_some_and(|byte| *byte != b'\n')
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.len() <= self.start
    }

    /// All bytes that are matched: those after an invisible byte-order mark.
    pub(crate) fn body(&self) -> &'f [u8] {
        self.slice(self.start..self.bytes.len())
    }

    pub(crate) fn slice(&self, range: std::ops::Range<usize>) -> &'f [u8] {
        self.bytes.get(range).unwrap_or_default()
    }

    /// The byte offset of every line, and after the last one the length of the text.
    pub(crate) fn line_table(&self) -> LineTable<'f> {
        let text = self.body();
        let mut starts = Vec::with_capacity(text.len() / USUAL_LINE + 2);
        starts.push(self.start);
        starts.extend(LineEnds::of(text).map(|end| self.start + end));
        if self.lacks_final_newline() && !self.is_empty() {
            starts.push(self.bytes.len());
        }
        LineTable { text: *self, starts }
    }
}

/// The start of each line of a text.
#[derive(Debug)]
pub(crate) struct LineTable<'f> {
    text: Text<'f>,
    /// One more than there are lines.
    starts: Vec<usize>,
}

impl<'f> LineTable<'f> {
    /// Number of lines.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Byte offset of a line, 0-based; the length of the text for a line after the last.
    pub(crate) fn start_of(&self, line_index: usize) -> usize {
        self.starts.get(line_index).copied().unwrap_or(self.text.bytes.len())
    }

    /// A line with its ending, 0-based; empty after the last.
    pub(crate) fn line(&self, line_index: usize) -> &'f [u8] {
        self.text.slice(self.start_of(line_index)..self.start_of(line_index + 1))
    }

    /// How many consecutive lines, from an existing one on, are equal: 1 if the next one differs.
    pub(crate) fn repeats(&self, line_index: usize) -> usize {
        let first = self.start_of(line_index);
        let len = self.line(line_index).len();
        let lines = |from: usize, to: usize| self.text.slice(first + from * len..first + to * len);
        let ends_after = |count| self.start_of(line_index + count) == first + count * len;
        // Compares as many lines at once as are known to be equal, then halves the step again.
        let (mut known, mut step) = (1, 1);
        while step > 0 {
            let next = known + step;
            let is_same = ends_after(next) && lines(known, next) == lines(0, step);
            known = if is_same { next } else { known };
            step = if is_same { step * 2 } else { step / 2 };
        }
        known
    }

    /// All lines with their endings.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &'f [u8]> + '_ {
        let text = self.text;
        self.starts.windows(2).map(move |pair| match pair {
            [start, end] => text.slice(*start..*end),
            _ => &[],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &[&[u8]]) {
        let table = Text::without_bom(bytes).line_table();
        assert_eq!(table.lines().collect::<Vec<_>>(), expected);
        assert_eq!(table.len(), expected.len(), "the table counts its lines");
    }

    #[test]
    fn lines_that_are_the_same_are_counted() {
        let many = ["a\n".repeat(1000), "b\n".repeat(77), "ab\n".to_owned()].concat();
        for text in [
            "",
            "a",
            "a\n",
            "a\na",
            "a\na\n",
            "\n\n\na\n",
            "a\nb\na\nb\n",
            "aa\na\na\na\na\na\naa",
            &many,
        ] {
            let table = Text::without_bom(text.as_bytes()).line_table();
            for at in 0..table.len() {
                let same = |other: &usize| table.line(*other) == table.line(at);
                let expected = (at..table.len()).take_while(same).count();
                assert_eq!(table.repeats(at), expected, "line {at} of {text:?}");
            }
        }
    }

    #[test]
    fn only_lf_ends_a_line() {
        check(b"", &[]);
        check(b"a", &[b"a"]);
        check(b"a\n", &[b"a\n"]);
        check(b"a\r\nb\rc\x0Cd\n", &[b"a\r\n", b"b\rc\x0Cd\n"]);
        check("a\u{2028}b\u{85}\n\n".as_bytes(), &["a\u{2028}b\u{85}\n".as_bytes(), b"\n"]);
        check(b"\xEF\xBB\xBFa\n", &[b"a\n"]);
        check(b"\xEF\xBB\xBF", &[]);
    }
}
