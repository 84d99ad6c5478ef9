//! One disagreement, as a value.

use std::fmt;

#[cfg(feature = "schemars")]
use patch_apply::schema::NameOf;
use patch_parse::ParseError;
#[cfg(feature = "schemars")]
use patch_parse::{Code, Operation};
use serde::Serialize;

/// A way in which the patch text of a diff does not say what its changes say.
///
/// `change` is a position in `changes`, 0-based; `patch_line` a line of the patch text, 1-based. As
/// JSON it is an object with the name of the variant under `code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Disagreement {
    /// The patch shows a file that no change names: a permission prompt would not mention it.
    MissingChange {
        /// Where the section begins.
        patch_line: usize,
        /// What the patch does to the file.
        #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Operation>"))]
        operation: &'static str,
        /// The source of a move or copy.
        #[serde(skip_serializing_if = "Option::is_none")]
        old_path: Option<String>,
        /// The file.
        path: String,
    },
    /// A change is not in the patch, and to be shown in it: one to text, where it is only shown.
    MissingFile {
        /// The change.
        change: usize,
        /// What it does.
        operation: String,
        /// The file.
        path: String,
    },
    /// The two do different things to one file.
    WrongOperation {
        /// The change.
        change: usize,
        /// Where the section begins.
        patch_line: usize,
        /// The file.
        path: String,
        /// What the change does.
        in_changes: String,
        /// What the patch does.
        in_patch: &'static str,
    },
    /// The two name one file differently.
    WrongPath {
        /// The change.
        change: usize,
        /// Where the section begins.
        patch_line: usize,
        /// Which path it is: `path` or `oldPath`.
        key: &'static str,
        /// The path in the change.
        in_changes: String,
        /// The path in the patch.
        in_patch: String,
    },
    /// The two say different things about the kind of file.
    WrongFileType {
        /// The change.
        change: usize,
        /// Where the section begins.
        patch_line: usize,
        /// The file.
        path: String,
        /// The kind that the change states.
        in_changes: String,
        /// The kind that the patch shows.
        in_patch: &'static str,
    },
    /// A path of the patch is not absolute; git's `a/` and `b/` make it so.
    RelativePath {
        /// Where the section begins.
        patch_line: usize,
        /// The path as it is written.
        path: String,
    },
    /// The text has something in it that is no part of a git patch: mail headers, a commit message,
    /// prose, a code fence, an envelope, lines after the last one that a hunk counts, or a header line that git would not
    /// write so.
    ForeignText {
        /// Where it begins.
        patch_line: usize,
        /// What the parser calls it, such as `text_ignored` or `other_names_in_git_header`; `hunk_count` where lines are
        /// headers unless the counts of a hunk are believed.
        kind: &'static str,
    },
    /// The text cannot be read as a git patch, so nothing of it can be compared.
    NotAGitPatch {
        /// Where reading stopped.
        patch_line: usize,
        /// The parser's code, such as `wrong_patch_format`.
        #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Code>"))]
        parse_code: &'static str,
        /// What is wrong, in one sentence.
        message: String,
    },
    /// The patch is in a format that this program does not know, so nothing of it can be compared.
    UnknownFormat {
        /// The format.
        format: String,
    },
}

impl Disagreement {
    pub(super) fn not_a_git_patch(error: &ParseError) -> Self {
        Self::NotAGitPatch {
            patch_line: error.span.line,
            parse_code: error.code.as_str(),
            message: error.to_string(),
        }
    }

    /// The line of the patch text that it is about, 1-based.
    pub fn patch_line(&self) -> Option<usize> {
        match *self {
            Self::MissingChange { patch_line, .. }
            | Self::WrongOperation { patch_line, .. }
            | Self::WrongPath { patch_line, .. }
            | Self::WrongFileType { patch_line, .. }
            | Self::RelativePath { patch_line, .. }
            | Self::ForeignText { patch_line, .. }
            | Self::NotAGitPatch { patch_line, .. } => Some(patch_line),
            Self::MissingFile { .. } | Self::UnknownFormat { .. } => None,
        }
    }

    /// The change that it is about, by its position.
    pub fn change(&self) -> Option<usize> {
        match *self {
            Self::MissingFile { change, .. }
            | Self::WrongOperation { change, .. }
            | Self::WrongPath { change, .. }
            | Self::WrongFileType { change, .. } => Some(change),
            Self::MissingChange { .. }
            | Self::RelativePath { .. }
            | Self::ForeignText { .. }
            | Self::NotAGitPatch { .. }
            | Self::UnknownFormat { .. } => None,
        }
    }

    /// The stable name, the same as in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Self::MissingChange { .. } => "missing_change",
            Self::MissingFile { .. } => "missing_file",
            Self::WrongOperation { .. } => "wrong_operation",
            Self::WrongPath { .. } => "wrong_path",
            Self::WrongFileType { .. } => "wrong_file_type",
            Self::RelativePath { .. } => "relative_path",
            Self::ForeignText { .. } => "foreign_text",
            Self::NotAGitPatch { .. } => "not_a_git_patch",
            Self::UnknownFormat { .. } => "unknown_format",
        }
    }
}

impl fmt::Display for Disagreement {
    /// One sentence without a full stop. Paths are escaped: they may hold anything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingChange { operation, old_path: None, path, .. } => {
                write!(f, "the patch has `{operation}` of {path:?}, which no change names")
            }
            Self::MissingChange { operation, old_path: Some(old_path), path, .. } => write!(
                f,
                "the patch has `{operation}` of {old_path:?} to {path:?}, which no change names"
            ),
            Self::MissingFile { operation, path, .. } => {
                write!(f, "`{operation}` of {path:?} is not in the patch")
            }
            Self::WrongOperation { path, in_changes, in_patch, .. } => {
                write!(f, "{path:?} is `{in_changes}` in the changes and `{in_patch}` in the patch")
            }
            Self::WrongPath { key, in_changes, in_patch, .. } => {
                write!(f, "`{key}` is {in_changes:?} in the changes and {in_patch:?} in the patch")
            }
            Self::WrongFileType { path, in_changes, in_patch, .. } => {
                write!(f, "{path:?} is {in_changes} in the changes and {in_patch} in the patch")
            }
            Self::RelativePath { path, .. } => {
                write!(f, "the patch has the path {path:?}, which is not absolute")
            }
            Self::ForeignText { kind, .. } => {
                write!(f, "the patch has text that is no part of a git patch ({kind})")
            }
            Self::NotAGitPatch { message, .. } => write!(f, "this is no git patch: {message}"),
            Self::UnknownFormat { format } => {
                write!(f, "the patch format {format:?} is not known, so it cannot be compared")
            }
        }
    }
}
