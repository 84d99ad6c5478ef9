//! Sections whose effect the tree has already.

use patch_parse::{FileOperation, FilePatch};

use super::build::Builder;
use super::overlay::Node;
use crate::fault::Fault;
use crate::{Failure, Workspace};

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

    /// A section that has nothing left to do is skipped with a note where others have; where none
    /// has, or something else is in the way, it is refused as applied.
    pub(super) fn settle_done(&mut self) {
        // Whether others have work to do is a look at all that their files hold.
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
