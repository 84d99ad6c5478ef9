//! Recognises added lines that are on the wrong side of the bracket that closes a block: those that
//! are before it, and as deep, and those behind it that are in it by their depth. The bracket was
//! left out of the context, or is on the other side of the change.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, HunkLine, LineKind};

use super::code_line::is_code_line;
use super::displaced::continues;
use super::edges::is_closer;
use super::heads::is_head_of_method;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::code::heads_block;
use crate::place::balance;
use crate::text::blanks::{depth, without_indentation};
use crate::text::blocks::{closes_block, is_closing_word};
use crate::text::words::first_word;
use crate::text::{last_line, split_line};

/// Whether a hunk may end in added lines that are less deep than the context before them.
pub(super) fn may_be_before_closer(hunk: &Hunk<'_>) -> bool {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let Some(last) = lines.iter().rposition(|line| line.kind != LineKind::Add) else {
        return false;
    };
    let (front, added) = lines.split_at_checked(last + 1).unwrap_or_default();
    let own = front.iter().rev().find_map(|line| depth(line.text));
    added.iter().filter_map(|line| depth(line.text)).min().is_some_and(|least| Some(least) < own)
}

/// The added line of a hunk that is on the wrong side of a bracket, and the bracket.
pub(crate) struct Misplaced<'c> {
    pub(crate) added: &'c [u8],
    pub(crate) closer: &'c [u8],
    /// Whether the line is before the bracket, and belongs behind it.
    pub(crate) is_before: bool,
}

/// The line of the changes of a hunk that is on the wrong side of a bracket; only what ends a hunk
/// can lack the bracket after it.
pub(super) fn misplaced<'c>(changes: &[Change<'c>], ends_hunk: bool) -> Option<Misplaced<'c>> {
    let last = changes.last().filter(|_| ends_hunk);
    last.and_then(before_closer).or_else(|| changes.iter().find_map(behind_closer))
}

/// The first of the lines that end a hunk which is as deep as the bracket of the file after them,
/// though they are in the block that this closes.
fn before_closer<'c>(change: &Change<'c>) -> Option<Misplaced<'c>> {
    let (closer, _) = split_line(change.behind);
    let indent = without_indentation(closer).0;
    let is_inside = change.before().is_some_and(|(own, _)| own.len() > indent.len());
    if !is_closer(closer) || !is_inside || change.is_in_text() {
        return None;
    }
    let is_outside = |line: &&[u8]| {
        let (own, words) = without_indentation(line);
        own == indent && begins_something(words)
    };
    let (inside, outside) = change.added.split_at(change.added.iter().position(is_outside)?);
    let least = change.added.iter().filter_map(|line| depth(line)).min();
    let is_whole = balance(inside) == balance(&change.removed) && balance(outside) == 0;
    let added = outside.first().filter(|_| is_whole && least == Some(indent.len()))?;
    Some(Misplaced { added, closer, is_before: true })
}

/// The first of the added lines directly behind a bracket that are as deep as the lines of the block
/// that it closes, and like one of these.
fn behind_closer<'c>(change: &Change<'c>) -> Option<Misplaced<'c>> {
    let mut rest = change.front;
    let mut lines = std::iter::from_fn(|| last_line(&mut rest));
    let closer = lines.find(|line| depth(line).is_some())?;
    let (indent, closing) = without_indentation(closer);
    let added = worded(&change.added);
    let (own, first) = *added.first()?;
    let is_inside = |(line, _): &(&[u8], &[u8])| line.starts_with(own);
    let is_closed = is_closer(closer) || is_closing_word(closing);
    if !is_closed
        || own.len() <= indent.len()
        || !worded(&change.removed).is_empty()
        || change.next().is_some_and(|(next, _)| next.len() > indent.len())
        || !begins_something(first)
        || !added.iter().all(is_inside)
        || change.is_in_text()
    {
        return None;
    }
    let block = lines.filter(|line| depth(line).is_some()).map(without_indentation);
    let mut block = block.take_while(|(line, _)| line.len() > indent.len());
    let has_like = block.any(|(line, words)| line == own && are_alike(words, first));
    let added = change.added.iter().find(|line| depth(line).is_some())?;
    has_like.then_some(Misplaced { added, closer, is_before: false })
}

/// Whether words begin a statement, a block, or a value with its name, and go on with nothing.
pub(super) fn begins_something(words: &[u8]) -> bool {
    let is_code = is_code_line(words) || heads_block(words) || is_value(words);
    is_code && !continues(words) && !closes_block(words)
}

/// Whether two lines begin with the same word, or both head a definition or give a value.
fn are_alike(words: &[u8], others: &[u8]) -> bool {
    let word = first_word(words);
    (!word.is_empty() && word == first_word(others))
        || (is_head_of_method(words) && is_head_of_method(others))
        || (is_value(words) && is_value(others))
}

/// Whether words are a name and its value: `readme = "README.md"`.
fn is_value(words: &[u8]) -> bool {
    let name = words.split_once_str(" = ").map(|(name, _)| name);
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    name.is_some_and(|name| !name.is_empty() && name.iter().all(is_of_name))
}
