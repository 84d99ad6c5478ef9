//! Decides how added lines are written if a patch writes its lines otherwise than the file.
//!
//! Models copy files inexactly: they indent by other steps, type typographic quotes for plain ones,
//! or lose the blank after a mark, and their added lines are just as inexact. A [`Mapping`] says
//! how an added line becomes what the file would have ([`rewrite`]). What the mapping is inferred
//! from depends on the hunk:
//!
//! | Hunk | Inferred from | |
//! | --- | --- | --- |
//! | The old lines agree loosely with the file | the old lines, each beside the line of the file that it faces | [`loose`] |
//! | The old lines agree, and the patch as a whole is written otherwise | the other hunks, or the place | [`patch_wide`] |
//! | The old lines agree, and the added ones are not valid code where they are | the added lines, and the file around them | [`damaged`] |
//!
//! All of them use [`characters`], [`lines`], and the rules of [`indent`](crate::indent).
//!
//! A *blank* is a space, or also a tab where the two are not distinguished; a *mark* is the `+`,
//! the `-` or the blank that a hunk has before a line. A *pair* is the indentation of an old line
//! in the patch and in the file; a *step* is how much deeper one line is than another.
//!
//! If nothing shows how the added lines are meant, the hunk is refused: an added line is never
//! written as it is in the patch while the lines around it had to be read otherwise.

mod characters;
mod damaged;
mod lines;
mod loose;
mod patch_wide;
mod rewrite;

pub(crate) use self::damaged::again::{Again, defined_already};
pub(crate) use self::damaged::closer::Misplaced;
pub(crate) use self::damaged::kinds::{
    adds_no_break_spaces, beside_closer, first_odd, may_be_damaged,
};
pub(crate) use self::damaged::misplaced::{may_be_of_depth, misplaced};
pub(crate) use self::damaged::ways::{Piece, Unparsed};
pub(crate) use self::damaged::whole::Whole;
pub(crate) use self::patch_wide::others::Shown;
pub(crate) use self::patch_wide::place::may_be_blank_off;
pub(crate) use self::patch_wide::tabs::are_blanks_open;
pub use self::rewrite::Mapping;
