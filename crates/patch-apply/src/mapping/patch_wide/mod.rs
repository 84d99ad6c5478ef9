//! How is a patch written as a whole, where the old lines of a hunk are as the file has them and show
//! nothing?
//!
//! | What shows it? | |
//! | --- | --- |
//! | the other hunks of the file | [`others`] |
//! | the place: what is added is one blank too deep for it | [`place`], by the lines of an [`insertion`] |
//! | the file: it is in tabs, and nothing in the patch has any | [`tabs`] |

mod insertion;
pub(super) mod others;
pub(super) mod place;
pub(super) mod tabs;
