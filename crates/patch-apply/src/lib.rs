//! Puts a patch where it belongs in the files as they are now: every change, or none.
//!
//! Use this crate to apply a patch that `patch-parse` has read; to look into one, that crate alone
//! will do. A host with unsaved buffers implements [`Workspace`], as the example `editor` does, and
//! checks it with the conformance suite of `patch-testkit`.
//!
//! ```
//! use patch_apply::{ApplyOptions, MemoryWorkspace, apply};
//!
//! let mut files = MemoryWorkspace::new();
//! files.insert("src/main.rs", "// drifted\nfn main() {\n    old_call();\n}\n")?;
//! let patch = patch_parse::parse(
//!     b"--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    old_call();\n+    new_call();\n }\n",
//! )?;
//! let receipt = apply(&patch, &mut files, &ApplyOptions::default())?;
//! assert_eq!(receipt.files[0].hunks[0].offset, Some(1));
//! assert_eq!(files.contents("src/main.rs").unwrap(), b"// drifted\nfn main() {\n    new_call();\n}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Phases
//!
//! 1. *Match*: each hunk finds its place by its context, with line numbers as hints
//!    ([`apply_hunks`] for one file in memory).
//! 2. *Plan*: every result is worked out in memory; nothing is written ([`plan`]). A failure here
//!    names everything that prevents it and leaves nothing behind.
//! 3. *Commit*: all changes are written, or none ([`Plan::commit`]). A failure here takes back
//!    what was done. `patch_fs::DirWorkspace` is the one for directories on disk.
//!
//! # Features
//!
//! None is on by default.
//!
//! * `serde`: `Serialize` for [`Receipt`] and [`HunkFailure`]; `patch-tools` has the JSON of a whole refusal.
//! * `schemars`: `JsonSchema` for [`Receipt`] and what it holds, and for [`HunkFailure`]; brings `serde`.
//!
//! **Invariant.** Nothing here touches a file system: only implementations of [`Workspace`] do. Similarity
//! never places a hunk.

mod attempt;
mod binary;
mod buffer;
mod cause;
mod contents;
mod contract;
mod counts;
mod explain;
mod failure;
mod fault;
mod file;
mod hash;
mod indent;
mod kept;
mod mapping;
mod near_miss;
mod note;
mod options;
mod part_id;
mod place;
mod plan;
mod receipt;
mod refusal;
mod remark;
pub mod render;
#[cfg(feature = "schemars")]
pub mod schema;
mod splice;
mod text;
pub mod visible;
#[cfg(feature = "serde")]
mod wire;
mod workspace;

/// The questions that the rules of placement ask about a file, for checking the rules with other
/// answers: the oracle of `patch-testkit` goes through all lines for each.
pub mod lookup {
    pub use crate::file::apply_hunks_by;
    pub use crate::place::lookup::{Block, Lookup, MOST_PLACES};
    pub use crate::place::rung::RungRule;
    pub use crate::place::{Named, Way, core_lines, is_heading_of};
}

/// Finds where a path leads, link by link, and whether a tree is what a commit expects: for
/// implementing a [`Workspace`] over something with directories and links. [`MemoryWorkspace`] and
/// `patch_fs::DirWorkspace` use the same functions, so that both refuse the same.
pub mod confine {
    pub use crate::workspace::{
        Border, Found, Ground, Inspect, Last, Place, STAGING, Site, Spot, Step, Without, any_below,
        locate, unchanged, unhindered, verify,
    };
}

pub use attempt::{Applied, AppliedHunk, DoneHunk};
pub use bstr;
pub use buffer::{ApplyError, NotOneText, apply_text};
pub use cause::Cause;
pub use contents::{Contents, Digest};
pub use failure::{Candidate, HunkFailure, HunksRefused};
pub use fault::{BadData, BadLink, Fault, Unclear, Unsupported};
pub use file::apply_hunks;
pub use hash::ContentHash;
pub use mapping::Mapping;
pub use near_miss::{Difference, FileLine, NearMiss};
pub use note::{Forgiven, Note, NoteKind};
pub use options::{ApplyOptions, Contract, Limits, Locate};
pub use part_id::{InvalidPartId, PartId};
pub use place::rung::Rung;
pub use place::{Evidence, EvidenceSet, Placement, Reading};
pub use plan::{Plan, apply, apply_with, plan};
pub use receipt::{FileReceipt, HunkReceipt, IgnoredMetadata, ModeChange, Receipt, SkippedHunk};
pub use refusal::{Failure, Refusal};
pub use remark::Remark;
pub use splice::Edit;
pub use workspace::{
    Change, Durability, Effect, Entry, EntryKind, Expected, FileId, MemoryFile, MemoryWorkspace,
    Opened, Permissions, Protected, Reach, Relied, Workspace, WorkspaceError, WorkspacePath,
};
