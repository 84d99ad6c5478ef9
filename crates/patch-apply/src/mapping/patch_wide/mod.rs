//! Finds how a patch is written as a whole, for a hunk whose old lines match exactly: by itself it
//! shows nothing.
//!
//! | What shows it? | |
//! | --- | --- |
//! | The other hunks of the file | [`others`] |
//! | The place: the added lines are one blank too deep for it | [`place`], by each [`insertion`] |
//! | The file: it is indented with tabs, and the patch has none | [`tabs`] |
//! | All lines of a new file | [`new_file`] |

mod insertion;
pub(super) mod new_file;
pub(super) mod others;
pub(super) mod place;
pub(super) mod tabs;
