//! The one set of changes that every rendering is made from.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::DiffFileType;
use bstr::{BStr, BString, ByteSlice};
use patch_gen::{Entry, Snapshot, is_binary, tree_changes};
use patch_parse::FileMode;

/// What happened to the files of a tree.
///
/// Names are bytes, as the file system has them: one that the protocol cannot carry is an error of the
/// rendering that needs it, and none of the patch that leads back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeChange<'a> {
    pub(super) root: AbsolutePath,
    pub(super) files: Vec<FileChange<'a>>,
}

/// What happened to one file. Paths are below the root, or absolute where they lie elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileChange<'a> {
    Add { path: BString, new: Entry<'a> },
    Delete { path: BString, old: Entry<'a> },
    Modify { path: BString, old: Entry<'a>, new: Entry<'a> },
    Move { old_path: BString, path: BString, old: Entry<'a>, new: Entry<'a> },
    Copy { old_path: BString, path: BString, old: Entry<'a>, new: Entry<'a> },
}

impl<'a> TreeChange<'a> {
    /// What became of each file of `old` in `new`; their paths are below `root`, or absolute.
    ///
    /// A file at another path is a deletion and an addition; [`Self::of_changes`] has moves as well.
    pub fn between(old: &'a Snapshot<'a>, new: &'a Snapshot<'a>, root: &AbsolutePath) -> Self {
        Self::of_changes(tree_changes(old, new), root)
    }

    /// Changes to files whose paths are below `root`, or absolute: those of
    /// [`tree_changes`], or of [`find_renames`](patch_gen::find_renames), which has moves and copies.
    pub fn of_changes(
        changes: impl IntoIterator<Item = patch_gen::FileChange<'a>>,
        root: &AbsolutePath,
    ) -> Self {
        use patch_gen::FileChange as Generated;
        let mut change = Self::new(root);
        for one in changes {
            let (old, new) = (one.before().map(Entry::borrowed), one.after().map(Entry::borrowed));
            match (one, old, new) {
                (Generated::Move { old_path, path, .. }, Some(old), Some(new)) => {
                    let (old_path, path) = (below(root, old_path), below(root, path));
                    change.files.push(FileChange::Move { old_path, path, old, new });
                }
                (Generated::Copy { old_path, path, .. }, Some(old), Some(new)) => {
                    let (old_path, path) = (below(root, old_path), below(root, path));
                    change.files.push(FileChange::Copy { old_path, path, old, new });
                }
                (one, old, new) => change.push(one.path(), old, new),
            }
        }
        change.sort();
        change
    }

    /// Nothing happened yet.
    pub(super) fn new(root: &AbsolutePath) -> Self {
        Self { root: root.clone(), files: Vec::new() }
    }

    /// By path; what goes from a path comes before what comes to it.
    pub(super) fn sort(&mut self) {
        self.files.sort_by(|a, b| a.path().cmp(b.path()));
    }

    /// What became of each file, for the writers of patches: paths are below the root, or absolute where they lie
    /// elsewhere.
    pub fn files(&self) -> impl Iterator<Item = patch_gen::FileChange<'_>> {
        self.files.iter().map(FileChange::as_generated)
    }

    /// The same with the modes that git has: of the permission bits, whether the owner may execute a file.
    #[must_use]
    pub fn with_git_modes(mut self) -> Self {
        let entries = self.files.iter_mut().flat_map(FileChange::entries_mut);
        entries.for_each(|entry| entry.mode = usual(entry.mode));
        self
    }

    /// The change that takes this one back. Of a copy nothing but the copy goes.
    #[must_use]
    pub fn reversed(self) -> Self {
        let files = self.files.into_iter().map(FileChange::reversed).collect();
        let mut change = Self { root: self.root, files };
        change.sort();
        change
    }

    /// Whether no file changed.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Appends what became of the file at `path`.
    pub(super) fn push(&mut self, path: &BStr, old: Option<Entry<'a>>, new: Option<Entry<'a>>) {
        if old == new {
            return;
        }
        let path = below(&self.root, path);
        match (old, new) {
            (Some(old), Some(new)) if kind(&old) == kind(&new) => {
                self.files.push(FileChange::Modify { path, old, new });
            }
            (old, new) => {
                let delete = old.map(|old| FileChange::Delete { path: path.clone(), old });
                let add = new.map(|new| FileChange::Add { path, new });
                self.files.extend(delete.into_iter().chain(add));
            }
        }
    }
}

impl<'a> FileChange<'a> {
    fn as_generated(&self) -> patch_gen::FileChange<'_> {
        use patch_gen::FileChange as Generated;
        match self {
            Self::Add { path, new } => Generated::Add { path: path.as_bstr(), new },
            Self::Delete { path, old } => Generated::Delete { path: path.as_bstr(), old },
            Self::Modify { path, old, new } => Generated::Modify { path: path.as_bstr(), old, new },
            Self::Move { old_path, path, old, new } => {
                Generated::Move { old_path: old_path.as_bstr(), path: path.as_bstr(), old, new }
            }
            Self::Copy { old_path, path, old, new } => {
                Generated::Copy { old_path: old_path.as_bstr(), path: path.as_bstr(), old, new }
            }
        }
    }

    fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry<'a>> {
        let (old, new) = match self {
            Self::Add { new, .. } => (None, Some(new)),
            Self::Delete { old, .. } => (Some(old), None),
            Self::Modify { old, new, .. }
            | Self::Move { old, new, .. }
            | Self::Copy { old, new, .. } => (Some(old), Some(new)),
        };
        old.into_iter().chain(new)
    }

    fn reversed(self) -> Self {
        match self {
            Self::Add { path, new } | Self::Copy { path, new, .. } => {
                Self::Delete { path, old: new }
            }
            Self::Delete { path, old } => Self::Add { path, new: old },
            Self::Modify { path, old, new } => Self::Modify { path, old: new, new: old },
            Self::Move { old_path, path, old, new } => {
                Self::Move { old_path: path, path: old_path, old: new, new: old }
            }
        }
    }

    /// The path after the change; of a deletion the one that is gone.
    pub(super) fn path(&self) -> &BStr {
        match self {
            Self::Add { path, .. }
            | Self::Delete { path, .. }
            | Self::Modify { path, .. }
            | Self::Move { path, .. }
            | Self::Copy { path, .. } => path.as_bstr(),
        }
    }

    /// The file before.
    pub(super) fn before(&self) -> Option<&Entry<'a>> {
        match self {
            Self::Add { .. } => None,
            Self::Delete { old, .. }
            | Self::Modify { old, .. }
            | Self::Move { old, .. }
            | Self::Copy { old, .. } => Some(old),
        }
    }

    /// The file after.
    pub(super) fn after(&self) -> Option<&Entry<'a>> {
        match self {
            Self::Delete { .. } => None,
            Self::Add { new, .. }
            | Self::Modify { new, .. }
            | Self::Move { new, .. }
            | Self::Copy { new, .. } => Some(new),
        }
    }
}

/// The mode as git would write it.
pub(super) fn usual(mode: FileMode) -> FileMode {
    if mode.is_symlink() || mode.is_submodule() {
        mode
    } else if mode.is_executable() {
        FileMode::EXECUTABLE
    } else {
        FileMode::REGULAR
    }
}

fn is_link(entry: &Entry<'_>) -> bool {
    entry.mode.is_symlink()
}

/// What cannot become something else but by a deletion and an addition.
fn kind(entry: &Entry<'_>) -> (bool, bool) {
    (is_link(entry), entry.is_directory())
}

/// The way from the root, where the path lies below it.
fn below(root: &AbsolutePath, path: &BStr) -> BString {
    let rest = path.strip_prefix(root.as_str().trim_end_matches('/').as_bytes());
    rest.and_then(|rest| rest.strip_prefix(b"/")).map_or_else(|| path.to_owned(), BString::from)
}

/// The kind of an entry as a client is told. Text that JSON cannot carry counts as binary.
pub(super) fn file_type(entry: &Entry<'_>) -> DiffFileType {
    if is_link(entry) {
        DiffFileType::Symlink
    } else if entry.is_directory() {
        DiffFileType::Directory
    } else if is_text(entry) {
        DiffFileType::Text
    } else {
        DiffFileType::Binary
    }
}

/// Whether patch text in JSON can show the contents.
pub(super) fn is_text(entry: &Entry<'_>) -> bool {
    !is_binary(&entry.contents) && std::str::from_utf8(&entry.contents).is_ok()
}
