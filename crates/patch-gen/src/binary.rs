//! Writes binary contents as git does: whole, or as a delta if that is shorter.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use patch_parse::{BinaryHunk, BinaryMethod, BinaryPatch};

/// The data of a `GIT binary patch`, both to turn `old` into `new` and for the way back.
///
/// A section with it needs the full object names of both sides, [`full_index`](crate::full_index).
pub fn binary_patch(old: &[u8], new: &[u8]) -> BinaryPatch<'static> {
    let data = |old, new| Box::new(data(old, new));
    BinaryPatch::Git { forward: data(old, new), reverse: Some(data(new, old)) }
}

fn data(old: &[u8], new: &[u8]) -> BinaryHunk<'static> {
    let whole = deflated(new);
    if !old.is_empty() && !new.is_empty() {
        let delta = delta(old, new);
        let short = deflated(&delta);
        if short.len() < whole.len() {
            return BinaryHunk::encode(BinaryMethod::Delta, delta.len() as u64, &short);
        }
    }
    BinaryHunk::encode(BinaryMethod::Literal, new.len() as u64, &whole)
}

fn deflated(contents: &[u8]) -> Vec<u8> {
    let mut deflate = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector cannot fail.
    deflate.write_all(contents).and_then(|()| deflate.finish()).unwrap_or_default()
}

/// How many bytes must agree before a copy is tried.
const BLOCK: usize = 16;

/// The most bytes that one instruction copies: every reader of packs accepts that many.
const MOST_COPIED: usize = 0x1_0000;

/// The most bytes that one instruction inserts.
const MOST_INSERTED: usize = 127;

/// A pack delta (git's `pack-format`, *Deltified representation*): both sizes, then instructions
/// that copy from the old contents or insert new bytes. Linear in both contents.
fn delta(old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    size(old.len(), &mut out);
    size(new.len(), &mut out);
    let blocks: HashMap<&[u8], usize> =
        old.chunks_exact(BLOCK).enumerate().map(|(at, block)| (block, at * BLOCK)).collect();
    let (mut done, mut at) = (0, 0);
    while let Some(block) = new.get(at..at + BLOCK) {
        let Some(from) = blocks.get(block).copied() else {
            at += 1;
            continue;
        };
        let equal_before = common(
            old.get(..from).unwrap_or_default().iter().rev(),
            new.get(done..at).unwrap_or_default().iter().rev(),
        );
        let equal = common(
            old.get(from..).unwrap_or_default().iter(),
            new.get(at..).unwrap_or_default().iter(),
        );
        insert(new.get(done..at - equal_before).unwrap_or_default(), &mut out);
        copy(from - equal_before, equal_before + equal, &mut out);
        at += equal;
        done = at;
    }
    insert(new.get(done..).unwrap_or_default(), &mut out);
    out
}

/// How many bytes agree.
fn common<'b>(one: impl Iterator<Item = &'b u8>, other: impl Iterator<Item = &'b u8>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}

/// Groups of seven bits, the lowest first.
fn size(mut size: usize, out: &mut Vec<u8>) {
    loop {
        let [low, ..] = size.to_le_bytes();
        size >>= 7;
        if size == 0 {
            return out.push(low & 0x7F);
        }
        out.push(low | 0x80);
    }
}

fn insert(bytes: &[u8], out: &mut Vec<u8>) {
    for piece in bytes.chunks(MOST_INSERTED) {
        out.extend(u8::try_from(piece.len()));
        out.extend_from_slice(piece);
    }
}

/// Offset and length. Only their non-zero bytes are written, with a bit for each byte that shows
/// which.
fn copy(mut from: usize, mut length: usize, out: &mut Vec<u8>) {
    while length > 0 {
        let taken = length.min(MOST_COPIED);
        let start = out.len();
        out.push(0);
        // The longest copy is written as 0.
        let length_bytes = (taken % MOST_COPIED).to_le_bytes();
        let bytes = from.to_le_bytes().into_iter().take(4).chain(length_bytes.into_iter().take(2));
        let mut instruction = 0x80;
        for (bit, byte) in bytes.enumerate().filter(|(_, byte)| *byte != 0) {
            instruction |= 1 << bit;
            out.push(byte);
        }
        if let Some(first) = out.get_mut(start) {
            *first = instruction;
        }
        from += taken;
        length -= taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows the instructions, in the plainest way.
    fn follow(old: &[u8], delta: &[u8]) -> Vec<u8> {
        let mut bytes = delta.iter().copied();
        let mut size = || {
            let (mut size, mut shift) = (0, 0);
            loop {
                let byte = usize::from(bytes.next().unwrap());
                size |= (byte & 0x7F) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    return size;
                }
            }
        };
        assert_eq!(size(), old.len());
        let expected = size();
        let mut new = Vec::new();
        while let Some(instruction) = bytes.next() {
            if instruction & 0x80 == 0 {
                new.extend(bytes.by_ref().take(usize::from(instruction)));
                continue;
            }
            let mut number = |bits: std::ops::Range<u8>| {
                let first = bits.start;
                bits.filter(|bit| instruction & (1 << bit) != 0)
                    .map(|bit| usize::from(bytes.next().unwrap()) << (8 * (bit - first)))
                    .sum::<usize>()
            };
            let from = number(0..4);
            let length = match number(4..7) {
                0 => MOST_COPIED,
                length => length,
            };
            new.extend_from_slice(&old[from..from + length]);
        }
        assert_eq!(new.len(), expected);
        new
    }

    /// Bytes without a pattern.
    fn noise(count: usize) -> Vec<u8> {
        let step = |state: &mut u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some(state.to_be_bytes()[0])
        };
        std::iter::repeat_n((), count).scan(7_u32, |state, ()| step(state)).collect()
    }

    #[track_caller]
    fn check(old: &[u8], new: &[u8], longest: usize) {
        let delta = delta(old, new);
        assert!(follow(old, &delta) == new);
        assert!(delta.len() <= longest, "{} bytes", delta.len());
    }

    #[test]
    fn a_delta_leads_to_the_new_contents() {
        let bytes: Vec<u8> = noise(200_000);
        check(&bytes, &bytes, 40);
        check(&bytes, &bytes[1000..], 40);
        check(&bytes[500..], &bytes, 700);
        check(&bytes, &[&bytes[..70_000], b"in between", &bytes[69_000..]].concat(), 80);
        check(&bytes, b"", 10);
        check(b"", b"abc", 10);
        check(b"0123456789abcdef", b"0123456789abcdef0123456789abcdef", 10);
        check(b"short", b"shorter", 15);
    }

    #[test]
    fn the_shorter_form_is_taken() {
        let bytes: Vec<u8> = noise(10_000);
        let method = |old: &[u8], new: &[u8]| data(old, new).method;
        assert_eq!(method(&bytes, &bytes[1..]), BinaryMethod::Delta);
        assert_eq!(method(b"", &bytes), BinaryMethod::Literal);
        assert_eq!(method(&bytes, b"\0"), BinaryMethod::Literal);
    }
}
