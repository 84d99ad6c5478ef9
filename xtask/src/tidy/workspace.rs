//! What the checks examine: the packages as cargo reports them, and the text of every file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::{Context as _, Error, Result};
use crate::files::{read, relative, walk};
use crate::shell::{cargo, root, stdout};

/// Folders that contain no text of ours, from the root.
const SKIPPED: &[&str] =
    &[".git", "target", "fuzz/target", "fuzz/corpus", "fuzz/artifacts", "fuzz/coverage"];

/// The repository.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// The members of the workspace.
    pub packages: Vec<Package>,
    /// Every text file.
    pub files: Vec<File>,
    /// Absolute paths of the machine this runs on, each ending in `/`.
    pub machine_paths: Vec<String>,
}

/// A member of the workspace.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its manifest, from the root.
    pub manifest: String,
    /// Where its library, its programs, examples and benchmarks begin, from the root.
    pub roots: Vec<String>,
    /// Its direct dependencies.
    pub dependencies: Vec<Dependency>,
    /// All its dependencies, direct and indirect, without dev-dependencies.
    pub brings: BTreeSet<String>,
}

/// A dependency of a package.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The name of the package depended on.
    pub name: String,
    /// Whether it is a dev-dependency.
    pub is_dev: bool,
    /// Whether only a feature brings it in.
    pub is_optional: bool,
}

/// A text file.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl Workspace {
    /// Reads this repository.
    ///
    /// # Errors
    ///
    /// When cargo does not understand the manifests, or a file cannot be read.
    pub fn load() -> Result<Self> {
        let mut command = cargo(["metadata", "--format-version", "1", "--all-features"]);
        let json = stdout(&mut command, &[0])?;
        let metadata: Value = serde_json::from_slice(&json).context("cargo metadata")?;
        let packages =
            packages(&metadata, root()).ok_or_else(|| Error::new("cargo metadata is not whole"))?;
        Ok(Self { packages, files: text_files(root())?, machine_paths: machine_paths() })
    }

    /// The file at this path from the root.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }
}

impl File {
    /// Its lines with their numbers, 1-based.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The number of the first line that contains `text`; 1 if there is none.
    pub fn line_of(&self, text: &str) -> usize {
        self.lines().find(|(_, line)| line.contains(text)).map_or(1, |(number, _)| number)
    }
}

fn packages(metadata: &Value, root: &Path) -> Option<Vec<Package>> {
    let packages = metadata.get("packages")?.as_array()?;
    let members = metadata.get("workspace_members")?.as_array()?;
    let graph = Graph::read(metadata)?;
    let ours = packages.iter().filter(|one| one.get("id").is_some_and(|id| members.contains(id)));
    ours.map(|package| {
        let manifest = Path::new(package.get("manifest_path")?.as_str()?);
        let dependencies = package.get("dependencies")?.as_array()?.iter().map(dependency);
        let targets =
            package.get("targets")?.as_array()?.iter().filter(|target| is_product(target));
        let roots = targets.map(|target| {
            Some(slashed(relative(Path::new(target.get("src_path")?.as_str()?), root)))
        });
        Some(Package {
            name: package.get("name")?.as_str()?.to_owned(),
            manifest: slashed(relative(manifest, root)),
            roots: roots.collect::<Option<_>>()?,
            dependencies: dependencies.collect::<Option<_>>()?,
            brings: graph.reached_from(package.get("id")?.as_str()?),
        })
    })
    .collect()
}

/// Whether a target of cargo's is neither a test nor a build script.
fn is_product(target: &Value) -> bool {
    let kinds = target.get("kind").and_then(Value::as_array).into_iter().flatten();
    !kinds.filter_map(Value::as_str).any(|kind| matches!(kind, "test" | "custom-build"))
}

fn dependency(value: &Value) -> Option<Dependency> {
    Some(Dependency {
        name: value.get("name")?.as_str()?.to_owned(),
        is_dev: value.get("kind")?.as_str() == Some("dev"),
        is_optional: value.get("optional")?.as_bool()?,
    })
}

/// The resolved graph, without dev-dependencies.
struct Graph<'a> {
    names: BTreeMap<&'a str, &'a str>,
    edges: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Graph<'a> {
    fn read(metadata: &'a Value) -> Option<Self> {
        let packages = metadata.get("packages")?.as_array()?.iter();
        let names =
            packages.map(|one| Some((one.get("id")?.as_str()?, one.get("name")?.as_str()?)));
        let nodes = metadata.get("resolve")?.get("nodes")?.as_array()?.iter();
        let edges = nodes.map(|node| {
            let deps = node.get("deps")?.as_array()?.iter().filter(|dep| !is_dev_only(dep));
            let targets = deps.map(|dep| dep.get("pkg")?.as_str()).collect::<Option<_>>()?;
            Some((node.get("id")?.as_str()?, targets))
        });
        Some(Self { names: names.collect::<Option<_>>()?, edges: edges.collect::<Option<_>>()? })
    }

    fn reached_from(&self, id: &'a str) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let targets = self.edges.get(id).into_iter().flatten().copied();
            open.extend(targets.filter(|target| seen.insert(*target)));
        }
        seen.iter().filter_map(|id| self.names.get(id)).map(|&name| name.to_owned()).collect()
    }
}

fn is_dev_only(dep: &Value) -> bool {
    let kinds = dep.get("dep_kinds").and_then(Value::as_array);
    kinds.is_some_and(|kinds| {
        kinds.iter().all(|kind| kind.get("kind").and_then(Value::as_str) == Some("dev"))
    })
}

fn text_files(root: &Path) -> Result<Vec<File>> {
    let wanted = |path: &Path| {
        let path = relative(path, root);
        !SKIPPED.iter().any(|skipped| path == Path::new(skipped)) && !path.ends_with("target")
    };
    let mut files = Vec::new();
    for path in walk(root, &wanted)? {
        // Corpora contain what no editor would write: they are data, not text.
        if let Ok(text) = String::from_utf8(read(&path)?) {
            files.push(File { path: slashed(relative(&path, root)), text });
        }
    }
    Ok(files)
}

/// The folders of this machine that contain the checkout, its neighbours, and what cargo fetched.
///
/// The home folder and the folder of the checkouts are not included: texts contain `/root/x`,
/// `/home/user/x` or `/srv/x` as examples of paths.
fn machine_paths() -> Vec<String> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(home?.join(".cargo")));
    let folder = root().parent().filter(|folder| folder.parent().is_some());
    let beside = folder.and_then(|folder| folder.read_dir().ok()).into_iter().flatten();
    let beside = beside.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    let paths = beside.chain([root().to_owned()]).chain(cargo_home);
    paths.map(|path| format!("{}/", path.display())).collect()
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_know_what_they_bring() {
        let metadata = serde_json::json!({
            "workspace_members": ["ours"],
            "packages": [
                {"id": "ours", "name": "ours", "manifest_path": "/r/crates/ours/Cargo.toml", "targets": [
                    {"kind": ["lib"], "src_path": "/r/crates/ours/src/lib.rs"},
                    {"kind": ["test"], "src_path": "/r/crates/ours/tests/main.rs"},
                ], "dependencies": [
                    {"name": "near", "kind": null, "optional": true},
                    {"name": "test-only", "kind": "dev", "optional": false},
                ]},
                {"id": "near", "name": "near"},
                {"id": "far", "name": "far"},
                {"id": "test-only", "name": "test-only"},
            ],
            "resolve": {"nodes": [
                {"id": "ours", "deps": [
                    {"pkg": "near", "dep_kinds": [{"kind": null}]},
                    {"pkg": "test-only", "dep_kinds": [{"kind": "dev"}]},
                ]},
                {"id": "near", "deps": [{"pkg": "far", "dep_kinds": [{"kind": "build"}]}]},
                {"id": "far", "deps": []},
                {"id": "test-only", "deps": []},
            ]},
        });
        let packages = packages(&metadata, Path::new("/r")).unwrap();
        assert_eq!(packages.len(), 1);
        assert_eq!(packages[0].manifest, "crates/ours/Cargo.toml");
        assert_eq!(packages[0].roots, ["crates/ours/src/lib.rs"], "tests are aside");
        assert_eq!(packages[0].brings.iter().collect::<Vec<_>>(), ["far", "near"]);
        let kinds = packages[0].dependencies.iter().map(|dep| (dep.is_dev, dep.is_optional));
        assert_eq!(kinds.collect::<Vec<_>>(), [(false, true), (true, false)]);
    }
}
