//! A hunk of several changes, some of which the file has already.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use crate::text::Text;
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::has_words;

/// The most changes, and the most lines, of a hunk that is looked for.
const MOST_CHANGES: usize = 6;
const MOST_LINES: usize = 256;

/// The least lines of context with words by which a hunk is found.
const LEAST_WORDED: usize = 3;

/// How many lines are compared in all, for each line of the file: this stops the search if all
/// lines are alike.
const MOST_COMPARED: usize = 8;

/// Some lines of a hunk: context, or a change.
type Part<'l, 'h> = &'l [HunkLine<'h>];

/// The hunk with only the changes that are still to be made, if the file has the result of the
/// others, in one place and in one way. What is done becomes context.
pub(super) fn left_to_do<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
    let parts: Vec<Part<'_, '_>> =
        lines.chunk_by(|one, next| is_context(one) == is_context(next)).collect();
    let changes = parts.iter().filter(|part| is_change(part)).count();
    let worded = lines.iter().filter(|line| is_context(line) && has_words(line.text)).count();
    if !(2..=MOST_CHANGES).contains(&changes) || worded < LEAST_WORDED || lines.len() > MOST_LINES {
        return None;
    }
    let bytes = text.body();
    let in_file: Vec<&[u8]> =
        bytes.split_inclusive(|byte| *byte == b'\n').map(without_trailing_blanks).collect();
    let mut comparisons = in_file.len().saturating_mul(MOST_COMPARED) + MOST_LINES * MOST_LINES;
    let mut ways = Vec::new();
    for start in 0..in_file.len() {
        let rest = in_file.get(start..).unwrap_or_default();
        add_ways(&parts, rest, &mut Vec::new(), (&mut ways, &mut comparisons));
        if ways.len() > 1 || comparisons == 0 {
            return None;
        }
    }
    let way = ways.pop().filter(|way| way.contains(&true) && way.contains(&false))?;
    let mut done = way.into_iter();
    let mut left = HunkLines::default();
    for part in parts {
        if is_change(part) && done.next() == Some(true) {
            let new = part.iter().filter(|line| line.kind == LineKind::Add);
            left.extend(new.map(|line| HunkLine { kind: LineKind::Context, ..*line }));
        } else {
            left.extend(part.iter().copied());
        }
    }
    Some(hunk.clone().with_lines(left))
}

fn is_change(part: Part<'_, '_>) -> bool {
    part.first().is_some_and(|line| line.kind != LineKind::Context)
}

/// Adds the ways in which lines of a file begin with the parts: for each change, whether it is
/// done. Stops at two ways, or when no lines are `left` to compare.
fn add_ways(
    parts: &[Part<'_, '_>],
    in_file: &[&[u8]],
    done: &mut Vec<bool>,
    (ways, left): (&mut Vec<Vec<bool>>, &mut usize),
) {
    let Some((part, rest)) = parts.split_first() else {
        ways.push(done.clone());
        return;
    };
    if !is_change(part) {
        if let Some(behind) = behind(in_file, part, LineKind::Add, left) {
            add_ways(rest, behind, done, (ways, left));
        }
        return;
    }
    // A pure removal looks done wherever its lines never were.
    let says = part.iter().any(|line| line.kind == LineKind::Add && has_words(line.text));
    for (is_done, other) in [(false, LineKind::Add), (true, LineKind::Remove)] {
        if let Some(behind) = behind(in_file, part, other, left).filter(|_| !is_done || says)
            && ways.len() < 2
        {
            done.push(is_done);
            add_ways(rest, behind, done, (ways, left));
            done.pop();
        }
    }
}

/// The rest of some lines after those of a part, if they begin with these. Lines of one kind are
/// left out of the part.
fn behind<'l, 'f>(
    in_file: &'l [&'f [u8]],
    part: Part<'_, '_>,
    but: LineKind,
    left: &mut usize,
) -> Option<&'l [&'f [u8]]> {
    let mut rest = in_file;
    for line in part.iter().filter(|line| line.kind != but) {
        *left = left.checked_sub(1)?;
        let (first, behind) = rest.split_first()?;
        if *first != without_trailing_blanks(line.text) {
            return None;
        }
        rest = behind;
    }
    Some(rest)
}
