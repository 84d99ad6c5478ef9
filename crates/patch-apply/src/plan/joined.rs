//! The whole patch with all that it says of a file in one section, and nothing twice, where that is
//! what it was refused for.
//!
//! Writers put the header of a file over each hunk, and send a hunk or a whole patch twice. The
//! rules refuse it; what is offered says the same within the rules. It is planned as a patch is that
//! somebody sends, and counts only where every hunk changes something.

use bstr::{BString, ByteSlice};
use patch_parse::{Code, Direction, FileContent, FileOperation, FilePatch, Format, Patch};

use super::corrected::is_short;
use crate::{ApplyOptions, Failure, Receipt, Refusal};

/// The joined patch; `None` where there is more in the way, or where it does not apply.
///
/// `plan` tells what a patch would do, if it would take effect.
pub(super) fn whole(
    patch: &Patch<'_>,
    options: &ApplyOptions,
    refusal: &Refusal,
    plan: impl Fn(&Patch<'_>) -> Option<Receipt>,
) -> Option<BString> {
    let is_whole = options.only.is_none() && patch.direction == Direction::Forward;
    if !is_whole || !is_short(patch) || !refusal.failures.iter().all(is_of_repetition) {
        return None;
    }
    let joined = joined(patch);
    // The same twice may be meant for two places.
    let says = |patch: &Patch<'_>| said(patch, &plan);
    says(&joined).or_else(|| says(&without_repeated(joined)))
}

fn is_of_repetition(failure: &Failure) -> bool {
    matches!(failure.code, Code::DuplicateFilePatch | Code::OverlappingHunks)
}

/// A patch as text, if it reads as it is meant and all of it takes effect.
fn said(patch: &Patch<'_>, plan: impl Fn(&Patch<'_>) -> Option<Receipt>) -> Option<BString> {
    let text = patch.to_bytes();
    let read = patch_parse::parse(&text).ok()?;
    let is_said = text.is_utf8() && read == *patch;
    let receipt = plan(&read).filter(|_| is_said)?;
    receipt.files.iter().all(|file| file.skipped.is_empty()).then(|| text.into())
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

/// Whether two sections change the text of one file where it is, and nothing else of it.
fn is_same_file(one: &FilePatch<'_>, other: &FilePatch<'_>) -> bool {
    let is_of_text = |file: &FilePatch<'_>| {
        let modes = [file.metadata.old_mode, file.metadata.new_mode];
        matches!(file.operation, FileOperation::Modify { .. }) && modes == [None, None]
    };
    is_of_text(one)
        && is_of_text(other)
        && one.operation.path().as_bstr() == other.operation.path().as_bstr()
}

/// Puts the hunks of a section in the order of their numbers, where all have one.
fn in_order(file: &mut FilePatch<'_>) {
    let FileContent::Hunks(hunks) = &mut file.content else { return };
    if hunks.iter().all(|hunk| hunk.old_start().is_some()) {
        hunks.sort_by_key(patch_parse::Hunk::old_start);
    }
}

/// The patch without hunks that are there before, in the same section.
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
