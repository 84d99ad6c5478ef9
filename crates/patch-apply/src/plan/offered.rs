//! What a rewritten patch must fulfil to be offered in place of a refused one: it is short, reads
//! as it is meant, and takes effect.

use bstr::{BString, ByteSlice};
use patch_parse::{Direction, Patch, Span};

use crate::{ApplyOptions, Receipt};

/// A patch of more bytes is not rewritten: no reader would be shown it whole.
const MOST_BYTES: usize = 4_000;

/// Whether a rewritten form of a patch may be offered: the caller asked for all of it, it is not
/// turned round, and it [is short](is_short).
pub(super) fn may_be_offered(patch: &Patch<'_>, options: &ApplyOptions) -> bool {
    options.only.is_none() && patch.direction == Direction::Forward && is_short(patch)
}

/// Whether the text of a patch is short, and all of it takes effect at once: the text of a patch
/// that is written has no commits.
fn is_short(patch: &Patch<'_>) -> bool {
    let size = |span: Span| span.end.saturating_sub(span.start);
    let bytes: usize = patch.files.iter().map(|file| size(file.span)).sum();
    bytes <= MOST_BYTES && patch.files.iter().all(|file| file.commit == 0)
}

/// A patch as text and what it would do, if the text reads as it is meant and takes effect.
///
/// `plan` returns what a patch would do, if it would take effect.
pub(super) fn said(
    patch: &Patch<'_>,
    plan: impl FnOnce(&Patch<'_>) -> Option<Receipt>,
) -> Option<(BString, Receipt)> {
    let text = patch.to_bytes();
    let read = patch_parse::parse(&text).ok()?;
    let receipt = plan(&read).filter(|_| text.is_utf8() && read == *patch)?;
    Some((text.into(), receipt))
}
