//! Which places there are for a hunk.
//!
//! [`enumerator`] is who looks for them: [`matches`] where the old lines agree, [`outer_matches`]
//! where all but [outer context](outer) does, [`rivals`] where they nearly do, [`parted`] where
//! they do but for lines that others put between them, and [`done`] where the new lines do
//! ([`beside`] where the added ones alone are there, [`restated`] where they do in other words,
//! [`spaced`] where the old ones are there as well but for empty lines, [`slight`] where they say
//! little). [`agrees`], [`brackets`] and [`share`] are what these ask of some lines.

mod agrees;
pub(super) mod beside;
pub(super) mod brackets;
pub(super) mod done;
pub(super) mod enumerator;
pub(super) mod matches;
pub(super) mod outer;
pub(super) mod outer_matches;
mod parted;
pub(super) mod restated;
pub(super) mod rivals;
pub(super) mod share;
pub(super) mod slight;
mod spaced;
