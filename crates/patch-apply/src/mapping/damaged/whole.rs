//! Finds out which characters are usual in a file. Each answer costs one pass over it, once for all
//! hunks.

use std::cell::OnceCell;

use bstr::ByteSlice as _;

use crate::indent::around::Around;
use crate::mapping::characters::no_break::is_in_no_break_spaces;
use crate::mapping::lines::inside::Marks;
use crate::text::blanks::without_indentation;
use crate::text::blocks::is_closing_word;

/// Typographic quotes, and their plain forms.
pub(super) const TYPOGRAPHIC: [(&str, &str); 4] =
    [("\u{201C}", "\""), ("\u{201D}", "\""), ("\u{2018}", "'"), ("\u{2019}", "'")];

/// Signs that HTML has and code does not.
const OF_HTML: [&str; 6] = ["&amp;", "&lt;", "&gt;", "&quot;", "</", "/>"];

/// A file, and the answers so far.
#[derive(Debug, Default)]
pub(crate) struct Whole<'f> {
    pub(super) text: &'f [u8],
    is_ascii: OnceCell<bool>,
    is_prose: OnceCell<bool>,
    is_shell: OnceCell<bool>,
    has_quotes: OnceCell<bool>,
    has_quotes_of_any_kind: OnceCell<bool>,
    has_escaped_quotes: OnceCell<bool>,
    has_typographic: OnceCell<bool>,
    has_html: OnceCell<bool>,
    has_ampersands: OnceCell<bool>,
    has_no_break_spaces: OnceCell<bool>,
    is_in_tabs_alone: OnceCell<bool>,
    /// Those of strings and comments.
    pub(super) marks: Marks<'f>,
}

impl<'f> Whole<'f> {
    pub(crate) fn new(text: &'f [u8]) -> Self {
        Self { text, marks: Marks::of(text), ..Self::default() }
    }

    pub(super) fn is_ascii(&self) -> bool {
        *self.is_ascii.get_or_init(|| self.text.is_ascii())
    }

    /// Whether it is prose or markup.
    pub(super) fn is_prose(&self) -> bool {
        *self.is_prose.get_or_init(|| is_prose(self.text))
    }

    /// Whether it is a shell script, in which `\"` is an ordinary character.
    pub(super) fn is_shell(&self) -> bool {
        let is_word = |line: &[u8]| is_closing_word(without_indentation(line).1);
        let is_shell = || self.text.starts_with(b"#!") || self.text.lines().any(is_word);
        *self.is_shell.get_or_init(is_shell)
    }

    /// Whether it has any `"`.
    pub(super) fn has_quotes(&self) -> bool {
        *self.has_quotes.get_or_init(|| self.text.contains(&b'"'))
    }

    /// Whether it has any `"` or `'`.
    pub(super) fn has_quotes_of_any_kind(&self) -> bool {
        let has_any = || self.text.find_byteset(b"\"'").is_some();
        *self.has_quotes_of_any_kind.get_or_init(has_any)
    }

    /// Whether it has any `\"` that is not within a string, as `is_outside` says of a line.
    pub(super) fn has_escaped_quotes(&self, is_outside: impl Fn(&[u8]) -> bool) -> bool {
        let has_any = || {
            let may_be = |line: &&[u8]| line.contains_str("\\\"");
            self.text.contains_str("\\\"") && self.text.lines().filter(may_be).any(is_outside)
        };
        *self.has_escaped_quotes.get_or_init(has_any)
    }

    /// Whether a line has a sign that is not within a string, as what is left of it without them
    /// says.
    pub(super) fn has_outside_strings(
        &self,
        sign: &str,
        without_strings: impl Fn(&[u8]) -> Vec<u8>,
    ) -> bool {
        let mut lines = self.text.lines().filter(|line| line.contains_str(sign));
        self.text.contains_str(sign) && lines.any(|line| without_strings(line).contains_str(sign))
    }

    /// Whether any line is such a one.
    pub(super) fn has_line(&self, is_such: impl Fn(&[u8]) -> bool) -> bool {
        self.text.lines().any(is_such)
    }

    /// Whether a line begins with a backslash, as the commands of TeX do.
    pub(super) fn has_commands(&self) -> bool {
        self.text.contains(&b'\\')
            && self.text.lines().any(|line| without_indentation(line).1.starts_with(b"\\"))
    }

    pub(super) fn has_typographic_quotes(&self) -> bool {
        let has_any = || TYPOGRAPHIC.iter().any(|(odd, _)| self.text.contains_str(odd));
        *self.has_typographic.get_or_init(has_any)
    }

    pub(super) fn has_html(&self) -> bool {
        let has_any = || OF_HTML.iter().any(|odd| self.text.contains_str(odd));
        *self.has_html.get_or_init(has_any)
    }

    /// Whether it has any `&amp;`.
    pub(super) fn has_ampersands(&self) -> bool {
        *self.has_ampersands.get_or_init(|| self.text.contains_str("&amp;"))
    }

    /// Whether it has lines that are indented with no-break spaces.
    pub(super) fn has_no_break_spaces(&self) -> bool {
        let has_any = || self.text.lines().any(is_in_no_break_spaces);
        *self.has_no_break_spaces.get_or_init(has_any)
    }

    /// Whether it is no prose, and no line with words is indented with spaces, not counting the
    /// star of a comment.
    pub(super) fn is_in_tabs_alone(&self) -> bool {
        let is_code = || self.text.starts_with(b"<") || !self.is_prose();
        let is_alone = || is_code() && !Around::new(self.text).begins_with(b' ');
        *self.is_in_tabs_alone.get_or_init(is_alone)
    }
}

/// Whether a file is prose or markup: it has titles or blocks of code as Markdown has, or tags.
pub(super) fn is_prose(file: &[u8]) -> bool {
    const MARKS: [&str; 4] = ["```", "~~~", "## ", "==="];
    (file.starts_with(b"<") && !file.starts_with(b"<?php"))
        || file.lines().any(|line| MARKS.iter().any(|mark| line.starts_with_str(mark)))
}

/// Whether a text has blocks of code as Markdown has them, or titles.
pub(super) fn is_markdown(around: &Around<'_>) -> bool {
    let mut lines = around.text().lines();
    lines.any(|line| line.starts_with(b"```") || line.starts_with(b"## "))
}
