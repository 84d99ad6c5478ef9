//! Which files there are, for a refusal that suggests one.

use std::collections::VecDeque;

use bstr::BString;
use cap_std::fs::{Dir, DirEntry};

use super::{Handles, Tree, bytes_of};
use crate::workspace::{Spot, WorkspacePath};

/// Files below the first root, those near it first. At most `most` entries are looked at; no link is
/// followed, and what no patch may name is left out with all below it. What cannot be read is passed
/// over: nothing depends on the answer.
pub(super) fn some_files(tree: &Tree, most: usize) -> Vec<BString> {
    let mut handles = Handles::new(tree);
    let mut folders = VecDeque::from([Spot::of_root(0)]);
    let (mut files, mut left) = (Vec::new(), most);
    while let Some(folder) = folders.pop_front() {
        let Ok(dir) = handles.dir(&folder) else { continue };
        for (path, is_folder) in entries(&dir, &folder, tree, &mut left) {
            if is_folder {
                folders.push_back(Spot::from(&path));
            } else {
                files.push(path.as_bstr().to_owned());
            }
        }
    }
    files
}

/// The files and folders in a folder that a patch may name, and whether each is a folder.
fn entries(dir: &Dir, folder: &Spot, tree: &Tree, left: &mut usize) -> Vec<(WorkspacePath, bool)> {
    let Ok(entries) = dir.entries() else { return Vec::new() };
    let seen: Vec<_> = entries.take(*left).collect();
    *left -= seen.len();
    let named = |entry: DirEntry| {
        let kind = entry.file_type().ok().filter(|kind| kind.is_file() || kind.is_dir())?;
        let path = folder.child(&bytes_of(entry.file_name().as_ref())).to_path().ok()?;
        tree.border().check(&path).ok()?;
        Some((path, kind.is_dir()))
    };
    seen.into_iter().flatten().filter_map(named).collect()
}
