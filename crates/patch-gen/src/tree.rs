//! Makes a patch from two trees.

use std::collections::BTreeMap;

use bstr::BStr;
use patch_parse::{FilePatch, Format, Metadata, Patch};

use crate::file::is_plain;
use crate::{FileChange, GenError, GenOptions, Snapshot, Style, file_patches, find_renames};

/// The patch that turns `old` into `new`: one commit, its sections sorted by path as git sorts
/// them.
///
/// Moves and copies are found according to [`GenOptions::renames`]; under [`Style::Plain`], which
/// cannot express them, they are a deletion and an addition.
///
/// # Errors
///
/// [`GenError::Binary`] for the first binary file that changes, unless the options ask to mention
/// it.
pub fn tree_patch<'a>(
    old: &'a Snapshot<'a>,
    new: &'a Snapshot<'a>,
    options: &GenOptions,
) -> Result<Patch<'a>, GenError> {
    let changes = tree_changes(old, new);
    match options.style {
        Style::Plain => patch(changes, options),
        Style::Git => patch(find_renames(changes, old, &options.renames).changes, options),
    }
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
    Ok(patch_of(files, options.style))
}

/// The patch of these sections, which [`file_patches`] made. It is the same as that of [`patch()`],
/// for callers that make the sections themselves, say in several threads.
pub fn patch_of(mut sections: Vec<FilePatch<'_>>, style: Style) -> Patch<'_> {
    if style == Style::Plain {
        drop_headers(&mut sections);
    }
    Patch::new(Format::Unified, sections)
}

/// Removes git's headers if no section needs them.
///
/// From all sections or from none: a plain section after one that ends with its extended headers
/// would be read as the names of that one.
fn drop_headers(files: &mut [FilePatch<'_>]) {
    if files.iter().all(is_plain) {
        for file in files {
            file.metadata = Metadata::default();
        }
    }
}

/// The change of each path of two trees, sorted by path. Equal files are left out.
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
