//! Where does a hunk belong?
//!
//! Line numbers are hints, context is the authority, and a hunk is never put in a place that the
//! evidence does not single out. Three parts: [`candidates`], [`outer_matches`] and [`rivals`]
//! say which places there are, [`evidence`] what speaks for and against each, [`decide`] whether that singles one out. [`unified`] and
//! [`opencode`] do this for all hunks of a file, again until nothing changes, with the table of kinds of
//! their format. `docs/placement.md` has all rules on one page.
//!
//! [`rung`] lists how exactly lines must agree, [`outer`] which context may differ, [`heading`] and
//! [`anchor`] how headers name lines, [`scope`] and [`records`] where that ends which these lines open or
//! head, [`done`] and [`twice`] what is made already. They ask the file through [`lookup`].
//!
//! [`trials`] reads hunks that have no place in other ways: [`blanks`] and [`gaps`] how empty lines may be meant,
//! [`viewer`] without line numbers, [`own_anchor`] without an anchor of the patch, [`recut`] without what another
//! hunk changes.

pub(crate) mod lookup;
pub(crate) mod rung;

mod anchor;
mod blanks;
mod brackets;
mod candidate;
mod candidates;
mod decide;
mod defines;
mod done;
mod enumerator;
mod evidence;
mod gaps;
mod heading;
mod last_blank;
mod lead;
mod member;
mod numbers;
mod opencode;
mod outer;
mod outer_matches;
mod overlap;
mod own_anchor;
mod placement;
mod reading;
mod records;
mod recut;
mod rivals;
mod scene;
mod scope;
mod share;
mod trials;
mod twice;
mod unified;
mod viewer;

use patch_parse::{Format, Hunk};

use self::lookup::{FastLookup, Lookup};
use self::scene::Scene;
use crate::options::{ApplyOptions, Contract};
use crate::text::{BOM, Text};

pub use anchor::{Named, Way};
pub(crate) use done::changes_nothing;
pub use heading::is_heading_of;
pub(crate) use heading::{encloses, heads_flat, may_head};
pub use outer::core as core_lines;
pub use placement::{Evidence, EvidenceSet, Placement};
pub(crate) use reading::ReadAnew;
pub use reading::Reading;
pub(crate) use scene::{Outcome, Placed};

/// What became of all hunks of a file.
pub(crate) fn place<'f, 'h>(
    bytes: &'f [u8],
    hunks: &'h [Hunk<'h>],
    format: Format,
    options: &ApplyOptions,
) -> Outcome<'f, 'h> {
    let text = text_for(bytes, hunks);
    trials::place(text, hunks, format, options, |hunks| {
        place_as_read(text, hunks, FastLookup::new(text, hunks), format, options)
    })
}

/// The same, with somebody else's answers about the file.
pub(crate) fn place_by<'f, 'h, L: Lookup>(
    bytes: &'f [u8],
    hunks: &'h [Hunk<'h>],
    format: Format,
    options: &ApplyOptions,
    lookup: impl Fn(usize, &[Hunk<'_>]) -> L,
) -> Outcome<'f, 'h> {
    let text = text_for(bytes, hunks);
    trials::place(text, hunks, format, options, |hunks| {
        place_as_read(text, hunks, lookup(text.start, hunks), format, options)
    })
}

fn place_as_read<L: Lookup>(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    lookup: L,
    format: Format,
    options: &ApplyOptions,
) -> Vec<Placed> {
    let mut scene = Scene { text, hunks, lookup };
    let mut places = match format {
        Format::Unified => unified::place(&mut scene, options),
        Format::OpenCode => opencode::place(&mut scene, options),
    };
    overlap::refuse(hunks, &mut places);
    if options.contract != Contract::Git {
        twice::refuse(&mut scene, &mut places);
    }
    places
}

/// The file as the hunks speak of it: a byte-order mark is invisible, unless they name it.
fn text_for<'f>(bytes: &'f [u8], hunks: &[Hunk<'_>]) -> Text<'f> {
    if speaks_of_bom(hunks) { Text::literal(bytes) } else { Text::without_bom(bytes) }
}

/// A patch made from the bytes of a file with a byte-order mark carries it in the first line.
fn speaks_of_bom(hunks: &[Hunk<'_>]) -> bool {
    hunks.iter().any(|hunk| hunk.old_lines().next().is_some_and(|line| line.text.starts_with(BOM)))
}
