//! One tree in memory and on the disk, so that a check runs over both.

use std::collections::BTreeMap;

use bstr::{BStr, BString};
use patch_apply::{
    Change, Entry, MemoryFile, MemoryWorkspace, Sync, Workspace, WorkspaceError, WorkspacePath,
};

/// A tree to start from: path and contents; `-> target` makes a link.
pub(crate) type Files<'f> = &'f [(&'f str, &'f str)];

/// A workspace of either kind.
pub(crate) enum World {
    Memory(MemoryWorkspace),
    #[cfg(all(unix, feature = "dir"))]
    Disk(patch_apply::DirWorkspace, tempfile::TempDir),
}

/// Runs a check over the same tree in every kind of workspace.
pub(crate) fn everywhere(files: Files<'_>, check: impl Fn(&mut World)) {
    check(&mut World::in_memory(files));
    #[cfg(all(unix, feature = "dir"))]
    check(&mut World::on_disk(files));
}

impl World {
    fn in_memory(files: Files<'_>) -> Self {
        let mut workspace = MemoryWorkspace::new();
        for (path, contents) in files {
            let file = match contents.strip_prefix("-> ") {
                Some(target) => MemoryFile::Symlink { target: target.into() },
                None => MemoryFile::Regular { contents: (*contents).into(), executable: false },
            };
            workspace.insert_file(path, file).unwrap();
        }
        Self::Memory(workspace)
    }

    /// All files, as they would be given to make the tree.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        match self {
            Self::Memory(workspace) => {
                workspace.files().map(|(path, file)| (path.to_string(), shown(file))).collect()
            }
            #[cfg(all(unix, feature = "dir"))]
            Self::Disk(_, dir) => files_on_disk(dir.path()),
        }
    }

    #[track_caller]
    pub(crate) fn assert_files(&self, files: Files<'_>) {
        let wanted = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        assert_eq!(self.files(), wanted.collect(), "{}", self.name());
    }

    /// A commit that is refused changes nothing.
    #[track_caller]
    pub(crate) fn refuses(&mut self, changes: &[Change], code: &str) {
        let before = self.files();
        let error = self.commit(changes, Sync::None).unwrap_err();
        assert_eq!(error.code.as_str(), code, "{}: {error}", self.name());
        assert_eq!(self.files(), before, "{}: {error}", self.name());
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Memory(_) => "in memory",
            #[cfg(all(unix, feature = "dir"))]
            Self::Disk(..) => "on the disk",
        }
    }

    fn inner(&self) -> &dyn Workspace {
        match self {
            Self::Memory(workspace) => workspace,
            #[cfg(all(unix, feature = "dir"))]
            Self::Disk(workspace, _) => workspace,
        }
    }
}

fn shown(file: &MemoryFile) -> String {
    match file {
        MemoryFile::Regular { contents, .. } => String::from_utf8_lossy(contents).into_owned(),
        MemoryFile::Symlink { target } => format!("-> {target}"),
    }
}

#[cfg(all(unix, feature = "dir"))]
impl World {
    fn on_disk(files: Files<'_>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        crate::tree::fill(dir.path(), files);
        Self::Disk(patch_apply::DirWorkspace::open(dir.path()).unwrap(), dir)
    }
}

/// The files without their owner and permissions, and without the directories.
#[cfg(all(unix, feature = "dir"))]
fn files_on_disk(root: &std::path::Path) -> BTreeMap<String, String> {
    let all = crate::tree::snapshot(root).into_iter();
    all.filter_map(|(path, shown)| Some((path, shown.splitn(3, ' ').nth(2)?.to_owned()))).collect()
}

impl Workspace for World {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        self.inner().resolve(path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        self.inner().entry(path)
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        self.inner().follow(path)
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        self.inner().read_link(path)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        self.inner().read(path, limit)
    }

    fn commit(&mut self, changes: &[Change], sync: Sync) -> Result<(), WorkspaceError> {
        match self {
            Self::Memory(workspace) => workspace.commit(changes, sync),
            #[cfg(all(unix, feature = "dir"))]
            Self::Disk(workspace, _) => workspace.commit(changes, sync),
        }
    }
}
