//! Names in headers, quoted as git quotes them.

use bstr::BStr;

/// Appends `prefix` and `name` as one name.
///
/// ```ebnf
/// name   = plain | '"' { plain_byte | escape } '"' ;
/// escape = "\" ( "a" | "b" | "t" | "n" | "v" | "f" | "r" | '"' | "\" | octal octal octal ) ;
/// ```
///
/// Quoted are names with control bytes, `"`, `\` or bytes that are not ASCII, as git has it with
/// `core.quotePath` at its default. A space needs no quotes: see [`unified`](super::unified).
pub(super) fn name(prefix: &str, name: &BStr, out: &mut Vec<u8>) {
    if !name.iter().copied().any(needs_escape) {
        out.extend_from_slice(prefix.as_bytes());
        out.extend_from_slice(name);
        return;
    }
    quoted(prefix, name, out);
}

/// Appends `prefix` and `name` as one name in quotes, whether or not it needs them.
pub(super) fn quoted(prefix: &str, name: &BStr, out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(prefix.as_bytes());
    for &byte in name.iter() {
        escape(byte, out);
    }
    out.push(b'"');
}

fn needs_escape(byte: u8) -> bool {
    !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\')
}

fn escape(byte: u8, out: &mut Vec<u8>) {
    if !needs_escape(byte) {
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
        name("a/", BStr::new(input), &mut out);
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
}
