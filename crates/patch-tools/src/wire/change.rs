//! The single set of changes from which every rendering is made.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::DiffFileType;
use bstr::{BStr, BString, ByteSlice};
use patch_gen::{ChangeOf, Entry, Snapshot, is_binary, tree_changes};
use patch_parse::FileMode;

/// What happened to the files of a tree.
///
/// Names are bytes, as in the file system: one that the protocol cannot carry is an error of the
/// rendering that needs it, but not of the patch that leads back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeChange<'a> {
    pub(super) root: AbsolutePath,
    pub(super) files: Vec<FileChange<'a>>,
}

/// The change of one file. Paths are below the root, or absolute if they lie elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileChange<'a>(pub(super) ChangeOf<BString, Entry<'a>>);

impl<'a> TreeChange<'a> {
    /// The changes of the files from `old` to `new`; their paths are below `root`, or absolute.
    ///
    /// A file at another path is a deletion and an addition; [`Self::of_changes`] has moves as
    /// well.
    pub fn between(old: &'a Snapshot<'a>, new: &'a Snapshot<'a>, root: &AbsolutePath) -> Self {
        Self::of_changes(tree_changes(old, new), root)
    }

    /// Changes to files whose paths are below `root`, or absolute: those of
    /// [`tree_changes`], or of [`find_renames`](patch_gen::find_renames), which has moves and
    /// copies.
    pub fn of_changes(
        changes: impl IntoIterator<Item = patch_gen::FileChange<'a>>,
        root: &AbsolutePath,
    ) -> Self {
        let mut change = Self::new(root);
        for one in changes {
            match one.map(|path| below(root, path), Entry::borrowed) {
                ChangeOf::Modify { path, old, new } => change.modify(path, old, new),
                one => change.files.push(FileChange(one)),
            }
        }
        change.sort();
        change
    }

    /// Nothing happened yet.
    pub(super) fn new(root: &AbsolutePath) -> Self {
        Self { root: root.clone(), files: Vec::new() }
    }

    /// By path; a removal at a path comes before what is put there.
    pub(super) fn sort(&mut self) {
        self.files.sort_by(|a, b| a.get().path().cmp(b.get().path()));
    }

    /// The changes of all files, for the functions that write patches: paths are below the root, or
    /// absolute if they lie elsewhere.
    pub fn files(&self) -> impl Iterator<Item = patch_gen::FileChange<'_>> {
        self.files.iter().map(FileChange::get)
    }

    /// The files whose contents are not text before or after: version 2 of the protocol names them,
    /// and its patch text does not contain their contents.
    pub fn not_shown(&self) -> impl Iterator<Item = &BStr> {
        self.files.iter().filter(|file| !file.is_shown_as_text()).map(|file| file.get().path())
    }

    /// The same with git's modes: of the permission bits, only whether the owner may execute a
    /// file.
    #[must_use]
    pub fn with_git_modes(self) -> Self {
        let as_git = |entry: Entry<'a>| Entry { mode: usual(entry.mode), ..entry };
        let files = self.files.into_iter();
        let files = files.map(|file| FileChange(file.0.map(|path| path, as_git))).collect();
        Self { files, ..self }
    }

    /// The change that takes this one back. For a copy, only the copy is removed.
    #[must_use]
    pub fn reversed(self) -> Self {
        let files = self.files.into_iter().map(|file| FileChange(file.0.reversed())).collect();
        let mut change = Self { root: self.root, files };
        change.sort();
        change
    }

    /// Whether no file changed.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Appends the change of the file at `path`.
    pub(super) fn push(&mut self, path: &BStr, old: Option<Entry<'a>>, new: Option<Entry<'a>>) {
        let path = below(&self.root, path);
        match (old, new) {
            (Some(old), Some(new)) => self.modify(path, old, new),
            (Some(old), None) => self.files.push(FileChange(ChangeOf::Delete { path, old })),
            (None, Some(new)) => self.files.push(FileChange(ChangeOf::Add { path, new })),
            (None, None) => {}
        }
    }

    /// Appends a file that existed before and after, possibly unchanged.
    fn modify(&mut self, path: BString, old: Entry<'a>, new: Entry<'a>) {
        if old == new {
            return;
        }
        if kind(&old) == kind(&new) {
            self.files.push(FileChange(ChangeOf::Modify { path, old, new }));
        } else {
            let delete = ChangeOf::Delete { path: path.clone(), old };
            self.files.extend([delete, ChangeOf::Add { path, new }].map(FileChange));
        }
    }
}

impl FileChange<'_> {
    /// The change as the functions that make patches take it.
    pub(super) fn get(&self) -> patch_gen::FileChange<'_> {
        self.0.as_ref().map(|path| path.as_bstr(), |entry| entry)
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

/// What can become something else only by a deletion and an addition.
fn kind(entry: &Entry<'_>) -> (bool, bool) {
    (is_link(entry), entry.is_directory())
}

/// The path relative to the root, if it lies below it.
fn below(root: &AbsolutePath, path: &BStr) -> BString {
    let rest = path.strip_prefix(root.as_str().trim_end_matches('/').as_bytes());
    rest.and_then(|rest| rest.strip_prefix(b"/")).map_or_else(|| path.to_owned(), BString::from)
}

/// The kind of an entry for a client. Text that JSON cannot carry counts as binary.
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
