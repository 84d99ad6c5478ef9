//! Rewrites the whole patch as it would apply, if every refused hunk has a clear repair.
//!
//! Each hunk is corrected by itself ([`crate::explain`]). Sending only the corrected hunk would
//! lose the rest of the refused patch. So the whole patch is rebuilt with the corrections, and
//! offered only if planning it succeeds.

use bstr::BString;
use patch_parse::{FileContent, Hunk, Patch, Span};

use super::offered::{may_be_offered, said};
use crate::{ApplyOptions, Failure, HunkFailure, Receipt, Refusal};

/// A patch with more refused hunks is not corrected.
const MOST_CORRECTED: usize = 8;

/// The whole corrected patch; `None` if more is in the way, or if it is one hunk.
///
/// `plan` returns what a patch would do, if it would take effect.
pub(super) fn patch(
    patch: &Patch<'_>,
    options: &ApplyOptions,
    refusal: &Refusal,
    plan: impl FnOnce(&Patch<'_>) -> Option<Receipt>,
) -> Option<BString> {
    if refusal.failures.len() > MOST_CORRECTED || !may_be_offered(patch, options) {
        return None;
    }
    let failures: Option<Vec<_>> = refusal.failures.iter().map(Corrected::of).collect();
    let failures = failures?;
    let (text, receipt) = said(&with_corrected(patch, &failures)?, plan)?;
    are_there(&receipt, &failures).then_some(text)
}

/// A hunk that was refused, and the one that replaces it.
struct Corrected<'r> {
    span: Span,
    failure: &'r HunkFailure,
    hunk: &'r Hunk<'static>,
}

impl<'r> Corrected<'r> {
    fn of(failure: &'r Failure) -> Option<Self> {
        let of_hunk = failure.hunk().filter(|hunk| hunk.is_part && hunk.span.line > 0)?;
        // A hunk that cannot be written as a patch of its own cannot be part of one, either.
        of_hunk.suggested_patch.as_ref()?;
        let hunk = of_hunk.corrected.as_deref()?;
        Some(Self { span: of_hunk.span, failure: of_hunk, hunk })
    }
}

fn with_corrected<'a>(patch: &Patch<'a>, failures: &[Corrected<'_>]) -> Option<Patch<'a>> {
    let mut patch = patch.clone();
    let mut corrected = 0;
    for file in &mut patch.files {
        let FileContent::Hunks(hunks) = &mut file.content else { continue };
        for hunk in hunks {
            let span = hunk.span();
            let of_hunk = failures.iter().find(|failure| failure.span == span);
            if let Some(failure) = of_hunk {
                *hunk = failure.hunk.clone();
                corrected += 1;
            }
        }
    }
    // Hunks that a caller built may claim the same span.
    (corrected == failures.len()).then_some(patch)
}

/// Whether each corrected hunk is placed where its explanation found it to be meant.
fn are_there(receipt: &Receipt, failures: &[Corrected<'_>]) -> bool {
    let placed: Vec<_> = receipt.files.iter().flat_map(|file| &file.hunks).collect();
    failures.iter().all(|corrected| {
        let near = corrected.failure.near_miss.as_ref().map(|near| near.line);
        let line = near.or_else(|| Some(corrected.failure.candidates.first()?.line));
        placed.iter().any(|hunk| Some(hunk.matched_line) == line)
    })
}
