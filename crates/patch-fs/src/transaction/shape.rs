//! How the changes of one commit depend on each other: which must come first, and what makes way.

use std::collections::BTreeSet;

use patch_apply::confine::{Site, Spot, any_below};

use super::step::Step;

/// Which removals must come before the writes.
#[derive(Debug)]
pub(super) struct Shape {
    writes: BTreeSet<Spot>,
    /// The directories that make way for a file of the same name.
    pub(super) displaced: BTreeSet<Spot>,
}

impl Shape {
    /// How these steps depend on each other.
    pub(super) fn of(steps: &[Step<'_>]) -> Self {
        let (removed, written): (Vec<_>, Vec<_>) =
            steps.iter().map(|step| &step.site).partition(|site| site.is_removal());
        let writes: BTreeSet<Spot> = written.iter().map(|site| site.place.spot.clone()).collect();
        let above = removed.iter().flat_map(|site| site.place.spot.ancestors());
        let make_way = |folder: &Spot| {
            writes.contains(folder) || folder.ancestors().any(|above| writes.contains(&above))
        };
        let displaced = above.filter(make_way).collect();
        Self { writes, displaced }
    }

    /// Whether a write needs the place of this removal, or of a directory above it.
    pub(super) fn blocks(&self, site: &Site<'_>) -> bool {
        let in_displaced =
            site.place.spot.parent().is_some_and(|folder| self.displaced.contains(&folder));
        in_displaced || any_below(&self.writes, &site.place.spot)
    }
}
