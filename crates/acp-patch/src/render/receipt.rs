//! What a patch did: one line for each file, and whatever was not as the patch said.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bstr::BString;
use patch_apply::{FileReceipt, HunkReceipt, Note, PartId, Receipt, Rung, visible};

use super::style::{NOTE, TITLE};
use super::{counts, headline};

/// The most notes shown to people; `--json` has them all.
const MOST_NOTES: usize = 50;

/// The receipt as text. `name` is what the patch is called; explained, it says of every hunk where it
/// went and why.
pub(crate) fn text(receipt: &Receipt, name: &str, is_explained: bool) -> String {
    let mut out = String::new();
    let ignored = ignored_modes(receipt);
    for file in &receipt.files {
        write_file(&mut out, file, is_explained);
        for header in ignored.get(&file.path).into_iter().flatten() {
            let header = visible::line(header.as_bytes());
            let _ = writeln!(out, "    ignored `{header}`; --contract git would set it");
        }
    }
    if !receipt.left_out.is_empty() {
        let _ = writeln!(out, "{NOTE}left out{NOTE:#}: {}", ids(&receipt.left_out));
    }
    // What the hunks' own lines say already is left out.
    let notes = receipt.diagnostics.iter().filter(|note| note.code != "other_places");
    write_notes(&mut out, notes, name);
    if !receipt.committed {
        let _ = writeln!(out, "{TITLE}checked: the patch fits; nothing was written{TITLE:#}");
    }
    out
}

fn ids(ids: &[PartId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Appends what was forgiven, and where.
pub(super) fn write_notes<'n>(
    out: &mut String,
    notes: impl Iterator<Item = &'n Note> + Clone,
    name: &str,
) {
    let name = visible::path(name.as_bytes());
    for note in notes.clone().take(MOST_NOTES) {
        let message = visible::line(note.message.as_bytes());
        let _ = writeln!(out, "{NOTE}note{NOTE:#}: {name}:{}: {message}", note.patch_line);
    }
    if let Some(more) = notes.count().checked_sub(MOST_NOTES).filter(|more| *more > 0) {
        let _ = writeln!(out, "{NOTE}note{NOTE:#}: {more} more; --json lists all of them");
    }
}

fn write_file(out: &mut String, file: &FileReceipt, is_explained: bool) {
    let old_path = file.old_path.as_ref().map(|path| path.as_slice());
    let headline = headline(file.operation, old_path, &file.path);
    let counts = counts(file.lines_added, file.lines_removed);
    let _ = writeln!(out, "{headline} {counts}");
    for hunk in &file.hunks {
        let remark = remark(hunk);
        if is_explained || remark.is_some() {
            let (number, line) = (number(hunk.id), hunk.matched_line);
            let remark = remark.unwrap_or_default();
            let _ = writeln!(out, "    hunk {number} at line {line}{remark}");
        }
        if is_explained {
            explain(out, hunk);
        }
    }
    for hunk in file.skipped.iter().filter(|_| is_explained) {
        let (number, line) = (number(hunk.id), hunk.line);
        let _ = writeln!(out, "    hunk {number} skipped: its change is at line {line} already");
    }
    if file.overwrote {
        let _ = writeln!(out, "    replaced the file that was there");
    }
}

/// The number of a hunk in its section.
fn number(id: PartId) -> usize {
    id.hunk_number().unwrap_or_default()
}

/// Appends what the patch says of the place of a hunk, and what spoke for it.
fn explain(out: &mut String, hunk: &HunkReceipt) {
    let hint = match (hunk.hinted_line, hunk.offset) {
        (Some(line), Some(offset)) => format!("line {line}, offset {offset:+}"),
        (Some(line), None) => format!("line {line}"),
        (None, _) => "no line".into(),
    };
    let _ = writeln!(out, "        the header names {hint}; rung: {}", hunk.rung);
    if !hunk.evidence.is_empty() {
        let kinds: Vec<_> = hunk.evidence.iter().map(|kind| kind.as_str()).collect();
        let _ = writeln!(out, "        placed by {}", kinds.join(", "));
    }
}

/// Modes that a patch asks for and the contract does not execute, by file. Other headers that are
/// read and not needed (`index`, `old mode`) would be noise here; the JSON receipt has them.
fn ignored_modes(receipt: &Receipt) -> BTreeMap<&BString, Vec<&str>> {
    let mut modes = BTreeMap::<_, Vec<_>>::new();
    for ignored in receipt.ignored_metadata.iter().filter(|line| asks_for_a_mode(&line.header)) {
        modes.entry(&ignored.path).or_default().push(ignored.header.as_str());
    }
    modes
}

/// Whether a header sets a mode that the file does not get anyway.
fn asks_for_a_mode(header: &str) -> bool {
    header.starts_with("new mode ")
        || header.strip_prefix("new file mode ").is_some_and(|mode| mode != "100644")
}

/// What is worth saying about a hunk; `None` when it matched where and as the patch says.
fn remark(hunk: &HunkReceipt) -> Option<String> {
    let mut remark = String::new();
    if let Some(offset) = hunk.offset.filter(|offset| *offset != 0) {
        let _ = write!(remark, ", offset {offset:+}");
    }
    match hunk.rung {
        Rung::Exact => {}
        Rung::TrailingBlanks => remark.push_str(", blanks at line ends aside"),
        Rung::Indentation => remark.push_str(", indented as the file is"),
        Rung::CollapsedBlanks => remark.push_str(", the number of blanks aside"),
        Rung::Typography => remark.push_str(", typographic characters aside"),
        Rung::OuterContext => {
            let dropped = hunk.dropped_before + hunk.dropped_after;
            let lines = if dropped == 1 { "line" } else { "lines" };
            let _ = write!(remark, ", {dropped} context {lines} aside");
        }
        other => {
            let _ = write!(remark, ", by {other}");
        }
    }
    if let Some(mapping) = &hunk.mapping {
        let _ = write!(remark, " ({})", visible::line(mapping.as_bytes()));
    }
    if hunk.other_places > 0 {
        let _ = write!(remark, ", the first of {} places", hunk.other_places + 1);
    }
    (!remark.is_empty()).then_some(remark)
}
