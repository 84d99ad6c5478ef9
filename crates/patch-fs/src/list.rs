//! Lists what directories contain: for a refusal that suggests a file, and for a file that is to
//! take the place of a directory.

use std::collections::{BTreeSet, VecDeque};
use std::io;

use bstr::BString;
use cap_std::fs::{Dir, DirEntry};
use patch_apply::WorkspacePath;
use patch_apply::confine::{Spot, any_below};

use crate::handles::Handles;
use crate::spelling::bytes_of;
use crate::tree::Tree;

/// Files below the first root, those near it first. At most `most` entries are examined; no link is
/// followed, and what no patch may name is left out with everything below it. What cannot be read
/// is skipped, because nothing depends on the answer.
pub(crate) fn some_files(tree: &Tree, most: usize) -> Vec<BString> {
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

/// The files and folders in a folder that a patch may name, with whether each is a folder.
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

/// Whether anything is left in a directory after the entries at the spots of `gone` are removed,
/// together with the directories that this empties.
pub(crate) fn is_left(
    handles: &mut Handles<'_>,
    folder: &Spot,
    gone: &BTreeSet<Spot>,
) -> io::Result<bool> {
    let mut folders = vec![folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in handles.dir(&folder)?.entries()? {
            let entry = entry?;
            let spot = folder.child(&bytes_of(entry.file_name().as_ref()));
            if gone.contains(&spot) {
                continue;
            }
            if !entry.file_type()?.is_dir() || !any_below(gone, &spot) {
                return Ok(true);
            }
            folders.push(spot);
        }
    }
    Ok(false)
}
