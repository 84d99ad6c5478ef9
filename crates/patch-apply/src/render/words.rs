//! Makes small pieces of sentences.

use crate::visible;

/// The longest text in back quotes, in characters; longer lines are kept cut already.
const WIDTH: usize = 320;

/// `1 hunk`, `2 hunks`.
pub(super) fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// A line as text that is safe to show, cut to so many characters.
pub(super) fn shown(text: &[u8], most: usize) -> String {
    visible::line(text).limit(most).to_string()
}

/// Text in back quotes.
pub(super) fn quoted(text: &[u8]) -> String {
    quoted_to(text, WIDTH)
}

/// Text in back quotes, cut to so many characters.
pub(super) fn quoted_to(text: &[u8], most: usize) -> String {
    format!("`{}`", shown(text, most))
}

/// Text in back quotes, its blanks made visible.
pub(super) fn quoted_blanks(text: &[u8]) -> String {
    quoted(text).replace(' ', "·").replace('\t', "→")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_made_visible_and_bytes_that_are_no_text_escaped() {
        assert_eq!(quoted_blanks(b"\t x"), "`→·x`");
        assert_eq!(quoted(b"\x1b[2J\xff"), r"`\x1b[2J\xff`");
        assert_eq!(quoted_to(b"abcdef", 3), "`abc…`");
        assert_eq!([plural(1, "hunk"), plural(2, "hunk")], ["1 hunk", "2 hunks"]);
    }
}
