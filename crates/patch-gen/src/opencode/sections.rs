//! Makes sections of the format from changes to files.

use bstr::{BStr, ByteSlice};
use patch_parse::{
    FileMode, FileOperation, FilePatch, Format, Hunk, HunkLine, Inexpressible, LineKind,
    NotExpressible, Patch, PatchPath,
};

use super::chunks::chunks;
use crate::{Entry, FileChange, GenError, GenOptions, is_binary};

/// The patch that makes these changes, in this format.
///
/// # Errors
///
/// [`GenError::NotExpressible`] for the first file whose change the format cannot express.
pub fn patch<'a>(
    changes: impl IntoIterator<Item = FileChange<'a>>,
    options: &GenOptions,
) -> Result<Patch<'static>, GenError> {
    let mut files = Vec::new();
    for change in changes {
        files.extend(file_patches(change, options)?);
    }
    let patch = Patch::new(Format::OpenCode, files);
    patch.expressible()?;
    Ok(patch)
}

/// The sections that make a change: one, or none if nothing changes. A copy is a new file. A
/// deletion needs only the name, whatever the file is.
///
/// # Errors
///
/// [`GenError::NotExpressible`] if the format cannot express the change: binary contents, a mode or
/// a change of it, a link, a final newline that is missing on one side only. [`Patch::expressible`]
/// checks names.
pub fn file_patches(
    change: FileChange<'_>,
    options: &GenOptions,
) -> Result<Vec<FilePatch<'static>>, GenError> {
    let Some(change) = change.without_directories() else { return Ok(Vec::new()) };
    let path = change.path();
    section(change, options).map(Vec::from_iter).map_err(|what| {
        NotExpressible { path: path.to_owned(), format: Format::OpenCode, what }.into()
    })
}

fn section(
    change: FileChange<'_>,
    options: &GenOptions,
) -> Result<Option<FilePatch<'static>>, Inexpressible> {
    let path = |path: &BStr| PatchPath::new(path.to_owned());
    let (operation, hunks) = match change {
        FileChange::Add { path: name, new } | FileChange::Copy { path: name, new, .. } => {
            (FileOperation::Add { path: path(name) }, added(new)?)
        }
        FileChange::Delete { path: name, .. } => {
            (FileOperation::Delete { path: path(name) }, Vec::new())
        }
        FileChange::Modify { old, new, .. } if old == new => return Ok(None),
        FileChange::Modify { path: name, old, new } => {
            (FileOperation::Modify { path: path(name) }, modified(old, new, options)?)
        }
        // Moving a link means making one.
        FileChange::Move { new, .. } if new.mode.is_symlink() => return Err(Inexpressible::Link),
        FileChange::Move { old_path, path: name, old, new } => {
            let operation = FileOperation::Move { old_path: path(old_path), path: path(name) };
            (operation, modified(old, new, options)?)
        }
    };
    Ok(Some(FilePatch::new(operation, hunks)))
}

fn added(new: &Entry<'_>) -> Result<Vec<Hunk<'static>>, Inexpressible> {
    if new.mode.is_symlink() {
        return Err(Inexpressible::Link);
    }
    if new.mode != FileMode::REGULAR {
        return Err(Inexpressible::Mode);
    }
    is_text(new)?;
    let text = new.contents.as_ref();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if !text.ends_with(b"\n") {
        return Err(Inexpressible::FinalNewline);
    }
    let lines = text.lines_with_terminator().map(|line| HunkLine::from_line(LineKind::Add, line));
    let hunk = Hunk::new(lines.collect());
    Ok(vec![hunk.into_owned()])
}

fn modified(
    old: &Entry<'_>,
    new: &Entry<'_>,
    options: &GenOptions,
) -> Result<Vec<Hunk<'static>>, Inexpressible> {
    if (old.mode.is_symlink() || new.mode.is_symlink()) && old != new {
        return Err(Inexpressible::Link);
    }
    if old.mode != new.mode {
        return Err(Inexpressible::Mode);
    }
    if old.contents != new.contents {
        is_text(old)?;
        is_text(new)?;
    }
    chunks(&old.contents, &new.contents, options)
}

fn is_text(entry: &Entry<'_>) -> Result<(), Inexpressible> {
    if is_binary(&entry.contents) { Err(Inexpressible::Binary) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_made_by_no_section_and_deleted_by_its_name() {
        let link = Entry::symlink("to");
        let (a, b) = (BStr::new("a"), BStr::new("b"));
        for change in [
            FileChange::Add { path: a, new: &link },
            FileChange::Move { old_path: a, path: b, old: &link, new: &link },
            FileChange::Copy { old_path: a, path: b, old: &link, new: &link },
        ] {
            let refused = file_patches(change, &GenOptions::default()).unwrap_err();
            let GenError::NotExpressible(refused) = refused else { panic!("{change:?}") };
            assert_eq!(refused.what, Inexpressible::Link, "{change:?}");
        }
        let gone = FileChange::Delete { path: a, old: &link };
        assert_eq!(file_patches(gone, &GenOptions::default()).unwrap().len(), 1);
    }
}
