//! Comments that say, without dots, that lines are as before: `# (rest unchanged)`.

use bstr::ByteSlice;

use super::words::{is_among, words_of};

/// What such a comment says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OmissionComment {
    /// That lines are left out, or are as before.
    Words,
    /// Nothing but dots.
    Dots,
    /// Nothing but dots, and not in a comment: Python has such code.
    BareDots,
}

/// What such a comment is made of,
const WORDS: [&[u8]; 66] = [
    b"above",
    b"all",
    b"are",
    b"as",
    b"before",
    b"below",
    b"body",
    b"brevity",
    b"change",
    b"changes",
    b"class",
    b"code",
    b"columns",
    b"component",
    b"content",
    b"contents",
    b"document",
    b"entries",
    b"existing",
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
    b"it",
    b"items",
    b"job",
    b"keep",
    b"keys",
    b"line",
    b"lines",
    b"logic",
    b"method",
    b"methods",
    b"no",
    b"of",
    b"original",
    b"other",
    b"page",
    b"previous",
    b"properties",
    b"query",
    b"remaining",
    b"rest",
    b"rules",
    b"same",
    b"schema",
    b"script",
    b"section",
    b"steps",
    b"table",
    b"test",
    b"tests",
    b"the",
    b"there",
    b"they",
    b"this",
    b"values",
    b"was",
    b"were",
    b"your",
];

/// what says that lines are there all the same,
const STATES: [&[u8]; 6] =
    [b"omitted", b"snip", b"snipped", b"unchanged", b"unmodified", b"untouched"];

/// which verbs do with `the same` or `as is` after them,
const VERBS: [&[u8]; 5] = [b"remain", b"remains", b"stay", b"stays", b"kept"];

/// and which words do before what code is made of.
const OLD: [&[u8]; 4] = [b"existing", b"original", b"previous", b"remaining"];
const CODE: [&[u8]; 14] = [
    b"body",
    b"code",
    b"columns",
    b"content",
    b"contents",
    b"entries",
    b"fields",
    b"implementation",
    b"keys",
    b"lines",
    b"logic",
    b"properties",
    b"rules",
    b"steps",
];

/// More words are a sentence.
const MOST_WORDS: usize = 10;

/// What a line says that is nothing but a comment of this kind.
pub(crate) fn omission_comment(line: &[u8]) -> Option<OmissionComment> {
    let are_dots = |text: &[u8]| text == b"..." || text == "…".as_bytes();
    if are_dots(line.trim_with(|sign| sign.is_ascii_whitespace() || "()[]{}<>".contains(sign))) {
        return Some(OmissionComment::BareDots);
    }
    let text = comment(line).filter(|text| !text.contains_str("()"))?;
    let is_frame = |sign: char| sign.is_ascii_whitespace() || "()[]<>{}-*~".contains(sign);
    let inner = text.trim_with(is_frame);
    if are_dots(inner) {
        return Some(OmissionComment::Dots);
    }
    let words: Vec<&[u8]> = words_of(inner).take(MOST_WORDS + 1).collect();
    let inner = if words.len() > 2 { inner.strip_suffix(b".").unwrap_or(inner) } else { inner };
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b" -".contains(byte);
    let is_known = |word: &[u8]| {
        word.iter().all(u8::is_ascii_digit)
            || [&WORDS[..], &STATES[..], &VERBS[..]].iter().any(|known| is_among(word, known))
    };
    let is_one = words.len() <= MOST_WORDS
        && inner.iter().all(is_plain)
        && words.iter().all(|word| is_known(word))
        && says_so(&words);
    is_one.then_some(OmissionComment::Words)
}

/// Whether a line is nothing but a comment.
pub(crate) fn is_only_comment(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    comment(line).is_some() || text.starts_with(b"//") || text.starts_with(b"/*")
}

/// The text of a line that is nothing but a comment, and none of those that document code.
fn comment(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    let pairs: [(&[u8], &[u8]); 3] = [(b"<!--", b"-->"), (b"{/*", b"*/}"), (b"/*", b"*/")];
    let in_pair = pairs
        .iter()
        .find_map(|(open, close)| line.strip_prefix(*open)?.strip_suffix(*close))
        .filter(|text| !text.starts_with(b"*"));
    let behind = || line.strip_prefix(b"//").filter(|text| !text.starts_with_str("/"));
    // What is directly after one of these is no comment everywhere: `--flag`, `#rest`.
    let signs: [&[u8]; 4] = [b"# ", b"-- ", b"; ", b"% "];
    let sign = || signs.iter().find_map(|sign| line.strip_prefix(*sign));
    in_pair.or_else(behind).filter(|text| !text.starts_with(b"!")).or_else(sign)
}

fn says_so(words: &[&[u8]]) -> bool {
    let is = |word: &&[u8], known: &str| word.eq_ignore_ascii_case(known.as_bytes());
    let is_said = |pair: &[&[u8]]| {
        let [one, other] = pair else { return false };
        (is(one, "rest") && is(other, "of"))
            || (is(one, "no") && (is(other, "change") || is(other, "changes")))
            || (is_among(one, &VERBS) && (is(other, "the") || is(other, "as")))
            || (is_among(one, &OLD) && is_among(other, &CODE))
    };
    let are_said = |three: &[&[u8]]| match three {
        [one, two, three] => {
            (is(one, "keep") && is(two, "the") && is(three, "rest"))
                || (is(one, "same") && is(two, "as") && is(three, "before"))
                || (is(one, "other") && is_among(two, &CODE) && is(three, "here"))
        }
        _ => false,
    };
    words.iter().any(|word| is_among(word, &STATES))
        || words.windows(2).any(is_said)
        || words.windows(3).any(are_said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omission_comments_are_told_from_comments_and_code() {
        for line in [
            "# (rest unchanged)",
            "    # rest of code remains the same",
            "# the rest of the function stays the same",
            "// existing code",
            "# existing code here",
            "# <existing code>",
            "# (existing body)",
            "# unchanged",
            "// [unchanged]",
            "# (no changes)",
            "// other code here",
            "-- existing columns",
            "# existing steps",
            "<!-- rest of the page unchanged -->",
            "-- same as before",
            "# remaining code unchanged",
            "# keep the rest",
            "# [rest of the implementation]",
            "/* other methods stay as they are */",
            "<!-- rest of file -->",
            "{/* rest of the code */}",
            "# code omitted for brevity",
            "# previous code here",
            "# your existing code here",
            "# [lines 3-5 unchanged]",
            "# ---- unchanged ----",
            "// Rest of the code remains unchanged.",
            "; snip",
        ] {
            assert_eq!(omission_comment(line.as_bytes()), Some(OmissionComment::Words), "{line}");
        }
        for line in ["# ...", "// …", "/* ... */", "# [...]", "<!-- ... -->"] {
            assert_eq!(omission_comment(line.as_bytes()), Some(OmissionComment::Dots), "{line}");
        }
        for line in ["...", "  …", "[...]"] {
            assert_eq!(
                omission_comment(line.as_bytes()),
                Some(OmissionComment::BareDots),
                "{line}"
            );
        }
        for line in [
            "...x",
            "{...}.x",
            "unchanged",
            "#unchanged",
            "#[unchanged]",
            "--rest of the code",
            "/// unchanged",
            "//! the rest of the code",
            "/** unchanged */",
            "// unchanged.",
            "# the rest",
            "// other code",
            "# steps",
            "-- the other columns",
            "# same as above",
            "# as before",
            "// the same function",
            "// wait for the rest of the data",
            "// Test existing methods",
            "# remaining functions",
            "# the original file",
            "rest = unchanged # no changes",
            "# x is unchanged",
            "# unchanged()",
            "// Truncated",
            "//   ] => unchanged",
            "#",
            "//",
            "",
        ] {
            assert_eq!(omission_comment(line.as_bytes()), None, "{line}");
        }
    }
}
