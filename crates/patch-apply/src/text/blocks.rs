//! Recognises lines that open and close blocks, by the line alone.

use bstr::ByteSlice;

use super::blanks::without_indentation;
use super::words::has_words;

/// Whether a line ends like one that a block follows.
pub(crate) fn opens_block(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 5] = [b"do", b"then", b"else", b"begin", b"of"];
    let line = line.trim_ascii_end();
    let last = line.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    line.last().is_some_and(|last| b"{([".contains(last))
        || line.ends_with(b":")
        || line.ends_with(b"->")
        || line.ends_with(b"=>")
        || WORDS.contains(&last)
}

/// Whether a line, without its indentation, closes something that an earlier line opened.
pub(crate) fn closes_block(words: &[u8]) -> bool {
    words.starts_with(b"</")
        || words.starts_with(b"/>")
        || words.first().is_some_and(|first| b"}])".contains(first))
        || is_closing_word(words)
}

/// Whether a line, without its indentation, is a word that closes a block. Punctuation may follow
/// it (`end);`), except the colon that would make it a key.
pub(crate) fn is_closing_word(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 4] = [b"end", b"fi", b"done", b"esac"];
    const ENDS: [&[u8]; 8] =
        [b"if", b"for", b"foreach", b"while", b"function", b"macro", b"try", b"case"];
    let word = words.trim_end_with(|mark| ";,.)]}".contains(mark));
    // CMake repeats nothing between the brackets.
    let ends = word.strip_prefix(b"end").map(|what| what.strip_suffix(b"(").unwrap_or(what));
    WORDS.contains(&word) || ends.is_some_and(|what| ENDS.contains(&what))
}

/// Whether a line, without its indentation, is an end tag, perhaps followed by punctuation.
pub(crate) fn is_closing_tag(words: &[u8]) -> bool {
    let tag = words.strip_prefix(b"</").and_then(|tag| tag.split_once_str(">"));
    tag.is_some_and(|(_, behind)| !has_words(behind))
}

/// Whether a line is nothing but brackets and punctuation, or a word or a tag that closes a block:
/// many such lines are the same but for their depth.
pub(crate) fn is_bracket(line: &[u8]) -> bool {
    let words = without_indentation(line).1;
    !has_words(words) || is_closing_word(words) || is_closing_tag(words)
}
