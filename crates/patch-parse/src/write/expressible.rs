//! Finds what a format cannot express.

use std::fmt;

use bstr::BString;

use crate::{FileContent, FileMode, FileOperation, FilePatch, Format, Patch, PatchPath};

/// A section holds something that the patch's format cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: the {format} format cannot express {what}; use another format")]
pub struct NotExpressible {
    /// The file the section is about.
    pub path: BString,
    /// The format that cannot express it.
    pub format: Format,
    /// What cannot be expressed.
    pub what: Inexpressible,
}

/// The things that a format may be unable to express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Inexpressible {
    /// A copy of a file.
    Copy,
    /// A change to a binary file.
    Binary,
    /// A change to a submodule.
    Submodule,
    /// A file mode other than that of a regular file, or a change of it.
    Mode,
    /// A symbolic link.
    Link,
    /// A final newline that the file has only on one side of the change.
    FinalNewline,
    /// Line endings that differ, in a change that reaches to the end of a file without a final
    /// newline.
    LineEndings,
    /// Text in UTF-8 for a file whose other text is not: readers of the format expect one encoding
    /// in a file.
    Encoding,
    /// A path with a line break, with a blank at either end, or, for a file that does not exist
    /// yet, with signs that readers remove from a name (backquotes, a colon, a backslash).
    PathText,
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Copy => "a copy",
            Self::Binary => "a binary change",
            Self::Submodule => "a change to a submodule",
            Self::Mode => "a file mode",
            Self::Link => "a symbolic link",
            Self::FinalNewline => "that the file has no newline at its end",
            Self::LineEndings => {
                "line endings that differ where the file has no newline at its end"
            }
            Self::Encoding => "text of two encodings in one file",
            Self::PathText => {
                "a path with a line break, with a blank at its start or end, or, of a new file, \
                 with marks around it or a backslash"
            }
        })
    }
}

impl Patch<'_> {
    /// Whether the patch's format can express everything the patch holds.
    ///
    /// Always true for a patch that was parsed. A patch whose [`format`](Self::format) was changed
    /// afterwards may hold more; the text in the new format then says less than the tree. Unified
    /// diff can express everything; a deletion in the other format is written without the deleted
    /// lines, which do not affect what the patch does.
    ///
    /// # Errors
    ///
    /// The first section that cannot be written in full.
    pub fn expressible(&self) -> Result<(), NotExpressible> {
        let Format::OpenCode = self.format else { return Ok(()) };
        let refused = self.files.iter().find_map(|file| Some((file, lacking_in_opencode(file)?)));
        refused.map_or(Ok(()), |(file, what)| {
            let path = file.operation.path().as_bstr().to_owned();
            Err(NotExpressible { path, format: self.format, what })
        })
    }
}

fn lacking_in_opencode(file: &FilePatch<'_>) -> Option<Inexpressible> {
    let paths = [file.operation.old_path(), Some(file.operation.path())];
    if matches!(file.operation, FileOperation::Copy { .. }) {
        Some(Inexpressible::Copy)
    } else if file.is_submodule() {
        Some(Inexpressible::Submodule)
    } else if matches!(file.content, FileContent::Binary(_)) {
        Some(Inexpressible::Binary)
    } else if has_mode(file) {
        Some(Inexpressible::Mode)
    } else {
        let is_lost = paths.into_iter().flatten().any(is_unprintable) || is_read_otherwise(file);
        is_lost.then_some(Inexpressible::PathText)
    }
}

fn has_mode(file: &FilePatch<'_>) -> bool {
    match file.operation {
        FileOperation::Add { .. } => file.metadata.modes().any(|mode| mode != FileMode::REGULAR),
        FileOperation::Delete { .. } => false,
        _ => file.metadata.old_mode != file.metadata.new_mode || file.is_symlink(),
    }
}

/// Whether the name of a file that does not exist yet looks like a decorated one: the file tree
/// cannot show what is meant, and the format has no quotes.
fn is_read_otherwise(file: &FilePatch<'_>) -> bool {
    let path = file.operation.path();
    let is_new = matches!(file.operation, FileOperation::Add { .. } | FileOperation::Move { .. });
    is_new && !path.is_loose() && path.may_be_misread()
}

fn is_unprintable(path: &PatchPath<'_>) -> bool {
    let path = path.as_bstr();
    path.contains(&b'\n') || path.trim_ascii().len() != path.len()
}
