//! Changes that the file has already.
//!
//! New lines that match are a sign that the change was made, if they say enough: lines that are a
//! run of the old ones, or context that happens to meet, say nothing.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::candidate::Kind;
use super::lookup::{Block, Lookup};
use super::rung::{Rung, are_other_brackets, plain, without_indentation, without_trailing_blanks};
use super::scene::Scene;
use crate::text::{Text, last_line, split_line};

/// The one line at which the new lines match, if that says that the change was made.
pub(super) fn anywhere<L: Lookup>(scene: &mut Scene<'_, '_, L>, index: usize) -> Option<usize> {
    let hunk = scene.hunks.get(index).filter(|hunk| is_evidence(hunk))?;
    debug_assert!(hunk.lines.new_count() > 0, "what is evidence has lines");
    if !scene.lookup.may_match(Block::New(index)) {
        return None;
    }
    match *scene.lookup.places(Block::New(index), plain(), 0) {
        [line] => Some(line),
        _ => None,
    }
}

/// Whether the new lines match at a line, and that says that the change was made.
pub(super) fn is_at<L: Lookup>(scene: &mut Scene<'_, '_, L>, index: usize, line: usize) -> bool {
    let Some(hunk) = scene.hunks.get(index).filter(|hunk| is_evidence(hunk)) else { return false };
    let mut in_file = scene.lines_at(line);
    let are_there = hunk.new_lines().all(|line| {
        let other = in_file.next().map(without_indentation);
        other.is_some_and(|(_, words)| words == without_indentation(line.text).1)
    });
    let new = hunk.new_lines().map(|line| line.text.as_ref());
    are_there && !are_other_brackets(new.zip(scene.lines_at(line)))
}

/// Whether finding the new lines says that the change was made: they hold something added, or they
/// close over what is removed; and they are not among the old lines in the same order.
fn is_evidence(hunk: &Hunk<'_>) -> bool {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    let says = hunk.lines.added_count() > 0
        || (is_context(hunk.lines.iter().next()) && is_context(hunk.lines.iter().last()));
    says && hunk.lines.new_count() > 0 && !is_run_of_old(hunk, hunk.new_lines())
}

/// Whether some lines of a hunk are among its old lines, one behind the other.
fn is_run_of_old<'l>(hunk: &Hunk<'_>, lines: impl Iterator<Item = HunkLine<'l>>) -> bool {
    let lines: Vec<&[u8]> = lines.map(|line| without_trailing_blanks(line.text)).collect();
    let mut text = vec![b'\n'];
    for line in hunk.old_lines() {
        text.extend_from_slice(without_trailing_blanks(line.text));
        text.push(b'\n');
    }
    let mut run = vec![b'\n'];
    for line in lines {
        run.extend_from_slice(line);
        run.push(b'\n');
    }
    memchr::memmem::find(&text, &run).is_some()
}

/// Whether a hunk makes nothing of its old lines but these lines.
pub(crate) fn changes_nothing(hunk: &Hunk<'_>) -> bool {
    let is_change = hunk.lines.added_count() > 0 || hunk.lines.removed_count() > 0;
    !is_change
        || (hunk.lines.added_count() == hunk.lines.removed_count()
            && hunk
                .old_lines()
                .zip(hunk.new_lines())
                .all(|(old, new)| (&old.text, old.newline) == (&new.text, new.newline)))
}

/// Whether the file already holds what the hunk would make of a place where its old lines match.
pub(super) fn is_made(
    text: Text<'_>,
    hunk: &Hunk<'_>,
    kind: Kind,
    (start, end): (usize, usize),
) -> bool {
    let added = || hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let is_insertion =
        hunk.lines.removed_count() == 0 && hunk.lines.added_count() > 0 && !hunk.end_of_file;
    (is_insertion
        && !is_run_of_old(hunk, added())
        && (follows(text, hunk, end) || (start < end && precedes(text, hunk, start))))
        || (kind != Kind::Match(Rung::Exact) && is_same(text, hunk, (start, end)))
}

/// Whether the new lines match as they are where the old ones match loosely: a change of blanks.
fn is_same(text: Text<'_>, hunk: &Hunk<'_>, (start, end): (usize, usize)) -> bool {
    let mut rest = text.slice(start..end);
    let is_new = |line: HunkLine<'_>| {
        let (first, behind) = split_line(rest);
        rest = behind;
        patch_parse::Newline::split(first).0 == line.text
    };
    hunk.lines.new_count() > 0 && hunk.new_lines().all(is_new) && rest.is_empty()
}

/// Whether the added lines match behind the place.
///
/// Only a hunk that ends with its added lines leaves the question open: with context behind them
/// the old state and the new one differ.
fn follows(text: Text<'_>, hunk: &Hunk<'_>, end: usize) -> bool {
    let mut added = hunk.lines.iter().skip(hunk.lines.context_count());
    let is_append = added.clone().all(|line| line.kind == LineKind::Add);
    let mut rest = text.slice(end..text.bytes.len());
    is_append
        && added.all(|line| {
            let (first, behind) = split_line(rest);
            rest = behind;
            !first.is_empty()
                && without_trailing_blanks(first) == without_trailing_blanks(line.text)
        })
}

/// Whether the added lines match before the place, of a hunk that begins with them.
fn precedes(text: Text<'_>, hunk: &Hunk<'_>, start: usize) -> bool {
    let count = hunk.lines.added_count();
    let added: Vec<_> = hunk.lines.iter().take(count).collect();
    let is_prepended = added.iter().all(|line| line.kind == LineKind::Add);
    let mut before = text.slice(text.start..start);
    is_prepended
        && added.iter().rev().all(|line| {
            last_line(&mut before).is_some_and(|in_file| {
                without_trailing_blanks(in_file) == without_trailing_blanks(line.text)
            })
        })
}

/// Whether the new lines of an insertion already end where its old lines end, or start where they
/// start: what was inserted ends, or starts, as its context does, so that the old lines match once more
/// beside it. Asks for two added lines with words: one may well be there twice.
pub(super) fn is_beside(text: Text<'_>, hunk: &Hunk<'_>, (start, end): (usize, usize)) -> bool {
    let has_words = |line: &HunkLine<'_>| line.text.iter().any(u8::is_ascii_alphanumeric);
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let is_insertion = hunk.lines.removed_count() == 0 && added.filter(has_words).count() >= 2;
    let agrees = |in_file: &[u8], line: HunkLine<'_>| {
        !in_file.is_empty()
            && without_trailing_blanks(in_file) == without_trailing_blanks(line.text)
    };
    let starts = || {
        let mut rest = text.slice(start..text.bytes.len());
        hunk.new_lines().all(|line| {
            let (first, behind) = split_line(rest);
            rest = behind;
            agrees(first, line)
        })
    };
    let ends = || {
        let mut before = text.slice(text.start..end);
        let new: Vec<_> = hunk.new_lines().collect();
        new.iter().rev().all(|line| last_line(&mut before).is_some_and(|last| agrees(last, *line)))
    };
    is_insertion && (ends() || starts())
}
