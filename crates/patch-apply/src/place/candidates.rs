//! The places that a hunk may be meant for.
//!
//! A *candidate* is a place where the old lines agree at some rung. A *rival* is one where they
//! nearly agree: it is never chosen, and it can speak against a choice. A place where the new lines
//! match already (*done*) is weighed like the others.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind, Newline};

use super::candidate::{Candidate, Kind, Places, signed};
use super::done;
use super::lookup::{Block, Lookup, MOST_PLACES};
use super::outer::droppable;
use super::rung::{RUNGS, Rank, Rung, RungRule, exact, plain, without_trailing_blanks};
use super::scene::Scene;
use crate::mapping;

/// How much of a hunk a rival has, beside all that is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nearly {
    /// Half of the lines, where the patch says that the hunk is.
    Half,
    /// Three of five lines and more than half of those with words (of lines without, four of five); or
    /// two thirds, and all but outer context.
    Most,
}

/// Looks for the places of one hunk from a line on.
pub(super) struct Enumerator<'s, 'f, 'h, L> {
    pub(super) scene: &'s mut Scene<'f, 'h, L>,
    pub(super) index: usize,
    pub(super) hunk: &'h Hunk<'h>,
    pub(super) from: usize,
}

impl<L: Lookup> Enumerator<'_, '_, '_, L> {
    /// The places at the strictest rung that has any, or where all but outer context agrees.
    pub(super) fn strictest(&mut self) -> Places {
        let mut places = self.ladder();
        if places.all.is_empty() {
            self.add_outer(&mut places);
        }
        places
    }

    /// The places at the strictest rung that has any; what is done already comes before the loose
    /// ones, since the new lines as they are say more than the old ones changed.
    pub(super) fn ladder(&mut self) -> Places {
        let mut places = Places::default();
        let mut is_loose = false;
        for rule in self.rules() {
            if rule.is_loose && !std::mem::replace(&mut is_loose, true) {
                self.add_without_last_blank(&mut places);
                if !places.all.is_empty() || self.add_done(&mut places) {
                    return places;
                }
            }
            self.add_rung(rule, &mut places);
            if !places.all.is_empty() {
                return places;
            }
        }
        if !is_loose {
            self.add_done(&mut places);
        }
        places
    }

    /// The end of the file, for a hunk whose last old line is blank: writers take the final newline
    /// for an empty line.
    fn add_without_last_blank(&mut self, places: &mut Places) {
        let count = self.hunk.lines.old_count();
        let is_blank = |line: HunkLine<'_>| {
            without_trailing_blanks(line.text).is_empty() && line.newline != Newline::None
        };
        if count < 2 || !self.hunk.old_lines().last().is_some_and(is_blank) {
            return;
        }
        // Lines are added behind an empty line, and the file has none for them.
        let kind = |line: Option<HunkLine<'_>>| line.map(|line| line.kind);
        if kind(self.hunk.lines.iter().last()) == Some(LineKind::Add)
            && kind(self.hunk.old_lines().last()) == Some(LineKind::Context)
        {
            return;
        }
        let Some(line) = self.scene.lookup.line_count().checked_sub(count - 1) else { return };
        let agreeing = self.agreeing(signed(line));
        if line >= self.from && agreeing.iter().rev().skip(1).all(|agrees| *agrees) {
            places.all.push(Candidate {
                kind: Kind::Match(Rung::TrailingBlanks),
                rank: Rank::TrailingBlanks,
                line,
                count: count - 1,
                dropped: (0, 1),
                missing: 0,
            });
        }
    }

    /// All others: at looser rungs, and rivals.
    pub(super) fn complete(&mut self, places: &mut Places) {
        if std::mem::replace(&mut places.is_complete, true) {
            return;
        }
        for rule in self.rules() {
            self.add_rung(rule, places);
        }
        self.add_rivals(places);
    }

    /// What is at one line, where the hunk would start: at any rung, nearly, or done.
    pub(super) fn at(&mut self, start: usize, places: &mut Places) {
        if places.has(signed(start)) {
            return;
        }
        let block = Block::Old(self.index);
        let found = self.rules().find(|rule| self.scene.lookup.is_at(block, rule, start));
        if let Some(rule) = found {
            let place = self.matching(rule, start);
            places.all.push(place);
        } else if done::is_at(self.scene, self.index, start) {
            places.all.push(self.done(start));
        } else if self.is_nearly_at(start, places.best() == Some(Rank::Outer)) {
            places.all.push(self.rival(signed(start)));
        }
    }

    /// The first and the last place in some room, where there are more places than are listed.
    pub(super) fn at_ends_of(&mut self, (first, end): (usize, usize), places: &mut Places) {
        let best = places.best();
        let Some(rule) = RUNGS.iter().find(|rule| Some(rule.rank) == best) else { return };
        let block = Block::Old(self.index);
        let ends = [
            self.scene.lookup.first_place(block, rule, first),
            self.scene.lookup.last_place(block, rule, first..end),
        ];
        for line in ends.into_iter().flatten() {
            self.at(line, places);
        }
    }

    /// The rungs at which the hunk may match.
    fn rules(&mut self) -> impl Iterator<Item = &'static RungRule> + use<L> {
        let may_match = self.scene.lookup.may_match(Block::Old(self.index));
        let mut count = if may_match { RUNGS.len() } else { 1 };
        while count > 2 && RUNGS.get(count - 1).is_some_and(|rule| !(rule.concerns)(self.hunk)) {
            count -= 1;
        }
        RUNGS.iter().take(count)
    }

    fn add_rung(&mut self, rule: &'static RungRule, places: &mut Places) {
        let found = self.scene.lookup.places(Block::Old(self.index), rule, self.from);
        let is_new = places.all.iter().all(|place| !place.is_match());
        places.is_cut |= is_new && found.len() == MOST_PLACES;
        for line in found {
            if !places.has(signed(line)) {
                let place = self.matching(rule, line);
                places.all.push(place);
            }
        }
    }

    /// A place at which the old lines agree at a rung.
    pub(super) fn matching(&mut self, rule: &'static RungRule, line: usize) -> Candidate {
        let count = self.hunk.lines.old_count();
        let place = Candidate {
            kind: Kind::Match(rule.rung),
            rank: rule.rank,
            line,
            count,
            dropped: (0, 0),
            missing: 0,
        };
        let rank = match rule.rung {
            Rung::TrailingBlanks if self.lacks_only_newline(line) => Rank::Exact,
            Rung::Indentation if !mapping::is_one_rule(self.hunk, self.scene.lines_at(line)) => {
                Rank::Spaced
            }
            _ => rule.rank,
        };
        Candidate { rank, ..place }
    }

    /// Whether a block agrees byte for byte but for the newline that the last line of the file lacks.
    fn lacks_only_newline(&mut self, line: usize) -> bool {
        let is_at_end = line + self.hunk.lines.old_count() == self.scene.lookup.line_count();
        is_at_end
            && self.scene.text.lacks_final_newline()
            && self.hunk.old_lines().zip(self.scene.lines_at(line)).all(|(line, in_file)| {
                let whole = [&**line.text, line.newline.as_bytes()].concat();
                in_file == whole || (!in_file.ends_with(b"\n") && in_file == &**line.text)
            })
    }

    fn done(&self, line: usize) -> Candidate {
        let count = self.hunk.lines.new_count();
        Candidate { kind: Kind::Done, rank: Rank::Done, line, count, dropped: (0, 0), missing: 0 }
    }

    fn rival(&self, start: i64) -> Candidate {
        let line = usize::try_from(start).unwrap_or(0);
        let before = usize::try_from(-start).unwrap_or(0);
        let count = self.hunk.lines.old_count().saturating_sub(before);
        Candidate {
            kind: Kind::Rival,
            rank: Rank::Rival,
            line,
            count,
            dropped: (before, 0),
            missing: 0,
        }
    }

    fn add_done(&mut self, places: &mut Places) -> bool {
        let found = done::anywhere(self.scene, self.index).filter(|line| *line >= self.from);
        places.all.extend(found.map(|line| self.done(line)));
        found.is_some()
    }

    /// Places where all agrees but outer context, and those that come as close.
    pub(super) fn add_outer(&mut self, places: &mut Places) {
        let (before, after) = droppable(self.hunk);
        let may_match = self.scene.lookup.may_match(Block::Core(self.index));
        if before + after == 0 || self.hunk.end_of_file || !may_match {
            return;
        }
        let cores = self.scene.lookup.places(Block::Core(self.index), plain(), 0);
        if cores.len() == MOST_PLACES {
            return;
        }
        let count = self.hunk.lines.old_count();
        let context = self.hunk.lines.context_count();
        // Two thirds of all lines, and some context where there is any.
        let is_enough = |agreeing: usize| agreeing * 3 >= count * 2 && agreeing > count - context;
        let mut near: Vec<(i64, usize)> = Vec::new();
        for core in cores {
            let start = signed(core) - signed(before);
            let agreeing = self.agreeing(start);
            let total = agreeing.iter().filter(|agrees| **agrees).count();
            if !is_enough(total) || core < self.from {
                near.push((start, total));
                continue;
            }
            let place = kept(start, &agreeing, (before, after));
            if self.is_elsewhere(&place) {
                near.push((start, total));
            } else {
                places.all.push(place);
            }
        }
        let best = places.all.iter().map(|place| count - place.dropped.0 - place.dropped.1).max();
        let Some(best) = best else { return };
        let best = best.max(self.most_agreeing(places));
        let Some(starts) = self.scene.lookup.starts_alike(self.index) else {
            places.all.clear();
            return;
        };
        for start in starts.into_iter().filter(|start| !places.has(*start)) {
            let total = self.agreeing(start).iter().filter(|agrees| **agrees).count();
            near.push((start, total));
        }
        near.sort_unstable();
        near.dedup();
        // What comes as close says as much.
        let close = near.into_iter().filter(|(_, total)| *total >= best);
        let rivals: Vec<_> = close
            .map(|(start, total)| Candidate {
                rank: Rank::Outer,
                missing: count - total,
                ..self.rival(start)
            })
            .collect();
        places.all.extend(rivals);
        places.is_complete = true;
    }

    /// Whether a context line that a place lacks is once in the file, elsewhere: then that is where the
    /// writer looked.
    fn is_elsewhere(&mut self, place: &Candidate) -> bool {
        let count = self.hunk.lines.old_count();
        let (before, after) = place.dropped;
        let dropped: Vec<(usize, HunkLine<'_>)> = self
            .hunk
            .old_lines()
            .enumerate()
            .filter(|(at, _)| *at < before || *at >= count - after)
            .collect();
        dropped.into_iter().any(|(at, line)| {
            let letters = line.text.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
            letters >= LEAST_LETTERS && self.scene.lookup.is_once(self.index, at)
        })
    }

    /// The most lines that agree at any of the places.
    fn most_agreeing(&mut self, places: &Places) -> usize {
        let starts: Vec<i64> = places.all.iter().map(Candidate::whole).collect();
        let total = |start: i64| self.agreeing(start).iter().filter(|agrees| **agrees).count();
        starts.into_iter().map(total).max().unwrap_or(0)
    }

    /// Rivals anywhere: all that is removed agrees, and two thirds of all lines. No more than there may be
    /// places: all are compared with each other.
    fn add_rivals(&mut self, places: &mut Places) {
        let starts = self.scene.lookup.starts_alike(self.index).unwrap_or_default();
        let most = places.all.len() + MOST_PLACES;
        for start in starts {
            if places.all.len() == most {
                return;
            }
            if !places.has(start) && self.is_near(start, (2, 3)) {
                places.all.push(self.rival(start));
            }
        }
    }

    /// Rivals that start at these lines: all that is removed agrees, and such a part of all lines.
    pub(super) fn add_rivals_in(&mut self, starts: Range<i64>, least: Nearly, places: &mut Places) {
        if starts.end.saturating_sub(starts.start) > MOST_SCANNED {
            // The index knows of no rival with less than two thirds of the lines.
            let alike = self.scene.lookup.starts_alike(self.index).unwrap_or_default();
            let most = places.all.len() + MOST_PLACES;
            for start in alike.into_iter().filter(|start| starts.contains(start)) {
                if places.all.len() == most {
                    return;
                }
                self.add_rival(start, least, places);
            }
            return;
        }
        // Of more than half of the lines one is among any half of them.
        let count = self.hunk.lines.old_count();
        let is_removed = |line: &(usize, HunkLine<'_>)| line.1.kind == LineKind::Remove;
        let old = || self.hunk.old_lines().enumerate();
        let pivots: Vec<(usize, &[u8])> = match old().find(is_removed) {
            Some(_) => old().filter(is_removed).take(1).map(pivot).collect(),
            None => old().take(count.div_ceil(2)).map(pivot).collect(),
        };
        let first = usize::try_from(starts.start.max(0)).unwrap_or(0);
        let span = usize::try_from(starts.end).unwrap_or(0).saturating_sub(first) + count;
        let lines: Vec<&[u8]> =
            self.scene.lines_at(first).take(span).map(without_trailing_blanks).collect();
        for (at, line) in (first..).zip(lines) {
            for (offset, text) in &pivots {
                let start = signed(at) - signed(*offset);
                if line == *text && starts.contains(&start) {
                    self.add_rival(start, least, places);
                }
            }
        }
    }

    fn add_rival(&mut self, start: i64, least: Nearly, places: &mut Places) {
        let is_near = match least {
            Nearly::Half => self.is_near(start, (1, 2)),
            Nearly::Most => {
                let (agree, all) = self.words(start);
                let least = if all == 0 { (4, 5) } else { (3, 5) };
                let is_most = (all == 0 || agree * 2 > all) && self.is_near(start, least);
                is_most || (self.has_core(start) && self.is_near(start, (2, 3)))
            }
        };
        if is_near && !places.has(start) {
            places.all.push(self.rival(start));
        }
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
        let has_words =
            |line: &(HunkLine<'_>, &bool)| line.0.text.iter().any(u8::is_ascii_alphanumeric);
        let words = || self.hunk.old_lines().zip(&agreeing).filter(has_words);
        (words().filter(|(_, agrees)| **agrees).count(), words().count())
    }

    /// Whether the hunk nearly matches at a line that evidence points to; there less is asked of a
    /// hunk that removes lines. `is_weak` asks for no more than what can hold the change.
    fn is_nearly_at(&mut self, start: usize, is_weak: bool) -> bool {
        let least = if self.hunk.lines.removed_count() > 0 { (1, 2) } else { (2, 3) };
        if self.is_near(signed(start), least) || self.is_changed_at(start) {
            return true;
        }
        let (before, _) = droppable(self.hunk);
        let is_half = |agreeing: Vec<bool>| is_part(&agreeing, (1, 2));
        is_weak
            && (self.scene.lookup.is_at(
                Block::Core(self.index),
                plain(),
                start.saturating_add(before),
            ) || is_half(self.agreeing(signed(start))))
    }

    /// Whether all context is at a line, two lines of it with words: then what is to be removed was
    /// changed there.
    fn is_changed_at(&mut self, start: usize) -> bool {
        let agreeing = self.agreeing(signed(start));
        let is_context = |line: &(HunkLine<'_>, &bool)| line.0.kind == LineKind::Context;
        let context = || self.hunk.old_lines().zip(&agreeing).filter(is_context);
        let has_words = |line: &HunkLine<'_>| line.text.iter().any(u8::is_ascii_alphanumeric);
        context().filter(|(line, _)| has_words(line)).count() >= 2
            && context().all(|(_, agrees)| *agrees)
    }

    fn is_near(&mut self, start: i64, least: (usize, usize)) -> bool {
        let agreeing = self.agreeing(start);
        let removed = |line: &(HunkLine<'_>, &bool)| line.0.kind == LineKind::Remove;
        let all_removed =
            self.hunk.old_lines().zip(&agreeing).filter(removed).all(|(_, agrees)| *agrees);
        let missing = agreeing.iter().filter(|agrees| !**agrees).count();
        all_removed && missing <= MOST_MISSING && is_part(&agreeing, least)
    }

    /// Which old lines agree, trailing blanks aside, where the hunk would start at `start`.
    fn agreeing(&mut self, start: i64) -> Vec<bool> {
        let before = usize::try_from(-start).unwrap_or(0);
        let in_file = self.scene.lines_at(usize::try_from(start).unwrap_or(0)).map(Some);
        let none = std::iter::repeat_n(None, before);
        let in_file = none.chain(in_file).chain(std::iter::repeat(None));
        let agrees = |(line, in_file): (HunkLine<'_>, Option<&[u8]>)| {
            in_file.map(without_trailing_blanks) == Some(without_trailing_blanks(line.text))
        };
        self.hunk.old_lines().zip(in_file).map(agrees).collect()
    }

    /// Whether a block matches byte for byte at another line in a range of starts.
    pub(super) fn has_other_exact(&mut self, lines: Range<usize>, own: usize) -> bool {
        let block = Block::Old(self.index);
        if lines.len() > MOST_PLACES {
            let found = self.scene.lookup.places(block, exact(), lines.start);
            return found.into_iter().any(|line| line != own && lines.contains(&line));
        }
        lines.into_iter().any(|line| line != own && self.scene.lookup.is_at(block, exact(), line))
    }
}

/// What matches at a place: the lines between the differing ones, of so many that may differ
/// before and behind them.
fn kept(start: i64, agreeing: &[bool], (before, after): (usize, usize)) -> Candidate {
    let count = agreeing.len();
    let differs = |at: &usize| agreeing.get(*at) == Some(&false);
    let before = (0..before).rev().find(differs).map_or(0, |at| at + 1);
    let after = (count - after..count).find(differs).map_or(0, |at| count - at);
    Candidate {
        kind: Kind::Match(Rung::OuterContext),
        rank: Rank::Outer,
        line: usize::try_from(start + signed(before)).unwrap_or(0),
        count: count - before - after,
        dropped: (before, after),
        missing: agreeing.iter().filter(|agrees| !**agrees).count(),
    }
}

/// A line with fewer letters is found anywhere by chance.
const LEAST_LETTERS: usize = 4;

/// Where more of the old lines are missing, it is chance that the others agree: nobody looked there.
const MOST_MISSING: usize = 8;

/// So many lines are gone over for rivals before an index is asked.
pub(super) const MOST_SCANNED: i64 = 512;

/// An old line by its place, as it is compared.
fn pivot((at, line): (usize, HunkLine<'_>)) -> (usize, &[u8]) {
    let HunkLine { text, .. } = line;
    (at, without_trailing_blanks(text.as_ref()))
}

/// Whether at least such a part of the lines agrees.
fn is_part(agreeing: &[bool], (numerator, denominator): (usize, usize)) -> bool {
    let count = agreeing.iter().filter(|agrees| **agrees).count();
    count * denominator >= agreeing.len() * numerator
}
