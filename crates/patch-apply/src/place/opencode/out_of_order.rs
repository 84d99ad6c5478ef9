//! Places a chunk that does not come after the ones before it. The order of the chunks then says
//! nothing, so the chunk is placed only if it cannot be meant elsewhere.

use std::ops::Range;

use super::anchors::Anchors;
use super::seek::Seeker;
use super::slot::{Slot, State};
use crate::failure::Why;
use crate::place::candidates::rivals::Nearly;
use crate::place::evidence::Facts;
use crate::place::lookup::{Block, Lookup};
use crate::place::places::{Place, Places, signed};
use crate::place::rung::{Rank, is_worded, plain};

/// The most chunks for which it is checked whether they are where something nearly matches.
const MOST_OTHERS: usize = 64;

impl<L: Lookup> Seeker<'_, '_, '_, L> {
    /// A chunk that matches nowhere after the ones before it, if there is something to say of what
    /// is before them.
    pub(super) fn opt_before(&mut self) -> Option<Slot> {
        let from = self.from(None);
        let may_be_before = from > 0 && !self.hunk.is_end_of_file() && is_worded(self.hunk);
        if !may_be_before || self.may_end_file(from) {
            return None;
        }
        let anywhere = self.out_of_order(None);
        (!matches!(anywhere.state, State::Open(Why::Nowhere))).then_some(anywhere)
    }

    /// A chunk that is not after the ones before it, but in one place of the file.
    pub(super) fn out_of_order(&mut self, anchors: Option<&Anchors>) -> Slot {
        if self.hunk.lines.old_count() == 0 {
            return self.insertion(anchors);
        }
        let from = anchors.map_or(0, |anchors| self.first_line(anchors));
        let mut places = self.ladder(from);
        if places.all.is_empty() {
            self.enumerator(from).add_outer(&mut places);
        }
        if let Some(anchors) = anchors {
            self.add_rivals_in_scope(anchors, &mut places);
        }
        let is_inside = anchors.is_some_and(|anchors| self.is_once_inside(anchors, &mut places));
        // A place after the other chunks, with lines that the last one shows, can forbid the
        // choice, unless the anchor decides.
        if anchors.is_none() && !places.all.is_empty() {
            let behind = signed(self.cursor.first_shared())..signed(self.scene.lookup.line_count());
            self.enumerator(from).add_changed_in(behind.clone(), &mut places);
            self.enumerator(from).add_parted_in(behind, &mut places);
            self.leave_others_theirs(&mut places);
        }
        let room = (!is_inside).then_some((self.cursor.first_shared(), usize::MAX));
        let facts = Facts { room, ..Facts::default() };
        let mut slot = self.judge().slot(&places, anchors, facts);
        if let Some(anchors) = anchors {
            self.doubt_outside(&mut slot, anchors, is_inside);
        }
        // This chunk contradicts the order of the chunks.
        if let State::Open(Why::Ambiguous) = slot.state {
            slot.state = State::Failed(slot.failure(Why::Ambiguous, self.index, self.hunk));
        }
        slot
    }

    /// Passes over what nearly matches where another chunk is as written, and nowhere else: it is
    /// meant there, and nobody has changed that.
    fn leave_others_theirs(&mut self, places: &mut Places) {
        let count = self.scene.hunks.len();
        if count > MOST_OTHERS || places.all.iter().all(Place::is_match) {
            return;
        }
        let others = (0..count).filter(|other| *other != self.index);
        let ranges: Vec<_> = others
            .filter_map(|other| {
                let lines = self.scene.hunks.get(other)?.lines.old_count();
                let [line] = *self.scene.lookup.places(Block::Old(other), plain(), 0) else {
                    return None;
                };
                Some(line..line + lines)
            })
            .collect();
        places.all.retain(|place| {
            let is_other =
                |range: &Range<usize>| range.start <= place.line && place.end() <= range.end;
            place.is_match() || !ranges.iter().any(is_other)
        });
    }

    /// Takes back a place that is not in what the anchor opens. Before the other chunks, only that
    /// is meant; after them what is as written, and nothing like it in there, nor as good a place
    /// before them.
    fn doubt_outside(&mut self, slot: &mut Slot, anchors: &Anchors, is_inside: bool) {
        let State::At(found) = &slot.state else { return };
        let place = found.place();
        let is_behind = place.line >= self.cursor.line;
        let is_before = |other: &Place| {
            other.is_match() && other.rank <= place.rank && other.line < self.cursor.line
        };
        if !is_inside && is_behind && slot.judged.iter().any(|other| is_before(&other.place)) {
            slot.state = State::Open(Why::Ambiguous);
            return;
        }
        let reaches = anchors.reaches(self.scene, self.scopes, self.hunk);
        if reaches.first_has(self.scene, &place) {
            return;
        }
        let is_as_written = place.rank <= Rank::TrailingBlanks;
        if is_behind && is_as_written && self.changed_in_scope(anchors, slot).is_empty() {
            self.judge().refuse_beyond(slot, anchors);
        } else {
            slot.state = State::Open(Why::Ambiguous);
        }
    }

    /// Takes back a place after an anchor where the chunks so far are not in the order of the
    /// file, and the block is before the anchor as well, after another line that the anchor names:
    /// which of these was meant is not known. Or something like it is in what the first such line
    /// after the chunk in front opens.
    pub(super) fn doubt_before(&mut self, slot: &mut Slot, anchors: &Anchors) {
        let State::At(found) = &slot.state else { return };
        let rank = found.place().rank;
        let named = self.anchors(0).ok().flatten().map_or(anchors.first, |named| named.first);
        if named == anchors.first {
            return;
        }
        let mut before = self.ladder(named);
        before.all.retain(|place| place.line < anchors.first && place.rank <= rank);
        let behind_front = self.anchors(self.cursor.front).ok().flatten();
        if let Some(next) = behind_front.filter(|next| next.first < anchors.first) {
            let opened = next.reaches(self.scene, self.scopes, self.hunk).first();
            let starts = signed(opened.start)..signed(opened.end.min(anchors.first));
            self.enumerator(opened.start).add_rivals_in(starts, Nearly::Half, &mut before);
        }
        if !before.all.is_empty() {
            slot.judged.extend(self.judge().judged(&before, Some(anchors)));
            slot.state = State::Open(Why::Ambiguous);
            slot.is_doubted = true;
        }
    }

    /// Whether all of the chunk is at the end of the file, its last line taken for the final
    /// newline: there it may be meant, as a change that cannot be made.
    fn may_end_file(&mut self, from: usize) -> bool {
        let count = self.hunk.lines.old_count();
        let first = (self.scene.lookup.line_count() + 1).checked_sub(count);
        first.filter(|first| *first >= from).is_some_and(|first| {
            self.enumerator(from).agreeing(signed(first)).into_iter().all(|agrees| agrees)
        })
    }
}
