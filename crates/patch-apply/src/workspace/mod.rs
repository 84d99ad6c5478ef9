//! What a file tree must offer to be patched (the trait [`Workspace`]), and the rules for paths and
//! links that every implementation shares. Nothing here touches a disk: `patch-fs` does.
//!
//! A [`Workspace`] resolves the paths of a patch, reads files, and takes a whole set of changes at
//! once. [`MemoryWorkspace`] holds files in a map, `patch_fs::DirWorkspace` works below a
//! directory; a host editor implements the trait over its unsaved buffers.

mod border;
mod change;
mod entry;
mod error;
mod folded;
mod host;
mod memory;
mod path;
mod protected;
mod spelling;
mod spot;
mod verify;
mod walk;
mod way;

pub use border::Border;
pub use change::{Change, Durability, Effect, Expected, Permissions, Reach, Relied};
pub use entry::{Entry, EntryKind, FileId};
pub use error::WorkspaceError;
pub use folded::STAGING;
pub use host::{Opened, Workspace};
pub use memory::{MemoryFile, MemoryWorkspace};
pub use path::WorkspacePath;
pub use protected::Protected;
pub use spot::Spot;
pub use verify::{Site, any_below, unchanged, unhindered, verify};
pub use walk::{Found, Ground, Inspect, Last, Place, Step, Without, locate};
