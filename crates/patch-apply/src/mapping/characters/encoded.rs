//! Characters as another language writes them: `\u00f6` as JSON does, `\_` as Markdown, `\t`,
//! `&#60;` as HTML. Where a line of the patch is that of the file but for these, nobody wrote them
//! for the file.

use bstr::ByteSlice as _;

/// A way of writing characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Json,
    Markdown,
    Tab,
    Html,
}

const ENCODINGS: [Encoding; 4] =
    [Encoding::Json, Encoding::Markdown, Encoding::Tab, Encoding::Html];

/// What Markdown has a backslash in front of.
const OF_MARKDOWN: &[u8] = b"_*`[](){}#+-.!<>|~&$";

/// Whether an added line is written in a way that one of the pairs, an old line and that of the
/// file, shows to be none of the file's.
pub(in crate::mapping) fn is_any_encoded<'l>(
    pairs: &[(&'l [u8], &'l [u8])],
    added: &[&[u8]],
) -> bool {
    ENCODINGS.iter().any(|encoding| {
        let shows = |(patch, file): &(&[u8], &[u8])| encoding.explains(patch, file);
        pairs.iter().any(shows) && added.iter().any(|line| encoding.decoded(line).is_some())
    })
}

impl Encoding {
    /// Whether a line is that of the file when it is decoded, and not as it is.
    fn explains(self, patch: &[u8], file: &[u8]) -> bool {
        let decoded = self.decoded(patch);
        decoded.is_some_and(|plain| plain.trim_ascii() == file.trim_ascii())
            && patch.trim_ascii() != file.trim_ascii()
    }

    /// A line as it was before it was encoded; `None` where it has nothing of this encoding.
    fn decoded(self, line: &[u8]) -> Option<Vec<u8>> {
        let mut plain = Vec::with_capacity(line.len());
        let (mut rest, mut is_any) = (line, false);
        while let Some((first, behind)) = rest.split_first() {
            if let Some((len, character)) = self.first(rest) {
                let mut utf8 = [0; 4];
                plain.extend_from_slice(character.encode_utf8(&mut utf8).as_bytes());
                rest = rest.get(len..).unwrap_or_default();
                is_any = true;
            } else {
                plain.push(*first);
                rest = behind;
            }
        }
        is_any.then_some(plain)
    }

    /// What a text begins with: its length, and what it means.
    fn first(self, text: &[u8]) -> Option<(usize, char)> {
        match (self, text) {
            (Self::Json, [b'\\', b'u', rest @ ..]) => {
                let code = rest.get(..4)?;
                Some((6, number(code, 16).and_then(char::from_u32)?))
            }
            (Self::Markdown, [b'\\', mark, ..]) => {
                OF_MARKDOWN.contains(mark).then_some((2, char::from(*mark)))
            }
            (Self::Tab, [b'\\', b't', ..]) => Some((2, '\t')),
            (Self::Html, [b'&', b'#', rest @ ..]) => {
                let (digits, radix) = match rest {
                    [b'x' | b'X', rest @ ..] => (rest, 16),
                    _ => (rest, 10),
                };
                let front = text.len() - digits.len();
                let len = digits.find_byte(b';').filter(|len| (1..=6).contains(len))?;
                let code = number(digits.get(..len)?, radix)?;
                Some((front + len + 1, char::from_u32(code)?))
            }
            _ => None,
        }
    }
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
    let digits = digits.to_str().ok().filter(|text| text.bytes().all(|byte| is_digit(&byte)))?;
    u32::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(patch: &str, file: &str, added: &str, is_encoded: bool) {
        let pairs = [(patch.as_bytes(), file.as_bytes())];
        let found = is_any_encoded(&pairs, &[added.as_bytes()]);
        assert_eq!(found, is_encoded, "{patch} {file} {added}");
    }

    #[test]
    fn what_explains_an_old_line_is_no_text_of_an_added_one() {
        check("# gr\\u00f6n", "# gr\u{f6}n", "# \\u00fc", true);
        check("a\\_b", "a_b\n", "c\\_d", true);
        check("a\\tb", "a\tb", "c\\td", true);
        check("a &#60; b", "a < b", "c &#x3e; d", true);
        // None of that way is added, the old line differs otherwise, or is as the file has it.
        check("a\\_b", "a_b", "c d \\u00fc", false);
        check("a\\_b", "a_c", "c\\_d", false);
        check("a\\_b", "a\\_b", "c\\_d", false);
        check("\\u00g0 \\u+123 &#; &#1234567;", "", "\\u00fc", false);
    }
}
