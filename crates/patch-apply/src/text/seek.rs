//! Finding a line by its number without a table of all lines.

use memchr::memchr_iter;

use super::Text;

/// Bytes counted at a time: small enough to stay in the first-level cache for the second look.
const BLOCK: usize = 8 << 10;

/// A place in a text that moves to lines by number, counting newlines in between.
///
/// Moving forward costs one pass over the bytes skipped; moving back starts over.
#[derive(Clone, Debug)]
pub(crate) struct LineSeeker<'f> {
    text: Text<'f>,
    line_index: usize,
    at: usize,
}

impl<'f> LineSeeker<'f> {
    pub(crate) fn new(text: Text<'f>) -> Self {
        Self { text, line_index: 0, at: text.start }
    }

    /// The line it is at, 0-based.
    pub(crate) fn line(&self) -> usize {
        self.line_index
    }

    /// The byte offset of a line, 0-based; `None` when the text has no such line. The place behind
    /// the last line is one: what is inserted there is appended.
    pub(crate) fn offset_of(&mut self, line_index: usize) -> Option<usize> {
        if line_index < self.line_index {
            *self = Self::new(self.text);
        }
        let mut left = line_index - self.line_index;
        while left > 0 {
            let rest = self.text.bytes.get(self.at..)?;
            let block = rest.get(..BLOCK).unwrap_or(rest);
            if block.is_empty() {
                return None;
            }
            let newlines = memchr_iter(b'\n', block).count();
            if newlines < left {
                left -= newlines;
                self.line_index += newlines;
                self.skip_block(block.len(), &mut left)?;
            } else {
                let last = memchr_iter(b'\n', block).nth(left - 1)?;
                self.at += last + 1;
                self.line_index = line_index;
                left = 0;
            }
        }
        Some(self.at)
    }

    /// The line (0-based) that starts at a byte offset. Moving back starts over.
    pub(crate) fn line_at(&mut self, offset: usize) -> usize {
        if offset < self.at || self.line_index == usize::MAX {
            *self = Self::new(self.text);
        }
        self.line_index += memchr_iter(b'\n', self.text.slice(self.at..offset)).count();
        self.at = offset;
        self.line_index
    }

    /// Moves past a block. At the end of a text without a final newline the last line counts.
    fn skip_block(&mut self, len: usize, left: &mut usize) -> Option<()> {
        self.at += len;
        if self.at < self.text.bytes.len() {
            return Some(());
        }
        let is_unterminated_end = *left == 1 && self.text.lacks_final_newline();
        // Stay consistent for the next call: the seeker is no longer at a line's start.
        let end = self.text.bytes.len();
        *self = Self::new(self.text);
        if !is_unterminated_end {
            return None;
        }
        self.line_index = usize::MAX;
        self.at = end;
        *left = 0;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8]) {
        let text = Text::without_bom(bytes);
        let table = text.line_table();
        let mut forward = LineSeeker::new(text);
        for line_index in 0..table.len() + 3 {
            let expected = (line_index <= table.len()).then(|| table.start_of(line_index));
            assert_eq!(forward.offset_of(line_index), expected, "line {line_index}");
            let mut fresh = LineSeeker::new(text);
            assert_eq!(fresh.offset_of(line_index), expected, "line {line_index}, from the start");
            assert_eq!(fresh.offset_of(0), Some(text.start), "back to the start");
            if line_index < table.len() {
                let offset = table.start_of(line_index);
                assert_eq!(fresh.line_at(offset), line_index, "and by the offset");
                assert_eq!(forward.line_at(offset), line_index, "from where it is");
            }
        }
    }

    #[test]
    fn a_seeker_agrees_with_the_line_table() {
        check(b"");
        check(b"a");
        check(b"a\nb\nc\n");
        check(b"a\nb\nc");
        check(b"\xEF\xBB\xBFa\n");
        check(&b"0123456789\n".repeat(3000));
        check(&[b"x".repeat(BLOCK), b"\n".to_vec(), b"y".repeat(BLOCK - 1)].concat());
        check(&[b"x".repeat(BLOCK - 1), b"\n".to_vec()].concat());
    }
}
