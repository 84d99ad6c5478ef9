//! The contents of a patch as plain data.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use patch_apply::Note;
#[cfg(feature = "schemars")]
use patch_apply::schema::NameOf;
use patch_parse::{
    BinaryMethod, BinaryPatch, FileContent, FileMode, FilePatch, Hunk, HunkLine, HunkLines,
    LineKind, Metadata, Newline, Patch, PatchPath,
};
#[cfg(feature = "schemars")]
use patch_parse::{Format, Operation};
use serde::{Serialize, Serializer};

/// A parsed patch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Patch"))]
#[non_exhaustive]
pub struct PatchView<'p> {
    /// `unified` or `opencode`.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Format>"))]
    pub format: &'static str,
    /// One entry for each section, in the order of the text.
    pub files: Vec<FileView<'p>>,
    /// What the parser forgave.
    pub diagnostics: Vec<Note>,
}

/// One section of a patch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "FileSection"))]
#[non_exhaustive]
pub struct FileView<'p> {
    /// `add`, `delete`, `modify`, `move` or `copy`.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Operation>"))]
    pub operation: &'static str,
    /// The source of a move or copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_path: Option<Cow<'p, str>>,
    /// The path after the change, its prefix taken off; of a deletion the path removed.
    pub path: Cow<'p, str>,
    /// The other one of two names that the header has; the one that exists is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_path: Option<Cow<'p, str>>,
    /// The section's first line in the patch text, 1-based.
    pub patch_line: usize,
    /// Which commit of the input the section belongs to, 0-based.
    pub commit: usize,
    /// Lines added.
    pub lines_added: usize,
    /// Lines removed.
    pub lines_removed: usize,
    /// The mode before, as git writes it, where the headers name one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_mode: Option<String>,
    /// The mode after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_mode: Option<String>,
    /// `similarity index`, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<u8>,
    /// A binary change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binary: Option<BinaryView>,
    /// What a `Submodule` line says after the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submodule: Option<Cow<'p, str>>,
    /// The hunks, each as a [`HunkView`]; none for binary and submodule sections. As their lines
    /// they are made when they are written.
    #[serde(serialize_with = "hunks")]
    #[cfg_attr(
        feature = "schemars",
        schemars(
            with = "Vec<HunkView<'p>>",
            description = "The hunks; none for binary and submodule sections."
        )
    )]
    pub hunks: &'p [Hunk<'p>],
}

/// How a binary file changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Binary"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BinaryView {
    /// The patch has the whole new contents.
    Literal,
    /// The patch has a delta against the old contents.
    Delta,
    /// The patch only says that the files differ.
    Differ,
}

/// One hunk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Hunk"))]
#[non_exhaustive]
pub struct HunkView<'p> {
    /// The hunk's first line in the patch text, 1-based.
    pub patch_line: usize,
    /// The lines to seek first, outermost first.
    pub anchors: Vec<Cow<'p, str>>,
    /// First old line as the header says, 1-based; `null` where it has no numbers.
    pub old_start: Option<u64>,
    /// Old lines that follow.
    pub old_count: u64,
    /// First new line as the header says, 1-based.
    pub new_start: Option<u64>,
    /// New lines that follow.
    pub new_count: u64,
    /// The section heading after the second `@@`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub section: Cow<'p, str>,
    /// Whether the hunk ends where the file ends.
    #[serde(skip_serializing_if = "is_false")]
    pub end_of_file: bool,
    /// Empty lines after a chunk of the `*** Begin Patch` format, before what ends it.
    #[serde(skip_serializing_if = "is_zero")]
    pub blank_lines_behind: u32,
    /// Its lines, each as a [`LineView`]: that is made when it is written, for a patch has very
    /// many.
    #[serde(serialize_with = "lines")]
    #[cfg_attr(
        feature = "schemars",
        schemars(with = "Vec<LineView<'p>>", description = "Its lines.")
    )]
    pub lines: &'p HunkLines<'p>,
}

/// One line of a hunk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "HunkLine"))]
#[non_exhaustive]
pub struct LineView<'p> {
    /// `context`, `remove` or `add`.
    #[cfg_attr(
        feature = "schemars",
        schemars(extend("enum" = ["context", "remove", "add"]))
    )]
    pub kind: &'static str,
    /// The text, without marker and line ending.
    pub text: Cow<'p, str>,
    /// `crlf` or `none`, where the line does not end in LF.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(extend("enum" = ["crlf", "none", null])))]
    pub newline: Option<&'static str>,
}

impl<'p> From<&'p Patch<'_>> for PatchView<'p> {
    fn from(patch: &'p Patch<'_>) -> Self {
        Self {
            format: patch.format.as_str(),
            files: patch.files.iter().map(FileView::from).collect(),
            diagnostics: patch.diagnostics.iter().map(Note::from).collect(),
        }
    }
}

impl<'p> From<&'p FilePatch<'_>> for FileView<'p> {
    fn from(file: &'p FilePatch<'_>) -> Self {
        let Metadata { old_mode, new_mode, similarity, .. } = file.metadata;
        let lines = || file.hunks().iter().map(|hunk| &hunk.lines);
        Self {
            operation: file.operation.as_str(),
            old_path: file.operation.source().map(path_text),
            path: path_text(file.operation.path()),
            or_path: or_path(file.operation.path()),
            patch_line: file.span.line,
            commit: file.commit,
            lines_added: lines().map(HunkLines::added_count).sum(),
            lines_removed: lines().map(HunkLines::removed_count).sum(),
            old_mode: old_mode.as_ref().map(FileMode::to_string),
            new_mode: new_mode.as_ref().map(FileMode::to_string),
            similarity,
            binary: file.binary().map(BinaryView::from),
            submodule: match &file.content {
                FileContent::Submodule(says) => Some(text(says)),
                FileContent::Hunks(_) | FileContent::Binary(_) => None,
            },
            hunks: file.hunks(),
        }
    }
}

impl From<&BinaryPatch<'_>> for BinaryView {
    fn from(binary: &BinaryPatch<'_>) -> Self {
        match binary {
            BinaryPatch::Differ => Self::Differ,
            BinaryPatch::Git { forward, .. } => match forward.method {
                BinaryMethod::Literal => Self::Literal,
                BinaryMethod::Delta => Self::Delta,
            },
        }
    }
}

impl<'p> From<&'p Hunk<'_>> for HunkView<'p> {
    fn from(hunk: &'p Hunk<'_>) -> Self {
        let ((old_count, new_count), range) = (hunk.counts(), hunk.range());
        Self {
            patch_line: hunk.span().line,
            anchors: hunk.anchors.iter().map(|anchor| text(anchor)).collect(),
            old_start: range.map(|range| range.old_start),
            old_count,
            new_start: range.map(|range| range.new_start),
            new_count,
            section: text(hunk.section()),
            end_of_file: hunk.is_end_of_file(),
            blank_lines_behind: hunk.blank_lines_behind(),
            lines: &hunk.lines,
        }
    }
}

impl<'p> From<HunkLine<'p>> for LineView<'p> {
    fn from(line: HunkLine<'p>) -> Self {
        Self {
            kind: match line.kind {
                LineKind::Context => "context",
                LineKind::Remove => "remove",
                LineKind::Add => "add",
            },
            text: text(line.text),
            newline: match line.newline {
                Newline::Lf => None,
                Newline::CrLf => Some("crlf"),
                Newline::None => Some("none"),
            },
        }
    }
}

fn hunks<S: Serializer>(hunks: &&[Hunk<'_>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hunks.iter().map(HunkView::from))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands the field over by reference")]
fn lines<S: Serializer>(lines: &&HunkLines<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lines.iter().map(LineView::from))
}

fn path_text<'p>(path: &'p PatchPath<'_>) -> Cow<'p, str> {
    text(path.as_bstr())
}

fn or_path(path: &PatchPath<'_>) -> Option<Cow<'static, str>> {
    let other = path.other_path().filter(|_| path.is_one_of_two())?;
    Some(other.as_bstr().to_str_lossy().into_owned().into())
}

fn text(bytes: &BStr) -> Cow<'_, str> {
    // For short text this is the quicker way to check that it is UTF-8.
    std::str::from_utf8(bytes).map_or_else(|_| bytes.to_str_lossy(), Cow::Borrowed)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_false(value: &bool) -> bool {
    !value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}
