//! The hosts of the two workspaces that `patch-apply` brings.
#![expect(
    clippy::disallowed_methods,
    reason = "a folder of our own is looked at from outside the workspace under test"
)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use bstr::BString;
use patch_apply::{MemoryFile, MemoryWorkspace, Workspace};
use patch_fs::DirWorkspace;
use tempfile::TempDir;

use super::{Ability, Host, PROTECTED, Thing, Things};

/// The host of [`MemoryWorkspace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct InMemory;

const NAME_IN_MEMORY: &str = "/memory/root";

impl Host for InMemory {
    type Workspace = MemoryWorkspace;
    type Ground = ();

    fn has(&self, ability: Ability) -> bool {
        match ability {
            Ability::Symlinks
            | Ability::ExecutableBits
            | Ability::FileIds
            | Ability::NamesOfAnyBytes
            | Ability::NamedRoot
            | Ability::ProtectedPath => true,
            // Directories exist exactly where files are below them, there are no other committers,
            // and a file has one name.
            Ability::EmptyDirectories | Ability::HardLinks | Ability::OtherCommitters => false,
        }
    }

    fn open(&self, things: &Things) -> (MemoryWorkspace, ()) {
        let workspace = MemoryWorkspace::new().with_root_name(NAME_IN_MEMORY);
        let mut workspace = workspace.protect(PROTECTED).expect("a path inside");
        for (path, thing) in &things.0 {
            let file = match thing.clone() {
                Thing::File { contents, executable } => {
                    MemoryFile::Regular { contents: contents.into(), executable }
                }
                Thing::Symlink(target) => MemoryFile::Symlink { target },
                other => panic!("{other:?} is asked of those that have it"),
            };
            workspace.insert_file(path, file).expect("a path inside");
        }
        (workspace, ())
    }

    fn things(&self, workspace: &MemoryWorkspace, (): &()) -> Things {
        let thing = |file: &MemoryFile| match file.clone() {
            MemoryFile::Regular { contents, executable } => {
                Thing::File { contents: contents.into(), executable }
            }
            MemoryFile::Symlink { target } => Thing::Symlink(target),
        };
        workspace.files().map(|(path, file)| (path.into(), thing(file))).collect()
    }

    fn change_to(&self, workspace: &mut MemoryWorkspace, (): &mut (), things: &Things) {
        *workspace = self.open(things).0;
    }

    fn root_name(&self, (): &()) -> Option<BString> {
        Some(NAME_IN_MEMORY.into())
    }
}

/// The host of [`DirWorkspace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct OnDisk;

impl OnDisk {
    /// What a directory can contain on this system.
    pub fn holds(ability: Ability) -> bool {
        match ability {
            // Other systems refuse names that are not UTF-8, or fold them.
            Ability::NamesOfAnyBytes => cfg!(target_os = "linux"),
            Ability::Symlinks
            | Ability::ExecutableBits
            | Ability::HardLinks
            | Ability::EmptyDirectories
            | Ability::FileIds
            | Ability::NamedRoot
            | Ability::ProtectedPath
            | Ability::OtherCommitters => true,
        }
    }
}

impl Host for OnDisk {
    type Workspace = DirWorkspace;
    type Ground = TempDir;

    fn has(&self, ability: Ability) -> bool {
        Self::holds(ability)
    }

    fn open(&self, things: &Things) -> (DirWorkspace, TempDir) {
        let root = tempfile::tempdir().expect("a temporary folder");
        fill(root.path(), things);
        let workspace = DirWorkspace::open(root.path()).and_then(|dir| dir.protect(PROTECTED));
        (workspace.expect("a directory"), root)
    }

    fn things(&self, _: &DirWorkspace, root: &TempDir) -> Things {
        things_below(root.path())
    }

    fn change_to(&self, _: &mut DirWorkspace, root: &mut TempDir, things: &Things) {
        fill(root.path(), things);
    }

    fn root_name(&self, root: &TempDir) -> Option<BString> {
        Some(root.path().as_os_str().as_bytes().into())
    }

    fn other_committer(&self, root: &TempDir) -> Option<Box<dyn Workspace + Send>> {
        let other = DirWorkspace::open(root.path()).expect("a directory");
        Some(Box::new(other))
    }
}

/// Empties a directory and puts these things there.
///
/// # Panics
///
/// When the system refuses.
pub fn fill(root: &Path, things: &Things) {
    for entry in fs::read_dir(root).expect("a directory of ours") {
        let path = entry.expect("a directory of ours").path();
        let is_folder = path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
        let gone = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        gone.expect("it can be removed");
    }
    for (path, thing) in &things.0 {
        let path = root.join(OsStr::from_bytes(path));
        let folder = path.parent().expect("it lies below the root");
        fs::create_dir_all(folder).expect("it can be made");
        put(root, &path, thing).expect("it can be made");
    }
}

fn put(root: &Path, path: &Path, thing: &Thing) -> std::io::Result<()> {
    match thing {
        Thing::File { contents, executable } => {
            fs::write(path, contents)?;
            let mode = if *executable { 0o755 } else { 0o644 };
            fs::set_permissions(path, fs::Permissions::from_mode(mode))
        }
        Thing::HardLink(first) => fs::hard_link(root.join(OsStr::from_bytes(first)), path),
        Thing::Symlink(target) => symlink(OsStr::from_bytes(target), path),
        Thing::EmptyDirectory => fs::create_dir(path),
    }
}

/// What is below a directory.
///
/// # Panics
///
/// When the system refuses.
pub fn things_below(root: &Path) -> Things {
    let mut things = Things::default();
    collect(root, root, &mut things);
    things
}

fn collect(root: &Path, folder: &Path, things: &mut Things) {
    let entries = fs::read_dir(folder).expect("a directory of ours");
    let mut is_empty = true;
    for entry in entries {
        is_empty = false;
        let path = entry.expect("a directory of ours").path();
        let metadata = path.symlink_metadata().expect("it is there");
        let thing = if metadata.is_dir() {
            collect(root, &path, things);
            continue;
        } else if metadata.is_symlink() {
            let target = fs::read_link(&path).expect("a link");
            Thing::Symlink(target.into_os_string().into_vec().into())
        } else {
            let contents = fs::read(&path).expect("a file").into();
            Thing::File { contents, executable: metadata.permissions().mode() & 0o100 != 0 }
        };
        things.0.insert(below(root, &path), thing);
    }
    if is_empty && folder != root {
        things.0.insert(below(root, folder), Thing::EmptyDirectory);
    }
}

fn below(root: &Path, path: &Path) -> BString {
    let path = path.strip_prefix(root).expect("it lies below the root");
    path.as_os_str().as_bytes().into()
}
