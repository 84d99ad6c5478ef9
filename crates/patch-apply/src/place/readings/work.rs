//! The hunks of a file as they are read so far.

use std::borrow::Cow;

use patch_parse::{Format, Hunk};

use crate::options::ApplyOptions;
use crate::place::reading::{ReadAnew, Reading};
use crate::place::scene::Placed;
use crate::text::Text;

/// How many hunks of a file are looked for in it in one reading.
pub(super) const MOST_SOUGHT: usize = 32;

/// The hunks as they are read so far, and what became of each.
pub(super) struct Work<'o, 'f, 'h> {
    pub(super) text: Text<'f>,
    pub(super) format: Format,
    pub(super) options: &'o ApplyOptions,
    pub(super) hunks: Cow<'h, [Hunk<'h>]>,
    pub(super) anew: Vec<ReadAnew>,
    pub(super) placed: Vec<Placed>,
}

impl Work<'_, '_, '_> {
    /// Notes in which reading hunks have their places.
    pub(super) fn note(&mut self, found: impl IntoIterator<Item = usize>, reading: Reading) {
        self.anew.extend(found.into_iter().map(|hunk| ReadAnew { hunk, reading }));
    }
}

/// The hunks that `read` reads in another way, each with its place in the patch.
pub(super) fn read_anew<'h>(
    hunks: &[Hunk<'h>],
    mut read: impl FnMut(usize, &Hunk<'h>) -> Option<Hunk<'h>>,
) -> Vec<(usize, Hunk<'h>)> {
    let numbered = hunks.iter().enumerate();
    numbered.filter_map(|(at, hunk)| Some((at, read(at, hunk)?))).collect()
}

pub(super) fn replace<'h>(hunks: &mut Cow<'h, [Hunk<'h>]>, anew: &[(usize, Hunk<'h>)]) {
    for (at, hunk) in anew {
        if let Some(slot) = hunks.to_mut().get_mut(*at) {
            slot.clone_from(hunk);
        }
    }
}
