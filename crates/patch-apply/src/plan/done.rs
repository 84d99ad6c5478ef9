//! Sections whose effect the tree has already.

use patch_parse::{FileOperation, FilePatch, PatchPath, Span};

use super::build::Builder;
use super::names;
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

    /// Refuses a deletion that was made already: no file has the name, nor one that it may be
    /// meant for. What the plan itself has taken away was there, but for a file that it moves.
    pub(super) fn check_deleted(
        &mut self,
        file: &FilePatch<'_>,
        name: &PatchPath<'_>,
        source: &Source,
    ) -> Result<(), Failure> {
        let is_deletion = matches!(file.operation, FileOperation::Delete { .. });
        let is_gone = self.moved.has(&source.path)
            || !(self.overlay.is_planned(&source.path) || self.overlay.has_like(name.as_bstr()));
        let is_plain = !name.is_one_of_two() && self.options.contract == Contract::Agent;
        if is_deletion && is_plain && is_gone && self.patch.files.len() > 1 {
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
        self.doubt_deletions();
        let done = self.done.iter().flat_map(|(_, failures)| failures);
        self.failures.extend(done.cloned());
    }

    /// That a file is not there shows a deletion that was made only beside other signs that the
    /// patch was applied. Without any, its name is that of no file.
    fn doubt_deletions(&mut self) {
        let is_deletion = |span: &Span| {
            let file = self.patch.files.iter().find(|file| file.span == *span);
            file.filter(|file| matches!(file.operation, FileOperation::Delete { .. }))
        };
        let is_sign = |(span, _): &(Span, _)| is_deletion(span).is_none();
        if self.failures.is_empty() && self.done.iter().any(is_sign) {
            return;
        }
        let missing = |file: &FilePatch<'_>| {
            let name = file.operation.path();
            self.sections.unclear(file, names::missing(name, |name| self.overlay.like(name)))
        };
        let doubted: Vec<_> = self.done.iter().filter_map(|(span, _)| is_deletion(span)).collect();
        let failures: Vec<_> = doubted.iter().map(|file| missing(file)).collect();
        self.done.retain(|(span, _)| doubted.iter().all(|file| file.span != *span));
        self.failures.extend(failures);
    }
}
