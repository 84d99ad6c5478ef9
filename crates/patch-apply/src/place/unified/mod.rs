//! Placing the hunks of a unified diff: the numbers are hints, the context decides.
//!
//! [`rounds`] goes over all hunks of a file until nothing changes; [`judge`] says of one hunk which
//! of its places is singled out; [`slot`] is a hunk with what became of it so far, [`part`] which
//! line a heading is a part of. [`copies`] are hunks that are there twice, [`twins`] have the same
//! lines and no numbers, [`offsets`] what all of them show about the numbers.

mod copies;
mod judge;
mod offsets;
mod part;
mod rounds;
mod slot;
mod twins;

pub(super) use rounds::place;
