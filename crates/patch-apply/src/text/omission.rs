//! Recognises lines that say that others are left out: `...`, `# ... existing code ...`.

use bstr::ByteSlice;

use super::words::{is_among, words_of};

/// The words that such a line may consist of,
const WORDS: [&[u8]; 68] = [
    b"above",
    b"all",
    b"are",
    b"as",
    b"before",
    b"below",
    b"block",
    b"body",
    b"brevity",
    b"case",
    b"cases",
    b"class",
    b"code",
    b"column",
    b"columns",
    b"component",
    b"content",
    b"contents",
    b"data",
    b"document",
    b"entries",
    b"fields",
    b"file",
    b"for",
    b"function",
    b"functions",
    b"here",
    b"implementation",
    b"imports",
    b"in",
    b"is",
    b"items",
    b"job",
    b"keep",
    b"keys",
    b"line",
    b"lines",
    b"logic",
    b"markup",
    b"method",
    b"methods",
    b"more",
    b"of",
    b"other",
    b"page",
    b"previous",
    b"properties",
    b"props",
    b"query",
    b"routes",
    b"rules",
    b"schema",
    b"script",
    b"section",
    b"stay",
    b"stays",
    b"steps",
    b"still",
    b"styles",
    b"table",
    b"test",
    b"tests",
    b"that",
    b"the",
    b"there",
    b"this",
    b"unaffected",
    b"values",
];

/// and those that show that it is one.
const SIGNAL_WORDS: [&[u8]; 14] = [
    b"existing",
    b"omitted",
    b"original",
    b"remain",
    b"remaining",
    b"remains",
    b"rest",
    b"same",
    b"snip",
    b"snipped",
    b"truncated",
    b"unchanged",
    b"unmodified",
    b"untouched",
];

/// A line with more words is a sentence.
const MOST_WORDS: usize = 10;

/// The dots of a line, and the words beside them.
struct Omission<'l> {
    is_comment: bool,
    /// They are at the start or at the end of the line.
    begins: bool,
    ends: bool,
    words: Vec<&'l [u8]>,
}

impl<'l> Omission<'l> {
    fn of(line: &'l [u8]) -> Option<Self> {
        let is_sign = |sign: char| sign.is_ascii_whitespace() || "/#*-;%<!{(".contains(sign);
        let is_end = |sign: char| sign.is_ascii_whitespace() || "/*->}#%)".contains(sign);
        let behind = line.trim_start_with(is_sign);
        let inner = behind.trim_end_with(is_end);
        let signs = line.get(..line.len() - behind.len()).unwrap_or_default();
        let (begins, ends) = (starts_with_dots(inner), ends_with_dots(inner));
        let is_code = |byte: &u8| b"=[],;\"'`".contains(byte);
        let is_call =
            || inner.contains_str("()") || inner.find_byteset(b"(").is_some_and(|at| at > 4);
        if !(begins || ends) || inner.iter().any(is_code) || is_call() {
            return None;
        }
        let words = inner.split_str("…").flat_map(words_of).take(MOST_WORDS + 1).collect();
        let is_comment =
            signs.iter().any(|byte| b"/#*;%!".contains(byte)) || signs.contains_str("--");
        Some(Self { is_comment, begins, ends, words })
    }

    fn has_signal(&self) -> bool {
        // Whoever counts lines and puts dots around that does not write them.
        let counts = |pair: &[&[u8]]| {
            let [number, what] = pair else { return false };
            number.iter().all(u8::is_ascii_digit) && is_among(what, &[b"line", b"lines", b"more"])
        };
        self.words.iter().any(|word| is_among(word, &SIGNAL_WORDS))
            || (self.begins && self.ends && self.words.windows(2).any(counts))
            || (self.ends
                && self.words.starts_with(&[b"previous"])
                && self.words.get(1).is_some_and(|word| is_among(word, &[b"code", b"content"])))
    }

    fn is_known(&self) -> bool {
        let is_known = |word: &&[u8]| {
            word.iter().all(u8::is_ascii_digit)
                || is_among(word, &WORDS)
                || is_among(word, &SIGNAL_WORDS)
        };
        self.words.iter().all(is_known)
    }

    /// Whether no writer would mean these words literally.
    fn is_clear(&self) -> bool {
        let is_between = self.begins && self.ends && self.words.len() <= MOST_WORDS;
        self.has_signal() && (is_between || self.is_known())
    }
}

/// Whether a line of context may say that others are left out.
pub(crate) fn may_stand_for_lines(line: &[u8]) -> bool {
    let may_be = |found: Omission<'_>| found.is_clear() || (found.begins && found.is_known());
    Omission::of(line).is_some_and(may_be)
}

/// Whether an added line is one that models write in place of lines that they mean to keep: dots in
/// a comment and a word that says so. Three dots and one name may be code (`...rest`).
pub(crate) fn is_placeholder(line: &[u8]) -> bool {
    let is_one =
        |found: Omission<'_>| found.is_clear() && (found.is_comment || found.words.len() > 1);
    Omission::of(line).is_some_and(is_one)
}

fn starts_with_dots(text: &[u8]) -> bool {
    text.starts_with(b"...") || text.starts_with("…".as_bytes())
}

fn ends_with_dots(text: &[u8]) -> bool {
    text.ends_with(b"...") || text.ends_with("…".as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_comments_and_code() {
        for line in [
            "// ... existing code ...",
            "    # ... rest of the test unchanged ...",
            "# ... (rest of the function remains the same)",
            "// (... existing code ...)",
            "/* ... existing styles ... */",
            "<!-- ... existing markup ... -->",
            "{/* ... existing props ... */}",
            "-- ... rest of the query unchanged ...",
            "// … existing imports …",
            "// ...rest of the file",
            "# rest of the code...",
            "... existing code ...",
            "// ... 3 lines ...",
            "# ... 12 more lines ...",
            "// previous code here...",
            "# ... existing steps",
        ] {
            assert!(is_placeholder(line.as_bytes()), "{line}");
            assert!(may_stand_for_lines(line.as_bytes()), "{line}");
        }
        for line in [
            "...",
            "# ...",
            "// ... and so on",
            "    ...rest",
            "  ...existing,",
            "  ...existing",
            "print(...)",
            "// wait for the rest of the data to come in...",
            "# the same as above",
            "// TODO: ...",
            "x = y[...]",
            "# Loading existing sessions of Bob...",
            "# wait 3 lines...",
            "# previous page...",
        ] {
            assert!(!is_placeholder(line.as_bytes()), "{line}");
        }
        for line in ["...", "# ...", "// ...", "# ... more lines", "<!-- ... -->"] {
            assert!(may_stand_for_lines(line.as_bytes()), "{line}");
        }
        for line in ["print(...)", "# see below", "...args,", "x...", "# ... see issue 12"] {
            assert!(!may_stand_for_lines(line.as_bytes()), "{line}");
        }
    }
}
