//! Makes the patch that undoes a patch.

use std::mem;

use bstr::BStr;

use super::{
    BinaryPatch, Direction, FileContent, FileOperation, FilePatch, Hunk, HunkLine, LineKind,
    Metadata, Patch,
};

/// Why a patch has no reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotReversible {
    /// A deletion without the deleted text, as the `OpenCode` format writes it.
    #[error("a deletion that does not carry the deleted text cannot be reversed")]
    DeletedTextMissing,
    /// A binary change that carries only one direction.
    #[error("a binary change without data for the way back cannot be reversed")]
    BinaryOneWay,
}

impl NotReversible {
    /// What to do next, in one sentence.
    pub const HINT: &'static str =
        "Take back a patch that carries the old text, or write one for the way back.";
}

impl Patch<'_> {
    /// The patch that undoes this one: sides swapped, commits and sections in reverse order. Hunks
    /// lose the heading after their numbers, which is a line of the old file.
    ///
    /// Its [direction](Self::direction) is the opposite one. A chunk of the `*** Begin Patch`
    /// format is placed by following the old file, which is not possible on the way back. Hunks and
    /// sections keep the numbers that they have in the text ([`Self::section_number`]).
    ///
    /// # Errors
    ///
    /// If a section lacks something that the way back needs.
    pub fn reversed(&self) -> Result<Self, NotReversible> {
        let last = self.files.iter().map(|file| file.commit).max().unwrap_or(0);
        let files = self.files.iter().rev().map(|file| reversed_file(file, last));
        Ok(Self {
            format: self.format,
            direction: self.direction.turned(),
            files: files.collect::<Result<_, _>>()?,
            diagnostics: self.diagnostics.clone(),
        })
    }
}

impl Direction {
    fn turned(self) -> Self {
        match self {
            Self::Forward => Self::Back,
            Self::Back => Self::Forward,
        }
    }
}

fn reversed_file<'a>(file: &FilePatch<'a>, last: usize) -> Result<FilePatch<'a>, NotReversible> {
    let mut reversed = file.clone();
    reversed.commit = last - file.commit;
    reversed.content = reversed_content(&file.content)?;
    if matches!(file.operation, FileOperation::Delete { .. })
        && file.hunks().is_empty()
        && file.binary().is_none()
        && !file.metadata.git
    {
        return Err(NotReversible::DeletedTextMissing);
    }
    reversed.operation = match file.operation.clone() {
        // Both sides name the file: it may have existed, empty, so it is not deleted.
        FileOperation::Add { path } if !file.metadata.git && path.other_side().is_some() => {
            FileOperation::Modify { path }
        }
        FileOperation::Add { path } | FileOperation::Copy { path, .. } => {
            FileOperation::Delete { path }
        }
        FileOperation::Delete { path } => FileOperation::Add { path },
        FileOperation::Modify { path } => FileOperation::Modify { path },
        FileOperation::Move { old_path, path } => {
            FileOperation::Move { old_path: path, path: old_path }
        }
    };
    // The reverse of a copy removes the copy; its text is not in the patch and need not be.
    if matches!(file.operation, FileOperation::Copy { .. }) {
        reversed.content = FileContent::Hunks(Vec::new());
    }
    reverse_metadata(&mut reversed.metadata, &file.operation);
    Ok(reversed)
}

/// Swaps the sides. A single mode line where there should be two does not show which mode the way
/// back leads to, and is dropped.
fn reverse_metadata(metadata: &mut Metadata<'_>, operation: &FileOperation<'_>) {
    mem::swap(&mut metadata.old_mode, &mut metadata.new_mode);
    let has_one = metadata.old_mode.is_none() || metadata.new_mode.is_none();
    let has_two_sides = !matches!(
        operation,
        FileOperation::Add { .. } | FileOperation::Delete { .. } | FileOperation::Copy { .. }
    );
    if has_one && has_two_sides {
        (metadata.old_mode, metadata.new_mode) = (None, None);
    }
    if let Some(index) = &mut metadata.index {
        mem::swap(&mut index.old, &mut index.new);
    }
}

fn reversed_content<'a>(content: &FileContent<'a>) -> Result<FileContent<'a>, NotReversible> {
    match content {
        FileContent::Hunks(hunks) => {
            Ok(FileContent::Hunks(hunks.iter().map(reversed_hunk).collect()))
        }
        FileContent::Binary(BinaryPatch::Git { forward, reverse: Some(reverse) }) => {
            Ok(FileContent::Binary(BinaryPatch::Git {
                forward: reverse.clone(),
                reverse: Some(forward.clone()),
            }))
        }
        FileContent::Binary(_) => Err(NotReversible::BinaryOneWay),
        FileContent::Submodule(text) => Ok(FileContent::Submodule(text.clone())),
    }
}

fn reversed_hunk<'a>(hunk: &Hunk<'a>) -> Hunk<'a> {
    let starts = hunk.range().map(|range| (range.new_start, range.old_start));
    // The heading is a line of the old file, which the other side need not have there.
    let reversed = hunk.clone().with_starts(starts).with_section(BStr::new(""));
    let mut lines: Vec<_> = hunk.lines.iter().map(turned).collect();
    // Removed lines come before added ones, as every writer has it.
    for run in lines.chunk_by_mut(is_same_run) {
        run.sort_by_key(|line| line.kind == LineKind::Add);
    }
    reversed.with_lines(lines.into_iter().collect())
}

fn is_same_run(a: &HunkLine<'_>, b: &HunkLine<'_>) -> bool {
    (a.kind == LineKind::Context) == (b.kind == LineKind::Context)
}

fn turned(line: HunkLine<'_>) -> HunkLine<'_> {
    let kind = match line.kind {
        LineKind::Context => LineKind::Context,
        LineKind::Remove => LineKind::Add,
        LineKind::Add => LineKind::Remove,
    };
    HunkLine { kind, ..line }
}
