//! Holds a plan as a value.

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{Operation, Patch, Span};

use super::record;
use crate::hash::ContentHash;
use crate::options::ApplyOptions;
use crate::receipt::Receipt;
use crate::refusal::{Failure, Refusal};
use crate::workspace::{Change, Expected, Relied, Workspace, WorkspaceError};

/// Everything that a patch would change, worked out and not yet written.
///
/// It holds the contents that it read and those that it would write, so that a commit compares
/// bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a plan changes nothing until it is committed"]
pub struct Plan<'p> {
    /// The patch that it was made of, from which a part can be committed.
    pub(super) patch: &'p Patch<'p>,
    /// The options that it was made with; they hold for the commit as well.
    pub(super) options: ApplyOptions,
    pub(super) receipt: Receipt,
    pub(super) changes: Vec<Change>,
    /// What it was also made from, which must be unchanged as well.
    pub(super) relied: Vec<Relied>,
}

impl Plan<'_> {
    /// What the plan would do. [`Receipt::committed`] is `false`.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }

    /// The steps of the commit, each with what it expects to find: no path is named twice.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// What the plan found in the files that it reads or writes; `None` where there was nothing.
    pub fn read(&self) -> impl Iterator<Item = (BString, Option<ContentHash>)> {
        let changed = self.changes.iter().filter_map(|change| {
            let hash = match &change.expected {
                Expected::File(digest) => Some(digest.hash()),
                Expected::Absent => None,
                Expected::Symlink(_) => return None,
            };
            Some((change.path.to_string().into(), hash))
        });
        let copied = self.receipt.files.iter().filter(|file| file.operation == Operation::Copy);
        let copied = copied
            .filter_map(|file| Some((file.old_path.clone()?, Some(file.before.as_ref()?.hash()))));
        copied.chain(changed)
    }

    /// Checks for what would prevent a commit, as far as that can be known without writing: for
    /// callers that only report what the patch would do.
    ///
    /// # Errors
    ///
    /// As [`Workspace::check`].
    pub fn check(&self, workspace: &impl Workspace) -> Result<(), Refusal> {
        workspace.check(&self.changes).map_err(|error| self.refused(&error))
    }

    /// Writes all changes, or none, as durably as the options of the plan say
    /// ([`ApplyOptions::durability`]).
    ///
    /// # Errors
    ///
    /// `stale_file` when a file changed since it was read, `io_error` when the system refuses. The
    /// files are then as they were.
    pub fn commit(mut self, workspace: &mut impl Workspace) -> Result<Receipt, Refusal> {
        self.take_effect(workspace).map(|()| self.receipt)
    }

    /// As [`Self::commit`], for callers that still need the plan if it is refused.
    pub(super) fn take_effect(&mut self, workspace: &mut impl Workspace) -> Result<(), Refusal> {
        let durability = self.options.durability;
        // Nearly every plan changes everything that it read.
        let committed = match &*self.relied {
            [] => workspace.commit(&self.changes, durability),
            relied => workspace.commit_relying(&self.changes, relied, durability),
        };
        committed.map_err(|error| self.refused(&error))?;
        self.receipt.committed = true;
        Ok(())
    }

    fn refused(&self, error: &WorkspaceError) -> Refusal {
        let format = self.receipt.format;
        let span = span_of(self.patch, &self.receipt, error.path.as_bstr());
        Refusal::one(format, Failure::of_workspace(format, span, error))
    }
}

/// The section about a path, for failures that only the commit can find.
pub(super) fn span_of(patch: &Patch<'_>, receipt: &Receipt, name: &BStr) -> Span {
    let file = receipt.files.iter().rev().find(|file| file.path == name);
    file.map(|file| record::span_of_file(file, patch)).unwrap_or_default()
}
