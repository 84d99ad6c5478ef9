//! Reads lines more loosely: runs of blanks as one, typography as ASCII, escapes as what they mean.

use std::borrow::Cow;

use bstr::ByteSlice;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::blanks::{is_blank, without_indentation};
use super::escapes::{Writing, undone};

/// A line with each run of blanks within it as one, and none at its ends. In the line below the head
/// of a table, neither blanks nor the number of dashes mean anything.
pub(crate) fn without_indentation_collapsed<'l>(
    line: &'l [u8],
    scratch: &'l mut Vec<u8>,
) -> &'l [u8] {
    let words = without_indentation(line).1;
    if is_delimiter_row(words) {
        scratch.clear();
        scratch.extend(words.iter().filter(|byte| !is_blank(**byte)));
        scratch.dedup_by(|one, other| *one == b'-' && *other == b'-');
        return scratch;
    }
    if is_collapsed(words) {
        return words;
    }
    scratch.clear();
    for byte in words {
        push_collapsed(scratch, *byte);
    }
    scratch
}

/// Whether a line, without its indentation, is the one below the head of a table in Markdown.
fn is_delimiter_row(words: &[u8]) -> bool {
    let is_sign = |byte: &u8| b"|-:".contains(byte) || is_blank(*byte);
    words.first() == Some(&b'|') && words.contains(&b'-') && words.iter().all(is_sign)
}

/// Whether all blanks are single spaces, as nearly always.
fn is_collapsed(words: &[u8]) -> bool {
    memchr::memchr2_iter(b' ', b'\t', words).all(|at| {
        let two = words.get(at..).unwrap_or_default();
        !matches!(two, [b'\t', ..] | [_, b' ' | b'\t', ..])
    })
}

/// Adds a byte, but no blank after another.
fn push_collapsed(scratch: &mut Vec<u8>, byte: u8) {
    match (is_blank(byte), scratch.last()) {
        (true, Some(b' ')) => {}
        (true, _) => scratch.push(b' '),
        (false, _) => scratch.push(byte),
    }
}

/// A line with each letter and its accents as one character, if there is one.
pub(crate) fn composed(line: &[u8]) -> Cow<'_, [u8]> {
    match line.to_str() {
        Ok(text) if is_nfc_quick(text.chars()) != IsNormalized::Yes => {
            Cow::Owned(text.nfc().collect::<String>().into_bytes())
        }
        _ => Cow::Borrowed(line),
    }
}

/// A line with runs of blanks as one, typographic characters in their ASCII forms, and accented
/// letters composed.
pub(crate) fn folded<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    if line.is_ascii() {
        return without_indentation_collapsed(line, scratch);
    }
    scratch.clear();
    let line = &*composed(line);
    for (start, end, character) in line.char_indices() {
        let bytes = line.get(start..end).unwrap_or_default();
        for byte in ascii_form(character).unwrap_or(bytes) {
            push_collapsed(scratch, *byte);
        }
    }
    without_indentation(scratch).1
}

/// A [folded] line with its escapes replaced by what they mean.
pub(crate) fn unescaped<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    if !is_escaped(line) {
        return folded(line, scratch);
    }
    let plain = undone(line, escape_at);
    let plain = without_backslashes(plain.as_deref().unwrap_or(line));
    let mut inner = Vec::new();
    let key = folded(&plain, &mut inner);
    scratch.clear();
    scratch.extend_from_slice(key);
    scratch
}

/// Whether a text holds an HTML escape of [`escape_at`], or a quote or a backslash after a
/// backslash.
pub(crate) fn is_escaped(text: &[u8]) -> bool {
    memchr::memchr2_iter(b'&', b'\\', text).any(|at| match text.get(at..).unwrap_or_default() {
        [b'\\', next, ..] => matches!(next, b'"' | b'\\'),
        rest => escape_at(rest).is_some(),
    })
}

/// Whether a text holds an HTML escape.
pub(crate) fn has_references(text: &[u8]) -> bool {
    let behind = |at: usize| text.get(at..).unwrap_or_default();
    memchr::memchr_iter(b'&', text).any(|at| escape_at(behind(at)).is_some())
}

/// A text without a backslash before quotes, and with one backslash for each pair: the same whether
/// it was encoded once or twice.
fn without_backslashes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    for byte in text {
        if matches!(byte, b'"' | b'\\') && plain.last() == Some(&b'\\') {
            plain.pop();
        }
        plain.push(*byte);
    }
    plain
}

/// The escape of HTML that a text starts with, if it means a [printable](PRINTABLE) character: its
/// length in bytes, and what it means.
pub(crate) fn escape_at(text: &[u8]) -> Option<(usize, &'static [u8])> {
    let (len, sign) = Writing::Name.at(text).or_else(|| Writing::Number.at(text))?;
    let at = u8::try_from(sign).ok().and_then(|byte| byte.checked_sub(b'!')).map(usize::from)?;
    Some((len, PRINTABLE.get(at..=at)?))
}

/// The visible characters of ASCII.
const PRINTABLE: &[u8] = b"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// The ASCII form that people and models write for a typographic character.
pub(crate) fn ascii_form(character: char) -> Option<&'static [u8]> {
    Some(match character {
        '\u{2018}'..='\u{201B}' | '\u{2032}' => b"'",
        '\u{201C}'..='\u{201F}' | '\u{2033}' => b"\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => b"-",
        '\u{2026}' => b"...",
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => b" ",
        // Neither has any width, so that its presence cannot be seen.
        '\u{200B}' | '\u{FEFF}' => b"",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use bstr::BStr;

    use super::*;

    #[test]
    fn blanks_are_collapsed_where_there_are_several() {
        for (line, expected) in [
            ("", ""),
            (" \t\n", ""),
            ("a", "a"),
            ("  a b c \r\n", "a b c"),
            ("\ta  b", "a b"),
            ("a\tb", "a b"),
            ("a \t b c", "a b c"),
            ("| --- |:-----:|\n", "|-|:-:|"),
            ("|-|:--:|", "|-|:-:|"),
            ("| -- | a |", "| -- | a |"),
            ("--", "--"),
        ] {
            let mut scratch = b"left from before".to_vec();
            let found = without_indentation_collapsed(line.as_bytes(), &mut scratch);
            assert_eq!(BStr::new(found), expected, "{line:?}");
        }
    }
}
