//! Two trees to a patch.

use std::collections::BTreeMap;

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{FilePatch, Format, Metadata, Patch};

use crate::file::is_plain;
use crate::{Entry, FileChange, GenError, GenOptions, Style, file_patches};

/// The files of a tree at one time, by path.
///
/// Paths are relative to one root, or all absolute, and written with `/`. Folders are not kept:
/// like git, a snapshot knows them only by what they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot<'a> {
    entries: BTreeMap<BString, Entry<'a>>,
}

impl<'a> Snapshot<'a> {
    /// A tree without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a file at `path`; returns what was there.
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

/// The patch that turns `old` into `new`: one commit, its sections sorted by path as git sorts
/// them.
///
/// Renames appear as a deletion and an addition.
///
/// # Errors
///
/// [`GenError::Binary`] for the first binary file that changes, unless the options say to mention it.
pub fn tree_patch<'a>(
    old: &'a Snapshot<'a>,
    new: &'a Snapshot<'a>,
    options: &GenOptions,
) -> Result<Patch<'a>, GenError> {
    patch(tree_changes(old, new), options)
}

/// The patch that makes some changes: one commit, its sections in the order of the changes.
///
/// # Errors
///
/// As [`tree_patch`].
pub fn patch<'a>(
    changes: impl IntoIterator<Item = FileChange<'a>>,
    options: &GenOptions,
) -> Result<Patch<'a>, GenError> {
    let mut files = Vec::new();
    for change in changes {
        files.append(&mut file_patches(change, options)?);
    }
    if options.style == Style::Plain {
        drop_headers(&mut files);
    }
    Ok(Patch::new(Format::Unified, files))
}

/// Takes git's headers off if no section needs them.
///
/// All or none: a plain section behind one that ends with its extended headers would be read as
/// the names of that one.
fn drop_headers(files: &mut [FilePatch<'_>]) {
    if files.iter().all(is_plain) {
        for file in files {
            file.metadata = Metadata::default();
        }
    }
}

/// What became of each path of two trees, sorted by path. Files that are equal are left out.
pub fn tree_changes<'a>(old: &'a Snapshot<'a>, new: &'a Snapshot<'a>) -> Vec<FileChange<'a>> {
    let deleted = old.iter().map(|(path, old)| (path, FileChange::Delete { path, old }));
    let mut changes: BTreeMap<&BStr, FileChange<'_>> = deleted.collect();
    for (path, new) in new.iter() {
        match old.get(path) {
            Some(old) if old == new => drop(changes.remove(path)),
            Some(old) => drop(changes.insert(path, FileChange::Modify { path, old, new })),
            None => drop(changes.insert(path, FileChange::Add { path, new })),
        }
    }
    changes.into_values().collect()
}
