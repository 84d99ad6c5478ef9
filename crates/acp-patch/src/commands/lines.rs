//! Lines of bounded length, one at a time.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is accepted, in bytes: the largest file and the largest patch, with room
/// for escapes.
const MAX_LINE: usize = 512 << 20;

/// The byte order mark that some programs write first.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// A buffer kept for the next line does not hold more bytes than this.
pub(super) const KEPT: usize = 1 << 20;

/// Reads lines into one buffer.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
}

/// The next item.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next<'l> {
    /// A line; its ending may be part of it.
    Line(&'l [u8]),
    /// A line over the limit, skipped.
    TooLong,
    /// The end of the input.
    End,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        let input = BufReader::with_capacity(CHUNK, input);
        Self { input, line: Vec::new(), limit: MAX_LINE }
    }

    /// Whether the next line is available without waiting for the other side.
    pub(super) fn has_next_at_hand(&self) -> bool {
        memchr::memchr(b'\n', self.input.buffer()).is_some()
    }

    /// Reads on to the next line.
    pub(super) fn next(&mut self) -> io::Result<Next<'_>> {
        self.line.clear();
        self.line.shrink_to(KEPT);
        // Most lines are complete in the buffer; `read_until` takes ten times as long for them.
        if let Some(end) = memchr::memchr(b'\n', self.input.buffer())
            && let Some(line) = self.input.buffer().get(..=end)
            && end <= self.limit
        {
            self.line.extend_from_slice(line);
            self.input.consume(end + 1);
            return Ok(Next::Line(self.own_line()));
        }
        let limit = self.limit as u64;
        let read = self.input.by_ref().take(limit + 1).read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(Next::End);
        }
        if self.line.len() <= self.limit || self.line.ends_with(b"\n") {
            return Ok(Next::Line(self.own_line()));
        }
        self.input.skip_until(b'\n')?;
        Ok(Next::TooLong)
    }

    /// The line that was read, without a byte order mark. Concatenated files have some in the middle.
    fn own_line(&self) -> &[u8] {
        self.line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        let mut lines = Lines::new(&b"\xef\xbb\xbfa\n\xef\xbb\xbfb\nc\xef\xbb\xbf\n"[..]);
        assert_eq!(lines.next().unwrap(), Next::Line(b"a\n"));
        assert_eq!(lines.next().unwrap(), Next::Line(b"b\n"));
        assert_eq!(lines.next().unwrap(), Next::Line(b"c\xef\xbb\xbf\n"));
    }

    #[test]
    fn a_line_over_the_limit_is_skipped_whole() {
        let mut lines = Lines { limit: 3, ..Lines::new(&b"abc\nabcdef\n\nabcd"[..]) };
        assert!(!lines.has_next_at_hand());
        assert_eq!(lines.next().unwrap(), Next::Line(b"abc\n"));
        assert!(lines.has_next_at_hand());
        assert_eq!(lines.next().unwrap(), Next::TooLong);
        assert_eq!(lines.next().unwrap(), Next::Line(b"\n"));
        assert_eq!(lines.next().unwrap(), Next::TooLong);
        assert_eq!(lines.next().unwrap(), Next::End);
    }
}
