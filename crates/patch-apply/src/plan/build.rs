//! Walks over all sections of a patch.

use std::collections::HashMap;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;
use patch_parse::{FileOperation, FilePatch, Format, Patch, PatchPath, Span};

use super::ahead::Ahead;
use super::corrected;
use super::escapes;
use super::group::Group;
use super::joined;
use super::links;
use super::made;
use super::names;
use super::overlay::{Node, Overlay};
use super::planned::{Plan, span_of};
use super::record::{Record, is_done_already, is_maybe_moved};
use super::resolved::Resolved;
use super::rewritten::Rewritten;
use super::section::{Asked, SectionPlanner};
use super::selection::{Chosen, Selection};
use super::source::Source;
use super::target::{self, Tops};
use crate::contract::unsupported;
use crate::fault::{Fault, Unclear};
use crate::note::Forgiven;
use crate::{
    ApplyOptions, Change, ContentHash, Contract, Effect, Expected, Failure, Locate, Note, NoteKind,
    Receipt, Refusal, Workspace, WorkspaceError, WorkspacePath,
};

/// Works out what a patch would change.
///
/// # Errors
///
/// Everything that prevents it, of all hunks of all files at once.
pub fn plan<'p>(
    patch: &'p Patch<'_>,
    workspace: &impl Workspace,
    options: &ApplyOptions,
) -> Result<Plan<'p>, Refusal> {
    let options = options.for_patch(patch);
    let mut planned = Builder::new(patch, workspace, &options).build();
    let is_escaped =
        planned.as_ref().is_ok_and(|plan| escapes::are_kept_beside(patch, plan.receipt()));
    let is_again = planned.as_ref().is_ok_and(|plan| may_be_again(patch, plan.receipt()));
    if is_escaped || is_again {
        let options = options.clone().into_owned();
        let again = ApplyOptions { escaped: is_escaped, sent_again: is_again, ..options };
        planned = Builder::new(patch, workspace, &again).build();
    }
    planned.map_err(|refusal| {
        let plan = |offered: &Patch<'_>| {
            let plan = Builder::new(offered, workspace, &options).build();
            plan.ok().map(|plan| plan.receipt().clone())
        };
        let suggested_patch = corrected::patch(patch, &options, &refusal, plan)
            .or_else(|| joined::patch(patch, &options, &refusal, plan));
        Refusal { suggested_patch, ..refusal }
    })
}

/// Whether an envelope, whose chunks go to the first of several places, may be one that is sent
/// again: a file that one section alone is about has the change of that section, or a part of it,
/// already. What another section is about as well, that one may have made.
fn may_be_again(patch: &Patch<'_>, receipt: &Receipt) -> bool {
    let is_done = |note: &&Note| {
        matches!(note.kind, NoteKind::HunkApplied { .. } | NoteKind::SectionApplied { .. })
    };
    let mut done = receipt.diagnostics.iter().filter(is_done).peekable();
    if patch.format != Format::OpenCode || done.peek().is_none() {
        return false;
    }
    let mut counts: HashMap<&BStr, usize, RandomState> = HashMap::default();
    for file in &patch.files {
        *counts.entry(file.operation.path().as_bstr()).or_default() += 1;
    }
    done.any(|note| {
        let behind = patch.files.partition_point(|file| file.span.line <= note.patch_line);
        let file = behind.checked_sub(1).and_then(|at| patch.files.get(at));
        file.is_some_and(|file| counts.get(file.operation.path().as_bstr()) == Some(&1))
    })
}

/// Builds a plan; collects every failure on the way.
pub(super) struct Builder<'p, 'a, 'w, W> {
    pub(super) patch: &'p Patch<'a>,
    pub(super) options: &'w ApplyOptions,
    pub(super) overlay: Overlay<'w, W>,
    pub(super) sections: SectionPlanner<'w>,
    tops: Tops<'p, 'a>,
    group: Group<'p, 'a>,
    rewritten: Rewritten<'p, 'a>,
    /// For each name, the last section of an envelope that changes the file.
    last: HashMap<&'p BStr, &'p FilePatch<'a>, RandomState>,
    pub(super) record: Record<'p, 'a>,
    pub(super) failures: Vec<Failure>,
    /// Failures of sections that put a file where a folder still has files: the section that would
    /// remove those may itself have failed, so these are reported only if nothing else fails.
    late: Vec<Failure>,
    /// Sections whose change the files have already, with their failures.
    pub(super) done: Vec<(Span, Vec<Failure>)>,
    /// Sections whose whole change is a move that may have been made, with their failures.
    pub(super) maybe_moved: Vec<(&'p FilePatch<'a>, Vec<Failure>)>,
}

impl<'p, 'a, 'w, W: Workspace> Builder<'p, 'a, 'w, W> {
    pub(super) fn new(patch: &'p Patch<'a>, workspace: &'w W, options: &'w ApplyOptions) -> Self {
        Self {
            patch,
            options,
            overlay: Overlay::new(workspace, options.limits.file_bytes),
            sections: SectionPlanner::new(patch, options),
            tops: Tops::of(patch, options.contract),
            group: Group::default(),
            rewritten: Rewritten::default(),
            last: HashMap::default(),
            record: Record::new(patch, options),
            failures: Vec::new(),
            late: Vec::new(),
            done: Vec::new(),
            maybe_moved: Vec::new(),
        }
    }

    pub(super) fn build(mut self) -> Result<Plan<'p>, Refusal> {
        self.check_request()?;
        let Ahead { files, placed } = Ahead::of(self.patch, self.overlay.workspace(), self.options);
        self.overlay.know(files);
        self.sections.know(placed);
        let selection = Selection(self.options.only.as_ref());
        let mut commit = None;
        for (index, (file, number)) in self.patch.numbered().enumerate() {
            let chosen = selection.of(file, number);
            if commit != Some(file.commit) {
                // Before the first section there is nothing to flush.
                if commit.replace(file.commit).is_some() {
                    self.flush();
                }
                self.group.commit = file.commit;
                self.links_that_go(selection, index);
            }
            self.record.receipt.left_out.extend(chosen.left_out(file, number));
            if chosen == Chosen::None {
                self.note_left_out(file);
                continue;
            }
            if let Err(failures) = self.section(file, number, &chosen) {
                if is_done_already(file, &failures) {
                    self.done.push((file.span, failures));
                } else if is_maybe_moved(&failures) {
                    self.maybe_moved.push((file, failures));
                } else {
                    self.failures.extend(failures);
                }
            }
        }
        self.flush();
        // What is taken back was there.
        if self.options.contract == Contract::Agent && self.options.locate != Locate::Certain {
            self.failures.extend(self.rewritten.failures(self.patch.format));
        }
        self.record.receipt.left_out.sort_unstable();
        self.settle_moved();
        if self.failures.is_empty() {
            self.failures.append(&mut self.late);
        }
        self.settle_done();
        if self.failures.is_empty() { self.finish() } else { Err(self.refusal()) }
    }

    /// The refusal with all failures, in the order of the patch.
    fn refusal(mut self) -> Refusal {
        self.failures.sort_by_key(|failure| failure.span.start);
        let already_applied = self.done.len() == self.patch.files.len();
        let refusal = Refusal::of(self.patch.format, self.patch.direction, self.failures);
        Refusal { already_applied, ..refusal }
    }

    /// The plan, if nothing would prevent its commit.
    fn finish(self) -> Result<Plan<'p>, Refusal> {
        let workspace = self.overlay.workspace();
        let changes = self.overlay.into_changes(self.options.links);
        let (changes, relied) = changes
            .and_then(|(changes, relied)| Ok((unhindered(workspace, changes)?, relied)))
            .map_err(|error| {
                let format = self.patch.format;
                let span = span_of(self.patch, &self.record.receipt, error.path.as_bstr());
                Refusal::one(format, Failure::of_workspace(format, span, &error))
            })?;
        Ok(Plan {
            patch: self.patch,
            options: self.options.clone(),
            receipt: self.record.into_receipt(),
            changes,
            relied,
        })
    }

    /// Notes the links that the commit beginning with this section removes: whatever the order of
    /// its sections, none of them means a path through such a link.
    fn links_that_go(&mut self, selection: Selection<'_>, first: usize) {
        if self.options.contract != Contract::Git {
            return;
        }
        let sections = self.patch.numbered().skip(first);
        let Some((file, _)) = sections.clone().next() else { return };
        let commit = file.commit;
        for (file, number) in sections.take_while(|(file, _)| file.commit == commit) {
            // Neither a move nor an envelope's deletion states the kind of the file: the tree shows
            // it.
            let goes = match file.operation {
                FileOperation::Delete { .. } => {
                    file.is_symlink() || self.patch.format == Format::OpenCode
                }
                FileOperation::Move { .. } => true,
                _ => false,
            };
            let Some(name) = file.operation.old_path().filter(|_| goes) else { continue };
            if selection.of(file, number) == Chosen::None {
                continue;
            }
            let source = self.sections.source(file, name, &mut self.overlay);
            if let Ok((Source { path, node: Node::Symlink(_) }, _)) = source {
                self.overlay.link_goes(path);
            }
        }
    }

    /// Checks what the caller asks for: the chosen parts are in the patch, and the files hold what
    /// they should.
    fn check_request(&mut self) -> Result<(), Refusal> {
        let (format, span) = (self.patch.format, Span::default());
        if let Some(id) = Selection(self.options.only.as_ref()).unknown(self.patch) {
            let failure = Failure::about(format, BStr::new(""), span, Fault::UnknownPart(id));
            return Err(Refusal::one(format, failure));
        }
        let options = self.options;
        let failures: Vec<_> = options
            .expected
            .iter()
            .filter_map(|(path, hash)| match self.holds(path.as_bstr(), hash.as_ref()) {
                Ok(true) => None,
                Ok(false) => Some(Failure::about(format, path.as_bstr(), span, Fault::NotExpected)),
                Err(error) => Some(Failure::of_workspace(format, span, &error)),
            })
            .collect();
        if failures.is_empty() {
            return Ok(());
        }
        let direction = self.patch.direction;
        Err(Refusal::of(format, direction, failures))
    }

    /// Whether a file has contents of this hash, or for `None` does not exist.
    fn holds(&mut self, path: &BStr, hash: Option<&ContentHash>) -> Result<bool, WorkspaceError> {
        let place = self.overlay.workspace().resolve(path)?;
        Ok(match (self.overlay.get(&place)?, hash) {
            (Node::File(file), Some(hash)) => file.contents.hash() == *hash,
            // As in a receipt.
            (Node::Symlink(target), Some(hash)) => ContentHash::of(&target) == *hash,
            // A folder counts as absent: an undo puts back the file that made way for it.
            (Node::Absent | Node::Directory, None) => true,
            _ => false,
        })
    }

    fn section(
        &mut self,
        file: &'p FilePatch<'a>,
        number: usize,
        chosen: &Chosen,
    ) -> Result<(), Vec<Failure>> {
        let one = |failure| vec![failure];
        names::within_limits(file, &self.options.limits)
            .map_err(|unclear| one(self.sections.unclear(file, unclear)))?;
        if let Some(what) = unsupported(file, self.options.contract) {
            return Err(one(self.failure(file, Fault::Unsupported(what))));
        }
        if self.is_repeated(file) {
            return Err(one(self.failure(file, Fault::Repeated)));
        }
        let mut found = self.names(file);
        if found.is_err() && self.is_behind_another(file) {
            // An earlier section changes what is at the name: to another kind of file, or to none.
            self.flush();
            found = self.names(file);
        }
        let Some(mut names) = found.map_err(one)? else { return Ok(()) };
        if !self.claim(file, &names).map_err(one)? {
            // An earlier section has these paths and takes effect first.
            self.flush();
            let Some(again) = self.names(file).map_err(one)? else { return Ok(()) };
            names = again;
            self.claim(file, &names).map_err(one)?;
        }
        let target = names.target.as_ref();
        let does_more = self.does_more(file, &names);
        let asked = Asked { number, chosen, reads: names.reads(file), does_more };
        let outcome = self.sections.outcome(file, names.source.as_ref(), target, asked);
        let (outcome, mut receipt) = outcome.inspect_err(|_| self.poison(&names))?;
        if let Some((_, Node::File(new))) = &outcome.writes {
            let old = names.source.as_ref().map(|source| &source.node);
            receipt.mode = self.overlay.mode_change(old, &new.permissions);
        }
        if let Some((path, Node::Symlink(target))) = &outcome.writes {
            let bad = links::bad(&mut self.overlay, (path, target), self.options.links);
            bad.map_or(Ok(()), |bad| Err(one(self.failure(file, Fault::Link(Box::new(bad))))))?;
        }
        self.record.add(file, &names.forgiven, receipt);
        self.rewritten.note(file, names.source.as_ref(), names.target.as_ref());
        self.group.push(file, outcome);
        Ok(())
    }

    /// Whether a section gives its file another path or another mode, whatever its hunks do.
    fn does_more(&self, file: &FilePatch<'_>, names: &Resolved) -> bool {
        let Some(source) = &names.source else { return false };
        let permissions = self.sections.permissions(file, Some(source));
        let changes_mode = || self.overlay.mode_change(Some(&source.node), &permissions).is_some();
        names.changes_path() || changes_mode()
    }

    /// Whether an earlier section changes or makes the file that a section reads, and takes effect
    /// before it.
    fn is_behind_another(&mut self, file: &FilePatch<'_>) -> bool {
        let Some(name) = file.operation.old_path().filter(|_| self.takes_effect_in_order()) else {
            return false;
        };
        let source = self.sections.source(file, name, &mut self.overlay);
        source.is_ok_and(|(source, _)| self.group.changes(&source.path))
    }

    /// Resolves the names of a section. If an earlier section makes its source, that one takes
    /// effect first; if that one failed, nothing is reported about this one.
    fn names(&mut self, file: &'p FilePatch<'a>) -> Result<Option<Resolved>, Failure> {
        let mut forgiven = Vec::new();
        let mut moved = None;
        let source = match file.operation.old_path() {
            None => None,
            Some(name) => {
                let (mut source, mut meant) =
                    self.sections.source(file, name, &mut self.overlay)?;
                if source.node == Node::Absent {
                    let mut paths = self.paths(name, &source);
                    if paths.clone().any(|path| self.group.poisoned.contains(&path)) {
                        return Ok(None);
                    }
                    if paths.any(|path| self.group.writes(&path)) {
                        self.flush();
                        (source, meant) = self.sections.source(file, name, &mut self.overlay)?;
                    }
                }
                if source.node == Node::Absent {
                    self.check_moved(file)?;
                }
                let is_made = self.sections.has_made(name);
                if !is_made && !self.tops.may_mean(name, meant.name.as_bstr(), &mut self.overlay) {
                    let missing = Unclear::Missing { like: vec![meant.name] };
                    return Err(self.sections.unclear(file, missing));
                }
                forgiven.extend(meant.forgiven);
                moved = Some(meant.name);
                Some(self.sections.settle(file, source, &mut self.overlay)?)
            }
        };
        let target = match made::made_by(file) {
            Some(path) => {
                let moved = moved.as_ref().map(|name| name.as_bstr());
                let (path, of_target) = self.target(file, path, moved)?;
                forgiven.extend(of_target);
                Some(path)
            }
            None => None,
        };
        Ok(Some(Resolved { source, target, forgiven }))
    }

    /// The paths that a section may mean whose file does not exist.
    fn paths(
        &self,
        name: &PatchPath<'_>,
        source: &Source,
    ) -> impl Iterator<Item = WorkspacePath> + Clone + use<'p, 'a, 'w, W> {
        let other = name.other_path().filter(|_| name.is_one_of_two());
        let other = other.and_then(|other| self.overlay.workspace().resolve(other.as_bstr()).ok());
        [Some(source.path.clone()), other].into_iter().flatten()
    }

    /// Where a section puts a file; `moved` names the file that it comes from.
    fn target(
        &mut self,
        file: &FilePatch<'_>,
        path: &PatchPath<'_>,
        moved: Option<&BStr>,
    ) -> Result<(WorkspacePath, Option<Forgiven>), Failure> {
        let meant = target::target(file, path, moved, &mut self.overlay, &mut self.tops)
            .map_err(|unclear| self.sections.unclear(file, unclear))?;
        self.sections.note_made(path, &meant);
        let resolved = self.overlay.workspace().resolve(meant.name.as_bstr());
        resolved
            .map(|path| (path, meant.forgiven))
            .map_err(|error| Failure::of_workspace(self.patch.format, file.span, &error))
    }

    /// Notes what a section that is left out would make: a later one that needs it means that, and no
    /// other file.
    fn note_left_out(&mut self, file: &FilePatch<'_>) {
        if let Some(path) = made::made_by(file) {
            // A name that is not clear is reported where the section is chosen.
            self.target(file, path, None).ok();
        }
    }

    /// Claims the paths of a section. If another section has claimed them, the contract decides
    /// whether both take effect in order (`false`: the other one first) or neither.
    fn claim(&mut self, file: &'p FilePatch<'a>, names: &Resolved) -> Result<bool, Failure> {
        // If there is one section and it keeps its path, there is no conflict.
        if self.patch.files.len() == 1 && names.target.is_none() {
            return Ok(true);
        }
        let keys = names.keys(&file.operation, &self.overlay);
        let (source, target) =
            keys.map_err(|error| Failure::of_workspace(self.patch.format, file.span, &error))?;
        let claimed = self
            .group
            .claimed(source.as_ref().map(|(key, _)| key), target.as_ref().map(|(key, _)| key));
        let Some(other) = claimed else {
            self.group.claim(source, target);
            return Ok(true);
        };
        let is_same_name = [&source, &target].into_iter().flatten().any(|(_, path)| path == other);
        if is_same_name && self.takes_effect_in_order() {
            return Ok(false);
        }
        let fault = if is_same_name { Fault::SamePath } else { Fault::SameFile(other.clone()) };
        Err(self.failure(file, fault))
    }

    /// Whether an envelope, or an answer with several, has a section twice, with no other change of
    /// the same file in between: writers repeat themselves. In git's format two changes of one file
    /// are two commits.
    fn is_repeated(&mut self, file: &'p FilePatch<'a>) -> bool {
        let is_change = matches!(file.operation, FileOperation::Modify { .. });
        if self.patch.format != Format::OpenCode || !is_change || self.options.only.is_some() {
            return false;
        }
        let last = self.last.insert(file.operation.path().as_bstr(), file);
        last.is_some_and(|last| last.operation == file.operation && last.content == file.content)
    }

    fn takes_effect_in_order(&self) -> bool {
        self.patch.format == Format::OpenCode || self.options.contract == Contract::Git
    }

    fn poison(&mut self, names: &Resolved) {
        self.group.poisoned.extend(names.target.clone());
    }

    /// Lets the sections so far take effect.
    fn flush(&mut self) {
        let next = self.group.next();
        let group = std::mem::replace(&mut self.group, next);
        let format = self.patch.format;
        match group.flush(&mut self.overlay) {
            Ok(flushed) => {
                for (path, digest) in flushed.overwritten {
                    self.record.note_overwritten(&path, digest);
                }
                for path in flushed.filled {
                    self.record.note_filled(&path);
                }
                for (file, error) in flushed.blocked {
                    self.late.push(Failure::of_workspace(format, file.span, &error));
                }
                for (file, conflict) in flushed.conflicts {
                    let failure = Failure::new(format, file, conflict.fault);
                    if conflict.is_done {
                        self.done.push((file.span, vec![failure]));
                    } else {
                        self.failures.push(failure);
                    }
                }
            }
            Err((file, error)) => {
                self.failures.push(Failure::of_workspace(format, file.span, &error));
            }
        }
    }

    pub(super) fn failure(&self, file: &FilePatch<'_>, fault: Fault) -> Failure {
        self.sections.failure(file, fault)
    }
}

/// The changes, if nothing would prevent their commit. Files that are only rewritten at their path
/// were checked already.
fn unhindered(
    workspace: &impl Workspace,
    changes: Vec<Change>,
) -> Result<Vec<Change>, WorkspaceError> {
    let is_in_place = |change: &Change| {
        matches!((&change.expected, &change.effect), (Expected::File(_), Effect::Write { .. }))
    };
    if !changes.iter().all(is_in_place) {
        workspace.check(&changes)?;
    }
    Ok(changes)
}
