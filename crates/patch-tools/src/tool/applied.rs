//! What a patch did, as a tool answers it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bstr::BString;
use patch_apply::{FileReceipt, Hash, HunkReceipt, Receipt, Rung, visible};
use serde::Serialize;

use crate::view::{Effects, ReceiptView};
use crate::wire::WireError;

/// A patch that took effect, or would.
#[derive(Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The name of the receipt, for an undo; none where nothing was written.
    pub receipt_id: Option<String>,
    /// What was done.
    pub receipt: Receipt,
    /// What changed, byte for byte; or why the protocol cannot say it.
    pub effects: Result<Effects, WireError>,
    /// What is in each file afterwards, by its path below the root; `None` for nothing.
    pub after: BTreeMap<BString, Option<Hash>>,
    /// It took back an earlier patch.
    pub is_undo: bool,
}

/// The same as plain data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "ApplyPatchResult"))]
#[non_exhaustive]
pub struct AppliedView<'a> {
    /// What a model is told: a line for each file, and what was not as the patch said.
    pub text: String,
    /// The name of the receipt, for an undo; left out where nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<&'a str>,
    /// The receipt.
    pub receipt: ReceiptView<'a>,
}

impl Applied {
    pub(super) fn new(
        receipt: Receipt,
        effects: Result<Effects, WireError>,
        after: BTreeMap<BString, Option<Hash>>,
    ) -> Self {
        Self { receipt_id: None, receipt, effects, after, is_undo: false }
    }

    /// Plain data for JSON.
    pub fn view(&self) -> AppliedView<'_> {
        AppliedView {
            text: self.text(),
            receipt_id: self.receipt_id.as_deref(),
            receipt: ReceiptView::new(&self.receipt, self.effects.as_ref()),
        }
    }

    /// What a model is told.
    ///
    /// A line for each file, `A`, `M`, `D`, `R` or `C` (copied) and its path, below it what was not as
    /// the patch said; then notes. At most 100 files, 50 hunks and 20 notes.
    pub fn text(&self) -> String {
        let done = match self.receipt.committed {
            true if self.is_undo => "Undone:",
            true => "Applied:",
            false => "Fits, nothing was written:",
        };
        let mut text = format!("{done}\n");
        let mut remarks = 0;
        for file in self.receipt.files.iter().take(MOST_FILES) {
            write_file(&mut text, file);
            for remark in remarks_of(file) {
                if remarks < MOST_HUNKS {
                    let _ = writeln!(text, "  {remark}");
                }
                remarks += 1;
            }
        }
        write_more(&mut text, self.receipt.files.len(), MOST_FILES, "files");
        write_more(&mut text, remarks, MOST_HUNKS, "hunks are not where or as the patch says");
        let notes = self.receipt.diagnostics.iter();
        let notes = notes.filter(|note| !UNTOLD.contains(&note.code));
        for note in notes.clone().take(MOST_NOTES) {
            let message = note.kind.to_string();
            let message = visible::line(message.as_bytes());
            let _ = writeln!(text, "note: line {} of the patch: {message}", note.patch_line);
        }
        write_more(&mut text, notes.count(), MOST_NOTES, "notes");
        // A model that wanted a program to be executable must not think that it is.
        let modes = self.receipt.ignored_metadata.iter();
        let modes = modes.filter(|ignored| MODES.iter().any(|it| ignored.header.starts_with(it)));
        for mode in modes.clone().take(MOST_NOTES) {
            let _ =
                writeln!(text, "note: {}: not done: {}", visible::path(&mode.path), mode.header);
        }
        write_more(&mut text, modes.count(), MOST_NOTES, "modes are not set");
        text
    }
}

/// Headers that would do more than make a plain file.
const MODES: [&str; 2] = ["new mode", "new file mode 100755"];
const MOST_FILES: usize = 100;
const MOST_HUNKS: usize = 50;
const MOST_NOTES: usize = 20;

/// Notes that a model is not told: what is written below its file anyway, and what nearly every call has,
/// since nobody ends the text of an argument in a newline.
const UNTOLD: [&str; 2] = ["other_places", "missing_final_newline"];

fn write_more(text: &mut String, count: usize, most: usize, what: &str) {
    if let Some(more) = count.checked_sub(most).filter(|more| *more > 0) {
        let _ = writeln!(text, "{more} more {what}");
    }
}

fn write_file(text: &mut String, file: &FileReceipt) {
    let letter = match file.operation {
        "add" => 'A',
        "delete" => 'D',
        "move" => 'R',
        "copy" => 'C',
        _ => 'M',
    };
    let path = visible::path(&file.path);
    let _ = match &file.old_path {
        Some(old_path) => write!(text, "{letter} {} -> {path}", visible::path(old_path)),
        None => write!(text, "{letter} {path}"),
    };
    let _ = writeln!(text, " (+{} -{})", file.lines_added, file.lines_removed);
}

/// What was not as the patch said, a line each.
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

/// What a model should know of a hunk; nothing where it matched where and as the patch says.
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
        let _ = write!(remark, ", the first of {} places", hunk.other_places + 1);
    }
    (!remark.is_empty()).then_some(remark)
}
