//! Placing the chunks of the OpenCode format: seek forward, the first match wins.
//!
//! OpenCode patch format, *Context Seeking*. The anchor is sought behind the former chunk and the
//! block behind the anchor; what tells several places apart is in the table of evidence. A chunk of
//! context alone is an anchor, too: the next one is sought behind it.
//!
//! [`chunks`] goes over all chunks of a section; [`seek`] looks for one, behind the lines that its
//! [`anchors`] name, or [out of order](out_of_order), and [`judge`] says which of its places is
//! singled out. [`repeated`] has a word where an anchor is written again, and [`fill`] where chunks
//! are the same.

mod anchors;
mod chunks;
mod cursor;
mod fill;
mod insertion;
mod judge;
mod out_of_order;
mod repeated;
mod reworded;
mod seek;
mod slot;

pub(super) use chunks::place;
