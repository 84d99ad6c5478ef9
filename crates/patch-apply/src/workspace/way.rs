//! The way from a root to a place, as bytes that are cheap to copy.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use bstr::{BStr, ByteSlice};

use super::spelling;

/// `/`-separated parts with nothing around them; empty for the root itself.
///
/// A plan and a commit each hold a way several times for every file.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Way(Arc<[u8]>);

impl Way {
    /// The way that `path` means, however it is spelled.
    pub(super) fn normalised(path: &[u8]) -> Self {
        if spelling::is_normal(path) { path.into() } else { spelling::normalise(path)[..].into() }
    }

    /// The way to what is called `name` at the end of this one.
    pub(super) fn child(&self, name: &[u8]) -> Self {
        let slash: &[u8] = if self.is_empty() { b"" } else { b"/" };
        // Their length is known, so that nothing is allocated but the way itself.
        Self(self.iter().chain(slash).chain(name).copied().collect())
    }
}

impl From<&[u8]> for Way {
    fn from(way: &[u8]) -> Self {
        Self(way.into())
    }
}

impl Deref for Way {
    type Target = BStr;

    fn deref(&self) -> &BStr {
        self.0.as_bstr()
    }
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
