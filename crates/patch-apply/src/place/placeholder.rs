//! Added lines that models write in the place of lines which they mean to keep
//! (`// ... existing code ...`), though the hunk takes these away.

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, LineKind};

use super::scene::Placed;
use crate::Cause;
use crate::failure::HunkFailure;
use crate::text::Text;
use crate::text::omission::is_placeholder;
use crate::text::words::has_words;

/// Refuses hunks that put such a line in the place of others. Which of these are meant to stay
/// nobody knows.
pub(super) fn refuse(text: Text<'_>, hunks: &[Hunk<'_>], placed: &mut [Placed]) {
    for ((index, slot), hunk) in placed.iter_mut().enumerate().zip(hunks) {
        let Placed::At(place) = slot else { continue };
        if takes_away(text, hunk) {
            let refused = HunkFailure::unmapped(Cause::PlaceholderAdded, index, hunk, place);
            *slot = Placed::Failed(refused);
        }
    }
}

/// Whether a hunk takes lines away and adds one that stands for them, which the file has not.
fn takes_away(text: Text<'_>, hunk: &Hunk<'_>) -> bool {
    let lines = &hunk.lines;
    // Nearly no hunk has dots.
    let may_be = lines.removed_count() > 0
        && lines.added_count() > 0
        && (lines.may_contain(b"...") || lines.may_contain("…".as_bytes()));
    if !may_be {
        return false;
    }
    let lines: Vec<HunkLine<'_>> = lines.iter().collect();
    let is_known = |line: &HunkLine<'_>| text.body().contains_str(line.text.trim_ascii());
    let is_one = |line: &&HunkLine<'_>| line.kind == LineKind::Add && is_placeholder(line.text);
    let is_lost = |line: &HunkLine<'_>| {
        let is_same = |other: &HunkLine<'_>| {
            other.kind == LineKind::Add && other.text.trim_ascii() == line.text.trim_ascii()
        };
        line.kind == LineKind::Remove && has_words(line.text) && !lines.iter().any(is_same)
    };
    let mut changes = lines.split(|line| line.kind == LineKind::Context);
    changes.any(|change| {
        let mut placeholders = change.iter().filter(is_one);
        placeholders.any(|line| !is_known(line)) && change.iter().any(is_lost)
    })
}
