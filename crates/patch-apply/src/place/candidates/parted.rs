//! Finds where a hunk is when others put lines between its lines, or took some out of them.
//!
//! Line by line such a place agrees only up to the first of these changes. It is never chosen; but
//! if the number points to it, a place that agrees elsewhere is not taken either.

use std::ops::Range;

use super::enumerator::Enumerator;
use super::share::Share;
use crate::place::lookup::{Lookup, MOST_PLACES};
use crate::place::places::{Place, Places, signed};
use crate::text::words::has_ascii_words;

/// The most lines that others put between two lines of a hunk.
const MOST_BETWEEN: usize = 3;

/// Wrong numbers are mostly off by a few lines: this many are searched.
const MOST_NEAR: i64 = 64;

/// The most of its lines that are gone, in one place.
const MOST_GONE: usize = 1;

impl<L: Lookup> Enumerator<'_, '_, '_, L> {
    /// Adds what is left of a hunk that would start at a line, if others parted its lines there.
    pub(in crate::place) fn add_parted_at(&mut self, start: i64, places: &mut Places) {
        if self.parted_by(start).is_some() {
            self.add_parted(start, places);
        }
    }

    /// The same for several starts; if there are many, for the middle ones.
    pub(in crate::place) fn add_parted_in(&mut self, starts: Range<i64>, places: &mut Places) {
        let count = starts.end.saturating_sub(starts.start);
        let surplus = count.saturating_sub(MOST_NEAR).max(0) / 2;
        let first = usize::try_from(starts.start.saturating_add(surplus)).unwrap_or(0);
        let end = usize::try_from(starts.end.saturating_sub(surplus)).unwrap_or(0);
        let Some(own) = self.hunk.old_lines().next().map(|line| self.key(line.text)) else {
            return;
        };
        let in_file = self.scene.lines_at(first).take(end.saturating_sub(first));
        let alike: Vec<usize> = (first..)
            .zip(in_file)
            .filter_map(|(line, text)| (self.key(text) == own).then_some(line))
            .take(MOST_PLACES)
            .collect();
        for start in alike {
            self.add_parted_at(signed(start), places);
        }
    }

    /// The same for a hunk of which only the last lines are where this start puts them: the first
    /// ones were moved.
    pub(in crate::place) fn add_parted_behind(&mut self, start: i64, places: &mut Places) {
        let (least, most) = (-signed(MOST_BETWEEN), signed(MOST_GONE));
        let found =
            (least..=most).find(|by| self.parted_by(start.saturating_add(*by)) == Some(-by));
        if let Some(by) = found {
            self.add_parted(start.saturating_add(by), places);
        }
    }

    fn add_parted(&mut self, start: i64, places: &mut Places) {
        let rival = self.rival(start);
        let end = rival.end() + MOST_BETWEEN;
        // A match there begins or ends alike, and is not another place.
        let is_there =
            |place: &Place| place.is_match() && place.line < end && rival.line < place.end();
        if !places.has(start) && !places.all.iter().any(is_there) {
            places.all.push(rival);
        }
    }

    /// By how many lines the last old lines are moved where the first ones start at a line: some
    /// were put between the two, or a few are gone. Most lines with words are there.
    fn parted_by(&mut self, start: i64) -> Option<i64> {
        let start = usize::try_from(start).ok()?;
        // Most often not even the first line is there.
        let (first, found) = (self.hunk.old_lines().next()?, self.scene.lines_at(start).next()?);
        if self.key(found) != self.key(first.text) {
            return None;
        }
        let old: Vec<(&[u8], bool)> = self
            .hunk
            .old_lines()
            .map(|line| (self.key(line.text), has_ascii_words(line.text)))
            .collect();
        let in_file = self.scene.lines_at(start).map(|line| self.key(line));
        let in_file: Vec<&[u8]> = in_file.take(old.len() + MOST_BETWEEN).collect();
        let front = old.iter().zip(&in_file).take_while(|(old, found)| old.0 == **found).count();
        if front == 0 || front == old.len() {
            return None;
        }
        let is_moved = |(gone, between): &(usize, usize)| {
            let rest = old.get(front + gone..).filter(|rest| !rest.is_empty());
            let found = in_file.get(front + between..).unwrap_or_default();
            rest.is_some_and(|rest| {
                rest.len() <= found.len()
                    && rest.iter().zip(found).all(|(old, found)| old.0 == *found)
            })
        };
        let says_enough = |(gone, _): &(usize, usize)| {
            let is_worded = |lines: &[(&[u8], bool)]| lines.iter().filter(|line| line.1).count();
            let lost = is_worded(old.get(front..front + gone).unwrap_or_default());
            let all = is_worded(&old);
            Share::THREE_QUARTERS.is_reached(old.len() - gone, old.len()) && (all - lost) * 2 > all
        };
        let shifts = (0..=MOST_GONE).flat_map(|gone| (0..=MOST_BETWEEN).map(move |by| (gone, by)));
        let mut shifts = shifts.filter(|(gone, between)| gone != between);
        let (gone, between) = shifts.find(|shift| is_moved(shift) && says_enough(shift))?;
        Some(signed(between) - signed(gone))
    }
}
