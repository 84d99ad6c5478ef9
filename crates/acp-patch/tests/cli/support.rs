//! A directory with a tree to patch and patches beside it, and the program run in it.

#![expect(
    clippy::disallowed_methods,
    reason = "a test makes its own files, below a directory of its own"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use snapbox::cmd::{Command, OutputAssert};
use snapbox::{Assert, IntoData};
use tempfile::TempDir;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_acp-patch");

/// Variables that change what is printed.
const UNWANTED: [&str; 6] =
    ["CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "COLORTERM", "NO_COLOR", "RUST_BACKTRACE"];

/// Everything below a directory, with permissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree(BTreeMap<PathBuf, (u32, Entry)>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Directory,
    File(Vec<u8>),
    Link(PathBuf),
}

/// `tree/` with files to patch; the program runs beside it.
pub(crate) struct Sandbox {
    dir: TempDir,
}

impl Sandbox {
    #[track_caller]
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let sandbox = Self { dir: tempfile::tempdir().expect("a temporary directory") };
        fs::create_dir(sandbox.path("tree")).unwrap();
        for (name, text) in files {
            sandbox.write(&format!("tree/{name}"), text);
        }
        sandbox
    }

    /// A sandbox with `fix.patch` in it.
    #[track_caller]
    pub(crate) fn with_patch(files: &[(&str, &str)], patch: &str) -> Self {
        let sandbox = Self::new(files);
        sandbox.write("fix.patch", patch);
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The path without links, as the program prints it.
    pub(crate) fn canonical(&self, name: &str) -> PathBuf {
        self.path(name).canonicalize().unwrap()
    }

    #[track_caller]
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    #[track_caller]
    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    /// All files and directories of the sandbox, the patches included.
    #[track_caller]
    pub(crate) fn tree(&self) -> Tree {
        let mut tree = BTreeMap::new();
        collect(self.dir.path(), self.dir.path(), &mut tree);
        Tree(tree)
    }

    /// The names of everything below a directory, those of directories with a slash.
    #[track_caller]
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let mut tree = BTreeMap::new();
        collect(&self.path(folder), &self.path(folder), &mut tree);
        let name = |(path, (_, entry)): (PathBuf, (u32, Entry))| {
            let slash = if entry == Entry::Directory { "/" } else { "" };
            format!("{}{slash}", path.to_str().expect("a name in UTF-8"))
        };
        tree.into_iter().map(name).collect()
    }

    /// Runs the program in the sandbox.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        command(args).current_dir(self.dir.path())
    }

    /// Runs `apply` on `tree`.
    #[track_caller]
    pub(crate) fn apply(&self, args: &[&str]) -> OutputAssert {
        self.command(&[&["apply", "--root", "tree"], args].concat()).assert()
    }
}

impl Tree {
    /// The paths of `tree/`, files only.
    pub(crate) fn files(&self) -> Vec<&str> {
        let files = self.0.iter().filter(|(_, (_, entry))| *entry != Entry::Directory);
        files.filter_map(|(path, _)| path.strip_prefix("tree").ok()?.to_str()).collect()
    }
}

/// The program, with nothing in its environment that changes what it prints.
pub(crate) fn command(args: &[&str]) -> Command {
    let command = Command::new(PROGRAM).args(args).with_assert(exact());
    UNWANTED.iter().fold(command, Command::env_remove)
}

/// Compares text with its snapshot; `SNAPSHOTS=overwrite` writes the snapshot anew.
#[track_caller]
pub(crate) fn assert_text(actual: impl IntoData, expected: impl IntoData) {
    exact().eq(actual, expected);
}

/// A comparison that leaves backslashes alone: JSON and escapes are full of them.
fn exact() -> Assert {
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false)
}

fn collect(root: &Path, folder: &Path, tree: &mut BTreeMap<PathBuf, (u32, Entry)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let name = path.strip_prefix(root).unwrap();
        let entry = if metadata.is_dir() {
            collect(root, &path, tree);
            Entry::Directory
        } else if metadata.is_symlink() {
            Entry::Link(fs::read_link(&path).unwrap())
        } else {
            Entry::File(fs::read(&path).unwrap())
        };
        tree.insert(name.to_owned(), (mode(&metadata), entry));
    }
}

#[cfg(unix)]
fn mode(metadata: &fs::Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions())
}

#[cfg(not(unix))]
fn mode(_: &fs::Metadata) -> u32 {
    0
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("standard output is UTF-8")
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("standard error is UTF-8")
}

/// The JSON of the one line on standard output.
#[track_caller]
pub(crate) fn json(output: &Output) -> serde_json::Value {
    let text = stdout(output);
    assert_eq!(text.find('\n'), text.len().checked_sub(1), "one line: {text:?}");
    let answer: serde_json::Value = serde_json::from_str(text).expect(text);
    assert!(fits_the_schemas(&answer), "{answer}");
    answer
}

/// Whether the receipt or the refusal in an answer is as the published schemas have it.
pub(crate) fn fits_the_schemas(answer: &serde_json::Value) -> bool {
    let schemas = [
        ("receipt", include_str!("../../../../docs/schemas/receipt.json")),
        ("error", include_str!("../../../../docs/schemas/refusal.json")),
    ];
    schemas.iter().all(|(key, schema)| {
        let schema = serde_json::from_str(schema).expect("the schema is JSON");
        let schema = jsonschema::validator_for(&schema).expect("the schema is one");
        answer.get(key).is_none_or(|value| schema.is_valid(value))
    })
}
