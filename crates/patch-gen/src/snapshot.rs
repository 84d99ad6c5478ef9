//! The state of a tree.

use std::collections::BTreeMap;

use bstr::{BStr, BString, ByteSlice};

use crate::Entry;

/// The files of a tree at one time, by path.
///
/// Paths are relative to one root, or all absolute, and written with `/`. Directories are not kept:
/// as in git, they exist only through the files in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot<'a> {
    entries: BTreeMap<BString, Entry<'a>>,
}

impl<'a> Snapshot<'a> {
    /// A tree without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a file at `path`; returns the one that was there.
    pub fn insert(&mut self, path: impl Into<BString>, entry: Entry<'a>) -> Option<Entry<'a>> {
        self.entries.insert(path.into(), entry)
    }

    /// The file at `path`.
    pub fn get(&self, path: &BStr) -> Option<&Entry<'a>> {
        self.entries.get(path)
    }

    /// All files, sorted by the bytes of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&BStr, &Entry<'a>)> {
        self.entries.iter().map(|(path, entry)| (path.as_bstr(), entry))
    }
}

impl<'a, P: Into<BString>> FromIterator<(P, Entry<'a>)> for Snapshot<'a> {
    fn from_iter<I: IntoIterator<Item = (P, Entry<'a>)>>(files: I) -> Self {
        let files = files.into_iter().map(|(path, entry)| (path.into(), entry));
        Self { entries: files.collect() }
    }
}
