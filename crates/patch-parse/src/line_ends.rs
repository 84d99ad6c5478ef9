//! Finds where the lines of a text end, for many lines at once.
//!
//! A call of `memchr` takes 70 instructions for a line of 40 bytes, most of them to start and to
//! finish. Searching a block and keeping what was found takes a fifth of that.

use wide::u8x16;

/// Bytes that are searched together: as many as a number has bits.
const BLOCK: usize = 64;

/// Iterates over the whole lines of a text, and yields for each the byte offset after its LF,
/// 0-based. A last line without LF yields nothing.
///
/// # Examples
///
/// ```
/// use patch_parse::LineEnds;
///
/// assert!(LineEnds::of(b"one\n\nthree").eq([4, 5]));
/// ```
#[derive(Clone, Debug)]
pub struct LineEnds<'a> {
    text: &'a [u8],
    /// Start of the block that was searched last.
    at: usize,
    /// Which of its bytes are an LF, without those already yielded.
    left: u64,
}

impl<'a> LineEnds<'a> {
    /// The ends of the lines of a text.
    pub fn of(text: &'a [u8]) -> Self {
        Self { text, at: 0, left: line_feeds(text) }
    }
}

impl Iterator for LineEnds<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            let at = self.at + BLOCK;
            let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
            (self.at, self.left) = (at, line_feeds(rest));
        }
        let end = self.at + self.left.trailing_zeros() as usize + 1;
        self.left &= self.left - 1;
        Some(end)
    }
}

/// The byte offset after the first LF of a text; `None` if there is none.
///
/// Most lines end in the first block, which is searched here: a call of `memchr` takes twice the
/// instructions.
pub(crate) fn first_end(text: &[u8]) -> Option<usize> {
    match text.split_first_chunk() {
        Some((near, far)) => match line_feeds_in(near) {
            0 => memchr::memchr(b'\n', far).map(|at| BLOCK + at + 1),
            found => Some(found.trailing_zeros() as usize + 1),
        },
        // The end of a patch is looked at often.
        None if text.is_empty() => None,
        None => memchr::memchr(b'\n', text).map(|at| at + 1),
    }
}

/// The byte offset after the first LF of a text, if that is in its first block.
#[inline]
pub(crate) fn near_end(text: &[u8]) -> Option<usize> {
    let feeds = line_feeds_in(text.first_chunk()?);
    (feeds != 0).then(|| feeds.trailing_zeros() as usize + 1)
}

/// Which bytes of the block at the start of a text are an LF, the first one in the lowest bit.
#[inline]
fn line_feeds(text: &[u8]) -> u64 {
    text.first_chunk().map_or_else(|| line_feeds_in_short(text), line_feeds_in)
}

/// As [`line_feeds`], for the last block, which is shorter.
#[cold]
fn line_feeds_in_short(block: &[u8]) -> u64 {
    let mut padded = [0; BLOCK];
    if let Some(start) = padded.get_mut(..block.len()) {
        start.copy_from_slice(block);
    }
    line_feeds_in(&padded)
}

#[inline]
fn line_feeds_in(block: &[u8; BLOCK]) -> u64 {
    let (parts, _) = block.as_chunks();
    parts.iter().rev().fold(0, |found, part| {
        let feeds = u8x16::new(*part).cmp_eq(u8x16::splat(b'\n')).move_mask();
        found << 16 | u64::from(feeds.cast_unsigned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[u8]) {
        let expected: Vec<usize> = memchr::memchr_iter(b'\n', text).map(|at| at + 1).collect();
        assert_eq!(LineEnds::of(text).collect::<Vec<_>>(), expected, "{} bytes", text.len());
    }

    #[test]
    fn ends_are_found_wherever_they_are_in_a_block() {
        for len in 0..3 * BLOCK {
            let mut text = vec![b'a'; len];
            check(&text);
            for at in 0..len {
                text.fill(b'\n' ^ 0x80);
                text.iter_mut().skip(at).step_by(7).for_each(|byte| *byte = b'\n');
                check(&text);
            }
            text.fill(b'\n');
            check(&text);
        }
    }
}
