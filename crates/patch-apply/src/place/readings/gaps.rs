//! Empty lines among the context of which the file has more or fewer: none or two in the hunk, for
//! example, and one in the file.

use bstr::BStr;
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::in_file::line_starts;
use crate::text::blanks::{is_blank_line, without_trailing_blanks};
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
}

/// So many empty lines, or none, between context that is not empty; or none between two removed
/// lines that are not.
#[derive(Clone, Copy, Debug)]
struct Gap<'h> {
    own: usize,
    /// One of them.
    line: HunkLine<'h>,
    /// All have their marks, so none is an added line that lost its mark.
    is_marked: bool,
}

impl Part<'_> {
    /// The bytes of an old line.
    fn old_len(&self) -> usize {
        match self {
            Self::Line(line) if line.kind != LineKind::Add => line.text.len(),
            Self::Line(_) | Self::Gap(_) => 0,
        }
    }

    fn text(&self) -> &BStr {
        match self {
            Self::Line(line) | Self::Gap(Gap { line, .. }) => line.text,
        }
    }

    fn is_added(&self) -> bool {
        matches!(self, Self::Line(line) if line.kind == LineKind::Add)
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
    if !may_fill_removed(&parts, &gaps) {
        return None;
    }
    Some(with_gaps(hunk, &parts, &gaps))
}

/// The lines of a hunk in order, the empty ones together that only context is beside.
fn parts<'l>(hunk: &'l Hunk<'_>) -> Vec<Part<'l>> {
    let is_blank = |line: &HunkLine<'_>| line.kind == LineKind::Context && is_blank_line(line.text);
    let bare = hunk.bare_blanks();
    let lines: Vec<HunkLine<'l>> = hunk.lines.iter().collect();
    let mut parts: Vec<Part<'l>> = Vec::with_capacity(lines.len());
    let mut is_behind_context = false;
    for (at, run) in runs(&lines, is_blank) {
        let next = lines.get(at + run.len());
        let is_before_context = next.is_some_and(|next| next.kind == LineKind::Context);
        match run {
            [first, ..] if is_blank(first) && is_behind_context && is_before_context => {
                let is_marked =
                    bare.get(at..at + run.len()).is_some_and(|bare| !bare.contains(&true));
                parts.push(Part::Gap(Gap { own: run.len(), line: *first, is_marked }));
            }
            [first, ..] if is_blank(first) => parts.extend(run.iter().copied().map(Part::Line)),
            _ => push_lines(&mut parts, run),
        }
        is_behind_context = run.last().is_some_and(|last| last.kind == LineKind::Context);
    }
    parts
}

/// Adds lines that are not empty, with a gap where empty ones may be missing that stay: between
/// two old lines of which one is context, and after what replaces a removed one; and that go:
/// between two removed ones. Lines that are added after context may be on either side of them.
fn push_lines<'l>(parts: &mut Vec<Part<'l>>, lines: &[HunkLine<'l>]) {
    let (mut last, mut is_behind_added, mut is_behind_text) = (None, false, false);
    for line in lines {
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
                parts.push(Part::Gap(Gap { own: 0, line, is_marked: true }));
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
            Part::Line(line) if line.kind == LineKind::Add => {}
            Part::Line(_) if passed > 0 && part.is_empty() => passed -= 1,
            Part::Line(line) => {
                lines.next().filter(|text| *text == without_trailing_blanks(line.text))?;
            }
            Part::Gap(Gap { own, is_marked, .. }) => {
                let old = parts.clone().filter(|part| !part.is_added());
                let behind = old.take_while(|part| part.is_empty()).count();
                let mut count = passed;
                while lines.next_if(|text| text.is_empty()).is_some() {
                    count += 1;
                }
                let count = count.checked_sub(behind)?;
                passed = behind;
                gaps.push(count);
                if count == 0 && *own > 0 && !is_counted && !is_marked {
                    return None;
                }
            }
        }
    }
    Some(gaps)
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
                added.into_iter().any(|added| added.text() == part.text())
            };
            if around.into_iter().flatten().any(is_again) {
                return false;
            }
            fills = true;
        }
    }
    !(fills && is_spaced_otherwise)
}

fn with_gaps<'h>(hunk: &Hunk<'h>, parts: &[Part<'_>], gaps: &[usize]) -> Hunk<'h> {
    let mut gaps = gaps.iter();
    let mut lines = HunkLines::default();
    for part in parts {
        match part {
            Part::Line(line) => lines.push(*line),
            Part::Gap(Gap { own, line, .. }) => {
                let count = gaps.next().copied().unwrap_or(*own);
                lines.extend(std::iter::repeat_n(*line, count));
            }
        }
    }
    hunk.clone().with_lines(lines)
}
