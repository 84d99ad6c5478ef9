//! Which added lines are damaged, though the old lines beside them are as the file has them?
//! [`kinds`] asks for one kind of damage after the other:
//!
//! | Damage | |
//! | --- | --- |
//! | No-break spaces in front, or a blank in front of a tab | [`kinds`] |
//! | Characters that no code has there | [`odd`], by the file as a [`whole`] |
//! | Tabs in a file of blanks, or the other way round | [`other_blanks`] |
//! | Recipes of a Makefile in blanks | [`recipes`] |
//! | One blank too few or too many | [`off`] |
//! | No indentation between the keys of a block | [`outside`] |
//! | No indentation in the place of a line that has some | [`trimmed`] |
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
