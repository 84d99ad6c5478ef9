//! Empty lines without a mark next to added lines, each decided by itself: as many of them are
//! context as the file has there, and the others are added.
//!
//! Which of several adjacent empty lines is the old one makes no difference to the result.
//! [`blanks`](super::blanks) treats all empty lines of a hunk alike; this module decides for each.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::in_file::line_starts;
use super::verdicts::is_as_written;
use crate::place::numbers::hinted_index;
use crate::place::placement::Placement;
use crate::place::scene::Placed;
use crate::text::blanks::{is_blank_line, without_trailing_blanks};
use crate::text::{Text, last_line, split_line};

/// The most lines of a hunk that is looked for.
const MOST_LINES: usize = 512;

/// The hunk with those of its unmarked empty lines added that the file lacks, if these are the
/// same in all places where the rest agrees, or one of these places is at its number.
pub(super) fn as_file_has<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    if hunk.lines.added_count() == 0 || hunk.lines.len() > MOST_LINES {
        return None;
    }
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let open = open_lines(&lines, &hunk.bare_blanks());
    if !open.contains(&true) {
        return None;
    }
    let sought = Sought::of(&lines, &open);
    let mut ways = sought.ways(text)?;
    let (line, first) = ways.pop()?;
    let hint = hinted_index(hunk);
    let added = if ways.iter().all(|(_, added)| *added == first) {
        first
    } else {
        let all = ways.into_iter().chain([(line, first)]);
        all.into_iter().find(|(line, _)| Some(*line) == hint)?.1
    };
    let kind = |at: usize, line: &HunkLine<'_>| match (open.get(at), added.contains(&at)) {
        (Some(true), true) => LineKind::Add,
        (Some(true), false) => LineKind::Context,
        _ => line.kind,
    };
    let read =
        lines.iter().enumerate().map(|(at, line)| HunkLine { kind: kind(at, line), ..*line });
    Some(hunk.clone().with_lines(read.collect()))
}

/// The hunks, as they are read, with the empty lines after them that belong to them. Each has a
/// place, and other empty lines without a mark in the patch.
pub(super) fn with_blanks_behind<'h>(
    text: Text<'_>,
    in_patch: &[Hunk<'_>],
    (read, placed): (&[Hunk<'h>], &[Placed]),
) -> Vec<(usize, Hunk<'h>)> {
    let behind = in_patch.iter().enumerate().filter(|(_, hunk)| hunk.blank_lines_behind() > 0);
    let ended = behind.filter_map(|(at, hunk)| match placed.get(at)? {
        Placed::At(place) if is_as_written(place) && hunk.bare_blanks().contains(&true) => {
            Some((at, with_blanks(text, read.get(at)?, place)?))
        }
        _ => None,
    });
    ended.collect()
}

/// The hunk with the empty lines after it, if it adds lines after empty ones and the file has
/// fewer empty lines there: some of those around the added lines are the file's.
fn with_blanks<'h>(text: Text<'_>, hunk: &Hunk<'h>, place: &Placement) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let front = lines.iter().rposition(|line| line.kind != LineKind::Add)?;
    let is_empty =
        |line: &&HunkLine<'_>| line.kind == LineKind::Context && is_blank_line(line.text);
    let in_front = lines.get(..=front)?.iter().rev().take_while(is_empty).count();
    let mut rest = text.slice(place.end..text.bytes.len());
    let in_file = take_blanks(&mut rest, in_front, first_blank);
    if front + 1 == lines.len() || rest.is_empty() {
        return None;
    }
    let behind = usize::try_from(hunk.blank_lines_behind()).unwrap_or(usize::MAX).min(in_front);
    let behind = behind.saturating_sub(in_file);
    let empty = HunkLine { text: Default::default(), ..*lines.last()? };
    let mut read = hunk.lines.clone();
    read.extend(std::iter::repeat_n(empty, behind));
    (behind > 0).then(|| hunk.clone().with_lines(read))
}

/// For each line whether it may be context or added: an empty line without a mark, next to an
/// added one. Next to a removed line this holds only if old lines around show all that the file
/// has there.
fn open_lines(lines: &[HunkLine<'_>], bare: &[bool]) -> Vec<bool> {
    let is_bare = |at: usize| bare.get(at) == Some(&true);
    let mut open = Vec::with_capacity(lines.len());
    while open.len() < lines.len() {
        let at = open.len();
        let run = (at..lines.len()).take_while(|next| is_bare(*next) == is_bare(at)).count();
        let kind = |at: Option<usize>| Some(lines.get(at?)?.kind);
        let around = [kind(at.checked_sub(1)), kind(Some(at + run))];
        let is_told =
            !around.contains(&Some(LineKind::Remove)) || is_between_old(lines, at..at + run);
        let is_open = around.contains(&Some(LineKind::Add)) && is_told && is_bare(at);
        open.resize(at + run, is_open);
    }
    open
}

/// Whether there are old lines that are not empty both before and after some lines of a hunk.
fn is_between_old(lines: &[HunkLine<'_>], own: Range<usize>) -> bool {
    let is_old = |line: &HunkLine<'_>| line.kind != LineKind::Add && !is_blank_line(line.text);
    let sides = [lines.get(..own.start), lines.get(own.end..)];
    sides.into_iter().all(|side| side.is_some_and(|side| side.iter().any(is_old)))
}

/// The empty lines between two old lines that are not.
#[derive(Clone, Debug, Default)]
struct Gap {
    /// How many are the file's in any case.
    fixed: usize,
    /// Which lines of the hunk may be added.
    open: Vec<usize>,
}

impl Gap {
    fn most(&self) -> usize {
        self.fixed + self.open.len()
    }

    /// The lines that are added if the file has so many empty lines.
    fn added(&self, count: usize) -> Option<&[usize]> {
        self.open.get(count.checked_sub(self.fixed)?..)
    }
}

/// The old lines of a hunk as they are looked for.
#[derive(Debug)]
struct Sought<'l> {
    /// Those that are not empty, each with the empty ones before it.
    lines: Vec<(Gap, &'l [u8])>,
    /// The empty ones after the last.
    behind: Gap,
    /// How many open ones are before the first added line.
    first: usize,
    /// Whether one is the last line.
    ends_open: bool,
}

impl<'l> Sought<'l> {
    fn of(lines: &[HunkLine<'l>], open: &[bool]) -> Self {
        let mut sought =
            Self { lines: Vec::new(), behind: Gap::default(), first: 0, ends_open: false };
        for (at, line) in lines.iter().enumerate() {
            if open.get(at) == Some(&true) {
                sought.behind.open.push(at);
            } else if line.kind != LineKind::Add && is_blank_line(line.text) {
                sought.behind.fixed += 1;
            } else if line.kind != LineKind::Add {
                let gap = std::mem::take(&mut sought.behind);
                sought.lines.push((gap, without_trailing_blanks(line.text)));
            }
        }
        sought.ends_open = open.last() == Some(&true);
        sought.first = open.iter().take_while(|open| **open).count();
        sought
    }

    /// For each place where the file has the old lines, its first line and which lines are added
    /// there.
    fn ways(&self, text: Text<'_>) -> Option<Vec<(usize, Vec<usize>)>> {
        let longest = self.lines.iter().enumerate().max_by_key(|(_, (_, line))| line.len());
        let (at, (_, longest)) = longest?;
        let text = text.body();
        let starts = line_starts(text, longest)?;
        Some(starts.into_iter().filter_map(|start| self.way(text, at, start)).collect())
    }

    /// What is added where a line of the file is this one of the hunk.
    fn way(&self, text: &[u8], at: usize, start: usize) -> Option<(usize, Vec<usize>)> {
        let (mut above, mut rest) = text.split_at_checked(start)?;
        let (front, back) = self.lines.split_at_checked(at + 1)?;
        let mut added = Vec::new();
        let (own, _) = split_line(rest);
        front.last().filter(|(_, line)| *line == without_trailing_blanks(own))?;
        for (index, (gap, _)) in front.iter().enumerate().rev() {
            let count = take_blanks(&mut above, gap.most(), last_blank);
            let of_gap = gap.added(count)?;
            added.extend_from_slice(of_gap);
            let Some((_, line)) = index.checked_sub(1).and_then(|before| front.get(before)) else {
                // What begins a hunk may belong to nothing.
                if of_gap.len() + self.first > gap.open.len() {
                    return None;
                }
                break;
            };
            last_line(&mut above).filter(|text| without_trailing_blanks(text) == *line)?;
        }
        rest = split_line(rest).1;
        for (gap, line) in back {
            added.extend_from_slice(gap.added(take_blanks(&mut rest, gap.most(), first_blank))?);
            let (text, behind) = split_line(rest);
            Some(text).filter(|text| without_trailing_blanks(text) == *line)?;
            rest = behind;
        }
        let count = take_blanks(&mut rest, self.behind.most(), first_blank);
        let of_gap = self.behind.added(count)?;
        added.extend_from_slice(of_gap);
        // Nor may one end the file: it may be the final newline.
        if self.ends_open && rest.is_empty() && !of_gap.is_empty() {
            return None;
        }
        Some((memchr::memchr_iter(b'\n', above).count(), added))
    }
}

/// Takes empty lines from one end of a text, so many at most. Returns how many it took.
fn take_blanks<'f>(
    text: &mut &'f [u8],
    most: usize,
    next: impl Fn(&'f [u8]) -> Option<&'f [u8]>,
) -> usize {
    let mut count = 0;
    while count < most
        && let Some(rest) = next(text)
    {
        *text = rest;
        count += 1;
    }
    count
}

/// A text without its first line, if that is empty.
fn first_blank(text: &[u8]) -> Option<&[u8]> {
    let (line, rest) = split_line(text);
    (!line.is_empty() && without_trailing_blanks(line).is_empty()).then_some(rest)
}

/// A text without its last line, if that is empty.
fn last_blank(mut text: &[u8]) -> Option<&[u8]> {
    last_line(&mut text).filter(|line| without_trailing_blanks(line).is_empty()).map(|_| text)
}
