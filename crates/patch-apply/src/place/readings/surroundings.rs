//! Counts how many lines of a hunk are around a place, and how many of them are together
//! elsewhere.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use patch_parse::{Hunk, HunkLine};

use crate::place::candidates::share::Share;
use crate::text::words::has_words;

/// The most lines that others put in one place among those of a hunk.
pub(super) const MOST_BETWEEN: usize = 16;

/// The least old lines with words by which a hunk is found.
const LEAST_WORDED: usize = 3;

/// The lines of a hunk in a file, blanks at both ends aside.
#[derive(Debug)]
pub(super) struct Surroundings<'f> {
    /// All lines around the place.
    lines: HashSet<&'f [u8]>,
    /// The lines of the hunk with words, each with its number: the old ones first.
    ids: HashMap<Vec<u8>, usize>,
    old_count: usize,
    /// Which of them are at the place.
    here: HashSet<usize>,
    /// The lines of the file that are lines of the hunk, and which.
    hits: Vec<(usize, usize)>,
    /// The lines of the place.
    own: Range<usize>,
    /// The lines of the file among which they are together.
    length: usize,
    share: Share,
}

impl<'f> Surroundings<'f> {
    /// The lines around a hunk whose place is these lines of a file.
    pub(super) fn new(in_file: &[&'f [u8]], hunk: &Hunk<'_>, own: Range<usize>) -> Self {
        let around = own.start.saturating_sub(MOST_BETWEEN)..own.end + MOST_BETWEEN;
        let mut ids = HashMap::new();
        number(&mut ids, hunk.old_lines());
        let old_count = ids.len();
        number(&mut ids, hunk.new_lines());
        let numbered = in_file.iter().enumerate();
        let hits: Vec<(usize, usize)> =
            numbered.filter_map(|(at, line)| Some((at, *ids.get(line.trim_ascii())?))).collect();
        let is_here = |(at, id): &&(usize, usize)| own.contains(at) && *id < old_count;
        let here = hits.iter().filter(is_here).map(|(_, id)| *id).collect();
        let lines = in_file.iter().take(around.end).skip(around.start);
        Self {
            lines: lines.map(|line| line.trim_ascii()).collect(),
            ids,
            old_count,
            here,
            hits,
            own,
            length: around.len(),
            share: if hunk.lines.removed_count() > 0 { Share::HALF } else { Share::TWO_THIRDS },
        }
    }

    /// Whether a line is around.
    pub(super) fn has(&self, line: &[u8]) -> bool {
        self.lines.contains(line.trim_ascii())
    }

    /// Whether a line of the hunk is once in the file.
    pub(super) fn is_once(&self, line: &[u8]) -> bool {
        let own = self.ids.get(line.trim_ascii());
        self.hits.iter().filter(|(_, id)| Some(id) == own).take(2).count() == 1
    }

    /// Whether half of the old lines are there, and nowhere else are half as many of these and the
    /// new ones: the hunk may be done there.
    pub(super) fn is_like_nothing_else(&self) -> bool {
        let from = |line: usize| self.hits.partition_point(|(at, _)| *at < line);
        let before = self.hits.get(..from(self.own.start)).unwrap_or_default();
        let behind = self.hits.get(from(self.own.end)..).unwrap_or_default();
        let together = |hits| most_together(hits, self.length, self.ids.len());
        let most = together(before).max(together(behind));
        self.here.len() >= LEAST_WORDED
            && self.share.is_reached(self.here.len(), self.old_count)
            && most * 2 <= self.here.len()
    }
}

/// Gives a number to each line with words.
fn number<'h>(ids: &mut HashMap<Vec<u8>, usize>, lines: impl Iterator<Item = HunkLine<'h>>) {
    for line in lines.filter(|line| has_words(line.text)) {
        let next = ids.len();
        ids.entry(line.text.trim_ascii().to_vec()).or_insert(next);
    }
}

/// The most different lines of a hunk that are together in so many lines of the file.
fn most_together(hits: &[(usize, usize)], length: usize, ids: usize) -> usize {
    let mut counts = vec![0_usize; ids];
    let (mut together, mut most) = (0, 0);
    let mut oldest = hits.iter().peekable();
    for (at, id) in hits {
        while let Some((_, gone)) = oldest.next_if(|(first, _)| first + length <= *at) {
            if let Some(count) = counts.get_mut(*gone) {
                *count -= 1;
                together -= usize::from(*count == 0);
            }
        }
        if let Some(count) = counts.get_mut(*id) {
            together += usize::from(*count == 0);
            *count += 1;
        }
        most = most.max(together);
    }
    most
}
