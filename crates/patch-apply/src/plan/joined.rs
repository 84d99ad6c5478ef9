//! Rewrites a patch that was refused only for repeated sections or hunks: one section per file, and
//! each hunk once.
//!
//! Writers put the header of a file over each hunk, and send a hunk or a whole patch twice. The
//! rules refuse it; what is offered says the same within the rules. It is planned like any patch,
//! and offered only if every hunk changes something.

use bstr::BString;
use patch_parse::{Code, FileContent, FileOperation, FilePatch, Format, Patch};

use super::offered::{may_be_offered, said};
use crate::{ApplyOptions, Failure, Receipt, Refusal};

/// The joined patch; `None` if more is in the way, or if it does not apply.
///
/// `plan` returns what a patch would do, if it would take effect.
pub(super) fn patch(
    patch: &Patch<'_>,
    options: &ApplyOptions,
    refusal: &Refusal,
    plan: impl Fn(&Patch<'_>) -> Option<Receipt>,
) -> Option<BString> {
    if !may_be_offered(patch, options) || !refusal.failures.iter().all(is_of_repetition) {
        return None;
    }
    let joined = joined(patch);
    let whole = |patch: &Patch<'_>| {
        let (text, receipt) = said(patch, &plan)?;
        receipt.files.iter().all(|file| file.skipped.is_empty()).then_some(text)
    };
    // Two equal hunks may be meant for two places.
    whole(&joined).or_else(|| whole(&without_repeated(joined)))
}

fn is_of_repetition(failure: &Failure) -> bool {
    matches!(failure.code, Code::DuplicateFilePatch | Code::OverlappingHunks)
}

/// The patch with the hunks of each file in its first section.
fn joined<'a>(patch: &Patch<'a>) -> Patch<'a> {
    let mut files: Vec<FilePatch<'a>> = Vec::new();
    for file in &patch.files {
        if files.contains(file) {
            continue;
        }
        let first = files.iter_mut().find(|first| is_same_file(first, file));
        match (first.map(|first| &mut first.content), &file.content) {
            (Some(FileContent::Hunks(hunks)), FileContent::Hunks(more)) => {
                hunks.extend(more.iter().cloned());
            }
            _ => files.push(file.clone()),
        }
    }
    if patch.format == Format::Unified {
        files.iter_mut().for_each(in_order);
    }
    Patch { files, ..patch.clone() }
}

/// Whether two sections change the text of one file at its path, and nothing else of it.
fn is_same_file(one: &FilePatch<'_>, other: &FilePatch<'_>) -> bool {
    let is_of_text = |file: &FilePatch<'_>| {
        let modes = [file.metadata.old_mode, file.metadata.new_mode];
        matches!(file.operation, FileOperation::Modify { .. }) && modes == [None, None]
    };
    is_of_text(one)
        && is_of_text(other)
        && one.operation.path().as_bstr() == other.operation.path().as_bstr()
}

/// Sorts the hunks of a section by their line numbers, if all have one.
fn in_order(file: &mut FilePatch<'_>) {
    let FileContent::Hunks(hunks) = &mut file.content else { return };
    if hunks.iter().all(|hunk| hunk.old_start().is_some()) {
        hunks.sort_by_key(patch_parse::Hunk::old_start);
    }
}

/// The patch without hunks that repeat an earlier one of their section.
fn without_repeated(mut patch: Patch<'_>) -> Patch<'_> {
    for file in &mut patch.files {
        let FileContent::Hunks(hunks) = &mut file.content else { continue };
        let mut once = Vec::with_capacity(hunks.len());
        for hunk in hunks.drain(..) {
            if !once.contains(&hunk) {
                once.push(hunk);
            }
        }
        *hunks = once;
    }
    patch
}
