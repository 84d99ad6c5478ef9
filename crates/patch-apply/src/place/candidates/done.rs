//! Changes that the file has already.
//!
//! New lines that match are a sign that the change was made, if they say enough: lines that are a
//! run of the old ones, or context that happens to meet, say nothing.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind, Newline};

use super::agrees::Agrees;
use super::brackets::are_other_brackets;
use super::given_up::gives_up_copy;
use super::outer::MOST_DROPPED;
use super::restated::opt_around;
use super::share::Share;
use super::spaced::are_old_there;
use crate::place::lookup::{Block, Lookup};
use crate::place::placement::Placement;
use crate::place::places::{Match, Place};
use crate::place::rung::{Rank, Rung, exact, loosest, plain};
use crate::place::scene::Scene;
use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::words::has_words;
use crate::text::{Text, split_line};

/// The one line at which the new lines match, if that says that the change was made.
pub(in crate::place) fn anywhere<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
) -> Option<usize> {
    let hunk = scene.hunks.get(index).filter(|hunk| is_evidence(hunk))?;
    debug_assert!(hunk.lines.new_count() > 0, "what is evidence has lines");
    if !scene.lookup.may_match(Block::New(index)) {
        return None;
    }
    match *scene.lookup.places(Block::New(index), plain(), 0) {
        [line] => Some(line).filter(|line| !are_old_there(scene, hunk, *line)),
        _ => None,
    }
}

/// The first of some lines at which the new lines match, if that says that the change was made and
/// they have words.
pub(in crate::place) fn first_in<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    lines: Range<usize>,
) -> Option<usize> {
    let hunk = scene.hunks.get(index).filter(|hunk| is_evidence(hunk))?;
    if !hunk.new_lines().any(|line| has_words(line.text))
        || !scene.lookup.may_match(Block::New(index))
    {
        return None;
    }
    let first = scene.lookup.first_place(Block::New(index), plain(), lines.start);
    first.filter(|line| lines.contains(line) && !are_old_there(scene, hunk, *line))
}

/// A line with fewer letters is found anywhere by chance.
const LEAST_LETTERS: usize = 4;

/// Whether the file has a context line before what a hunk changes exactly once, in a place
/// where the hunk is done: what nearly matches elsewhere lacks it, and is not meant.
pub(in crate::place) fn is_named_at<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    (index, hunk): (usize, &Hunk<'_>),
    done: &Place,
) -> bool {
    let names = |line: &HunkLine<'_>| {
        let letters = line.text.iter().filter(|byte| byte.is_ascii_alphanumeric());
        letters.take(LEAST_LETTERS).count() == LEAST_LETTERS
    };
    let front = hunk.lines.iter().take_while(|line| line.kind == LineKind::Context);
    let mut worded = front.enumerate().filter(|(_, line)| names(line));
    worded.any(|(at, line)| {
        let is_it = |found| without_trailing_blanks(found) == without_trailing_blanks(line.text);
        scene.lines_at(done.line).take(done.count).any(is_it)
            && scene.lookup.is_once(index, plain(), at)
    })
}

/// Whether the new lines match at a line, and that says that the change was made.
pub(in crate::place) fn is_at<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    line: usize,
) -> bool {
    let Some(hunk) = scene.hunks.get(index) else { return false };
    let mut in_file = scene.lines_at(line);
    let are_there = hunk.new_lines().all(|line| {
        let other = in_file.next().map(without_indentation);
        other.is_some_and(|(_, words)| words == without_indentation(line.text).1)
    });
    let new = hunk.new_lines().map(|line| line.text.as_ref());
    // Most often they do not match, and checking that is cheaper than what they would say.
    are_there
        && is_evidence(hunk)
        && !are_other_brackets(new.zip(scene.lines_at(line)))
        && !are_old_there(scene, hunk, line)
}

/// Whether the new lines are at a line but for outer context, and say that the change was made.
pub(in crate::place) fn is_nearly_at<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    line: usize,
) -> bool {
    let Some(hunk) = scene.hunks.get(index).filter(|hunk| is_evidence(hunk)) else { return false };
    let (before, after) = outer_context(hunk);
    let count = hunk.lines.new_count();
    let in_file = scene.lines_at(line).map(Some).chain(std::iter::repeat(None));
    let agrees = |(line, found): (HunkLine<'_>, Option<&[u8]>)| {
        found.map(without_trailing_blanks) == Some(without_trailing_blanks(line.text))
    };
    let agreeing: Vec<bool> = hunk.new_lines().zip(in_file).map(agrees).collect();
    let inner = count.saturating_sub(before + after);
    let found = agreeing.iter().filter(|agrees| **agrees).count();
    inner > 0
        && agreeing.iter().skip(before).take(inner).all(|agrees| *agrees)
        && Share::TWO_THIRDS.is_reached(found, count)
        && found > hunk.lines.added_count()
}

/// How many context lines at the start and at the end of the new lines may differ; one stays on
/// either side of what was removed.
fn outer_context(hunk: &Hunk<'_>) -> (usize, usize) {
    let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
    let before = hunk.lines.iter().take_while(is_context).count();
    let skipped = hunk.lines.len().saturating_sub(MOST_DROPPED + 1);
    let tail: Vec<_> = hunk.lines.iter().skip(skipped).collect();
    let after = tail.iter().rev().take_while(|line| is_context(line)).count();
    let kept = usize::from(hunk.lines.added_count() == 0);
    (before.saturating_sub(kept).min(MOST_DROPPED), after.saturating_sub(kept).min(MOST_DROPPED))
}

/// The line at which the new lines are where a place gives up outer context, whether they say
/// that the change was made or not: the context may be gone, or what was to be removed and is like
/// it. Where lines are added all but that context is enough.
pub(in crate::place) fn opt_left<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    place: &Place,
) -> Option<usize> {
    if place.rank != Rank::Outer {
        return None;
    }
    let hunk = scene.hunks.get(index)?;
    if is_kept_at(scene, index, place) || gives_up_copy(scene, hunk, place) {
        return Some(place.line);
    }
    let first = place.line.saturating_sub(place.dropped.0);
    let mut starts = first..=place.line;
    let left = starts.find(|start| scene.lookup.is_at(Block::New(index), exact(), *start));
    let left = left.or_else(|| opt_reaching(scene, index, place)).or_else(|| {
        let hunk = scene.hunks.get(index).filter(|hunk| is_evidence(hunk))?;
        opt_around(scene, hunk, place)
    });
    left.filter(|line| !are_old_there(scene, hunk, *line))
}

/// The line at which the new lines, characters and blanks aside, are found with what is added and
/// reach a place.
fn opt_reaching<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    place: &Place,
) -> Option<usize> {
    let hunk = scene.hunks.get(index).filter(|hunk| is_evidence(hunk))?;
    let says = |line: HunkLine<'_>| line.kind == LineKind::Add && has_words(line.text);
    if !hunk.lines.iter().any(says) {
        return None;
    }
    let mut starts = (place.line + 1).saturating_sub(hunk.lines.new_count())..=place.line;
    starts.find(|start| scene.lookup.is_at(Block::New(index), loosest(), *start))
}

/// Whether the file has the new lines there, without the context that the place gives up.
fn is_kept_at<L: Lookup>(scene: &mut Scene<'_, '_, L>, index: usize, place: &Place) -> bool {
    let Some(hunk) = scene.hunks.get(index).filter(|hunk| is_evidence(hunk)) else { return false };
    let (before, after) = place.dropped;
    let count = hunk.lines.new_count().saturating_sub(before + after);
    let kept: Vec<_> = hunk.new_lines().skip(before).take(count).collect();
    let mut in_file = scene.lines_at(place.line);
    let agrees = |line: &HunkLine<'_>| {
        in_file.next().map(without_trailing_blanks) == Some(without_trailing_blanks(line.text))
    };
    hunk.lines.added_count() > 0 && !is_run_of_old(hunk, &kept) && kept.iter().all(agrees)
}

/// The line at which all new lines of an insertion are so that they begin where its old ones do,
/// or end there.
pub(in crate::place) fn opt_over<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    place: &Placement,
) -> Option<usize> {
    let hunk = scene.hunks.get(index).filter(|hunk| is_evidence(hunk))?;
    let end = place.line_index + place.line_count;
    let above = end.checked_sub(hunk.lines.new_count());
    let mut starts = [Some(place.line_index), above].into_iter().flatten();
    starts.find(|start| scene.lookup.is_at(Block::New(index), plain(), *start))
}

/// Whether finding the new lines says that the change was made: they hold something added, or they
/// close over what is removed; and they are not among the old lines in the same order.
pub(in crate::place) fn is_evidence(hunk: &Hunk<'_>) -> bool {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    let says = hunk.lines.added_count() > 0
        || (is_context(hunk.lines.iter().next()) && is_context(hunk.lines.iter().last()));
    says && hunk.lines.new_count() > 0
        && !is_run_of_old(hunk, &hunk.new_lines().collect::<Vec<_>>())
}

/// Whether some lines of a hunk are among its old lines, one after the other.
fn is_run_of_old(hunk: &Hunk<'_>, lines: &[HunkLine<'_>]) -> bool {
    is_run_of(hunk.old_lines(), lines)
}

/// Whether some lines are among others, one after the other.
pub(in crate::place) fn is_run_of<'l>(
    others: impl Iterator<Item = HunkLine<'l>>,
    lines: &[HunkLine<'_>],
) -> bool {
    let others: Vec<&[u8]> = others.map(|line| without_trailing_blanks(line.text)).collect();
    let lines: Vec<&[u8]> = lines.iter().map(|line| without_trailing_blanks(line.text)).collect();
    let Some(last) = others.len().checked_sub(lines.len()) else { return false };
    if last <= FEW_STARTS {
        let mut starts = (0..=last).filter_map(|start| others.get(start..));
        return starts.any(|others| others.starts_with(&lines));
    }
    let [others, lines] = [others, lines].map(|lines| {
        let lines = lines.iter().flat_map(|line| [line, &b"\n"[..]]);
        std::iter::once(&b"\n"[..]).chain(lines).collect::<Vec<_>>().concat()
    });
    memchr::memmem::find(&others, &lines).is_some()
}

/// For up to this many starts lines are compared one by one, since a search first builds a table.
const FEW_STARTS: usize = 16;

/// Whether a hunk makes nothing of its old lines but these lines.
pub(crate) fn changes_nothing(hunk: &Hunk<'_>) -> bool {
    if hunk.lines.added_count() != hunk.lines.removed_count() {
        return false;
    }
    // Context in front is on both sides.
    let mut rest = hunk.lines.iter().peekable();
    while rest.next_if(|line| line.kind == LineKind::Context).is_some() {}
    let old = rest.clone().filter(|line| line.kind != LineKind::Add);
    let new = rest.filter(|line| line.kind != LineKind::Remove);
    old.zip(new).all(|(old, new)| (old.text, old.newline) == (new.text, new.newline))
}

/// Whether the hunk changes something, and the file already holds what it would make of a place
/// where its old lines match, but for the context that the place gives up.
pub(in crate::place) fn is_made<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    found: Match,
) -> bool {
    let is_longer = hunk.lines.new_count() > hunk.lines.old_count() && !hunk.is_end_of_file();
    // Most hunks match byte for byte and replace lines by as many.
    if !is_longer && found.rung() == Rung::Exact {
        return false;
    }
    let (place, text) = (found.place(), scene.text);
    let (start, end) = (scene.lookup.start_of(place.line), scene.lookup.start_of(place.end()));
    let dropped = place.dropped;
    let says = |lines: &Vec<HunkLine<'_>>| !lines.is_empty() && !is_run_of_old(hunk, lines);
    let is_there = || {
        let agrees = Agrees::at(found.rung());
        (dropped.1 == 0
            && appended(hunk).filter(says).is_some_and(|it| agrees.behind(text, end, &it)))
            || (dropped.0 == 0
                && start < end
                && prepended(hunk).filter(says).is_some_and(|it| agrees.before(text, start, &it)))
            || (dropped == (0, 0)
                && surrounding(hunk).is_some_and(|(front, back)| {
                    agrees.before(text, start, &front) && agrees.behind(text, end, &back)
                }))
    };
    let is_looser = dropped == (0, 0) && found.rung() != Rung::Exact;
    (is_longer && is_there())
        || (is_looser && !changes_nothing(hunk) && is_same(text, hunk, (start, end)))
}

/// What a hunk adds after its old lines, if it leaves these as they are; a line that is removed
/// and added again is left as it is.
///
/// Only a hunk that ends, or begins, with its added lines leaves the question open whether it is
/// done: with context around them the old state and the new one differ.
fn appended<'h>(hunk: &'h Hunk<'_>) -> Option<Vec<HunkLine<'h>>> {
    hunk.lines.iter().last().filter(|line| line.kind == LineKind::Add)?;
    let mut new = hunk.new_lines();
    let is_left = hunk.old_lines().all(|old| new.next().is_some_and(|new| is_left(&old, &new)));
    is_left.then(|| new.collect())
}

/// What a hunk adds before its old lines, if it leaves these as they are.
fn prepended<'h>(hunk: &'h Hunk<'_>) -> Option<Vec<HunkLine<'h>>> {
    hunk.lines.iter().next().filter(|line| line.kind == LineKind::Add)?;
    let count = hunk.lines.new_count().checked_sub(hunk.lines.old_count())?;
    let behind = hunk.new_lines().skip(count);
    let is_left = hunk.old_lines().zip(behind).all(|(old, new)| is_left(&old, &new));
    is_left.then(|| hunk.new_lines().take(count).collect())
}

/// The lines at which a hunk that is done at a line has what it adds after its old lines, or in
/// front of them, if it leaves these as they are; `is_whole` returns whether all its new lines
/// begin at that line, and not its old ones.
pub(in crate::place) fn edge_lines(
    hunk: &Hunk<'_>,
    line: usize,
    is_whole: impl FnOnce() -> bool,
) -> Option<Range<usize>> {
    if let Some(added) = appended(hunk) {
        let start = line + hunk.lines.old_count();
        return Some(start..start + added.len());
    }
    let count = prepended(hunk)?.len();
    let start = if is_whole() { line } else { line.saturating_sub(count) };
    Some(start..start + count)
}

/// What a hunk adds before its old lines and after them, if it leaves these as they are.
fn surrounding<'h>(hunk: &'h Hunk<'_>) -> Option<(Vec<HunkLine<'h>>, Vec<HunkLine<'h>>)> {
    let is_added = |line: &HunkLine<'_>| line.kind == LineKind::Add;
    let mut lines = hunk.lines.iter().peekable();
    // For nearly all hunks the first line is enough.
    lines.peek().filter(|line| is_added(line))?;
    let front: Vec<_> = std::iter::from_fn(|| lines.next_if(is_added)).collect();
    let kept = std::iter::from_fn(|| lines.next_if(|line| line.kind == LineKind::Context)).count();
    let back: Vec<_> = lines.collect();
    let is_around = kept > 0 && !front.is_empty() && !back.is_empty();
    (is_around && back.iter().all(is_added)).then_some((front, back))
}

/// Whether a line stays what it is; a final newline may be added to it or go.
fn is_left(old: &HunkLine<'_>, new: &HunkLine<'_>) -> bool {
    let is_open = old.newline == Newline::None || new.newline == Newline::None;
    old.text == new.text && (is_open || old.newline == new.newline)
}

/// Whether the new lines match as they are where the old ones match loosely: a change of blanks.
fn is_same(text: Text<'_>, hunk: &Hunk<'_>, (start, end): (usize, usize)) -> bool {
    let mut rest = text.slice(start..end);
    let is_new = |line: HunkLine<'_>| {
        let (first, behind) = split_line(rest);
        rest = behind;
        // Behind the last line is no empty one.
        !first.is_empty() && Newline::split(first).0 == line.text
    };
    hunk.lines.new_count() > 0 && hunk.new_lines().all(is_new) && rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_found_at_few_starts_and_at_many() {
        let lines = |text: &'static str| {
            let lines = text.lines().map(|line| HunkLine::new(LineKind::Context, line.as_bytes()));
            lines.collect::<Vec<_>>()
        };
        for (others, run, expected) in [
            ("a\nb\nc", "b\nc", true),
            ("a\nb \nc", "a\nb\t", true),
            ("a\nb\nc", "a\nc", false),
            ("a\nab", "b", false),
            ("a", "a\na", false),
            ("a", "", true),
            ("", "", true),
        ] {
            for behind in [0, FEW_STARTS, 10 * FEW_STARTS] {
                let others = lines(others).into_iter().chain(vec![lines("x")[0]; behind]);
                let found = is_run_of(others.clone(), &lines(run));
                let is_longer = others.count() > FEW_STARTS;
                assert_eq!(found, expected, "{run:?} (many: {is_longer})");
            }
        }
    }
}
