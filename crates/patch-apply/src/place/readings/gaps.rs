//! Empty lines among the context of which the file has more or fewer: none or two in the hunk, for
//! example, and one in the file. What is added between two of its blocks is parted from both as
//! they were from each other, unless it is inside the first one.

use std::ops::Range;

use bstr::BStr;
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::in_file::line_starts;
use crate::text::blanks::{depth, is_blank_line, without_trailing_blanks};
use crate::text::words::has_words;
use crate::text::{Text, last_line, split_line};

/// The most old lines of a hunk that is looked for. One that differs in nothing else is found by
/// its first lines.
const MOST_LINES: usize = 256;

/// The least old lines with words by which a hunk is found.
const LEAST_WORDED: usize = 3;

/// One or more lines of a hunk, as they are looked for.
#[derive(Clone, Copy, Debug)]
enum Part<'h> {
    Line(HunkLine<'h>),
    Gap(Gap<'h>),
    /// So many added empty lines, at the end of added lines that a gap parts from the old line on
    /// their other side.
    Separator {
        own: usize,
        line: HunkLine<'h>,
        /// Which gap of the hunk, 0-based; `None` if it stays as it is.
        gap: Option<usize>,
    },
}

/// So many empty lines of context, or none, between lines that are not empty; or none between two
/// removed lines that are not.
#[derive(Clone, Copy, Debug)]
struct Gap<'h> {
    own: usize,
    /// One of them.
    line: HunkLine<'h>,
    /// All have their marks, so none is an added line that lost its mark.
    is_marked: bool,
    /// It parts an old line from added ones, which a [separator](Part::Separator) parts from the
    /// old line on their other side.
    is_beside_added: bool,
}

impl Part<'_> {
    /// The bytes of an old line.
    fn old_len(&self) -> usize {
        match self {
            Self::Line(line) if line.kind != LineKind::Add => line.text.len(),
            Self::Line(_) | Self::Gap(_) | Self::Separator { .. } => 0,
        }
    }

    fn line(&self) -> &HunkLine<'_> {
        match self {
            Self::Line(line) | Self::Gap(Gap { line, .. }) | Self::Separator { line, .. } => line,
        }
    }

    fn is_added(&self) -> bool {
        self.line().kind == LineKind::Add
    }

    /// Whether it is an empty line that the file has to have.
    fn is_empty(&self) -> bool {
        matches!(self, Self::Line(line) if line.kind != LineKind::Add && is_blank_line(line.text))
    }
}

/// The hunk with as many empty lines between its context as the file has, if nothing else differs,
/// and the hunk fits in one place, or in several with the same gaps.
pub(super) fn as_in_file<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let worded = hunk.old_lines().filter(|line| has_words(line.text)).take(LEAST_WORDED).count();
    if worded < LEAST_WORDED || hunk.lines.old_count() > MOST_LINES {
        return None;
    }
    let parts = parts(hunk);
    let is_gap = |part: &Part<'_>| matches!(part, Part::Gap(_));
    let longest = parts.iter().enumerate().max_by_key(|(_, part)| part.old_len());
    let (at, Part::Line(longest)) = longest.filter(|_| parts.iter().any(is_gap))? else {
        return None;
    };
    let text = text.body();
    let starts = line_starts(text, without_trailing_blanks(longest.text))?;
    let (before, from) = parts.split_at_checked(at)?;
    let is_counted = hunk.range().is_some() && !hunk.leaves_blanks_open();
    let gaps_around = |start: &usize| {
        let (mut above, mut rest) = text.split_at_checked(*start)?;
        let upwards = std::iter::from_fn(|| last_line(&mut above));
        let mut gaps = gaps_along(before.iter().rev(), upwards, is_counted)?;
        gaps.reverse();
        let downwards = std::iter::from_fn(|| {
            let (line, behind) = split_line(rest);
            rest = behind;
            Some(line).filter(|line| !line.is_empty())
        });
        gaps.extend(gaps_along(from.iter(), downwards, is_counted)?);
        Some(gaps)
    };
    let mut places = starts.iter().filter_map(gaps_around);
    let gaps = places.next().filter(|gaps| places.all(|others| others == *gaps))?;
    if !may_fill_removed(&parts, &gaps) || (!is_counted && may_drop_added(hunk, &parts, &gaps)) {
        return None;
    }
    with_gaps(hunk, &parts, &gaps)
}

/// Added lines between two lines of context, with empty ones on either side: context on one, added
/// on the other.
struct Insertion {
    /// Where the empty lines begin that are context.
    kept: usize,
    /// The added empty lines.
    added: Range<usize>,
    /// Whether the added lines are deeper than the context after them.
    is_inside: bool,
}

fn insertions(lines: &[HunkLine<'_>]) -> Vec<Insertion> {
    let is_added = |line: &HunkLine<'_>| line.kind == LineKind::Add;
    let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
    let is_blank = |line: &&HunkLine<'_>| is_blank_line(line.text);
    let is_kept = |line: &&HunkLine<'_>| is_context(line) && is_blank(line);
    let insertion = |(at, run): (usize, &[HunkLine<'_>])| {
        run.first().filter(|first| is_added(first))?;
        let end = at + run.len();
        let (front, behind) = (lines.get(..at)?, lines.get(end..)?);
        let kept_front = front.iter().rev().take_while(is_kept).count();
        let kept_behind = behind.iter().take_while(is_kept).count();
        let around = [front.iter().rev().nth(kept_front), behind.get(kept_behind)];
        if !around.into_iter().all(|line| line.is_some_and(is_context)) {
            return None;
        }
        let added_front = run.iter().take_while(is_blank).count();
        let added_behind = run.iter().rev().take_while(is_blank).count();
        let first = run.get(added_front).and_then(|line| depth(line.text));
        let next = behind.get(kept_behind).and_then(|line| depth(line.text));
        let (kept, added, is_inside) = match (kept_front, added_front, added_behind, kept_behind) {
            (1.., 0, 1.., 0) => (at - kept_front, end - added_behind..end, false),
            (0, 1.., 0, 1..) => (end, at..at + added_front, first > next),
            _ => return None,
        };
        Some(Insertion { kept, added, is_inside })
    };
    runs(lines, is_added).filter_map(insertion).collect()
}

/// The lines of a hunk in order, the empty ones together that lines which are not empty are beside,
/// or that part context from an insertion.
fn parts<'l>(hunk: &'l Hunk<'_>) -> Vec<Part<'l>> {
    let is_blank = |line: &HunkLine<'_>| line.kind == LineKind::Context && is_blank_line(line.text);
    let bare = hunk.bare_blanks();
    let lines: Vec<HunkLine<'l>> = hunk.lines.iter().collect();
    let insertions = insertions(&lines);
    let mut parts: Vec<Part<'l>> = Vec::with_capacity(lines.len());
    for (at, run) in runs(&lines, is_blank) {
        let (front, behind) = (lines.get(..at), lines.get(at + run.len()..));
        let is_beside_added = insertions.iter().any(|insertion| insertion.kept == at);
        let is_beside_text = || {
            begins_in_text(front.unwrap_or_default().iter().rev())
                && begins_in_text(behind.unwrap_or_default().iter())
        };
        match run {
            [first, ..] if is_blank(first) && (is_beside_added || is_beside_text()) => {
                let is_marked =
                    bare.get(at..at + run.len()).is_some_and(|bare| !bare.contains(&true));
                let gap = Gap { own: run.len(), line: *first, is_marked, is_beside_added };
                parts.push(Part::Gap(gap));
            }
            [first, ..] if is_blank(first) => parts.extend(run.iter().copied().map(Part::Line)),
            _ => push_lines(&mut parts, run, at, &insertions),
        }
    }
    parts
}

/// Whether the first old line is not empty, nor are the first and the last of those that replace it
/// and are before it.
fn begins_in_text<'l, 'h: 'l>(mut lines: impl Iterator<Item = &'l HunkLine<'h>> + Clone) -> bool {
    let added = lines.clone().take_while(|line| line.kind == LineKind::Add);
    let (first, last) = (added.clone().next(), added.last());
    let Some(old) = lines.find(|line| line.kind != LineKind::Add) else { return false };
    (first.is_none() || old.kind == LineKind::Remove)
        && [first, last, Some(old)].into_iter().flatten().all(|line| !is_blank_line(line.text))
}

/// Adds lines that are not empty, with a gap where empty ones may be missing that stay: between
/// two old lines of which one is context, and after what replaces a removed one; and that go:
/// between two removed ones. Lines that are added after context may be on either side of them.
fn push_lines<'l>(
    parts: &mut Vec<Part<'l>>,
    lines: &[HunkLine<'l>],
    start: usize,
    insertions: &[Insertion],
) {
    let (mut last, mut is_behind_added, mut is_behind_text) = (None, false, false);
    for (at, line) in lines.iter().enumerate().map(|(at, line)| (start + at, line)) {
        let parting = insertions.iter().find(|insertion| insertion.added.contains(&at));
        if let Some(Insertion { kept, added, is_inside }) = parting {
            if added.start == at {
                let gaps = parts.iter().filter(|part| matches!(part, Part::Gap(_))).count();
                let gap = if *kept < at { gaps.saturating_sub(1) } else { gaps };
                let gap = Some(gap).filter(|_| !is_inside);
                parts.push(Part::Separator { own: added.len(), line: *line, gap });
            }
            is_behind_added = true;
            continue;
        }
        if line.kind == LineKind::Add {
            is_behind_added = true;
        } else {
            let is_text = !is_blank_line(line.text);
            let kind = match last {
                Some(LineKind::Context) if !is_behind_added => Some(LineKind::Context),
                Some(LineKind::Remove) if is_behind_added || line.kind == LineKind::Context => {
                    Some(LineKind::Context)
                }
                Some(LineKind::Remove) if is_behind_text && is_text => Some(LineKind::Remove),
                _ => None,
            };
            if let Some(kind) = kind {
                let line = HunkLine { kind, text: BStr::new(b""), ..*line };
                let (own, is_marked, is_beside_added) = (0, true, false);
                parts.push(Part::Gap(Gap { own, line, is_marked, is_beside_added }));
            }
            (last, is_behind_added, is_behind_text) = (Some(line.kind), false, is_text);
        }
        parts.push(Part::Line(*line));
    }
}

/// The longest runs of lines for which something is true, or is not, each with the place of its
/// first line.
fn runs<'l, 'h>(
    lines: &'l [HunkLine<'h>],
    is_so: impl Fn(&HunkLine<'h>) -> bool,
) -> impl Iterator<Item = (usize, &'l [HunkLine<'h>])> {
    let runs = lines.chunk_by(move |one, next| is_so(one) == is_so(next));
    runs.scan(0, |at, run| {
        let first = *at;
        *at += run.len();
        Some((first, run))
    })
}

/// How many empty lines are in each gap, where the old lines agree with those of a text one by one.
/// One without a mark that the text lacks may be an added one, unless a header counts the lines.
fn gaps_along<'p, 'l: 'p, 'f>(
    mut parts: impl Iterator<Item = &'p Part<'l>> + Clone,
    lines: impl Iterator<Item = &'f [u8]>,
    is_counted: bool,
) -> Option<Vec<usize>> {
    let mut lines = lines.map(without_trailing_blanks).peekable();
    let mut gaps = Vec::new();
    // Empty lines that were passed with a gap, and do not belong to it.
    let mut passed: usize = 0;
    while let Some(part) = parts.next() {
        match part {
            part if part.is_added() => {}
            Part::Line(_) if passed > 0 && part.is_empty() => passed -= 1,
            Part::Line(line) | Part::Separator { line, .. } => {
                lines.next().filter(|text| *text == without_trailing_blanks(line.text))?;
            }
            Part::Gap(Gap { own, is_marked, is_beside_added, .. }) => {
                let old = parts.clone().filter(|part| !part.is_added());
                let behind = old.take_while(|part| part.is_empty()).count();
                let mut count = passed;
                while lines.next_if(|text| text.is_empty()).is_some() {
                    count += 1;
                }
                let count = count.checked_sub(behind)?;
                passed = behind;
                gaps.push(count);
                let may_be_none = !is_beside_added && (*own == 0 || is_counted || *is_marked);
                if count == 0 && !may_be_none {
                    return None;
                }
            }
        }
    }
    Some(gaps)
}

/// Whether one of the empty lines that the file lacks may be an added one that lost its mark: only
/// some of those of the hunk have theirs, or it changes nothing else.
fn may_drop_added(hunk: &Hunk<'_>, parts: &[Part<'_>], gaps: &[usize]) -> bool {
    let blanks = hunk.lines.iter().zip(hunk.bare_blanks());
    let blanks =
        blanks.filter(|(line, _)| line.kind == LineKind::Context && is_blank_line(line.text));
    let changes = hunk.lines.added_count() + hunk.lines.removed_count();
    let (bare, marked): (Vec<_>, Vec<_>) = blanks.partition(|(_, is_bare)| *is_bare);
    let is_open = !marked.is_empty() || changes == 0;
    !bare.is_empty() && is_open && owns(parts).zip(gaps).any(|(own, count)| *count < own)
}

/// How many empty lines each gap of a hunk has.
fn owns(parts: &[Part<'_>]) -> impl Iterator<Item = usize> {
    parts.iter().filter_map(|part| match part {
        Part::Gap(gap) => Some(gap.own),
        Part::Line(_) | Part::Separator { .. } => None,
    })
}

/// Whether empty lines between removed ones, if the file has some, go with them: the hunk shows all
/// others that there are, and adds neither of the lines around again.
fn may_fill_removed(parts: &[Part<'_>], gaps: &[usize]) -> bool {
    let mut counts = gaps.iter();
    let (mut fills, mut is_spaced_otherwise) = (false, false);
    for (at, part) in parts.iter().enumerate() {
        let Part::Gap(Gap { own, line, .. }) = part else { continue };
        let count = counts.next().copied().unwrap_or(*own);
        if line.kind == LineKind::Context {
            is_spaced_otherwise |= count != *own;
        } else if count > 0 {
            let around = [at.checked_sub(1), Some(at + 1)];
            let around = around.map(|at| at.and_then(|at| parts.get(at)));
            let is_again = |part: &Part<'_>| {
                let added = parts.iter().filter(|part| part.is_added());
                added.into_iter().any(|added| added.line().text == part.line().text)
            };
            if around.into_iter().flatten().any(is_again) {
                return false;
            }
            fills = true;
        }
    }
    !(fills && is_spaced_otherwise)
}

/// The hunk with so many empty lines in its gaps, and with as many added ones where it adds as many
/// as it has in the gap on the other side; `None` if it adds others than the file has.
fn with_gaps<'h>(hunk: &Hunk<'h>, parts: &[Part<'_>], gaps: &[usize]) -> Option<Hunk<'h>> {
    let gaps: Vec<(usize, usize)> = owns(parts).zip(gaps.iter().copied()).collect();
    let mut counts = gaps.iter().map(|(_, count)| *count);
    let mut lines = HunkLines::default();
    for part in parts {
        match part {
            Part::Line(line) => lines.push(*line),
            Part::Gap(Gap { line, .. }) => {
                lines.extend(std::iter::repeat_n(*line, counts.next()?));
            }
            Part::Separator { own, line, gap } => {
                let (shown, count) =
                    gap.map_or(Some((*own, *own)), |gap| gaps.get(gap).copied())?;
                if *own != shown && *own != count {
                    return None;
                }
                lines.extend(std::iter::repeat_n(*line, count));
            }
        }
    }
    Some(hunk.clone().with_lines(lines))
}
