//! Finds lines that a hunk inserts and that are already next to the place where it would insert
//! them.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::agrees::{Agrees, context};
use super::done::is_run_of;
use crate::place::numbers::hinted_index;
use crate::place::placement::Placement;
use crate::place::rung::Rung;
use crate::text::Text;
use crate::text::blanks::{is_blank_line, without_trailing_blanks};
use crate::text::blocks::is_bracket;
use crate::text::words::{has_ascii_words, has_words};

/// So many inserted lines with words are recognised whatever their indentation.
const MANY_WORDS: usize = 3;

/// For how many runs of inserted lines it is checked whether they are next to their place.
const MOST_RUNS: usize = 64;

/// Whether lines that a hunk inserts are beside their place already: what was inserted ends, or
/// starts, as its context does, so that the old lines match once more beside it, or the hunk was
/// done in part. They are compared as the old lines were found, many of them without their
/// indentation. What the hunk shows itself, as context anywhere or as old lines right there, its
/// writer has seen; and what is before a place as written whose number is true, a change would have
/// moved that place by. What the patch takes away elsewhere in the file, and adds here, is moved.
pub(in crate::place) fn is_beside(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    hunk: &Hunk<'_>,
    place: &Placement,
) -> bool {
    if !hunk.lines.may_insert() {
        return false;
    }
    let agrees = Agrees::at(place.rung);
    let dropped = (place.dropped_before, place.dropped_after);
    let old_count = hunk.lines.old_count().saturating_sub(dropped.0 + dropped.1);
    let is_as_counted = place.rung == Rung::Exact
        && dropped == (0, 0)
        && hinted_index(hunk) == Some(place.line_index);
    // After so many of the old lines that were found.
    let is_there_as = |agrees: &Agrees, run: &[HunkLine<'_>], above: usize| {
        let at = behind_lines(text, place.start, above);
        let reaches_beyond = |shown: usize| run.len() > shown;
        agrees.say_enough(hunk, run)
            && !is_run_of(context(hunk), run)
            && ((!is_as_counted && reaches_beyond(above) && agrees.before(text, at, run))
                || (reaches_beyond(old_count.saturating_sub(above))
                    && agrees.behind(text, at, run)))
    };
    // Of several lines the words are enough: somebody indented them otherwise.
    let indented = Agrees::at(Rung::Indentation);
    let says_much = |run: &[HunkLine<'_>]| {
        run.iter().filter(|line| has_ascii_words(line.text)).nth(MANY_WORDS - 1).is_some()
    };
    let is_there = |run: &[HunkLine<'_>], above: usize| {
        is_there_as(&agrees, run, above) || (says_much(run) && is_there_as(&indented, run, above))
    };
    // Most often the old lines next to it show that it is not there.
    let is_context = |old: HunkLine<'_>| old.kind == LineKind::Context;
    let may_be_there = |run: &Run<'_, _>| {
        run.before.is_none_or(is_context)
            && run.behind.is_none_or(is_context)
            && (agrees.may_be(run.last, run.before) || agrees.may_be(run.first, run.behind))
    };
    runs_of_added(hunk).filter(may_be_there).take(MOST_RUNS).any(|run| {
        let lines: Vec<_> = run.lines.collect();
        let above = run.old_before.saturating_sub(dropped.0);
        let at = || behind_lines(text, place.start, above);
        // What ends, or starts, as the context beside it is there where the place is.
        let is_like = || {
            (agrees.may_be(run.last, run.before) && Agrees::mostly_before(text, at(), hunk, &lines))
                || (agrees.may_be(run.first, run.behind)
                    && Agrees::mostly_behind(text, at(), hunk, &lines))
        };
        is_there(&lines, above) || (is_like() && !is_moved(hunks, &lines))
    })
}

/// How many lines at the end of a hunk are compared with those after it.
const MOST_TAIL: usize = 64;

/// Whether a hunk ends in added lines of which the last are the next ones of the file: its writer
/// showed how the file goes on, and marked that as added. Brackets are such lines if what is added
/// closes more than it opens. What the hunk shows itself its writer has seen, and a header that is
/// true was made by a tool.
pub(in crate::place) fn ends_as_file_goes_on(
    text: Text<'_>,
    hunk: &Hunk<'_>,
    place: &Placement,
) -> bool {
    let ends_added = hunk.lines.iter().last().is_some_and(|last| last.kind == LineKind::Add);
    let is_true = !hunk.is_miscounted() && hinted_index(hunk) == Some(place.line_index);
    if !ends_added
        || is_true
        || !place.rung.is_plain()
        || !place.is_whole()
        || hunk.lines.old_count() == 0
    {
        return false;
    }
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let from = lines.iter().rposition(|line| line.kind != LineKind::Add).map_or(0, |last| last + 1);
    let added = lines.get(from..).unwrap_or_default();
    let front = from.checked_sub(1).and_then(|last| lines.get(last));
    // All of them are there: that is a matter of what is beside.
    let is_all = front.is_none_or(|last| last.kind == LineKind::Context);
    let tail = added.get(usize::from(is_all)..).unwrap_or_default();
    let tail = tail.get(tail.len().saturating_sub(MOST_TAIL)..).unwrap_or_default();
    let behind = text.slice(place.end..text.bytes.len()).split_inclusive(|byte| *byte == b'\n');
    let behind: Vec<&[u8]> = behind.take(tail.len()).map(without_trailing_blanks).collect();
    let is_shown = |line: &HunkLine<'_>| hunk.old_lines().any(|old| old.text == line.text);
    (0..tail.len()).any(|from| {
        let last = tail.get(from..).unwrap_or_default();
        let is_there =
            || last.iter().zip(&behind).all(|(line, it)| without_trailing_blanks(line.text) == *it);
        let is_told = || {
            let mut telling =
                last.iter().filter(|line| !is_bracket(line.text) && has_words(line.text));
            match telling.clone().next() {
                Some(_) => !telling.any(is_shown),
                None => last.iter().any(|line| !is_blank_line(line.text)) && closes_more(&lines),
            }
        };
        last.len() <= behind.len() && is_there() && is_told()
    })
}

/// Whether what is added closes more brackets than it opens, beside what is removed.
fn closes_more(lines: &[HunkLine<'_>]) -> bool {
    let balance = |kind: LineKind| -> i64 {
        let own = lines.iter().filter(|line| line.kind == kind);
        own.flat_map(|line| line.text.iter())
            .map(|byte| match byte {
                b'{' | b'(' | b'[' => 1,
                b'}' | b')' | b']' => -1,
                _ => 0,
            })
            .sum()
    };
    balance(LineKind::Add) < balance(LineKind::Remove)
}

/// Whether hunks take away what is added: the first of its lines with words, which says what it is.
fn is_moved(hunks: &[Hunk<'_>], added: &[HunkLine<'_>]) -> bool {
    let Some(first) = added.iter().find(|line| has_ascii_words(line.text)) else { return false };
    let first = without_trailing_blanks(first.text);
    let is_first = |line: HunkLine<'_>| {
        line.kind == LineKind::Remove && without_trailing_blanks(line.text) == first
    };
    hunks.iter().any(|hunk| hunk.lines.iter().any(is_first))
}

/// Lines that a hunk adds, one after the other.
struct Run<'h, Lines> {
    first: HunkLine<'h>,
    last: HunkLine<'h>,
    /// All its lines.
    lines: Lines,
    /// The old lines beside them.
    before: Option<HunkLine<'h>>,
    behind: Option<HunkLine<'h>>,
    /// How many old lines the hunk has before them.
    old_before: usize,
}

fn runs_of_added<'h>(
    hunk: &'h Hunk<'_>,
) -> impl Iterator<Item = Run<'h, impl Iterator<Item = HunkLine<'h>>>> {
    let is_added = |line: &HunkLine<'_>| line.kind == LineKind::Add;
    let mut lines = hunk.lines.iter().peekable();
    let (mut before, mut old_before) = (None, 0);
    std::iter::from_fn(move || {
        while let Some(old) = lines.next_if(|line| !is_added(line)) {
            (before, old_before) = (Some(old), old_before + 1);
        }
        let rest = lines.clone();
        let first = lines.next()?;
        let (mut last, mut count) = (first, 1);
        while let Some(line) = lines.next_if(is_added) {
            (last, count) = (line, count + 1);
        }
        let behind = lines.peek().copied();
        Some(Run { first, last, lines: rest.take(count), before, behind, old_before })
    })
}

/// The byte after so many lines from a byte on.
fn behind_lines(text: Text<'_>, start: usize, lines: usize) -> usize {
    let rest = text.slice(start..text.bytes.len());
    rest.split_inclusive(|byte| *byte == b'\n').take(lines).map(<[u8]>::len).sum::<usize>() + start
}
