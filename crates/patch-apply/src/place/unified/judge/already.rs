//! What a file has of a change already, where the old lines match.

use patch_parse::Hunk;

use crate::place::candidate::Candidate;
use crate::place::done;
use crate::place::evidence::Facts;
use crate::place::lookup::Lookup;
use crate::place::scene::Scene;

/// What the file has of the change already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::place::unified) enum Already {
    No,
    /// Where the old lines match.
    Made,
    /// What the hunk inserts may be the lines beside the place; not where the numbers are to be trusted.
    Beside,
}

impl Already {
    pub(in crate::place::unified) fn of<L: Lookup>(
        scene: &mut Scene<'_, '_, L>,
        hunk: &Hunk<'_>,
        place: &Candidate,
        facts: &Facts,
    ) -> Self {
        let (start, end) = (scene.lookup.start_of(place.line), scene.lookup.start_of(place.end()));
        let way = (place.kind, place.dropped);
        let is_made = || done::is_made(scene.text, hunk, way, (start, end));
        if !done::changes_nothing(hunk) && is_made() {
            Self::Made
        } else if !facts.trusts_numbers && done::is_beside(scene.text, hunk, way, start) {
            Self::Beside
        } else {
            Self::No
        }
    }
}
