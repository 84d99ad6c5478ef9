//! Two hunks of which one shows what the other changes, or repeats it.

use std::borrow::Cow;
use std::ops::Range;

use patch_parse::{Format, Hunk, HunkLine};

use super::misnumbered::{Cut, without_overlap};
use super::recut::{is_behind, recut, shows_added, shows_all};
use super::verdicts::{is_as_written, is_not_fixed_elsewhere};
use super::work::{MOST_SOUGHT, Work, replace};
use super::written::{both_from, is_before_heading, is_elsewhere, only_both};
use crate::cause::Cause;
use crate::failure::{Candidate, HunkFailure, Why};
use crate::place::numbers::hinted_index;
use crate::place::overlap;
use crate::place::placement::{Evidence, Placement};
use crate::place::reading::Reading;
use crate::place::scene::Placed;

/// The most hunks in front whose lines one may show.
const MOST_REACHED: usize = 4;

/// Cuts hunks whose numbers overlap with those of the hunk in front. Returns which ones.
pub(super) fn recut_all<'h>(hunks: &mut Cow<'h, [Hunk<'h>]>) -> Vec<usize> {
    // Nearly always no hunks overlap.
    if hunks.is_sorted_by(|front, hunk| is_behind(front, hunk)) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..hunks.len()).collect();
    if hunks.iter().all(|hunk| hunk.range().is_some()) {
        order.sort_by_key(|at| hunks.get(*at).and_then(hinted_index));
    }
    let mut found = Vec::new();
    // The previous hunks that were cut, each where the next one begins.
    let mut cut: Vec<usize> = Vec::new();
    for pair in order.windows(2) {
        let [before, at] = *pair else { continue };
        cut.push(before);
        let Some((last, hunk)) = hunks.get(before).zip(hunks.get(at)) else { continue };
        let is_numbered = last.range().is_some();
        let of_several = || {
            let front = cut.iter().filter_map(|at| hunks.get(*at));
            (cut.len() > 1).then(|| recut_behind(&front.collect::<Vec<_>>(), hunk)).flatten()
        };
        let pair = || of_several().or_else(|| recut(last, hunk));
        let Some([front, hunk]) = is_numbered.then(pair).flatten() else {
            cut.clear();
            continue;
        };
        replace(hunks, &[(before, front), (at, hunk)]);
        found.push(at);
    }
    found
}

/// Cuts a hunk that shows lines of several hunks before it, which are cut already, each where
/// the next one begins. Returns the last of these and the hunk.
fn recut_behind<'h>(cut: &[&Hunk<'h>], hunk: &Hunk<'h>) -> Option<[Hunk<'h>; 2]> {
    let all = cut.get(cut.len().saturating_sub(MOST_REACHED)..).filter(|all| all.len() > 1)?;
    let (first, last) = all.first().zip(all.last())?;
    let mut lines: Vec<HunkLine<'_>> = Vec::new();
    let mut end = 0;
    for hunk in all {
        // By their numbers they share context.
        let start = hinted_index(hunk).unwrap_or(end);
        lines.truncate(lines.len().saturating_sub(end.saturating_sub(start)));
        lines.extend(&hunk.lines);
        end = start + hunk.lines.old_count();
    }
    let before = lines.len().checked_sub(last.lines.len())?;
    let starts = first.range().map(|range| (range.old_start, range.new_start));
    let front = (*last).clone().with_lines(lines.iter().copied().collect()).with_starts(starts);
    let [whole, second] = recut(&front, hunk)?;
    // The hunks before the last one stay as they are.
    let is_kept = whole.lines.iter().take(before).eq(lines.iter().copied().take(before));
    let first = (*last).clone().with_lines(whole.lines.iter().skip(before).collect());
    (is_kept && !first.lines.is_empty()).then_some([first, second])
}

/// What is to be done with a hunk and the one before it.
enum Recut<'h> {
    /// Both are cut; the first of all hunks that are cut, one after the other.
    Cut(usize, Box<[Cut<'h>; 2]>),
    /// The file was searched, and the hunk stays as it is.
    Looked,
    /// The hunk may be meant for this line instead.
    Doubtful(usize),
    Nothing,
}

impl<'h> Work<'_, '_, 'h> {
    /// Cuts two hunks that show the same lines, against their numbers, if one of them has no
    /// place.
    pub(super) fn read_misnumbered(&mut self) {
        let mut left = MOST_SOUGHT;
        for at in 1..self.hunks.len() {
            let Some([front, hunk]) = self.hunks.get(at - 1..=at) else { return };
            let Some([of_front, of_hunk]) = self.placed.get(at - 1..=at) else { return };
            let are_placed = [of_front, of_hunk].iter().all(|it| matches!(it, Placed::At(_)));
            if are_placed
                || ![of_front, of_hunk].iter().all(|it| is_not_fixed_elsewhere(it))
                || left == 0
            {
                continue;
            }
            left -= 1;
            let place = if let Placed::At(place) = of_front { Some(place) } else { None };
            let Some(cut) = without_overlap(self.text, [front, hunk], place) else { continue };
            self.take_cut(at, cut);
        }
        if left < MOST_SOUGHT {
            overlap::refuse(&self.hunks, &mut self.placed);
        }
    }

    /// Cuts hunks without numbers that show what the ones before them show as well, where they
    /// then follow these directly and are nowhere else. A hunk that has a place elsewhere as it is
    /// may be meant for either place. If the one in front is elsewhere and the hunk shows what that
    /// adds, both go where they follow each other.
    pub(super) fn read_recut(&mut self) {
        let mut left = MOST_SOUGHT;
        // The first of the hunks that were cut, each of which begins where the one before it ends.
        let mut first_cut = 0;
        for at in 1..self.hunks.len() {
            let was_cut = std::mem::replace(&mut first_cut, at);
            match self.recut_at(at, was_cut, left > 0) {
                Recut::Cut(first, cut) => {
                    left -= 1;
                    self.take_cut(at, *cut);
                    first_cut = first;
                }
                Recut::Looked => left -= 1,
                Recut::Doubtful(line) => self.doubt(at, line),
                Recut::Nothing => {}
            }
        }
        // A hunk that has a place now may collide with another one.
        if left < MOST_SOUGHT {
            overlap::refuse(&self.hunks, &mut self.placed);
        }
    }

    /// What becomes of a hunk without numbers and the one before it; the hunks from `was_cut`
    /// to that one are cut already. Nothing is cut unless `may_cut`.
    fn recut_at(&self, at: usize, was_cut: usize, may_cut: bool) -> Recut<'h> {
        let Some((front, hunk)) = self.hunks.get(at - 1).zip(self.hunks.get(at)) else {
            return Recut::Nothing;
        };
        let place = match self.placed.get(at - 1) {
            _ if front.range().is_some() => return Recut::Nothing,
            Some(Placed::At(place)) => Some(*place),
            Some(Placed::Failed(front)) if front.cause == Cause::Ambiguous => None,
            _ => return Recut::Nothing,
        };
        let of_several = || (was_cut < at - 1).then(|| self.cut_behind(was_cut..at)).flatten();
        if let Some(cut) = may_cut.then(of_several).flatten() {
            return Recut::Cut(was_cut, Box::new(cut));
        }
        let Some([first, second]) = recut(front, hunk) else {
            // In an envelope a chunk follows the one in front: nothing is doubtful.
            let is_unified = self.placer.format == Format::Unified;
            let seen =
                place.filter(|place| is_unified && is_as_written(place) && shows_all(front, hunk));
            return seen.map_or(Recut::Nothing, |place| Recut::Doubtful(place.line_index));
        };
        let there = place.and_then(|place| {
            both_from(self.text, (place.line_index, place.start), [&first, &second])
        });
        let is_apart = there.is_none();
        let shown = || shows_added(front, hunk).then(|| only_both(self.text, [&first, &second]));
        let Some([first_place, second_place]) = there.or_else(|| shown().flatten()) else {
            return Recut::Nothing;
        };
        if is_before_heading(self.text, hunk, &second_place) {
            return Recut::Nothing;
        }
        let collides = |was: &Placement| {
            place.is_some_and(|place| overlap::collide((front, place), (hunk, *was)))
        };
        match self.placed.get(at) {
            Some(Placed::At(was)) if is_as_written(was) && !(may_cut && collides(was)) => {
                Recut::Doubtful(second_place.line_index)
            }
            Some(was) if may_cut && is_not_fixed_elsewhere(was) => {
                let last = second_place.line_index + second_place.line_count;
                if !is_apart && is_elsewhere(self.text, hunk, last.saturating_sub(1)) {
                    return Recut::Looked;
                }
                let cut = [(first, first_place), (second, second_place)];
                Recut::Cut(at - 1, Box::new(cut))
            }
            Some(_) | None => Recut::Nothing,
        }
    }

    /// Cuts the hunk after some that are cut already, each where the one before it ends, if it
    /// shows what several of these show and is nowhere else. Returns the last of these and the
    /// hunk.
    fn cut_behind(&self, cut: Range<usize>) -> Option<[Cut<'h>; 2]> {
        let end = cut.end;
        let was = self.placed.get(end).filter(|was| is_not_fixed_elsewhere(was))?;
        let hunk = self.hunks.get(end)?;
        let all: Vec<&Hunk<'h>> = self.hunks.get(cut)?.iter().collect();
        let last = *all.last()?;
        let [first, second] = recut_behind(&all, hunk)?;
        let Placed::At(place) = self.placed.get(end - 1)? else { return None };
        let from = (place.line_index, place.start);
        let [first_place, second_place] = both_from(self.text, from, [&first, &second])?;
        let is_apart = matches!(was, Placed::At(was) if is_as_written(was)
            && !overlap::collide((last, *place), (hunk, *was)));
        let line = (second_place.line_index + second_place.line_count).saturating_sub(1);
        if is_apart
            || is_before_heading(self.text, hunk, &second_place)
            || is_elsewhere(self.text, hunk, line)
        {
            return None;
        }
        Some([(first, first_place), (second, second_place)])
    }

    /// Gives a hunk and the one in front their places, as they are cut.
    fn take_cut(&mut self, at: usize, cut: [Cut<'h>; 2]) {
        for (at, (hunk, place)) in (at - 1..).zip(cut) {
            replace(&mut self.hunks, &[(at, hunk)]);
            if let Some(slot) = self.placed.get_mut(at) {
                *slot = Placed::At(place);
            }
        }
        self.note([at], Reading::WithoutOverlap);
    }

    /// Takes a hunk for done if it repeats an earlier one and the numbers of both claim the same
    /// lines; not if its lines are elsewhere as well, where it may be meant.
    pub(super) fn skip_repeated(&mut self) {
        let mut left = MOST_SOUGHT;
        for at in 1..self.hunks.len() {
            if !matches!(self.placed.get(at), Some(Placed::Failed(_))) || left == 0 {
                continue;
            }
            left -= 1;
            let Some(hunk) = self.hunks.get(at).filter(|hunk| hunk.range().is_some()) else {
                continue;
            };
            let is_same = |front: &Hunk<'_>| {
                front.lines == hunk.lines
                    && front.anchors == hunk.anchors
                    && claim_the_same(front, hunk)
            };
            let Some(before) = self.hunks.iter().take(at).position(is_same) else { continue };
            let line = match self.placed.get(before) {
                Some(Placed::At(place)) => place.line_index,
                Some(Placed::Done(done)) => done.first_line().saturating_sub(1),
                Some(Placed::Failed(_)) | None => continue,
            };
            let done = HunkFailure::done(at, hunk, line);
            if !is_elsewhere(self.text, hunk, line)
                && let Some(slot) = self.placed.get_mut(at)
            {
                *slot = Placed::Done(done);
            }
        }
    }

    /// Refuses a hunk of a unified diff whose place does not contain this line, unless its heading
    /// is above the place.
    fn doubt(&mut self, at: usize, line: usize) {
        let Some((hunk, slot)) = self.hunks.get(at).zip(self.placed.get_mut(at)) else { return };
        let Placed::At(place) = slot else { return };
        let was = place.line_index;
        // By the rules of the format a chunk comes after the one in front.
        let is_told =
            self.placer.format == Format::OpenCode || place.evidence.contains(Evidence::Heading);
        if is_told || (was..=was + place.line_count).contains(&line) {
            return;
        }
        let mut refused = HunkFailure::refused(Why::Ambiguous, at, hunk);
        let lines = vec![Candidate::at(line), Candidate::at(was)];
        refused.add_places([lines, Vec::new()], 2);
        *slot = Placed::Failed(refused);
    }
}

/// Whether the numbers of two hunks say that lines of the file belong to both.
fn claim_the_same(one: &Hunk<'_>, other: &Hunk<'_>) -> bool {
    let Some([first, second]) = hinted_index(one).zip(hinted_index(other)).map(<[_; 2]>::from)
    else {
        return true;
    };
    let count = one.lines.old_count().max(1);
    first.abs_diff(second) < count
}
