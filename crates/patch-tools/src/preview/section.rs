//! The section that is being written, and the hunks of it that are placed.

use std::collections::BTreeSet;

use acp_diff_types::AbsolutePath;
use bstr::BString;
use patch_apply::{ApplyOptions, Failure, PartId, Plan, Refusal, Workspace, plan};
use patch_parse::{FileContent, FileOperation, FilePatch, Format, Hunk, Patch, PatchPath};

use super::hunks::Placed;
use super::pace::Pace;
use super::part::{Part, Shape};
use crate::wire::TreeChange;

/// A section as far as it is written.
#[derive(Debug)]
pub(super) struct Section {
    /// A patch with only this section.
    patch: Patch<'static>,
    pace: Pace,
    placed: Placed,
    /// Hunks that had no place when they were tried, by their numbers, 1-based.
    waiting: BTreeSet<usize>,
}

/// What sections are placed against.
#[derive(Debug)]
pub(super) struct Ground<'w, W, S> {
    pub(super) workspace: &'w W,
    pub(super) root: AbsolutePath,
    pub(super) options: ApplyOptions,
    /// What to make of what is placed.
    pub(super) shape: S,
}

impl Section {
    pub(super) fn new(format: Format, mut file: FilePatch<'static>) -> Self {
        file.commit = 0;
        Self {
            patch: Patch::new(format, vec![file]),
            pace: Pace::default(),
            placed: Placed::default(),
            waiting: BTreeSet::new(),
        }
    }

    /// Takes the next hunk, and returns what is placed with it.
    pub(super) fn push<W: Workspace, S: Shape>(
        &mut self,
        hunk: Hunk<'static>,
        ground: &Ground<'_, W, S>,
    ) -> Vec<Part<S::Diff>> {
        let Some(file) = self.patch.files.first_mut() else { return Vec::new() };
        let FileContent::Hunks(hunks) = &mut file.content else { return Vec::new() };
        hunks.push(hunk);
        let size = hunks.len();
        // The effect of these is known only when the section is complete.
        let is_one = match file.operation {
            FileOperation::Modify { .. } => false,
            // Version 1 has a block for each of the two paths.
            FileOperation::Move { .. } => !S::SHOWS_MOVES,
            _ => true,
        };
        if is_one || !self.pace.is_due(size) {
            return Vec::new();
        }
        self.look(ground)
    }

    /// Notes that the section is complete, and returns what is left of it.
    pub(super) fn end<W: Workspace, S: Shape>(
        mut self,
        operation: FileOperation<'static>,
        ground: &Ground<'_, W, S>,
    ) -> Vec<Part<S::Diff>> {
        if let Some(file) = self.patch.files.first_mut() {
            file.end_as(operation);
        }
        // With the whole section, hunks that had no place may have one.
        self.waiting.clear();
        let refusal = match ground.plan(&self.patch, &self.waiting) {
            Ok(plan) if self.placed.is_empty() => {
                return ground.whole(&plan);
            }
            Ok(plan) => return show(&mut self.placed, &self.patch, &plan, ground),
            Err(refusal) => refusal,
        };
        let mut parts = Vec::new();
        if wait_for(&mut self.waiting, &refusal) {
            parts.extend(self.look(ground));
        }
        parts.extend(told_of(&refusal).map(Part::Text));
        parts
    }

    /// Places the hunks that are not waiting; returns what to show of those that have not been
    /// shown.
    fn look<W: Workspace, S: Shape>(&mut self, ground: &Ground<'_, W, S>) -> Vec<Part<S::Diff>> {
        let found = match ground.plan(&self.patch, &self.waiting) {
            Err(refusal) if wait_for(&mut self.waiting, &refusal) => {
                ground.plan(&self.patch, &self.waiting)
            }
            found => found,
        };
        match found {
            Ok(plan) => show(&mut self.placed, &self.patch, &plan, ground),
            Err(_) => Vec::new(),
        }
    }
}

impl<W: Workspace, S: Shape> Ground<'_, W, S> {
    /// The effect of a section without the hunks that wait.
    fn plan<'p>(
        &self,
        patch: &'p Patch<'static>,
        waiting: &BTreeSet<usize>,
    ) -> Result<Plan<'p>, Refusal> {
        if waiting.is_empty() {
            return plan(patch, self.workspace, &self.options);
        }
        let hunks = patch.files.first().map_or(0, |file| file.hunks().len());
        let others = (1..=hunks).filter(|number| !waiting.contains(number));
        let options = self.options.clone().only(others.map(|number| PartId::hunk(1, number)));
        plan(patch, self.workspace, &options)
    }

    /// The whole effect of a section; `None` if the protocol cannot express it.
    fn whole(&self, plan: &Plan<'_>) -> Vec<Part<S::Diff>> {
        let change = TreeChange::of_plan(plan, self.workspace, &self.root);
        change.map_or_else(|_| Vec::new(), |change| self.shape.of_change(&change))
    }
}

/// The hunks that a plan has placed and that have not been shown.
fn show<W: Workspace, S: Shape>(
    placed: &mut Placed,
    patch: &Patch<'static>,
    plan: &Plan<'_>,
    ground: &Ground<'_, W, S>,
) -> Vec<Part<S::Diff>> {
    let file = plan.receipt().files.first().zip(patch.files.first());
    let Some((receipt, file)) = file else { return Vec::new() };
    let hunks = placed.show(file.hunks(), receipt);
    if hunks.is_empty() {
        return Vec::new();
    }
    let name = |path: &BString| PatchPath::from(path.clone());
    let operation = match &receipt.old_path {
        Some(old_path) => {
            FileOperation::Move { old_path: name(old_path), path: name(&receipt.path) }
        }
        None => FileOperation::Modify { path: name(&receipt.path) },
    };
    let section = Patch::new(Format::Unified, vec![FilePatch::new(operation, hunks)]);
    ground.shape.of_hunks(&section, &ground.root)
}

/// Postpones the hunks that have no place until the section is complete; returns whether these are
/// the only obstacle and others are left.
fn wait_for(waiting: &mut BTreeSet<usize>, refusal: &Refusal) -> bool {
    let hunks: Option<Vec<usize>> =
        refusal.failures.iter().map(|failure| failure.hunk().map(|hunk| hunk.hunk + 1)).collect();
    let Some(hunks) = hunks else { return false };
    waiting.extend(hunks);
    true
}

/// Why a section or hunks of it have no place, one sentence each; for failures without an
/// explanation, their number.
fn told_of(refusal: &Refusal) -> impl Iterator<Item = String> {
    let (brief, explained): (Vec<&Failure>, _) =
        refusal.failures.iter().partition(|failure| failure.is_brief());
    let sentence =
        |failure: &Failure| format!("line {} of the patch: {failure}", failure.span.line);
    let others = (!brief.is_empty()).then(|| format!("{} more hunks have no place", brief.len()));
    explained.into_iter().map(sentence).chain(others)
}
