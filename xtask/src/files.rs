//! Files and trees of files, with the path in every error.
#![expect(
    clippy::disallowed_methods,
    reason = "a command-line helper that works on the repository and on scratch folders"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Context as _, Result};

/// Reads a file.
///
/// # Errors
///
/// When it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).context(path.display())
}

/// Reads a text file.
///
/// # Errors
///
/// When it cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).context(path.display())
}

/// Writes a file, and makes its folder if necessary.
///
/// # Errors
///
/// When it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).context(folder.display())?;
    }
    fs::write(path, bytes).context(path.display())
}

/// Copies the files below `from` to `to`, with their permissions.
///
/// Cargo's own marker in an unpacked crate, `.cargo-ok`, does not belong to a release and is not
/// copied.
///
/// # Errors
///
/// When something cannot be read or written.
pub fn copy_tree(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to).context(to.display())?;
    for path in walk(from, &|path| !path.ends_with(".cargo-ok"))? {
        let target = to.join(relative(&path, from));
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).context(folder.display())?;
        }
        fs::copy(&path, &target).context(path.display())?;
    }
    Ok(())
}

/// All files below `root` that `wanted` accepts, sorted; `wanted` is called for folders too.
///
/// Links are files here and are not followed.
///
/// # Errors
///
/// When a folder cannot be listed.
pub fn walk(root: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).context(folder.display())? {
            let entry = entry.context(folder.display())?;
            let path = entry.path();
            if !wanted(&path) {
                continue;
            }
            if entry.file_type().context(path.display())?.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// `path` relative to `root`, or unchanged if it lies elsewhere.
pub fn relative<'a>(path: &'a Path, root: &Path) -> &'a Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// The files of a tree by their path below its root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree(BTreeMap<PathBuf, File>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct File {
    bytes: Vec<u8>,
    executable: bool,
}

impl Tree {
    /// Reads the tree below `root`. Empty folders are ignored, as in git.
    ///
    /// # Errors
    ///
    /// When something cannot be read.
    pub fn read(root: &Path) -> Result<Self> {
        let files = walk(root, &|_| true)?.into_iter().map(|path| {
            let metadata = fs::metadata(&path).context(path.display())?;
            let file = File { bytes: read(&path)?, executable: is_executable(&metadata) };
            Ok((relative(&path, root).to_owned(), file))
        });
        files.collect::<Result<_>>().map(Self)
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How `other` differs from this tree, a line for each file; empty when it does not.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let missing = self.0.keys().filter(|path| !other.0.contains_key(*path));
        let missing = missing.map(|path| format!("{}: is missing", path.display()));
        let changed = other.0.iter().filter_map(|(path, there)| {
            let what = match self.0.get(path) {
                None => "should not be there".to_owned(),
                Some(here) => here.difference(there)?,
            };
            Some(format!("{}: {what}", path.display()))
        });
        missing.chain(changed).collect()
    }
}

impl File {
    fn difference(&self, other: &Self) -> Option<String> {
        if self.bytes != other.bytes {
            let same = self.bytes.iter().zip(&other.bytes).take_while(|(a, b)| a == b).count();
            let line = 1 + self.bytes.iter().take(same).filter(|&&b| b == b'\n').count();
            return Some(format!("differs first at byte {same}, line {line}"));
        }
        (self.executable != other.executable).then(|| "differs in its executable bit".to_owned())
    }
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Tree {
        let file = |text: &str| File { bytes: text.into(), executable: false };
        Tree(files.iter().map(|(path, text)| (path.into(), file(text))).collect())
    }

    #[test]
    fn differences_name_the_file_and_the_line() {
        let old = tree(&[("a", "1\n2\n3\n"), ("b", ""), ("c", "same")]);
        let new = tree(&[("a", "1\n2\nx\n"), ("c", "same"), ("d", "")]);
        assert_eq!(old.differences(&old), Vec::<String>::new());
        assert_eq!(
            old.differences(&new),
            ["b: is missing", "a: differs first at byte 4, line 3", "d: should not be there"]
        );
    }
}
