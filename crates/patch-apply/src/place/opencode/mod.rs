//! Places the chunks of the OpenCode format: seek forward, the first match wins.
//!
//! OpenCode patch format, *Context Seeking*. The anchor is sought after the previous chunk and the
//! block after the anchor; the table of evidence decides between several places. A chunk of
//! context alone is an anchor, too: the next one is sought after it.
//!
//! [`chunks`] goes over all chunks of a section; [`seek`] looks for one, after the lines that its
//! [`anchors`] name, or [out of order](out_of_order), or [`inside`] what
//! the anchor opens at a looser rung, and [`judge`] decides which of its places is
//! singled out. [`repeated`] handles anchors that are written again, and [`fill`] identical
//! chunks.

mod anchors;
mod chunks;
mod cursor;
mod fill;
mod insertion;
mod inside;
mod judge;
mod out_of_order;
mod repeated;
mod reworded;
mod seek;
mod slot;

pub(super) use chunks::place;
