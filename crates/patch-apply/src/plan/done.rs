//! Handles sections whose effect the tree has already.

use patch_parse::{FileOperation, FilePatch};

use super::build::Builder;
use super::overlay::Node;
use crate::fault::{Fault, Unclear};
use crate::{Failure, Workspace};

impl<W: Workspace> Builder<'_, '_, '_, W> {
    /// Refuses a move that was already made: its source is gone, and its target holds the result. If
    /// no hunk has context to show that, it may have been made.
    pub(super) fn check_moved(&mut self, file: &FilePatch<'_>) -> Result<(), Failure> {
        let FileOperation::Move { path, .. } = &file.operation else { return Ok(()) };
        let target = self.overlay.workspace().resolve(path.as_bstr());
        let Ok(Node::File(node)) = target.and_then(|target| self.overlay.get(&target)) else {
            return Ok(());
        };
        let hunks = file.hunks();
        let shows_it = hunks.iter().any(|hunk| hunk.lines.context_count() > 0);
        if shows_it && self.sections.is_applied_to(file, &node.contents) {
            return Err(self.failure(file, Fault::MovedAlready));
        }
        if hunks.is_empty() && file.binary().is_none() {
            let gone = Unclear::Gone { target: path.as_bstr().to_owned() };
            return Err(self.sections.unclear(file, gone));
        }
        Ok(())
    }

    /// Takes moves that may have been made for made, if that is all that is left of the patch and the
    /// files have the rest of it.
    pub(super) fn settle_moved(&mut self) {
        let maybe_moved = std::mem::take(&mut self.maybe_moved);
        let is_rest_done = self.failures.is_empty() && !self.done.is_empty();
        if is_rest_done && !maybe_moved.is_empty() && !self.has_work() {
            for (file, _) in maybe_moved {
                self.done.push((file.span, vec![self.failure(file, Fault::MovedAlready)]));
            }
        } else {
            let failures = maybe_moved.into_iter().map(|(_, failures)| failures);
            self.failures.extend(failures.flatten());
        }
    }

    /// Whether sections have work to do that are not among the done ones. Finding that out may
    /// compare everything that their files hold.
    fn has_work(&self) -> bool {
        self.record.has_work_beside(&self.done) || self.overlay.sets_modes()
    }

    /// Skips sections with nothing left to do, with a note, if other sections have work to do; if
    /// none has, or anything else fails, refuses them as applied.
    pub(super) fn settle_done(&mut self) {
        if self.done.is_empty() {
            return;
        }
        if self.failures.is_empty() && self.has_work() {
            self.record.leave_out(&self.done);
            return;
        }
        let done = self.done.iter().flat_map(|(_, failures)| failures);
        self.failures.extend(done.cloned());
    }
}
