//! Which of the lines behind the changes of a hunk are context, and where prose begins.
//!
//! No text is read here: the lines are told apart already.

use bstr::ByteSlice;

use super::region::RegionLine;
use super::wrapping::{is_bare_fence, starts_fence};
use crate::ast::Piece;

/// What is behind the lines that may be those of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// Another hunk, or the end of what the patch is wrapped in: all lines are likely the hunk's.
    Hunk,
    /// What may have prose in front of it.
    Text,
}

/// Where a hunk ends whose counts are wrong or missing: behind its last change, and the context
/// after that up to an empty line that plain text follows. Where the context has no marks, what
/// looks like plain text may be context, too.
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

/// Whether what is behind the last change of a hunk, up to a text that is no hunk, is context
/// without marks as that in front of it: no sentence is in it.
fn goes_on_unmarked(parts: Option<(&[RegionLine<'_>], &[RegionLine<'_>])>) -> bool {
    let Some((changed, rest)) = parts else { return false };
    changed.iter().any(|line| line.piece == Piece::Unmarked)
        && !rest.iter().any(|line| is_sentence(line.text))
}

/// Whether a line reads as prose: three words or more and nothing else, or a word that ends one.
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

/// Whether the last line of a hunk at the end of the text is the end of a code fence that begins
/// before the text: of the fences in a changed file, it would be the only one.
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
/// Prose is plain text behind an empty line, with nothing that must be a change from there on,
/// in a hunk whose context lines had their marker up to there.
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
