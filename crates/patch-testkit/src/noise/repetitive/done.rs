//! What looks as if it were done already.

use patch_parse::Format;

use super::honest::{Heading, View, int};
use super::write::{first_from, seek};

impl View<'_> {
    /// Whether a hunk that was left out as done looks as if it were: the new lines are at the
    /// number, or below the heading, or after the anchor, that the patch names; or they are in one
    /// place alone, or wherever the old lines are.
    pub(super) fn looks_done(&self, hunk: usize) -> Option<&'static str> {
        let new: Vec<&str> = self.hunk(hunk).new_lines().collect();
        let new_count = new.len();
        let is_new = |at: usize| self.file.get(at..at + new.len()) == Some(&*new);
        let anchor = match self.format {
            Format::Unified => 0,
            Format::OpenCode => seek(&self.file, &self.hunk(hunk).anchors, 0)?,
        };
        let is_told = |at: usize| {
            let heading = self.heading(hunk, int(at));
            heading == Heading::Named || self.number(hunk, int(at)) || anchor > 0
        };
        let found = || (anchor..self.file.len()).filter(|at| is_new(*at));
        let is_left = || {
            let exact = |from: &usize| first_from(&self.file, self.hunk(hunk), *from);
            let old = std::iter::successors(exact(&anchor), |at| exact(&(at + 1)));
            let count = self.hunk(hunk).old_count();
            let is_among =
                |at: usize| found().any(|new| new <= at && at + count <= new + new_count);
            old.into_iter().all(is_among)
        };
        let is_told = found().any(is_told) || found().count() == 1;
        (is_told || (found().next().is_some() && is_left())).then_some("done")
    }

    /// Where the new lines of a hunk with numbers are that is done: at its number, else in one
    /// place alone.
    pub(super) fn done_place(&self, hunk: usize) -> Option<i64> {
        let new: Vec<&str> = self.hunk(hunk).new_lines().collect();
        let found = || {
            let found = self.file.windows(new.len().max(1)).enumerate();
            found.filter(|(_, lines)| *lines == new).map(|(at, _)| int(at))
        };
        let alone = || found().next().filter(|_| found().count() == 1);
        found().find(|at| self.number(hunk, *at)).or_else(alone)
    }
}
