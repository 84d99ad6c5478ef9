//! Places the hunks of a unified diff: the numbers are hints, the context decides.
//!
//! [`rounds`] goes over all hunks of a file until nothing changes; [`judge`] decides which place
//! of a hunk is singled out; [`slot`] holds a hunk and what became of it so far, [`part`] finds
//! the line that a heading is a part of. [`copies`] are hunks that the patch has twice, [`twins`]
//! hunks with the same lines and no numbers; [`offsets`] finds what all hunks together show about
//! the numbers.

mod copies;
mod judge;
mod offsets;
mod part;
mod rounds;
mod slot;
mod twins;

pub(super) use rounds::place;
