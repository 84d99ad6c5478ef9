//! Makes the patch that takes a change back.

use bstr::BStr;
use patch_apply::{ApplyOptions, apply_hunks};
use patch_gen::{ChangeOf, Entry, GenOptions, binary_patch, full_index, headers, hunks};
use patch_parse::{
    FileContent, FileOperation, FilePatch, Format, Hunk, Metadata, Patch, PatchPath,
};

use super::TreeChange;
use super::change::{FileChange, is_text};

impl TreeChange<'_> {
    /// The patch that leads back, with paths below the root: applied under the git contract it
    /// restores every byte, every link and every permission bit. It consists of ASCII and UTF-8
    /// only: a name that is not UTF-8 is written with git's escapes, and contents that are not such
    /// text, or would not come back from text byte for byte, are a binary section.
    ///
    /// A deleted file comes back with those of its permission bits that the umask leaves; its owner
    /// and its extended attributes do not come back. A restored link may lead out of the root,
    /// which a patch may do only if the host allows it ([`ApplyOptions::for_undo`]).
    pub fn undo(&self) -> Patch<'static> {
        let sections = self.files.iter().rev().map(FileChange::undo);
        // Removals make way first: for example a link in place of a directory, or the reverse.
        let (gone, others): (Vec<_>, Vec<_>) =
            sections.partition(|file| matches!(file.operation, FileOperation::Delete { .. }));
        Patch::new(Format::Unified, gone.into_iter().chain(others).collect())
    }
}

impl FileChange<'_> {
    fn undo(&self) -> FilePatch<'static> {
        let operation = match self.get() {
            ChangeOf::Add { path, .. } | ChangeOf::Copy { path, .. } => {
                FileOperation::Delete { path: name(path) }
            }
            ChangeOf::Delete { path, .. } => FileOperation::Add { path: name(path) },
            ChangeOf::Modify { path, .. } => FileOperation::Modify { path: name(path) },
            ChangeOf::Move { old_path, path, .. } => {
                FileOperation::Move { old_path: name(path), path: name(old_path) }
            }
        };
        // A copy does not change its source.
        let target = self.get().before().filter(|_| !matches!(self.0, ChangeOf::Copy { .. }));
        let (from, to) = (self.get().after(), target);
        let similarity = matches!(self.0, ChangeOf::Move { .. })
            .then_some(if bytes(from) == bytes(to) { 100 } else { 50 });
        let content = content(from, to);
        let mut metadata = Metadata { similarity, ..headers(from, to) };
        if matches!(content, FileContent::Binary(_)) {
            metadata.index = Some(full_index(from, to));
        }
        FilePatch { content, metadata, ..FilePatch::new(operation, Vec::new()) }
    }
}

fn bytes<'e>(entry: Option<&'e Entry<'_>>) -> &'e [u8] {
    entry.map(|entry| &*entry.contents).unwrap_or_default()
}

fn name(path: &BStr) -> PatchPath<'static> {
    PatchPath::new(path.to_owned())
}

fn content(from: Option<&Entry<'_>>, to: Option<&Entry<'_>>) -> FileContent<'static> {
    let (old, new) = (bytes(from), bytes(to));
    if old == new {
        return FileContent::Hunks(Vec::new());
    }
    let options = GenOptions::default();
    let text = [from, to].into_iter().flatten().all(is_text).then(|| hunks(old, new, &options));
    match text.filter(|hunks| leads_back(old, hunks, new)) {
        Some(hunks) => FileContent::Hunks(hunks.into_iter().map(Hunk::into_owned).collect()),
        None => FileContent::Binary(binary_patch(old, new)),
    }
}

/// Text adapts to what it is placed into, which is unwanted here for files with line endings of
/// their own or a byte-order mark.
fn leads_back(old: &[u8], hunks: &[Hunk<'_>], new: &[u8]) -> bool {
    let applied = apply_hunks(old, hunks, Format::Unified, &ApplyOptions::default());
    applied.is_ok_and(|applied| applied.contents == new)
}
