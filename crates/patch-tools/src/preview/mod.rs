//! Shows a client of the protocol a patch that a model is still writing.
//!
//! [`Preview`] takes the patch in pieces and returns, for each, what to send to the client: the
//! files that the agent works on (`locations`), and, as content of the tool call, the hunks that
//! have arrived, placed in the files as they are. It writes nothing. The final effect of the patch
//! is reported by its plan and its receipt, whose diff replaces the content.
//!
//! | when | what is sent |
//! |---|---|
//! | the headers of a section have arrived | `tool_call_update`: title, `edit`, `pending`, the files so far |
//! | a hunk has ended and has a place | `tool_call_content_chunk`: a diff of that hunk, with its line numbers in the file |
//! | a section has ended | the same for what is left of it; a new, removed or renamed file as a whole |
//! | … and a hunk of it has no place | `tool_call_content_chunk`: a text that says why |
//!
//! [`PreviewV1`] does the same for version 1, where an update has all content so far: the files,
//! and one diff for each hunk.
//!
//! The lines of a hunk are shown as the patch has them. Each section is treated alone: another
//! section for the same file, or a hunk that has not arrived yet, may change where it goes.
//!
//! # Cost
//!
//! Placing hunks means reading the file and examining all its hunks so far, which would be
//! quadratic if it were done for each hunk. So it is done for each of the first eight hunks of a
//! file, and then each time their number has grown by an eighth; the hunks between are shown with
//! the next. The list of files is sent at the same rate.

mod hunks;
mod live;
mod pace;
mod part;
mod piece;
mod section;
mod sections;
mod source;
mod v1;

pub use live::{Finished, Preview};
pub use v1::PreviewV1;
