//! Files by path: what a patch is applied to.

use std::collections::BTreeMap;
use std::fmt;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::{MemoryFile, MemoryWorkspace};
use patch_gen::{Entry, Snapshot};
use patch_parse::FileMode;

use crate::alphabet::{MARK, UTF8};

/// A regular file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its bytes.
    pub contents: BString,
    /// Whether its owner may execute it.
    pub executable: bool,
}

impl File {
    /// A file that is not executable.
    pub fn new(contents: impl Into<BString>) -> Self {
        Self { contents: contents.into(), executable: false }
    }
}

/// Regular files by their path, `/` between the parts. Folders exist where files are in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The files.
    pub files: BTreeMap<BString, File>,
}

impl Tree {
    /// Puts a file that is not executable at a path.
    pub fn insert(&mut self, path: impl Into<BString>, contents: impl Into<BString>) {
        self.files.insert(path.into(), File::new(contents));
    }

    /// Puts a file at a path if nothing is in its way, and returns whether it did.
    pub fn insert_if_free(&mut self, path: BString, file: File) -> bool {
        let name = path.as_bstr();
        let is_free = !self.files.contains_key(&path)
            && !self.is_folder(name)
            && self.blocker(name).is_none();
        if is_free {
            self.files.insert(path, file);
        }
        is_free
    }

    /// The bytes of the file at a path.
    pub fn contents(&self, path: &BStr) -> Option<&BStr> {
        self.files.get(path).map(|file| file.contents.as_bstr())
    }

    /// The same files, none of them executable.
    #[must_use]
    pub fn without_modes(&self) -> Self {
        let plain =
            |(path, file): (&BString, &File)| (path.clone(), File::new(file.contents.clone()));
        Self { files: self.files.iter().map(plain).collect() }
    }

    /// Whether every file system can store its names.
    pub(crate) fn is_storable(&self) -> bool {
        self.files.keys().all(|path| are_parts_storable(path.as_bstr()))
    }

    /// Whether a patch between two trees may apply text of one encoding to a file of another, which
    /// is refused.
    pub fn mixes_encodings(&self, other: &Self) -> bool {
        let files = || self.files.values().chain(other.files.values());
        let is_other = |file: &File| file.contents.to_str().is_err();
        let speaks_utf8 =
            |file: &File| file.contents.contains_str(UTF8) || file.contents.contains_str(MARK);
        files().any(is_other) && files().any(speaks_utf8)
    }

    /// Whether a file starts with a byte-order mark.
    pub fn has_mark(&self) -> bool {
        self.files.values().any(|file| file.contents.starts_with_str(MARK))
    }

    /// Whether files are below a path.
    pub fn is_folder(&self, path: &BStr) -> bool {
        self.files.keys().any(|other| is_below(other.as_bstr(), path))
    }

    /// A file that is where a path needs a folder.
    pub fn blocker(&self, path: &BStr) -> Option<&BStr> {
        self.files.keys().map(|other| other.as_bstr()).find(|other| is_below(path, other))
    }

    /// A workspace in memory with these files.
    ///
    /// # Panics
    ///
    /// When a path is not one that a workspace takes: a tree is made by the harness.
    pub fn to_memory(&self) -> MemoryWorkspace {
        let mut workspace = MemoryWorkspace::new();
        for (path, file) in &self.files {
            let contents = file.contents.clone().into();
            let file = MemoryFile::Regular { contents, executable: file.executable };
            workspace.insert_file(path, file).expect("the harness makes trees of plain paths");
        }
        workspace
    }

    /// The files of a workspace in memory.
    ///
    /// # Panics
    ///
    /// When it holds a symbolic link: a tree has none.
    pub fn of_memory(workspace: &MemoryWorkspace) -> Self {
        let files = workspace.files().map(|(path, file)| match file {
            MemoryFile::Regular { contents, executable } => {
                let contents = contents.to_vec().into();
                (path.to_owned(), File { contents, executable: *executable })
            }
            MemoryFile::Symlink { target } => panic!("a link to {target} at {path}"),
        });
        Self { files: files.collect() }
    }

    /// The tree in the form of the generator.
    pub fn to_snapshot(&self) -> Snapshot<'_> {
        let entry = |file: &File| {
            let mode = if file.executable { FileMode::EXECUTABLE } else { FileMode::REGULAR };
            Entry::new(file.contents.to_vec(), mode)
        };
        self.files.iter().map(|(path, file)| (path.clone(), entry(file))).collect()
    }
}

/// Whether every file system takes the parts of a path.
pub(crate) fn are_parts_storable(path: &BStr) -> bool {
    path.split_str("/").all(|part| part.len() <= LONGEST_PART)
}

/// The longest part of a path that every file system takes, in bytes.
const LONGEST_PART: usize = 255;

/// Whether a path leads through a folder.
pub(crate) fn is_below(path: &BStr, folder: &BStr) -> bool {
    path.strip_prefix(folder.as_bytes()).is_some_and(|rest| rest.starts_with(b"/"))
}

impl<P: Into<BString>, C: Into<BString>, const N: usize> From<[(P, C); N]> for Tree {
    fn from(files: [(P, C); N]) -> Self {
        let mut tree = Self::default();
        for (path, contents) in files {
            tree.insert(path, contents);
        }
        tree
    }
}

/// For the report of a failure: every line with its ending made visible.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (path, file) in &self.files {
            let mode = if file.executable { " (executable)" } else { "" };
            writeln!(f, "  {path:?}{mode}")?;
            for line in file.contents.lines_with_terminator() {
                writeln!(f, "    {:?}", line.as_bstr())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_exist_where_files_are_in_them() {
        let tree = Tree::from([("a/b", ""), ("ab", "")]);
        assert!(tree.is_folder("a".into()));
        assert!(!tree.is_folder("ab".into()), "a name that starts alike is no folder");
        assert_eq!(tree.blocker("ab/c".into()), Some("ab".into()));
        assert_eq!(tree.blocker("a/c".into()), None);
    }

    #[test]
    fn a_workspace_and_back_is_the_same_tree() {
        let mut tree = Tree::from([("a/b", "x"), ("c", "")]);
        tree.files.insert("d".into(), File { contents: "y".into(), executable: true });
        assert_eq!(Tree::of_memory(&tree.to_memory()), tree);
    }
}
