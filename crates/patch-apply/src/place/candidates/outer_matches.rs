//! Finds the places where everything of a hunk agrees but its outer context, and those that come
//! as close.

use patch_parse::{HunkLine, LineKind};

use super::enumerator::Enumerator;
use super::given_up::{OtherNames, gives_up_copy};
use super::outer::{droppable, is_wish};
use super::share::Share;
use crate::place::lookup::{Block, Lookup, MOST_PLACES};
use crate::place::places::{Place, Places, signed};
use crate::place::rung::{Rank, plain};
use crate::text::blanks::{is_blank_line, without_trailing_blanks};
use crate::text::words::has_words;

/// The most lines that a hunk may leave out after its first one.
const MOST_LEFT_OUT: usize = 2;

/// A line with fewer letters is found anywhere by chance.
const LEAST_LETTERS: usize = 4;

impl<L: Lookup> Enumerator<'_, '_, '_, L> {
    /// Places where all agrees but outer context, and those that come as close.
    pub(in crate::place) fn add_outer(&mut self, places: &mut Places) {
        let (before, after) = droppable(self.hunk);
        let may_match = self.scene.lookup.may_match(Block::Core(self.index));
        if before + after == 0 || self.hunk.is_end_of_file() || !may_match {
            return;
        }
        let cores = self.scene.lookup.places(Block::Core(self.index), plain(), 0);
        if cores.len() == MOST_PLACES {
            return;
        }
        let count = self.hunk.lines.old_count();
        let context = self.hunk.lines.context_count();
        // Two thirds of all lines, and some context where there is any.
        let is_enough = |agreeing: usize| {
            Share::TWO_THIRDS.is_reached(agreeing, count) && agreeing > count - context
        };
        // Brackets and empty lines are everywhere.
        let hunk = self.hunk;
        let says = |agreeing: &[bool]| {
            let is_worded = |(line, agrees): (HunkLine<'_>, &bool)| *agrees && has_words(line.text);
            hunk.old_lines().zip(agreeing).any(is_worded)
        };
        let mut near: Vec<(i64, usize)> = Vec::new();
        let mut others = OtherNames::default();
        for core in cores {
            let start = signed(core) - signed(before);
            let total = self.agreeing_count(start);
            let agreeing = self.agreeing_lines(start);
            if !is_enough(total) || core < self.from || !says(&agreeing) {
                near.push((start, total));
                continue;
            }
            let kept = kept(start, &agreeing, (before, after));
            let left_out = self.left_out(&kept, &agreeing);
            let place = Place { missing: count - total, left_out, ..kept };
            // A copy that is not there says that the hunk may be done: this is the other one.
            let is_copy = gives_up_copy(self.scene, self.hunk, &place);
            let is_refuted = self.is_elsewhere(&place, &agreeing)
                || self.is_wish_beside(&place, &agreeing)
                || self.lacks_marked_blanks(&place, &agreeing)
                || self.lacks_kept(&place, &mut others);
            let is_refuted = is_refuted && !is_copy;
            if is_refuted {
                near.push((start, total));
            } else {
                places.all.push(place);
            }
        }
        let best = places.all.iter().map(|place| count - place.dropped.0 - place.dropped.1).max();
        let Some(best) = best else { return };
        let best = best.max(self.most_agreeing(places));
        self.add_as_close(near, best, places);
    }

    /// Adds rivals at the starts in `near`, and at those where lines are alike, at which at least
    /// `best` lines agree: they say as much as the places that were found. Each start has its count
    /// of lines that agree.
    fn add_as_close(&mut self, mut near: Vec<(i64, usize)>, best: usize, places: &mut Places) {
        let count = self.hunk.lines.old_count();
        let Some(starts) = self.starts_alike() else {
            places.all.clear();
            return;
        };
        for start in starts.into_iter().filter(|start| !places.has(*start)) {
            near.push((start, self.agreeing_count(start)));
        }
        near.sort_unstable();
        near.dedup();
        let close = near.into_iter().filter(|(_, total)| *total >= best);
        let rivals: Vec<_> = close
            .map(|(start, total)| Place {
                rank: Rank::Outer,
                missing: count - total,
                ..self.rival(start)
            })
            .collect();
        places.all.extend(rivals);
        places.needs_no_rivals = true;
    }

    /// The other places at which a change that is done at one may still be made: where all but
    /// outer context agrees or, if there is no such place, where all removed lines and two thirds
    /// of all lines are.
    pub(in crate::place) fn still_to_do(&mut self, done: &Place) -> Vec<Place> {
        let mut places = Places::default();
        self.add_outer(&mut places);
        let is_other = |place: &Place| place.end() <= done.line || place.line >= done.end();
        places.all.retain(|place| place.is_match() && is_other(place));
        // If the lines to be replaced are still there, something is left to do; lines that are
        // only removed may have been put there by others.
        if places.all.is_empty() && self.replaces_words() {
            self.add_rivals(&mut places);
            places.all.retain(is_other);
        }
        places.all
    }

    fn replaces_words(&self) -> bool {
        let has =
            |kind| self.hunk.lines.iter().any(|line| line.kind == kind && has_words(line.text));
        has(LineKind::Remove) && has(LineKind::Add)
    }

    /// Whether the file has a context line that a place lacks exactly once, elsewhere: then the
    /// writer looked there.
    fn is_elsewhere(&mut self, place: &Place, agreeing: &[bool]) -> bool {
        let lacking = lacking(place, agreeing);
        let lines: Vec<_> =
            self.hunk.old_lines().enumerate().filter(|(at, _)| lacking(*at)).collect();
        lines.into_iter().any(|(at, line)| {
            let letters = line.text.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
            letters >= LEAST_LETTERS && self.scene.lookup.is_once(self.index, plain(), at)
        })
    }

    /// Whether a context line that a place lacks is one that the hunk in front or after adds, and
    /// not where the file has what that hunk takes away: the writer saw the file as it is to be,
    /// and so another place.
    fn is_wish_beside(&mut self, place: &Place, agreeing: &[bool]) -> bool {
        let lacking = lacking(place, agreeing);
        let in_file = usize::try_from(place.whole()).ok().map(|start| self.scene.lines_at(start));
        let in_file = in_file.into_iter().flatten().map(Some).chain(std::iter::repeat(None));
        let lines = self.hunk.old_lines().enumerate().zip(in_file);
        let mut dropped = lines.filter(|((at, _), _)| lacking(*at));
        let beside = [self.index.checked_sub(1), self.index.checked_add(1)];
        let beside = || beside.iter().flatten().filter_map(|index| self.scene.hunks.get(*index));
        dropped.any(|((_, line), in_file)| {
            beside().any(|hunk| {
                let is_taken = |other: &HunkLine<'_>| {
                    other.kind == LineKind::Remove
                        && in_file.map(without_trailing_blanks)
                            == Some(without_trailing_blanks(other.text))
                };
                is_wish(&line, hunk) && !hunk.lines.iter().any(|other| is_taken(&other))
            })
        })
    }

    /// Whether all that a place lacks are empty lines with their marks, and an empty one without its
    /// mark is among the lines of the hunk: that may be an added one, and the place another.
    fn lacks_marked_blanks(&self, place: &Place, agreeing: &[bool]) -> bool {
        let lacking = lacking(place, agreeing);
        let are_blank = || {
            let mut lacking = self.hunk.old_lines().enumerate().filter(|(at, _)| lacking(*at));
            lacking.all(|(_, line)| is_blank_line(line.text))
        };
        let is_counted = self.hunk.range().is_some() && !self.hunk.leaves_blanks_open();
        if is_counted || !are_blank() {
            return false;
        }
        let bare = self.hunk.lines.iter().zip(self.hunk.bare_blanks());
        let old = bare.filter(|(line, _)| line.kind != LineKind::Add).enumerate();
        let (mut lacks_marked, mut has_bare) = (false, false);
        for (at, (_, is_bare)) in old {
            lacks_marked |= lacking(at) && !is_bare;
            has_bare |= is_bare && !lacking(at);
        }
        lacks_marked && has_bare
    }

    /// How many lines of the file the hunk leaves out after its first line, which is so many lines
    /// before the place.
    fn left_out(&mut self, place: &Place, agreeing: &[bool]) -> usize {
        let first = self.hunk.old_lines().next().filter(|line| has_words(line.text));
        let (Some(first), Some(false)) = (first, agreeing.first()) else { return 0 };
        let start = usize::try_from(place.whole()).unwrap_or(0);
        let is_there = |by: &usize| {
            let line = start.checked_sub(*by);
            let found = line.and_then(|line| self.scene.lines_at(line).next());
            found.map(without_trailing_blanks) == Some(without_trailing_blanks(first.text))
        };
        (1..=MOST_LEFT_OUT).find(is_there).unwrap_or(0)
    }

    /// The most lines that agree at any of the places.
    fn most_agreeing(&mut self, places: &Places) -> usize {
        let starts: Vec<i64> = places.all.iter().map(Place::whole).collect();
        starts.into_iter().map(|start| self.agreeing_count(start)).max().unwrap_or(0)
    }

    /// How many old lines agree where the hunk would start.
    fn agreeing_count(&mut self, start: i64) -> usize {
        self.agreeing(start).into_iter().filter(|agrees| *agrees).count()
    }
}

/// Which old lines a place gives up and lacks: between those that differ and the end of the hunk
/// others may agree.
fn lacking(place: &Place, agreeing: &[bool]) -> impl Fn(usize) -> bool {
    let (before, after) = place.dropped;
    let kept = before..agreeing.len().saturating_sub(after);
    move |at| !kept.contains(&at) && agreeing.get(at) != Some(&true)
}

/// What matches at a place: the lines between the differing ones, of so many that may differ
/// before and after them.
fn kept(start: i64, agreeing: &[bool], (before, after): (usize, usize)) -> Place {
    let count = agreeing.len();
    let differs = |at: &usize| agreeing.get(*at) == Some(&false);
    let before = (0..before).rev().find(differs).map_or(0, |at| at + 1);
    let after = (count - after..count).find(differs).map_or(0, |at| count - at);
    let line = usize::try_from(start + signed(before)).unwrap_or(0);
    let place = Place::in_part(line, count - before - after);
    Place { dropped: (before, after), ..place }
}
