//! Other readings of hunks that have no place, or are beside one that shows the same lines.
//!
//! [`order`] says what is tried when, on the hunks as they are read so far ([`work`]).
//!
//! | What is the matter with a hunk that has no place? ([`trials`]) | |
//! | --- | --- |
//! | Empty lines may be context or added, all of a kind or each by itself | [`blanks`], [`bare`] |
//! | There are more or fewer empty lines in the file, or none at its end | [`gaps`], [`last_blank`] |
//! | Items of a list look like removed lines | [`items`] |
//! | Lines have the numbers of a viewer in front | [`viewer`] |
//! | Dots are in the place of lines | [`elided`] |
//! | Some of it is done | [`partly_done`] |
//! | Others changed its context, in [`surroundings`] that nothing else is like | [`stale`] |
//! | A line is there once more | [`repeated`] |
//! | Its anchor is a line of the patch | [`own_anchor`] |
//!
//! | What is the matter with two hunks? ([`pairs`]) | |
//! | --- | --- |
//! | One shows what the other changes | [`recut`] |
//! | They do, though their numbers say otherwise | [`misnumbered`] |
//!
//! [`written`] is where a hunk is as it was written, [`verdicts`] what became of it, [`first`] what of
//! one that has the first of several places.

mod bare;
mod blanks;
mod elided;
mod first;
mod gaps;
mod items;
mod last_blank;
mod misnumbered;
pub(super) mod order;
mod own_anchor;
mod pairs;
mod partly_done;
mod recut;
mod repeated;
mod stale;
mod surroundings;
mod trials;
mod verdicts;
mod viewer;
mod work;
mod written;
