//! Sections whose effect the tree has already.

use patch_parse::{FileOperation, FilePatch, PatchPath};

use super::build::Builder;
use super::overlay::Node;
use super::source::Source;
use crate::fault::Fault;
use crate::{Contract, Failure, Workspace};

impl<W: Workspace> Builder<'_, '_, '_, W> {
    /// Refuses a move that was made already: its source is gone, and its target holds what it
    /// makes.
    pub(super) fn check_moved(&mut self, file: &FilePatch<'_>) -> Result<(), Failure> {
        let FileOperation::Move { path, .. } = &file.operation else { return Ok(()) };
        let target = self.overlay.workspace().resolve(path.as_bstr());
        let Ok(Node::File(node)) = target.and_then(|target| self.overlay.get(&target)) else {
            return Ok(());
        };
        if !self.sections.is_applied_to(file, &node.contents) {
            return Ok(());
        }
        Err(self.failure(file, Fault::MovedAlready))
    }

    /// The file of a move that was made before, where its hunks are still to do: its old name is
    /// nobody's, and they have their places in the file that has the new one.
    pub(super) fn moved_before(
        &mut self,
        file: &FilePatch<'_>,
        name: &PatchPath<'_>,
    ) -> Option<Source> {
        let FileOperation::Move { path, .. } = &file.operation else { return None };
        if self.options.contract != Contract::Agent || file.hunks().is_empty() {
            return None;
        }
        let path = self.overlay.workspace().resolve(path.as_bstr()).ok()?;
        if self.overlay.is_planned(&path) {
            return None;
        }
        let node = self.overlay.get(&path).ok()?;
        let Node::File(there) = &node else { return None };
        let fits = self.sections.fits(file, &there.contents);
        (fits && !self.overlay.has_like(name.as_bstr())).then_some(Source { path, node })
    }

    /// Refuses a deletion of a file that the patch itself has moved: it is gone by that name.
    pub(super) fn check_deleted(
        &mut self,
        file: &FilePatch<'_>,
        source: &Source,
    ) -> Result<(), Failure> {
        let is_deletion = matches!(file.operation, FileOperation::Delete { .. });
        if is_deletion && self.options.contract == Contract::Agent && self.moved.has(&source.path) {
            return Err(self.failure(file, Fault::DeletedAlready));
        }
        Ok(())
    }

    /// A section that has nothing left to do is skipped with a note where others have; where none
    /// has, or something else is in the way, it is refused as applied.
    pub(super) fn settle_done(&mut self) {
        let has_work = || self.record.has_work_beside(&self.done) || self.overlay.sets_modes();
        if self.failures.is_empty() && has_work() {
            self.record.leave_out(&self.done);
            return;
        }
        let done = self.done.iter().flat_map(|(_, failures)| failures);
        self.failures.extend(done.cloned());
    }
}
