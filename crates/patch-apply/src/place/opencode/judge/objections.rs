//! Finds what speaks against the place that was singled out. If anything does, the chunk is
//! refused.

use super::Judge;
use crate::failure::Why;
use crate::place::candidates::done;
use crate::place::candidates::little::{FEWEST_ALONE, says_too_little};
use crate::place::candidates::outer::{
    has_opener_elsewhere, is_opener_like_another, lacks_empty_alone, lacks_opener_at,
};
use crate::place::evidence::Judged;
use crate::place::lookup::Lookup;
use crate::place::opencode::anchors::{Anchors, MOST_SCOPES};
use crate::place::opencode::slot::Objection;
use crate::place::places::Place;
use crate::place::rung::Rank;
use crate::text::words::has_words;

impl<L: Lookup> Judge<'_, '_, '_, L> {
    /// Why the chunk does not go to the place that was chosen.
    pub(super) fn objection(
        &mut self,
        chosen: &Judged,
        judged: &[Judged],
        anchors: Option<&Anchors>,
    ) -> Option<Objection> {
        let place = &chosen.place;
        let open = |why: Why| Some(Objection { why, is_final: false });
        if self.is_astray(chosen, anchors) {
            return open(Why::Nowhere);
        }
        if self.has_few_words() && self.is_beyond(place, anchors) {
            return open(Why::OutsideHeading(place.line));
        }
        if self.is_headed_elsewhere(place, judged.len() > 1) {
            return open(Why::Ambiguous);
        }
        if self.passes_over(chosen, judged, anchors) {
            return Some(Objection { why: Why::Ambiguous, is_final: true });
        }
        if lacks_empty_alone(self.scene, self.hunk, place) {
            return open(Why::Nowhere);
        }
        if let Some(line) = done::opt_left(self.scene, self.index, place) {
            return open(Why::MaybeDone(line));
        }
        if self.is_as_indented_elsewhere(place, anchors) {
            return Some(Objection { why: Why::Ambiguous, is_final: true });
        }
        let is_led = anchors.is_some() || self.hunk.range().is_some();
        let is_open = !is_led && says_too_little(self.scene, self.hunk, place, FEWEST_ALONE);
        if is_open { open(Why::Nowhere) } else { None }
    }

    /// Whether no number leads to a place where the chunk is indented differently, and it has its own
    /// indentation where the anchor leads as well.
    fn is_as_indented_elsewhere(&mut self, place: &Place, anchors: Option<&Anchors>) -> bool {
        if self.hunk.range().is_some() {
            return false;
        }
        let rivals = self.enumerator().as_indented_elsewhere(place);
        let Some(anchors) = anchors else { return !rivals.is_empty() };
        let mut is_led_to = |rival: &Place| {
            let mut lines = anchors.lines.iter().take(MOST_SCOPES);
            lines.any(|line| (*line..self.scopes.end(self.scene, *line)).contains(&rival.line))
        };
        rivals.iter().any(&mut is_led_to)
    }

    /// Whether a place is loose and outside of what the anchor opens, though it is deep enough to
    /// be inside: what matches loosely is taken in there, or not at all.
    fn is_astray(&mut self, judged: &Judged, anchors: Option<&Anchors>) -> bool {
        let Some(anchors) = anchors.filter(|_| !judged.is_in_scope) else { return false };
        let of_anchor = self.scene.depth_of(anchors.first);
        judged.place.rank > Rank::New && self.scene.depth_from(judged.place.line) > of_anchor
    }

    /// Whether a place lacks the line that heads what is changed, while others are like it or the
    /// file has that line elsewhere, or one more like it: in another function the rest is the same.
    fn is_headed_elsewhere(&mut self, place: &Place, are_others: bool) -> bool {
        let dropped = place.dropped.0;
        let lacks = lacks_opener_at(self.scene, self.hunk, place);
        if are_others || !lacks {
            return lacks;
        }
        let opener = self.scopes.opener(self.scene, place.line);
        let own = self.scene.lines_at(opener).next().unwrap_or_default();
        has_opener_elsewhere(self.scene.text, own, self.hunk, dropped)
            || is_opener_like_another(self.scene, opener, self.hunk, place)
    }

    /// Whether a place where outer context differs, or one of lines without words, is after one
    /// where as much agrees, which is after the line that the anchor names first: that one may
    /// have been cut off from what it opened.
    fn passes_over(&self, chosen: &Judged, judged: &[Judged], anchors: Option<&Anchors>) -> bool {
        let says_little = || {
            chosen.place.rank == Rank::Outer
                || !self.hunk.old_lines().any(|line| has_words(line.text))
        };
        let Some(anchors) = anchors.filter(|_| says_little()) else { return false };
        let is_passed = |other: &Judged| {
            (other.place.is_match() || other.place.rank == Rank::Outer)
                && other.place.rank <= chosen.place.rank
                && other.place.missing <= chosen.place.missing
                && (anchors.first..chosen.place.line).contains(&other.place.line)
        };
        judged.iter().any(is_passed)
    }
}
