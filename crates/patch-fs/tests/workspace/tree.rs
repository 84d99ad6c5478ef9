//! A tree on the disk as a value: names, kinds, permissions, bytes, and which file it is.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]
#![allow(clippy::unwrap_used, reason = "helpers of tests may stop at the first surprise")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

/// Makes these files, with the permissions 0640; `-> target` makes a link.
pub(crate) fn fill(root: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if let Some(target) = text.strip_prefix("-> ") {
            symlink(target, &path).unwrap();
        } else {
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        }
    }
}

/// What is at each path below `root`.
pub(crate) fn snapshot(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    visit(root, root, &mut |path, shown| drop(found.insert(path, shown)), &describe);
    found
}

/// As [`snapshot`], and files must be the very same ones: node, time and links included.
pub(crate) fn exact_snapshot(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let describe = |path: &Path| {
        let m = fs::symlink_metadata(path).unwrap();
        let same = if m.is_dir() {
            String::new()
        } else {
            format!(" {} {} {}.{}", m.ino(), m.nlink(), m.mtime(), m.mtime_nsec())
        };
        describe(path) + &same
    };
    visit(root, root, &mut |path, shown| drop(found.insert(path, shown)), &describe);
    found
}

fn visit(
    root: &Path,
    folder: &Path,
    found: &mut impl FnMut(String, String),
    describe: &impl Fn(&Path) -> String,
) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().as_os_str().as_bytes().escape_ascii();
        found(name.to_string(), describe(&path));
        if fs::symlink_metadata(&path).unwrap().is_dir() {
            visit(root, &path, found, describe);
        }
    }
}

fn describe(path: &Path) -> String {
    let m = fs::symlink_metadata(path).unwrap();
    let owner = format!("{:06o} {}:{}", m.mode(), m.uid(), m.gid());
    if m.is_file() {
        format!("{owner} {}", fs::read(path).unwrap().escape_ascii())
    } else if m.is_symlink() {
        format!("{owner} -> {}", fs::read_link(path).unwrap().display())
    } else {
        owner
    }
}
