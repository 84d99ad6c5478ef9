//! Two hunks of which one shows what the other changes, or is it once more.

use std::borrow::Cow;

use patch_parse::{Format, Hunk};

use super::misnumbered::without_overlap;
use super::recut::{recut, shows_added, shows_all};
use super::verdicts::{is_as_written, may_be_behind};
use super::work::{MOST_SOUGHT, Work, replace};
use super::written::{both_from, is_elsewhere, only_both};
use crate::cause::Cause;
use crate::failure::{Candidate, HunkFailure, Why};
use crate::place::numbers::hinted_index;
use crate::place::overlap;
use crate::place::placement::Evidence;
use crate::place::reading::Reading;
use crate::place::scene::Placed;

/// Cuts hunks with numbers that overlap with the one in front, by these; which ones.
pub(super) fn recut_all<'h>(hunks: &mut Cow<'h, [Hunk<'h>]>) -> Vec<usize> {
    if hunks.len() < 2 {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..hunks.len()).collect();
    if hunks.iter().all(|hunk| hunk.range().is_some()) {
        order.sort_by_key(|at| hunks.get(*at).and_then(hinted_index));
    }
    let mut found = Vec::new();
    for pair in order.windows(2) {
        let [before, at] = *pair else { continue };
        let Some((front, hunk)) = hunks.get(before).zip(hunks.get(at)) else { continue };
        if front.range().is_none() {
            continue;
        }
        let Some([front, hunk]) = recut(front, hunk) else { continue };
        replace(hunks, &[(before, front), (at, hunk)]);
        found.push(at);
    }
    found
}

impl Work<'_, '_, '_> {
    /// Reads two hunks that show the same lines, against their numbers, where one of them has no
    /// place.
    pub(super) fn read_misnumbered(&mut self) {
        let mut left = MOST_SOUGHT;
        for at in 1..self.hunks.len() {
            let Some([front, hunk]) = self.hunks.get(at - 1..=at) else { return };
            let Some([of_front, of_hunk]) = self.placed.get(at - 1..=at) else { return };
            let are_placed = [of_front, of_hunk].iter().all(|it| matches!(it, Placed::At(_)));
            if are_placed || ![of_front, of_hunk].iter().all(|it| may_be_behind(it)) || left == 0 {
                continue;
            }
            left -= 1;
            let place = if let Placed::At(place) = of_front { Some(place) } else { None };
            let Some(cut) = without_overlap(self.text, [front, hunk], place) else { continue };
            for (at, (hunk, place)) in (at - 1..).zip(cut) {
                replace(&mut self.hunks, &[(at, hunk)]);
                if let Some(slot) = self.placed.get_mut(at) {
                    *slot = Placed::At(place);
                }
            }
            self.note([at], Reading::WithoutOverlap);
        }
        if left < MOST_SOUGHT {
            overlap::refuse(&self.hunks, &mut self.placed);
        }
    }

    /// Reads hunks without numbers that show what the one in front shows as well without that,
    /// where they then are right behind it and nowhere else. One that has a place elsewhere as it
    /// is may be meant for either. Where the one in front is elsewhere, and they show what it adds,
    /// both are where they are one behind the other.
    pub(super) fn read_recut(&mut self) {
        let mut left = MOST_SOUGHT;
        for at in 1..self.hunks.len() {
            let Some((front, hunk)) = self.hunks.get(at - 1).zip(self.hunks.get(at)) else {
                return;
            };
            if front.range().is_some() {
                continue;
            }
            let place = match self.placed.get(at - 1) {
                Some(Placed::At(place)) => Some(place),
                Some(Placed::Failed(front)) if front.cause == Cause::Ambiguous => None,
                _ => continue,
            };
            let Some([first, second]) = recut(front, hunk) else {
                if let Some(place) = place
                    && is_as_written(place)
                    && shows_all(front, hunk)
                {
                    self.doubt(at, place.line_index);
                }
                continue;
            };
            let from = place.map(|place| (place.line_index, place.start));
            let there = from.and_then(|from| both_from(self.text, from, [&first, &second]));
            let is_apart = there.is_none();
            let shown =
                || shows_added(front, hunk).then(|| only_both(self.text, [&first, &second]));
            let Some([first_place, second_place]) = there.or_else(|| shown().flatten()) else {
                continue;
            };
            match self.placed.get(at) {
                Some(Placed::At(was)) if is_as_written(was) => {
                    self.doubt(at, second_place.line_index);
                }
                Some(was) if left > 0 && may_be_behind(was) => {
                    left -= 1;
                    let last = second_place.line_index + second_place.line_count;
                    if !is_apart && is_elsewhere(self.text, hunk, last.saturating_sub(1)) {
                        continue;
                    }
                    replace(&mut self.hunks, &[(at - 1, first), (at, second)]);
                    for (at, place) in [(at - 1, first_place), (at, second_place)] {
                        if let Some(slot) = self.placed.get_mut(at) {
                            *slot = Placed::At(place);
                        }
                    }
                    self.note([at], Reading::WithoutOverlap);
                }
                Some(_) | None => {}
            }
        }
        // What has a place now may be where another is.
        if left < MOST_SOUGHT {
            overlap::refuse(&self.hunks, &mut self.placed);
        }
    }

    /// Takes a hunk with numbers for made already that is one in front once more, by these as well;
    /// not where its lines are elsewhere too, for which it may be meant.
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

    /// Refuses a hunk of a unified diff that has another place than one that begins before a line
    /// and ends behind it, unless its heading is above that.
    fn doubt(&mut self, at: usize, line: usize) {
        let Some((hunk, slot)) = self.hunks.get(at).zip(self.placed.get_mut(at)) else { return };
        let Placed::At(place) = slot else { return };
        let was = place.line_index;
        // A chunk is meant behind the one in front, as the format has it.
        let is_told = self.format == Format::OpenCode || place.evidence.contains(Evidence::Heading);
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
