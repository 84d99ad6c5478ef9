//! The v2 diff: a list of changes, and patch text for those that text can show.

use acp_diff_types::v2::{Diff, DiffChange, DiffPatch};
use patch_gen::{Entry, GenOptions, hunks};
use patch_parse::{FileMode, FileOperation, FilePatch, Format, Metadata, Patch, PatchPath};

use super::TreeChange;
use super::change::{FileChange, file_type, is_text};

impl TreeChange<'_> {
    /// The change as a v2 diff.
    ///
    /// Its patch has absolute paths without `a/` and `b/`, as the protocol wants them, and is read back
    /// by `patch-parse`. Without a change that text can show there is none.
    pub fn to_v2(&self, options: &GenOptions) -> Diff {
        let diff = Diff::new(self.files.iter().map(FileChange::to_v2).collect());
        let sections = self.files.iter().filter_map(|file| file.section(options)).collect();
        let text = Patch::new(Format::Unified, sections).to_bytes();
        match String::from_utf8(text) {
            Ok(text) if !text.is_empty() => diff.patch(DiffPatch::git_patch(text)),
            // Every section is made of UTF-8 alone, see `section`.
            Ok(_) | Err(_) => diff,
        }
    }
}

impl FileChange<'_> {
    pub(super) fn to_v2(&self) -> DiffChange {
        let change = match self.clone() {
            Self::Add { path, .. } => DiffChange::add(path),
            Self::Delete { path, .. } => DiffChange::delete(path),
            Self::Modify { path, .. } => DiffChange::modify(path),
            Self::Move { old_path, path, .. } => DiffChange::move_file(old_path, path),
            Self::Copy { old_path, path, .. } => DiffChange::copy(old_path, path),
        };
        match self.after().or(self.before()) {
            Some(entry) => change.file_type(file_type(entry)),
            None => change,
        }
    }

    /// The section of the patch text; none where text cannot show the change.
    fn section(&self, options: &GenOptions) -> Option<FilePatch<'_>> {
        let (old, new) = (self.before(), self.after());
        if contents(old) != contents(new) && ![old, new].into_iter().flatten().all(is_text) {
            return None;
        }
        let hunks = hunks(contents(old), contents(new), options);
        let is_same = old.is_some() && contents(old) == contents(new);
        let section = FilePatch::new(self.operation(), hunks);
        let is_renamed = matches!(self, Self::Move { .. } | Self::Copy { .. });
        let similarity = (is_same && is_renamed).then_some(100);
        Some(FilePatch { metadata: Metadata { similarity, ..self.modes() }, ..section })
    }

    fn operation(&self) -> FileOperation<'_> {
        match self {
            Self::Add { path, .. } => FileOperation::Add { path: path.as_str().into() },
            Self::Delete { path, .. } => FileOperation::Delete { path: path.as_str().into() },
            Self::Modify { path, .. } => FileOperation::Modify { path: path.as_str().into() },
            Self::Move { old_path, path, .. } => {
                let old_path: PatchPath<'_> = old_path.as_str().into();
                FileOperation::Move { old_path, path: path.as_str().into() }
            }
            Self::Copy { old_path, path, .. } => {
                let old_path: PatchPath<'_> = old_path.as_str().into();
                FileOperation::Copy { old_path, path: path.as_str().into() }
            }
        }
    }

    /// Git's headers: the mode of what comes or goes, and both where it changes; in the words that
    /// git has, where they tell the change.
    fn modes(&self) -> Metadata<'static> {
        let mode = |entry: Option<&Entry<'_>>| -> Option<FileMode> { Some(entry?.mode) };
        let (old_mode, new_mode) = match (mode(self.before()), mode(self.after())) {
            (Some(old), Some(new)) if old == new => (None, None),
            (Some(old), Some(new)) if usual(old) == usual(new) => (Some(old), Some(new)),
            (old, new) => (old.map(usual), new.map(usual)),
        };
        Metadata { git: true, old_mode, new_mode, ..Metadata::default() }
    }
}

/// The mode as git would write it.
fn usual(mode: FileMode) -> FileMode {
    if mode.is_symlink() || mode.is_submodule() {
        mode
    } else if mode.is_executable() {
        FileMode::EXECUTABLE
    } else {
        FileMode::REGULAR
    }
}

fn contents<'e>(entry: Option<&'e Entry<'_>>) -> &'e [u8] {
    entry.map(|entry| &*entry.contents).unwrap_or_default()
}
