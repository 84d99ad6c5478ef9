//! A context line that the counts of the header make an added one: it lost its `+`.
//!
//! Counts are often wrong. They count here only if the file says the same: it has the hunk's other
//! old lines in one place, with nothing where that line would be.

use std::collections::BTreeSet;

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::place::candidates::outer::is_wish;
use crate::place::names::defines::begins_definition;
use crate::place::names::flat::heads_flat;
use crate::place::numbers::hinted_index;
use crate::place::rung::is_worded;
use crate::text::Text;
use crate::text::assigned::assigned;
use crate::text::blanks::{is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::blocks::opens_block;
use crate::text::words::{first_word, has_words, words_of};

/// The most lines of a hunk that is looked for.
const MOST_LINES: usize = 512;

/// The most lines of the file with which a hunk is compared, for each line that is looked for.
const MOST_STARTS: usize = 64;

/// The hunk, one of those of a file, with the context line added that its counts make an added one,
/// if it then matches as written in one place, or at its number, and nowhere as it is.
pub(super) fn with_plus<'h>(
    text: Text<'_>,
    hunk: &Hunk<'h>,
    hunks: &[Hunk<'h>],
) -> Option<Hunk<'h>> {
    if hunk.lost_mark() != Some(LineKind::Add) || hunk.lines.len() > MOST_LINES {
        return None;
    }
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_old = |(_, line): &(usize, &HunkLine<'_>)| line.kind != LineKind::Add;
    let at: Vec<usize> = lines.iter().enumerate().filter(is_old).map(|(at, _)| at).collect();
    let in_file = text.body().split_inclusive(|byte| *byte == b'\n');
    let sought = Sought {
        hunk,
        hunks,
        lines: &lines,
        old: hunk.old_lines().map(|line| without_trailing_blanks(line.text)).collect(),
        at: &at,
        file: in_file.map(without_trailing_blanks).collect(),
    };
    let added = *at.get(sought.lost()?)?;
    let kind = |at: usize, line: &HunkLine<'_>| if at == added { LineKind::Add } else { line.kind };
    let read =
        lines.iter().enumerate().map(|(at, line)| HunkLine { kind: kind(at, line), ..*line });
    Some(hunk.clone().with_lines(read.collect())).filter(is_worded)
}

/// A hunk whose old lines are looked for, all but one.
struct Sought<'s> {
    hunk: &'s Hunk<'s>,
    hunks: &'s [Hunk<'s>],
    lines: &'s [HunkLine<'s>],
    old: Vec<&'s [u8]>,
    /// The place of each old line among the lines of the hunk.
    at: &'s [usize],
    file: Vec<&'s [u8]>,
}

/// A place of the hunk without one of its old lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// The line of the file, 0-based.
    start: usize,
    /// The old line that the file lacks there.
    lost: usize,
}

/// What the file has at a line.
enum Found {
    Whole,
    AllBut(Way),
}

impl Sought<'_> {
    /// The old line that lost its mark.
    fn lost(&self) -> Option<usize> {
        let mut ways = BTreeSet::new();
        for start in self.starts()? {
            match self.found(start) {
                Some(Found::Whole) => return None,
                Some(Found::AllBut(way)) => ways.insert(way),
                None => false,
            };
        }
        let hint = hinted_index(self.hunk);
        let mut ways = ways.into_iter().filter(|way| self.is_added(*way));
        let first = ways.next()?;
        let way = match ways.next() {
            None => first,
            Some(second) => {
                let mut all = [first, second].into_iter().chain(ways);
                all.find(|way| Some(way.start) == hint)?
            }
        };
        Some(way.lost)
    }

    /// The lines at which the hunk may begin. Two of its old lines are looked for, since one of them
    /// may be the lost one; `None` if the file has one of them too often.
    fn starts(&self) -> Option<BTreeSet<usize>> {
        let mut longest: Vec<usize> = (0..self.old.len()).collect();
        longest.sort_by_key(|at| std::cmp::Reverse(self.old.get(*at).map_or(0, |line| line.len())));
        let mut starts = BTreeSet::new();
        for at in longest.into_iter().take(2) {
            let line = self.old.get(at)?;
            let is_it = |(_, other): &(usize, &&[u8])| *other == line;
            let found = self.file.iter().enumerate().filter(is_it).map(|(found, _)| found);
            let found: Vec<usize> = found.take(MOST_STARTS + 1).collect();
            if found.len() > MOST_STARTS {
                return None;
            }
            // The lost line is after this one, or before it.
            for in_front in [Some(at), at.checked_sub(1)].into_iter().flatten() {
                starts.extend(found.iter().filter_map(|found| found.checked_sub(in_front)));
            }
        }
        Some(starts)
    }

    fn found(&self, start: usize) -> Option<Found> {
        let there = self.file.get(start..)?;
        let lost = self.old.iter().zip(there).take_while(|(old, there)| old == there).count();
        let Some(behind) = self.old.get(lost + 1..) else { return Some(Found::Whole) };
        let rest = there.get(lost..)?.get(..behind.len())?;
        (rest == behind).then_some(Found::AllBut(Way { start, lost }))
    }

    /// Whether the line that the file lacks at a place is an added one: between lines that agree it
    /// is, unless the patch adds it elsewhere. At an end of the hunk it may be context that has changed.
    fn is_added(&self, way: Way) -> bool {
        let Some(line) = self.at.get(way.lost).and_then(|at| self.lines.get(*at)) else {
            return false;
        };
        let may_be = line.kind == LineKind::Context
            && !is_blank_line(line.text)
            && !self.hunks.iter().any(|hunk| is_wish(line, hunk));
        let is_first = way.lost == 0;
        let is_last = way.lost + 1 == self.old.len();
        may_be && (!(is_first || is_last) || self.is_added_at_end(way, line, is_first))
    }

    /// Whether a line at an end of the hunk is in the file nowhere, does not head what follows it, and
    /// is not the one that the file has in its place, nor another form of it. Before the first line,
    /// the number must say so.
    fn is_added_at_end(&self, way: Way, line: &HunkLine<'_>, is_first: bool) -> bool {
        let beside = if is_first { way.start.checked_sub(1) } else { Some(way.start + way.lost) };
        let beside = beside.and_then(|at| self.file.get(at)).copied().unwrap_or_default();
        let words = without_indentation(line.text).1;
        let is_same = |other: &[u8]| without_indentation(other).1 == words;
        let is_there = if has_words(words) {
            self.file.iter().any(|other| is_same(other))
        } else {
            is_same(beside) || !self.touches_added(way)
        };
        let has_another_value = || {
            let (own, other) = (assigned(line.text), assigned(beside));
            own.zip(other).is_some_and(|(own, other)| own.name == other.name)
        };
        let heads =
            !is_first && (opens_block(words) || begins_definition(words) || heads_flat(words));
        // The file has that one in another form: the line is context that has changed.
        let is_like_beside = is_form_of(words, without_indentation(beside).1);
        !is_there
            && !heads
            && !is_like_beside
            && !has_another_value()
            && (!is_first || hinted_index(self.hunk) == Some(way.start))
    }

    /// Whether an added line is beside the lost one.
    fn touches_added(&self, way: Way) -> bool {
        let Some(at) = self.at.get(way.lost).copied() else { return false };
        let beside = [at.checked_sub(1), at.checked_add(1)];
        let kinds = beside.iter().filter_map(|at| Some(self.lines.get((*at)?)?.kind));
        kinds.into_iter().any(|kind| kind == LineKind::Add)
    }
}

/// Whether a line is another form of one: it has all its words, or begins alike and shares most.
fn is_form_of(one: &[u8], other: &[u8]) -> bool {
    let [one_words, other_words] = [one, other].map(|line| words_of(line).collect::<Vec<_>>());
    let shared = one_words.iter().filter(|word| other_words.contains(word)).count();
    let most = one_words.len().max(other_words.len());
    let is_part = shared == one_words.len() && shared > 0;
    is_part || (first_word(one) == first_word(other) && shared > 1 && shared * 3 >= most * 2)
}
