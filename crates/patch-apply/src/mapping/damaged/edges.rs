//! Recognises added lines at an edge of a change that are the lines of the file there: the bracket
//! that closes a block, or what opens one, was meant as context and has a `+`.
//!
//! Brackets show it: those of the added lines and those of the removed ones are alike without it.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::heads::is_head_of_definition;
use crate::mapping::lines::change::Change;
use crate::place::balance;
use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::blocks::opens_block;
use crate::text::words::has_words;
use crate::text::{last_line, split_line};

/// Whether a line begins with a bracket that closes a block, or ends like one that opens a block.
pub(super) fn may_be_edge(line: &[u8]) -> bool {
    let first = line.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    first.is_some_and(|first| b"})]".contains(first))
        || line.last().is_some_and(|last| b"{([:".contains(last))
}

/// Whether an added line may end a change or begin one with removed lines, as a bracket or as what
/// opens a block.
pub(super) fn may_be_at_edge(hunk: &Hunk<'_>) -> bool {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    lines.split(|line| line.kind == LineKind::Context).any(|change| {
        let mut added = change.iter().filter(|line| line.kind == LineKind::Add);
        let first = added.next().map(|line| line.text);
        let last = added.next_back().map(|line| line.text).or(first);
        let is_first = change.first().is_some_and(|line| line.kind == LineKind::Add);
        let has_removed = change.iter().any(|line| line.kind == LineKind::Remove);
        last.is_some_and(|line| is_closer(line))
            || (is_first && has_removed && first.is_some_and(|line| opens_block(line)))
    })
}

/// Whether the first or the last added lines of a change are the lines of the file directly before
/// or after it, and the change is whole without them.
pub(super) fn repeats_edge(change: &Change<'_>) -> bool {
    let Change { removed, added, .. } = change;
    let (removed_open, added_open) = (balance(removed), balance(added));
    if added_open < removed_open {
        let mut behind = change.behind;
        let next = std::iter::from_fn(|| {
            let (line, rest) = split_line(behind);
            behind = rest;
            Some(line).filter(|line| !line.is_empty())
        });
        let most = added.iter().rev().take_while(|line| is_closer(line)).count();
        let next: Vec<&[u8]> = next.take(most).collect();
        return (1..=next.len()).any(|count| {
            let (rest, last) = added.split_at(added.len() - count);
            are_same(last, next.get(..count).unwrap_or_default()) && balance(rest) == removed_open
        });
    }
    let mut front = change.front;
    let (Some(first), Some(before)) = (added.first(), last_line(&mut front)) else { return false };
    let is_meant_as_context = match added_open - removed_open {
        0 => is_head_of_definition(without_indentation(first).1),
        _ => opens_block(first) && balance(added.get(1..).unwrap_or_default()) == removed_open,
    };
    !removed.is_empty() && is_meant_as_context && are_same(&[*first], &[before])
}

/// Whether a line is a bracket that closes a block, and no word.
pub(super) fn is_closer(line: &[u8]) -> bool {
    let words = without_indentation(line).1;
    words.first().is_some_and(|first| b"})]".contains(first)) && !has_words(words)
}

fn are_same(lines: &[&[u8]], others: &[&[u8]]) -> bool {
    lines
        .iter()
        .map(|line| without_trailing_blanks(line))
        .eq(others.iter().map(|line| without_trailing_blanks(line)))
}
