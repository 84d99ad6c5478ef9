//! Where does a hunk belong?
//!
//! Line numbers are hints, context is the authority, and a hunk is never put in a place that the
//! evidence does not single out. `docs/placement.md` has the rules. In reading order, each above
//! what it needs:
//!
//! 1. [`readings`] reads hunks that have no place in other ways, in this [`order`].
//!    [`overlap`] and [`twice`] refuse what two hunks change and what would be made twice, [`seems_done`]
//!    what may not be done,
//!    [`placeholder`] what would put a comment in the place of code that is meant to stay.
//! 2. [`unified`] and [`opencode`] place all hunks of a file, again until nothing changes, each
//!    with a judge of one hunk and with the table of evidence of its format.
//! 3. [`evidence`] says what speaks for and against each place, [`decide`] whether that singles
//!    one out; [`numbers`] what the numbers of headers say.
//! 4. [`candidates`] finds the places: where the old lines match, nearly match, or the new ones do.
//! 5. [`scopes`] says what lines of the file open and head, [`names`] how headers name lines.
//! 6. [`lookup`] answers questions about places and about lines that headers name. What is asked
//!    of lines beside a place, as their depth or their empty lines, is read from the text itself
//!    ([`scene`]).
//! 7. [`rung`] lists how exactly lines must agree. [`candidate`] is a place as a value,
//!    [`placement`] one that a hunk has, [`reading`] how a hunk was read.

pub(crate) mod lookup;
pub(crate) mod rung;

mod candidate;
mod candidates;
mod decide;
mod evidence;
mod names;
mod numbers;
mod opencode;
mod overlap;
mod placeholder;
mod placement;
mod reading;
mod readings;
mod scene;
mod scopes;
mod seems_done;
mod twice;
mod unified;

use patch_parse::{Format, Hunk};

use self::lookup::{FastLookup, Lookup};
use self::readings::order;
use self::scene::Scene;
use crate::options::{ApplyOptions, Contract};
use crate::text::{BOM, Text};

pub(crate) use candidates::done::changes_nothing;
pub use candidates::outer::core as core_lines;
pub use names::anchor::{Named, Way};
pub(crate) use names::encloses::encloses;
pub use names::encloses::is_heading_of;
pub(crate) use names::flat::heads_flat;
pub(crate) use names::heads::may_head;
pub use placement::{Evidence, EvidenceSet, Placement};
pub(crate) use reading::ReadAnew;
pub use reading::Reading;
pub(crate) use readings::doubled::with_one_sign;
pub(crate) use scene::{Outcome, Placed};

/// What became of all hunks of a file.
pub(crate) fn place<'f, 'h>(
    bytes: &'f [u8],
    hunks: &'h [Hunk<'h>],
    format: Format,
    options: &ApplyOptions,
) -> Outcome<'f, 'h> {
    let text = text_for(bytes, hunks);
    order::place(text, hunks, format, options, |hunks, options| {
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
    order::place(text, hunks, format, options, |hunks, options| {
        place_as_read(text, hunks, lookup(text.start, hunks), format, options)
    })
}

/// What becomes of other hunks for the same file, in no other reading.
pub(crate) fn place_again(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
) -> Vec<Placed> {
    place_as_read(text, hunks, FastLookup::new(text, hunks), format, options)
}

/// The same, with somebody else's answers about the file.
pub(crate) fn place_again_by<L: Lookup>(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
    lookup: impl Fn(usize, &[Hunk<'_>]) -> L,
) -> Vec<Placed> {
    place_as_read(text, hunks, lookup(text.start, hunks), format, options)
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
