//! `Diff`: structured changes and, where useful, patch text.

use serde::{Deserialize, Serialize};

use super::{DiffChange, DiffPatch, PatchKey};
use crate::meta::meta_builder;
use crate::{AbsolutePath, Meta};

/// File changes that a tool call made or proposes.
///
/// `changes` is what counts: it names the paths and what happens to them, for file trees,
/// summaries and permission prompts, and a client need not parse anything to use it. `patch` is
/// one text for all or some of the changes, to be shown. It MUST agree with `changes`; this type
/// cannot check that, because it knows no patch format.
///
/// Agents SHOULD provide `patch` whenever feasible. Clients MUST handle diffs where it is omitted
/// or `null`, which mean the same.
///
/// Reading is strict: one malformed change fails the whole diff. [`lenient`](crate::lenient) leaves
/// it out and says so.
///
/// Source: RFD *v2 Diff File States*, section "What we propose to do about it"; ACP v2 schema,
/// `Diff`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diff {
    /// What happened to which file. Required, though it may be empty.
    pub changes: Vec<DiffChange>,
    /// Patch text to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<DiffPatch>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Diff {
    /// A diff of these changes, without patch text.
    pub fn new(changes: Vec<DiffChange>) -> Self {
        Self { changes, patch: None, meta: None }
    }

    /// Attaches patch text. It MUST agree with `changes`.
    #[must_use]
    pub fn patch(mut self, patch: DiffPatch) -> Self {
        self.patch = Some(patch);
        self
    }

    /// Chooses the key under which the patch text is written, as
    /// [`DiffPatch::write_as`] does; without a git patch nothing happens.
    #[must_use]
    pub fn write_patch_as(mut self, key: PatchKey) -> Self {
        self.patch = self.patch.map(|patch| patch.write_as(key));
        self
    }

    /// Every path that the changes of a known operation name, in order: for a move or a copy the
    /// old one and then the new one.
    ///
    /// A permission prompt must also show the changes that are [`DiffChange::Other`]; their paths
    /// are not known.
    pub fn paths(&self) -> impl Iterator<Item = &AbsolutePath> {
        self.changes.iter().flat_map(|change| change.old_path().into_iter().chain(change.path()))
    }

    meta_builder!();
}
