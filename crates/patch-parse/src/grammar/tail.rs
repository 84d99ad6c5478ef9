//! Decides which of the lines after the last change of a hunk are context, and where prose begins.
//!
//! Works on lines that are already classified; no marks are parsed here.

use bstr::ByteSlice;

use super::region::RegionLine;
use super::wrapping::{is_bare_fence, starts_fence};
use crate::ast::Piece;

/// What follows the lines that may belong to a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// Another hunk, or the end of the patch's wrapping: probably all lines belong to the hunk.
    Hunk,
    /// Anything else; prose may precede it.
    Text,
}

/// Where a hunk with wrong or missing counts ends: after its last change and the context that
/// follows, up to an empty line before plain text. If the context has no marks, what looks like
/// plain text may be context, too.
pub(super) fn measured_end(region: &[RegionLine<'_>], behind: Behind) -> usize {
    let hunk = region.get(..prose_start(region)).unwrap_or_default();
    let last_change = hunk.iter().rposition(|line| line.piece.is_change());
    let mut end = last_change.map_or(0, |index| index + 1);
    let mut blank = false;
    let goes_on = behind == Behind::Hunk || goes_on_unmarked(hunk.split_at_checked(end));
    for (index, line) in hunk.iter().enumerate().skip(end) {
        match line.piece {
            Piece::Blank => blank = true,
            Piece::Unmarked if blank && !goes_on => break,
            Piece::Marked(_) | Piece::Unmarked | Piece::NoNewline => end = index + 1,
        }
    }
    end
}

/// Whether the lines after the last change of a hunk are unmarked context like some before it: none
/// of them is a sentence.
fn goes_on_unmarked(parts: Option<(&[RegionLine<'_>], &[RegionLine<'_>])>) -> bool {
    let Some((changed, rest)) = parts else { return false };
    changed.iter().any(|line| line.piece == Piece::Unmarked)
        && !rest.iter().any(|line| is_sentence(line.text))
}

/// Whether a line reads as prose: nothing but words, at least three of them or with `.`, `!` or `?`
/// at the end.
fn is_sentence(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let is_word = |word: &[u8]| {
        let bare = word.trim_start_with(|sign| "\"'(*`".contains(sign));
        bare.first().is_some_and(is_letter)
            && bare.iter().all(|byte| is_letter(byte) || b".,;:!?\"')*`-".contains(byte))
    };
    let ends = matches!(text.last(), Some(b'.' | b'!' | b'?'));
    let words = || text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    !text.is_empty() && words().all(is_word) && (ends || words().count() >= 3)
}

/// Whether the last line of a hunk at the end of the text closes a code fence that was opened
/// before the text. As a line of the changed file it would be the only fence there.
pub(super) fn ends_in_fence(region: &[RegionLine<'_>], end: usize) -> bool {
    let (hunk, behind) = region.split_at_checked(end).unwrap_or_default();
    let Some((last, before)) = hunk.split_last() else { return false };
    let has_fence = |line: &RegionLine<'_>| {
        let is_marked = matches!(line.piece, Piece::Marked(_));
        line.text.get(usize::from(is_marked)..).is_some_and(starts_fence)
    };
    last.piece == Piece::Unmarked
        && is_bare_fence(last.text)
        && behind.iter().all(|line| line.piece == Piece::Blank)
        && !before.iter().any(has_fence)
}

/// Where prose with list items starts, or the end of the region.
///
/// Prose is plain text after an empty line, in a hunk whose context lines have had their marks so
/// far, and with no certain change after it.
fn prose_start(region: &[RegionLine<'_>]) -> usize {
    let tail = region
        .iter()
        .rposition(RegionLine::is_certain_change)
        .map_or(region.len(), |index| index + 1);
    let first_plain = region.iter().position(|line| line.piece == Piece::Unmarked);
    let is_prose = |plain: &usize| {
        let (before, _) = region.split_at(*plain);
        *plain >= tail && before.last().is_some_and(|line| line.piece == Piece::Blank)
    };
    first_plain.filter(is_prose).unwrap_or(region.len())
}
