//! Refuses hunks that remove lines and add a placeholder for them (`// ... existing code ...`),
//! which models write for lines that they mean to keep.

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, LineKind};

use super::scene::Placed;
use crate::Cause;
use crate::failure::HunkFailure;
use crate::text::Text;
use crate::text::omission::is_placeholder;
use crate::text::words::has_words;

/// Refuses hunks that put a placeholder in the place of other lines: which of these are meant to
/// stay is not known.
pub(super) fn refuse(text: Text<'_>, hunks: &[Hunk<'_>], placed: &mut [Placed]) {
    for ((index, slot), hunk) in placed.iter_mut().enumerate().zip(hunks) {
        let Placed::At(place) = slot else { continue };
        if takes_away(text, hunk) {
            let refused = HunkFailure::unmapped(Cause::PlaceholderAdded, index, hunk, place);
            *slot = Placed::Failed(refused);
        }
    }
}

/// Whether a hunk removes lines and adds a placeholder for them that the file does not have.
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
