//! Strings of several lines, and the fenced text of Markdown: lines that are text, whatever they
//! look like.
//!
//! The file is read from its start, as far as it is needed; what a line [opens](Open) says how the
//! string is closed.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::{memchr3, memmem, memrchr};

use super::quotes::{Open, ends_before_value};
use crate::text::{Text, last_line, split_line};

/// How many bytes are looked at for the ends of what has none.
const MOST_IN_VAIN: usize = 1 << 18;

/// The text in one file, as far as it was looked at.
#[derive(Debug, Default)]
pub(super) struct Strings {
    /// The bytes of the lines that begin in a string, its last one included; in order.
    ranges: Vec<Range<usize>>,
    scanned: usize,
    in_vain: usize,
}

impl Strings {
    /// The bytes of the lines of the string that the line which starts at an offset begins in.
    pub(super) fn around(&mut self, text: Text<'_>, start: usize) -> Option<Range<usize>> {
        self.scan(text, start);
        let behind = self.ranges.partition_point(|range| range.start <= start);
        let range = behind.checked_sub(1).and_then(|at| self.ranges.get(at));
        range.filter(|range| range.contains(&start)).cloned()
    }

    /// Whether a line of some bytes may open a string, the first of which is in none. Where none
    /// does, the lines before them need no look.
    pub(super) fn may_open(text: Text<'_>, lines: Range<usize>) -> bool {
        let mut start = lines.start;
        while start < lines.end {
            let rest = text.slice(start..lines.end);
            let Some(next) = next_sign(rest) else { return false };
            let front = rest.get(..next).and_then(|front| memrchr(b'\n', front));
            start += front.map_or(0, |before| before + 1);
            let (line, behind) = split_line(text.slice(start..lines.end));
            if Open::left_by(line, || true).is_some() {
                return true;
            }
            start = lines.end - behind.len();
        }
        false
    }

    /// Looks at all lines before an offset.
    fn scan(&mut self, text: Text<'_>, end: usize) {
        self.scanned = self.scanned.max(text.start);
        while self.scanned < end && self.in_vain < MOST_IN_VAIN {
            let rest = text.slice(self.scanned..end);
            let Some(next) = next_sign(rest) else {
                self.scanned = end;
                return;
            };
            let line = rest.get(..next).and_then(|front| memrchr(b'\n', front));
            self.scan_line(text, self.scanned + line.map_or(0, |before| before + 1));
        }
    }

    /// Looks at the line that starts at an offset, and at all lines of the string that it opens.
    fn scan_line(&mut self, text: Text<'_>, start: usize) {
        let (line, mut rest) = split_line(text.slice(start..text.bytes.len()));
        let first = text.bytes.len() - rest.len();
        let mut at = first;
        let mut open = Open::left_by(line, || value_may_begin(text.slice(text.start..start)));
        while let Some(string) = open {
            match string.closed_in(rest) {
                Ok((len, behind)) => {
                    at += len;
                    rest = rest.get(len..).unwrap_or_default();
                    open = behind;
                }
                Err(seen) => {
                    self.in_vain += seen;
                    break;
                }
            }
        }
        self.scanned = at;
        if at > first {
            self.ranges.push(first..at);
        }
    }
}

/// What opens a string without a quote.
static SIGNS: LazyLock<[memmem::Finder<'static>; 2]> =
    LazyLock::new(|| [b"<<", b"~~~".as_slice()].map(memmem::Finder::new));

/// Where the next sign is that may open a string: a quote, or one of some signs.
fn next_sign(text: &[u8]) -> Option<usize> {
    let quote = memchr3(b'"', b'\'', b'`', text);
    let front = quote.and_then(|quote| text.get(..quote)).unwrap_or(text);
    SIGNS.iter().filter_map(|sign| sign.find(front)).chain(quote).min()
}

/// Whether a value may begin after some lines: the last one with words leaves one open.
fn value_may_begin(mut above: &[u8]) -> bool {
    const MOST_BLANK: usize = 8;
    let lines = std::iter::from_fn(|| last_line(&mut above)).take(MOST_BLANK);
    let mut words = lines.map(<[u8]>::trim_ascii_end).filter(|line| !line.is_empty());
    words.next().is_some_and(ends_before_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which lines begin in a string: those that are marked.
    #[track_caller]
    fn check(file: &str) {
        let text = file.replace('\u{a6}', "");
        let mut strings = Strings::default();
        let mut start = 0;
        for (line, marked) in text.split_inclusive('\n').zip(file.split_inclusive('\n')) {
            let bytes = Text::literal(text.as_bytes());
            let found = strings.around(bytes, start).is_some();
            assert_eq!(found, marked.starts_with('\u{a6}'), "{line:?} in\n{file}");
            start += line.len();
        }
    }

    #[test]
    fn lines_begin_in_a_string_behind_what_opens_it() {
        for file in [
            "x = \"\"\"\n¦a \\\"\"\" 'b'\n¦\"\"\".format(\"\"\"\n¦b\n¦\"\"\")\ny\n",
            "def f():\n    '''Says \"a.\n¦\n¦    It's\n¦    '''\n    return 1\n",
            "let s = r#\"\n¦a \"b\"\n¦\"#;\ns\n",
            "f(R\"x(\n¦a )\" b\n¦)x\");\ns\n",
            "const q = `\n¦a ${f(`b`)} c\n¦`;\nq\n",
            "const q = gql`a\n¦a\n¦`\nq\n",
            "foo(\n  `\n¦a\n¦`,\n  b\n",
            "q := `\n¦SELECT *\n¦FROM t\n¦`\nq\n",
            "cat > a <<EOF\n¦don't\n¦EOF\nx\n",
            "$s = <<<'EOT'\n¦text\n¦EOT;\nx\n",
            "x = foo(<<~SQL, 1)\n¦  text\n¦  SQL\nx\n",
            "let s = \"\n¦[a]\n¦b = 1\n¦\";\ns\n",
            "f(\"a \\\n¦b\");\ns\n",
            "$q = \"SELECT *\n¦FROM t\";\ns\n",
            "awk '\n¦{ print }\n¦' a\ns\n",
            "# T\n\n```toml\n¦[a]\n¦```\ntext\n~~~~ sh\n¦# x\n¦~~~\n¦~~~~\nx\n",
        ] {
            check(file);
        }
    }

    #[test]
    fn what_is_no_clear_string_is_none() {
        for file in [
            "# don't \"\"\"\nx\n\"\"\"a\"\"\"\ny\n",
            "// it's `a\nx\n// `b\n",
            "fn f<'a>(x: &'a str,\n    y: &'a str) {\n    'x'\n",
            "T: 'static,\nU: 'a,\n",
            "x = '\"'\ny = \"a\"\n",
            "x.replace(/\"/g, 1)\ny(\"a\")\n",
            "if x == 5\" or\ny = \"a\"\n",
            "(defmacro a () `(b))\n(defmacro b () `(c))\n",
            "let x = `A\nlet y = `B\n",
            "`define A 1\n`define B\n",
            "It's the dogs' \"bone\nand the cats' \"fish\n",
            "f(\", \na(\", \")\n",
            "x = \"\"\"a\nno end\n",
            "1 << N\nN\n",
            "std::cout << \"a\"\nb\n",
            "say \"\"\"\"\"\" b\nc\n",
            "use ```a``` and\n``b`` c\n",
        ] {
            check(file);
        }
    }

    #[test]
    fn what_has_no_end_is_looked_for_so_far_and_no_further() {
        let line = "x = r#\"a\n";
        let text = line.repeat(3_000);
        let mut strings = Strings::default();
        assert_eq!(strings.around(Text::literal(text.as_bytes()), text.len() - 1), None);
        assert!(strings.in_vain < MOST_IN_VAIN + text.len(), "{}", strings.in_vain);
    }
}
