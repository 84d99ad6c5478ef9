//! How what a patch writes maps to what the file has: a [`Mapping`] says how added lines are
//! written, where not as in the patch ([`rewrite`]).
//!
//! | Which hunks? | What shows how their added lines are written? | |
//! | --- | --- | --- |
//! | old lines agree loosely with the file | the old lines, each beside that of the file | [`loose`] |
//! | old lines are as the file has them, the patch is not | other hunks, and the place | [`patch_wide`] |
//! | the added lines alone are damaged | what no code has where they are | [`damaged`] |
//!
//! All of these read [`characters`] and [`lines`], and the rules of indentation in
//! [`indent`](crate::indent).
//!
//! Where nothing shows it, the hunk is refused: an added line is never written as it is in the patch
//! while the lines around it had to be read otherwise.

mod characters;
mod damaged;
mod lines;
mod loose;
mod patch_wide;
mod rewrite;

pub(crate) use self::damaged::kinds::{adds_odd, may_be_damaged};
pub(crate) use self::damaged::python::{Piece, may_be_python, misplaced};
pub(crate) use self::damaged::whole::Whole;
pub(crate) use self::patch_wide::others::Shown;
pub(crate) use self::patch_wide::place::may_be_blank_off;
pub(crate) use self::patch_wide::tabs::are_blanks_open;
pub use self::rewrite::Mapping;
