//! Decodes characters that are written as another language writes them: `&lt;` and `&#60;` as HTML
//! does, `\u00f6` and `\t` as JSON, `\_` as Markdown.
//!
//! Each caller decides which [`Writing`]s it undoes, and for which characters: some of them also
//! occur in code.

use bstr::ByteSlice as _;

/// A way of writing a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writing {
    /// `&lt;`, of [`NAMES`].
    Name,
    /// `&#60;`, `&#x3c;`
    Number,
    /// `\u00f6`; a character beyond U+FFFF is two of these.
    Code,
    /// `\t`
    Tab,
    /// `\_`, of [`MARKDOWN`].
    Markdown,
}

/// The named characters that renderers of HTML write. A no-break space stands for the plain one
/// that files have.
const NAMES: [(&[u8], char); 6] =
    [(b"lt", '<'), (b"gt", '>'), (b"amp", '&'), (b"quot", '"'), (b"apos", '\''), (b"nbsp", ' ')];

/// The characters that Markdown may escape with a backslash. Code escapes many of them, too.
const MARKDOWN: &[u8] = b"_*`[](){}#+-.!<>|~&$";

impl Writing {
    /// The character that a text starts with, if it is written so: its length in bytes, and its
    /// meaning.
    pub(crate) fn at(self, text: &[u8]) -> Option<(usize, char)> {
        match (self, text) {
            (Self::Name, [b'&', rest @ ..]) => {
                let is_next = |name: &[u8]| rest.strip_prefix(name)?.strip_prefix(b";");
                let (name, sign) = NAMES.iter().find(|(name, _)| is_next(name).is_some())?;
                Some((name.len() + 2, *sign))
            }
            (Self::Number, [b'&', b'#', b'x' | b'X', rest @ ..]) => numbered(3, rest, 16),
            (Self::Number, [b'&', b'#', rest @ ..]) => numbered(2, rest, 10),
            (Self::Code, [b'\\', b'u', ..]) => {
                let units = [unit(text), text.get(6..).and_then(unit)];
                let units = units.into_iter().map_while(|unit| unit);
                let character = char::decode_utf16(units).next()?.ok()?;
                Some((6 * character.len_utf16(), character))
            }
            (Self::Tab, [b'\\', b't', ..]) => Some((2, '\t')),
            (Self::Markdown, [b'\\', sign, ..]) => {
                MARKDOWN.contains(sign).then_some((2, char::from(*sign)))
            }
            _ => None,
        }
    }
}

/// The character with the number that ends at the next `;`; `front` is the length of what precedes
/// the digits.
fn numbered(front: usize, text: &[u8], radix: u32) -> Option<(usize, char)> {
    /// One more than the last character of Unicode needs: `&#1114111;`.
    const MOST_DIGITS: usize = 8;
    let len = text.iter().take(MOST_DIGITS + 1).position(|byte| *byte == b';')?;
    let character = char::from_u32(number(text.get(..len)?, radix)?)?;
    Some((front + len + 1, character))
}

/// `\u00f6`: a character, or half of one.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    number(digits, 16).and_then(|code| u16::try_from(code).ok())
}

/// A number of nothing but digits: Rust would accept a sign before them.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let digits = digits.to_str().ok()?;
    let is_of_digits = digits.chars().all(|digit| digit.is_digit(radix));
    is_of_digits.then(|| u32::from_str_radix(digits, radix).ok())?
}

/// A text with the meaning in place of every escape that `at` finds; `None` if there is none.
pub(crate) fn undone<M: AsRef<[u8]>>(
    text: &[u8],
    at: impl Fn(&[u8]) -> Option<(usize, M)>,
) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(text.len());
    let (mut rest, mut is_any) = (text, false);
    while let Some((first, behind)) = rest.split_first() {
        if let Some((len, meaning)) = at(rest) {
            plain.extend_from_slice(meaning.as_ref());
            rest = rest.get(len..).unwrap_or_default();
            is_any = true;
        } else {
            plain.push(*first);
            rest = behind;
        }
    }
    is_any.then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_writing_is_read_by_itself() {
        use Writing::{Code, Markdown, Name, Number, Tab};
        for (writing, text, found) in [
            (Name, "&lt;b", Some((4, '<'))),
            (Name, "&gt;", Some((4, '>'))),
            (Name, "&amp;lt;", Some((5, '&'))),
            (Name, "&quot;", Some((6, '"'))),
            (Name, "&apos;", Some((6, '\''))),
            (Name, "&nbsp;", Some((6, ' '))),
            (Name, "&lt", None),
            (Name, "&LT;", None),
            (Name, "&auml;", None),
            (Name, "&#60;", None),
            (Number, "&#60;1", Some((5, '<'))),
            (Number, "&#x3c;", Some((6, '<'))),
            (Number, "&#X3C;", Some((6, '<'))),
            (Number, "&#00060;", Some((8, '<'))),
            (Number, "&#39;", Some((5, '\''))),
            (Number, "&#246;", Some((6, 'ö'))),
            (Number, "&#x1f600;", Some((9, '😀'))),
            (Number, "&#1114111;", Some((10, '\u{10ffff}'))),
            (Number, "&#10;", Some((5, '\n'))),
            (Number, "&#1114112;", None),
            (Number, "&#000000060;", None),
            (Number, "&#xd83d;", None),
            (Number, "&#+60;", None),
            (Number, "&#x;", None),
            (Number, "&#;", None),
            (Number, "&#3c;", None),
            (Number, "&#60", None),
            (Number, "&lt;", None),
            (Code, "\\u00f6\\u00f6", Some((6, 'ö'))),
            (Code, "\\u00F6", Some((6, 'ö'))),
            (Code, "\\ud83d\\ude00", Some((12, '😀'))),
            (Code, "\\ud83d", None),
            (Code, "\\ude00\\ud83d", None),
            (Code, "\\ud83d\\u00f6", None),
            (Code, "\\u+0f6", None),
            (Code, "\\u00g0", None),
            (Code, "\\u12", None),
            (Code, "\\t", None),
            (Tab, "\\tb", Some((2, '\t'))),
            (Tab, "\\n", None),
            (Markdown, "\\_a", Some((2, '_'))),
            (Markdown, "\\(", Some((2, '('))),
            (Markdown, "\\\\", None),
            (Markdown, "\\\"", None),
            (Markdown, "\\n", None),
        ] {
            assert_eq!(writing.at(text.as_bytes()), found, "{writing:?} {text}");
        }
    }

    #[test]
    fn what_is_found_is_undone_once() {
        let name = |text: &[u8]| Writing::Name.at(text).map(|(len, sign)| (len, sign.to_string()));
        let plain = undone(b"&amp;lt; &x; a&gt;", name);
        assert_eq!(plain.as_deref(), Some(&b"&lt; &x; a>"[..]));
        assert_eq!(undone(b"&x; a", name), None);
    }
}
