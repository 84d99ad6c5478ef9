//! A patch that is still being written: what is known of it while it comes in.

mod event;
mod live;
mod newline;
mod patch_stream;
mod patience;
mod told;

pub use event::{Event, HunkStart};
pub use patch_stream::PatchStream;
