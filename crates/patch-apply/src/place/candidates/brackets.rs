//! Brackets with another indentation than in the file: these are other brackets, since a file has
//! many.

use crate::text::blanks::without_indentation;
use crate::text::blocks::is_bracket;
use crate::text::words::has_words;

/// Whether a line is a closing word or a tag without any indentation: as the first of a hunk it may
/// have been trimmed.
pub(in crate::place) fn may_be_trimmed(line: &[u8]) -> bool {
    let is_at_margin = without_indentation(line).0.is_empty();
    is_at_margin && has_words(line) && is_bracket(line)
}

/// Whether of lines and those of the file only brackets are indented otherwise, beside others that
/// are indented as the file has them: a bracket of another depth is another bracket.
pub(in crate::place) fn are_other_brackets<'o, 'n>(
    pairs: impl Iterator<Item = (&'o [u8], &'n [u8])>,
) -> bool {
    let (mut is_moved, mut is_kept) = (false, false);
    for (old, now) in pairs {
        let (old_depth, now_depth) = (without_indentation(old).0, without_indentation(now).0);
        match (old_depth == now_depth, is_bracket(old)) {
            (false, false) => return false,
            (false, true) => is_moved = true,
            (true, _) => is_kept |= !old_depth.is_empty(),
        }
    }
    is_moved && is_kept
}
