//! Where lines end, in pieces of a few bytes as in large ones.

use memchr::memchr;

/// Whether a piece ends a line.
pub(super) fn has_newline(piece: &[u8]) -> bool {
    memchr(b'\n', piece).is_some()
}

/// The end of the first line. What is left of a token is too short for a search.
#[inline]
pub(super) fn newline(text: &[u8]) -> Option<usize> {
    if text.len() < 16 { text.iter().position(|byte| *byte == b'\n') } else { memchr(b'\n', text) }
}

/// Whether one of four bytes ends a line.
#[inline]
pub(super) fn is_newline_in(word: [u8; 4]) -> bool {
    // The usual test for a zero byte: the high bit of each that is zero is left.
    let zero_where_newline = u32::from_ne_bytes(word) ^ u32::from_ne_bytes([b'\n'; 4]);
    let lows = u32::from_ne_bytes([0x01; 4]);
    zero_where_newline.wrapping_sub(lows) & !zero_where_newline & u32::from_ne_bytes([0x80; 4]) != 0
}
