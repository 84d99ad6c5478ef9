//! A directory on disk as a [`Workspace`](patch_apply::Workspace): what is outside of it is out of
//! reach, a set of changes is made as a whole or not at all, and what a killed process left is made
//! whole again.
//!
//! Use this crate to apply patches to files; to place a patch in text that is in memory,
//! `patch-apply` alone will do.
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
//!   (`handles`); a whole path is handed to the system only where the system is told to follow no
//!   link in it. Where a path leads is found link by link, by `patch_apply::confine`.
//! * *All or nothing*: `transaction` prepares everything beside the files, writes down what it is
//!   about to do, and then renames. An error, or [`DirWorkspace::recover`] after a kill, leads
//!   back.
//!
//! The feature `faults` lets tests of other crates make any step of a commit fail. A program has no
//! use for it.
//!
//! **Invariant.** Nothing here knows what a patch is: a change is a path, what is expected there,
//! and what is to be there.

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
