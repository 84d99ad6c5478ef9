//! Writes names in headers, quoted as git quotes them.

use bstr::BStr;

/// Appends `prefix` and `name` as one name.
///
/// ```ebnf
/// name   = plain | '"' { plain_byte | escape } '"' ;
/// escape = "\" ( "a" | "b" | "t" | "n" | "v" | "f" | "r" | '"' | "\" | octal octal octal ) ;
/// ```
///
/// Names with control bytes, `"`, `\` or bytes that are not ASCII are quoted, as git does with
/// `core.quotePath` at its default; without `is_ascii`, bytes that are not ASCII stay as they are.
/// A space needs no quotes: see [`unified`](super::unified).
pub(super) fn name(prefix: &str, name: &BStr, is_ascii: bool, out: &mut Vec<u8>) {
    let needs_escape = |byte: u8| needs_escape(byte, is_ascii);
    if !prefix.bytes().chain(name.iter().copied()).any(needs_escape) {
        out.extend_from_slice(prefix.as_bytes());
        out.extend_from_slice(name);
        return;
    }
    quoted(prefix, name, is_ascii, out);
}

/// Appends `prefix` and `name` as one name in quotes, whether or not it needs them.
pub(super) fn quoted(prefix: &str, name: &BStr, is_ascii: bool, out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in prefix.bytes().chain(name.iter().copied()) {
        escape(byte, is_ascii, out);
    }
    out.push(b'"');
}

fn needs_escape(byte: u8, is_ascii: bool) -> bool {
    match byte {
        b'"' | b'\\' => true,
        b' '..=b'~' => false,
        0x80.. => is_ascii,
        _ => true,
    }
}

fn escape(byte: u8, is_ascii: bool, out: &mut Vec<u8>) {
    if !needs_escape(byte, is_ascii) {
        out.push(byte);
        return;
    }
    out.push(b'\\');
    match byte {
        0x07 => out.push(b'a'),
        0x08 => out.push(b'b'),
        b'\t' => out.push(b't'),
        b'\n' => out.push(b'n'),
        0x0b => out.push(b'v'),
        0x0c => out.push(b'f'),
        b'\r' => out.push(b'r'),
        b'"' | b'\\' => out.push(byte),
        _ => out.extend([6, 3, 0].map(|shift| b'0' + (byte >> shift & 7))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expected: &str) {
        let mut out = Vec::new();
        name("a/", BStr::new(input), true, &mut out);
        assert_eq!(BStr::new(&out), expected);
    }

    #[test]
    fn names_are_quoted_only_when_git_would() {
        check(b"src/x.rs", "a/src/x.rs");
        check(b"with space", "a/with space");
        check(b"it's {fine} ~", "a/it's {fine} ~");
        check("na\u{ef}ve".as_bytes(), r#""a/na\303\257ve""#);
        check(b"tab\there", r#""a/tab\there""#);
        check(b"q\"b\\", r#""a/q\"b\\""#);
        check(b"\x01\x07\x08\n\x0b\x0c\r\x7f\xff", r#""a/\001\a\b\n\v\f\r\177\377""#);
    }

    #[test]
    fn names_that_are_not_ascii_may_stay_as_they_are() {
        let mut out = Vec::new();
        name("a/", "na\u{ef}ve".into(), false, &mut out);
        out.push(b' ');
        name("a/", "na\u{ef}ve\t".into(), false, &mut out);
        assert_eq!(BStr::new(&out), "a/na\u{ef}ve \"a/na\u{ef}ve\\t\"");
    }

    #[test]
    fn a_prefix_is_quoted_like_the_name() {
        let mut out = Vec::new();
        name("\"/", "x".into(), true, &mut out);
        assert_eq!(BStr::new(&out), r#""\"/x""#);
    }
}
