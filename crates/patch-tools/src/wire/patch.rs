//! Turns a unified diff into a v2 diff by its text alone: no file is read.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{Diff, DiffChange, DiffFileType, DiffPatch};
use patch_parse::{FileContent, FileOperation, FilePatch, Format, Patch, PatchPath};

use super::{WireError, absolute};

/// A unified diff as a v2 diff, with the files below `root`. The inverse is
/// [`whole_patch`](crate::check::whole_patch).
///
/// For what a patch *did* to files, [`TreeChange::of_plan`](super::TreeChange::of_plan) knows more:
/// the kinds of files, and what was forgiven.
///
/// # Errors
///
/// [`WireError::NoNumbers`] for a hunk without line numbers, which the patch text of a diff must
/// have; for names as [`TreeChange::to_v2`](super::TreeChange::to_v2).
///
/// # Examples
///
/// ```
/// use acp_diff_types::AbsolutePath;
/// use patch_tools::{check::whole_patch, wire::diff_of_patch};
///
/// let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+two\n")?;
/// let diff = diff_of_patch(&patch, &AbsolutePath::new("/repo")?)?;
/// assert_eq!(diff.changes[0].operation(), "modify");
/// let text = whole_patch(&diff).map_err(|_| "the diff contradicts itself")?;
/// assert!(text.ends_with("--- /repo/x\n+++ /repo/x\n@@ -1 +1 @@\n-one\n+two\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff_of_patch(patch: &Patch<'_>, root: &AbsolutePath) -> Result<Diff, WireError> {
    let mut changes = Vec::with_capacity(patch.files.len());
    let mut sections = Vec::with_capacity(patch.files.len());
    for file in &patch.files {
        if file.hunks().iter().any(|hunk| hunk.range().is_none()) {
            return Err(WireError::NoNumbers(file.operation.path().as_bstr().to_owned()));
        }
        changes.push(change(file, root)?);
        sections.push(FilePatch { operation: operation(&file.operation, root)?, ..file.clone() });
    }
    let text = Patch::new(Format::Unified, sections).to_bytes();
    let diff = Diff::new(changes);
    match String::from_utf8(text) {
        Ok(text) if text.is_empty() => Ok(diff),
        Ok(text) => Ok(diff.patch(DiffPatch::git_patch(text))),
        Err(error) => Err(WireError::TextNotUtf8(error.utf8_error())),
    }
}

fn change(file: &FilePatch<'_>, root: &AbsolutePath) -> Result<DiffChange, WireError> {
    let at = |path: &PatchPath<'_>| absolute(root, path.as_bstr());
    let change = match &file.operation {
        FileOperation::Add { path } => DiffChange::add(at(path)?),
        FileOperation::Delete { path } => DiffChange::delete(at(path)?),
        FileOperation::Modify { path } => DiffChange::modify(at(path)?),
        FileOperation::Move { old_path, path } => DiffChange::move_file(at(old_path)?, at(path)?),
        FileOperation::Copy { old_path, path } => DiffChange::copy(at(old_path)?, at(path)?),
    };
    let file_type = match &file.content {
        _ if file.is_symlink() => DiffFileType::Symlink,
        FileContent::Hunks(_) => DiffFileType::Text,
        _ => DiffFileType::Binary,
    };
    Ok(change.file_type(file_type))
}

fn operation(
    operation: &FileOperation<'_>,
    root: &AbsolutePath,
) -> Result<FileOperation<'static>, WireError> {
    let at = |path: &PatchPath<'_>| -> Result<PatchPath<'static>, WireError> {
        Ok(bstr::BString::from(absolute(root, path.as_bstr())?.into_string()).into())
    };
    Ok(match operation {
        FileOperation::Add { path } => FileOperation::Add { path: at(path)? },
        FileOperation::Delete { path } => FileOperation::Delete { path: at(path)? },
        FileOperation::Modify { path } => FileOperation::Modify { path: at(path)? },
        FileOperation::Move { old_path, path } => {
            FileOperation::Move { old_path: at(old_path)?, path: at(path)? }
        }
        FileOperation::Copy { old_path, path } => {
            FileOperation::Copy { old_path: at(old_path)?, path: at(path)? }
        }
    })
}
