//! Finds typographic quotes that would end the string that they are in, or begin one, if they were
//! plain.

use bstr::ByteSlice as _;

use crate::text::fold::ascii_form;

/// A quote of one family, plain or typographic.
#[derive(Clone, Copy, Debug)]
struct Quote {
    is_plain: bool,
    /// No letter or digit is before it.
    may_open: bool,
    /// It is between letters: an apostrophe.
    is_inner: bool,
}

/// Whether a line has a string in quotes with others of the same family in it, of which some are
/// typographic: if these were plain, the string would be another one.
pub(super) fn has_quotes_in_string(line: &[u8]) -> bool {
    ["'", "\""].into_iter().any(|plain| is_any_nested(&quotes(line, plain)))
}

fn is_any_nested(mut rest: &[Quote]) -> bool {
    while let Some((open, behind)) = rest.split_first() {
        rest = behind;
        let ends = |quote: &Quote| quote.is_plain == open.is_plain && !quote.is_inner;
        let end = behind.iter().position(ends).filter(|_| open.may_open);
        let Some((inner, after)) = end.and_then(|end| behind.split_at_checked(end)) else {
            continue;
        };
        if inner.iter().any(|quote| !(quote.is_plain && open.is_plain)) {
            return true;
        }
        rest = after.get(1..).unwrap_or_default();
    }
    false
}

/// The quotes of a line that are, or stand for, a plain one; without those after a backslash and
/// those of which three are together.
fn quotes(line: &[u8], plain: &str) -> Vec<Quote> {
    let is_of_family = |sign: char| {
        plain.starts_with(sign) || ascii_form(sign).is_some_and(|form| form == plain.as_bytes())
    };
    let mut all = Vec::new();
    let mut before = None;
    let (tripled, mut rest) = (plain.repeat(3), line);
    while let Some((_, end, sign)) = rest.char_indices().next() {
        if let Some(behind) = rest.strip_prefix(tripled.as_bytes()) {
            (rest, before) = (behind, plain.chars().next());
            continue;
        }
        rest = rest.get(end..).unwrap_or_default();
        if is_of_family(sign) && before != Some('\\') {
            let is_letter = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
            let is_led = is_letter(before);
            let is_followed = is_letter(rest.chars().next());
            let is_inner = plain == "'" && is_led && is_followed;
            all.push(Quote { is_plain: plain.starts_with(sign), may_open: !is_led, is_inner });
        }
        before = Some(sign);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_in_strings_of_their_family_are_found() {
        for line in ["f('it’s')", "‘it’s’", "x = ‘a'b’", "\"an “a”\"", "“an \"a\"”"]
        {
            assert!(has_quotes_in_string(line.as_bytes()), "{line}");
        }
        for line in [
            "it’s",
            "‘a’",
            "'a' // it’s",
            "\"it’s\"",
            "“it’s”",
            "'don't'",
            "\"\"\"Says “a”.\"\"\"",
            "the dogs' it’s 'a'",
            "<'a>(b: &'a c) // it’s",
            "'a\\’b'",
        ] {
            assert!(!has_quotes_in_string(line.as_bytes()), "{line}");
        }
    }
}
