//! The whole patch as it would apply, where every hunk that was refused has a clear repair.
//!
//! A hunk is corrected by itself ([`crate::explain`]). Whoever sends that one alone loses the rest
//! of the patch, which was refused with it: so the whole is made anew, and planned as a patch is
//! that somebody sends.

use bstr::{BString, ByteSlice};
use patch_parse::{Direction, FileContent, Hunk, Patch, Span};

use crate::{ApplyOptions, Failure, HunkFailure, Receipt, Refusal};

/// A patch of more bytes is not made anew: no reader would be shown it whole.
const MOST_BYTES: usize = 4_000;

/// More hunks are not corrected at once.
const MOST_CORRECTED: usize = 8;

/// The whole corrected patch; `None` where there is more in the way, or where it is one hunk.
///
/// `plan` tells what a patch would do, if it would take effect.
pub(super) fn whole(
    patch: &Patch<'_>,
    options: &ApplyOptions,
    refusal: &Refusal,
    plan: impl FnOnce(&Patch<'_>) -> Option<Receipt>,
) -> Option<BString> {
    let is_whole = options.only.is_none() && patch.direction == Direction::Forward;
    if !is_whole || refusal.failures.len() > MOST_CORRECTED || !is_short(patch) {
        return None;
    }
    let failures: Option<Vec<_>> = refusal.failures.iter().map(Corrected::of).collect();
    let failures = failures?;
    let corrected = with_corrected(patch, &failures)?;
    let text = corrected.to_bytes();
    let read = patch_parse::parse(&text).ok()?;
    let is_said = text.is_utf8() && read == corrected;
    let receipt = plan(&read).filter(|_| is_said)?;
    are_there(&receipt, &failures).then(|| text.into())
}

/// A hunk that was refused, and the one that stands in for it.
struct Corrected<'r> {
    span: Span,
    failure: &'r HunkFailure,
    hunk: &'r Hunk<'static>,
}

impl<'r> Corrected<'r> {
    fn of(failure: &'r Failure) -> Option<Self> {
        let of_hunk = failure.hunk().filter(|hunk| hunk.is_part && hunk.span.line > 0)?;
        // What has no text of its own has none as a part of another, either.
        of_hunk.suggested_patch.as_ref()?;
        let hunk = of_hunk.corrected.as_deref()?;
        Some(Self { span: of_hunk.span, failure: of_hunk, hunk })
    }
}

/// Whether the text of a patch is short, and all of it takes effect at once: commits are not said
/// in a patch that is written.
pub(super) fn is_short(patch: &Patch<'_>) -> bool {
    let size = |span: Span| span.end.saturating_sub(span.start);
    let bytes: usize = patch.files.iter().map(|file| size(file.span)).sum();
    bytes <= MOST_BYTES && patch.files.iter().all(|file| file.commit == 0)
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
    // Hunks that somebody made may say that they are the same text.
    (corrected == failures.len()).then_some(patch)
}

/// Whether each corrected hunk goes where it was found to be meant.
fn are_there(receipt: &Receipt, failures: &[Corrected<'_>]) -> bool {
    let placed: Vec<_> = receipt.files.iter().flat_map(|file| &file.hunks).collect();
    failures.iter().all(|corrected| {
        let near = corrected.failure.near_miss.as_ref().map(|near| near.line);
        let line = near.or_else(|| Some(corrected.failure.candidates.first()?.line));
        placed.iter().any(|hunk| Some(hunk.matched_line) == line)
    })
}
