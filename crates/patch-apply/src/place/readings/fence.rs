//! Lines of a code fence at the edges of a hunk, around its lines or behind them.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, HunkLine, LineKind};

use crate::text::Text;

/// What opens or closes a fence.
const FENCE: &[u8] = b"```";

/// The hunk without a first and a last line of context that is a code fence, if the file has none:
/// it belongs to the text that the patch was in. Of a hunk with a number only the last one is taken,
/// since the number counts the first.
pub(super) fn without_fences<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    if !hunk.lines.may_contain(FENCE) || text.body().contains_str(FENCE) {
        return None;
    }
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let mut rest = lines.as_slice();
    if let [front @ .., last] = rest
        && is_fence(last)
    {
        rest = front;
    }
    if let [first, behind @ ..] = rest
        && is_fence(first)
        && hunk.range().is_none()
    {
        rest = behind;
    }
    let is_less =
        rest.len() < lines.len() && rest.iter().any(|line| line.kind != LineKind::Context);
    is_less.then(|| hunk.clone().with_lines(rest.iter().copied().collect()))
}

/// Whether a line of context is a fence, with the name of a language at most.
fn is_fence(line: &HunkLine<'_>) -> bool {
    let language = line.text.trim_ascii().strip_prefix(FENCE);
    line.kind == LineKind::Context
        && language.is_some_and(|name| name.iter().all(u8::is_ascii_alphanumeric))
}
