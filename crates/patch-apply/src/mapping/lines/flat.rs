//! Detects added lines that lost their indentation: one opens a block and the next is no deeper, or
//! one closes a block and the one before is as deep.

use std::cmp::Ordering;

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use super::code;
use crate::indent::margins::is_directive;
use crate::text::blanks::{depth, without_indentation};
use crate::text::blocks::{closes_block, is_closing_tag, is_closing_word, opens_block};
use crate::text::closers::Closer;
use crate::text::words::is_item;

/// Whether a line opens a block that the next line with words should be in, but is not.
pub(in crate::mapping) fn are_flat(lines: &[Vec<u8>]) -> bool {
    let worded: Vec<&[u8]> = lines.iter().map(Vec::as_slice).filter(|line| is_code(line)).collect();
    worded.windows(2).any(is_flat)
}

/// Whether a line has words and is not a preprocessor line: `#else` opens nothing.
fn is_code(line: &[u8]) -> bool {
    let words = without_indentation(line).1;
    !words.is_empty() && !is_directive(words)
}

/// Whether two lines with words are equally deep although one belongs to a block that the other
/// opens or closes, or continues it.
fn is_flat(pair: &[&[u8]]) -> bool {
    let [first, second] = pair else { return false };
    let words = without_indentation(second).1;
    let opens = || (code::opens(first) || leads_on(first)) && !closes_block(words);
    let is_beside = || goes_on(first, words) || is_closed_beside(first, words);
    match depth(second).cmp(&depth(first)) {
        Ordering::Less => opens(),
        Ordering::Equal => opens() || is_beside(),
        Ordering::Greater => false,
    }
}

/// Whether a line that has no sign of a block must still be continued: `x =`, `where`, `key: |`.
fn leads_on(line: &[u8]) -> bool {
    const TEXTS: [&[u8]; 4] = [b": |", b": |-", b": >", b": >-"];
    let words = without_indentation(line.trim_ascii_end()).1;
    words == b"where" || words.ends_with(b" =") || TEXTS.iter().any(|end| words.ends_with(end))
}

/// Whether words continue the line before them with a method call: `.then(x)`.
fn goes_on(line: &[u8], words: &[u8]) -> bool {
    let line = without_indentation(line).1;
    let is_call = |words: &[u8]| {
        let name = words.strip_prefix(b".").and_then(<[u8]>::first);
        name.is_some_and(u8::is_ascii_alphabetic) && words.contains(&b'(')
    };
    let is_done = line.last().is_some_and(|last| b";,{}".contains(last));
    is_call(words) && !is_done && !line.starts_with(b".") && !closes_block(line)
}

/// Whether words close, by a word or a tag, something that the line before (equally deep) does not
/// open: that line should be inside it.
fn is_closed_beside(line: &[u8], words: &[u8]) -> bool {
    let line = without_indentation(line).1;
    if is_closing_tag(words) {
        let name = words.get(2..).unwrap_or_default();
        let name = name.split(|byte| *byte == b'>').next().unwrap_or_default();
        return line != b">" && !line.contains_str([b"<", name].concat());
    }
    if let Some(closer @ (Closer::Environment | Closer::Template(_))) = Closer::of(words) {
        return !closer.is_opened_by(line);
    }
    let is_end = Closer::of(words) == Some(Closer::Word) && !is_closing_word(words);
    if is_end {
        return !Closer::Word.is_opened_by(line);
    }
    // The lines before `esac` may be as deep as it.
    is_closing_word(words) && !words.starts_with(b"esac") && !opens_by_word(line)
}

/// Whether a line begins or ends with a word that opens a block, as the line before the `end` of an
/// empty block does.
fn opens_by_word(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 19] = [
        b"begin",
        b"case",
        b"class",
        b"def",
        b"else",
        b"elsif",
        b"ensure",
        b"for",
        b"function",
        b"if",
        b"in",
        b"interface",
        b"module",
        b"rescue",
        b"struct",
        b"unless",
        b"until",
        b"when",
        b"while",
    ];
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let first = line.split(|byte| !is_word(byte)).next().unwrap_or_default();
    WORDS.contains(&first) || opens_block(line) || line.contains_str(" do |")
}

/// Whether an added line opens a block that the next one should be in, but is not. A list item (`-
/// x`) may be as deep as the line above that it belongs to.
pub(in crate::mapping) fn are_added_flat(hunk: &Hunk<'_>) -> bool {
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let worded = added.map(|line| &**line.text).filter(|line| is_code(line));
    let worded: Vec<&[u8]> = worded.collect();
    worded.windows(2).any(|pair| is_flat(pair) && !pair.iter().any(|line| is_item(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &str, expected: bool) {
        let lines: Vec<Vec<u8>> = lines.lines().map(|line| line.as_bytes().to_vec()).collect();
        assert_eq!(are_flat(&lines), expected, "{lines:?}");
    }

    #[test]
    fn what_is_opened_or_closed_is_no_deeper() {
        for flat in [
            "if a {\nb\n}",
            "unless a\nb\nend",
            "if [ a ]; then\nb\nfi",
            "<div>\n<b>x</b>\n</div>",
            "x =\ny",
            "fn f<T>()\nwhere\nT: A,",
            "x = a\n.find(b)",
            "\\begin{a}\n\\b\n\\end{a}",
            "IF a THEN\nb := c;\nEND IF;",
            "{% if a %}\n<b>x</b>\n{% endif %}",
        ] {
            check(flat, true);
        }
    }

    #[test]
    fn what_is_as_deep_is_in_its_place() {
        for kept in [
            "a\nb",
            "if a {\n}",
            "def f\nend",
            "each do |x|\nend",
            "unless a\n  b\nend",
            "<div a=\"b\">\n</div>",
            "<p>\n  x\n</p>",
            "}\n.find(b)",
            "  .a(b)\n  .c(d)",
            ".a,\n.b {\n  c\n}",
            "end",
        ] {
            check(kept, false);
        }
    }
}
