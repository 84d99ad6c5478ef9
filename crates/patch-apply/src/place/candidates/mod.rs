//! Finds the places that a hunk may have: the [`enumerator`] looks for them.
//!
//! | Place | |
//! | --- | --- |
//! | The old lines agree, at some rung | [`matches`] |
//! | All of them do but [outer context](outer) | [`outer_matches`] |
//! | – and some of that may not be given up | [`given_up`] |
//! | They nearly agree | [`rivals`] |
//! | They agree, but others put lines between them | [`parted`] |
//! | The new lines are there | [`done`] |
//! | – the added ones alone | [`beside`] |
//! | – one of these, which is the next line of the file | [`next_line`] |
//! | – edited since, with more or fewer lines | [`edited`] |
//! | – in other words | [`restated`] |
//! | – and the old ones, too, but for empty lines | [`spaced`] |
//! | – and they say little | [`slight`] |
//!
//! [`little`] is what says too little. [`agrees`] and [`brackets`] define how lines are compared, [`share`] how many are enough.

mod agrees;
pub(super) mod beside;
pub(super) mod brackets;
pub(super) mod done;
mod edited;
pub(super) mod enumerator;
mod given_up;
pub(super) mod little;
pub(super) mod matches;
pub(super) mod next_line;
pub(super) mod outer;
pub(super) mod outer_matches;
mod parted;
pub(super) mod restated;
pub(super) mod rivals;
pub(super) mod share;
pub(super) mod slight;
mod spaced;
