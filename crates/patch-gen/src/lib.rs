//! Makes the patch between two texts, two files or two trees: one that applies, and that reads
//! as git's would.
//!
//! ```
//! use patch_gen::{Entry, GenOptions, Snapshot, tree_patch};
//!
//! let old: Snapshot = [("src/main.rs", Entry::file("fn main() {\n}\n"))].into_iter().collect();
//! let new: Snapshot = [
//!     ("run.sh", Entry::executable("exec main\n")),
//!     ("src/main.rs", Entry::file("fn main() {\n    run();\n}\n")),
//! ]
//! .into_iter()
//! .collect();
//!
//! let patch = tree_patch(&old, &new, &GenOptions::default())?;
//! assert_eq!(
//!     patch.to_string(),
//!     "\
//! diff --git a/run.sh b/run.sh
//! new file mode 100755
//! --- /dev/null
//! +++ b/run.sh
//! @@ -0,0 +1 @@
//! +exec main
//! diff --git a/src/main.rs b/src/main.rs
//! --- a/src/main.rs
//! +++ b/src/main.rs
//! @@ -1,2 +1,3 @@
//!  fn main() {
//! +    run();
//!  }
//! "
//! );
//! # Ok::<(), patch_gen::GenError>(())
//! ```
//!
//! For one text, [`unified()`] is the short way. Three levels, each built on the one before:
//!
//! - [`hunks()`]: two texts to hunks;
//! - [`file_patches`]: a [`FileChange`] to the section, or the two, that make it;
//! - [`tree_patch`]: two [`Snapshot`]s to a patch of their [`tree_changes`]; [`patch()`] does the
//!   same for any list of changes.
//!
//! [`opencode`] has the same levels for the `*** Begin Patch` format.
//!
//! The result is the syntax tree of [`patch_parse`], and its printer writes the text.
//!
//! # Agreement with git
//!
//! For equal input the text is what `git diff` prints: names and their quotes, modes, moves and
//! copies ([`find_renames`]), empty files, a change of type as deletion and addition, missing final
//! newlines, section headings. Differences:
//!
//! - If lines can be paired in several ways, the choice, and so where hunks begin, may differ from
//!   git's: see [`Algorithm`].
//! - There is an `index` line only where it is needed, unless [`ObjectNames`] says otherwise: most
//!   readers do not use it, and it costs a hash of every file.
//! - A binary change is an error, unless [`Binary`] says otherwise.
//!
//! # Modules, in reading order
//!
//! `options`: what can be chosen; `engine`: texts to changes (what need not be compared, how lines
//! pair up, where a change is shown); `headings`: the section heading of a hunk; `hunks`: changes
//! to hunks; `probe`: what is text; `headers`: modes and object names; `similarity`: how much of a
//! file another one has; `renames`: which files come from others; `binary`: contents as data;
//! `file`: contents and modes to sections; `stat`: the size of a change; `words` and `blocks`: what
//! to mark inside lines, and `html`: all of it as a page; `tree`: snapshots to a patch; `opencode`:
//! all of it for the `*** Begin Patch` format.
//!
//! **Invariant.** This crate does no I/O: it touches no file, terminal or process, and no clock
//! except for a deadline. It does not depend on how patches are applied, and has no patch syntax of
//! its own: that is in `patch-parse`.

mod binary;
mod blocks;
mod change;
mod engine;
mod entry;
mod error;
mod file;
mod headers;
mod headings;
pub mod html;
mod hunks;
pub mod opencode;
mod options;
mod probe;
mod renames;
mod similarity;
mod snapshot;
mod stat;
mod tree;
mod unified;
mod words;

pub use binary::binary_patch;
pub use blocks::{Block, ShownLine, blocks};
pub use bstr;
pub use change::{ChangeOf, FileChange};
pub use entry::Entry;
pub use error::GenError;
pub use file::file_patches;
pub use headers::{full_index, headers};
pub use headings::{Headings, Language};
pub use hunks::{file_hunks, hunks};
pub use options::{Algorithm, Binary, Detect, GenOptions, ObjectNames, Renames, Style};
pub use probe::is_binary;
pub use renames::{FoundRenames, LeftOut, find_renames};
pub use snapshot::Snapshot;
pub use stat::{FileStat, StatSize, file_stat};
pub use tree::{patch, patch_of, tree_changes, tree_patch};
pub use unified::{Unified, unified};
pub use words::changed_words;
