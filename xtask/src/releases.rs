//! Real input: pairs of consecutive releases of crates that other people wrote.
//!
//! `releases/old` and `releases/new` are two manifests from which nothing is built. They pin a
//! release and the one before it of the same crates; cargo fetches both into its registry folder
//! and checks them against the checksums in their `Cargo.lock`. Git and GNU diff make the patches
//! between them when they are needed, in a [`Scratch`] folder that is removed when it is dropped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::error::{Context as _, Error, Result};
use crate::files::{copy_tree, write};
use crate::shell::{cargo, root, stdout};

/// A crate with two consecutive releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The crate's name.
    pub name: String,
    /// The older release.
    pub old: Release,
    /// The newer release.
    pub new: Release,
}

/// One release, unpacked in cargo's registry folder. Read it, never write there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// Its version.
    pub version: String,
    /// Its root folder.
    pub path: PathBuf,
}

/// All pairs, sorted by name. Cargo fetches what is not there yet.
///
/// # Errors
///
/// When cargo cannot fetch a release, or the two manifests do not name the same crates.
pub fn pairs() -> Result<Vec<Pair>> {
    let old = releases("old")?;
    let mut new = releases("new")?;
    let pairs = old.into_iter().map(|(name, old)| {
        let missing = || Error::new(format!("xtask/releases/new/Cargo.toml lacks {name}; add it"));
        let new = new.remove(&name).ok_or_else(missing)?;
        Ok(Pair { name, old, new })
    });
    pairs.collect()
}

/// The pair of this name.
///
/// # Errors
///
/// As [`pairs`], and when there is no such pair.
pub fn pair(name: &str) -> Result<Pair> {
    let pairs = pairs()?;
    let known = pairs.iter().map(|pair| pair.name.as_str()).collect::<Vec<_>>().join(", ");
    let found = pairs.into_iter().find(|pair| pair.name == name);
    found.ok_or_else(|| Error::new(format!("no releases of {name:?} here; there are: {known}")))
}

/// The direct dependencies of `releases/{side}`.
fn releases(side: &str) -> Result<BTreeMap<String, Release>> {
    let manifest = root().join("xtask/releases").join(side).join("Cargo.toml");
    let mut command = cargo(["metadata", "--locked", "--format-version", "1", "--manifest-path"]);
    let json = stdout(command.arg(&manifest), &[0])?;
    let metadata: Value = serde_json::from_slice(&json).context("cargo metadata")?;
    direct_dependencies(&metadata)
        .ok_or_else(|| Error::new(format!("cargo metadata of {} is not whole", manifest.display())))
}

fn direct_dependencies(metadata: &Value) -> Option<BTreeMap<String, Release>> {
    let root = metadata.get("resolve")?.get("root")?;
    let packages = metadata.get("packages")?.as_array()?;
    let root = packages.iter().find(|package| package.get("id") == Some(root))?;
    let wanted = root.get("dependencies")?.as_array()?;
    let wanted: Option<Vec<&str>> = wanted.iter().map(|dep| dep.get("name")?.as_str()).collect();
    let wanted = wanted?;
    let releases = packages.iter().filter_map(|package| {
        let name = package.get("name")?.as_str().filter(|name| wanted.contains(name))?;
        let version = package.get("version")?.as_str()?.to_owned();
        let path = Path::new(package.get("manifest_path")?.as_str()?).parent()?.to_owned();
        Some((name.to_owned(), Release { version, path }))
    });
    Some(releases.collect()).filter(|found: &BTreeMap<_, _>| found.len() == wanted.len())
}

/// The tool that makes the patch from one tree to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// `git diff` between two trees of a repository, renames found: what a commit would show.
    Git,
    /// `git diff --no-index` between two folders, without prefixes: the folder names `a` and `b`
    /// take the place of git's prefixes.
    ///
    /// Renames are shown as an addition and a deletion: `rename from` would name the folder, which
    /// no repository's patch does.
    GitNoIndex,
    /// `diff -ruN` of GNU diffutils: timestamps, no git headers, no renames.
    Gnu,
}

/// A folder with copies of both releases, removed when dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    copies: std::cell::Cell<usize>,
}

impl Scratch {
    /// Copies both releases of `pair` into a new folder.
    ///
    /// # Errors
    ///
    /// When something cannot be copied.
    pub fn new(pair: &Pair) -> Result<Self> {
        let folder = TempDir::with_prefix("acp-patch-").context("a scratch folder")?;
        copy_tree(&pair.old.path, &folder.path().join("a"))?;
        copy_tree(&pair.new.path, &folder.path().join("b"))?;
        Ok(Self { folder, copies: std::cell::Cell::new(0) })
    }

    /// The folder. Commands run in it, so that names are short.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The older release; not to be changed.
    pub fn old(&self) -> PathBuf {
        self.path().join("a")
    }

    /// The newer release; not to be changed.
    pub fn new_tree(&self) -> PathBuf {
        self.path().join("b")
    }

    /// A fresh copy of the older release, to be patched.
    ///
    /// # Errors
    ///
    /// When something cannot be copied.
    pub fn copy_of_old(&self) -> Result<PathBuf> {
        let number = self.copies.get() + 1;
        self.copies.set(number);
        let copy = self.path().join(format!("old-{number}"));
        copy_tree(&self.old(), &copy)?;
        Ok(copy)
    }

    /// Removes the folder.
    ///
    /// # Errors
    ///
    /// When something of it stays behind; dropping it would not report that.
    pub fn close(self) -> Result {
        let path = self.path().display().to_string();
        self.folder.close().context(path)
    }

    /// The patch from the older to the newer release.
    ///
    /// # Errors
    ///
    /// When git or diff is not installed, or fails.
    pub fn patch(&self, maker: Maker) -> Result<Vec<u8>> {
        match maker {
            Maker::Git => self.git_diff(),
            Maker::GitNoIndex => {
                let mut git = self.tool("git");
                git.args(["diff", "--no-index", "--no-prefix", "--no-renames", "a", "b"]);
                stdout(&mut git, &[0, 1])
            }
            Maker::Gnu => stdout(self.tool("diff").args(["-ruN", "a", "b"]), &[0, 1]),
        }
    }

    /// Git's patch of the change with a given algorithm, and object names of 7 digits.
    ///
    /// # Errors
    ///
    /// When git is not installed, or fails, or [`Maker::Git`] was not used before.
    pub fn git_diff_by(&self, algorithm: &str) -> Result<Vec<u8>> {
        let (old, new) = (self.git_tree("a")?, self.git_tree("b")?);
        let algorithm = format!("--diff-algorithm={algorithm}");
        let args = ["diff", "--find-renames", "--no-ext-diff", "--abbrev=7", &algorithm];
        stdout(self.git().args(args).args([&old, &new]), &[0])
    }

    fn git_diff(&self) -> Result<Vec<u8>> {
        stdout(self.tool("git").args(["init", "--quiet", "--bare", "git"]), &[0])?;
        // The releases may bring attributes that change line endings or hide diffs; these override
        // them.
        let attributes = b"* -text !eol !diff !filter !ident !working-tree-encoding\n";
        write(&self.path().join("git/info/attributes"), attributes)?;
        let old = self.git_tree("a")?;
        let new = self.git_tree("b")?;
        stdout(self.git().args(["diff", "--find-renames", "--no-ext-diff", &old, &new]), &[0])
    }

    /// Records a folder in the scratch repository and returns the name of the tree object.
    fn git_tree(&self, folder: &str) -> Result<String> {
        stdout(self.git().args(["read-tree", "--empty"]), &[0])?;
        stdout(self.git().args(["--work-tree", folder, "add", "--all", "--force"]), &[0])?;
        let name = stdout(self.git().arg("write-tree"), &[0])?;
        Ok(String::from_utf8_lossy(&name).trim().to_owned())
    }

    fn git(&self) -> Command {
        let mut git = self.tool("git");
        git.args(["--git-dir", "git"]);
        git
    }

    /// A tool with its defaults, whatever configuration its user has.
    fn tool(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GIT_") {
                command.env_remove(name);
            }
        }
        command
            .current_dir(self.path())
            .env("GIT_CEILING_DIRECTORIES", self.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("HOME", self.path())
            .env("XDG_CONFIG_HOME", self.path())
            .env("LC_ALL", "C")
            .env("TZ", "UTC");
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> Pair {
        let release = |folder: &str| Release {
            version: "1.0.0".to_owned(),
            path: root().join("xtask/releases").join(folder),
        };
        Pair { name: "releases".to_owned(), old: release("old"), new: release("new") }
    }

    #[track_caller]
    fn check(maker: Maker, expected: &[&str]) {
        let scratch = Scratch::new(&pair()).unwrap();
        let patch = String::from_utf8(scratch.patch(maker).unwrap()).unwrap();
        for line in expected {
            assert!(patch.contains(line), "{line} in\n{patch}");
        }
        let folder = scratch.path().to_owned();
        scratch.close().unwrap();
        assert!(!folder.exists(), "the scratch folder stays behind");
    }

    #[test]
    fn each_maker_writes_its_own_headers() {
        let git = ["diff --git a/Cargo.toml b/Cargo.toml\nindex ", "\n--- a/Cargo.toml\n"];
        check(Maker::Git, &git);
        check(Maker::GitNoIndex, &git);
        check(Maker::Gnu, &["diff -ruN a/Cargo.toml b/Cargo.toml\n--- a/Cargo.toml\t"]);
    }

    #[test]
    fn cargo_metadata_that_lacks_a_release_is_refused() {
        let metadata = |packages: &str| -> Value {
            let text = format!(r#"{{"resolve": {{"root": "r"}}, "packages": [{packages}]}}"#);
            serde_json::from_str(&text).unwrap()
        };
        let root = r#"{"id": "r", "name": "releases-old", "dependencies": [{"name": "x"}]}"#;
        let x =
            r#"{"id": "x", "name": "x", "version": "1.0.0", "manifest_path": "/r/x/Cargo.toml"}"#;
        assert_eq!(direct_dependencies(&metadata(root)), None);
        let whole = direct_dependencies(&metadata(&format!("{root}, {x}"))).unwrap();
        let release = Release { version: "1.0.0".to_owned(), path: "/r/x".into() };
        assert_eq!(whole, BTreeMap::from([("x".to_owned(), release)]));
    }
}
