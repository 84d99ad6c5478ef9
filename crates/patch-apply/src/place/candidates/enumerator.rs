//! Looks for the places of one hunk, and counts how many of its lines would agree if it started at
//! a given line.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::share::Share;
use crate::place::lookup::Lookup;
use crate::place::places::{Place, Places, signed};
use crate::place::rung::Rank;
use crate::place::scene::Scene;
use crate::text::blanks::{is_blank_line, without_indentation, without_trailing_blanks};

/// Looks for the places of one hunk. Its methods are in the other files of this folder.
pub(in crate::place) struct Enumerator<'s, 'f, 'h, L> {
    pub(in crate::place) scene: &'s mut Scene<'f, 'h, L>,
    pub(in crate::place) index: usize,
    pub(in crate::place) hunk: &'h Hunk<'h>,
    /// The first line that a place may start at: after the chunks in front. A hunk of a unified
    /// diff may be anywhere.
    pub(in crate::place) from: usize,
    /// A near match may be indented differently, as a match may.
    pub(in crate::place) is_indented: bool,
}

impl<'s, 'f, 'h, L: Lookup> Enumerator<'s, 'f, 'h, L> {
    pub(in crate::place) fn new(
        scene: &'s mut Scene<'f, 'h, L>,
        index: usize,
        hunk: &'h Hunk<'h>,
        from: usize,
    ) -> Self {
        Self { scene, index, hunk, from, is_indented: false }
    }
}

impl<'h, L: Lookup> Enumerator<'_, '_, 'h, L> {
    /// A line as it is compared in the search for near matches.
    pub(in crate::place) fn key<'l>(&self, line: &'l [u8]) -> &'l [u8] {
        if self.is_indented { without_indentation(line).1 } else { without_trailing_blanks(line) }
    }

    /// Has what nearly matches beside these places compared as the best of them was found.
    pub(in crate::place) fn compare_as(&mut self, places: &Places) {
        self.is_indented = matches!(places.best(), Some(Rank::Indented | Rank::Spaced));
    }

    /// Which old lines agree, trailing blanks aside, where the hunk would start at `start`: an
    /// empty one may be the final newline.
    pub(in crate::place) fn agreeing(&mut self, start: i64) -> Vec<bool> {
        self.agreeing_of(self.hunk.old_lines(), start)
    }

    /// The same of the old lines as they were collected before.
    fn agreeing_of(
        &mut self,
        old: impl Iterator<Item = HunkLine<'h>> + Clone,
        start: i64,
    ) -> Vec<bool> {
        let mut agreeing: Vec<bool> = self.comparisons(old.clone(), start).collect();
        let is_empty = |line: HunkLine<'_>| is_blank_line(line.text);
        let may_be_newline = agreeing.last() == Some(&false)
            && !self.scene.text.lacks_final_newline()
            && !old.clone().all(is_empty);
        if may_be_newline {
            let end = signed(self.scene.lookup.line_count()).saturating_sub(start);
            let mut lines = agreeing.iter_mut().zip(old);
            if let Some((slot, line)) = usize::try_from(end).ok().and_then(|at| lines.nth(at)) {
                *slot = is_empty(line);
            }
        }
        agreeing
    }

    /// Which old lines agree with lines of the file, trailing blanks aside.
    pub(in crate::place) fn agreeing_lines(&mut self, start: i64) -> Vec<bool> {
        self.comparisons(self.hunk.old_lines(), start).collect()
    }

    /// Whether more lines are missing than a rival may lack. Most often the first lines show that.
    pub(in crate::place) fn is_far_off(&mut self, start: i64) -> bool {
        let comparisons = self.comparisons(self.hunk.old_lines(), start);
        misses_too_many(comparisons)
    }

    fn comparisons(
        &mut self,
        old: impl Iterator<Item = HunkLine<'h>>,
        start: i64,
    ) -> impl Iterator<Item = bool> {
        let before = usize::try_from(-start).unwrap_or(0);
        let in_file = self.scene.lines_at(usize::try_from(start).unwrap_or(0)).map(Some);
        let none = std::iter::repeat_n(None, before);
        let in_file = none.chain(in_file).chain(std::iter::repeat(None));
        let agrees = |(line, in_file): (HunkLine<'_>, Option<&[u8]>)| {
            in_file.is_some_and(|in_file| self.key(in_file) == self.key(line.text))
        };
        old.zip(in_file).map(agrees)
    }

    /// Whether the hunk nearly matches where it would start at `start`: all that is removed agrees,
    /// at least such a part of all lines does, and not many are missing. That is what makes a line
    /// a rival.
    pub(in crate::place) fn is_near(&mut self, start: i64, least: Share) -> bool {
        let agreeing = self.agreeing(start);
        let removed = |line: &(HunkLine<'_>, &bool)| line.0.kind == LineKind::Remove;
        let all_removed =
            self.hunk.old_lines().zip(&agreeing).filter(removed).all(|(_, agrees)| *agrees);
        let missing = agreeing.iter().filter(|agrees| !**agrees).count();
        all_removed && missing <= MOST_MISSING && least.agrees(&agreeing)
    }

    /// Where the hunk may start so that two thirds of its old lines are found; `None` if there are
    /// too many starts to look at.
    pub(in crate::place) fn starts_alike(&mut self) -> Option<Vec<i64>> {
        let mut starts = self.scene.lookup.starts_alike(self.index)?;
        let count = self.hunk.lines.old_count();
        let end = signed(self.scene.lookup.line_count());
        let last = self.hunk.old_lines().enumerate().skip(count.saturating_sub(MOST_MISSING + 1));
        let blank = last.filter(|(_, line)| line.text.trim_ascii().is_empty());
        starts.extend(blank.map(|(at, _)| end - signed(at)));
        starts.sort_unstable();
        starts.dedup();
        // They are gone over once for each start.
        let old: Vec<HunkLine<'h>> = self.hunk.old_lines().collect();
        let old = || old.iter().copied();
        starts.retain(|start| {
            !misses_too_many(self.comparisons(old(), *start))
                && Share::TWO_THIRDS.agrees(&self.agreeing_of(old(), *start))
        });
        Some(starts)
    }

    pub(in crate::place) fn rival(&self, start: i64) -> Place {
        Place::rival(start, self.hunk.lines.old_count())
    }
}

/// If more of the old lines are missing, the others agree by chance: the writer did not mean this
/// place.
pub(in crate::place) const MOST_MISSING: usize = 8;

fn misses_too_many(comparisons: impl Iterator<Item = bool>) -> bool {
    // An empty one may be the final newline.
    comparisons.filter(|agrees| !agrees).nth(MOST_MISSING + 1).is_some()
}
