//! Applies binary changes: git's zlib literals and pack deltas.

use std::io::Read;

use flate2::read::ZlibDecoder;
use patch_parse::{BinaryHunk, BinaryMethod};

use crate::fault::BadData;

/// Applies the forward data to `old`, and checks by the reverse data that `old` is the file that
/// the patch was made from.
pub(crate) fn apply(
    old: &[u8],
    forward: &BinaryHunk<'_>,
    reverse: Option<&BinaryHunk<'_>>,
    limit: u64,
) -> Result<Vec<u8>, BadData> {
    let new = apply_one(old, forward, limit)?;
    match reverse {
        Some(reverse) if apply_one(&new, reverse, limit)? != old => Err(BadData::Preimage),
        None if !old.is_empty() => Err(BadData::Unchecked),
        _ => Ok(new),
    }
}

fn apply_one(base: &[u8], hunk: &BinaryHunk<'_>, limit: u64) -> Result<Vec<u8>, BadData> {
    if hunk.size > limit {
        return Err(BadData::TooLarge);
    }
    let data = inflate(hunk)?;
    match hunk.method {
        BinaryMethod::Literal => Ok(data),
        BinaryMethod::Delta => apply_delta(base, &data, limit),
    }
}

/// Inflates no more than the header says, so that a small patch cannot fill the memory.
fn inflate(hunk: &BinaryHunk<'_>) -> Result<Vec<u8>, BadData> {
    let deflated = hunk.decode().map_err(|_| BadData::Inflate)?;
    let mut data = Vec::new();
    let mut reader = ZlibDecoder::new(&*deflated).take(hunk.size.saturating_add(1));
    reader.read_to_end(&mut data).map_err(|_| BadData::Inflate)?;
    let is_right = u64::try_from(data.len()) == Ok(hunk.size);
    if is_right { Ok(data) } else { Err(BadData::Size) }
}

/// Applies a pack delta (git's `pack-format`, *Deltified representation*).
fn apply_delta(base: &[u8], delta: &[u8], limit: u64) -> Result<Vec<u8>, BadData> {
    let mut delta = Delta { bytes: delta };
    if usize::try_from(delta.size()?) != Ok(base.len()) {
        return Err(BadData::Preimage);
    }
    let size = delta.size()?;
    if size > limit {
        return Err(BadData::TooLarge);
    }
    let mut out = Vec::new();
    while let Some(instruction) = delta.next() {
        let piece = if instruction & 0x80 != 0 {
            delta.copy(instruction, base)?
        } else {
            delta.insert(instruction)?
        };
        if u64::try_from(out.len() + piece.len()).is_ok_and(|len| len > size) {
            return Err(BadData::Size);
        }
        out.extend_from_slice(piece);
    }
    if u64::try_from(out.len()) == Ok(size) { Ok(out) } else { Err(BadData::Size) }
}

/// The bytes of a delta that are left.
struct Delta<'d> {
    bytes: &'d [u8],
}

impl<'d> Delta<'d> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    /// A size in groups of seven bits, the lowest first.
    fn size(&mut self) -> Result<u64, BadData> {
        let mut size = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = self.next().ok_or(BadData::Delta)?;
            size |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(size);
            }
        }
        Err(BadData::Delta)
    }

    /// Offset and length; only those of their bytes are stored that the instruction's bits name.
    fn copy<'b>(&mut self, instruction: u8, base: &'b [u8]) -> Result<&'b [u8], BadData> {
        let offset = self.number(instruction, 4)?;
        let length = match self.number(instruction >> 4, 3)? {
            0 => 0x1_0000,
            length => length,
        };
        let end = offset.checked_add(length).ok_or(BadData::Delta)?;
        base.get(offset..end).ok_or(BadData::Delta)
    }

    fn number(&mut self, present: u8, bytes: u32) -> Result<usize, BadData> {
        let mut number = 0;
        for index in 0..bytes {
            if present & (1 << index) != 0 {
                let byte = self.next().ok_or(BadData::Delta)?;
                number |= usize::from(byte) << (8 * index);
            }
        }
        Ok(number)
    }

    fn insert(&mut self, length: u8) -> Result<&'d [u8], BadData> {
        let split = self.bytes.split_at_checked(usize::from(length));
        let (piece, rest) = split.filter(|_| length > 0).ok_or(BadData::Delta)?;
        self.bytes = rest;
        Ok(piece)
    }
}
