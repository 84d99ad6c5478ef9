//! The Agent Client Protocol's (ACP) types for diffs, and for the tool call content around them.
//!
//! An agent that edits files reports that to its client in JSON. ACP v1 sends one file as two whole
//! texts; the v2 draft sends a list of changes and, where useful, patch text to show:
//!
//! ```
//! use acp_diff_types::v2::{Diff, DiffChange, DiffFileType, DiffPatch};
//! use acp_diff_types::{AbsolutePath, InvalidPath};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let path = AbsolutePath::new("/repo/greeting.txt")?;
//! let diff = Diff::new(vec![DiffChange::modify(path).file_type(DiffFileType::Text)]).patch(
//!     DiffPatch::git_patch(
//!         "diff --git /repo/greeting.txt /repo/greeting.txt\n\
//!          --- /repo/greeting.txt\n+++ /repo/greeting.txt\n@@ -1 +1 @@\n-hello\n+goodbye\n",
//!     ),
//! );
//!
//! let json = serde_json::to_string(&diff)?;
//! assert!(json.starts_with(r#"{"changes":[{"operation":"modify","#));
//! assert_eq!(serde_json::from_str::<Diff>(&json)?, diff);
//!
//! // A relative path never becomes part of a diff, neither built nor read.
//! let error: InvalidPath = AbsolutePath::new("greeting.txt").unwrap_err();
//! assert!(error.to_string().contains("is not absolute"));
//! # Ok(())
//! # }
//! ```
//!
//! # What reading promises
//!
//! - **Nothing unknown is lost.** An unknown operation, content type, patch format, session update or
//!   outcome is kept as the whole object it was ([`Other`]) and written back unchanged; unknown file
//!   types, kinds and statuses are kept as strings.
//! - **Nothing known is bent.** A known discriminator with a malformed body is an error, never
//!   demoted to unknown. Paths must be absolute.
//! - **Duplicate keys are errors.** If a key of the protocol occurs twice in one object, one peer
//!   would show the first value, another the last. This check works on text; a
//!   [`serde_json::Value`] has only the last value, as do `_meta` and the values of unknown keys in
//!   it.
//! - **Nothing is dropped unseen.** The protocol lets receivers skip malformed list items;
//!   [`lenient`] does, and returns what it skipped.
//! - Omitted, `null` and a value are three states in an update ([`MaybeUndefined`]). Everywhere else
//!   omitted and `null` mean the same, and written are only values.
//! - Further keys of a known object are ignored and not written again, as by the protocol's own types:
//!   its names are the protocol's, and the place for additions is [`Meta`], which is kept. So a proxy
//!   that must pass on what a later version of the protocol adds forwards the JSON that it got.
//!
//! # Which version
//!
//! [`v1`] is what clients use today. [`v2`] is a draft; only v2 can express that a file moved, was
//! copied, or is not text. [`convert`] converts between the two. The tool call around a diff, with
//! its updates and the request for permission, is here in the terms of v2, behind the feature
//! `surface`: a program that only shows diffs need not compile it.
//!
//! **Invariant:** this crate knows no patch format and does no I/O. It cannot check whether a patch
//! text parses, agrees with the changes beside it, or matches a file; it does not look at the file
//! system, resolve paths, or compute a diff. It depends only on serde and `serde_json`, unless a
//! feature needs more: `surface` for the tool call around a diff, `schemars` for JSON Schemas,
//! `official` for conversions to and from the protocol's own Rust types.
//!
//! # Modules, in reading order
//!
//! [`v1`], [`v2`], [`content`], [`convert`], [`lenient`]; with their features, `schema` and `official`.
//!
//! Sources, as the items here cite them: RFD *v2 Diff File States*; RFD *Represent deleted files in
//! diff*; the ACP v1 and v2 schemas.

#[cfg(feature = "surface")]
pub mod content;
pub mod convert;
pub mod lenient;
#[cfg(feature = "official")]
pub mod official;
#[cfg(feature = "schemars")]
pub mod schema;
pub mod v1;
pub mod v2;

mod maybe_undefined;
mod meta;
mod object;
mod open_enum;
mod path;
mod union;

pub use maybe_undefined::MaybeUndefined;
pub use meta::Meta;
pub use path::{AbsolutePath, InvalidPath, InvalidPathReason, PathStyle};
pub use union::{KnownDiscriminator, Other};
