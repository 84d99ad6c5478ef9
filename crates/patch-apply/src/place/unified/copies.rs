//! Hunks that a patch has twice: if header and lines are the same, the second is a mere
//! repetition.

use std::collections::{BTreeMap, HashMap};

use patch_parse::Hunk;

use super::slot::{Slot, State};
use crate::failure::HunkFailure;
use crate::place::numbers::hinted_index;
use crate::place::scene::Placed;

/// The hunks that repeat an earlier one, each with that. A writer who did not count writes line 1:
/// such hunks may each be meant for a place of their own.
pub(super) fn copies(hunks: &[Hunk<'_>]) -> BTreeMap<usize, usize> {
    let mut copies = BTreeMap::new();
    let mut firsts: HashMap<usize, Vec<usize>> = HashMap::new();
    // Nearly all patches are like this.
    if hunks.is_sorted_by(|front, hunk| hinted_index(front) < hinted_index(hunk)) {
        return copies;
    }
    for (index, hunk) in hunks.iter().enumerate() {
        let Some(line) = hinted_index(hunk).filter(|line| *line > 0) else { continue };
        let firsts = firsts.entry(line).or_default();
        let first = firsts
            .iter()
            .copied()
            .find(|first| hunks.get(*first).is_some_and(|front| is_same(front, hunk)));
        match first {
            Some(first) => drop(copies.insert(index, first)),
            None if firsts.len() < MOST_AT_ONE_LINE => firsts.push(index),
            None => {}
        }
    }
    copies
}

/// How many different hunks with the same number are compared with each other.
const MOST_AT_ONE_LINE: usize = 8;

fn is_same(front: &Hunk<'_>, hunk: &Hunk<'_>) -> bool {
    front.range() == hunk.range()
        && front.anchors == hunk.anchors
        && front.section() == hunk.section()
        && front.lines == hunk.lines
        && hunk.lines.old_count() > 0
}

/// What becomes of a hunk that repeats another one, which makes the change.
pub(super) fn of_copy(index: usize, hunk: &Hunk<'_>, first: &Slot<'_>) -> Placed {
    match first.state {
        State::At(found, _) => Placed::Done(HunkFailure::done(index, hunk, found.place().line)),
        State::Done(line) => Placed::Done(HunkFailure::done(index, hunk, line)),
        State::Open(why) => Placed::Failed(HunkFailure::refused(why, index, hunk)),
    }
}
