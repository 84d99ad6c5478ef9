//! Holds the bytes of a file, and their hash.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bstr::{BStr, BString};

use crate::hash::ContentHash;

/// The bytes of a file, shared by all holders, with their hash once it was requested.
///
/// A clone copies no byte. A plan reads, writes and reports the same bytes, so that they can be
/// compared without hashing.
#[derive(Clone, Default)]
pub struct Contents(Arc<Inner>);

#[derive(Default)]
struct Inner {
    bytes: Vec<u8>,
    hash: OnceLock<ContentHash>,
}

impl Contents {
    /// The hash of the bytes, worked out at the first call.
    pub fn hash(&self) -> ContentHash {
        *self.0.hash.get_or_init(|| ContentHash::of(&self.0.bytes))
    }

    /// Whether these are not only equal bytes but the very same ones.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The bytes, which are copied if others hold them, too.
    pub fn into_vec(self) -> Vec<u8> {
        Arc::try_unwrap(self.0).map_or_else(|shared| shared.bytes.clone(), |own| own.bytes)
    }
}

impl Deref for Contents {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl AsRef<[u8]> for Contents {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl Eq for Contents {}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(BStr::new(&**self), f)
    }
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(Inner { bytes, hash: OnceLock::new() }))
    }
}

impl From<BString> for Contents {
    fn from(bytes: BString) -> Self {
        Vec::from(bytes).into()
    }
}

impl From<String> for Contents {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

impl From<&[u8]> for Contents {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl<const N: usize> From<&[u8; N]> for Contents {
    fn from(bytes: &[u8; N]) -> Self {
        bytes.to_vec().into()
    }
}

impl From<&str> for Contents {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

impl From<Contents> for Vec<u8> {
    fn from(contents: Contents) -> Self {
        contents.into_vec()
    }
}

impl From<Contents> for BString {
    fn from(contents: Contents) -> Self {
        contents.into_vec().into()
    }
}

/// Which contents a file had or has: their SHA-256, worked out on demand.
///
/// Until then it may hold the contents themselves, which compare faster than a hash is made. To
/// keep many of them for long, keep their hashes, or [let the contents go](Self::let_go).
#[derive(Clone)]
pub struct Digest(Known);

#[derive(Clone)]
enum Known {
    Contents(Contents),
    Hash(ContentHash),
}

impl Digest {
    /// The hash.
    pub fn hash(&self) -> ContentHash {
        match &self.0 {
            Known::Contents(contents) => contents.hash(),
            Known::Hash(hash) => *hash,
        }
    }

    /// The contents, as long as it holds them.
    pub fn contents(&self) -> Option<&[u8]> {
        match &self.0 {
            Known::Contents(contents) => Some(contents),
            Known::Hash(_) => None,
        }
    }

    /// Whether these are the described contents.
    pub fn is_of(&self, contents: &[u8]) -> bool {
        match &self.0 {
            Known::Contents(own) => **own == *contents,
            Known::Hash(hash) => *hash == ContentHash::of(contents),
        }
    }

    /// Works out the hashes of two digests, if neither is known yet: both at once cost less.
    #[cfg(feature = "serde")]
    pub(crate) fn hash_both(&self, other: &Self) {
        let (Known::Contents(Contents(one)), Known::Contents(Contents(other))) =
            (&self.0, &other.0)
        else {
            return;
        };
        if one.hash.get().is_none() && other.hash.get().is_none() {
            let (of_one, of_other) = ContentHash::of_both(&one.bytes, &other.bytes);
            // Another thread may have been faster, with the same result.
            let _ = (one.hash.set(of_one), other.hash.set(of_other));
        }
    }

    /// Keeps the hash alone.
    pub fn let_go(&mut self) {
        self.0 = Known::Hash(self.hash());
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Known::Contents(own), Known::Contents(other)) => own == other,
            _ => self.hash() == other.hash(),
        }
    }
}

impl Eq for Digest {}

impl PartialEq<ContentHash> for Digest {
    fn eq(&self, hash: &ContentHash) -> bool {
        self.hash() == *hash
    }
}

impl From<ContentHash> for Digest {
    fn from(hash: ContentHash) -> Self {
        Self(Known::Hash(hash))
    }
}

impl From<Contents> for Digest {
    fn from(contents: Contents) -> Self {
        Self(Known::Contents(contents))
    }
}

impl From<&Contents> for Digest {
    fn from(contents: &Contents) -> Self {
        contents.clone().into()
    }
}

impl fmt::Display for Digest {
    /// As [`ContentHash`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hash().fmt(f)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.hash(), f)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Digest {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        ContentHash::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ContentHash::json_schema(generator)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.hash().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_compared_by_their_bytes_and_digests_by_what_is_known() {
        let (old, same, new) =
            (Contents::from("old"), Contents::from("old"), Contents::from("new"));
        assert_eq!((&old, &old.clone()), (&same, &same));
        assert_ne!(old, new);
        let known = |contents: &Contents| [Digest::from(contents), contents.hash().into()];
        for (a, b) in known(&old).into_iter().zip(known(&same).into_iter().rev()) {
            assert_eq!(a, b);
            assert!(a.is_of(b"old") && !a.is_of(b"new"));
            assert!(known(&new).iter().all(|other| *other != a));
        }
        assert_eq!(Digest::from(&old), Digest::from(&same));
    }

    #[test]
    fn a_digest_that_lets_its_contents_go_means_them_still() {
        let contents = Contents::from("text");
        let mut digest = Digest::from(&contents);
        digest.let_go();
        assert_eq!(digest, Digest::from(&contents));
        assert_eq!(contents.into_vec(), b"text", "nobody else holds them");
    }
}
