//! The hunks of a file as they are read so far.

use std::borrow::Cow;

use patch_parse::Hunk;

use crate::place::placer::Placer;
use crate::place::reading::{ReadAnew, Reading};
use crate::place::scene::Placed;
use crate::text::Text;

/// How many hunks of a file are looked for in it in one reading.
pub(super) const MOST_SOUGHT: usize = 32;

/// The hunks as they are read so far, and what became of each.
pub(super) struct Work<'p, 'f, 'h> {
    pub(super) text: Text<'f>,
    pub(super) placer: Placer<'p>,
    pub(super) hunks: Cow<'h, [Hunk<'h>]>,
    pub(super) anew: Vec<ReadAnew>,
    /// Empty until the hunks are placed for the first time.
    pub(super) placed: Vec<Placed>,
}

impl<'p, 'f, 'h> Work<'p, 'f, 'h> {
    /// Hunks as the parser read them, before any is placed.
    pub(super) fn new(text: Text<'f>, placer: Placer<'p>, hunks: &'h [Hunk<'h>]) -> Self {
        let hunks = Cow::Borrowed(hunks);
        Self { text, placer, hunks, anew: Vec::new(), placed: Vec::new() }
    }

    /// Takes hunks in another reading for those that they were, and notes that.
    pub(super) fn take(&mut self, anew: &[(usize, Hunk<'h>)], reading: Reading) {
        replace(&mut self.hunks, anew);
        self.note(anew.iter().map(|(at, _)| *at), reading);
    }

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

/// Puts hunks in the place of those with the same number.
pub(super) fn replace<'h>(hunks: &mut Cow<'h, [Hunk<'h>]>, anew: &[(usize, Hunk<'h>)]) {
    for (at, hunk) in anew {
        if let Some(slot) = hunks.to_mut().get_mut(*at) {
            slot.clone_from(hunk);
        }
    }
}
