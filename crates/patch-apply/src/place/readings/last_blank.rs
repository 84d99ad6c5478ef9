//! Empty lines at the end of a hunk where the file ends: writers take the final newline for an
//! empty line.
//!
//! If nothing is added after such a line, it agrees with the end of the file as it is
//! (`Enumerator::add_without_last_blank`); this module handles the other cases. A writer who
//! splits the file at every newline sees an extra empty line at its end, in the old and in the new
//! version; neither is a real line.

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, LineKind, Newline};

use super::verdicts::{is_as_written, is_not_there};
use super::work::{Work, read_anew, replace};
use crate::place::placement::Placement;
use crate::place::reading::Reading;
use crate::place::scene::Placed;
use crate::text::Text;
use crate::text::blanks::{is_blank_line, without_indentation};

/// The hunk as it is read where its last old lines are empty and the file ends with the line in
/// front of them: such context is added before the added lines after it, or is the final
/// newline, and an empty line that is removed with others is none. `None` if there is no other
/// line, or the hunk has no such line.
pub(super) fn at_end<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    read(hunk, &lines, count_in_file(text, hunk, &lines)?)
}

/// The same where the line before its last old line is one that the hunk in front adds.
fn behind_added<'h>(front: &Hunk<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let last = lines.iter().rposition(is_old)?;
    let [before, newline] = lines.get(last.checked_sub(1)?..=last)? else { return None };
    let is_last = is_old(before) && !is_blank_line(before.text);
    let mut added = front.lines.iter().filter(|line| line.kind == LineKind::Add);
    let is_added = added.any(|line| line.text == before.text);
    let is_newline = is_blank_line(newline.text) && is_ended(newline) && has_no_numbers(hunk);
    (is_last && is_added && is_newline).then(|| read(hunk, &lines, last)).flatten()
}

/// The hunk without its old lines after so many lines: they are the final newline.
fn read<'h>(hunk: &Hunk<'h>, lines: &[HunkLine<'_>], in_file: usize) -> Option<Hunk<'h>> {
    let last_added = lines.iter().rposition(|line| line.kind == LineKind::Add);
    let newline = newline_after(hunk, lines);
    let is_shown =
        newline.and_then(|at| Some(at < in_file || lines.get(at)?.kind == LineKind::Add));
    let mut read: Vec<HunkLine<'_>> = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        match line.kind {
            LineKind::Add if Some(at) == newline => {}
            LineKind::Context if at < in_file && Some(at) == newline => {
                read.push(HunkLine { kind: LineKind::Remove, ..*line });
            }
            _ if at < in_file => read.push(*line),
            LineKind::Add => read.push(*line),
            LineKind::Context if last_added > Some(at) => {
                read.push(HunkLine { kind: LineKind::Add, ..*line });
            }
            LineKind::Context => {}
            // If it is alone, the hunk is about it, and the file has none.
            LineKind::Remove
                if is_shown == Some(true)
                    || read.last().is_some_and(|line| line.kind == LineKind::Remove) => {}
            LineKind::Remove => return None,
        }
    }
    let changes = read.iter().any(|line| line.kind != LineKind::Context);
    changes.then(|| hunk.clone().with_lines(read.into_iter().collect()))
}

/// A hunk that ends the file but for an empty line that it removes, without that which its new
/// lines end with: each of the two is the final newline.
pub(super) fn without_newline<'h>(
    text: Text<'_>,
    hunk: &Hunk<'h>,
    placed: &Placed,
) -> Option<Hunk<'h>> {
    let Placed::At(place) = placed else { return None };
    let Placement { dropped_before: 0, dropped_after: 1, .. } = place else { return None };
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_removed = lines.last().is_some_and(|last| last.kind == LineKind::Remove);
    if !is_removed || place.end != text.bytes.len() {
        return None;
    }
    let newline = newline_after(hunk, &lines)?;
    let read = lines.iter().enumerate().filter_map(|(at, line)| match line.kind {
        LineKind::Add if at == newline => None,
        LineKind::Context if at == newline => Some(HunkLine { kind: LineKind::Remove, ..*line }),
        _ => Some(*line),
    });
    Some(hunk.clone().with_lines(read.collect()))
}

impl Work<'_, '_, '_> {
    /// Reads hunks that end the file in both ways at once: they have no place because they also
    /// show the lines of the hunk in front.
    pub(super) fn read_recut_at_end(&mut self) {
        let text = self.text;
        let lost = read_anew(&self.hunks, |at, hunk| {
            let is_lost = at > 0 && self.placed.get(at).is_some_and(is_not_there);
            let front = is_lost.then(|| self.hunks.get(at - 1)).flatten()?;
            at_end(text, hunk).or_else(|| behind_added(front, hunk))
        });
        if lost.is_empty() {
            return;
        }
        let (mut hunks, placed) = (self.hunks.clone(), self.placed.clone());
        replace(&mut hunks, &lost);
        let mut ended = Work { text, placer: self.placer, hunks, anew: Vec::new(), placed };
        ended.read_recut();
        let ends = |placed: Option<&Placed>| matches!(placed, Some(Placed::At(place)) if is_as_written(place) && place.end == text.bytes.len());
        if lost.iter().all(|(at, _)| ends(ended.placed.get(*at))) {
            (self.hunks, self.placed) = (ended.hunks, ended.placed);
            self.anew.extend(ended.anew);
            self.note(lost.iter().map(|(at, _)| *at), Reading::FinalNewline);
        }
    }
}

/// How many of the first lines of a hunk are up to the end of the file: the old lines after them
/// are empty, and not in the file.
fn count_in_file(text: Text<'_>, hunk: &Hunk<'_>, lines: &[HunkLine<'_>]) -> Option<usize> {
    let worded = lines.iter().rposition(|line| is_old(line) && !is_blank_line(line.text));
    let behind = worded.map_or(0, |at| at + 1);
    let empty = || lines.iter().enumerate().skip(behind).filter(|(_, line)| is_old(line));
    let count = empty().count();
    if count == 0 || !empty().all(|(_, line)| is_ended(line)) {
        return None;
    }
    let mut in_file = text.body().lines().rev();
    let (blanks, last) = in_file.by_ref().enumerate().find(|(_, line)| !is_blank_line(line))?;
    let words = |line| without_indentation(line).1;
    match worded.and_then(|at| lines.get(at)) {
        Some(line) if words(line.text) != words(last) => None,
        Some(_) if blanks == 0 => Some(behind),
        Some(_) if has_no_numbers(hunk) && count == blanks + 1 => {
            empty().nth(blanks - 1).map(|(at, _)| at + 1)
        }
        // What the anchor names, or the marker says, is before it.
        None if blanks == 0 && count == 1 && has_no_numbers(hunk) => {
            (hunk.is_end_of_file() || !hunk.anchors.is_empty()).then_some(0)
        }
        _ => None,
    }
}

/// The last line that a hunk without numbers leaves, where that is empty: it is the final newline
/// where the last old line is. What a tool made has numbers, and each of its lines is one.
fn newline_after(hunk: &Hunk<'_>, lines: &[HunkLine<'_>]) -> Option<usize> {
    let last = lines.iter().rposition(|line| line.kind != LineKind::Remove)?;
    let is_newline = |line: &HunkLine<'_>| is_blank_line(line.text) && is_ended(line);
    (has_no_numbers(hunk) && lines.get(last).is_some_and(is_newline)).then_some(last)
}

fn has_no_numbers(hunk: &Hunk<'_>) -> bool {
    hunk.range().is_none()
}

fn is_old(line: &HunkLine<'_>) -> bool {
    line.kind != LineKind::Add
}

/// A line without a newline at its end is a real line.
fn is_ended(line: &HunkLine<'_>) -> bool {
    line.newline != Newline::None
}
