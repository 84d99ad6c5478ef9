//! Two files or two directories as they are on disk, reduced to what differs.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice};
use patch_apply::Limits;
use patch_gen::{Entry, Snapshot};
use patch_parse::{Code, FileMode};

use crate::input::read_file;
use crate::report::Trouble;

/// The name of a file that does not exist.
const NOTHING: &str = "/dev/null";

/// Whether directories with nothing in them are seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Empty {
    Seen,
    Unseen,
}

/// The files that differ, on both sides.
#[derive(Debug, Default)]
pub(super) struct Sides {
    pub(super) old: Snapshot<'static>,
    pub(super) new: Snapshot<'static>,
    /// The directory that the paths are relative to.
    pub(super) root: PathBuf,
}

/// What an argument names.
enum Side {
    Nothing,
    File,
    Directory,
}

impl Sides {
    /// Reads two files or two directories. Files that are equal are not kept.
    pub(super) fn read(old: &Path, new: &Path, empty: Empty) -> Result<Self, Trouble> {
        match (side(old)?, side(new)?) {
            (Side::Directory, Side::Directory) => Self::of_directories(old, new, empty),
            (Side::Directory, _) | (_, Side::Directory) => Err(Trouble::new(
                Code::NotAFile,
                format!("{} and {}: one is a directory", old.display(), new.display()),
                "Give two files or two directories.",
            )),
            (old_side, new_side) => Self::of_files((old, &old_side), (new, &new_side)),
        }
    }

    /// Whether nothing differs.
    pub(super) fn is_equal(&self) -> bool {
        self.old.iter().next().is_none() && self.new.iter().next().is_none()
    }

    fn of_files(old: (&Path, &Side), new: (&Path, &Side)) -> Result<Self, Trouble> {
        let named = if matches!(old.1, Side::Nothing) { new.0 } else { old.0 };
        let name = bytes_of(named.strip_prefix(".").unwrap_or(named))?;
        let mut sides = Self { root: PathBuf::from("."), ..Self::default() };
        let read = |(path, side): (&Path, &Side)| match side {
            Side::Nothing => Ok(None),
            Side::File | Side::Directory => {
                let metadata = fs::metadata(path).map_err(|error| Trouble::with_path(path, error));
                read_entry(path, &metadata?).map(Some)
            }
        };
        sides.push(name, read(old)?, read(new)?);
        Ok(sides)
    }

    fn of_directories(old: &Path, new: &Path, empty: Empty) -> Result<Self, Trouble> {
        let mut sides = Self { root: old.to_owned(), ..Self::default() };
        let (old_files, mut new_files) = (list(old, empty)?, list(new, empty)?);
        for (name, file) in old_files {
            let new = new_files.remove(&name).map(|new| new.read()).transpose()?;
            sides.push(name, Some(file.read()?), new);
        }
        for (name, file) in new_files {
            sides.push(name, None, Some(file.read()?));
        }
        Ok(sides)
    }

    fn push(&mut self, name: BString, old: Option<Entry<'static>>, new: Option<Entry<'static>>) {
        if old == new {
            return;
        }
        if let Some(old) = old {
            self.old.insert(name.clone(), old);
        }
        if let Some(new) = new {
            self.new.insert(name, new);
        }
    }
}

/// What `path` names; a link there is followed.
fn side(path: &Path) -> Result<Side, Trouble> {
    if path == Path::new(NOTHING) {
        return Ok(Side::Nothing);
    }
    let metadata = fs::metadata(path).map_err(|error| Trouble::with_path(path, error))?;
    if metadata.is_dir() {
        return Ok(Side::Directory);
    }
    if metadata.is_file() { Ok(Side::File) } else { Err(special(path)) }
}

/// A file or link found in a directory.
struct Found {
    path: PathBuf,
    metadata: Metadata,
}

impl Found {
    fn read(&self) -> Result<Entry<'static>, Trouble> {
        read_entry(&self.path, &self.metadata)
    }
}

/// All files and links below `root`, by their path from there. Links are not followed, directories
/// named `.git` are left out.
fn list(root: &Path, empty: Empty) -> Result<BTreeMap<BString, Found>, Trouble> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(root.to_owned(), BString::default())];
    while let Some((folder, prefix)) = folders.pop() {
        let failed = |error| Trouble::with_path(&folder, error);
        let mut is_empty = true;
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            is_empty = false;
            let path = entry.path();
            let metadata = entry.metadata().map_err(|error| Trouble::with_path(&path, error))?;
            let mut name = prefix.clone();
            name.extend_from_slice(&bytes_of(Path::new(&entry.file_name()))?);
            if metadata.is_dir() {
                if entry.file_name() != ".git" {
                    name.push(b'/');
                    folders.push((path, name));
                }
            } else if metadata.is_file() || metadata.is_symlink() {
                files.insert(name, Found { path, metadata });
            } else {
                return Err(special(&path));
            }
        }
        if is_empty && empty == Empty::Seen && folder != root {
            let metadata = fs::metadata(&folder).map_err(failed)?;
            let name = prefix.strip_suffix(b"/").unwrap_or(&prefix).into();
            files.insert(name, Found { path: folder, metadata });
        }
    }
    Ok(files)
}

fn read_entry(path: &Path, metadata: &Metadata) -> Result<Entry<'static>, Trouble> {
    let failed = |error| Trouble::with_path(path, error);
    if metadata.is_symlink() {
        let target = bytes_of(&fs::read_link(path).map_err(failed)?)?;
        return Ok(Entry::new(Vec::from(target), FileMode::SYMLINK));
    }
    if metadata.is_dir() {
        return Ok(Entry::directory());
    }
    let limit = usize::try_from(Limits::default().file_bytes).unwrap_or(usize::MAX);
    let contents = read_file(path, limit.saturating_add(1)).map_err(failed)?;
    if contents.len() > limit {
        let message = format!("{}: the file is larger than {limit} bytes", path.display());
        return Err(Trouble::new(Code::LimitExceeded, message, "Leave the file out."));
    }
    let mode = if is_executable(metadata) { FileMode::EXECUTABLE } else { FileMode::REGULAR };
    Ok(Entry::new(contents, mode))
}

fn special(path: &Path) -> Trouble {
    let message = format!("{}: a device, pipe or socket, which no patch can carry", path.display());
    Trouble::new(Code::NotAFile, message, "Leave it out.")
}

/// A path as patches write it.
fn bytes_of(path: &Path) -> Result<BString, Trouble> {
    match <[u8]>::from_path(path) {
        Some(bytes) if cfg!(windows) => Ok(bytes.replace("\\", "/").into()),
        Some(bytes) => Ok(bytes.into()),
        None => Err(Trouble::with_path(path, "the name is not Unicode")),
    }
}

#[cfg(unix)]
fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}
