//! The `*** Begin Patch` format: chunks that single out their places by text alone.
//!
//! A chunk has no line numbers: a reader seeks its old lines behind the chunk before, or behind a
//! line that an anchor names. So what is written here is proved first: the old lines of a chunk are
//! in one place of the rest of the file, or in one place of what the anchor opens, blanks aside.
//! Readers that take the first match and readers that take none unless it is the only one agree
//! about it. A chunk has the lines of context that are asked for, and more, or anchors, only where
//! it would be ambiguous without; what comes too close is joined.
//!
//! A reader that takes every patch for a model's, as `patch-apply` does by default, may indent what
//! a chunk adds otherwise, where the new file is such as damage makes it: Python that Python cannot
//! read. Under its contract of git it takes these chunks at their word.
//!
//! What the format cannot say is an error that names the file: a final newline that is missing on
//! one side only, binary contents, modes, links. A copy becomes a new file.
//!
//! # Examples
//!
//! ```
//! use patch_gen::{Entry, GenOptions, Snapshot, opencode, tree_changes};
//!
//! let old = "fn a() {\n    x();\n}\nfn b() {\n    x();\n}\n";
//! let new = "fn a() {\n    x();\n}\nfn b() {\n    y();\n}\n";
//! let (old, new) = (Entry::file(old), Entry::file(new));
//! let old: Snapshot = [("x.rs", old)].into_iter().collect();
//! let new: Snapshot = [("x.rs", new)].into_iter().collect();
//!
//! let patch = opencode::patch(tree_changes(&old, &new), &GenOptions::default().context(0))?;
//! assert_eq!(
//!     patch.to_string(),
//!     "*** Begin Patch\n*** Update File: x.rs\n@@ fn b() {\n-    x();\n+    y();\n*** End Patch\n"
//! );
//! # Ok::<(), patch_gen::GenError>(())
//! ```

mod anchors;
mod chunks;
mod endings;
mod prove;
mod sections;
mod text;

pub use chunks::chunks;
pub use sections::{file_patches, patch};
