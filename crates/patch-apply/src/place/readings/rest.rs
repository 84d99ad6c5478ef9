//! Lines of the file next to removed ones that are the rest of what these begin, or its beginning: a
//! statement of several lines is removed as a whole.

use bstr::ByteSlice as _;
use patch_parse::{HunkLine, LineKind};

use crate::place::scopes::balance;
use crate::text::blanks::depth;
use crate::text::blocks::opens_block;
use crate::text::words::has_words;

/// Whether lines of the file that would stay as context, between these lines of a hunk, belong to
/// what is removed next to them.
///
/// They do if the removed lines leave brackets open, or close some, that they and not the added
/// ones close or open; or if they are deeper than the removed line before them, and no added line
/// opens a block that they are in.
pub(crate) fn belongs_to_removed(
    front: &[HunkLine<'_>],
    stays: &[&[u8]],
    behind: &[HunkLine<'_>],
) -> bool {
    let changes = |line: &&HunkLine<'_>| line.kind != LineKind::Context;
    let before = || front.iter().rev().take_while(changes);
    let change = || before().chain(behind.iter().take_while(changes));
    let of_kind =
        |kind| change().filter(move |line| line.kind == kind).map(|line| line.text.as_bytes());
    let (removed, added) = (balance(of_kind(LineKind::Remove)), balance(of_kind(LineKind::Add)));
    let is_bracketed = removed != added && removed + balance(stays) == added;
    let last = |kind| before().find(|line| line.kind == kind && has_words(line.text));
    let is_deeper =
        |line: &HunkLine<'_>| stays.first().is_some_and(|stays| depth(stays) > depth(line.text));
    let goes_on = last(LineKind::Remove).is_some_and(is_deeper)
        && !last(LineKind::Add).is_some_and(|line| opens_block(line.text) && is_deeper(line));
    is_bracketed || goes_on
}
