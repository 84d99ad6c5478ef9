//! Makes text from elsewhere safe to show.
//!
//! A patch may hold terminal commands, text that runs backwards, or bytes that are not text. They
//! are shown as escapes: `\x1b`, `\u{202e}`, `\xff`. Messages of this crate are made so; a host
//! that shows paths and lines itself should use this, too.
//!
//! ```
//! use patch_apply::visible;
//!
//! assert_eq!(visible::line(b"\x1b[2J\tcaf\xe9").to_string(), "\\x1b[2J\tcaf\\xe9");
//! assert_eq!(visible::path(b"a\tb").limit(2).to_string(), "a\\t…");
//! ```

use std::fmt::{self, Display};

/// A path: every control character is escaped. Cut at 400 characters unless another limit is set.
pub fn path(bytes: &[u8]) -> Visible<'_> {
    Visible { bytes, keeps_tabs: false, limit: 400 }
}

/// A line of a file or a message: a tab stays a tab, so that the line can be copied.
///
/// Cut at 400 characters unless another limit is set.
pub fn line(bytes: &[u8]) -> Visible<'_> {
    Visible { bytes, keeps_tabs: true, limit: 400 }
}

/// Bytes to be shown. What has more characters than its limit is cut, with an ellipsis; a byte that
/// is no text counts as one.
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a> {
    bytes: &'a [u8],
    keeps_tabs: bool,
    limit: usize,
}

impl Visible<'_> {
    /// Cuts at `limit` characters.
    #[must_use]
    pub fn limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }
}

impl Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.plain() {
            return f.write_str(text);
        }
        let mut left = self.limit;
        for chunk in self.bytes.utf8_chunks() {
            let text = chunk.valid();
            // What needs no escape is written in one piece.
            let mut written = 0;
            let plain = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
            for (at, c) in text.char_indices() {
                if left == 0 {
                    f.write_str(plain(written, at))?;
                    return f.write_str("…");
                }
                left -= 1;
                // Nearly all are plain ASCII, which costs one comparison.
                if !matches!(c, ' '..='~') && is_hidden(c) {
                    f.write_str(plain(written, at))?;
                    self.escape(c, f)?;
                    written = at + c.len_utf8();
                }
            }
            f.write_str(plain(written, text.len()))?;
            for byte in chunk.invalid() {
                if left == 0 {
                    return f.write_str("…");
                }
                left -= 1;
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

impl Visible<'_> {
    /// The text, if it is shown unchanged because it is plain ASCII and short: nearly always.
    pub(crate) fn plain(&self) -> Option<&str> {
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
        // Without stopping at the first byte that is not, many are checked at once.
        let are_plain = || self.bytes.iter().fold(true, |all, byte| all & is_plain(byte));
        let is_whole = self.bytes.len() <= self.limit && are_plain();
        std::str::from_utf8(self.bytes).ok().filter(|_| is_whole)
    }

    /// Writes a character as an escape.
    fn escape(&self, c: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match c {
            '\t' if self.keeps_tabs => f.write_str("\t"),
            '\t' => f.write_str("\\t"),
            '\n' => f.write_str("\\n"),
            '\r' => f.write_str("\\r"),
            c if c.is_ascii() => write!(f, "\\x{:02x}", u32::from(c)),
            c => write!(f, "\\u{{{:x}}}", u32::from(c)),
        }
    }
}

/// Characters that command a terminal, have no width, or turn the direction of the text around.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_bytes_that_are_no_text_are_escaped() {
        assert_eq!(path(b"a\tb\x1b[31m\n").to_string(), r"a\tb\x1b[31m\n");
        assert_eq!(line(b"a\tb\r").to_string(), "a\tb\\r");
        assert_eq!(line("x\u{202e}y\u{9b}z".as_bytes()).to_string(), r"x\u{202e}y\u{9b}z");
        assert_eq!(line(b"caf\xe9 \xc3\xa9").to_string(), "caf\\xe9 é");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(line("ééééé".as_bytes()).limit(3).to_string(), "ééé…");
        assert_eq!(line(b"abc").limit(3).to_string(), "abc");
    }
}
