//! Finds added lines that are damaged although the old lines next to them match exactly. [`kinds`]
//! checks for one kind of damage after the other:
//!
//! | Damage | |
//! | --- | --- |
//! | No-break spaces at the start, or a blank before a tab | [`kinds`] |
//! | Characters that code cannot have there | [`odd`], [`quotes`] and [`escaped`], by the line as [code](code_line) and the file as a [`whole`] |
//! | Tabs in a file indented with spaces, or the other way round | [`other_blanks`] |
//! | Recipes of a Makefile in blanks | [`recipes`] |
//! | The head of a definition once more | [`heads`] |
//! | Lines of a block behind the last one of the file | [`at_end`] |
//! | A jump, or a definition of the block, once more | [`again`] |
//! | What opens or closes the block, once more | [`edges`], and [`doubled`] for words and tags |
//! | What belongs on the other side of the bracket that closes the block | [`closer`] |
//! | One blank too few or too many | [`off`] |
//! | No indentation between the keys of a block | [`outside`] |
//! | No indentation in place of a line that has some | [`trimmed`] |
//! | No indentation of the first line of a block alone | [`trimmed_head`] |
//! | A block at another depth than the lines around it | [`displaced`] |
//! | A block in other steps than the file | [`steps`] |
//!
//! Lines that [`python`] or [`yaml`] cannot parse where they are (by their [`layout`] or
//! [`yaml_layout`]) are searched in all hunks of a file together ([`misplaced`]), and written in one
//! of the [`ways`] in which they can be parsed.

pub(super) mod again;
mod at_end;
pub(super) mod closer;
mod code_line;
mod displaced;
mod doubled;
mod edges;
mod escaped;
mod heads;
pub(super) mod kinds;
mod layout;
pub(super) mod misplaced;
mod odd;
mod off;
mod other_blanks;
mod outside;
mod python;
mod quotes;
mod recipes;
mod steps;
mod trimmed;
mod trimmed_head;
pub(super) mod ways;
pub(super) mod whole;
mod yaml;
mod yaml_layout;
