//! Finds characters in added lines that code cannot have where they are: typographic quotes around
//! a string, `\"` for the quotes of a string, and what is [`escaped`] for other languages. No old
//! line has one: it is the rest of the file that shows that they are odd.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use super::code_line::{is_code_line, is_string, masked};
use super::escaped::{self, may_be_escaped};
use super::quotes;
use super::whole::{TYPOGRAPHIC, Whole};
use crate::mapping::lines::change::Change;
use crate::mapping::lines::code::{heads_block, is_statement};
use crate::mapping::lines::inside::may_open_text;
use crate::text::blanks::without_indentation;

/// Whether an added line has a character that may be an odd one.
pub(super) fn may_have_any(hunk: &Hunk<'_>) -> bool {
    hunk.lines.iter().any(|line| line.kind == LineKind::Add && may_have_one(line.text))
}

/// Whether a line has a character that may be an odd one.
pub(super) fn may_have_one(line: &[u8]) -> bool {
    memchr::memchr3(b'&', b'\\', 0xE2, line).is_some_and(|at| {
        let rest = line.get(at..).unwrap_or_default();
        rest.contains(&0xE2) || may_be_escaped(rest)
    })
}

/// The first added line of a hunk that is not code because of such characters, if the file has only
/// the plain ones.
pub(super) fn first<'c>(changes: &[Change<'c>], file: &Whole<'_>) -> Option<&'c [u8]> {
    let added = || changes.iter().flat_map(|change| &change.added).copied();
    // A file without any quotes shows as much if it is plain ASCII.
    let has_plain = || file.has_quotes_of_any_kind() || file.is_ascii();
    let typographic = || {
        let quoted = added().find(|line| is_quoted_scalar(line));
        let quoted = quoted.or_else(|| added().find(|line| is_quoted(line) && has_plain()));
        quoted.filter(|_| !file.has_typographic_quotes())
    };
    let escaped = || {
        let may_be_one = (file.has_quotes() || file.is_ascii()) && !added().any(has_bare_quotes);
        let first = added().find(|line| may_be_one && is_escaped_string(line));
        let has_escaped = || file.has_escaped_quotes(|line| masked(line).contains_str("\\\""));
        first.filter(|_| !has_escaped() && !file.is_shell())
    };
    let escaped_code = || added().find(|line| escaped::is_escaped(line, file));
    let in_shell = || {
        let first = added().find(|line| masked(line).contains_str(" &amp;&amp; "));
        first.filter(|_| !file.has_ampersands() && file.is_shell())
    };
    let not_ascii = || {
        let first = added().find(|line| has_dashed_flag(line) || has_arrow(line));
        first.filter(|_| file.is_ascii())
    };
    let in_place = || {
        let pairs = changes
            .iter()
            .flat_map(|change| change.added.iter().map(|line| (*line, change.removed.as_slice())));
        let mut pairs = pairs.filter(|_| !file.has_typographic_quotes());
        pairs.find(|(line, removed)| quotes::replaces_any(line, removed)).map(|(line, _)| line)
    };
    // The text of HTML may have such quotes.
    let in_attribute = || {
        let found = added().find(|line| quotes::is_in_attribute(line));
        found.filter(|_| !file.has_line(quotes::is_in_attribute))
    };
    let odd = || typographic().or_else(escaped).or_else(escaped_code);
    let found = if changes.iter().all(is_beside_code) { odd() } else { None };
    let found = found.or_else(in_shell).or_else(not_ascii).or_else(in_place);
    let found = found.filter(|_| !file.is_prose()).or_else(in_attribute);
    found.filter(|_| !changes.iter().any(may_be_text))
}

/// Whether a line has a long dash where a flag of a command or a name begins (` —all`, `(—a`); in a
/// sentence there are blanks on both sides.
fn has_dashed_flag(line: &[u8]) -> bool {
    const DASHES: [&str; 2] = ["\u{2014}", "\u{2013}"];
    let masked = masked(line);
    let is_begun = |at: usize, len: usize| {
        let (front, rest) = masked.split_at_checked(at).unwrap_or_default();
        front.last().is_some_and(|last| b" (".contains(last))
            && rest.get(len).is_some_and(u8::is_ascii_lowercase)
    };
    DASHES.iter().any(|dash| {
        masked.find_iter(dash).count()
            == masked.find_iter(dash).filter(|at| is_begun(*at, dash.len())).count()
            && masked.contains_str(dash)
    })
}

/// Whether a line of code has an arrow in one character after a bracket (`f() → T`).
fn has_arrow(line: &[u8]) -> bool {
    let plain = line.replace("\u{2192}", "->");
    masked(line).contains_str(") \u{2192} ") && is_code_line(without_indentation(&plain).1)
}

/// Whether a change is in a string of several lines or in a comment, or has something that may
/// begin one.
fn may_be_text(change: &Change<'_>) -> bool {
    const MARKS: [&str; 4] = ["\"\"\"", "'''", "`", "<<"];
    let has_mark = |line: &&[u8]| {
        let line = line.replace("\\`", "");
        MARKS.iter().any(|mark| line.contains_str(mark))
    };
    change.removed.iter().any(|line| may_open_text(line))
        || change.added.iter().any(has_mark)
        || change.is_in_text()
}

/// Whether a line before or after a change is code, or a key.
fn is_beside_code(change: &Change<'_>) -> bool {
    let is_code = |(_, words): (&[u8], &[u8])| {
        is_statement(words)
            || heads_block(words)
            || words.starts_with(b"}")
            || is_tag(words)
            || is_key(words)
            || is_quoted_key(words)
    };
    change.before().is_some_and(is_code) || change.next().is_some_and(is_code)
}

/// Whether words are a key, with or without a value, perhaps the first of an item.
pub(super) fn is_key(words: &[u8]) -> bool {
    let words = words.strip_prefix(b"- ").unwrap_or(words);
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let len = words.iter().take_while(is_of_name).count();
    let behind = words.get(len..).unwrap_or_default();
    len > 0 && (behind == b":" || behind.starts_with(b": "))
}

/// Whether words are a key in quotes with its value, as in JSON.
pub(super) fn is_quoted_key(words: &[u8]) -> bool {
    let name = words.strip_prefix(b"\"").and_then(|rest| rest.split_once_str("\""));
    name.is_some_and(|(_, behind)| behind.starts_with(b": "))
}

/// Whether a line has a string in typographic quotes where code or a key has one, and is code or a
/// key with plain ones.
fn is_quoted(line: &[u8]) -> bool {
    let mut plain = line.to_vec();
    for (odd, sign) in TYPOGRAPHIC {
        plain = plain.replace(odd, sign);
    }
    let masked = masked(line);
    let opens = |(odd, sign): (&str, &str)| {
        let alike = TYPOGRAPHIC.iter().filter(|(_, other)| *other == sign);
        let alike: Vec<&str> = alike.map(|(odd, _)| *odd).collect();
        masked.find(odd).is_some_and(|at| is_string(&masked, at, &alike))
    };
    let (_, words) = without_indentation(&plain);
    let is_compared =
        || is_key(words) && [" == ", " != "].iter().any(|sign| words.contains_str(sign));
    // The quoted text is the key, or its whole value.
    let is_in_json = || {
        let (_, own) = without_indentation(line);
        let value = own.split_once_str("\": ").map_or(own, |(_, value)| value);
        is_quoted_key(words) && value.starts_with("\u{201C}".as_bytes())
    };
    is_in_json() || (TYPOGRAPHIC.into_iter().any(opens) && (is_code_line(words) || is_compared()))
}

/// Whether a line has a string in `\"` where code has one, and is code with plain quotes.
fn is_escaped_string(line: &[u8]) -> bool {
    let masked = masked(line);
    let plain = line.replace("\\\"", "\"");
    let (_, words) = without_indentation(&plain);
    let is_pair = masked.find_iter("\\\"").count().is_multiple_of(2);
    let is_led = || {
        let at = masked.find("\\\"");
        at.is_some_and(|at| is_string(&masked, at, &["\\\""]))
    };
    let is_in_json = || {
        let (_, own) = without_indentation(line);
        is_quoted_key(words) && own.starts_with(b"\\\"")
    };
    is_pair && (is_in_json() || ((is_code_line(words) || is_tag(words)) && is_led()))
}

/// Whether words are one tag, or begin with one.
fn is_tag(words: &[u8]) -> bool {
    matches!(words, [b'<', first, .., b'>'] if first.is_ascii_alphabetic() || *first == b'/')
}

fn has_bare_quotes(line: &[u8]) -> bool {
    line.replace("\\\"", "").contains(&b'"')
}

/// Whether a line is a key whose value in typographic quotes is not text: a number, or one of the
/// words for yes and no.
fn is_quoted_scalar(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] = [b"true", b"false", b"yes", b"no", b"on", b"off", b"null"];
    let (_, words) = without_indentation(line);
    let Some((_, value)) = words.split_once_str(": ").filter(|_| is_key(words)) else {
        return false;
    };
    let mut odd = TYPOGRAPHIC.iter().map(|(odd, _)| odd.as_bytes());
    let inner = odd.find_map(|odd| value.strip_prefix(odd));
    let mut odd = TYPOGRAPHIC.iter().map(|(odd, _)| odd.as_bytes());
    let inner = inner.and_then(|inner| odd.find_map(|odd| inner.strip_suffix(odd)));
    let is_number = |value: &[u8]| value.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    inner.is_some_and(|value| !value.is_empty() && (WORDS.contains(&value) || is_number(value)))
}
