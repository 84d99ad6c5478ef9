//! A path as a patch names it.

use std::borrow::Cow;
use std::fmt;

use bstr::{BStr, BString, ByteSlice};

/// A file name from a patch header, unquoted.
///
/// The name may carry a prefix that is not part of the path (`a/`, `b/`, `old-1.0/`). The parser
/// works the prefix out from the headers; [`Self::written`] keeps the whole name for a caller that
/// knows the tree and sees that the headers mislead. Two paths are equal when [`Self::as_bstr`] is.
///
/// A parsed path is never empty. Nothing else is checked here: `..` and absolute paths are the
/// workspace's business.
#[derive(Clone, Debug)]
pub struct PatchPath<'a> {
    written: Cow<'a, BStr>,
    /// Always within `written`, and after a `/` when not 0.
    prefix: usize,
    is_unsure: bool,
}

impl<'a> PatchPath<'a> {
    /// A path without a prefix.
    pub fn new(path: impl Into<Cow<'a, BStr>>) -> Self {
        Self { written: path.into(), prefix: 0, is_unsure: false }
    }

    /// Drops `components` leading components of the name as written (`patch -pN`); the last
    /// component always stays. An absolute name is never shortened: its root is no prefix.
    #[must_use]
    pub(crate) fn stripped(mut self, components: usize) -> Self {
        self.prefix = prefix_len(&self.written, components);
        self
    }

    /// Marks the prefix as one that the patch gives no sign of.
    #[must_use]
    pub(crate) fn unsure(mut self) -> Self {
        self.is_unsure = self.prefix > 0;
        self
    }

    /// Whether nothing in the patch tells if the name as written starts with a prefix or with a
    /// directory: `git diff --no-prefix` and `git diff --no-index` can write the same for a file that
    /// is added or deleted. A caller that knows the tree refuses where both readings fit.
    pub fn is_unsure(&self) -> bool {
        self.is_unsure
    }

    /// The path, its prefix taken off.
    pub fn as_bstr(&self) -> &BStr {
        self.written.get(self.prefix..).unwrap_or_default().as_bstr()
    }

    /// The name as the header has it, prefix included, unquoted.
    pub fn written(&self) -> &BStr {
        &self.written
    }

    /// Whether the path is absolute, in POSIX form.
    pub fn is_absolute(&self) -> bool {
        self.as_bstr().starts_with(b"/")
    }

    /// Whether the name as written begins at a root, and so carries no prefix. `C:/x` behind `a/` does
    /// not: there it is a folder of that name.
    pub(crate) fn is_rooted(&self) -> bool {
        is_rooted(&self.written)
    }

    /// The other readings of the name, likeliest first: as written, and without `a/` or `b/`.
    ///
    /// For a caller that knows the tree and finds that the path itself names nothing.
    pub fn alternatives(&self) -> impl Iterator<Item = PatchPath<'_>> {
        let as_written = (self.prefix != 0).then_some(0);
        let is_git_prefix = self.written.starts_with(b"a/") || self.written.starts_with(b"b/");
        let without_prefix = (self.prefix == 0 && is_git_prefix).then_some(2);
        as_written.into_iter().chain(without_prefix).map(|prefix| PatchPath {
            written: Cow::Borrowed(&*self.written),
            prefix,
            is_unsure: false,
        })
    }

    /// A path that borrows nothing.
    pub fn into_owned(self) -> PatchPath<'static> {
        PatchPath {
            written: Cow::Owned(self.written.into_owned()),
            ..PatchPath { written: Cow::default(), ..self }
        }
    }
}

/// Whether a name begins at a root: `/`, or on Windows a drive (`C:\`, `C:/`) or a share (`\\server`).
///
/// Such a name carries no prefix. Agents write it in the patches of their diffs, whatever the system
/// that reads them.
pub(crate) fn is_rooted(name: &[u8]) -> bool {
    match name {
        [b'/', ..] | [b'\\', b'\\', ..] => true,
        [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// The length of the first `components` components of `name`, with their slashes.
fn prefix_len(name: &BStr, components: usize) -> usize {
    if is_rooted(name) {
        return 0;
    }
    let mut len = 0;
    for _ in 0..components {
        let rest = name.get(len..).unwrap_or_default();
        let Some(slash) = rest.find_byte(b'/') else { break };
        // `a//x` has an empty component that is part of the separator.
        let slashes = rest.get(slash..).unwrap_or_default().iter().take_while(|&&b| b == b'/');
        len += slash + slashes.count();
    }
    len
}

impl PartialEq for PatchPath<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bstr() == other.as_bstr()
    }
}

impl Eq for PatchPath<'_> {}

impl fmt::Display for PatchPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_bstr(), f)
    }
}

impl<'a> From<&'a str> for PatchPath<'a> {
    fn from(path: &'a str) -> Self {
        Self::new(BStr::new(path))
    }
}

impl<'a> From<&'a BStr> for PatchPath<'a> {
    fn from(path: &'a BStr) -> Self {
        Self::new(path)
    }
}

impl From<BString> for PatchPath<'_> {
    fn from(path: BString) -> Self {
        Self::new(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, components: usize, expected: &str) {
        assert_eq!(PatchPath::from(name).stripped(components).as_bstr(), expected, "{name}");
    }

    #[test]
    fn stripping_counts_components_and_keeps_the_last() {
        check("a/src/x.rs", 1, "src/x.rs");
        check("a/src/x.rs", 2, "x.rs");
        check("a/src/x.rs", 9, "x.rs");
        check("a//src/x.rs", 1, "src/x.rs");
        check("x.rs", 1, "x.rs");
        check("/home/x.rs", 1, "/home/x.rs");
        check("a/", 1, "");
    }

    #[test]
    fn a_name_with_a_root_keeps_all_of_it() {
        for name in ["/a/b", "C:/a/b", "c:\\a/b", "\\\\server/share/b"] {
            let path = PatchPath::new(BStr::new(name)).stripped(1);
            assert_eq!(path.as_bstr(), name);
        }
        for name in ["a/C:/b", "C:b/c", "1:/b", "\\a/b"] {
            let path = PatchPath::new(BStr::new(name)).stripped(1);
            assert_ne!(path.as_bstr(), name);
        }
    }
}
