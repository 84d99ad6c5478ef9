//! Decides where to show a change that may be shown in several places, by git's rules
//! (`xdl_change_compact`).
//!
//! A change whose lines repeat the lines before or after it can be shown in several places. It
//! moves as far down as it can, or to where it meets a change of the other text, or to where
//! indentation and blank lines suggest that something begins and ends. It does not enter the lines
//! at either end of the region that its hunk needs for context.

use std::ops::Range;

use super::change::Change;
use super::regions::Region;

/// The most places that are compared.
const MOST_SLIDING: usize = 100;

/// Larger indentations count as this one.
const MOST_INDENT: i32 = 200;
const MOST_BLANKS: i32 = 20;

/// Moves the changes of a region to where they read best; changes that meet are joined.
pub(super) fn compact(region: &Region<'_>, changes: &[Change], indent: bool) -> Vec<Change> {
    let side = |lines| Side::new(lines, region.above, region.below);
    let mut sides = [side(&region.old), side(&region.new)];
    for change in changes {
        sides[0].mark(change.old.clone());
        sides[1].mark(change.new.clone());
    }
    let [old, new] = &mut sides;
    slide(old, new, indent);
    slide(new, old, indent);
    let (mut left, mut right) = (Group::first(old), Group::first(new));
    let mut found = Vec::new();
    loop {
        if left.end > left.start || right.end > right.start {
            found.push(Change { old: left.start..left.end, new: right.start..right.end });
        }
        if !(left.next(old) && right.next(new)) {
            return found;
        }
    }
}

/// A text and which of its lines are changed.
struct Side<'t> {
    lines: &'t [&'t [u8]],
    is_changed: Vec<bool>,
    /// Where changes may go.
    free: Range<usize>,
}

impl<'t> Side<'t> {
    fn new(lines: &'t [&'t [u8]], above: usize, below: usize) -> Self {
        let free = above..lines.len().saturating_sub(below);
        Self { lines, is_changed: vec![false; lines.len()], free }
    }

    fn mark(&mut self, lines: Range<usize>) {
        self.is_changed.get_mut(lines).unwrap_or_default().fill(true);
    }

    fn set(&mut self, line: usize, is_changed: bool) {
        if let Some(one) = self.is_changed.get_mut(line) {
            *one = is_changed;
        }
    }

    fn is_changed(&self, line: usize) -> bool {
        self.is_changed.get(line).is_some_and(|one| *one)
    }

    fn are_equal(&self, one: usize, other: usize) -> bool {
        self.lines.get(one).zip(self.lines.get(other)).is_some_and(|(one, other)| one == other)
    }
}

/// Adjacent changed lines; empty where only the other text changes, or neither does. Before each
/// unchanged line there is one group, in both texts.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    end: usize,
}

impl Group {
    fn first(side: &Side<'_>) -> Self {
        let mut group = Self { start: 0, end: 0 };
        group.grow(side);
        group
    }

    fn grow(&mut self, side: &Side<'_>) {
        while side.is_changed(self.end) {
            self.end += 1;
        }
    }

    /// Moves on, past the next unchanged line; returns whether there is one.
    fn next(&mut self, side: &Side<'_>) -> bool {
        if self.end >= side.lines.len() {
            return false;
        }
        self.start = self.end + 1;
        self.end = self.start;
        self.grow(side);
        true
    }

    /// Moves back, before the previous unchanged line.
    fn previous(&mut self, side: &Side<'_>) {
        let Some(end) = self.start.checked_sub(1) else { return };
        self.end = end;
        self.start = end;
        self.grow_up(side);
    }

    fn grow_up(&mut self, side: &Side<'_>) {
        while self.start.checked_sub(1).is_some_and(|before| side.is_changed(before)) {
            self.start -= 1;
        }
    }

    /// Slides down by a line, if the change stays the same; absorbs a group that it meets.
    fn slide_down(&mut self, side: &mut Side<'_>) -> bool {
        if self.end >= side.free.end || !side.are_equal(self.start, self.end) {
            return false;
        }
        side.set(self.start, false);
        side.set(self.end, true);
        self.start += 1;
        self.end += 1;
        self.grow(side);
        true
    }

    /// Slides up by a line, if the change stays the same.
    fn slide_up(&mut self, side: &mut Side<'_>) -> bool {
        let (Some(start), Some(end)) = (self.start.checked_sub(1), self.end.checked_sub(1)) else {
            return false;
        };
        if start < side.free.start || !side.are_equal(start, end) {
            return false;
        }
        side.set(start, true);
        side.set(end, false);
        (self.start, self.end) = (start, end);
        self.grow_up(side);
        true
    }
}

/// Moves each change of one text.
fn slide(side: &mut Side<'_>, other: &Side<'_>, indent: bool) {
    let (mut group, mut beside) = (Group::first(side), Group::first(other));
    loop {
        if group.end > group.start {
            slide_one(side, other, &mut group, &mut beside, indent);
        }
        if !(group.next(side) && beside.next(other)) {
            return;
        }
    }
}

fn slide_one(
    side: &mut Side<'_>,
    other: &Side<'_>,
    group: &mut Group,
    beside: &mut Group,
    indent: bool,
) {
    let (mut count, mut earliest, mut meets);
    loop {
        count = group.end - group.start;
        while group.slide_up(side) {
            beside.previous(other);
        }
        earliest = group.end;
        meets = beside.end > beside.start;
        while group.slide_down(side) {
            beside.next(other);
            meets |= beside.end > beside.start;
        }
        if count == group.end - group.start {
            break;
        }
    }
    if group.end == earliest {
        return;
    }
    let up = |side: &mut Side<'_>, group: &mut Group, beside: &mut Group| {
        let moved = group.slide_up(side);
        beside.previous(other);
        moved
    };
    if meets {
        while beside.end == beside.start && up(side, group, beside) {}
    } else if indent {
        let best = best_end(side.lines, earliest, group.end, count);
        while group.end > best && up(side, group, beside) {}
    }
}

/// The best end for a change of `size` lines.
fn best_end(lines: &[&[u8]], earliest: usize, last: usize, size: usize) -> usize {
    let first = earliest.max(last.saturating_sub(size + 1)).max(last.saturating_sub(MOST_SLIDING));
    let mut best: Option<(Score, usize)> = None;
    for end in first..=last {
        let mut score = Score::default();
        score.add(&Split::at(lines, end));
        score.add(&Split::at(lines, end.saturating_sub(size)));
        if best.as_ref().is_none_or(|(least, _)| !least.is_less_than(&score)) {
            best = Some((score, end));
        }
    }
    best.map_or(last, |(_, end)| end)
}

/// What is around the border between two lines.
struct Split {
    is_at_end: bool,
    /// Indentation of the line after the border; `None` for a blank one.
    indent: Option<i32>,
    blanks_before: i32,
    indent_before: Option<i32>,
    blanks_behind: i32,
    indent_behind: Option<i32>,
}

impl Split {
    fn at(lines: &[&[u8]], at: usize) -> Self {
        let before = lines.get(..at).unwrap_or_default().iter().rev();
        let behind = lines.get(at + 1..).unwrap_or_default().iter();
        let (blanks_before, indent_before) = beyond_blanks(before);
        let (blanks_behind, indent_behind) = beyond_blanks(behind);
        let is_at_end = at >= lines.len();
        let indent = lines.get(at).and_then(|line| indent(line));
        Self { is_at_end, indent, blanks_before, indent_before, blanks_behind, indent_behind }
    }
}

/// Blank lines, and the indentation of the line that ends them.
fn beyond_blanks<'l>(lines: impl Iterator<Item = &'l &'l [u8]>) -> (i32, Option<i32>) {
    let mut blanks = 0;
    for line in lines {
        if let Some(indent) = indent(line) {
            return (blanks, Some(indent));
        }
        blanks += 1;
        if blanks == MOST_BLANKS {
            return (blanks, Some(0));
        }
    }
    (blanks, None)
}

/// Number of columns before the text of a line; `None` for a blank one.
fn indent(line: &[u8]) -> Option<i32> {
    let mut indent = 0;
    for byte in line {
        match byte {
            b' ' => indent += 1,
            b'\t' => indent += 8 - indent % 8,
            b'\n' | b'\r' | 0x0B | 0x0C => {}
            _ => return Some(indent),
        }
        if indent >= MOST_INDENT {
            return Some(MOST_INDENT);
        }
    }
    None
}

/// How bad a place is. The weights are git's, which were fitted to what people chose.
#[derive(Default)]
struct Score {
    indent: i32,
    penalty: i32,
}

impl Score {
    fn add(&mut self, split: &Split) {
        if split.indent_before.is_none() && split.blanks_before == 0 {
            self.penalty += 1;
        }
        if split.is_at_end {
            self.penalty += 21;
        }
        let behind = if split.indent.is_none() { 1 + split.blanks_behind } else { 0 };
        let blanks = split.blanks_before + behind;
        self.penalty += -30 * blanks + 6 * behind;
        let own = split.indent.or(split.indent_behind);
        self.indent += own.unwrap_or(-1);
        let (Some(own), Some(before)) = (own, split.indent_before) else { return };
        let has_blanks = blanks != 0;
        self.penalty += match own.cmp(&before) {
            std::cmp::Ordering::Greater if has_blanks => 10,
            std::cmp::Ordering::Greater => -4,
            std::cmp::Ordering::Equal => 0,
            // The following line is deeper: this begins a block rather than ending one.
            std::cmp::Ordering::Less if split.indent_behind.is_some_and(|next| next > own) => {
                if has_blanks {
                    17
                } else {
                    24
                }
            }
            std::cmp::Ordering::Less if has_blanks => 17,
            std::cmp::Ordering::Less => 23,
        };
    }

    fn is_less_than(&self, other: &Self) -> bool {
        let indents = self.indent.cmp(&other.indent) as i32;
        60 * indents + (self.penalty - other.penalty) < 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&[u8]> {
        text.as_bytes().split_inclusive(|byte| *byte == b'\n').collect()
    }

    /// Two texts as one region, in which `context` lines at either end are for context.
    fn region<'t>(old: &[&'t [u8]], new: &[&'t [u8]], context: usize) -> Region<'t> {
        let (old, new) = (old.to_vec(), new.to_vec());
        let (above, below) = (context, context);
        Region { old_before: 0, new_before: 0, start: 0, old, new, lead: 0, trail: 0, above, below }
    }

    #[track_caller]
    fn check(
        old: &str,
        new: &str,
        change: (usize, usize, usize, usize),
        indent: bool,
        expected: &str,
        why: &str,
    ) {
        let (old, new) = (lines(old), lines(new));
        let (old_start, old_end, new_start, new_end) = change;
        let change = Change { old: old_start..old_end, new: new_start..new_end };
        let found = compact(&region(&old, &new, 0), &[change], indent);
        let shown: Vec<String> =
            found.iter().map(|one| format!("{:?} {:?}", one.old, one.new)).collect();
        assert_eq!(shown.join(", "), expected, "{why}");
    }

    #[test]
    fn a_change_goes_down_or_where_something_begins() {
        let old = "fn a() {\n}\n\nfn c() {\n}\n";
        let new = "fn a() {\n}\n\nfn b() {\n}\n\nfn c() {\n}\n";
        check(old, new, (1, 1, 1, 4), false, "3..3 3..6", "as far down as it goes");
        check(old, new, (1, 1, 1, 4), true, "3..3 3..6", "before the function that follows");
        let (old, new) = ("{\n  a\n}\n", "{\n  a\n}\n{\n  a\n}\n");
        check(old, new, (1, 1, 1, 4), true, "3..3 3..6", "a block, not parts of two");
        check("a\na\na\n", "a\na\n", (0, 1, 0, 0), false, "2..3 2..2", "down to the end");
    }

    #[test]
    fn a_change_meets_that_of_the_other_text() {
        check("a\nb\nc\n", "a\nX\nb\nb\nc\n", (1, 1, 1, 2), false, "1..1 1..2", "nothing to slide");
        let (old, new) = (lines("a\nb\nb\nc\n"), lines("a\nb\nX\nc\n"));
        let changes = [Change { old: 1..2, new: 1..1 }, Change { old: 3..3, new: 2..3 }];
        let found = compact(&region(&old, &new, 0), &changes, true);
        assert_eq!(found, [Change { old: 2..3, new: 2..3 }], "one change, not two");
    }

    #[test]
    fn a_change_leaves_the_lines_for_context() {
        let (old, new) = (lines("a\na\na\na\na\na\n"), lines("a\na\na\na\na\n"));
        for at in 2..4 {
            let change = Change { old: at..at + 1, new: at..at };
            let found = compact(&region(&old, &new, 2), &[change], false);
            assert_eq!(found, [Change { old: 3..4, new: 3..3 }], "two lines are left below");
        }
        let blank = lines("{\n\n\n\n\nb\n}\n}\n");
        let (old, new) = (&blank, [&blank[..3], &blank[4..]].concat());
        let change = Change { old: 3..4, new: 3..3 };
        let found = compact(&region(old, &new, 2), &[change], true);
        assert!(found.iter().all(|change| change.old.start >= 2), "and above: {found:?}");
    }
}
