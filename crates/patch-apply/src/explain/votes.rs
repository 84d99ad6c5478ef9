//! Guesses where in the file a hunk is meant: each old line that is found somewhere votes for a
//! start.
//!
//! One table for all failing hunks of a file is filled in one pass; each hunk then counts a bounded
//! number of votes, those of its rarest lines first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use super::align::SLACK;
use super::likeness::weight;
use crate::text::LineTable;

/// A line that is found in more places than this identifies little; only the places nearest to the
/// hint vote.
pub(super) const RARE: usize = 64;

/// The most votes of one hunk.
const MOST_VOTES: usize = 2048;

/// Where the old lines of some hunks occur, ignoring blanks at both ends.
#[derive(Debug, Default)]
pub(super) struct Places<'h> {
    ids: HashMap<&'h [u8], usize>,
    /// The lines of the file for each id.
    lines: Vec<Lines>,
    /// The lengths that occur: they rule out most lines of a file without hashing.
    lengths: Vec<bool>,
}

impl<'h> Places<'h> {
    /// Searches the whole file for lines. Blank lines are skipped: they occur everywhere.
    pub(super) fn new(table: &LineTable<'_>, old_lines: impl Iterator<Item = &'h [u8]>) -> Self {
        let mut places = Self::default();
        for line in old_lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
            let next = places.ids.len();
            places.ids.entry(line).or_insert(next);
            if places.lengths.len() <= line.len() {
                places.lengths.resize(line.len() + 1, false);
            }
            places.lengths.get_mut(line.len()).into_iter().for_each(|seen| *seen = true);
        }
        places.lines.resize_with(places.ids.len(), Lines::default);
        let mut first = 0;
        while first < table.len() {
            let line = table.line(first).trim_ascii();
            let count = table.repeats(first);
            let is_known = places.lengths.get(line.len()) == Some(&true);
            let id = places.ids.get(line).filter(|_| is_known);
            if let Some(lines) = id.and_then(|id| places.lines.get_mut(*id)) {
                lines.push(first, count);
            }
            first += count;
        }
        places
    }

    /// The lines of the file where a line occurs.
    fn of(&self, line: &[u8]) -> Option<&Lines> {
        self.lines.get(*self.ids.get(line.trim_ascii())?)
    }

    /// In how many lines of the file a line occurs.
    pub(super) fn count_of(&self, line: &[u8]) -> usize {
        self.of(line).map_or(0, |lines| lines.count)
    }

    /// The lines (0-based, or before the file) at which a hunk may start, the likeliest first, at
    /// most `most`. `hint` is the line that its header names.
    pub(super) fn starts(&self, old: &[&[u8]], hint: Option<usize>, most: usize) -> Vec<i64> {
        let numbered = old.iter().enumerate();
        let mut rarest: Vec<_> =
            numbered.filter_map(|(at, line)| Some((self.of(line)?, at))).collect();
        rarest.retain(|(lines, _)| lines.count > 0);
        rarest.sort_by_key(|(lines, at)| (lines.count, *at));
        let mut votes: Vec<(i64, u64)> = Vec::new();
        for (lines, at) in rarest {
            let say = 1 + u64::from(old.get(at).map_or(0, |line| weight(line))) * 16
                / u64::try_from(lines.count).unwrap_or(u64::MAX);
            let shift = i64::try_from(at).unwrap_or(0);
            let near = lines.nearest(hint.map_or(0, |hint| hint.saturating_add(at)));
            let starts = near.filter_map(|line| i64::try_from(line).ok());
            votes.extend(starts.map(|line| (line - shift, say)));
            if votes.len() >= MOST_VOTES {
                break;
            }
        }
        elect(votes, hint, most)
    }
}

/// Lines by their indices, in order. Generated files repeat a line thousands of times.
#[derive(Debug, Default)]
struct Lines {
    runs: Vec<Run>,
    /// How many lines there are.
    count: usize,
}

/// Consecutive lines.
#[derive(Debug)]
struct Run {
    lines: Range<usize>,
    /// How many lines are in the runs before.
    before: usize,
}

impl Lines {
    fn push(&mut self, first: usize, count: usize) {
        let lines = first..first + count;
        match self.runs.last_mut().filter(|run| run.lines.end == first) {
            Some(run) => run.lines.end = lines.end,
            None => self.runs.push(Run { lines, before: self.count }),
        }
        self.count += count;
    }

    /// The lines around `hint`, [`RARE`] at most.
    fn nearest(&self, hint: usize) -> impl Iterator<Item = usize> {
        let at = self.runs.partition_point(|run| run.lines.end <= hint);
        let below = |run: &Run| run.before + hint.saturating_sub(run.lines.start);
        let rank = self.runs.get(at).map_or(self.count, below);
        let first = rank.saturating_sub(RARE / 2).min(self.count.saturating_sub(RARE));
        let at = self.runs.partition_point(|run| run.before + run.lines.len() <= first);
        let runs = self.runs.iter().skip(at);
        let from = move |run: &Run| run.lines.start + first.saturating_sub(run.before);
        runs.flat_map(move |run| from(run)..run.lines.end).take(RARE)
    }
}

/// The starts with the most votes, counting the votes of nearby starts.
fn elect(mut votes: Vec<(i64, u64)>, hint: Option<usize>, most: usize) -> Vec<i64> {
    votes.sort_unstable();
    votes.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    let slack = i64::try_from(SLACK).unwrap_or(0);
    let hint = hint.and_then(|hint| i64::try_from(hint).ok());
    let (mut from, mut to, mut sum) = (0, 0, 0);
    let mut ranked = Vec::with_capacity(votes.len());
    for (start, own) in &votes {
        while let Some((_, say)) = votes.get(to).filter(|(other, _)| *other <= start + slack) {
            sum += say;
            to += 1;
        }
        while let Some((_, say)) = votes.get(from).filter(|(other, _)| *other < start - slack) {
            sum -= say;
            from += 1;
        }
        let distance = hint.map_or(0, |hint| hint.abs_diff(*start));
        ranked.push((Reverse(sum), Reverse(*own), distance, *start));
    }
    ranked.sort_unstable();
    let mut elected: Vec<i64> = Vec::with_capacity(most);
    for (.., start) in ranked {
        if elected.len() == most {
            break;
        }
        // The alignment cannot tell two closer starts apart.
        if elected.iter().all(|other| other.abs_diff(start) > slack.unsigned_abs() / 2) {
            elected.push(start);
        }
    }
    elected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[track_caller]
    fn check(file: &str, old: &str, hint: Option<usize>, expected: Option<i64>) {
        let table = Text::without_bom(file.as_bytes()).line_table();
        let old: Vec<&[u8]> = old.lines().map(str::as_bytes).collect();
        let places = Places::new(&table, old.iter().copied());
        assert_eq!(places.starts(&old, hint, 8).first().copied(), expected, "{old:?} in {file:?}");
    }

    #[test]
    fn the_rarest_lines_have_the_most_to_say() {
        let file = "}\n}\nfn a() {\n    b();\n}\n";
        check(file, "wrong\n    b();\n}\n", None, Some(2));
        check(file, "fn a() {\nwrong\n}\n", Some(0), Some(2));
        check(file, "more\nmore\nmore\n}\n", None, Some(-3));
        check(file, "nothing\n", None, None);
    }

    #[test]
    fn the_nearest_lines_are_those_around_the_hint() {
        let all: Vec<usize> = (10..40).chain([50]).chain(60..260).collect();
        let mut lines = Lines::default();
        for (first, count) in [(10, 29), (39, 1), (50, 1), (60, 200)] {
            lines.push(first, count);
        }
        assert_eq!((lines.count, lines.runs.len()), (all.len(), 3));
        for hint in (0..70).chain([200, 259, 260, 1000]) {
            let rank = all.partition_point(|line| *line < hint);
            let first = rank.saturating_sub(RARE / 2).min(all.len() - RARE);
            let expected = &all[first..][..RARE];
            assert_eq!(lines.nearest(hint).collect::<Vec<_>>(), expected, "around {hint}");
        }
        let mut few = Lines::default();
        few.push(3, 2);
        assert_eq!(few.nearest(1).chain(few.nearest(9)).collect::<Vec<_>>(), [3, 4, 3, 4]);
        assert_eq!(Lines::default().nearest(0).next(), None);
    }

    #[test]
    fn among_places_that_are_alike_the_hint_decides() {
        let file = "a\nb\n".repeat(500);
        check(&file, "a\nwrong\n", Some(601), Some(600));
        check(&file, "a\nwrong\n", Some(100), Some(100));
    }
}
