//! Collects the receipt of the sections so far.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use patch_parse::{Code, DiagnosticKind, FileOperation, FilePatch, Hunk, Operation, Patch, Span};

use super::receipts;
use crate::contract::ignored_metadata;
use crate::fault::{Fault, Unclear};
use crate::note::{Forgiven, Note, NoteKind};
use crate::place::changes_nothing;
use crate::{
    ApplyOptions, Contents, Contract, Digest, Failure, FileReceipt, HunkFailure, IgnoredMetadata,
    Reading, Receipt, WorkspacePath,
};

/// The receipt of a plan, as far as it is known.
pub(super) struct Record<'p, 'a> {
    patch: &'p Patch<'a>,
    pub(super) receipt: Receipt,
    /// What of the parser's notes holds no longer, by the line of a hunk in the patch.
    reread: HashMap<usize, Reread, RandomState>,
}

/// What of the parser's notes about a hunk holds no longer.
enum Reread {
    /// Empty lines that it took for added ones are context: the note at this index counts them.
    BlankContext { note: usize },
    /// So many that it took for context are added.
    BlankAdded { lines: usize },
    /// How many of the old lines have no mark.
    UnmarkedContext,
}

impl<'p, 'a> Record<'p, 'a> {
    /// Of a patch of which no section was looked at.
    pub(super) fn new(patch: &'p Patch<'a>, options: &ApplyOptions) -> Self {
        let receipt = Receipt {
            format: patch.format,
            contract: options.contract,
            committed: false,
            files: Vec::with_capacity(patch.files.len()),
            left_out: Vec::new(),
            ignored_metadata: Vec::new(),
            diagnostics: patch.diagnostics.iter().map(Note::from).collect(),
        };
        Self { patch, receipt, reread: HashMap::default() }
    }

    /// Adds a section: what was forgiven in its names, what of its headers is ignored, and what
    /// became of its hunks.
    pub(super) fn add(
        &mut self,
        file: &FilePatch<'_>,
        forgiven: &[Forgiven],
        mut receipt: FileReceipt,
    ) {
        for &forgiven in forgiven {
            let kind = NoteKind::Name { forgiven, path: receipt.path.clone() };
            self.receipt.diagnostics.push(Note::new(kind, file.span.line));
        }
        let headers = ignored_metadata(file, self.receipt.contract);
        let ignored = headers
            .into_iter()
            .map(|header| IgnoredMetadata { path: receipt.path.clone(), header });
        self.receipt.ignored_metadata.extend(ignored);
        self.note_readings(file, &receipt);
        self.note_hunks(&receipt);
        // Apart from hunks such a section can only have a mode, which the agent contract merely
        // records.
        let says_nothing = file.hunks().is_empty() && self.receipt.contract == Contract::Agent;
        let is_same = !file.hunks().is_empty() && receipt.before == receipt.after;
        if is_same {
            receipts::count_nothing(&mut receipt);
        }
        let is_idle = is_same && file.hunks().iter().all(changes_nothing);
        if (is_idle || says_nothing) && matches!(file.operation, FileOperation::Modify { .. }) {
            let kind = NoteKind::ChangesNothing { path: receipt.path.clone() };
            self.receipt.diagnostics.push(Note::new(kind, file.span.line));
        }
        self.receipt.files.push(receipt);
    }

    /// Notes which hunks were not read as the parser read them.
    fn note_readings(&mut self, file: &FilePatch<'_>, receipt: &FileReceipt) {
        for placed in &receipt.hunks {
            let Some(reading) = placed.reading else { continue };
            let line = placed.patch_line;
            let kind = match reading {
                Reading::BlanksAsInFile => NoteKind::BlankLines,
                Reading::FinalNewline => NoteKind::FinalNewline,
                Reading::EndsInLf => NoteKind::Parsing(DiagnosticKind::CrlfPatch),
                Reading::DoubledSign => NoteKind::DoubledSign,
                Reading::LostMark => NoteKind::LostMark,
                Reading::WithoutLineNumbers => NoteKind::LineNumbers,
                Reading::WithoutOverlap => NoteKind::Overlap,
                Reading::AnchorOfPatch => NoteKind::AnchorOfPatch,
                Reading::InFull => NoteKind::Elided,
                Reading::ContextAsInFile => NoteKind::ContextChanged,
                Reading::SpelledAsInFile => NoteKind::SpelledOtherwise,
                Reading::LeftToDo => NoteKind::PartApplied,
                Reading::ItemsAsContext => {
                    self.reread.insert(line, Reread::UnmarkedContext);
                    let lines = hunk_at(file, line).map_or(0, |hunk| hunk.lines.old_count());
                    NoteKind::Parsing(DiagnosticKind::UnmarkedContext { lines })
                }
                Reading::DashesAsContext => {
                    let before = hunk_at(file, line).map_or(0, |hunk| hunk.lines.removed_count());
                    let lines = before.saturating_sub(placed.lines_removed);
                    NoteKind::Parsing(DiagnosticKind::UnmarkedContext { lines })
                }
                Reading::BlanksAsContext => {
                    let note = self.receipt.diagnostics.len();
                    self.reread.insert(line, Reread::BlankContext { note });
                    NoteKind::Parsing(DiagnosticKind::BlankContext { lines: 0 })
                }
                Reading::BlanksAdded => {
                    let before = hunk_at(file, line).map_or(0, |hunk| hunk.lines.added_count());
                    let lines = placed.lines_added.saturating_sub(before);
                    self.reread.insert(line, Reread::BlankAdded { lines });
                    NoteKind::BlankAdded { lines }
                }
            };
            self.receipt.diagnostics.push(Note::new(kind, line));
        }
    }

    /// The whole receipt, without what of the parser's notes holds no longer.
    pub(super) fn into_receipt(mut self) -> Receipt {
        if self.reread.is_empty() {
            return self.receipt;
        }
        let notes = &mut self.receipt.diagnostics;
        let of_parser = self.patch.diagnostics.len();
        let Some((parsed, own)) = notes.split_at_mut_checked(of_parser) else {
            return self.receipt;
        };
        let mut is_kept = Vec::with_capacity(of_parser);
        for note in parsed {
            let NoteKind::Parsing(kind) = &mut note.kind else {
                is_kept.push(true);
                continue;
            };
            is_kept.push(match (kind, self.reread.get(&note.patch_line)) {
                (
                    DiagnosticKind::BlankAdded { lines } | DiagnosticKind::BlankContext { lines },
                    Some(Reread::BlankContext { note }),
                ) => {
                    let own = note.checked_sub(of_parser).and_then(|index| own.get_mut(index));
                    if let Some(NoteKind::Parsing(DiagnosticKind::BlankContext { lines: all })) =
                        own.map(|note| &mut note.kind)
                    {
                        *all += *lines;
                    }
                    false
                }
                (
                    DiagnosticKind::BlankContext { lines },
                    Some(Reread::BlankAdded { lines: by }),
                ) => {
                    *lines = lines.saturating_sub(*by);
                    *lines > 0
                }
                (DiagnosticKind::UnmarkedContext { .. }, Some(Reread::UnmarkedContext)) => false,
                _ => true,
            });
        }
        let mut is_kept = is_kept.into_iter();
        notes.retain(|_| is_kept.next().unwrap_or(true));
        self.receipt
    }

    fn note_hunks(&mut self, receipt: &FileReceipt) {
        for hunk in receipt.hunks.iter().filter(|hunk| hunk.other_places > 0) {
            let (count, line) = (hunk.other_places, hunk.matched_line);
            let kind = NoteKind::OtherPlaces { count, line };
            self.receipt.diagnostics.push(Note::new(kind, hunk.patch_line));
        }
        for skipped in &receipt.skipped {
            let kind = NoteKind::HunkApplied { id: skipped.id, line: skipped.line };
            self.receipt.diagnostics.push(Note::new(kind, skipped.patch_line));
        }
    }

    /// Notes that the last section that writes a file replaced another one with these contents.
    pub(super) fn note_overwritten(&mut self, path: &WorkspacePath, digest: Digest) {
        let receipt = self.receipt.files.iter_mut().rev().find(|file| file.path == *path.as_bstr());
        if let Some(receipt) = receipt {
            receipt.overwrote = true;
            receipt.before.get_or_insert(digest);
        }
    }

    /// Notes that the last section that adds a file found an empty one there.
    pub(super) fn note_filled(&mut self, path: &WorkspacePath) {
        let is_it = |file: &&mut FileReceipt| {
            file.operation == Operation::Add && file.path == *path.as_bstr()
        };
        if let Some(receipt) = self.receipt.files.iter_mut().rev().find(is_it) {
            receipt.operation = Operation::Modify;
            receipt.before = Some(Digest::from(&Contents::default()));
        }
    }

    /// Whether a section has work to do that is none of these.
    pub(super) fn has_work_beside(&self, done: &[(Span, Vec<Failure>)]) -> bool {
        let has_work = |file: &FileReceipt| {
            let is_moved = file.old_path.as_ref().is_some_and(|old| *old != file.path);
            !is_among(file, self.patch, done) && (file.before != file.after || is_moved)
        };
        self.receipt.files.iter().any(has_work)
    }

    /// Leaves out sections that have nothing left to do, with a note for each.
    pub(super) fn leave_out(&mut self, done: &[(Span, Vec<Failure>)]) {
        self.receipt.files.retain(|file| !is_among(file, self.patch, done));
        let note = |(span, failures): &(Span, Vec<Failure>)| {
            let path = failures.first()?.path.clone();
            Some(Note::new(NoteKind::SectionApplied { path }, span.line))
        };
        self.receipt.diagnostics.extend(done.iter().filter_map(note));
    }
}

/// The hunk of a section at a line of the patch.
fn hunk_at<'h, 'a>(file: &'h FilePatch<'a>, line: usize) -> Option<&'h Hunk<'a>> {
    let hunks = file.hunks();
    let index = hunks.binary_search_by_key(&line, |hunk| hunk.span().line).ok()?;
    hunks.get(index)
}

/// The section of the patch that a file in the receipt belongs to.
pub(super) fn span_of_file(file: &FileReceipt, patch: &Patch<'_>) -> Span {
    patch.opt_section(file.section).map(|section| section.span).unwrap_or_default()
}

/// Whether a file in the receipt belongs to one of the sections that are done.
fn is_among(file: &FileReceipt, patch: &Patch<'_>, done: &[(Span, Vec<Failure>)]) -> bool {
    let span = span_of_file(file, patch);
    done.iter().any(|(other, _)| *other == span)
}

/// Whether a section failed because its whole change is already made.
pub(super) fn is_done_already(file: &FilePatch<'_>, failures: &[Failure]) -> bool {
    let is_whole = failures.iter().any(|failure| failure.hunk().is_none() && !failure.is_brief())
        || failures.len() == file.hunks().len();
    let is_certain = |failure: &Failure| failure.hunk().is_none_or(HunkFailure::is_done);
    is_whole
        && failures
            .iter()
            .all(|failure| failure.code == Code::AlreadyApplied && is_certain(failure))
}

/// Whether a section failed because the file to be moved is not there, and one is where it is to be
/// moved to.
pub(super) fn is_maybe_moved(failures: &[Failure]) -> bool {
    let is_gone = |fault: &Fault| matches!(fault, Fault::Name(unclear) if matches!(**unclear, Unclear::Gone { .. }));
    failures.iter().any(|failure| is_gone(&failure.fault))
}
