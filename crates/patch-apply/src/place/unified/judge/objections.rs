//! Finds what speaks against the place that was singled out. If anything does, the hunk is
//! refused.

use patch_parse::{Hunk, LineKind};

use super::{Judge, is_in_room};
use crate::failure::Why;
use crate::place::candidates::done;
use crate::place::candidates::little::{FEWEST_AGAINST, FEWEST_ALONE, says_too_little};
use crate::place::candidates::outer::{lacks_empty_alone, lacks_opener_at};
use crate::place::candidates::share::Share;
use crate::place::evidence::{Below, Facts, Judged};
use crate::place::lookup::{Block, Lookup};
use crate::place::numbers::{MOST_MISCOUNTED, hinted_index};
use crate::place::places::{Place, signed};
use crate::place::rung::{Rank, exact};
use crate::place::unified::slot::own_line;
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::has_words;

impl<L: Lookup> Judge<'_, '_, '_, L> {
    /// Why the hunk does not go to the place that was chosen.
    pub(super) fn objection(
        &mut self,
        chosen: &Judged,
        judged: &[Judged],
        facts: &Facts,
    ) -> Option<Why> {
        let place = &chosen.place;
        if self.is_outside_heading(chosen, facts) {
            return Some(Why::OutsideHeading(place.line));
        }
        if self.lacks_what_counts(place, judged, facts) {
            return Some(Why::Nowhere);
        }
        if self.is_by_own_heading(chosen, judged) && !facts.is_numbered(place) {
            return Some(Why::Ambiguous);
        }
        if let Some(line) = done::opt_left(self.scene, self.index, place) {
            return Some(Why::MaybeDone(line));
        }
        if let Some(line) = self.opt_closed(place, facts) {
            return Some(Why::MaybeDone(line));
        }
        if self.is_at_disbelieved(place, facts)
            || is_off_both(place, judged, facts)
            || self.passes_own(chosen, facts)
            || self.may_be_in_new(chosen, judged, facts)
        {
            return Some(Why::Ambiguous);
        }
        if let Some(line) = self.opt_done_in_twin(place, facts) {
            return Some(Why::MaybeDone(line));
        }
        if facts.hint.is_none()
            && let Some(rival) = self.opt_as_indented_elsewhere(chosen, facts)
        {
            let is_done = self.has_what_is_added(rival);
            return Some(if is_done { Why::MaybeDone(rival) } else { Why::Ambiguous });
        }
        if self.is_out_of_order(chosen, facts) {
            return Some(Why::OutOfOrder(place.line));
        }
        self.says_too_little(chosen, facts).then_some(Why::Nowhere)
    }

    /// Whether the context that a place lacks opens what the hunk is in, or is all that
    /// distinguishes it.
    fn lacks_what_counts(&mut self, place: &Place, judged: &[Judged], facts: &Facts) -> bool {
        // A writer who did not count writes line 1, so between two places it says nothing.
        let is_alone = || judged.iter().filter(|judged| judged.place.is_match()).count() == 1;
        let is_counted = || facts.hint.is_some_and(|hint| hint > 0) || is_alone();
        let is_told = || is_counted() && facts.is_numbered(place);
        (lacks_opener_at(self.scene, self.hunk, place) && !is_told())
            || lacks_empty_alone(self.scene, self.hunk, place)
    }

    /// Whether too few lines say that the hunk is meant here, where neither number nor heading lead,
    /// or the number leads elsewhere.
    fn says_too_little(&mut self, chosen: &Judged, facts: &Facts) -> bool {
        let is_off = facts.distance(&chosen.place) > MOST_MISCOUNTED;
        let least = match facts.hint {
            Some(_) if is_off => FEWEST_AGAINST,
            None if chosen.heading != Below::Yes => FEWEST_ALONE,
            _ => return false,
        };
        says_too_little(self.scene, self.hunk, &chosen.place, least)
    }

    /// The line at which a hunk that neither a number nor a heading leads to is done, where the
    /// order of the hunks leaves it as well: of two places that were alike, it is not known which
    /// one is meant.
    fn opt_done_in_twin(&mut self, place: &Place, facts: &Facts) -> Option<usize> {
        if facts.hint.is_some() || self.hunk.range().is_some() || self.heading.is_some() {
            return None;
        }
        let (first, end) = facts.room.unwrap_or((0, usize::MAX));
        let count = self.hunk.lines.new_count();
        let line = done::first_in(self.scene, self.index, first..end)?;
        let is_apart = line + count <= place.line || place.end() <= line;
        (is_apart && line + count <= end).then_some(line)
    }

    /// The line at which the hunk has its own indentation, if it is indented differently at a place,
    /// and the order of the hunks and the heading lead there as well.
    fn opt_as_indented_elsewhere(&mut self, chosen: &Judged, facts: &Facts) -> Option<usize> {
        let mut rivals = self.enumerator().as_indented_elsewhere(&chosen.place);
        rivals.retain(|rival| is_in_room(rival, facts));
        let is_led = chosen.heading == Below::Yes;
        let mut is_led_to =
            |rival: &&Place| !is_led || self.below(rival, false, facts) == Below::Yes;
        rivals.iter().find(&mut is_led_to).map(|rival| rival.line)
    }

    /// Whether all lines that the hunk adds are among as many of the file as it leaves.
    fn has_what_is_added(&mut self, start: usize) -> bool {
        let count = self.hunk.lines.new_count();
        let found: Vec<&[u8]> =
            self.scene.lines_at(start).take(count).map(<[u8]>::trim_ascii).collect();
        let mut added = self.hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        self.hunk.lines.added_count() > 0
            && added.all(|line| found.contains(&line.text.trim_ascii()))
    }

    /// The line that the number says, where a hunk that only removes lines is done there, and would
    /// be to do so many lines before it: of two copies one may be gone already.
    fn opt_closed(&mut self, place: &Place, facts: &Facts) -> Option<usize> {
        let (lines, known) = (&self.hunk.lines, facts.known);
        let is_shown = known.behind.is_some_and(|behind| behind != known.front);
        let is_asked = lines.added_count() == 0 && place.is_exact() && !facts.trusts_numbers;
        if !is_asked || is_shown || facts.is_numbered(place) {
            return None;
        }
        let line = place.line + lines.removed_count();
        let is_numbered = facts.hint?.checked_add(known.front)? == signed(line);
        // Brackets that end what is removed are before it as well.
        let mut front = lines.iter().take_while(|line| line.kind == LineKind::Context);
        let is_done = is_numbered
            && front.any(|line| has_words(line.text))
            && self.scene.lookup.is_at(Block::New(self.index), exact(), line);
        is_done.then_some(line)
    }

    /// Whether the hunk fits as well where its number leads if it was counted in the new file, as
    /// the same number on both sides says, and the heading does not prefer the place where it leads
    /// in the old one.
    fn may_be_in_new(&self, chosen: &Judged, judged: &[Judged], facts: &Facts) -> bool {
        let Some(hint) = self.hint_in_new.filter(|_| facts.is_numbered(&chosen.place)) else {
            return false;
        };
        let line = hint.saturating_add(facts.known.front);
        judged.iter().any(|other| {
            other.place.is_exact()
                && other.place.counted() == line
                && (chosen.heading != Below::Yes || other.heading == Below::Yes)
        })
    }

    /// Whether a place leaves the order of the hunks, and neither a number nor the heading says
    /// that another one is meant.
    fn is_out_of_order(&self, chosen: &Judged, facts: &Facts) -> bool {
        let place = &chosen.place;
        let says_nothing =
            facts.hint.is_none() && self.heading.is_some() && chosen.heading != Below::Yes;
        let is_loose = place.rank == Rank::Outer
            || (facts.hint.is_none() && place.rank > Rank::TrailingBlanks);
        let keeps_order = facts.is_ordered || is_loose || says_nothing;
        keeps_order && !is_in_room(place, facts) && !self.shows_front(place, facts)
    }

    /// Whether the number is that of another line, and half of the old lines are there.
    pub(super) fn is_half_at_number(&mut self, place: &Place, facts: &Facts) -> bool {
        if facts.is_numbered(place) {
            return false;
        }
        let lines: Vec<usize> = facts.expected().collect();
        let mut lines = lines.into_iter().filter(|line| signed(*line) != place.whole());
        lines.any(|line| Share::HALF.agrees(&self.enumerator().agreeing(signed(line))))
    }

    /// Whether the hunk is as written where its number says, and not at this place: numbers that
    /// cannot all be true may be so one by one. A writer who did not count writes line 1.
    fn is_at_disbelieved(&mut self, place: &Place, facts: &Facts) -> bool {
        let numbered = hinted_index(self.hunk).filter(|line| *line > 0 && facts.hint.is_none());
        let is_other = |line: &usize| place.whole() != signed(*line);
        numbered
            .filter(is_other)
            .is_some_and(|line| self.scene.lookup.is_at(Block::Old(self.index), exact(), line))
    }

    /// Whether the hunk is as written at its number, and one in front was put after that: then
    /// nothing but that hunk suggests that both have moved, while this hunk's own number says that
    /// it has not.
    fn passes_own(&mut self, chosen: &Judged, facts: &Facts) -> bool {
        let known = facts.known;
        let is_shown = known.behind == Some(known.front) || chosen.heading == Below::Yes;
        let is_off = facts.offset(&chosen.place).is_some_and(|by| by.abs() > MOST_MISCOUNTED);
        let first = facts.room.map_or(0, |(first, _)| first);
        let hint = facts.hint.and_then(|hint| usize::try_from(hint).ok());
        let Some(hint) = hint.filter(|_| is_off && !is_shown && !facts.trusts_numbers) else {
            return false;
        };
        let own = own_line(self.scene, self.index, self.hunk, hint);
        own.is_some_and(|line| line < first && first <= chosen.place.line)
    }

    /// Whether the context that a place lacks in front is what the hunk in front makes of these
    /// lines: the writer saw the file as it is then.
    fn shows_front(&self, place: &Place, facts: &Facts) -> bool {
        let Some((first, end)) = facts.room else { return false };
        let whole = usize::try_from(place.whole()).unwrap_or(0);
        let taken = first.saturating_sub(whole);
        let front = self.index.checked_sub(1).and_then(|index| self.scene.hunks.get(index));
        let is_made = |front: &Hunk<'_>| {
            let count = front.lines.new_count();
            let made = front.new_lines().skip(count.saturating_sub(taken));
            taken <= count
                && taken == place.dropped.0
                && made.clone().any(|line| line.kind == LineKind::Add)
                && self.hunk.old_lines().zip(made).take(taken).all(|(own, made)| {
                    without_trailing_blanks(own.text) == without_trailing_blanks(made.text)
                })
        };
        place.line >= first && place.end() + place.dropped.1 <= end && front.is_some_and(is_made)
    }
}

/// Whether the hunks on both sides of one have one offset, and the place has another, one of
/// several: what was at its number has changed, and the order of the hunks says no more than that
/// the others are out of it.
fn is_off_both(place: &Place, judged: &[Judged], facts: &Facts) -> bool {
    let are_one = facts.known.behind == Some(facts.known.front);
    let is_off = || facts.hint.is_some() && !facts.is_numbered(place);
    let are_several = || judged.iter().filter(|judged| judged.place.is_match()).nth(1).is_some();
    are_one && !facts.trusts_numbers && is_off() && are_several()
}
