//! Makes patches in the `*** Begin Patch` format, whose chunks are placed by their text alone.
//!
//! A chunk has no line numbers: a reader seeks its old lines after the previous chunk, or after a
//! line that an anchor names. So every chunk is proved before it is written: its old lines have
//! only one place in the rest of the file, or in the block that the anchor opens, blanks aside.
//! Readers that take the first match and readers that accept only a unique match then agree. A
//! chunk has the requested lines of context, and more lines or anchors only if it would otherwise
//! be ambiguous; chunks that come too close are joined.
//!
//! A reader that assumes that models write patches, as `patch-apply` does by default, may change
//! the indentation of added lines if the new file looks damaged: Python that Python cannot read.
//! Under its `git` contract it takes these chunks literally.
//!
//! Anything that the format cannot express is an error that names the file: a final newline that is
//! missing on one side only, binary contents, modes, links. A copy becomes a new file.
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
