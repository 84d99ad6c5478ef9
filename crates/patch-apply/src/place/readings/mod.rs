//! Other readings of hunks that have no place.
//!
//! [`trials`] tries them: [`blanks`], [`bare`], [`gaps`] and [`last_blank`] say how empty lines may
//! be meant, [`viewer`] is without line numbers in the text, [`own_anchor`] without an anchor of the
//! patch, [`elided`] with the lines that dots stand for, [`stale`] with the context that others
//! changed ([`surroundings`] of a place that nothing else is like), [`repeated`] without a line that
//! is there once more, [`partly_done`] without what is done, and [`recut`] without what another hunk
//! changes ([`misnumbered`] where the numbers do not say so). [`written`] is where a hunk is as it
//! was written, [`verdicts`] what became of it, [`first`] what of several places.

mod bare;
mod blanks;
mod elided;
mod first;
mod gaps;
mod items;
mod last_blank;
mod misnumbered;
mod own_anchor;
mod partly_done;
mod recut;
mod repeated;
mod stale;
mod surroundings;
pub(super) mod trials;
mod verdicts;
mod viewer;
mod written;
