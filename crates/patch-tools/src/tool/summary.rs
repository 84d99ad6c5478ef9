//! The bounded answer of a tool: what a host may show a model instead of the text.
//!
//! Several hosts of the Model Context Protocol give a model the structured part of an answer and
//! not its text. So that part is bounded as the text is, and states how much it leaves out. It does
//! not contain the patch that takes a change back: an undo needs only the id of the receipt.

use std::borrow::Cow;

#[cfg(feature = "schemars")]
use patch_apply::schema::NameOf;
use patch_apply::{FileReceipt, HunkReceipt, Rung, visible};
#[cfg(feature = "schemars")]
use patch_parse::{Class, Code, Format, Operation};
use serde::Serialize;

use super::applied::{Applied, AppliedText};
use super::diff::DiffOutput;
use super::output::ToolOutput;
use super::refused::Refused;
use crate::view::{Effects, ErrorView, FailureView};

/// The most bytes of the diff of a summary. It is cut at a line.
pub const MOST_SUMMARY_DIFF: usize = 2_000;

/// The most files of a summary, hunks of all of them, and failures.
const MOST_FILES: usize = 100;
const MOST_HUNKS: usize = 50;
const MOST_FAILURES: usize = 50;

/// After this many bytes of paths and messages, no further files or failures are started.
const MOST_WORDS: usize = 8_000;

/// The answer of a tool in few words. Beside the text, which has some 8,000 bytes at most, it has fewer than
/// 32,000 characters; a diff that was asked for has as many as its text: what the session lets it have
/// ([`Tools::most_diff`](super::Tools::most_diff)).
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Summary<'a> {
    /// What the Diff tool gives: it has bounds of its own.
    Diff(&'a DiffOutput),
    /// A patch took effect, or would.
    Applied(AppliedSummary<'a>),
    /// Nothing was done.
    Refused(RefusedSummary<'a>),
    /// What a tool of the host gives.
    Other(&'a serde_json::Value),
}

/// A patch that took effect, or would.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AppliedSummary<'a> {
    /// What a model is told.
    #[serde(flatten)]
    pub told: AppliedText<'a>,
    /// What was done.
    pub receipt: ReceiptSummary<'a>,
}

/// What was done to all files, and to the first of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReceiptSummary<'a> {
    /// The format of the patch.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Format>"))]
    pub format: &'static str,
    /// Whether the files were written; `false` for a dry run.
    pub committed: bool,
    /// How many files there are, all told.
    pub file_count: usize,
    /// How many hunks there are, all told.
    pub hunk_count: usize,
    /// Lines added, all told.
    pub lines_added: usize,
    /// Lines removed, all told.
    pub lines_removed: usize,
    /// The first files, at most 100.
    pub files: Vec<FileSummary<'a>>,
    /// The start of the git patch of what really changed, at most 2,000 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<&'a str>,
    /// The patch has more than is shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub diff_truncated: bool,
}

/// What was done to one file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileSummary<'a> {
    /// `add`, `delete`, `modify`, `move` or `copy`.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Operation>"))]
    pub operation: &'static str,
    /// The source of a move or copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_path: Option<Cow<'a, str>>,
    /// The file, by its path below the root.
    pub path: Cow<'a, str>,
    /// Lines added.
    pub lines_added: usize,
    /// Lines removed.
    pub lines_removed: usize,
    /// Where its hunks went, at most 50 of all files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hunks: Vec<HunkSummary>,
}

/// Where a hunk went.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HunkSummary {
    /// Section and hunk of the patch, as in `2.1`.
    pub id: String,
    /// The line where it was, 1-based.
    pub matched_line: usize,
    /// How far that is from the line that its header names; left out for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<i64>,
    /// How exactly its old lines agree; left out for exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<NameOf<Rung>>"))]
    pub rung: Option<&'static str>,
}

/// A refusal: nothing was changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RefusedSummary<'a> {
    /// What a model is told, in at most some 8,000 bytes.
    pub text: String,
    /// Why nothing was done.
    pub error: ErrorSummary<'a>,
}

/// Why nothing was done. The first keys are those of the first failure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ErrorSummary<'a> {
    /// The stable code.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Code>"))]
    pub code: &'static str,
    /// What kind of failure it is.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Class>"))]
    pub class: &'static str,
    /// What happened, in at most 400 characters.
    pub message: String,
    /// What to do next, in one sentence.
    pub hint: &'static str,
    /// The format of the patch, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<NameOf<Format>>"))]
    pub format: Option<&'static str>,
    /// How many failures there are, all told.
    pub failure_count: usize,
    /// The first failures, at most 50; the text explains them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<FailureSummary<'a>>,
    /// The files have the whole patch already: there is nothing to do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub already_applied: bool,
}

/// One thing that is in the way.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FailureSummary<'a> {
    /// The stable code.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Code>"))]
    pub code: &'static str,
    /// The path it is about, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Cow<'a, str>>,
    /// The line of the patch text, 1-based, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch_line: Option<usize>,
    /// What happened, in at most 400 characters.
    pub message: String,
}

impl ToolOutput {
    /// The answer of a call, bounded as its text is.
    pub fn summary(&self) -> Summary<'_> {
        match self {
            Self::Diff(output) => Summary::Diff(output),
            Self::Applied(applied) => Summary::Applied(AppliedSummary::new(applied)),
            Self::Refused(refused) => Summary::Refused(RefusedSummary::new(refused)),
            Self::Other { value, .. } => Summary::Other(value),
        }
    }
}

impl<'a> AppliedSummary<'a> {
    fn new(applied: &'a Applied) -> Self {
        Self { told: applied.told(), receipt: ReceiptSummary::new(applied) }
    }
}

impl<'a> ReceiptSummary<'a> {
    fn new(applied: &'a Applied) -> Self {
        let receipt = &applied.receipt;
        let sum = |count: fn(&FileReceipt) -> usize| receipt.files.iter().map(count).sum();
        let (diff, diff_truncated) = diff(applied.effects.as_ref().as_ref().ok());
        Self {
            format: receipt.format.as_str(),
            committed: receipt.committed,
            file_count: receipt.files.len(),
            hunk_count: sum(|file| file.hunks.len()),
            lines_added: sum(|file| file.lines_added),
            lines_removed: sum(|file| file.lines_removed),
            files: files(&receipt.files),
            diff,
            diff_truncated,
        }
    }
}

/// The start of what changed, whole lines, and whether there is more.
fn diff(effects: Option<&Effects>) -> (Option<&str>, bool) {
    let diff = effects.and_then(|effects| effects.diff.as_ref().ok());
    let Some(text) = diff.and_then(|diff| diff.patch.as_ref()?.text()) else {
        return (None, false);
    };
    let kept = match text.as_bytes().get(..MOST_SUMMARY_DIFF) {
        Some(start) if text.len() > MOST_SUMMARY_DIFF => {
            start.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
        }
        _ => text.len(),
    };
    (text.get(..kept), kept < text.len())
}

fn files(all: &[FileReceipt]) -> Vec<FileSummary<'_>> {
    let (mut files, mut words, mut hunks) = (Vec::new(), 0, MOST_HUNKS);
    for file in all.iter().take(MOST_FILES) {
        if words > MOST_WORDS {
            break;
        }
        let shown = FileSummary::new(file, hunks);
        words += shown.path.len() + shown.old_path.as_ref().map_or(0, |path| path.len());
        hunks -= shown.hunks.len();
        files.push(shown);
    }
    files
}

impl<'a> FileSummary<'a> {
    fn new(file: &'a FileReceipt, most_hunks: usize) -> Self {
        Self {
            operation: file.operation.as_str(),
            old_path: file.old_path.as_ref().map(|path| shown(path)),
            path: shown(&file.path),
            lines_added: file.lines_added,
            lines_removed: file.lines_removed,
            hunks: file.hunks.iter().take(most_hunks).map(HunkSummary::new).collect(),
        }
    }
}

impl HunkSummary {
    fn new(hunk: &HunkReceipt) -> Self {
        Self {
            id: hunk.id.to_string(),
            matched_line: hunk.matched_line,
            offset: hunk.offset.filter(|offset| *offset != 0),
            rung: (hunk.rung != Rung::Exact).then(|| hunk.rung.as_str()),
        }
    }
}

impl<'a> RefusedSummary<'a> {
    fn new(refused: &'a Refused) -> Self {
        Self { text: refused.text(), error: ErrorSummary::new(refused.view()) }
    }
}

impl<'a> ErrorSummary<'a> {
    fn new(error: ErrorView<'a>) -> Self {
        let unexplained = error.unexplained.iter().map(|group| group.patch_lines.len());
        Self {
            code: error.code,
            class: error.class,
            message: short(&error.message),
            hint: error.hint,
            format: error.format,
            failure_count: error.failures.len() + unexplained.sum::<usize>(),
            failures: failures(error.failures),
            already_applied: error.already_applied,
        }
    }
}

fn failures(all: Vec<FailureView<'_>>) -> Vec<FailureSummary<'_>> {
    let (mut failures, mut words) = (Vec::new(), 0);
    for failure in all.into_iter().take(MOST_FAILURES) {
        if words > MOST_WORDS {
            break;
        }
        let FailureView { code, path, patch_line, message, .. } = failure;
        let path = path.map(|path| Cow::Owned(short(&path)));
        let shown = FailureSummary { code, path, patch_line, message: short(&message) };
        words += shown.message.len() + shown.path.as_ref().map_or(0, |path| path.len());
        failures.push(shown);
    }
    failures
}

/// A path as it is; one that is not text, or longer than 400 characters, as the text shows it.
fn shown(path: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(path) {
        Ok(path) if path.len() <= 400 => Cow::Borrowed(path),
        _ => Cow::Owned(visible::path(path).to_string()),
    }
}

/// A message as the text shows it.
fn short(message: &str) -> String {
    visible::line(message.as_bytes()).to_string()
}
