//! Reads a line of code by itself: what is outside of its strings and comments, and where a string
//! may begin.

use bstr::ByteSlice as _;

use crate::mapping::lines::code::{heads_block, is_statement};
use crate::text::closers::leaves_bracket_open;
use crate::text::words::is_of_word;

/// Whether words are a statement or head a block, and are not a comment, a preprocessor line, or
/// flags of a command.
pub(super) fn is_code_line(words: &[u8]) -> bool {
    const COMMANDS: [&str; 4] = ["echo ", "printf ", " -D", "$("];
    let is_begun =
        words.first().is_some_and(|first| first.is_ascii_alphabetic() || b"_}@$".contains(first))
            || words.starts_with(b"#[");
    let is_case = words.starts_with(b"case ") && words.ends_with(b":");
    let is_command = COMMANDS.iter().any(|command| words.contains_str(command));
    is_begun && !is_command && (is_statement(words) || heads_block(words) || is_case)
}

/// Whether the quote at `at` begins a string: something precedes it that a string may follow, and
/// something follows its closing quote that may follow a string.
pub(super) fn is_string(line: &[u8], at: usize, odd: &[&str]) -> bool {
    let Some((front, rest)) = line.split_at_checked(at) else { return false };
    let begun = odd.iter().find_map(|odd| rest.strip_prefix(odd.as_bytes()));
    let Some(inner) = begun else { return false };
    let end = odd.iter().filter_map(|odd| Some((inner.find(odd)?, odd.len()))).min();
    let Some((end, len)) = end else { return false };
    let behind = inner.get(end + len..).unwrap_or_default().trim_ascii_end();
    let front = without_prefix(front);
    let is_named = || {
        // The value of a named argument, or of an attribute.
        front.ends_with(b"=")
            && (leaves_bracket_open(front) || front.trim_ascii().starts_with(b"<"))
    };
    let is_led = matches!(front.last(), Some(b'(' | b'[' | b'{'))
        || LEADS.iter().any(|lead| front.ends_with_str(lead))
        || (front.ends_with(b" ") && leaves_bracket_open(front))
        || is_named();
    is_led && (behind.first().is_none_or(|next| b")],;:}./>".contains(next)) || is_led_on(behind))
}

/// What is in front of a string.
const LEADS: [&str; 12] = [
    " = ", ", ", ": ", "case ", "return ", " == ", " != ", "import ", "from ", " + ", " or ",
    " and ",
];

/// Whether what is behind a string goes on with another operand.
fn is_led_on(behind: &[u8]) -> bool {
    [" + ", " or ", " and ", " />", ">"].iter().any(|sign| behind.starts_with_str(sign))
}

/// What is before the letter of a string such as `f"x"`.
fn without_prefix(front: &[u8]) -> &[u8] {
    match front {
        [rest @ .., b'f' | b'r' | b'b' | b'u']
            if rest.last().is_none_or(|last| !is_of_word(*last)) =>
        {
            rest
        }
        _ => front,
    }
}

/// A line without its strings and comments.
pub(super) fn masked(line: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match (*first, behind.first()) {
            // A quote that nothing closes may be an apostrophe.
            (quote @ (b'"' | b'\''), _) => match end_of_string(behind, quote) {
                Some(end) => rest = behind.get(end + 1..).unwrap_or_default(),
                None => break,
            },
            (b'#', Some(b'[')) if plain.is_empty() => plain.push(b'#'),
            (b'#', _) | (b'/', Some(b'/' | b'*')) | (b'-', Some(b'-')) => break,
            (b'\\', Some(next)) => {
                plain.extend([b'\\', *next]);
                rest = behind.get(1..).unwrap_or_default();
            }
            (other, _) => plain.push(other),
        }
    }
    plain
}

fn end_of_string(text: &[u8], quote: u8) -> Option<usize> {
    let mut is_escaped = false;
    text.iter().position(|byte| {
        let is_end = *byte == quote && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    })
}
