//! The patch that takes a change back.

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
    /// restores every byte, every link and every permission bit. It is ASCII and UTF-8 alone: a
    /// name that is not is written with git's escapes, and what is no such text, or would not come
    /// back byte for byte from text, is a binary section.
    ///
    /// A deleted file comes back with the bits that it had and the umask leaves; its owner and its
    /// extended attributes do not come back. A link that it brings back may lead out of the root,
    /// which a patch may make only where the host says so ([`ApplyOptions::for_undo`]).
    pub fn undo(&self) -> Patch<'static> {
        let sections = self.files.iter().rev().map(FileChange::undo);
        // What goes makes way: a link where a directory was, or the reverse.
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
        // A copy leaves its source alone.
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

/// Text is placed with care for what it meets, which may not be what is wanted here: line endings
/// of their own, a byte-order mark.
fn leads_back(old: &[u8], hunks: &[Hunk<'_>], new: &[u8]) -> bool {
    let applied = apply_hunks(old, hunks, Format::Unified, &ApplyOptions::default());
    applied.is_ok_and(|applied| applied.contents == new)
}
