//! Trees on disk, and git to work on them.
#![expect(
    clippy::disallowed_methods,
    reason = "a folder of our own, thrown away after the test, is what git works on"
)]

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bstr::{BStr, ByteSlice};
use patch_gen::{Entry, Snapshot};
use tempfile::TempDir;

/// A folder of its own, without a repository until [`Scratch::tree_id`] needs one.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder that holds `tree`.
    pub(crate) fn with(tree: &Snapshot<'_>) -> Self {
        let scratch = Self::new();
        scratch.fill(tree);
        scratch
    }

    /// Replaces all files with those of `tree`.
    pub(crate) fn fill(&self, tree: &Snapshot<'_>) {
        for entry in self.top_level() {
            let is_dir = entry.is_dir() && !entry.is_symlink();
            if is_dir { fs::remove_dir_all(entry) } else { fs::remove_file(entry) }.unwrap();
        }
        for (path, entry) in tree.iter() {
            write_entry(&self.path().join(OsStr::from_bytes(path)), entry);
        }
    }

    /// What the folder holds.
    pub(crate) fn read(&self) -> Snapshot<'static> {
        let mut tree = Snapshot::new();
        let mut pending = self.top_level();
        while let Some(path) = pending.pop() {
            if path.is_dir() && !path.is_symlink() {
                pending.extend(list(&path));
            } else {
                let name = path.strip_prefix(self.path()).unwrap().as_os_str();
                tree.insert(name.as_bytes(), read_entry(&path));
            }
        }
        tree
    }

    /// Writes the files as a tree object of a repository in this folder.
    pub(crate) fn tree_id(&self) -> String {
        if !self.path().join(".git").exists() {
            self.git(&["init", "--quiet"], b"");
        }
        self.git(&["add", "--all", "--force", "."], b"");
        self.git(&["write-tree"], b"").trim_ascii().to_str().unwrap().to_owned()
    }

    /// Gives all files these attributes.
    pub(crate) fn set_attributes(&self, attributes: &str) {
        let info = self.path().join(".git/info");
        fs::create_dir_all(&info).unwrap();
        fs::write(info.join("attributes"), format!("* {attributes}\n")).unwrap();
    }

    /// Runs git here with the user's settings out of the way; its standard output.
    #[track_caller]
    pub(crate) fn git(&self, args: &[&str], input: &[u8]) -> Vec<u8> {
        let mut child = Command::new("git")
            .args(["-c", "core.autocrlf=false", "-c", "core.quotePath=true"])
            .args(args)
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", self.path().parent().unwrap())
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .env_remove("GIT_EXTERNAL_DIFF")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("these tests need `git` on the PATH: {error}"));
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        let complaint = output.stderr.as_bstr();
        assert!(
            output.status.success(),
            "git {args:?}: {complaint}\n--- input ---\n{}",
            BStr::new(input)
        );
        output.stdout
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn top_level(&self) -> Vec<PathBuf> {
        list(self.path()).into_iter().filter(|path| !path.ends_with(".git")).collect()
    }
}

fn list(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn write_entry(path: &Path, entry: &Entry<'_>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if entry.mode.is_symlink() {
        symlink(OsStr::from_bytes(&entry.contents), path).unwrap();
        return;
    }
    fs::write(path, &entry.contents).unwrap();
    fs::set_permissions(path, Permissions::from_mode(entry.mode.0 & 0o777)).unwrap();
}

fn read_entry(path: &Path) -> Entry<'static> {
    if path.is_symlink() {
        let target = fs::read_link(path).unwrap().into_os_string().into_vec();
        return Entry::new(target, patch_parse::FileMode::SYMLINK);
    }
    let is_executable = fs::metadata(path).unwrap().permissions().mode() & 0o100 != 0;
    let mode = if is_executable {
        patch_parse::FileMode::EXECUTABLE
    } else {
        patch_parse::FileMode::REGULAR
    };
    Entry::new(fs::read(path).unwrap(), mode)
}
