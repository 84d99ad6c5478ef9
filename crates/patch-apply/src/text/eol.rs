//! Line endings.

use memchr::memchr_iter;
use patch_parse::Newline;

/// The ending that most lines of a text have; LF when none has one.
pub(crate) fn most_common_newline(bytes: &[u8]) -> Newline {
    let (mut crlf, mut all) = (0_usize, 0_usize);
    for at in memchr_iter(b'\n', bytes) {
        all += 1;
        crlf += usize::from(at > 0 && bytes.get(at - 1) == Some(&b'\r'));
    }
    if crlf * 2 > all { Newline::CrLf } else { Newline::Lf }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_majority_decides_and_lf_wins_a_draw() {
        for (bytes, expected) in [
            (&b""[..], Newline::Lf),
            (b"a", Newline::Lf),
            (b"\n", Newline::Lf),
            (b"a\r\nb\r\nc\n", Newline::CrLf),
            (b"a\r\nb\n", Newline::Lf),
            (b"a\rb\rc\r", Newline::Lf),
        ] {
            assert_eq!(most_common_newline(bytes), expected, "{bytes:?}");
        }
    }
}
