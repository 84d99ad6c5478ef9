//! Finds where hunks belong.
//!
//! Line numbers are hints, context is the authority, and a hunk is never put in a place that the
//! evidence does not single out. `docs/placement.md` has the rules. In reading order, each above
//! what it needs:
//!
//! 1. [`readings`] reads hunks in other ways, in these [`passes`]. [`placeholder`] refuses what would
//!    put a comment in the place of code that is meant to stay.
//! 2. [`placer`] places all hunks as they are read. [`overlap`] refuses lines that two hunks change,
//!    [`twice`] what would be made twice, [`seems_done`] what may not be done.
//! 3. [`unified`] and [`opencode`] place all hunks of a file, again until nothing changes, each
//!    with a judge of one hunk and with the table of evidence of its format.
//! 4. [`evidence`] finds what speaks for and against each place, [`decide`] whether that singles
//!    one out, [`numbers`] what the numbers of headers say.
//! 5. [`candidates`] finds the places: where the old lines match, nearly match, or the new ones do.
//! 6. [`scopes`] finds what lines of the file open and head, [`names`] which lines headers name.
//! 7. [`lookup`] answers questions about places and about lines that headers name. Facts about
//!    lines next to a place, such as their depth, are read from the text itself ([`scene`]).
//! 8. [`rung`] lists how exactly lines must agree. [`places`] is a place as a value,
//!    [`placement`] one that a hunk has, [`reading`] how a hunk was read.

pub(crate) mod lookup;
pub(crate) mod rung;

mod candidates;
mod decide;
mod evidence;
mod names;
mod numbers;
mod opencode;
mod overlap;
mod placeholder;
mod placement;
mod placer;
mod places;
mod reading;
mod readings;
mod scene;
mod scopes;
mod seems_done;
mod twice;
mod unified;

use patch_parse::Hunk;

use self::readings::passes;
use crate::text::{BOM, Text};

pub(crate) use candidates::done::changes_nothing;
pub use candidates::outer::core as core_lines;
pub use names::anchor::{Named, Way};
pub(crate) use names::encloses::encloses;
pub use names::encloses::is_heading_of;
pub(crate) use names::flat::heads_flat;
pub(crate) use names::heads::may_head;
pub(crate) use placeholder::in_new_file;
pub use placement::{Evidence, EvidenceSet, Placement};
pub(crate) use placer::{Placer, by_lookup};
pub(crate) use reading::ReadAnew;
pub use reading::Reading;
pub(crate) use readings::doubled::with_one_sign;
pub(crate) use readings::rest::belongs_to_removed;
pub(crate) use scene::{Outcome, Placed};
pub(crate) use scopes::balance;

/// Places the hunks of a file, read otherwise where that gives them a place.
pub(crate) fn read_and_place<'f, 'h>(
    bytes: &'f [u8],
    hunks: &'h [Hunk<'h>],
    placer: Placer<'_>,
) -> Outcome<'f, 'h> {
    passes::place_in_some_reading(text_for(bytes, hunks), hunks, placer)
}

/// The file as the hunks see it: a byte-order mark is invisible, unless they show it.
fn text_for<'f>(bytes: &'f [u8], hunks: &[Hunk<'_>]) -> Text<'f> {
    if speaks_of_bom(hunks) { Text::literal(bytes) } else { Text::without_bom(bytes) }
}

/// A patch made from the bytes of a file with a byte-order mark carries it in the first line.
fn speaks_of_bom(hunks: &[Hunk<'_>]) -> bool {
    hunks.iter().any(|hunk| hunk.old_lines().next().is_some_and(|line| line.text.starts_with(BOM)))
}
