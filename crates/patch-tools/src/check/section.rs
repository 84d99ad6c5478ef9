//! Describes a section of the patch text in the terms of the protocol.

use std::borrow::Cow;

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::DiffFileType;
use bstr::ByteSlice;
use patch_parse::{BinaryPatch, FileContent, FileMode, FilePatch, PatchPath};

use super::Disagreement;

/// A section, described as a change.
pub(super) struct Section<'p> {
    pub(super) patch_line: usize,
    pub(super) operation: &'static str,
    /// The source of a move or copy.
    pub(super) old_path: Option<Name<'p>>,
    pub(super) path: Name<'p>,
    /// The kind of file, if the section shows it.
    pub(super) shown: Option<Shown>,
}

/// The kind of file that a section shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Symlink,
    Submodule,
    Binary,
    /// Lines of text. They may be the target of a link, which only a mode shows.
    Text {
        is_regular: bool,
    },
    /// A regular file, according to its mode; no contents are shown.
    Regular,
}

impl Shown {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Symlink => "symlink",
            Self::Submodule => "submodule",
            Self::Binary => "binary",
            Self::Text { .. } => "text",
            Self::Regular => "regular file",
        }
    }

    /// Whether a section of this kind may belong to a change of this type. An unknown type may be
    /// anything.
    pub(super) fn may_be(self, stated: &DiffFileType) -> bool {
        use DiffFileType::{Binary, Directory, Symlink, Text};

        match (stated, self) {
            (Text, shown) => matches!(shown, Self::Text { .. } | Self::Regular),
            (Binary, shown) => matches!(shown, Self::Binary | Self::Regular),
            (Symlink, shown) => matches!(shown, Self::Symlink | Self::Text { is_regular: false }),
            (Directory, shown) => shown == Self::Submodule,
            _ => true,
        }
    }
}

/// A path of the patch.
pub(super) struct Name<'p> {
    /// As it is written, prefix included.
    written: Cow<'p, str>,
    /// As it is compared: an absolute name as it is, any other without its prefix.
    pub(super) path: Cow<'p, str>,
    is_absolute: bool,
}

impl<'p> Section<'p> {
    pub(super) fn of(file: &'p FilePatch<'_>) -> Self {
        Self {
            patch_line: file.span.line,
            operation: file.operation.as_str(),
            old_path: file.operation.source().map(Name::of),
            path: Name::of(file.operation.path()),
            shown: shown(file),
        }
    }

    /// The section's paths that are not absolute.
    pub(super) fn relative_paths(&self) -> impl Iterator<Item = Disagreement> {
        let names = self.old_path.iter().chain([&self.path]);
        names.filter(|name| !name.is_absolute).map(|name| Disagreement::RelativePath {
            patch_line: self.patch_line,
            path: name.written.clone().into_owned(),
        })
    }

    pub(super) fn missing_change(&self) -> Disagreement {
        Disagreement::MissingChange {
            patch_line: self.patch_line,
            operation: self.operation,
            old_path: self.old_path.as_ref().map(|name| name.path.clone().into_owned()),
            path: self.path.path.clone().into_owned(),
        }
    }
}

impl<'p> Name<'p> {
    fn of(path: &'p PatchPath<'_>) -> Self {
        let written = path.written().to_str_lossy();
        let is_absolute = AbsolutePath::new(&*written).is_ok();
        let path = if is_absolute { path.written() } else { path.as_bstr() };
        // A name that is not UTF-8 must not equal any path of the protocol, not even one with
        // U+FFFD in it, so it is compared in quotes with its bytes escaped.
        let path = match path.to_str() {
            Ok(path) => Cow::Borrowed(path),
            Err(_) => Cow::Owned(format!("{path:?}")),
        };
        Self { written, path, is_absolute }
    }

    /// Whether the name means `path`: it is equal to it, or it is relative and `path` has only a
    /// root in addition.
    pub(super) fn means(&self, path: &str) -> bool {
        *self.path == *path
            || (!self.is_absolute && path.strip_suffix(&*self.path).is_some_and(ends_in_separator))
    }
}

fn ends_in_separator(path: &str) -> bool {
    path.ends_with(['/', '\\'])
}

/// The kind of file that a section shows: its mode identifies a link, a submodule and a regular
/// file, otherwise its contents do. A section without either shows none.
fn shown(file: &FilePatch<'_>) -> Option<Shown> {
    if file.is_symlink() {
        return Some(Shown::Symlink);
    }
    if file.is_submodule() {
        return Some(Shown::Submodule);
    }
    let is_regular = file.metadata.modes().any(FileMode::is_regular);
    match &file.content {
        FileContent::Hunks(hunks) if hunks.is_empty() => is_regular.then_some(Shown::Regular),
        FileContent::Hunks(_) => Some(Shown::Text { is_regular }),
        FileContent::Binary(BinaryPatch::Differ | BinaryPatch::Git { .. }) => Some(Shown::Binary),
        FileContent::Submodule(_) => Some(Shown::Submodule),
    }
}
