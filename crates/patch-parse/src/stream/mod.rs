//! Reads a patch while it is still being written.

mod event;
mod live;
mod newline;
mod patch_stream;
mod patience;
mod told;

pub use event::{Event, HunkStart};
pub use patch_stream::PatchStream;
