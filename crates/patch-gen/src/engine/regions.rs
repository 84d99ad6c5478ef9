//! Finds where two texts differ by comparing bytes; equal lines far from any difference are never
//! cut out.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem, memrchr, memrchr_iter};

/// Equal lines kept around a difference in addition to those for context: a change may slide along
/// them.
const MARGIN: usize = 24;

/// Number of lines on each side among which the texts must agree again.
const WINDOW: usize = 64;

/// As many lines as a small change needs, and those that show that the texts agree again.
const SMALL_WINDOW: usize = AGREEING + 6;

/// The most changed lines in a window.
const MOST_CHANGED: usize = 32;

/// This many equal lines show that the texts agree again. Differences that are closer together than
/// twice the margin are paired together, so that a mistake is corrected.
const AGREEING: usize = 16;

/// How far, in bytes, a piece of one text is sought in the other one if the window was too small.
const FAR: usize = 1 << 16;

/// A part of two texts that differs, and equal lines around it.
#[derive(Debug)]
pub(crate) struct Region<'a> {
    /// Lines of the old text before the region.
    pub(crate) old_before: usize,
    /// Lines of the new text before it.
    pub(crate) new_before: usize,
    /// Byte offset of its start in the old text.
    pub(crate) start: usize,
    /// The lines of the old text, each with its ending.
    pub(crate) old: Vec<&'a [u8]>,
    /// The lines of the new text.
    pub(crate) new: Vec<&'a [u8]>,
    /// Lines at the start that are equal.
    pub(crate) lead: usize,
    /// Lines at the end that are equal.
    pub(crate) trail: usize,
    /// Lines at the start that are left for context: none if the texts start there.
    pub(crate) above: usize,
    /// Lines at the end that are left for context: none if the texts end there.
    pub(crate) below: usize,
}

/// The regions of two texts in order, with more than `context` equal lines, or all there are,
/// around each difference; none if the texts are equal. The distance between two regions is more
/// than twice that many lines.
pub(crate) fn regions<'a>(old: &'a [u8], new: &'a [u8], context: usize) -> Vec<Region<'a>> {
    let margin = margin(context);
    let mut regions = Vec::new();
    let mut done = Done::default();
    let mut parts = parts(old, new).into_iter().peekable();
    while let Some(first) = parts.next() {
        let mut last = first.clone();
        while let Some(next) = parts.next_if(|next| {
            let between = piece(old, last.old.end..next.old.start);
            has_at_most(between, margin.saturating_mul(2))
        }) {
            last = next;
        }
        let part = Part { old: first.old.start..last.old.end, new: first.new.start..last.new.end };
        regions.push(region(old, new, &part, context, &mut done));
    }
    regions
}

/// Equal lines kept around a difference.
fn margin(context: usize) -> usize {
    context.saturating_add(MARGIN)
}

/// The lines counted so far, and where counting goes on.
#[derive(Default)]
struct Done {
    old: (usize, usize),
    new: (usize, usize),
}

fn region<'a>(
    old: &'a [u8],
    new: &'a [u8],
    part: &Part,
    context: usize,
    done: &mut Done,
) -> Region<'a> {
    let margin = margin(context);
    let mut lead = last_lines(piece(old, done.old.0..part.old.start), margin);
    lead.reverse();
    // All lines that follow are equal as far as the margin goes; otherwise the next part would have
    // been joined with this one.
    let trail = first_lines(piece(old, part.old.end..old.len()), margin);
    let length = |lines: &[&[u8]]| lines.iter().map(|line| line.len()).sum::<usize>();
    let (before, behind) = (length(&lead), length(&trail));
    let grown = |part: &Range<usize>| part.start - before..part.end + behind;
    let (old_range, new_range) = (grown(&part.old), grown(&part.new));
    let count = |text: &[u8], (at, lines): (usize, usize), to: usize| {
        lines + memchr_iter(b'\n', piece(text, at..to)).count()
    };
    let old_before = count(old, done.old, old_range.start);
    let new_before = count(new, done.new, new_range.start);
    done.old = (old_range.start, old_before);
    done.new = (new_range.start, new_before);
    // Equal lines are cut out once.
    let lines = |text: &'a [u8]| [&lead[..], &split_lines(text), &trail].concat();
    let kept = |is_edge: bool| if is_edge { 0 } else { context };
    Region {
        old_before,
        new_before,
        start: old_range.start,
        old: lines(piece(old, part.old.clone())),
        new: lines(piece(new, part.new.clone())),
        lead: lead.len(),
        trail: trail.len(),
        above: kept(old_range.start == 0),
        below: kept(old_range.end == old.len()),
    }
}

/// Differing bytes of both texts, from the start of a line to the end of one.
#[derive(Clone, Debug)]
struct Part {
    old: Range<usize>,
    new: Range<usize>,
}

/// The parts that differ, in order, with equal lines between them.
fn parts(old: &[u8], new: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut a, mut b) = (0, 0);
    let (mut old_end, mut new_end) = (old.len(), new.len());
    loop {
        let (rest, other) = (piece(old, a..old_end), piece(new, b..new_end));
        let equal = common_lines_at_start(rest, other);
        (a, b) = (a + equal, b + equal);
        if parts.is_empty() {
            let (rest, other) = (piece(old, a..old_end), piece(new, b..new_end));
            let equal = common_lines_at_end(rest, other).len();
            (old_end, new_end) = (old_end - equal, new_end - equal);
        }
        if a == old_end && b == new_end {
            return parts;
        }
        if a == old_end || b == new_end {
            parts.push(Part { old: a..old_end, new: b..new_end });
            return parts;
        }
        let (rest, other) = (piece(old, a..old_end), piece(new, b..new_end));
        let Some((old_len, new_len)) = near(rest, other).or_else(|| far(rest, other)) else {
            parts.push(Part { old: a..old_end, new: b..new_end });
            return parts;
        };
        parts.push(Part { old: a..a + old_len, new: b..b + new_len });
        (a, b) = (a + old_len, b + new_len);
    }
}

/// The bytes of both texts before they agree again, with the fewest changed lines before enough
/// equal ones: Myers' algorithm within the window. Most changes are small, so a small window is
/// searched first.
fn near(old: &[u8], new: &[u8]) -> Option<(usize, usize)> {
    near_within(old, new, SMALL_WINDOW).or_else(|| near_within(old, new, WINDOW))
}

fn near_within(old: &[u8], new: &[u8], window: usize) -> Option<(usize, usize)> {
    let (old, new) = (first_lines(old, window), first_lines(new, window));
    let (x, y) = agreement(&old, &new)?;
    let length = |lines: &[&[u8]], count: usize| lines.iter().take(count).map(|it| it.len()).sum();
    Some((length(&old, x), length(&new, y)))
}

fn agreement(old: &[&[u8]], new: &[&[u8]]) -> Option<(usize, usize)> {
    // The furthest old line on each diagonal; neighbouring diagonals differ by one in old lines
    // minus new ones.
    let mut furthest = [0_usize; 2 * MOST_CHANGED + 3];
    // If too few lines are left to agree, nothing is found.
    let most = MOST_CHANGED.min((old.len() + new.len()).saturating_sub(2 * AGREEING));
    for changed in 1..=most {
        let mut diagonal = MOST_CHANGED + 1 - changed;
        while diagonal <= MOST_CHANGED + 1 + changed {
            let from = |at: usize| furthest.get(at).copied().unwrap_or(0);
            let is_first = diagonal == MOST_CHANGED + 1 - changed;
            let is_last = diagonal == MOST_CHANGED + 1 + changed;
            let by_addition = from(diagonal + 1);
            let by_removal = from(diagonal.wrapping_sub(1)) + 1;
            let start = if is_first || (!is_last && by_removal <= by_addition) {
                by_addition
            } else {
                by_removal
            };
            let (x, y) = (start, (start + MOST_CHANGED + 1).checked_sub(diagonal));
            let equal = y.map_or(0, |y| equal_lines(old, new, x, y));
            if let (true, Some(y)) = (equal >= AGREEING, y) {
                return Some((x, y));
            }
            if let Some(one) = furthest.get_mut(diagonal) {
                *one = start + equal;
            }
            diagonal += 2;
        }
    }
    None
}

fn equal_lines(old: &[&[u8]], new: &[&[u8]], x: usize, y: usize) -> usize {
    let (old, new) = (old.get(x..).unwrap_or_default(), new.get(y..).unwrap_or_default());
    old.iter().zip(new).take_while(|(one, other)| one == other).count()
}

/// As [`near`], if many lines were added or removed: the next lines of one text are sought further
/// on in the other one.
fn far(old: &[u8], new: &[u8]) -> Option<(usize, usize)> {
    let added = further_on(old, new).map(|at| (0, at));
    let removed = further_on(new, old).map(|at| (at, 0));
    [added, removed].into_iter().flatten().min_by_key(|(old, new)| old + new)
}

/// Where the lines that one text begins with are in another one.
fn further_on(text: &[u8], other: &[u8]) -> Option<usize> {
    let end = memchr_iter(b'\n', text).nth(AGREEING - 1)?;
    let wanted = piece(text, 0..end + 1);
    let other = piece(other, 0..other.len().min(FAR));
    let is_whole =
        |at: &usize| at.checked_sub(1).is_none_or(|before| other.get(before) == Some(&b'\n'));
    memmem::find_iter(other, wanted).find(is_whole)
}

fn piece(text: &[u8], range: Range<usize>) -> &[u8] {
    text.get(range).unwrap_or_default()
}

/// All lines with their endings. Only LF ends a line; the last line may have none.
fn split_lines(text: &[u8]) -> Vec<&[u8]> {
    first_lines(text, usize::MAX)
}

fn has_at_most(text: &[u8], lines: usize) -> bool {
    memchr_iter(b'\n', text).nth(lines).is_none()
}

/// The length of the whole lines that both texts start with.
fn common_lines_at_start(old: &[u8], new: &[u8]) -> usize {
    let equal = common_prefix(old, new);
    if equal == old.len() && equal == new.len() {
        return equal;
    }
    let shared = piece(old, 0..equal);
    memrchr(b'\n', shared).map_or(0, |newline| newline + 1)
}

/// The whole lines that both texts end with. Both texts start at a line.
fn common_lines_at_end<'a>(old: &'a [u8], new: &[u8]) -> &'a [u8] {
    let equal = common_suffix(old, new);
    let (old_start, new_start) = (old.len() - equal, new.len() - equal);
    let shared = piece(old, old_start..old.len());
    if starts_a_line(old, old_start) && starts_a_line(new, new_start) {
        return shared;
    }
    let first = memchr(b'\n', shared).map_or(shared.len(), |newline| newline + 1);
    piece(shared, first..shared.len())
}

fn starts_a_line(text: &[u8], position: usize) -> bool {
    position.checked_sub(1).is_none_or(|before| text.get(before) == Some(&b'\n'))
}

/// Block sizes for comparing: large ones first, then smaller ones where the texts differ.
const BLOCKS: [usize; 3] = [4096, 256, 16];

fn common_prefix(old: &[u8], new: &[u8]) -> usize {
    let mut equal = 0;
    for block in BLOCKS {
        let (old, new) = (piece(old, equal..old.len()), piece(new, equal..new.len()));
        let blocks = old.chunks_exact(block).zip(new.chunks_exact(block));
        equal += blocks.take_while(|(one, other)| one == other).count() * block;
    }
    let (old, new) = (piece(old, equal..old.len()), piece(new, equal..new.len()));
    equal + old.iter().zip(new).take_while(|(one, other)| one == other).count()
}

fn common_suffix(old: &[u8], new: &[u8]) -> usize {
    let mut equal = 0;
    for block in BLOCKS {
        let (old, new) = (piece(old, 0..old.len() - equal), piece(new, 0..new.len() - equal));
        let blocks = old.rchunks_exact(block).zip(new.rchunks_exact(block));
        equal += blocks.take_while(|(one, other)| one == other).count() * block;
    }
    let (old, new) = (piece(old, 0..old.len() - equal), piece(new, 0..new.len() - equal));
    equal + old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count()
}

/// The first lines, at most `most`.
fn first_lines(text: &[u8], most: usize) -> Vec<&[u8]> {
    let mut lines = Vec::with_capacity(most.min(text.len() / 40 + 1));
    let mut start = 0;
    for newline in memchr_iter(b'\n', text).take(most) {
        lines.push(piece(text, start..newline + 1));
        start = newline + 1;
    }
    if start < text.len() && lines.len() < most {
        lines.push(piece(text, start..text.len()));
    }
    lines
}

/// The last lines, at most `most`, the last one first.
fn last_lines(text: &[u8], most: usize) -> Vec<&[u8]> {
    let mut lines = Vec::with_capacity(most.min(text.len() / 40 + 1));
    lines.extend(lines_backwards(text).take(most));
    lines
}

/// The lines with their endings, from the last one to the first.
pub(crate) fn lines_backwards(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let inner = text.split_last().map_or(&b""[..], |(_, inner)| inner);
    let starts = memrchr_iter(b'\n', inner).map(|newline| newline + 1).chain([0]);
    let line = move |end: &mut usize, start: usize| {
        let line = piece(text, start..*end);
        *end = start;
        (!line.is_empty()).then_some(line)
    };
    starts.scan(text.len(), line)
}

#[cfg(test)]
mod tests;
