//! Makes the v2 diff: a list of changes, and patch text for those that text can show.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{Diff, DiffChange, DiffFileType, DiffPatch};
use bstr::{BStr, BString};
use patch_gen::{ChangeOf, Entry, GenOptions, file_hunks, headers};
use patch_parse::{FileOperation, FilePatch, Format, Metadata, Patch, PatchPath};

use super::change::{FileChange, file_type, is_text, usual};
use super::{TreeChange, WireError, absolute};

impl TreeChange<'_> {
    /// The change as a v2 diff.
    ///
    /// Its patch has absolute paths without `a/` and `b/`, as the protocol requires, and
    /// `patch-parse` reads it back. If text can show none of the changes, there is no patch. Its
    /// section headings are set by the options: by default the plain ones, which `git diff` writes
    /// if no attribute names a language; with [`Headings::ByName`](patch_gen::Headings::ByName)
    /// those of the language.
    ///
    /// # Errors
    ///
    /// When a file that changed has a name that the protocol cannot carry.
    pub fn to_v2(&self, options: &GenOptions) -> Result<Diff, WireError> {
        let changes = self.files.iter().map(|file| file.to_v2(&self.root));
        let diff = Diff::new(changes.collect::<Result<_, _>>()?);
        let sections = self.files.iter().map(|file| file.section(&self.root, options));
        let sections = sections.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        let text = Patch::new(Format::Unified, sections).to_bytes();
        Ok(match String::from_utf8(text) {
            Ok(text) if !text.is_empty() => diff.patch(DiffPatch::git_patch(text)),
            // Every section is made of UTF-8 alone, see `section`.
            Ok(_) | Err(_) => diff,
        })
    }
}

impl FileChange<'_> {
    pub(super) fn to_v2(&self, root: &AbsolutePath) -> Result<DiffChange, WireError> {
        let absolute = |path: &BStr| absolute(root, path);
        let change = match self.get() {
            ChangeOf::Add { path, .. } => DiffChange::add(absolute(path)?),
            ChangeOf::Delete { path, .. } => DiffChange::delete(absolute(path)?),
            ChangeOf::Modify { path, .. } => DiffChange::modify(absolute(path)?),
            ChangeOf::Move { old_path, path, .. } => {
                DiffChange::move_file(absolute(old_path)?, absolute(path)?)
            }
            ChangeOf::Copy { old_path, path, .. } => {
                DiffChange::copy(absolute(old_path)?, absolute(path)?)
            }
        };
        Ok(match self.get().after().or(self.get().before()) {
            Some(entry) => self.details(change, entry),
            None => change,
        })
    }

    /// The description of the file, which is `entry`.
    fn details(&self, change: DiffChange, entry: &Entry<'_>) -> DiffChange {
        // Text that was not text before has no lines to show: the viewer sees a file that is
        // replaced, as with binary contents.
        let file_type = match file_type(entry) {
            DiffFileType::Text if !self.is_shown_as_text() => DiffFileType::Binary,
            file_type => file_type,
        };
        #[cfg(feature = "mime")]
        if entry.mode.0 & 0o170_000 == 0o100_000
            && let Some(mime_type) = super::mime::mime_type(self.get().path(), entry)
        {
            return change.file_type(file_type).mime_type(mime_type);
        }
        change.file_type(file_type)
    }

    /// Whether patch text can show what becomes of the contents.
    pub(super) fn is_shown_as_text(&self) -> bool {
        let (old, new) = (self.get().before(), self.get().after());
        contents(old) == contents(new) || [old, new].into_iter().flatten().all(is_text)
    }

    /// The section of the patch text; none if text cannot show the change.
    fn section(
        &self,
        root: &AbsolutePath,
        options: &GenOptions,
    ) -> Result<Option<FilePatch<'_>>, WireError> {
        let (old, new) = (self.get().before(), self.get().after());
        if !self.is_shown_as_text() || [old, new].into_iter().flatten().any(Entry::is_directory) {
            return Ok(None);
        }
        let hunks = file_hunks(self.get(), options);
        let is_same = old.is_some() && contents(old) == contents(new);
        let section = FilePatch::new(self.operation(root)?, hunks);
        let is_renamed = matches!(self.0, ChangeOf::Move { .. } | ChangeOf::Copy { .. });
        let similarity = (is_same && is_renamed).then_some(100);
        Ok(Some(FilePatch { metadata: Metadata { similarity, ..self.headers() }, ..section }))
    }

    fn operation(&self, root: &AbsolutePath) -> Result<FileOperation<'static>, WireError> {
        let name = |path: &BStr| -> Result<PatchPath<'static>, WireError> {
            Ok(BString::from(absolute(root, path)?.into_string()).into())
        };
        Ok(match self.get() {
            ChangeOf::Add { path, .. } => FileOperation::Add { path: name(path)? },
            ChangeOf::Delete { path, .. } => FileOperation::Delete { path: name(path)? },
            ChangeOf::Modify { path, .. } => FileOperation::Modify { path: name(path)? },
            ChangeOf::Move { old_path, path, .. } => {
                FileOperation::Move { old_path: name(old_path)?, path: name(path)? }
            }
            ChangeOf::Copy { old_path, path, .. } => {
                FileOperation::Copy { old_path: name(old_path)?, path: name(path)? }
            }
        })
    }

    /// Git's headers: the mode of a file that is added or removed, and both modes if it changes; in
    /// git's terms, if they can express the change.
    fn headers(&self) -> Metadata<'static> {
        let metadata = headers(self.get().before(), self.get().after());
        match (metadata.old_mode, metadata.new_mode) {
            (Some(old), Some(new)) if usual(old) == usual(new) => metadata,
            (old, new) => {
                Metadata { old_mode: old.map(usual), new_mode: new.map(usual), ..metadata }
            }
        }
    }
}

fn contents<'e>(entry: Option<&'e Entry<'_>>) -> &'e [u8] {
    entry.map(|entry| &*entry.contents).unwrap_or_default()
}
