//! Reads git's C-style quoting of file names.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while_m_n};
use nom::character::complete::{char, one_of};
use nom::combinator::{cut, map, value, verify};
use nom::multi::fold_many0;
use nom::sequence::{delimited, preceded};

use super::{Input, PResult, whole};

/// Parses a quoted name.
///
/// ```ebnf
/// quoted = '"' { plain | "\" escape } '"' ;
/// escape = "a" | "b" | "t" | "n" | "v" | "f" | "r" | '"' | "\" | octal octal octal ;
/// ```
///
/// Typical input is `"a/na\303\257ve"`. The name is always owned: an escape forced the quotes.
/// The opening quote commits.
pub(super) fn quoted(i: Input<'_>) -> PResult<'_, Cow<'_, BStr>> {
    let pieces = fold_many0(piece, Vec::new, |mut name: Vec<u8>, piece| {
        match piece {
            Piece::Plain(bytes) => name.extend_from_slice(bytes),
            Piece::Escaped(byte) => name.push(byte),
        }
        name
    });
    map(delimited(char('"'), cut(pieces), cut(char('"'))), |name| Cow::Owned(name.into())).parse(i)
}

#[derive(Clone)]
enum Piece<'a> {
    Plain(&'a [u8]),
    Escaped(u8),
}

fn piece(i: Input<'_>) -> PResult<'_, Piece<'_>> {
    alt((
        map(is_not("\"\\"), Piece::Plain),
        map(preceded(char('\\'), cut(alt((control, octal)))), Piece::Escaped),
    ))
    .parse(i)
}

fn control(i: Input<'_>) -> PResult<'_, u8> {
    alt((
        value(0x07, tag("a")),
        value(0x08, tag("b")),
        value(b'\t', tag("t")),
        value(b'\n', tag("n")),
        value(0x0B, tag("v")),
        value(0x0C, tag("f")),
        value(b'\r', tag("r")),
        map(one_of("\"\\"), |c| if c == '"' { b'"' } else { b'\\' }),
    ))
    .parse(i)
}

/// Three octal digits whose value fits a byte.
fn octal(i: Input<'_>) -> PResult<'_, u8> {
    let digits = take_while_m_n(3, 3, |byte: u8| matches!(byte, b'0'..=b'7'));
    let number = map(digits, |digits: &[u8]| {
        digits.iter().fold(0_u16, |number, digit| number * 8 + u16::from(digit - b'0'))
    });
    map(verify(number, |number| *number <= 0xFF), |number| number.to_le_bytes()[0]).parse(i)
}

/// Parses a name that ends the line: quoted, or plain text up to the end.
///
/// Used where nothing may follow the name (`rename from`, `copy to`).
pub(super) fn name_to_end(i: Input<'_>) -> PResult<'_, Cow<'_, BStr>> {
    if i.starts_with(b"\"") {
        return quoted(i);
    }
    Ok((&[], Cow::Borrowed(i.as_bstr())))
}

/// The name that `text` means: quoted from end to end, or as it is.
pub(super) fn unquoted(text: &[u8]) -> Cow<'_, BStr> {
    whole(quoted, text).unwrap_or(Cow::Borrowed(text.as_bstr()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, expected: Option<&[u8]>) {
        let name = whole(quoted, input.as_bytes()).ok();
        assert_eq!(name.as_deref().map(|name| name.as_bytes()), expected, "{input}");
    }

    #[test]
    fn escapes_are_those_of_git() {
        check(r#""a b""#, Some(b"a b"));
        check(r#""na\303\257ve""#, Some("naïve".as_bytes()));
        check(r#""\a\b\t\n\v\f\r\"\\""#, Some(b"\x07\x08\t\n\x0B\x0C\r\"\\"));
        check(r#""\000""#, Some(b"\0"));
        check(r#""""#, Some(b""));
    }

    #[test]
    fn what_git_never_writes_is_refused() {
        check(r#""open"#, None);
        check(r#""\x41""#, None);
        check(r#""\400""#, None);
        check(r#""\18""#, None);
        check("plain", None);
    }
}
