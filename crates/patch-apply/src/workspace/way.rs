//! The way from a root to a place, as bytes that are cheap to copy.

use std::fmt;
use std::iter;
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
        if self.is_empty() {
            return name.into();
        }
        // Of a known length, so that nothing is allocated but the way itself. The slash stays where
        // nothing else is written.
        let mut way: Arc<[u8]> = iter::repeat_n(b'/', self.len() + 1 + name.len()).collect();
        if let Some(bytes) = Arc::get_mut(&mut way)
            && let Some((front, behind)) = bytes.split_at_mut_checked(self.len())
            && let Some((_, back)) = behind.split_first_mut()
        {
            front.copy_from_slice(self);
            back.copy_from_slice(name);
        }
        Self(way)
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
