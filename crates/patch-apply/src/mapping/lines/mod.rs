//! What do lines say, by themselves and by where they are? Nothing here knows of rules but
//! [`literals`], which asks what one would change.
//!
//! | Question | |
//! | --- | --- |
//! | Is it code, and does it open a block or go on? | [`code`] |
//! | Does it begin a rule of a Makefile? | [`makefile`] |
//! | Is it in a string or a comment? | [`inside`] |
//! | Is it in a string that the patch adds as a whole? | [`literals`] |
//! | Did it lose the indentation of what it is in? | [`flat`] |
//! | Which lines of the file does a hunk face? | [`facing`] |
//! | Between which lines of the file is it added, and where does it fit in? | [`gap`] |
//! | What is changed together? | [`change`] |

pub(super) mod change;
pub(super) mod code;
pub(super) mod facing;
pub(super) mod flat;
pub(super) mod gap;
pub(super) mod inside;
pub(super) mod literals;
pub(super) mod makefile;
