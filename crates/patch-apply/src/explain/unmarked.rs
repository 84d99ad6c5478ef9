//! Judges context lines that the file does not have and that touch what the hunk changes: they are
//! as likely added lines that lost their `+` as lines that the file no longer has.
//!
//! Dropping such a line from the suggestion could lose an addition, or turn a replacement into a
//! removal. So: if the hunk shows that the lines are added, they are suggested with `+`; if its
//! header counts them as context, they are treated as stale context; otherwise nothing is
//! suggested.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::align::Step;
use super::likeness::{Level, similarity};
use super::near::{Lost, Near};
use crate::text::LineTable;
use crate::text::blanks::without_indentation;
use crate::text::words::has_words;

/// An added line less similar to the removed one above it, in thousandths, does not replace it.
const LEAST_REPLACING: u32 = 500;

/// A context line less similar to the line of the file that it faces, in thousandths, is a
/// different line.
const LEAST_FACING: u32 = 500;

/// What such lines are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unmarked {
    /// There are none, or the header counts them as context.
    Stale,
    /// Added lines: the hunk has them with their `+` here.
    Added(Box<Hunk<'static>>),
    /// They may be either.
    Open,
}

/// A line of the hunk, and how it differs from the file.
struct OfHunk<'h> {
    line: HunkLine<'h>,
    /// A context line that the file may not have.
    is_foreign: bool,
    /// An old line that differs in the file, or is missing there.
    is_changed: bool,
}

/// Decides what the foreign lines that touch a hunk's changes are.
pub(super) fn of(lost: &Lost<'_>, near: &Near, table: &LineTable<'_>) -> Unmarked {
    let steps = &near.alignment.steps;
    let lines = lines(lost, steps, table);
    let mut added = vec![false; lines.len()];
    let (mut is_open, mut is_like_added, mut at) = (false, false, 0);
    for run in lines.chunk_by(|one, next| one.is_foreign == next.is_foreign) {
        let range = at..at + run.len();
        at = range.end;
        if run.first().is_some_and(|line| line.is_foreign) {
            if let Some(is) = are_added(&lines, range.clone()) {
                added.iter_mut().take(range.end).skip(range.start).for_each(|slot| *slot = is);
            } else {
                is_open = true;
                is_like_added |= touches_its_like(&lines, range);
            }
        }
    }
    // If the header counts them as context they are, unless the lines around them show otherwise.
    let is_counted = lost.hunk.range().is_some() && !lost.hunk.is_miscounted();
    // Any other difference may be the same mistake.
    let is_clear = || {
        let differs = lines.iter().zip(&added).any(|(line, added)| line.is_changed && !added);
        !differs && !steps.iter().any(|step| matches!(step, Step::OnlyFile { .. }))
    };
    match (added.contains(&true), is_open) {
        (false, false) => Unmarked::Stale,
        (false, true) if is_counted && !is_like_added => Unmarked::Stale,
        (true, false) if !is_counted && is_clear() => {
            marked(lost, &lines, &added).map_or(Unmarked::Open, |hunk| Unmarked::Added(hunk.into()))
        }
        _ => Unmarked::Open,
    }
}

/// The lines of a hunk, each with what the steps say of it.
fn lines<'h>(lost: &'h Lost<'_>, steps: &[Step], table: &LineTable<'_>) -> Vec<OfHunk<'h>> {
    let is_same = |step: Option<&Step>| matches!(step, Some(Step::Pair { level: Level::Same, .. }));
    let mut old = steps.iter().enumerate().filter_map(|(at, step)| match *step {
        Step::Pair { old, file, level } => {
            let sides = [at.checked_sub(1), at.checked_add(1)];
            // Where all around it agrees, it is in the place of the line that the file has. An empty
            // one was no other line.
            let is_amid = || {
                has_words(table.line(file))
                    && sides.iter().all(|side| is_same(side.and_then(|at| steps.get(at))))
            };
            let is_other = || !is_like(lost.old.get(old).copied(), table.line(file));
            let is_foreign = matches!(level, Level::Differs(_)) && is_other() && !is_amid();
            Some((is_foreign, level != Level::Same))
        }
        Step::OnlyPatch { old, .. } => Some((!is_moved(lost.old.get(old), steps, table), true)),
        Step::OnlyFile { .. } => None,
    });
    let of_line = |line: HunkLine<'h>| {
        let (is_foreign, is_changed) = match line.kind {
            LineKind::Add => (false, false),
            LineKind::Context | LineKind::Remove => old.next().unwrap_or_default(),
        };
        OfHunk { line, is_foreign: is_foreign && line.kind == LineKind::Context, is_changed }
    };
    lost.hunk.lines.iter().map(of_line).collect()
}

/// Whether a context line is like the line of the file that it faces, upper and lower case aside.
fn is_like(line: Option<&[u8]>, there: &[u8]) -> bool {
    let [line, there] = [line.unwrap_or_default(), there].map(<[u8]>::to_ascii_lowercase);
    similarity(&line, &there) >= LEAST_FACING
}

/// Whether the file has a line in another place of the hunk, where the hunk does not have it.
fn is_moved(line: Option<&&[u8]>, steps: &[Step], table: &LineTable<'_>) -> bool {
    let is_it = |file: usize| {
        line.is_some_and(|line| Level::of_equal(line, table.line(file)) == Some(Level::Same))
    };
    steps.iter().any(|step| matches!(*step, Step::OnlyFile { file, .. } if is_it(file)))
}

/// Whether lines that the file does not have are added ones; `None` where that is open.
fn are_added(lines: &[OfHunk<'_>], run: Range<usize>) -> Option<bool> {
    let kind = |at: Option<usize>| Some(lines.get(at?)?.line.kind);
    let sides = [kind(run.start.checked_sub(1)), kind(Some(run.end))];
    let is_amid = sides == [Some(LineKind::Add); 2];
    if is_amid || replace(lines, run) {
        return Some(true);
    }
    let touches = sides.iter().flatten().any(|kind| *kind != LineKind::Context);
    (!touches).then_some(false)
}

/// Whether lines touch an added one that they are like: they may be added as it is, whatever the
/// header counts.
fn touches_its_like(lines: &[OfHunk<'_>], run: Range<usize>) -> bool {
    let beside = [(run.start.checked_sub(1), run.start), (Some(run.end), run.end - 1)];
    beside.into_iter().any(|(beside, own)| {
        let pair = beside.and_then(|at| lines.get(at)).zip(lines.get(own));
        pair.is_some_and(|(beside, own)| {
            beside.line.kind == LineKind::Add
                && similarity(beside.line.text, own.line.text) >= LEAST_REPLACING
        })
    })
}

/// Whether lines are like those that are removed before them, one for one.
fn replace(lines: &[OfHunk<'_>], run: Range<usize>) -> bool {
    let is_new = |line: &&OfHunk<'_>| line.is_foreign || line.line.kind == LineKind::Add;
    let front = lines.get(..run.start).unwrap_or_default();
    let new = front.iter().rev().take_while(is_new).count();
    let removed = front.get(..front.len() - new).unwrap_or_default();
    let is_removed = |line: &&OfHunk<'_>| line.line.kind == LineKind::Remove;
    let removed: Vec<_> = removed.iter().rev().take_while(is_removed).collect();
    let behind = lines.get(run.end..).unwrap_or_default().iter().take_while(is_new).count();
    // Where the new lines go on, fewer or more of them may follow.
    let is_whole = behind > 0 || removed.len() == new + run.len();
    let removed = removed.iter().rev().skip(new);
    is_whole
        && removed.len() >= run.len()
        && lines
            .get(run)
            .unwrap_or_default()
            .iter()
            .zip(removed)
            .all(|(new, old)| similarity(old.line.text, new.line.text) >= LEAST_REPLACING)
}

/// The hunk with these lines marked as added; `None` if nothing shows how they are indented.
fn marked(lost: &Lost<'_>, lines: &[OfHunk<'_>], added: &[bool]) -> Option<Hunk<'static>> {
    let mut marked = Vec::with_capacity(lines.len());
    for (at, (line, added)) in lines.iter().zip(added).enumerate() {
        let text = match added {
            true => as_indented(lines, at)?,
            false => line.line.text.to_vec(),
        };
        let kind = if *added { LineKind::Add } else { line.line.kind };
        marked.push((kind, text, line.line.newline));
    }
    let lines = marked.iter().map(|(kind, text, newline)| HunkLine {
        kind: *kind,
        newline: *newline,
        text: text.as_slice().into(),
    });
    Some(lost.hunk.clone().with_lines(lines.collect()).into_owned())
}

/// The text of a line that lost its `+`: with or without the leading blank that was read as the
/// mark of context, whichever fits the indentation of the nearest lines with words, or else that of
/// the hunk's other lines.
fn as_indented(lines: &[OfHunk<'_>], at: usize) -> Option<Vec<u8>> {
    let line = lines.get(at)?;
    let own = without_indentation(line.line.text).0;
    let longer = [b" ", own].concat();
    let text = |at: usize| -> Option<&[u8]> {
        let line = lines.get(at).filter(|line| !line.is_foreign)?;
        let text: &[u8] = line.line.text;
        (!text.trim_ascii().is_empty()).then_some(text)
    };
    let near = [(0..at).rev().find_map(text), (at + 1..lines.len()).find_map(text)];
    let says = |texts: Vec<&[u8]>| {
        let has = |blanks: &[u8]| texts.iter().any(|text| without_indentation(text).0 == blanks);
        let [is_own, is_longer] = [has(own), has(&longer)];
        (is_own != is_longer).then_some(is_longer)
    };
    let all = || (0..lines.len()).filter_map(text).collect();
    let is_longer = says(near.into_iter().flatten().collect()).or_else(|| says(all()))?;
    let mut text = if is_longer { b" ".to_vec() } else { Vec::new() };
    text.extend_from_slice(line.line.text);
    Some(text)
}
