//! Trees on disk, in a temporary folder.
#![expect(
    clippy::disallowed_methods,
    reason = "a folder of our own is looked at from outside the workspace under test"
)]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, lchown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bstr::BString;
use tempfile::TempDir;

use crate::{File, Tree};

/// An unprivileged user: a damaged patch may name any path.
const NOBODY: u32 = 65_534;

/// Drops the privileges of a program that is to read any patch, if it has any, and gives it the
/// folder.
///
/// # Panics
///
/// When the system refuses.
pub fn lower(program: &mut Command, folder: &Path) {
    if fs::metadata(folder).is_ok_and(|metadata| metadata.uid() == 0) {
        give(folder);
        program.uid(NOBODY).gid(NOBODY);
    }
}

fn give(path: &Path) {
    lchown(path, Some(NOBODY), Some(NOBODY)).expect("it is ours");
    if path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
        for entry in fs::read_dir(path).expect("a folder of ours") {
            give(&entry.expect("a folder of ours").path());
        }
    }
}

/// A folder with a tree in it, and room beside it to detect leaks.
#[derive(Debug)]
pub struct Scratch {
    outer: TempDir,
}

impl Scratch {
    /// A folder that holds a tree.
    ///
    /// # Panics
    ///
    /// When the system refuses.
    pub fn new(tree: &Tree) -> Self {
        let scratch = Self { outer: tempfile::tempdir().expect("a temporary folder") };
        fs::create_dir(scratch.root()).expect("an empty folder");
        for (path, file) in &tree.files {
            write(&scratch.root().join(OsStr::from_bytes(path)), file);
        }
        scratch
    }

    /// Where the tree is.
    pub fn root(&self) -> PathBuf {
        self.outer.path().join("root")
    }

    /// The tree as left by a program that reads a text from its standard input; `None` if the
    /// program refuses. The user's git settings and any repository around the folder are out of the
    /// way, and the program has no rights elsewhere.
    ///
    /// # Panics
    ///
    /// When there is no such program.
    pub fn left_by(self, program: &mut Command, input: &[u8]) -> Option<Tree> {
        lower(program, self.outer.path());
        let mut child = program
            .current_dir(self.root())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", self.outer.path())
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("these tests need `git` and GNU `patch` on the PATH");
        // A program that refuses need not have read everything.
        let _ = child.stdin.take().expect("it is piped").write_all(input);
        let status = child.wait().expect("it ends");
        status.success().then(|| self.read())
    }

    /// What is there now.
    ///
    /// # Panics
    ///
    /// When something is there that is neither a file nor a folder.
    pub fn read(&self) -> Tree {
        let mut tree = Tree::default();
        read_into(&mut tree, &self.root(), &self.root());
        tree
    }

    /// Replaces the contents by this tree, as a program that does not know of commits would.
    ///
    /// # Panics
    ///
    /// When the system refuses.
    pub fn become_tree(&self, tree: &Tree) {
        let now = self.read();
        let root = self.root();
        let path = |name: &BString| root.join(OsStr::from_bytes(name));
        for name in now.files.keys().filter(|name| !tree.files.contains_key(*name)) {
            fs::remove_file(path(name)).expect("the folder is ours");
            // An empty folder is in nobody's way.
            let folders = path(name);
            let mut folders = folders.ancestors().skip(1).take_while(|folder| **folder != root);
            while folders.next().is_some_and(|folder| fs::remove_dir(folder).is_ok()) {}
        }
        for (name, file) in
            tree.files.iter().filter(|(name, file)| now.files.get(*name) != Some(*file))
        {
            // Others write a file anew.
            let _ = fs::remove_file(path(name));
            write(&path(name), file);
        }
        // An empty folder does not count: a commit that met a fault may leave one where a file is
        // to be.
        clear_empty(&root);
    }

    /// Gives every file permission bits of its own, depending on its owner's right to execute it:
    /// bits that git can express and others, none that the umask would take from a new file.
    ///
    /// # Panics
    ///
    /// When the system refuses.
    pub fn vary_permissions(&self) {
        let probe = self.outer.path().join("probe");
        let asked = fs::OpenOptions::new().write(true).create_new(true).mode(0o777).open(&probe);
        let left = asked.and_then(|file| file.metadata()).expect("the folder is ours");
        let left = left.permissions().mode();
        fs::remove_file(probe).expect("the folder is ours");
        for (number, (path, bits)) in self.permissions().into_iter().enumerate() {
            let choice = if bits & 0o100 == 0 {
                [0o600, 0o644, 0o444, 0o640]
            } else {
                [0o700, 0o755, 0o511, 0o744]
            };
            let bits = choice.get(number % choice.len()).map_or(bits, |bits| bits & left);
            fs::set_permissions(path, fs::Permissions::from_mode(bits)).expect("the file is ours");
        }
    }

    /// The permission bits of every file.
    ///
    /// # Panics
    ///
    /// When the system refuses.
    pub fn permissions(&self) -> BTreeMap<PathBuf, u32> {
        let root = self.root();
        let path = |name: &BString| root.join(OsStr::from_bytes(name));
        let bits = |path: &Path| {
            path.metadata().expect("the file can be looked at").permissions().mode() & 0o7777
        };
        let files = self.read().files;
        files.keys().map(|name| (path(name), bits(&path(name)))).collect()
    }

    /// Whether nothing is beside the root.
    ///
    /// # Panics
    ///
    /// When the folder cannot be listed.
    pub fn is_alone(&self) -> bool {
        list(self.outer.path()) == [self.root()]
    }
}

fn write(path: &Path, file: &File) {
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).expect("the harness makes trees that can be on disk");
    // An empty folder does not count: a commit that met a fault may leave one.
    let _ = fs::remove_dir(path);
    fs::write(path, &file.contents).expect("the harness makes trees that can be on disk");
    let mode = if file.executable { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the file is ours");
}

/// Removes the folders below one in which there is nothing.
fn clear_empty(folder: &Path) {
    for path in list(folder).iter().filter(|path| path.is_dir() && !path.is_symlink()) {
        clear_empty(path);
        // One that has something stays.
        let _ = fs::remove_dir(path);
    }
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    entries.map(|entry| entry.expect("the entry can be read").path()).collect()
}

/// Reads a folder's files, by their path from `root`. An empty folder does not count.
pub(crate) fn read_into(tree: &mut Tree, root: &Path, folder: &Path) {
    for path in list(folder) {
        let metadata = path.symlink_metadata().expect("the entry can be looked at");
        if metadata.is_dir() {
            read_into(tree, root, &path);
            continue;
        }
        assert!(metadata.is_file(), "{} is no file", path.display());
        let name = path.strip_prefix(root).expect("it is below the root");
        let contents = fs::read(&path).expect("the file can be read").into();
        let executable = metadata.permissions().mode() & 0o100 != 0;
        tree.files.insert(name.as_os_str().as_bytes().into(), File { contents, executable });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_survives_the_disk() {
        let mut tree = Tree::from([("d/x", "a"), ("\u{e9} b", "")]);
        tree.files.insert("run".into(), File { contents: "x".into(), executable: true });
        let scratch = Scratch::new(&tree);
        assert_eq!(scratch.read(), tree);
        assert!(scratch.is_alone());
    }

    #[test]
    fn an_empty_folder_is_nothing() {
        let scratch = Scratch::new(&Tree::default());
        fs::create_dir_all(scratch.root().join("d/e")).unwrap();
        scratch.become_tree(&Tree::default());
        assert!(!scratch.root().join("d").exists());
    }
}
