//! Handles sections whose effect the tree has already.

use patch_parse::{FileOperation, FilePatch};

use super::build::Builder;
use super::overlay::Node;
use crate::fault::Fault;
use crate::{Failure, Workspace};

impl<W: Workspace> Builder<'_, '_, '_, W> {
    /// Refuses a move that was already made: its source is gone, and its target holds the result.
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

    /// Skips sections with nothing left to do, with a note, if other sections have work to do; if
    /// none has, or anything else fails, refuses them as applied.
    pub(super) fn settle_done(&mut self) {
        // Finding out whether others have work to do may compare everything that their files hold.
        if self.done.is_empty() {
            return;
        }
        let has_work = || self.record.has_work_beside(&self.done) || self.overlay.sets_modes();
        if self.failures.is_empty() && has_work() {
            self.record.leave_out(&self.done);
            return;
        }
        let done = self.done.iter().flat_map(|(_, failures)| failures);
        self.failures.extend(done.cloned());
    }
}
