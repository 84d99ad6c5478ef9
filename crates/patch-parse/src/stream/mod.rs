//! A patch that is still being written: what is known of it while it comes in.

mod event;
mod live;
mod newlines;
mod patch_stream;
mod told;

pub use event::{Event, HunkStart};
pub use patch_stream::PatchStream;
