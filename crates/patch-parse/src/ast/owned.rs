//! Trees that borrow nothing.

use std::borrow::Cow;

use bstr::BStr;

use super::{
    BinaryHunk, BinaryPatch, FileContent, FileOperation, FilePatch, Hunk, Index, Metadata, Patch,
};

fn own(text: Cow<'_, BStr>) -> Cow<'static, BStr> {
    Cow::Owned(text.into_owned())
}

impl Patch<'_> {
    /// Copies what is borrowed, so that the tree outlives the text it was parsed from.
    pub fn into_owned(self) -> Patch<'static> {
        Patch {
            format: self.format,
            direction: self.direction,
            files: self.files.into_iter().map(FilePatch::into_owned).collect(),
            diagnostics: self.diagnostics,
        }
    }
}

impl FilePatch<'_> {
    /// Copies what is borrowed.
    pub fn into_owned(self) -> FilePatch<'static> {
        FilePatch {
            operation: self.operation.into_owned(),
            content: self.content.into_owned(),
            metadata: self.metadata.into_owned(),
            commit: self.commit,
            span: self.span,
        }
    }
}

impl FileOperation<'_> {
    /// Copies what is borrowed.
    pub fn into_owned(self) -> FileOperation<'static> {
        match self {
            Self::Add { path } => FileOperation::Add { path: path.into_owned() },
            Self::Delete { path } => FileOperation::Delete { path: path.into_owned() },
            Self::Modify { path } => FileOperation::Modify { path: path.into_owned() },
            Self::Move { old_path, path } => {
                FileOperation::Move { old_path: old_path.into_owned(), path: path.into_owned() }
            }
            Self::Copy { old_path, path } => {
                FileOperation::Copy { old_path: old_path.into_owned(), path: path.into_owned() }
            }
        }
    }
}

impl FileContent<'_> {
    /// Copies what is borrowed.
    pub fn into_owned(self) -> FileContent<'static> {
        match self {
            Self::Hunks(hunks) => {
                FileContent::Hunks(hunks.into_iter().map(Hunk::into_owned).collect())
            }
            Self::Binary(binary) => FileContent::Binary(binary.into_owned()),
            Self::Submodule(text) => FileContent::Submodule(own(text)),
        }
    }
}

impl Metadata<'_> {
    /// Copies what is borrowed.
    pub fn into_owned(self) -> Metadata<'static> {
        let index = self.index.map(|index| Index {
            old: own(index.old),
            new: own(index.new),
            mode: index.mode,
        });
        Metadata {
            git: self.git,
            old_mode: self.old_mode,
            new_mode: self.new_mode,
            similarity: self.similarity,
            dissimilarity: self.dissimilarity,
            index,
        }
    }
}

impl BinaryPatch<'_> {
    /// Copies what is borrowed.
    pub fn into_owned(self) -> BinaryPatch<'static> {
        match self {
            Self::Git { forward, reverse } => BinaryPatch::Git {
                forward: Box::new(forward.into_owned()),
                reverse: reverse.map(|reverse| Box::new(reverse.into_owned())),
            },
            Self::Differ => BinaryPatch::Differ,
        }
    }
}

impl BinaryHunk<'_> {
    /// Copies what is borrowed.
    pub fn into_owned(self) -> BinaryHunk<'static> {
        BinaryHunk { method: self.method, size: self.size, encoded: own(self.encoded) }
    }
}
