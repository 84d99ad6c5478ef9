//! Measures how much of a file another one has, as git does.

use crate::{Entry, is_binary};

/// Git's score for equal files. A percentage is a score times 100, divided by this, rounded down.
pub(crate) const MOST: u64 = 60_000;

/// The length of the longest piece, in bytes; a newline ends a piece, too.
const PIECE: usize = 64;

/// The number of pieces that can be distinguished.
const PIECES: u32 = 107_927;

/// The percentage that git writes as `similarity index`.
pub(crate) fn similarity(old: &Entry<'_>, new: &Entry<'_>) -> u8 {
    if old.contents == new.contents {
        return 100;
    }
    let score = score(&Pieces::of(old), &Pieces::of(new));
    u8::try_from(score * 100 / MOST).unwrap_or(100)
}

/// The score of two files out of [`MOST`]: the share of bytes of the old one that the new one has,
/// relative to the larger.
pub(crate) fn score(old: &Pieces, new: &Pieces) -> u64 {
    let most = old.size.max(new.size);
    if old.size == 0 || new.size == 0 {
        return 0;
    }
    old.common(new) * MOST / most
}

/// The contents of a file, cut into lines and pieces of lines, with the number of bytes of each
/// distinct piece: git's `diffcore-delta`.
#[derive(Debug)]
pub(crate) struct Pieces {
    /// Sorted by the first part, which is unique.
    counts: Vec<(u32, u32)>,
    /// The length of the file in bytes.
    pub(crate) size: u64,
}

impl Pieces {
    pub(crate) fn of(entry: &Entry<'_>) -> Self {
        let contents = &*entry.contents;
        let mut counts = pieces(contents, !is_binary(contents));
        counts.sort_unstable_by_key(|(piece, _)| *piece);
        counts.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 = kept.1.saturating_add(if is_same { next.1 } else { 0 });
            is_same
        });
        Self { counts, size: contents.len() as u64 }
    }

    /// The number of each distinct piece, in order, with the bytes that the file has of it.
    pub(crate) fn counts(&self) -> &[(u32, u32)] {
        &self.counts
    }

    /// How many bytes the two files have in common.
    fn common(&self, other: &Self) -> u64 {
        let mut rest = other.counts.iter().peekable();
        let mut common = 0;
        for (piece, count) in &self.counts {
            while rest.next_if(|next| next.0 < *piece).is_some() {}
            if let Some(next) = rest.next_if(|next| next.0 == *piece) {
                common += u64::from(*count.min(&next.1));
            }
        }
        common
    }
}

/// The number of each piece, and its length in bytes. In text the CR of a CRLF does not count.
fn pieces(contents: &[u8], is_text: bool) -> Vec<(u32, u32)> {
    let mut pieces = Vec::with_capacity(contents.len() / 32);
    let (mut one, mut two, mut length) = (0_u32, 0_u32, 0);
    for (at, byte) in contents.iter().enumerate() {
        if is_text && *byte == b'\r' && contents.get(at + 1) == Some(&b'\n') {
            continue;
        }
        (one, two) = (one << 7 ^ two >> 25, two << 7 ^ one >> 25);
        one = one.wrapping_add(u32::from(*byte));
        length += 1;
        if length == PIECE || *byte == b'\n' {
            pieces.push((number(one, two), u32::try_from(length).unwrap_or(0)));
            (one, two, length) = (0, 0, 0);
        }
    }
    if length > 0 {
        pieces.push((number(one, two), u32::try_from(length).unwrap_or(0)));
    }
    pieces
}

fn number(one: u32, two: u32) -> u32 {
    one.wrapping_add(two.wrapping_mul(0x61)) % PIECES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: u8) {
        assert_eq!(similarity(&Entry::file(old), &Entry::file(new)), expected, "{old:?} {new:?}");
    }

    #[test]
    fn the_measure_is_that_of_git() {
        check("a\nb\nc\nd\n", "a\nb\nc\nd\n", 100);
        check("a\nb\nc\nd\n", "a\nb\nc\nX\n", 75);
        check("a\nb\n", "a\nb\nc\nd\n", 50);
        check("a\r\nb\r\n", "a\nb\n", 66);
        check("a\n", "b\n", 0);
        check("", "b\n", 0);
        check("a\nb", "a\nc", 66);
    }
}
