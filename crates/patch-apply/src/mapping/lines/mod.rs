//! Answers questions about lines, by themselves and by where they are.
//!
//! | Question | |
//! | --- | --- |
//! | Is it code, and does it open a block or continue? | [`code`] |
//! | Does it begin a rule of a Makefile? | [`makefile`] |
//! | Is it in a string or a comment that is open before it? | [`inside`] |
//! | Is it in a string that the patch adds, and what would a rule change there? | [`literals`] |
//! | Is it no deeper than the line that opens its block? | [`flat`] |
//! | Which lines of the file does a hunk face? | [`facing`] |
//! | Between which of them are lines added, and how deep may they be there? | [`gap`] |
//! | May a single blank before it be meant? | [`formats`] |
//! | Which lines are changed together? | [`change`] |

pub(super) mod change;
pub(super) mod code;
pub(super) mod facing;
pub(super) mod flat;
pub(super) mod formats;
pub(super) mod gap;
pub(super) mod inside;
pub(super) mod literals;
pub(super) mod makefile;
