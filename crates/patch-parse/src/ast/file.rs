//! One file's section of a patch.

use std::borrow::Cow;
use std::fmt;

use bstr::BStr;

use super::{BinaryPatch, FileMode, Hunk, PatchPath};
use crate::Span;

/// What a patch does to one file.
#[derive(Clone, Debug)]
pub struct FilePatch<'a> {
    /// Add, delete, modify, move or copy, with the paths it owns.
    pub operation: FileOperation<'a>,
    /// The change to the contents.
    pub content: FileContent<'a>,
    /// What git's extended headers say beyond the operation.
    pub metadata: Metadata<'a>,
    /// Which commit of the input the section belongs to, 0-based: an input may hold several mails,
    /// and each commit's sections read the files as the previous commit left them.
    pub commit: usize,
    /// The section in the patch text.
    pub span: Span,
}

impl<'a> FilePatch<'a> {
    /// A section without metadata, of the first commit.
    pub fn new(operation: FileOperation<'a>, hunks: Vec<Hunk<'a>>) -> Self {
        Self {
            operation,
            content: FileContent::Hunks(hunks),
            metadata: Metadata::default(),
            commit: 0,
            span: Span::default(),
        }
    }

    /// Takes the operation with which a stream ends this section
    /// ([`Event::FileEnded`](crate::Event::FileEnded)).
    ///
    /// The mode of a header that said that the file is new is removed if it turns out to be
    /// modified, as in the tree of the whole patch.
    pub fn end_as(&mut self, operation: FileOperation<'a>) {
        let is_there = matches!(
            (&self.operation, &operation),
            (FileOperation::Add { .. }, FileOperation::Modify { .. })
        );
        if is_there {
            self.metadata.new_mode = None;
        }
        self.operation = operation;
    }

    /// The hunks; none for binary and submodule sections.
    pub fn hunks(&self) -> &[Hunk<'a>] {
        match &self.content {
            FileContent::Hunks(hunks) => hunks,
            FileContent::Binary(_) | FileContent::Submodule(_) => &[],
        }
    }

    /// The binary change, if it is one.
    pub fn binary(&self) -> Option<&BinaryPatch<'a>> {
        match &self.content {
            FileContent::Binary(binary) => Some(binary),
            FileContent::Hunks(_) | FileContent::Submodule(_) => None,
        }
    }

    /// Whether the section is about a submodule: by its mode or by a `Submodule …` line.
    pub fn is_submodule(&self) -> bool {
        matches!(self.content, FileContent::Submodule(_))
            || self.metadata.modes().any(FileMode::is_submodule)
    }

    /// Whether either side is a symbolic link.
    pub fn is_symlink(&self) -> bool {
        self.metadata.modes().any(FileMode::is_symlink)
    }

    /// Translates the spans of the section and of its hunks into those of another text.
    pub(super) fn move_spans(&mut self, moved: impl Fn(Span) -> Span) {
        self.span = moved(self.span);
        if let FileContent::Hunks(hunks) = &mut self.content {
            for hunk in hunks {
                let span = moved(hunk.span());
                *hunk = std::mem::take(hunk).with_span(span);
            }
        }
    }
}

impl PartialEq for FilePatch<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { operation, content, metadata, commit, span: _ } = self;
        *operation == other.operation
            && *content == other.content
            && *metadata == other.metadata
            && *commit == other.commit
    }
}

impl Eq for FilePatch<'_> {}

/// What happens to a path. The five operations of ACP's v2 diff, each with the paths it owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOperation<'a> {
    /// Create `path`.
    Add {
        /// The file to create.
        path: PatchPath<'a>,
    },
    /// Remove `path`.
    Delete {
        /// The file to remove.
        path: PatchPath<'a>,
    },
    /// Change `path` where it is.
    Modify {
        /// The file to change.
        path: PatchPath<'a>,
    },
    /// Rename `old_path` to `path`, with or without changes.
    Move {
        /// The file as it is named now.
        old_path: PatchPath<'a>,
        /// Its new name.
        path: PatchPath<'a>,
    },
    /// Copy `old_path` to `path`, with or without changes.
    Copy {
        /// The file to copy.
        old_path: PatchPath<'a>,
        /// The copy.
        path: PatchPath<'a>,
    },
}

impl<'a> FileOperation<'a> {
    /// The path after the change; for a deletion the path removed.
    pub fn path(&self) -> &PatchPath<'a> {
        match self {
            Self::Add { path }
            | Self::Delete { path }
            | Self::Modify { path }
            | Self::Move { path, .. }
            | Self::Copy { path, .. } => path,
        }
    }

    /// The path before the change; `None` for an addition.
    pub fn old_path(&self) -> Option<&PatchPath<'a>> {
        match self {
            Self::Add { .. } => None,
            Self::Delete { path } | Self::Modify { path } => Some(path),
            Self::Move { old_path, .. } | Self::Copy { old_path, .. } => Some(old_path),
        }
    }

    /// The source of a move or copy; `None` for an operation with one path.
    pub fn source(&self) -> Option<&PatchPath<'a>> {
        self.old_path().filter(|_| self.kind().has_source())
    }

    /// What it does, without the paths.
    pub fn kind(&self) -> Operation {
        match self {
            Self::Add { .. } => Operation::Add,
            Self::Delete { .. } => Operation::Delete,
            Self::Modify { .. } => Operation::Modify,
            Self::Move { .. } => Operation::Move,
            Self::Copy { .. } => Operation::Copy,
        }
    }

    /// Both paths, or the only one.
    pub(crate) fn paths_mut(&mut self) -> impl Iterator<Item = &mut PatchPath<'a>> {
        let (old_path, path) = match self {
            Self::Add { path } | Self::Delete { path } | Self::Modify { path } => (None, path),
            Self::Move { old_path, path } | Self::Copy { old_path, path } => (Some(old_path), path),
        };
        old_path.into_iter().chain([path])
    }

    /// As [`Operation::as_str`].
    pub fn as_str(&self) -> &'static str {
        self.kind().as_str()
    }
}

/// What is done to a file: a [`FileOperation`] without its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// The file is created.
    Add,
    /// The file is removed.
    Delete,
    /// The file stays at its path.
    Modify,
    /// The file is moved to another path, with or without changes.
    Move,
    /// A second file is made from it, with or without changes.
    Copy,
}

impl Operation {
    /// Every operation.
    pub const ALL: [Self; 5] = [Self::Add, Self::Delete, Self::Modify, Self::Move, Self::Copy];

    /// The stable name: `add`, `delete`, `modify`, `move` or `copy`, the words of ACP's v2 diff.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Delete => "delete",
            Self::Modify => "modify",
            Self::Move => "move",
            Self::Copy => "copy",
        }
    }

    /// The letter of `git status`: `A`, `D`, `M`, `R` (a move is a rename there) or `C`.
    pub fn letter(self) -> char {
        match self {
            Self::Add => 'A',
            Self::Delete => 'D',
            Self::Modify => 'M',
            Self::Move => 'R',
            Self::Copy => 'C',
        }
    }

    /// Whether it makes a file from another one, as a move and a copy do.
    pub fn has_source(self) -> bool {
        matches!(self, Self::Move | Self::Copy)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How the contents of a file change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileContent<'a> {
    /// Text: the hunks, in the order of the patch. None when only name or mode change.
    Hunks(Vec<Hunk<'a>>),
    /// `GIT binary patch` or `Binary files … differ`.
    Binary(BinaryPatch<'a>),
    /// A `Submodule path old..new` line of `git diff --submodule=log`; holds the text after the
    /// path.
    Submodule(Cow<'a, BStr>),
}

/// Git's extended headers, except for those that determine the operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata<'a> {
    /// Whether the section starts with a `diff --git` line.
    pub git: bool,
    /// `old mode`, or `deleted file mode` of a deletion.
    pub old_mode: Option<FileMode>,
    /// `new mode`, or `new file mode` of an addition.
    pub new_mode: Option<FileMode>,
    /// `similarity index`, in percent.
    pub similarity: Option<u8>,
    /// `dissimilarity index`, in percent.
    pub dissimilarity: Option<u8>,
    /// `index old..new mode`.
    pub index: Option<Index<'a>>,
}

impl Metadata<'_> {
    /// All modes the headers name.
    pub fn modes(&self) -> impl Iterator<Item = FileMode> + '_ {
        let of_index = self.index.as_ref().and_then(|index| index.mode);
        [self.old_mode, self.new_mode, of_index].into_iter().flatten()
    }
}

/// The `index` header: the object names of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index<'a> {
    /// Object name before, as written (often abbreviated).
    pub old: Cow<'a, BStr>,
    /// Object name after.
    pub new: Cow<'a, BStr>,
    /// The mode of both sides when it does not change.
    pub mode: Option<FileMode>,
}
