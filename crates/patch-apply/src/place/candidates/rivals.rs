//! Finds the rivals of a hunk's places: where it nearly matches. None is ever chosen, and each can
//! forbid a choice.

use std::ops::Range;

use patch_parse::{HunkLine, LineKind};

use super::enumerator::{Enumerator, MOST_MISSING};
use super::outer::droppable;
use super::share::Share;
use crate::place::lookup::{Block, Lookup, MOST_PLACES};
use crate::place::places::{Place, Places, signed};
use crate::place::rung::{Rank, plain};
use crate::text::words::{has_ascii_words, words_of};

/// How much of a hunk a rival has, beside all that is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::place) enum Nearly {
    /// Half of the lines, where the patch says that the hunk is.
    Half,
    /// Three of five lines and more than half of those with words (of lines without, four of five);
    /// or two thirds, and all but outer context.
    Most,
}

/// So many lines are searched for rivals before an index is used.
pub(in crate::place) const MOST_SCANNED: i64 = 512;

impl<'h, L: Lookup> Enumerator<'_, '_, 'h, L> {
    /// Rivals anywhere: all that is removed agrees, and two thirds of all lines. At most as many
    /// as there may be places, since all are compared with each other.
    pub(in crate::place) fn add_rivals(&mut self, places: &mut Places) {
        let starts = self.starts_alike().unwrap_or_default();
        let most = places.all.len() + MOST_PLACES;
        for start in starts {
            if places.all.len() == most {
                return;
            }
            if !places.has(start) && self.is_near(start, Share::TWO_THIRDS) {
                places.all.push(self.rival(start));
            }
        }
    }

    /// Rivals that start at these lines: all that is removed agrees, and such a part of all lines.
    pub(in crate::place) fn add_rivals_in(
        &mut self,
        starts: Range<i64>,
        least: Nearly,
        places: &mut Places,
    ) {
        self.compare_as(places);
        if starts.end.saturating_sub(starts.start) > MOST_SCANNED {
            // The index finds no rival with less than two thirds of the lines.
            let alike = self.starts_alike().unwrap_or_default();
            let most = places.all.len() + MOST_PLACES;
            for start in alike.into_iter().filter(|start| starts.contains(start)) {
                if places.all.len() == most {
                    return;
                }
                self.add_rival(start, least, places);
            }
            return;
        }
        // If more than half of the lines agree, any half of them contains one that does.
        let count = self.hunk.lines.old_count();
        let is_removed = |line: &(usize, HunkLine<'_>)| line.1.kind == LineKind::Remove;
        let old = || self.hunk.old_lines().enumerate();
        let key = |(at, line): (usize, HunkLine<'h>)| (at, self.key(line.text));
        let pivots: Vec<(usize, &[u8])> = match old().find(is_removed) {
            Some(_) => old().filter(is_removed).take(1).map(key).collect(),
            None => old().take(count.div_ceil(2)).map(key).collect(),
        };
        let first = usize::try_from(starts.start.max(0)).unwrap_or(0);
        let span = usize::try_from(starts.end).unwrap_or(0).saturating_sub(first) + count;
        let lines: Vec<&[u8]> =
            self.scene.lines_at(first).take(span).map(|line| self.key(line)).collect();
        for (at, line) in (first..).zip(lines) {
            for (offset, text) in &pivots {
                let start = signed(at) - signed(*offset);
                if line == *text && starts.contains(&start) {
                    self.add_rival(start, least, places);
                }
            }
        }
    }

    /// Where two thirds of a hunk, two lines of it with words, are with their own indentation, if
    /// the hunk is indented differently at a place. What is removed may have changed there, or a
    /// line of context.
    pub(in crate::place) fn as_indented_elsewhere(&mut self, place: &Place) -> Vec<Place> {
        if !matches!(place.rank, Rank::Indented | Rank::Spaced) {
            return Vec::new();
        }
        let range = signed(place.line)..signed(place.end());
        let count = signed(self.hunk.lines.old_count());
        self.is_indented = false;
        let starts = self.starts_alike().unwrap_or_default();
        let is_elsewhere =
            |start: &i64| start.saturating_add(count) <= range.start || *start >= range.end;
        let mut found: Vec<i64> = starts.into_iter().filter(is_elsewhere).collect();
        found.retain(|start| self.words(*start).0 >= 2);
        found.into_iter().map(|start| self.rival(start)).collect()
    }

    fn add_rival(&mut self, start: i64, least: Nearly, places: &mut Places) {
        if !self.is_far_off(start) && self.has_nearly(start, least) && !places.has(start) {
            places.all.push(self.rival(start));
        }
    }

    /// Whether so much of the hunk is where it would start at a line.
    fn has_nearly(&mut self, start: i64, least: Nearly) -> bool {
        let (agree, all) = self.words(start);
        let is_most = agree * 2 > all;
        match least {
            Nearly::Half => {
                let least = self.least_where_meant();
                (is_most && agree > 1 && self.is_near(start, Share::QUARTER))
                    || self.is_near(start, least)
            }
            Nearly::Most if all == 0 => self.is_near(start, Share::TWO_THIRDS),
            Nearly::Most => {
                (is_most && self.is_near(start, Share::THREE_FIFTHS))
                    || (self.has_core(start) && self.is_near(start, Share::TWO_THIRDS))
            }
        }
    }

    /// The part of the lines that is enough where the patch says that the hunk is. Where nothing
    /// that is removed tells, of lines around which much differs the rest is brackets and
    /// attributes.
    fn least_where_meant(&self) -> Share {
        if self.hunk.lines.removed_count() > 0 { Share::HALF } else { Share::TWO_THIRDS }
    }

    /// Rivals that start at these lines and of which something else than context was changed: all
    /// context agrees, or three of four lines with words.
    pub(in crate::place) fn add_changed_in(&mut self, starts: Range<i64>, places: &mut Places) {
        let mut alike = if starts.end.saturating_sub(starts.start) > MOST_SCANNED {
            let alike = self.starts_alike().unwrap_or_default().into_iter();
            alike.filter(|start| starts.contains(start)).collect()
        } else {
            self.starts_of_worded(starts)
        };
        alike.sort_unstable();
        alike.dedup();
        let most = places.all.len() + MOST_PLACES;
        for start in alike {
            if places.all.len() < most && !places.has(start) && self.is_like_at(start) {
                places.all.push(self.rival(start));
            }
        }
    }

    /// Where the hunk may start so that one of its first lines with words agrees: of that many some
    /// do, unless it is not like it.
    fn starts_of_worded(&mut self, starts: Range<i64>) -> Vec<i64> {
        let old = self.hunk.old_lines().enumerate();
        let pivots: Vec<(usize, &[u8])> = old
            .filter(|(_, line)| has_ascii_words(line.text))
            .take(MOST_MISSING + 1)
            .map(|(at, line)| (at, self.key(line.text)))
            .collect();
        let first = usize::try_from(starts.start.max(0)).unwrap_or(0);
        let behind = pivots.last().map_or(0, |(offset, _)| offset + 1);
        let span = usize::try_from(starts.end).unwrap_or(0).saturating_sub(first) + behind;
        let lines: Vec<&[u8]> =
            self.scene.lines_at(first).take(span).map(|line| self.key(line)).collect();
        let found = lines.into_iter().zip(first..).flat_map(|(line, at)| {
            let is_it = move |(_, text): &&(usize, &[u8])| *text == line;
            let start = move |(offset, _): &(usize, &[u8])| signed(at) - signed(*offset);
            pivots.iter().filter(is_it).map(start)
        });
        found.filter(|start| starts.contains(start)).collect()
    }

    /// Whether the hunk is there but for what was changed: all context, three lines of it with
    /// words; or two, and what is to be removed shares a word with what is there; or three of four
    /// lines with words.
    fn is_like_at(&mut self, start: i64) -> bool {
        if self.is_far_off(start) {
            return false;
        }
        let agreeing = self.agreeing(start);
        let missing = agreeing.iter().filter(|agrees| !**agrees).count();
        if missing > MOST_MISSING {
            return false;
        }
        let (agree, all) = self.words(start);
        if agree >= 3 && Share::THREE_QUARTERS.is_reached(agree, all) {
            return true;
        }
        let Ok(line) = usize::try_from(start) else { return false };
        self.is_changed_at(line, 3) || (self.is_changed_at(line, 2) && self.shares_word_at(line))
    }

    /// Whether a line to be removed shares a word with the line that is there.
    fn shares_word_at(&mut self, start: usize) -> bool {
        let in_file = self.scene.lines_at(start);
        let shares = |(line, in_file): (HunkLine<'_>, &[u8])| {
            line.kind == LineKind::Remove
                && words_of(line.text.as_ref()).any(|word| words_of(in_file).any(|it| it == word))
        };
        self.hunk.old_lines().zip(in_file).any(shares)
    }

    /// Whether the hunk nearly matches at a line that evidence points to; there less is required
    /// of a hunk that removes lines. `is_weak` asks for no more than what can hold the change.
    pub(in crate::place) fn is_nearly_at(&mut self, start: usize, is_weak: bool) -> bool {
        let least = self.least_where_meant();
        if self.is_near(signed(start), least)
            || self.is_changed_at(start, 2)
            || self.is_mostly_at(start)
        {
            return true;
        }
        let (before, _) = droppable(self.hunk);
        is_weak
            && (self.scene.lookup.is_at(
                Block::Core(self.index),
                plain(),
                start.saturating_add(before),
            ) || Share::HALF.agrees(&self.agreeing(signed(start))))
    }

    /// Whether three of four lines are at a line, all context and some of what is removed.
    fn is_mostly_at(&mut self, start: usize) -> bool {
        let agreeing = self.agreeing(signed(start));
        let lines = || self.hunk.old_lines().zip(&agreeing);
        let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
        agreeing.len() >= 4
            && Share::THREE_QUARTERS.agrees(&agreeing)
            && lines().all(|(line, agrees)| *agrees || !is_context(&line))
            && lines().any(|(line, agrees)| *agrees && !is_context(&line))
    }

    /// Whether all context is at a line, so many lines of it with words: then what is to be removed
    /// was changed there.
    pub(in crate::place) fn is_changed_at(&mut self, start: usize, least: usize) -> bool {
        let agreeing = self.agreeing(signed(start));
        let is_context = |line: &(HunkLine<'_>, &bool)| line.0.kind == LineKind::Context;
        let context = || self.hunk.old_lines().zip(&agreeing).filter(is_context);
        context().filter(|(line, _)| has_ascii_words(line.text)).count() >= least
            && context().all(|(_, agrees)| *agrees)
    }

    /// Whether all agrees but outer context.
    fn has_core(&mut self, start: i64) -> bool {
        let (before, after) = droppable(self.hunk);
        let agreeing = self.agreeing(start);
        let core = agreeing.len().saturating_sub(before + after);
        agreeing.iter().skip(before).take(core).all(|agrees| *agrees)
    }

    /// Of the lines with words those that agree, and all: braces and blank lines are everywhere.
    fn words(&mut self, start: i64) -> (usize, usize) {
        let agreeing = self.agreeing(start);
        let is_worded = |line: &(HunkLine<'_>, &bool)| has_ascii_words(line.0.text);
        let words = || self.hunk.old_lines().zip(&agreeing).filter(is_worded);
        (words().filter(|(_, agrees)| **agrees).count(), words().count())
    }
}
