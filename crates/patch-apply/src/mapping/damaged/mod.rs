//! Are the added lines alone damaged, beside old lines that are as the file has them? [`kinds`] asks
//! for one kind of damage after the other:
//!
//! | Damage | |
//! | --- | --- |
//! | characters that no code has there | [`odd`], in a file as a [`whole`] |
//! | tabs in a file of blanks, or the other way round | [`other_blanks`] |
//! | recipes of a Makefile in blanks | [`recipes`] |
//! | one blank too few or too many | [`off`] |
//! | lines at the margin between the keys of a block | [`outside`] |
//! | lost indentation | [`trimmed`] |
//!
//! What Python cannot read where it is ([`python`], by its [`layout`]) is asked of all hunks of a
//! file together.

pub(super) mod kinds;
mod layout;
mod odd;
mod off;
mod other_blanks;
mod outside;
pub(super) mod python;
mod recipes;
mod trimmed;
pub(super) mod whole;
