//! Other readings of hunks that have no place, or that show the lines of another one. [`passes`]
//! says what is tried when, on the hunks as they are read so far ([`work`]).
//!
//! | What is the matter with a hunk that has no place? ([`trials`]) | |
//! | --- | --- |
//! | Its empty lines may be context or added ones, all alike or each by itself | [`blanks`], [`bare`] |
//! | It has more or fewer empty lines than the file, or one at the end of it | [`gaps`], [`last_blank`] |
//! | Items of a list look like removed lines | [`items`] |
//! | What it adds ends in CRLF, and no line of the file | [`endings`] |
//! | Its signs are there twice, or only look like such | [`doubled`] |
//! | Its lines have the numbers of a viewer in front | [`viewer`] |
//! | Dots are in the place of lines, or of the end of one, or nothing is | [`elided`], [`cut`], [`left_out`] |
//! | Some of its changes are done | [`partly_done`] |
//! | Others changed its context; the lines around a place tell which is meant | [`stale`], [`surroundings`] |
//! | A line is there twice | [`doubled_line`] |
//! | Its anchor is a line of the patch | [`own_anchor`] |
//!
//! Where a hunk is written in another form as a whole, all of that is asked in this ([`forms`]).
//!
//! | What is the matter with two hunks? ([`pairs`]) | |
//! | --- | --- |
//! | One shows what the other changes | [`recut`] |
//! | So it is, though their numbers say otherwise | [`misnumbered`] |
//!
//! [`written`] finds a hunk as it is written, [`in_file`] the lines at which one may be, [`verdicts`] says what became of it, and [`first`]
//! which of several places is meant. [`rare`] spares what no hunk of a patch can need.

mod bare;
mod blanks;
mod cut;
pub(in crate::place) mod doubled;
mod doubled_line;
mod elided;
mod endings;
mod first;
mod forms;
mod gaps;
mod in_file;
mod items;
mod last_blank;
mod left_out;
mod misnumbered;
mod own_anchor;
mod pairs;
mod partly_done;
pub(super) mod passes;
mod rare;
mod recut;
mod stale;
mod surroundings;
mod trials;
mod verdicts;
mod viewer;
mod work;
mod written;
