//! Hashes contents.

use std::fmt;

use sha2::{Digest, Sha256};

/// The prefix before the digits.
const NAME: &[u8] = b"sha256:";

/// Bytes of a hash as it is written.
const SHOWN: usize = NAME.len() + 64;

/// The block size of SHA-256, in bytes.
#[cfg(feature = "serde")]
const BLOCK: usize = 64;

/// The SHA-256 of a file's contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// Hashes `contents`.
    pub fn of(contents: &[u8]) -> Self {
        Self(Sha256::digest(contents).into())
    }

    /// Hashes two contents; their common beginning is processed once.
    #[cfg(feature = "serde")]
    pub(crate) fn of_both(one: &[u8], other: &[u8]) -> (Self, Self) {
        let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
        let alike = BLOCK * blocks.take_while(|(one, other)| one == other).count();
        let (shared, rest) = one.split_at_checked(alike).unwrap_or_default();
        let begun = Sha256::new_with_prefix(shared);
        let end = |rest| Self(begun.clone().chain_update(rest).finalize().into());
        (end(rest), end(other.get(alike..).unwrap_or_default()))
    }

    /// Reads what [`Self::fmt`](fmt::Display::fmt) writes.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let digits = std::str::from_utf8(text.strip_prefix(NAME)?).ok()?;
        if digits.len() != 64 || !digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        let mut hash = [0; 32];
        for (at, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(Self(hash))
    }

    /// What [`Self::fmt`](fmt::Display::fmt) writes.
    fn shown(&self) -> [u8; SHOWN] {
        let mut shown = [0; SHOWN];
        let (name, digits) = shown.split_at_mut(NAME.len());
        name.copy_from_slice(NAME);
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&[hex_digit(byte >> 4), hex_digit(byte & 0xf)]);
        }
        shown
    }

    /// The digest.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    /// `sha256:` and 64 lower-case hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A journal or a receipt may have thousands: one call of the formatter each, not 32.
        f.write_str(std::str::from_utf8(&self.shown()).unwrap_or_default())
    }
}

fn hex_digit(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for ContentHash {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hash".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^sha256:[0-9a-f]{64}$",
            "description": "The SHA-256 of a file's contents.",
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ContentHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Without a formatter.
        serializer.serialize_str(std::str::from_utf8(&self.shown()).unwrap_or_default())
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn two_contents_are_hashed_as_each_is_alone() {
        let text = |len: usize, change: usize| {
            let byte = |at: usize| u8::try_from(at % 251).unwrap() ^ u8::from(at == change);
            (0..len).map(byte).collect::<Vec<_>>()
        };
        let lens = [0, 1, 63, 64, 65, 127, 128, 129, 300];
        for (one, other) in lens.iter().flat_map(|one| lens.map(|other| (*one, other))) {
            for change in [0, 62, 63, 64, 65, 128, 299, 300] {
                let (one, other) = (text(one, one), text(other, change));
                let expected = (ContentHash::of(&one), ContentHash::of(&other));
                let lens = (one.len(), other.len());
                assert_eq!(ContentHash::of_both(&one, &other), expected, "{lens:?}, {change}");
            }
        }
    }
}
