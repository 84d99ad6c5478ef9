//! Reinterprets hunks, before they are placed or because they have no place as parsed. [`passes`]
//! defines what is tried when, on the hunks as they are read so far ([`work`]).
//!
//! | What is the matter with a hunk that has no place? ([`trials`]) | |
//! | --- | --- |
//! | Its empty lines may be context or added ones, all alike or each by itself | [`blanks`], [`bare`] |
//! | It has more or fewer empty lines than the file, or one at the end of it | [`gaps`], [`last_blank`] |
//! | Items of a list look like removed lines | [`items`] |
//! | By its counts, a line of its context lost its mark | [`lost_plus`], [`lost_minus`] |
//! | What it adds ends in CRLF, and no line of the file | [`endings`] |
//! | Its signs are doubled, or are characters that look like signs | [`doubled`] |
//! | Its lines begin with the numbers of a viewer | [`viewer`] |
//! | It has dots, or nothing, in the place of lines or of the end of a line | [`elided`], [`cut`], [`left_out`] |
//! | The file has some of its changes already | [`partly_done`] |
//! | Others changed its context; the lines around a place show which is meant | [`stale`], [`surroundings`] |
//! | A line of its context is misspelt, or was changed next to what it changes | [`changed_line`], [`at_number`] |
//! | Its old lines have other blanks or quotes within | [`respelled`] |
//! | It passes over a line next to what it replaces ([that is not a part of it](rest)) | [`passed_over`] |
//! | Its old lines are wrapped | [`wrapped`] |
//! | It has a line twice in a row | [`doubled_line`] |
//! | It begins or ends with a code fence | [`fence`] |
//! | Its anchor is a line of the patch | [`own_anchor`] |
//!
//! If a hunk is written in another form as a whole, that is undone first, and all of this is tried
//! again ([`forms`]).
//!
//! | What is the matter with two hunks? ([`pairs`]) | |
//! | --- | --- |
//! | One shows what the other changes | [`recut`] |
//! | The same, although their numbers say otherwise | [`misnumbered`] |
//!
//! [`written`] finds a hunk as it is written, [`in_file`] the lines at which one may be,
//! [`verdicts`] judges what became of it, and [`first`] decides which of several places is meant.
//! [`rare`] saves looking for what no hunk of a patch has.

mod at_number;
mod bare;
mod blanks;
mod changed_line;
mod comma;
mod cut;
pub(in crate::place) mod doubled;
mod doubled_line;
mod elided;
mod endings;
mod fence;
mod first;
mod forms;
mod gaps;
mod in_file;
mod items;
mod last_blank;
mod left_out;
mod lost_minus;
mod lost_plus;
mod misnumbered;
mod own_anchor;
mod pairs;
mod partly_done;
mod passed_over;
pub(super) mod passes;
mod rare;
mod recut;
mod respelled;
pub(in crate::place) mod rest;
mod stale;
mod surroundings;
mod trials;
mod verdicts;
mod viewer;
mod work;
mod wrapped;
mod written;
