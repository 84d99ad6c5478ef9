//! The effect of a patch, as a tool answers it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use bstr::BString;
use patch_apply::{ContentHash, FileReceipt, HunkReceipt, Receipt, Rung, visible};
use serde::Serialize;

use crate::view::{Effects, ReceiptView};
use crate::wire::WireError;

/// A patch that took effect, or would.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The name of the receipt, for an undo; none if nothing was written or it cannot be taken
    /// back.
    pub receipt_id: Option<String>,
    /// Why what was written cannot be taken back.
    pub not_kept: Option<String>,
    /// This is the answer to an earlier call with the same `request_id`, whose effect was taken
    /// back since.
    pub taken_back: bool,
    /// The arguments of the call that were accepted although they are not as in the schema, a sentence each.
    pub notes: Vec<String>,
    /// What was done.
    pub receipt: Receipt,
    /// What changed, byte for byte; or why the protocol cannot express it.
    pub effects: Arc<Result<Effects, WireError>>,
    /// The contents of each file afterwards, by its path below the root: for a link its target, and
    /// `None` if there is nothing.
    pub after: BTreeMap<BString, Option<ContentHash>>,
    /// It took back an earlier patch.
    pub is_undo: bool,
}

/// The same as plain data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "ApplyPatchResult"))]
#[non_exhaustive]
pub struct AppliedView<'a> {
    /// What a model is told.
    #[serde(flatten)]
    pub told: AppliedText<'a>,
    /// The receipt.
    pub receipt: ReceiptView<'a>,
}

/// What a model is told of a patch that took effect, or would: the same in [`AppliedView`] and in
/// [`AppliedSummary`](super::AppliedSummary).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AppliedText<'a> {
    /// What a model is told: a line for each file, what was not as the patch said, and the name of the receipt.
    pub text: String,
    /// The name of the receipt, for `undo`; left out where nothing was written, or nothing can take it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<&'a str>,
    /// Why nothing can take back what was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_kept: Option<&'a str>,
    /// This is the answer to an earlier call of the same name, taken back since. Nothing was changed now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub taken_back: bool,
}

impl Applied {
    pub(super) fn new(
        receipt: Receipt,
        effects: Result<Effects, WireError>,
        after: BTreeMap<BString, Option<ContentHash>>,
    ) -> Self {
        Self {
            receipt_id: None,
            not_kept: None,
            taken_back: false,
            notes: Vec::new(),
            receipt,
            effects: Arc::new(effects),
            after,
            is_undo: false,
        }
    }

    /// Plain data for JSON.
    pub fn view(&self) -> AppliedView<'_> {
        AppliedView {
            told: self.told(),
            receipt: ReceiptView::new(&self.receipt, (*self.effects).as_ref()),
        }
    }

    pub(super) fn told(&self) -> AppliedText<'_> {
        AppliedText {
            text: self.text(),
            receipt_id: self.receipt_id.as_deref(),
            not_kept: self.not_kept.as_deref(),
            taken_back: self.taken_back,
        }
    }

    /// What a model is told.
    ///
    /// A line for each file, `A`, `M`, `D`, `R` or `C` (copied) and its path, below it what was not as
    /// the patch said; then notes, and last the name of the receipt, where an undo can take it back. At most 100 files,
    /// 50 hunks and 20 notes, and some 8,000 bytes.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.headline());
        self.write_files(&mut text);
        let notes = self.notes.iter().map(|note| visible::line(note.as_bytes()));
        write_some(&mut text, notes.map(|note| format!("note: {note}")), MOST_NOTES, "notes");
        let notes = self.receipt.diagnostics.iter();
        let notes = notes.filter(|note| !UNTOLD.contains(&note.code)).map(|note| {
            let message = note.kind.to_string();
            let message = visible::line(message.as_bytes());
            match note.patch_line {
                0 => format!("note: {message}"),
                line => format!("note: line {line} of the patch: {message}"),
            }
        });
        write_some(&mut text, notes, MOST_NOTES, "notes");
        // A model that wanted a program to be executable must not believe that it is.
        let modes = self.receipt.ignored_metadata.iter();
        let modes = modes.filter(|ignored| MODES.iter().any(|it| ignored.header.starts_with(it)));
        let modes = modes
            .map(|mode| format!("note: {}: not done: {}", visible::path(&mode.path), mode.header));
        write_some(&mut text, modes, MOST_NOTES, "modes are not set");
        if let Some(reason) = &self.not_kept {
            let reason = visible::line(reason.as_bytes());
            let _ = writeln!(text, "note: undo cannot take this back: {reason}");
        }
        // Many hosts show a model only this text, and an undo needs the name.
        if let Some(id) = self.receipt_id.as_ref().filter(|_| !self.taken_back) {
            let _ = writeln!(text, "receipt_id: {id}");
        }
        text
    }

    /// Whether every file is as it was, byte for byte.
    fn changes_nothing(&self) -> bool {
        self.effects.as_ref().as_ref().is_ok_and(|effects| effects.undo.is_empty())
    }

    fn headline(&self) -> &'static str {
        match self.receipt.committed {
            _ if self.taken_back => {
                "Nothing was changed now. This call was applied before and taken back since; it had applied:"
            }
            true if self.is_undo => "Undone:",
            true if self.changes_nothing() => "Nothing was changed; each file is as it was:",
            true => "Applied:",
            false if self.changes_nothing() => "Fits, and would change nothing:",
            false => "Fits, nothing was written:",
        }
    }

    fn write_files(&self, text: &mut String) {
        let (mut files, mut remarks) = (0, 0);
        for file in &self.receipt.files {
            let is_told = files < MOST_FILES && text.len() < LONGEST;
            if !is_told {
                break;
            }
            files += 1;
            write_file(text, file);
            for remark in remarks_of(file) {
                if remarks < MOST_HUNKS && text.len() < LONGEST {
                    let _ = writeln!(text, "  {remark}");
                }
                remarks += 1;
            }
        }
        write_more(text, self.receipt.files.len(), files, "files");
        write_more(text, remarks, MOST_HUNKS, "hunks are not where or as the patch says");
    }

    /// About how many bytes it takes to keep this.
    pub(super) fn weight(&self) -> usize {
        let files = self.receipt.files.iter();
        let files =
            files.map(|file| FILE_WEIGHT + file.path.len() + file.hunks.len() * HUNK_WEIGHT);
        let notes = self.receipt.diagnostics.len() + self.receipt.ignored_metadata.len();
        let effects = self.effects.as_ref().as_ref().map_or(0, Effects::weight);
        files.sum::<usize>() + notes * HUNK_WEIGHT + effects
    }
}

/// The memory of a file and a hunk of a receipt: their fields, and what those point to.
const FILE_WEIGHT: usize = 500;
const HUNK_WEIGHT: usize = 250;

/// After this many bytes of text, no further lines are started.
const LONGEST: usize = 8_000;

/// Headers that would do more than make a plain file.
const MODES: [&str; 2] = ["new mode", "new file mode 100755"];
const MOST_FILES: usize = 100;
const MOST_HUNKS: usize = 50;
const MOST_NOTES: usize = 20;

/// Notes that are not shown to a model: those written below its file anyway, and one that nearly
/// every call has, since the text of an argument seldom ends in a newline.
const UNTOLD: [&str; 2] = ["other_places", "missing_final_newline"];

/// Writes lines while there is room, and then the number of remaining ones.
fn write_some(text: &mut String, lines: impl Iterator<Item = String>, most: usize, what: &str) {
    let (mut all, mut told) = (0, 0);
    for line in lines {
        all += 1;
        if told < most && text.len() < LONGEST {
            told += 1;
            let _ = writeln!(text, "{line}");
        }
    }
    write_more(text, all, told, what);
}

fn write_more(text: &mut String, count: usize, told: usize, what: &str) {
    if let Some(more) = count.checked_sub(told).filter(|more| *more > 0) {
        let _ = writeln!(text, "{more} more {what}");
    }
}

fn write_file(text: &mut String, file: &FileReceipt) {
    let letter = file.operation.letter();
    let path = visible::path(&file.path);
    let _ = match &file.old_path {
        Some(old_path) => write!(text, "{letter} {} -> {path}", visible::path(old_path)),
        None => write!(text, "{letter} {path}"),
    };
    let _ = writeln!(text, " (+{} -{})", file.lines_added, file.lines_removed);
}

/// What was not as the patch said, one line each.
fn remarks_of(file: &FileReceipt) -> impl Iterator<Item = String> {
    let placed = file.hunks.iter().filter_map(|hunk| {
        let remark = remark(hunk)?;
        Some(format!("hunk {} at line {}{remark}", hunk.id, hunk.matched_line))
    });
    let skipped = file.skipped.iter();
    let skipped =
        skipped.map(|hunk| format!("hunk {} skipped: line {} has its change", hunk.id, hunk.line));
    placed.chain(skipped)
}

/// What a model should know of a hunk; `None` if it matched where and as the patch says.
fn remark(hunk: &HunkReceipt) -> Option<String> {
    let mut remark = String::new();
    if let (Some(hint), Some(1.. | ..=-1)) = (hunk.hinted_line, hunk.offset) {
        let _ = write!(remark, ", the header names line {hint}");
    }
    if hunk.rung != Rung::Exact {
        let _ = write!(remark, ", matched by {}", hunk.rung);
    }
    if let Some(mapping) = &hunk.mapping {
        let _ = write!(remark, ", {}", visible::line(mapping.as_bytes()));
    }
    if hunk.other_places > 0 {
        let _ = write!(remark, ", one of {} places", hunk.other_places + 1);
    }
    (!remark.is_empty()).then_some(remark)
}
