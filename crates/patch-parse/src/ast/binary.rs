//! Binary changes as git writes them.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};

/// A change to a binary file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinaryPatch<'a> {
    /// `GIT binary patch`: the data for this direction and, where written, for the way back.
    Git {
        /// From old to new.
        forward: Box<BinaryHunk<'a>>,
        /// From new to old.
        reverse: Option<Box<BinaryHunk<'a>>>,
    },
    /// `Binary files … differ`: that something changed, not what.
    Differ,
}

/// One direction of a `GIT binary patch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryHunk<'a> {
    /// Whole contents or a delta.
    pub method: BinaryMethod,
    /// Bytes after inflating: the file for a literal, the delta's own length for a delta.
    pub size: u64,
    /// The base85 lines, each with its length character, joined by LF.
    pub encoded: Cow<'a, BStr>,
}

/// What the data of a [`BinaryHunk`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryMethod {
    /// The whole new contents.
    Literal,
    /// A git pack delta against the old contents.
    Delta,
}

/// The data of a binary patch is not git's base85.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the binary data is not valid base85")]
pub struct InvalidBase85;

impl BinaryHunk<'static> {
    /// Encodes data that is deflated (zlib) already; `size` is its length before that.
    pub fn encode(method: BinaryMethod, size: u64, deflated: &[u8]) -> Self {
        let mut lines = Vec::with_capacity(deflated.len().div_ceil(LINE) * (LINE / 4 * 5 + 2));
        for bytes in deflated.chunks(LINE) {
            if !lines.is_empty() {
                lines.push(b'\n');
            }
            encode_line(bytes, &mut lines);
        }
        Self { method, size, encoded: Cow::Owned(lines.into()) }
    }
}

impl BinaryHunk<'_> {
    /// Decodes the base85 lines. The result is still deflated (zlib).
    ///
    /// # Errors
    ///
    /// When a line is not git's base85; a parsed patch never fails.
    pub fn decode(&self) -> Result<Vec<u8>, InvalidBase85> {
        let mut out = Vec::with_capacity(self.encoded.len() / 5 * 4);
        for line in self.encoded.lines() {
            decode_line(line, &mut out)?;
        }
        Ok(out)
    }
}

/// The digits of git's base85, in order of value.
const ALPHABET: &[u8; 85] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// The most bytes that a line holds.
const LINE: usize = 52;

/// Encodes at most [`LINE`] bytes, the way [`decode_line`] reads them.
fn encode_line(bytes: &[u8], out: &mut Vec<u8>) {
    let lengths = (b'A'..=b'Z').chain(b'a'..=b'z');
    out.extend(lengths.skip(bytes.len().saturating_sub(1)).take(1));
    for group in bytes.chunks(4) {
        let value = (0..4).fold(0_u32, |value, at| {
            value << 8 | u32::from(group.get(at).copied().unwrap_or_default())
        });
        let powers = [85_u32.pow(4), 85_u32.pow(3), 85_u32.pow(2), 85, 1];
        let digit = |power| ALPHABET.get((value / power % 85) as usize).copied();
        out.extend(powers.into_iter().filter_map(digit));
    }
}

/// Value of each byte as a digit; 255 for none.
const DIGITS: [u8; 256] = {
    let mut table = [255_u8; 256];
    let mut value = 0;
    while value < ALPHABET.len() {
        #[expect(
            clippy::indexing_slicing,
            clippy::cast_possible_truncation,
            reason = "evaluated at compile time; 85 digits fit a byte"
        )]
        {
            table[ALPHABET[value] as usize] = value as u8;
        }
        value += 1;
    }
    table
};

/// Decodes one line: a character for the number of bytes (`A` to `Z` 1 to 26, `a` to `z` 27 to
/// 52), then five digits for each four bytes.
pub(crate) fn decode_line(line: &[u8], out: &mut Vec<u8>) -> Result<(), InvalidBase85> {
    let (&length, digits) = line.split_first().ok_or(InvalidBase85)?;
    let mut left = match length {
        b'A'..=b'Z' => usize::from(length - b'A') + 1,
        b'a'..=b'z' => usize::from(length - b'a') + 27,
        _ => return Err(InvalidBase85),
    };
    if digits.len() != left.div_ceil(4) * 5 {
        return Err(InvalidBase85);
    }
    for group in digits.chunks_exact(5) {
        let bytes = decode_group(group)?;
        let take = left.min(4);
        out.extend(bytes.iter().take(take));
        left -= take;
    }
    Ok(())
}

fn decode_group(group: &[u8]) -> Result<[u8; 4], InvalidBase85> {
    let mut value = 0_u32;
    for &byte in group {
        let digit = DIGITS.get(usize::from(byte)).copied().unwrap_or(255);
        if digit == 255 {
            return Err(InvalidBase85);
        }
        let shifted = value.checked_mul(85).ok_or(InvalidBase85)?;
        value = shifted.checked_add(u32::from(digit)).ok_or(InvalidBase85)?;
    }
    Ok(value.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base85_decodes_what_git_wrote() {
        // `git diff --binary` of a new file with the five bytes 0..=4, git 2.47.
        let hunk = BinaryHunk {
            method: BinaryMethod::Literal,
            size: 5,
            encoded: Cow::Borrowed(BStr::new("McmZQzWMXCk000>P3jhEB")),
        };
        assert_eq!(hunk.decode().unwrap().first(), Some(&0x78), "a zlib stream starts with 0x78");
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for length in [0, 1, 2, 3, 4, 5, 51, 52, 53, 104, 1000] {
            let bytes: Vec<u8> =
                (0..=u8::MAX).cycle().take(length).map(|at| at.wrapping_mul(239)).collect();
            let hunk = BinaryHunk::encode(BinaryMethod::Literal, 0, &bytes);
            assert_eq!(hunk.decode().as_deref(), Ok(&*bytes), "{length}");
        }
        let high = BinaryHunk::encode(BinaryMethod::Literal, 0, &[0xff; 52]);
        assert_eq!(high.decode().unwrap(), [0xff; 52]);
    }

    #[test]
    fn a_line_of_the_wrong_length_is_refused() {
        for line in ["", "A", "Zabc", "!00000", "A\"0000"] {
            assert!(decode_line(line.as_bytes(), &mut Vec::new()).is_err(), "{line:?}");
        }
    }
}
