//! A directory on disk as a [`Workspace`](patch_apply::Workspace): nothing outside it can be
//! reached, a set of changes is made as a whole or not at all, and an interrupted commit is
//! completed or taken back.
//!
//! Use this crate to apply patches to files; to place a patch in text that is in memory,
//! `patch-apply` alone is enough.
//!
//! ```
//! use patch_apply::{ApplyOptions, apply};
//! use patch_fs::DirWorkspace;
//!
//! # let root = tempfile::tempdir()?;
//! # let root = root.path();
//! std::fs::write(root.join("greeting.txt"), "hello\nworld\n")?;
//! let patch = patch_parse::parse(b"--- a/greeting.txt\n+++ b/greeting.txt\n@@ -1,2 +1,2 @@\n-hello\n+good day\n world\n")?;
//! let mut files = DirWorkspace::open(root)?;
//! apply(&patch, &mut files, &ApplyOptions::default())?;
//! assert_eq!(std::fs::read(root.join("greeting.txt"))?, b"good day\nworld\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How
//!
//! * *Confined*: every open, create, rename and removal names one part below a directory handle
//!   (`handles`); a whole path is passed to the system only if the system is told to follow no link
//!   in it. `patch_apply::confine` finds out, link by link, where a path leads.
//! * *All or nothing*: `transaction` prepares everything beside the files, records what it is about
//!   to do, and then renames. After an error, or after a kill by [`DirWorkspace::recover`],
//!   everything is put back.
//!
//! The feature `faults` lets tests of other crates make any step of a commit fail. Programs do not
//! need it.
//!
//! **Invariant.** Nothing here knows what a patch is: a change is a path, the expected contents
//! there, and the new ones.

mod handles;
mod list;
mod look;
mod share;
mod spelling;
mod survey;
mod system;
mod transaction;
mod tree;
mod workspace;

pub use transaction::Recovery;
#[cfg(any(test, feature = "faults"))]
pub use transaction::faults;
pub use workspace::DirWorkspace;
