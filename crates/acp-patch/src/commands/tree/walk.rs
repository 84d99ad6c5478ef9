//! The files of a directory.

use std::path::Path;

use bstr::ByteSlice;
use ignore::{DirEntry, WalkBuilder};

use super::found::{Empty, Found, Kind, Walk};
use super::ignored::Ignored;
use super::path::{bytes_of, special};
use crate::report::Trouble;

/// All files and links below `root`, and its directories if they are requested, sorted by their
/// paths from there. Links are not followed. `.git` is left out, and so is what the `.gitignore`
/// files below `root` name, if that is requested.
pub(super) fn walk(root: &Path, walk: Walk) -> Result<Vec<Found>, Trouble> {
    let mut found = Vec::new();
    for entry in walker(root, walk).build() {
        let entry = entry.map_err(|error| Trouble::with_path(root, error))?;
        if entry.depth() > 0 {
            found.extend(look(root, entry, walk.empty)?);
        }
    }
    found.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn walker(root: &Path, walk: Walk) -> WalkBuilder {
    let mut walker = WalkBuilder::new(root);
    let ignored = walk.asks_gitignore.then(|| Ignored::new(root));
    walker.standard_filters(false).filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let is_ignored =
            || ignored.as_ref().is_some_and(|ignored| ignored.names(entry.path(), is_folder));
        // Whatever its case: no patch can change what is there.
        entry.depth() == 0 || !(entry.file_name().eq_ignore_ascii_case(".git") || is_ignored())
    });
    walker
}

fn look(root: &Path, entry: DirEntry, empty: Empty) -> Result<Option<Found>, Trouble> {
    let kind = match entry.file_type() {
        Some(kind) if kind.is_file() => Kind::File,
        Some(kind) if kind.is_symlink() => Kind::Link,
        Some(kind) if kind.is_dir() => {
            if empty == Empty::Unseen {
                return Ok(None);
            }
            let is_empty = is_empty(entry.path())?;
            if is_empty { Kind::EmptyDirectory } else { Kind::FilledDirectory }
        }
        _ => return Err(special(entry.path())),
    };
    let name = entry.path().strip_prefix(root).unwrap_or(entry.path());
    let name = bytes_of(name)?;
    Ok(Some(Found {
        name: name.trim_start_with(|c| c == '/').into(),
        path: entry.into_path(),
        kind,
    }))
}

fn is_empty(folder: &Path) -> Result<bool, Trouble> {
    let entries = std::fs::read_dir(folder);
    Ok(entries.map_err(|error| Trouble::with_path(folder, error))?.next().is_none())
}
