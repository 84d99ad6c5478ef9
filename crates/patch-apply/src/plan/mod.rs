//! From a patch and a workspace to every result, in memory.
//!
//! Planning reads and never writes. A [`Plan`] is a value: it can be looked at, shown, dropped, or
//! committed. [`build`] walks the sections of the patch, [`overlay`] holds the files as the
//! sections so far have left them, [`section`] applies one section, [`group`] the sections that
//! take effect together.

mod again;
mod build;
mod group;
mod overlay;
mod section;

use std::collections::BTreeMap;

use bstr::BString;
use patch_parse::{Patch, Span};

use crate::{ApplyOptions, Change, Failure, Receipt, Refusal, Sync, Workspace};

pub use again::apply_with;

/// Everything that a patch would change, worked out and not yet written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a plan changes nothing until it is committed"]
pub struct Plan {
    receipt: Receipt,
    changes: Vec<Change>,
    /// Where the patch speaks of a path, for what only the commit can say.
    spans: BTreeMap<BString, Span>,
}

impl Plan {
    /// What the plan would do. [`Receipt::committed`] is `false`.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }

    /// The steps of the commit, each with what it expects to find: no path is named twice.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Writes all changes, or none.
    ///
    /// # Errors
    ///
    /// `stale_file` when a file changed since it was read, `io_error` when the system refuses. The
    /// files are then as they were.
    pub fn commit(
        mut self,
        workspace: &mut impl Workspace,
        sync: Sync,
    ) -> Result<Receipt, Refusal> {
        match workspace.commit(&self.changes, sync) {
            Ok(()) => {
                self.receipt.committed = true;
                Ok(self.receipt)
            }
            Err(error) => {
                let format = self.receipt.format;
                let span = self.spans.get(&error.path).copied().unwrap_or_default();
                let failure = Failure::of_workspace(format, span, &error);
                Err(Refusal::one(format, failure))
            }
        }
    }
}

/// Works out what a patch would change.
///
/// # Errors
///
/// Everything that stands in the way, of all hunks of all files at once.
pub fn plan(
    patch: &Patch<'_>,
    workspace: &impl Workspace,
    options: &ApplyOptions,
) -> Result<Plan, Refusal> {
    build::Builder::new(patch, workspace, options).build()
}

/// Plans and commits.
///
/// When a file changed since it was read, the plan is made once more against the files as they are
/// now, this time with other committers kept out ([`Workspace::hold`]). It takes effect if every
/// hunk of every file that changed has exactly one place, byte for byte, and no contents would be
/// lost that nobody looked at; else the refusal is `stale_file`.
///
/// # Errors
///
/// Those of [`plan`] and [`Plan::commit`]. The files are then as they were.
pub fn apply(
    patch: &Patch<'_>,
    workspace: &mut impl Workspace,
    options: &ApplyOptions,
) -> Result<Receipt, Refusal> {
    apply_with(patch, workspace, options, |_, _| ()).map(|(receipt, ())| receipt)
}
