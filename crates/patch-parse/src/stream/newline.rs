//! Finds line endings, in pieces of a few bytes as well as in large ones.

use memchr::memchr;

/// The end of the first line. Short pieces are compared byte by byte: starting a search does not
/// pay off.
#[inline]
pub(super) fn newline(text: &[u8]) -> Option<usize> {
    if text.len() < 16 { text.iter().position(|byte| *byte == b'\n') } else { memchr(b'\n', text) }
}

/// The end of the first line in four bytes.
#[inline]
pub(super) fn newline_in(word: [u8; 4]) -> Option<usize> {
    // The usual test for a zero byte: it leaves the high bit of the first byte that is zero.
    let zero_where_newline = u32::from_le_bytes(word) ^ u32::from_le_bytes([b'\n'; 4]);
    let lows = u32::from_le_bytes([0x01; 4]);
    let highs = u32::from_le_bytes([0x80; 4]);
    let ends = zero_where_newline.wrapping_sub(lows) & !zero_where_newline & highs;
    (ends != 0).then(|| ends.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_newline_of_four_bytes_is_found() {
        for (word, expected) in [
            (b"abcd", None),
            (b"abc\n", Some(3)),
            (b"\nb\nd", Some(0)),
            (b"\x0b\n\n\n", Some(1)),
            (b"\x8a\xff\n\x0b", Some(2)),
            (b"\0\x0b\x8a\x09", None),
        ] {
            assert_eq!(newline_in(*word), expected, "{word:?}");
        }
    }
}
