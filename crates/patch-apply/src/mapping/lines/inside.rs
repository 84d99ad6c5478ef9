//! Finds out, from the text before them, whether lines are in a string of several lines or in a
//! comment. In doubt they are.

use std::cell::OnceCell;

use bstr::ByteSlice as _;

use crate::text::last_line;

/// How many earlier lines are searched for the opening of a string that ends in another line.
const MOST_LINES: usize = 64;

/// The marks that open and close a string of several lines.
const QUOTES: [&[u8]; 3] = [b"\"\"\"", b"'''", b"`"];

/// The marks that begin and end a comment of several lines, or preformatted text.
const TEXTS: [(&[u8], &[u8]); 5] = [
    (b"/*", b"*/"),
    (b"<!--", b"-->"),
    (b"=begin", b"=end"),
    (b"<pre", b"</pre"),
    (b"<textarea", b"</textarea"),
];

/// Where the marks of a file are, which are sought once for all its hunks.
#[derive(Debug, Default)]
pub(in crate::mapping) struct Marks<'f> {
    file: &'f [u8],
    found: OnceCell<Found>,
}

/// The bytes after each mark.
#[derive(Debug)]
struct Found {
    quotes: [Vec<usize>; QUOTES.len()],
    texts: [[Vec<usize>; 2]; TEXTS.len()],
}

impl<'f> Marks<'f> {
    pub(in crate::mapping) fn of(file: &'f [u8]) -> Self {
        Self { file, found: OnceCell::new() }
    }

    /// Whether a string, a heredoc or a comment is still open at the end of a text, which the file
    /// begins with.
    pub(in crate::mapping) fn are_open(&self, front: &[u8]) -> bool {
        let ends = |mark: &[u8]| self.file.find_iter(mark).map(|at| at + mark.len()).collect();
        let found = self.found.get_or_init(|| Found {
            quotes: QUOTES.map(ends),
            texts: TEXTS.map(|(open, close)| [open, close].map(ends)),
        });
        let before = |ends: &[usize]| ends.partition_point(|end| *end <= front.len());
        let last =
            |ends: &[usize]| before(ends).checked_sub(1).and_then(|at| ends.get(at)).copied();
        found.quotes.iter().any(|ends| before(ends) % 2 == 1)
            || found.texts.iter().any(|[open, close]| last(open) > last(close))
            || may_end_open(front)
    }
}

/// Whether a string, a heredoc or a comment is still open at the end of a text.
pub(in crate::mapping) fn is_in_text(front: &[u8]) -> bool {
    Marks::of(front).are_open(front)
}

/// Whether one of the last lines of a text may open such a text.
fn may_end_open(mut front: &[u8]) -> bool {
    let mut lines = std::iter::from_fn(|| last_line(&mut front)).take(MOST_LINES);
    lines.any(may_open_text)
}

/// Whether a line may open a string that ends in another one, or end one.
pub(in crate::mapping) fn may_open_text(line: &[u8]) -> bool {
    let is_odd = |quotes: &[u8]| line.find_iter(quotes).count() % 2 == 1;
    QUOTES.iter().any(|quotes| is_odd(quotes))
        || has_odd_quotes(line)
        || is_heredoc(line)
        || begins_shown_text(line)
}

/// Whether a line begins preformatted HTML (`<pre>`), and does not end it.
fn begins_shown_text(line: &[u8]) -> bool {
    let shown = TEXTS.iter().filter(|(_, close)| close.starts_with(b"</"));
    shown.into_iter().any(|(open, close)| line.rfind(open) > line.rfind(close))
}

/// Whether a line has an odd number of `"`, not counting those after a backslash.
fn has_odd_quotes(line: &[u8]) -> bool {
    let mut is_escaped = false;
    let is_quote = |byte: &&u8| {
        let is_quote = **byte == b'"' && !is_escaped;
        is_escaped = **byte == b'\\' && !is_escaped;
        is_quote
    };
    line.iter().filter(is_quote).count() % 2 == 1
}

/// Whether a line has something that begins a heredoc (or shifts by a name).
fn is_heredoc(line: &[u8]) -> bool {
    let is_mark = |at: usize| {
        let behind = line.get(at + 2..).unwrap_or_default();
        let mark = behind.trim_start_with(|sign| " -~'\"\\".contains(sign)).first();
        mark.is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
    };
    line.find_iter("<<").any(is_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_goes_on_where_nothing_ends_it() {
        let is = |text: &str| {
            let is_open = is_in_text(text.as_bytes());
            // What comes later in the file does not matter.
            let file = [text, "a \"\"\" ''' ` */ -->\n=end\n</pre></textarea>\n"].concat();
            assert_eq!(Marks::of(file.as_bytes()).are_open(text.as_bytes()), is_open, "{text}");
            is_open
        };
        for text in [
            "x = \"\"\"\na\n",
            "x = '''\n",
            "a = `b\n",
            "/* a\n",
            "/* a */ b\n/* c\n",
            "<!--\n",
            "cat <<EOF\n",
            "cat <<-'EOF' >a\n",
            "let a = \"b\n",
            "let a = \"b \\\" c\n",
            "<pre>\na\n",
            "<p><pre class=\"a\">b\n",
        ] {
            assert!(is(text), "{text}");
        }
        for text in [
            "",
            "a = 1\n",
            "x = \"\"\"a\"\"\"\n",
            "/* a */\n",
            "a = \"b\"\n",
            "1 << 2\n",
            "<pre>a</pre>\n",
        ] {
            assert!(!is(text), "{text}");
        }
    }
}
