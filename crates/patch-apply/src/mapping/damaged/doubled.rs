//! Recognises added lines at an edge of a change that are the lines of the file there, as [`edges`]
//! does, for blocks that words and tags open and close, and for what opens a block and nothing is
//! removed: the line was meant as context and has a `+`.
//!
//! All changes of a hunk together show it, since one may open what another closes.
//!
//! [`edges`]: super::edges

use patch_parse::{Hunk, HunkLine, LineKind};

use super::outside::is_yaml_key;
use crate::mapping::lines::change::Change;
use crate::mapping::lines::code::heads_block;
use crate::place::balance;
use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::closers::{Closer, may_open};
use crate::text::words::{has_words, words_of};
use crate::text::{last_line, split_line};

/// Whether a hunk may have an added line that opens or closes a block next to the same line of
/// context, or at its end.
pub(super) fn may_be_doubled(hunk: &Hunk<'_>) -> bool {
    let mut before: Option<HunkLine<'_>> = None;
    let is_beside = hunk.lines.iter().any(|line| {
        let Some(front) = before.replace(line) else { return false };
        let is_one_added = (front.kind == LineKind::Add) != (line.kind == LineKind::Add);
        is_one_added && front.text == line.text && may_be_edge(line.text)
    });
    let is_at_end =
        || before.is_some_and(|line| line.kind == LineKind::Add && may_be_edge(line.text));
    is_beside || is_at_end()
}

fn may_be_edge(line: &[u8]) -> bool {
    let (_, words) = without_indentation(line);
    closer_of(words).is_some() || may_open(words)
}

/// Whether the last added lines of one of the changes of a hunk are the ones of the file after them,
/// or the first is the one before it, and the blocks of the hunk are whole without them.
pub(super) fn repeats_any(changes: &[Change<'_>]) -> bool {
    changes.iter().any(|change| {
        (repeats_end(change, changes) || repeats_start(change, changes)) && !change.is_in_text()
    })
}

/// Whether the last lines of a change close blocks, as the next lines of the file do, and nothing
/// in the changes opens what they close.
fn repeats_end(change: &Change<'_>, changes: &[Change<'_>]) -> bool {
    let ends = change.added.iter().rev().take_while(|line| closer_of(words(line)).is_some());
    let most = ends.count();
    (1..=most).any(|count| {
        let (_, last) = change.added.split_at(change.added.len() - count);
        let mut behind = change.behind;
        last.iter().all(|line| {
            let (next, rest) = split_line(behind);
            behind = rest;
            let is_surplus = || closer_of(words(line)).is_some_and(|it| surplus(it, changes) > 0);
            are_same(line, next) && is_surplus()
        })
    })
}

/// How many more lines the changes have that close such a block than lines that open one.
fn surplus(closer: Closer<'_>, changes: &[Change<'_>]) -> i64 {
    let count = |lines: &[&[u8]]| -> i64 {
        let of_line = |line: &&[u8]| match Closer::of(words(line)) {
            Some(other) if other == closer => 1,
            Some(_) => 0,
            None => -i64::from(closer.is_opened_by(words(line))),
        };
        lines.iter().map(of_line).sum()
    };
    changes.iter().map(|change| count(&change.added) - count(&change.removed)).sum()
}

/// Whether a line that opens a block is added directly before or after the same line of the file,
/// and nothing closes it.
fn repeats_start(change: &Change<'_>, changes: &[Change<'_>]) -> bool {
    let (mut front, (next, _)) = (change.front, split_line(change.behind));
    let before = last_line(&mut front).unwrap_or_default();
    let beside = [change.added.last().zip(Some(next)), change.added.first().zip(Some(before))];
    let mut beside = beside.into_iter().flatten();
    beside.any(|(line, other)| are_same(line, other) && is_left_open(words(line), changes))
}

/// Whether nothing in the changes closes what an added line opens.
fn is_left_open(line: &[u8], changes: &[Change<'_>]) -> bool {
    if Closer::of(line).is_some() || !has_words(line) {
        return false;
    }
    // A key or a head without a block; an item may be there twice.
    if line.ends_with(b":") {
        return (is_yaml_key(line) && !line.starts_with(b"- ")) || heads_block(line);
    }
    let own = balance([line]);
    if own > 0 {
        let of_change = |change: &Change<'_>| balance(&change.added) - balance(&change.removed);
        return changes.iter().map(of_change).sum::<i64>() == own;
    }
    // One word or tag without more may well be in itself.
    own == 0 && may_open(line) && words_of(line).count() > 1 && opened(changes) > 0
}

/// How many more lines the changes have that open a block, by a word or a tag, than lines that
/// close one.
fn opened(changes: &[Change<'_>]) -> i64 {
    let of_line = |line: &&[u8]| {
        let is_opener = || may_open(words(line)) && Closer::of(words(line)).is_none();
        i64::from(is_opener()) - i64::from(closer_of(words(line)).is_some())
    };
    let count = |lines: &[&[u8]]| -> i64 { lines.iter().map(of_line).sum() };
    changes.iter().map(|change| count(&change.added) - count(&change.removed)).sum()
}

/// What a line closes, if that is no bracket and no part of a block.
fn closer_of(words: &[u8]) -> Option<Closer<'_>> {
    Closer::of(words).filter(|closer| {
        matches!(closer, Closer::Tag(_) | Closer::Word | Closer::Environment | Closer::Template(_))
    })
}

fn words(line: &[u8]) -> &[u8] {
    without_indentation(line).1
}

fn are_same(line: &[u8], other: &[u8]) -> bool {
    without_trailing_blanks(line) == without_trailing_blanks(other)
}
