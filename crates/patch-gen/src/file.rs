//! Makes sections of a patch from the contents and modes of one file before and after.

use bstr::BStr;
use patch_parse::{
    BinaryPatch, FileContent, FileMode, FileOperation, FilePatch, Metadata, PatchPath,
};

use crate::binary::binary_patch;
use crate::change::FileChange;
use crate::headers::{headers, index_line};
use crate::hunks::hunks_in;
use crate::similarity::similarity;
use crate::{Binary, Entry, GenError, GenOptions, ObjectNames, is_binary};

/// The sections that make a change, with git's headers.
///
/// There are none if nothing changes, two if the type of the file changes, say from file to
/// symbolic link (its deletion and its addition, as git writes it), and otherwise one. There are
/// none for directories: as in git, these exist in a patch only through their files.
///
/// # Errors
///
/// [`GenError::Binary`] if binary contents change and the options do not ask to mention that.
pub fn file_patches<'a>(
    change: FileChange<'a>,
    options: &GenOptions,
) -> Result<Vec<FilePatch<'a>>, GenError> {
    let Some(change) = change.without_directories() else { return Ok(Vec::new()) };
    match change {
        FileChange::Add { path, new } => Ok(vec![added(path, new, options)?]),
        FileChange::Delete { path, old } => Ok(vec![deleted(path, old, options)?]),
        FileChange::Modify { path, old, new } if old.file_type() != new.file_type() => {
            Ok(vec![deleted(path, old, options)?, added(path, new, options)?])
        }
        FileChange::Modify { path, old, new } => {
            Ok(modified(path, old, new, options)?.into_iter().collect())
        }
        FileChange::Move { old_path, path, old, new } => {
            let (old_path, path) = (PatchPath::new(old_path), PatchPath::new(path));
            Ok(vec![taken_over(FileOperation::Move { old_path, path }, old, new, options)?])
        }
        FileChange::Copy { old_path, path, old, new } => {
            let (old_path, path) = (PatchPath::new(old_path), PatchPath::new(path));
            Ok(vec![taken_over(FileOperation::Copy { old_path, path }, old, new, options)?])
        }
    }
}

/// Sets the operation of a file that came from another path, and how similar the two are.
fn taken_over<'a>(
    operation: FileOperation<'a>,
    old: &'a Entry<'a>,
    new: &'a Entry<'a>,
    options: &GenOptions,
) -> Result<FilePatch<'a>, GenError> {
    let mut section = section(operation, Some(old), Some(new), options)?;
    section.metadata.similarity = Some(similarity(old, new));
    Ok(section)
}

fn added<'a>(
    path: &'a BStr,
    new: &'a Entry<'a>,
    options: &GenOptions,
) -> Result<FilePatch<'a>, GenError> {
    let operation = FileOperation::Add { path: PatchPath::new(path) };
    section(operation, None, Some(new), options)
}

fn deleted<'a>(
    path: &'a BStr,
    old: &'a Entry<'a>,
    options: &GenOptions,
) -> Result<FilePatch<'a>, GenError> {
    let operation = FileOperation::Delete { path: PatchPath::new(path) };
    section(operation, Some(old), None, options)
}

fn modified<'a>(
    path: &'a BStr,
    old: &'a Entry<'a>,
    new: &'a Entry<'a>,
    options: &GenOptions,
) -> Result<Option<FilePatch<'a>>, GenError> {
    if old == new {
        return Ok(None);
    }
    let operation = FileOperation::Modify { path: PatchPath::new(path) };
    section(operation, Some(old), Some(new), options).map(Some)
}

fn section<'a>(
    operation: FileOperation<'a>,
    old: Option<&'a Entry<'a>>,
    new: Option<&'a Entry<'a>>,
    options: &GenOptions,
) -> Result<FilePatch<'a>, GenError> {
    let contents = |side: Option<&'a Entry<'a>>| side.map_or(&b""[..], |entry| &*entry.contents);
    let content = content(&operation, contents(old), contents(new), options)?;
    let section = FilePatch::new(operation, Vec::new());
    let mut metadata = headers(old, new);
    if let FileContent::Binary(BinaryPatch::Git { .. }) = content {
        metadata.index = index_line(old, new, ObjectNames::Full);
    } else if let Some(index) = index_line(old, new, options.object_names) {
        metadata.index = Some(index);
    }
    Ok(FilePatch { content, metadata, ..section })
}

fn content<'a>(
    operation: &FileOperation<'_>,
    old: &'a [u8],
    new: &'a [u8],
    options: &GenOptions,
) -> Result<FileContent<'a>, GenError> {
    if old == new || !(is_binary(old) || is_binary(new)) {
        let (old_path, path) = (operation.old_path(), operation.path());
        let language = options.headings.language(old_path.map(PatchPath::as_bstr), path.as_bstr());
        return Ok(FileContent::Hunks(hunks_in(old, new, language, options)));
    }
    match options.binary {
        Binary::Mention => Ok(FileContent::Binary(BinaryPatch::Differ)),
        Binary::Data => Ok(FileContent::Binary(binary_patch(old, new))),
        Binary::Refuse => Err(GenError::Binary { path: operation.path().as_bstr().to_owned() }),
    }
}

/// Whether names and hunks alone express the whole change.
pub(crate) fn is_plain(section: &FilePatch<'_>) -> bool {
    let Metadata { old_mode, new_mode, .. } = section.metadata;
    let has_content = match &section.content {
        FileContent::Hunks(hunks) => !hunks.is_empty(),
        FileContent::Binary(binary) => matches!(binary, BinaryPatch::Differ),
        FileContent::Submodule(_) => false,
    };
    let starts_at_nothing = section.hunks().iter().any(|hunk| hunk.old_start() == Some(0));
    let has_plain_operation = match section.operation {
        // A deletion removes the file whatever its permissions were.
        FileOperation::Delete { .. } => !section.is_symlink(),
        FileOperation::Add { .. } => new_mode == Some(FileMode::REGULAR),
        FileOperation::Move { .. } | FileOperation::Copy { .. } => false,
        // Under plain headers a hunk at `-0,0` stands for a file that does not exist, and a link
        // would be taken for its target.
        FileOperation::Modify { .. } => {
            old_mode == new_mode && !starts_at_nothing && !section.is_symlink()
        }
    };
    has_content && has_plain_operation
}
