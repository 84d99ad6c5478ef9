//! Shows what a patch did: one line for each file, and everything that was not as the patch said.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bstr::BString;
use patch_parse::Format;

use crate::part_id::PartId;
use crate::receipt::{FileReceipt, HunkReceipt, Receipt};
use crate::render::words::plural;
use crate::{Evidence, Rung, visible};

use super::options::ForPerson;
use super::page::Page;

impl ForPerson<'_> {
    /// What a patch did, or would do, file by file, with the hunks that did not match where and as
    /// the patch says, or with all of them ([`Self::explained`]).
    pub fn receipt(&self, receipt: &Receipt) -> String {
        let mut page = Page::new(self.palette);
        let ignored = ignored_modes(receipt);
        for file in &receipt.files {
            write_file(&mut page, file, self.explained.then_some(receipt.format));
            for header in ignored.get(&file.path).into_iter().flatten() {
                let header = visible::line(header.as_bytes());
                page.line(format_args!("    ignored `{header}`; {}", self.modes));
            }
        }
        let note = page.palette.note;
        if !receipt.left_out.is_empty() {
            page.line(format_args!("{note}left out{note:#}: {}", ids(&receipt.left_out)));
        }
        // Notes that repeat the hunks' own lines are left out.
        let notes = receipt.diagnostics.iter().filter(|note| note.code != "other_places");
        page.notes(notes, self);
        if !receipt.committed {
            let title = page.palette.title;
            page.line(format_args!(
                "{title}checked: {}; nothing was written{title:#}",
                self.checked
            ));
        }
        page.into_text()
    }

    /// What was forgiven in a patch, is worth a look, or is not executed by the contract; empty if
    /// nothing. For readers who see the change itself, so without a list of files and hunks.
    pub fn forgiven(&self, receipt: &Receipt) -> String {
        let mut page = Page::new(self.palette);
        page.notes(receipt.diagnostics.iter(), self);
        for (path, headers) in ignored_modes(receipt) {
            let path = visible::path(path);
            for header in headers {
                let header = visible::line(header.as_bytes());
                page.note(format_args!("{path}: ignored `{header}`; {}", self.modes));
            }
        }
        page.into_text()
    }
}

fn ids(ids: &[PartId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Appends a file. Its hunks are explained if the format of the patch is given.
fn write_file(page: &mut Page, file: &FileReceipt, explained: Option<Format>) {
    let old_path = file.old_path.as_ref().map(|path| path.as_slice());
    page.file(file.operation, old_path, &file.path, [file.lines_added, file.lines_removed]);
    for hunk in &file.hunks {
        let remark = remark(hunk);
        if explained.is_some() || remark.is_some() {
            let (number, line) = (number(hunk.id), hunk.matched_line);
            let remark = remark.unwrap_or_default();
            page.line(format_args!("    hunk {number} at line {line}{remark}"));
        }
        if let Some(format) = explained {
            explain(page, hunk, format);
        }
    }
    for hunk in file.skipped.iter().filter(|_| explained.is_some()) {
        let (number, line) = (number(hunk.id), hunk.line);
        page.line(format_args!("    hunk {number} skipped: its change is at line {line} already"));
    }
    if let Some(mode) = file.mode {
        page.line(format_args!("    mode {mode}"));
    }
    if file.overwrote {
        page.line(format_args!("    replaced the file that was there"));
    }
}

/// The number of a hunk in its section.
fn number(id: PartId) -> usize {
    id.hunk_number().unwrap_or_default()
}

/// Appends what the patch says about the place of a hunk, and the evidence for it.
fn explain(page: &mut Page, hunk: &HunkReceipt, format: Format) {
    let hint = match (hunk.hinted_line, hunk.offset) {
        (Some(line), Some(offset)) => format!("line {line}, offset {offset:+}"),
        (Some(line), None) => format!("line {line}"),
        (None, _) => "no line".into(),
    };
    // Chunks usually have no numbers, and anchors are already part of the evidence.
    if format == Format::OpenCode && hunk.hinted_line.is_none() {
        page.line(format_args!("        rung: {}", hunk.rung));
    } else {
        page.line(format_args!("        the header names {hint}; rung: {}", hunk.rung));
    }
    if !hunk.evidence.is_empty() {
        let kinds: Vec<_> = hunk.evidence.iter().map(Evidence::as_str).collect();
        page.line(format_args!("        placed by {}", kinds.join(", ")));
    }
}

/// Modes that a patch requests and the contract does not execute, by file. Other headers that are
/// read but not needed (`index`, `old mode`) would be noise here; the JSON receipt has them.
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

/// What is worth saying about a hunk; `None` if it matched where and as the patch says.
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
            let _ = write!(remark, ", {} aside", plural(dropped, "context line"));
        }
        other => {
            let _ = write!(remark, ", by {other}");
        }
    }
    if let Some(mapping) = &hunk.mapping {
        let _ = write!(remark, " ({})", visible::line(mapping.as_bytes()));
    }
    if hunk.other_places > 0 {
        let _ = write!(remark, ", one of {} places", hunk.other_places + 1);
    }
    (!remark.is_empty()).then_some(remark)
}
