//! Recognises added lines that the file has already: a jump directly before the same one, and the
//! definitions of a hunk without old lines, which was written as if it replaced something.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::heads::is_head_of_definition;
use crate::mapping::lines::change::{Change, worded};
use crate::text::blanks::{depth, without_indentation, without_trailing_blanks};
use crate::text::words::first_word;
use crate::text::{last_line, split_line};

/// The most bytes of a file before or after an insertion that are searched for a definition.
const MOST_BYTES: usize = 1 << 18;

/// Whether a hunk may add what the file has already.
pub(super) fn may_be_again(hunk: &Hunk<'_>) -> bool {
    let mut before: Option<HunkLine<'_>> = None;
    let is_head = |line: HunkLine<'_>| is_head_of_definition(without_indentation(line.text).1);
    if hunk.lines.old_count() == 0 {
        return hunk.lines.iter().any(is_head);
    }
    hunk.lines.iter().any(|line| {
        let front = before.replace(line);
        let is_again = |front: HunkLine<'_>| front.kind == LineKind::Add && front.text == line.text;
        line.kind == LineKind::Context && front.is_some_and(is_again) && is_jump(line.text)
    })
}

/// Whether the last added line of a change is a jump, and the next line is the same: it would never
/// be reached.
pub(super) fn repeats_jump(change: &Change<'_>) -> bool {
    let (next, _) = split_line(change.behind);
    let last = change.added.last().filter(|last| is_jump(last));
    change.removed.is_empty()
        && last.is_some_and(|last| without_trailing_blanks(last) == without_trailing_blanks(next))
}

/// Whether a line leaves the block that it is in, and goes on in no other line.
fn is_jump(line: &[u8]) -> bool {
    const JUMPS: [&[u8]; 6] = [b"return", b"raise", b"throw", b"break", b"continue", b"goto"];
    let words = line.trim_ascii();
    let is_whole =
        words.last().is_some_and(|last| last.is_ascii_alphanumeric() || b";)\"'".contains(last));
    is_whole && JUMPS.contains(&first_word(words))
}

/// A line of the file that is added once more.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Again<'f> {
    /// So many lines are between it and the added ones below it.
    Above(usize, &'f [u8]),
    /// So many lines are between it and the added ones above it.
    Below(usize, &'f [u8]),
}

/// The line of the file that an insertion without old lines defines once more: it is the head of
/// one of the outermost added definitions, and in the block in which these are added.
pub(crate) fn defined_already<'f>(
    added: &[&[u8]],
    front: &'f [u8],
    behind: &'f [u8],
) -> Option<Again<'f>> {
    let depth = worded(added).iter().map(|(indent, _)| indent.len()).min()?;
    let mut is_behind_mark = false;
    added.iter().find_map(|line| {
        let (indent, words) = without_indentation(line);
        // Attributes and conditions of the compiler tell two definitions apart.
        let is_mark = matches!(words.first(), Some(b'@' | b'#' | b'['));
        if std::mem::replace(&mut is_behind_mark, is_mark)
            || indent.len() != depth
            || !is_defined_once(words)
        {
            return None;
        }
        let line = without_trailing_blanks(line);
        let above = || same_above(front, line, indent).map(|(at, line)| Again::Above(at, line));
        let below = || same_below(behind, line, indent).map(|(at, line)| Again::Below(at, line));
        above().or_else(below)
    })
}

/// Whether words are the head of a definition of which a block has one alone.
fn is_defined_once(words: &[u8]) -> bool {
    const SEVERAL: [&[u8]; 2] = [b"impl", b"module"];
    let of_init = [&b"func init("[..], b"static {"];
    is_head_of_definition(words)
        && !SEVERAL.contains(&first_word(words))
        && !of_init.iter().any(|init| words.starts_with(init))
}

fn same_above<'f>(front: &'f [u8], line: &[u8], indent: &[u8]) -> Option<(usize, &'f [u8])> {
    let mut rest = front.get(front.len().saturating_sub(MOST_BYTES)..)?;
    same_in_block(std::iter::from_fn(|| last_line(&mut rest)), line, indent)
}

fn same_below<'f>(behind: &'f [u8], line: &[u8], indent: &[u8]) -> Option<(usize, &'f [u8])> {
    let rest = behind.get(..MOST_BYTES).unwrap_or(behind);
    same_in_block(rest.split_inclusive(|byte| *byte == b'\n'), line, indent)
}

/// The first of some lines that is the same as one, with how many are in front of it, before one
/// that is less deep.
fn same_in_block<'f>(
    lines: impl Iterator<Item = &'f [u8]>,
    line: &[u8],
    indent: &[u8],
) -> Option<(usize, &'f [u8])> {
    let is_inside =
        |(_, other): &(usize, &[u8])| depth(other).is_none_or(|depth| depth >= indent.len());
    let mut inside = lines.enumerate().take_while(is_inside);
    inside.find(|(_, other)| without_trailing_blanks(other) == line)
}
