//! Finds a chunk in what its anchor opens that is as written only elsewhere: what the anchor opens
//! was indented since.

use std::ops::Range;

use super::anchors::Anchors;
use super::seek::Seeker;
use crate::place::lookup::Lookup;
use crate::place::places::{Place, Places, signed};
use crate::place::rung::is_worded;
use crate::place::scopes::scope::opens;

impl<L: Lookup> Seeker<'_, '_, '_, L> {
    /// Takes the places in what the one line opens that the anchor names, at which the chunk is
    /// indented or spaced otherwise, for those that are outside of it; beside these where the
    /// anchor names several lines.
    pub(super) fn prefer_inside(&mut self, anchors: &Anchors, from: usize, places: &mut Places) {
        let is_told = anchors.inside.is_none() && !self.hunk.is_end_of_file();
        if places.all.is_empty() || !is_told || !is_worded(self.hunk) {
            return;
        }
        let reaches = anchors.reaches(self.scene, self.scopes, self.hunk);
        let Range { start: head, end } = reaches.first();
        if !reaches.are_all
            || !opens(self.scene, head)
            || places.all.iter().any(|place| reaches.have(self.scene, place))
        {
            return;
        }
        let end = end.min(self.scene.lookup.line_count());
        let mut inside = Places::default();
        self.enumerator(from).add_loose_in(signed(from)..signed(end), &mut inside);
        inside.all.retain(|place| reaches.have(self.scene, place));
        let is_one = anchors.lines.len() == 1 && inside.all.iter().all(Place::is_match);
        if is_one && !inside.all.is_empty() {
            *places = inside;
        } else {
            places.all.append(&mut inside.all);
        }
    }
}
