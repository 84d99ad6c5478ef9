//! Patches for agents and their clients: a change as a client of the Agent Client Protocol (ACP)
//! sees it, the tools `Diff` and `ApplyPatch` that a model calls, and patches, receipts and
//! refusals as JSON.
//!
//! Use this crate to give a model the tools ([`tool::Tools`] has an example), or to show a client
//! of ACP what a patch does; to apply a patch, `patch-apply` alone is enough, and `patch-mcp`
//! serves the tools.
//!
//! ```
//! use acp_diff_types::AbsolutePath;
//! use patch_gen::{Entry, GenOptions, Snapshot};
//! use patch_tools::wire::TreeChange;
//!
//! let old: Snapshot = [("greeting.txt", Entry::file("hello\n"))].into_iter().collect();
//! let new: Snapshot = [("greeting.txt", Entry::file("goodbye\n"))].into_iter().collect();
//! let root = AbsolutePath::new("/repo")?;
//!
//! let change = TreeChange::between(&old, &new, &root);
//! let v2 = change.to_v2(&GenOptions::default())?;
//! assert_eq!(v2.changes[0].operation(), "modify");
//! assert_eq!(
//!     v2.patch.as_ref().and_then(|patch| patch.text()),
//!     Some(
//!         "diff --git /repo/greeting.txt /repo/greeting.txt\n\
//!          --- /repo/greeting.txt\n+++ /repo/greeting.txt\n@@ -1 +1 @@\n-hello\n+goodbye\n"
//!     )
//! );
//! let v1 = change.to_v1()?;
//! assert_eq!(v1[0].old_text.as_deref(), Some("hello\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules, in reading order
//!
//! - [`wire`]: one set of changes, rendered for ACP v2 and v1.
//! - [`check`]: whether the patch text of a diff agrees with its changes.
//! - [`preview`]: a patch that is still being written, as updates of its tool call.
//! - [`view`]: a parsed patch, a parse error and a refusal as plain data for JSON.
//! - [`tool`]: the `Diff` and `ApplyPatch` tools that an agent calls.
//! - [`session_update`]: a tool call as the messages of a session.
//! - `schema`: every JSON Schema, by name; behind the feature `schemars`.
//!
//! # Features
//!
//! None is on by default.
//!
//! * `mime`: the MIME types of files in ACP diffs, derived from their contents and names.
//! * `schemars`: the module `schema`, and `JsonSchema` for the output types of [`view`], [`check`]
//!   and [`tool`].
//!
//! **Invariant.** This crate decides nothing about patches: it presents what the layers below
//! worked out. It reaches files only through a [`Workspace`](patch_apply::Workspace) that the
//! caller passes in.

pub mod check;
pub mod preview;
#[cfg(feature = "schemars")]
pub mod schema;
pub mod session_update;
pub mod tool;
pub mod view;
pub mod wire;
