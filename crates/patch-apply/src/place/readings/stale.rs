//! Context that others changed since. The changes of the hunk, with the lines that touch them,
//! must be in one place as written.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind, Newline};

use super::elided::{are_between, only_start};
use super::surroundings::{MOST_BETWEEN, Surroundings};
use crate::place::candidates::little::{FEWEST_RENAMED, has_another_name, says_something};
use crate::place::candidates::outer::{is_wish, openers};
use crate::place::names::defines::{defines_another, is_defined_once};
use crate::place::numbers::{MOST_MISCOUNTED, hinted_index};
use crate::place::places::signed;
use crate::text::Text;
use crate::text::blanks::{is_blank_line, without_trailing_blanks};
use crate::text::form::names_another;
use crate::text::words::{has_words, words_gone, words_of};

/// So many definitions that a stretch shows and lacks are looked for elsewhere.
const MOST_DEFINED: usize = 4;

/// The most old lines of a hunk that is looked for.
const MOST_LINES: usize = 256;

/// A change with the lines that touch it, and the context before these.
#[derive(Clone, Copy, Debug)]
struct Change<'l, 'h> {
    context: &'l [HunkLine<'h>],
    lines: &'l [HunkLine<'h>],
}

impl Change<'_, '_> {
    fn old_count(&self) -> usize {
        self.lines.iter().filter(|line| line.kind != LineKind::Add).count()
    }
}

/// Context before a change, between two, or after the last, and what the file has there.
#[derive(Clone, Copy, Debug)]
struct Stretch<'l, 'h, 'f> {
    /// The index of the first old line after it.
    end: usize,
    shown: &'l [HunkLine<'h>],
    found: &'l [&'f [u8]],
    /// Where the lines that are shown may be now.
    near: &'l [&'f [u8]],
    /// The lines of the changes next to it, one on each side.
    between: Option<[&'l HunkLine<'h>; 2]>,
}

impl<'h> Stretch<'_, 'h, '_> {
    /// Whether what is found may be what is shown, changed since: none of it leaves what both
    /// changes are in, and nothing that is shown may be an added line that lost its mark.
    fn may_be_now(&self, is_counted: bool) -> bool {
        let shown = self.shown.iter().map(|line| without_trailing_blanks(line.text));
        if shown.eq(self.found.iter().map(|line| without_trailing_blanks(line))) {
            return true;
        }
        let shown_empty = self.shown.iter().filter(|line| is_blank_line(line.text)).count();
        let found_empty = self.found.iter().filter(|line| is_blank_line(line)).count();
        let are_there = self.between.is_none() || self.found.len() >= self.shown.len();
        (is_counted || (are_there && found_empty >= shown_empty))
            && self.between.is_none_or(|[last, first]| are_between(self.found, last, first))
    }

    /// Whether what is found are the same lines in another order, with empty ones among them: one
    /// that the hunk shows may be an added one that lost its mark, and none of these.
    fn moves_blank(&self) -> bool {
        let mut shown: Vec<&[u8]> =
            self.shown.iter().map(|line| without_trailing_blanks(line.text)).collect();
        let mut found: Vec<&[u8]> =
            self.found.iter().map(|line| without_trailing_blanks(line)).collect();
        if shown == found || !shown.contains(&&b""[..]) {
            return false;
        }
        shown.sort_unstable();
        found.sort_unstable();
        shown == found
    }

    /// Whether the block that the line at an index opens, of those that are shown, does not reach to
    /// the lines after all of them where it is found, as it is shown to.
    fn leaves(&self, at: usize, behind: &HunkLine<'_>) -> bool {
        let Some((head, shown)) = self.shown.get(at..).and_then(<[_]>::split_first) else {
            return false;
        };
        let is_it = |found: &&[u8]| found.trim_ascii() == head.text.trim_ascii();
        let found = self.near.iter().rposition(is_it);
        let found = found.and_then(|found| self.near.get(found + 1..)).unwrap_or_default();
        let shown: Vec<&[u8]> = shown.iter().map(|line| &**line.text).collect();
        are_between(&shown, head, behind) && !are_between(found, head, behind)
    }

    /// Whether a line that the hunk does not show names another thing than the one that is shown in
    /// its place, and the text has what that names elsewhere.
    fn names_another(&self, bytes: &[u8], hunk: &Hunk<'_>) -> bool {
        const LEAST_LETTERS: usize = 3;
        let first = self.end.saturating_sub(self.shown.len());
        let has = |name: &&[u8]| {
            name.len() >= LEAST_LETTERS
                && memchr::memmem::find(bytes, name).is_some()
                && words_of(bytes).any(|word| word == *name)
        };
        let is_shown = |found: &[u8]| {
            hunk.old_lines().any(|line| line.text.trim_ascii() == found.trim_ascii())
        };
        // Each costs a pass over the file.
        let is_other_name = |(_, shown): &(usize, HunkLine<'_>)| {
            self.found.iter().any(|found| defines_another(shown.text, found))
        };
        let mut redefined = self.lost().filter(is_other_name).take(MOST_DEFINED);
        let is_other = |(at, shown): (usize, HunkLine<'_>)| {
            let found = at.checked_sub(first).and_then(|at| self.found.get(at));
            found.is_some_and(|found| {
                !is_shown(found)
                    && names_another(shown.text.trim_ascii(), found.trim_ascii())
                    && words_gone(shown.text, found).iter().any(has)
            })
        };
        redefined.any(|(_, shown)| is_defined_once(bytes, shown.text))
            || (self.shown.len() == self.found.len() && self.lost().any(is_other))
    }

    /// The lines that are shown and not there, each with its place among the old ones.
    fn lost(&self) -> impl Iterator<Item = (usize, HunkLine<'h>)> {
        let first = self.end.saturating_sub(self.shown.len());
        let has = |line: &HunkLine<'_>| {
            self.near.iter().any(|found| found.trim_ascii() == line.text.trim_ascii())
        };
        (first..).zip(self.shown.iter().copied()).filter(move |(_, line)| !has(line))
    }
}

/// The hunk with the context that the file has now, if its changes are there with the lines that
/// touch them, most other lines are around, and nothing else is like it. What one of the `hunks`
/// of the file adds does not count as context that others changed.
pub(super) fn with_context_of_file<'h>(
    text: Text<'_>,
    hunk: &Hunk<'h>,
    hunks: &[Hunk<'_>],
) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let (changes, behind) = changes(&lines);
    let is_all_firm = behind.is_empty() && changes.iter().all(|change| change.context.is_empty());
    if is_all_firm || changes.is_empty() || hunk.lines.old_count() > MOST_LINES {
        return None;
    }
    let bytes = text.body();
    // Most often the removed lines are gone.
    let firm = changes.iter().flat_map(|change| change.lines);
    let old = firm.filter(|line| line.kind != LineKind::Add);
    let longest =
        old.map(|line| without_trailing_blanks(line.text)).max_by_key(|line| line.len())?;
    memchr::memmem::find(bytes, longest)?;
    let in_file: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let places = places(&in_file, &changes)?;
    let stretches = stretches(&in_file, &changes, behind, &places)?;
    let is_counted = hunk.range().is_some() && !hunk.leaves_blanks_open();
    let first = places.first()?.checked_sub(stretches.first()?.found.len())?;
    let last = places.last()? + changes.last()?.old_count() + stretches.last()?.found.len();
    if has_new_over(&in_file, hunk, first..last) || is_another_record(hunk, &stretches, first) {
        return None;
    }
    let around = Surroundings::new(&in_file, hunk, first..last);
    // What only has its context is no other place for what it removes.
    let is_all_there = hunk.lines.removed_count() > 0 && are_around(&stretches);
    let missing = stretches.iter().flat_map(Stretch::lost).map(|(_, line)| line);
    let may_add_blank = !is_counted && hunk.bare_blanks().contains(&true);
    if !stretches.iter().all(|stretch| stretch.may_be_now(is_counted))
        || (may_add_blank && stretches.iter().any(Stretch::moves_blank))
        || !(is_all_there || around.is_like_nothing_else())
        || says_otherwise((bytes, &around), hunk, &stretches, hunks)
        || may_be_escaped(bytes, hunk, missing)
    {
        return None;
    }
    let mut now = HunkLines::default();
    for (at, stretch) in stretches.iter().enumerate() {
        now.extend(stretch.found.iter().map(|line| context(line)));
        now.extend(changes.get(at).into_iter().flat_map(|change| change.lines).copied());
    }
    Some(hunk.clone().with_lines(now)).filter(|now| now.lines != hunk.lines)
}

/// The changes of a hunk, and the context after the lines that touch the last.
fn changes<'l, 'h>(lines: &'l [HunkLine<'h>]) -> (Vec<Change<'l, 'h>>, &'l [HunkLine<'h>]) {
    let firm = firm(lines);
    let (mut changes, mut rest, mut at) = (Vec::new(), lines, 0);
    let mut context: &[HunkLine<'_>] = &[];
    for run in firm.chunk_by(PartialEq::eq) {
        let (lines, behind) = rest.split_at_checked(run.len()).unwrap_or_default();
        if firm.get(at) == Some(&true) {
            changes.push(Change { context, lines });
            context = &[];
        } else {
            context = lines;
        }
        rest = behind;
        at += run.len();
    }
    (changes, context)
}

/// Which lines of a hunk are changes, or touch one: empty lines beside it do, and what they touch.
fn firm(lines: &[HunkLine<'_>]) -> Vec<bool> {
    let mut firm = vec![false; lines.len()];
    let order = || 0..lines.len();
    for places in [order().collect::<Vec<_>>(), order().rev().collect()] {
        let mut touches = false;
        for at in places {
            let Some((line, slot)) = lines.get(at).zip(firm.get_mut(at)) else { continue };
            let is_change = line.kind != LineKind::Context;
            *slot |= touches || is_change;
            touches = is_change || (touches && is_blank_line(line.text));
        }
    }
    firm
}

/// Where the changes are, if the file has each once and in order, with no more lines between than
/// others may have put there.
fn places(in_file: &[&[u8]], changes: &[Change<'_, '_>]) -> Option<Vec<usize>> {
    let mut end = None;
    let place = |change: &Change<'_, '_>| {
        let start = only_start(in_file, change.lines)?;
        if let Some(end) = end {
            let between = start.checked_sub(end)?;
            (between <= change.context.len() + MOST_BETWEEN).then_some(())?;
        }
        end = Some(start + change.old_count());
        Some(start)
    };
    changes.iter().map(place).collect()
}

/// The context of a hunk and what the file has in its place: before each change, and after
/// the last.
fn stretches<'l, 'h, 'f>(
    in_file: &'l [&'f [u8]],
    changes: &[Change<'l, 'h>],
    behind: &'l [HunkLine<'h>],
    places: &[usize],
) -> Option<Vec<Stretch<'l, 'h, 'f>>> {
    let mut stretches: Vec<Stretch<'l, 'h, 'f>> = Vec::with_capacity(changes.len() + 1);
    let (mut old, mut before) = (0, None);
    for (change, start) in changes.iter().zip(places) {
        let shown = change.context;
        let (first, near) = before.map_or_else(
            || {
                let first = start.saturating_sub(shown.len());
                (first, first.saturating_sub(MOST_BETWEEN))
            },
            |(end, _)| (end, end),
        );
        let (found, near) = (in_file.get(first..*start)?, in_file.get(near..*start)?);
        let between = before.map(|(_, last)| last).zip(change.lines.first());
        let end = old + shown.len();
        stretches.push(Stretch { end, shown, found, near, between: between.map(<[_; 2]>::from) });
        old = end + change.old_count();
        before = Some((start + change.old_count(), change.lines.last()?));
    }
    let from = in_file.get(before?.0..)?;
    let first = |count: usize| from.get(..count.min(from.len()));
    let (found, near) = (first(behind.len())?, first(behind.len() + MOST_BETWEEN)?);
    let end = old + behind.len();
    stretches.push(Stretch { end, shown: behind, found, near, between: None });
    Some(stretches)
}

/// Whether all context is before each change and after the last, in order, with few other lines
/// between.
fn are_around(stretches: &[Stretch<'_, '_, '_>]) -> bool {
    let Some((last, front)) = stretches.split_last() else { return false };
    let is_before = |stretch: &Stretch<'_, '_, '_>| {
        are_among(stretch.shown.iter().rev(), stretch.near.iter().rev())
    };
    front.iter().all(is_before) && are_among(last.shown.iter(), last.near.iter())
}

/// Whether some lines are among the first ones of others, in order.
fn are_among<'l, 'h: 'l, 'f: 'l>(
    mut shown: impl ExactSizeIterator<Item = &'l HunkLine<'h>>,
    near: impl Iterator<Item = &'l &'f [u8]>,
) -> bool {
    const MOST_OTHERS: usize = 3;
    let mut near = near.take(shown.len() + MOST_OTHERS).map(|line| without_trailing_blanks(line));
    shown.all(|line| near.any(|found| found == without_trailing_blanks(line.text)))
}

/// Whether a file has all that a hunk leaves, which only removes lines, where some of it is among
/// the lines of a place: of several that are alike one may be gone already.
fn has_new_over(in_file: &[&[u8]], hunk: &Hunk<'_>, place: Range<usize>) -> bool {
    if hunk.lines.added_count() > 0 {
        return false;
    }
    let new: Vec<&[u8]> = hunk.new_lines().map(|line| without_trailing_blanks(line.text)).collect();
    let mut starts = (place.start + 1).saturating_sub(new.len())..place.end;
    starts.any(|start| {
        let found = in_file.iter().skip(start).map(|line| without_trailing_blanks(line));
        found.take(new.len()).eq(new.iter().copied())
    })
}

/// Whether the file has another name in the place of one that the hunk shows, and few other lines
/// and no number say that only the name was changed.
fn is_another_record(hunk: &Hunk<'_>, stretches: &[Stretch<'_, '_, '_>], first: usize) -> bool {
    let is_other = |stretch: &Stretch<'_, '_, '_>| {
        let mut pairs = stretch.shown.iter().zip(stretch.found);
        stretch.shown.len() == stretch.found.len()
            && pairs.any(|(shown, found)| has_another_name(shown.text, found))
    };
    let is_near =
        || hinted_index(hunk).is_some_and(|line| signed(line.abs_diff(first)) <= MOST_MISCOUNTED);
    let says_little = || {
        let lost = stretches.iter().flat_map(Stretch::lost).count();
        let telling = hunk.old_lines().filter(says_something);
        telling.take(lost + FEWEST_RENAMED).count() < lost + FEWEST_RENAMED
    };
    stretches.iter().any(is_other) && !is_near() && says_little()
}

/// Whether something says that the place is not meant: what heads a change is not there, or does not
/// reach to it; another name is in the place of one; or a line
/// that is not there is elsewhere, a mark of the format, or one that the patch adds; or a line is
/// around that the hunk is to add, and it takes none away.
fn says_otherwise(
    (bytes, around): (&[u8], &Surroundings<'_>),
    hunk: &Hunk<'_>,
    stretches: &[Stretch<'_, '_, '_>],
    hunks: &[Hunk<'_>],
) -> bool {
    let lost: Vec<(usize, HunkLine<'_>)> = stretches.iter().flat_map(Stretch::lost).collect();
    let is_wished = |line: &HunkLine<'_>| hunks.iter().any(|other| is_wish(line, other));
    let is_no_context = |(_, line): &(usize, HunkLine<'_>)| {
        line.text.starts_with(b"*** ") || around.is_once(line.text) || is_wished(line)
    };
    let lacks_head = |stretch: &Stretch<'_, '_, '_>| {
        let behind = hunk.old_lines().nth(stretch.end);
        let first = stretch.end.saturating_sub(stretch.shown.len());
        openers(hunk, stretch.end).any(|(at, _)| {
            lost.iter().any(|(lost, _)| *lost == at)
                || at
                    .checked_sub(first)
                    .zip(behind.as_ref())
                    .is_some_and(|(at, behind)| stretch.leaves(at, behind))
        })
    };
    let is_there = |line: HunkLine<'_>| {
        let is_old = |old: HunkLine<'_>| old.text.trim_ascii() == line.text.trim_ascii();
        line.kind == LineKind::Add
            && has_words(line.text)
            && around.has(line.text)
            && !hunk.old_lines().any(is_old)
    };
    let (_, in_front) = stretches.split_last().unzip();
    lost.iter().any(is_no_context)
        || stretches.iter().any(|stretch| stretch.names_another(bytes, hunk))
        || in_front.into_iter().flatten().any(lacks_head)
        || (hunk.lines.removed_count() == 0 && hunk.new_lines().any(is_there))
}

/// Whether a line that is not there and an added one have escaped quotes, and the file has none: the
/// patch may be escaped, and the line is the only one that could show it.
pub(super) fn may_be_escaped<'h>(
    bytes: &[u8],
    hunk: &Hunk<'_>,
    mut lost: impl Iterator<Item = HunkLine<'h>>,
) -> bool {
    const QUOTE: &[u8] = b"\\\"";
    let has = |text: &[u8]| memchr::memmem::find(text, QUOTE).is_some();
    lost.any(|line| has(line.text))
        && hunk.lines.iter().any(|line| line.kind == LineKind::Add && has(line.text))
        && !has(bytes)
}

/// A line of the file as context.
pub(super) fn context(line: &[u8]) -> HunkLine<'_> {
    let (text, newline) = Newline::split(line);
    HunkLine { kind: LineKind::Context, text: text.into(), newline }
}
