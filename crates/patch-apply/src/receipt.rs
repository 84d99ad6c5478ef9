//! Holds what a patch did, or would do, as plain data.

use std::fmt;

use bstr::BString;
use patch_parse::{FileMode, Format, Operation};

use crate::note::Note;
use crate::part_id::PartId;
use crate::{Contract, Digest, EvidenceSet, Reading, Rung};

/// What a patch did, or would do.
///
/// It may hold the contents that it describes; see [`Digest`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Receipt {
    /// The format of the patch.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::named"))]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::NameOf<Format>"))]
    pub format: Format,
    /// The contract it was applied under.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::named"))]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::NameOf<Contract>"))]
    pub contract: Contract,
    /// Whether the files were written; `false` for a plan that was only made.
    pub committed: bool,
    /// One entry for each section of the patch that takes effect, in their order.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::files"))]
    pub files: Vec<FileReceipt>,
    /// The sections and hunks that were not asked for ([`crate::ApplyOptions::only`]), by their ids.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub left_out: Vec<PartId>,
    /// Header lines that were accepted and not executed.
    pub ignored_metadata: Vec<IgnoredMetadata>,
    /// What was forgiven or is worth a look.
    pub diagnostics: Vec<Note>,
}

/// What happened to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileReceipt {
    /// The section of the patch, by its place there, 1-based.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub section: usize,
    /// `add`, `delete`, `modify`, `move` or `copy`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::named"))]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::NameOf<Operation>"))]
    pub operation: Operation,
    /// The source of a move or copy.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::optional", skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
    pub old_path: Option<BString>,
    /// The file, by its path below the root.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::text"))]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub path: BString,
    /// Where each hunk went.
    pub hunks: Vec<HunkReceipt>,
    /// Hunks that had nothing left to do.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub skipped: Vec<SkippedHunk>,
    /// Lines added.
    pub lines_added: usize,
    /// Lines removed.
    pub lines_removed: usize,
    /// What becomes of the mode, if the patch changes it or makes a file that is executable. Under the
    /// agent contract no patch does.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub mode: Option<ModeChange>,
    /// The contents before; `None` for a new file.
    pub before: Option<Digest>,
    /// The contents after; `None` for a deleted file.
    pub after: Option<Digest>,
    /// Whether an existing file was replaced, which only `overwrite` allows.
    pub overwrote: bool,
}

/// The mode of a file before and after, as git writes it: `100755` is an executable file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ModeChange {
    /// What it was; `None` for a new file.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::optional", skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
    pub old: Option<FileMode>,
    /// What the patch makes of it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub new: FileMode,
}

impl fmt::Display for ModeChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(old) = self.old {
            write!(f, "{old} -> ")?;
        }
        self.new.fmt(f)
    }
}

/// Where a hunk went.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HunkReceipt {
    /// Stable within the patch: section and hunk, both 1-based, as in `2.1`.
    pub id: PartId,
    /// The hunk's first line in the patch text, 1-based.
    pub patch_line: usize,
    /// The line its header names, 1-based.
    pub hinted_line: Option<u64>,
    /// The line where its old block starts in the old file, without the context that differs,
    /// 1-based; for an insertion the line that it was put before.
    pub matched_line: usize,
    /// How far the hunk with all its context is from the hint, in lines; also `None` if lines that
    /// overlap with the previous hunk were left to that one.
    pub offset: Option<i64>,
    /// How exactly the old lines agree.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::named"))]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::NameOf<Rung>"))]
    pub rung: Rung,
    /// Lines added.
    pub lines_added: usize,
    /// Lines removed.
    pub lines_removed: usize,
    /// Further places where the old lines match as well.
    pub other_places: usize,
    /// Context lines at the start of the hunk that differ from the file.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "crate::wire::is_zero"))]
    pub dropped_before: usize,
    /// Lines at the end of the hunk that differ from the file: context, or an empty line that is the final newline of the file.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "crate::wire::is_zero"))]
    pub dropped_after: usize,
    /// The evidence for the place.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::evidence"))]
    #[cfg_attr(
        feature = "schemars",
        schemars(with = "Vec<crate::schema::NameOf<crate::Evidence>>")
    )]
    pub evidence: EvidenceSet,
    /// How added lines were written otherwise than in the patch, as in `indentation: 2 -> 4`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub mapping: Option<String>,
    /// How it was read, if not as the parser read it; a note says so.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) reading: Option<Reading>,
    /// Whether its added lines were written without their HTML escapes.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) undoes_escapes: bool,
}

/// A hunk whose change the file has already.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SkippedHunk {
    /// As [`HunkReceipt::id`].
    pub id: PartId,
    /// The hunk's first line in the patch text, 1-based.
    pub patch_line: usize,
    /// The line of the old file where its change was found, 1-based.
    pub line: usize,
}

/// A header line that was accepted and not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct IgnoredMetadata {
    /// The file it belongs to.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::text"))]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub path: BString,
    /// The line, as git writes it.
    pub header: String,
}
