//! How is a patch written as a whole? Asked for a hunk whose old lines are as the file has them: it
//! shows nothing itself.
//!
//! | What shows it? | |
//! | --- | --- |
//! | The other hunks of the file | [`others`] |
//! | The place: what is added is one blank too deep for it | [`place`], by each [`insertion`] |
//! | The file: it is in tabs, and the patch has none | [`tabs`] |

mod insertion;
pub(super) mod others;
pub(super) mod place;
pub(super) mod tabs;
