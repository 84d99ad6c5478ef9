//! A patch that a model is still writing, as a client of the protocol sees it meanwhile.
//!
//! [`Preview`] takes the patch in pieces and gives what to send to the client for each: where the
//! agent is at work (`locations`), and, as content of the tool call, the hunks that are there,
//! placed against the files as they are. It writes nothing. What the patch does in the end is told
//! by its plan and its receipt, whose diff replaces the content.
//!
//! | when | what is sent |
//! |---|---|
//! | the headers of a section are there | `tool_call_update`: title, `edit`, `pending`, the files so far |
//! | a hunk has ended and has a place | `tool_call_content_chunk`: a diff of that hunk, with its line numbers in the file |
//! | a section has ended | the same for what is left of it; a new, removed or renamed file as a whole |
//! | … and a hunk of it has no place | `tool_call_content_chunk`: a text that says why |
//!
//! [`PreviewV1`] tells the same in the words of version 1, where an update has all content so far:
//! the files, and one diff for each hunk.
//!
//! The lines of a hunk are shown as the patch has them. Each section is looked at alone: what
//! another one does to the same file, or a hunk that is not there yet, may change where it goes.
//!
//! # Cost
//!
//! To place hunks a file is read and all hunks of it so far are looked at, which would be quadratic
//! if each hunk did it. So the first eight hunks of a file do, and then the first one behind each
//! further eighth of them; the others are told with that one. The list of files is sent by the same
//! measure.

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
