//! The walk over all sections of a patch.

use std::collections::HashMap;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;
use patch_parse::{Code, FileOperation, FilePatch, Format, Patch, PatchPath, Span};

use super::group::{Group, Key};
use super::names::{self, Tops};
use super::overlay::{Node, Overlay};
use super::planned::{Plan, span_of};
use super::section::{SectionPlanner, Source};
use super::selection::{Chosen, Selection};
use crate::contract::{ignored_metadata, unsupported};
use crate::fault::{BadLink, Fault};
use crate::note::{Forgiven, Note, NoteKind};
use crate::place::changes_nothing;
use crate::{
    ApplyOptions, Cause, Change, Contract, Effect, Expected, Failure, FileReceipt, Hash,
    IgnoredMetadata, Reach, Receipt, Refusal, Workspace, WorkspaceError, WorkspacePath,
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
    Builder::new(patch, workspace, options).build()
}

/// Builds a plan; collects every failure on the way.
pub(super) struct Builder<'p, 'a, 'w, W> {
    patch: &'p Patch<'a>,
    options: &'w ApplyOptions,
    overlay: Overlay<'w, W>,
    sections: SectionPlanner<'w>,
    tops: Tops<'p, 'a>,
    group: Group<'p, 'a>,
    /// Of each name the last section of an envelope that changes the file.
    last: HashMap<&'p BStr, &'p FilePatch<'a>, RandomState>,
    receipt: Receipt,
    failures: Vec<Failure>,
    /// Of sections that put a file where a folder still has one: a section that takes it away may
    /// have failed, so this is said when nothing else is the matter.
    late: Vec<Failure>,
    /// Sections whose change the files have already, and how each says so.
    done: Vec<(Span, Vec<Failure>)>,
    /// Of the files in the receipt, in their order.
    spans: Vec<Span>,
}

/// The names of a section, resolved.
struct Names {
    source: Option<Source>,
    /// Where the section writes, when that is not its source.
    target: Option<WorkspacePath>,
    /// What was forgiven in them.
    forgiven: Vec<Forgiven>,
}

impl<'p, 'a, 'w, W: Workspace> Builder<'p, 'a, 'w, W> {
    pub(super) fn new(patch: &'p Patch<'a>, workspace: &'w W, options: &'w ApplyOptions) -> Self {
        Self {
            patch,
            options,
            overlay: Overlay::new(workspace, options.limits.file_bytes),
            sections: SectionPlanner::new(patch.format, options),
            tops: Tops::of(patch),
            group: Group::default(),
            last: HashMap::default(),
            receipt: Receipt {
                format: patch.format,
                contract: options.contract,
                committed: false,
                files: Vec::with_capacity(patch.files.len()),
                left_out: Vec::new(),
                ignored_metadata: Vec::new(),
                diagnostics: patch.diagnostics.iter().map(Note::from).collect(),
            },
            failures: Vec::new(),
            late: Vec::new(),
            done: Vec::new(),
            spans: Vec::with_capacity(patch.files.len()),
        }
    }

    pub(super) fn build(mut self) -> Result<Plan<'p>, Refusal> {
        self.check_request().map_err(|failure| Refusal::one(self.patch.format, failure))?;
        let selection = Selection(self.options.only.as_ref());
        let mut commit = None;
        for (file, number) in self.patch.files.iter().zip(1..) {
            let chosen = selection.of(file, number);
            if commit.replace(file.commit) != Some(file.commit) {
                self.flush();
                self.group.commit = file.commit;
                self.links_that_go(selection, number);
            }
            self.receipt.left_out.extend(chosen.left_out(file, number));
            if chosen == Chosen::None {
                continue;
            }
            if let Err(failures) = self.section(file, number, &chosen) {
                if is_done_already(file, &failures) {
                    self.done.push((file.span, failures));
                } else {
                    self.failures.extend(failures);
                }
            }
        }
        self.flush();
        let format = self.patch.format;
        if self.failures.is_empty() {
            self.failures.append(&mut self.late);
        }
        self.settle_done();
        if !self.failures.is_empty() {
            self.failures.sort_by_key(|failure| failure.span.start);
            let already_applied = self.done.len() == self.patch.files.len();
            return Err(Refusal { format, failures: self.failures, already_applied });
        }
        let workspace = self.overlay.workspace();
        let changes = self.overlay.into_changes(self.options.links);
        let changes =
            changes.and_then(|changes| unhindered(workspace, changes)).map_err(|error| {
                let span = span_of(&self.receipt, &self.spans, error.path.as_bstr());
                Refusal::one(format, Failure::of_workspace(format, span, &error))
            })?;
        Ok(Plan {
            patch: self.patch,
            options: self.options.clone(),
            receipt: self.receipt,
            changes,
            spans: self.spans,
        })
    }

    /// Notes the links that the commit which begins with this section takes away: whatever the order
    /// of its sections, none of them means what is behind those.
    fn links_that_go(&mut self, selection: Selection<'_>, first: usize) {
        if self.options.contract != Contract::Git {
            return;
        }
        let sections = self.patch.files.iter().zip(1..).skip(first.saturating_sub(1));
        let Some((file, _)) = sections.clone().next() else { return };
        let commit = file.commit;
        for (file, number) in sections.take_while(|(file, _)| file.commit == commit) {
            let goes =
                matches!(file.operation, FileOperation::Delete { .. } | FileOperation::Move { .. });
            let Some(name) = file.operation.old_path().filter(|_| goes) else { continue };
            if !file.is_symlink() || selection.of(file, number) == Chosen::None {
                continue;
            }
            let source = self.sections.source(file, name, &mut self.overlay);
            if let Ok((Source { path, node: Node::Symlink(_) }, _)) = source {
                self.overlay.link_goes(path);
            }
        }
    }

    /// Whether what the caller asks for can be: the parts of the patch are there, and the files
    /// hold what they should.
    fn check_request(&mut self) -> Result<(), Failure> {
        let format = self.patch.format;
        if let Some(id) = Selection(self.options.only.as_ref()).unknown(self.patch) {
            let id = id.to_string();
            let span = Span::default();
            return Err(Failure::about(format, BStr::new(&id), span, Fault::UnknownPart));
        }
        for (path, expected) in &self.options.expected {
            let refuse =
                |error: &WorkspaceError| Failure::of_workspace(format, Span::default(), error);
            let place = self.overlay.workspace().resolve(path.as_bstr());
            let node = place.and_then(|place| self.overlay.get(&place));
            let is_so = match (node.map_err(|error| refuse(&error))?, expected) {
                (Node::File(file), Some(hash)) => file.contents.hash() == *hash,
                // A folder is no file: what made way for one comes back by an undo.
                (Node::Absent | Node::Directory, None) => true,
                _ => false,
            };
            if !is_so {
                let span = Span::default();
                return Err(Failure::about(format, path.as_bstr(), span, Fault::NotExpected));
            }
        }
        Ok(())
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
        let Some(mut names) = self.names(file).map_err(one)? else { return Ok(()) };
        if !self.claim(file, &names).map_err(one)? {
            // An earlier section has these paths and takes effect first.
            self.flush();
            let Some(again) = self.names(file).map_err(one)? else { return Ok(()) };
            names = again;
            self.claim(file, &names).map_err(one)?;
        }
        let target = names.target.as_ref();
        let outcome = self.sections.outcome(file, names.source.as_ref(), target, (number, chosen));
        let (outcome, receipt) = outcome.inspect_err(|_| self.poison(&names))?;
        self.check_link(file, outcome.writes.as_ref()).map_err(one)?;
        self.note_names(file, &names, &receipt);
        self.note(file, receipt);
        self.group.push(file, outcome);
        Ok(())
    }

    /// Resolves the names of a section. When its source is what an earlier section makes, that
    /// one takes effect first; when that one failed, there is nothing to say about this one.
    fn names(&mut self, file: &'p FilePatch<'a>) -> Result<Option<Names>, Failure> {
        let mut forgiven = Vec::new();
        let source = match file.operation.old_path() {
            None => None,
            Some(name) => {
                let (mut source, mut of_source) =
                    self.sections.source(file, name, &mut self.overlay)?;
                let is_absent = source.node == Node::Absent;
                let mut paths = is_absent.then(|| self.paths(name, &source)).into_iter().flatten();
                if paths.clone().any(|path| self.group.poisoned.contains(&path)) {
                    return Ok(None);
                }
                if paths.any(|path| self.group.writes(&path)) {
                    self.flush();
                    (source, of_source) = self.sections.source(file, name, &mut self.overlay)?;
                }
                if source.node == Node::Absent {
                    self.check_moved(file)?;
                }
                forgiven.extend(of_source);
                Some(self.sections.settle(file, source, &mut self.overlay)?)
            }
        };
        let target = match &file.operation {
            FileOperation::Add { path }
            | FileOperation::Move { path, .. }
            | FileOperation::Copy { path, .. } => {
                let (path, of_target) = self.target(file, path)?;
                forgiven.extend(of_target);
                Some(path)
            }
            FileOperation::Delete { .. } | FileOperation::Modify { .. } => None,
        };
        Ok(Some(Names { source, target, forgiven }))
    }

    /// The places that a section may mean whose file is not there.
    fn paths(
        &self,
        name: &PatchPath<'_>,
        source: &Source,
    ) -> impl Iterator<Item = WorkspacePath> + Clone + use<'p, 'a, 'w, W> {
        let other = name.other_path().filter(|_| name.is_one_of_two());
        let other = other.and_then(|other| self.overlay.workspace().resolve(other.as_bstr()).ok());
        [Some(source.path.clone()), other].into_iter().flatten()
    }

    /// Refuses a move that was made already: its source is gone, and its target holds what it
    /// makes.
    fn check_moved(&mut self, file: &FilePatch<'_>) -> Result<(), Failure> {
        let FileOperation::Move { path, .. } = &file.operation else { return Ok(()) };
        let target = self.overlay.workspace().resolve(path.as_bstr());
        let Ok(Node::File(node)) = target.and_then(|target| self.overlay.get(&target)) else {
            return Ok(());
        };
        if !self.sections.is_applied_to(file, node.contents.bytes()) {
            return Ok(());
        }
        Err(self.failure(file, Fault::MovedAlready))
    }

    /// Where a section puts a file.
    fn target(
        &mut self,
        file: &FilePatch<'_>,
        path: &PatchPath<'_>,
    ) -> Result<(WorkspacePath, Option<Forgiven>), Failure> {
        let overlay = &mut self.overlay;
        let meant = names::target(file, path, &mut |name| overlay.thing(name), &mut self.tops)
            .map_err(|unclear| self.sections.unclear(file, unclear))?;
        let resolved = self.overlay.workspace().resolve(meant.name.as_bstr());
        resolved
            .map(|path| (path, meant.forgiven))
            .map_err(|error| Failure::of_workspace(self.patch.format, file.span, &error))
    }

    /// Takes the paths of a section for it. Where another section has them, the contract says
    /// whether both take effect in order (`false`: that one first) or neither.
    fn claim(&mut self, file: &'p FilePatch<'a>, names: &Names) -> Result<bool, Failure> {
        let (source, target) = self.keys(file, names)?;
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

    /// Whether an envelope, or an answer with several, has a section twice, with none between that changes
    /// the same file: writers repeat themselves. In git's format who changes a file twice writes two commits.
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

    #[expect(clippy::type_complexity, reason = "the two claims of a section, used on the spot")]
    fn keys(
        &self,
        file: &FilePatch<'_>,
        names: &Names,
    ) -> Result<(Option<(Key, WorkspacePath)>, Option<(Key, WorkspacePath)>), Failure> {
        let key = |path: &WorkspacePath| {
            let key = Key::of(path, &self.overlay);
            key.map(|key| (key, path.clone()))
                .map_err(|error| Failure::of_workspace(self.patch.format, file.span, &error))
        };
        // A copy leaves its source alone.
        let is_copy = matches!(file.operation, FileOperation::Copy { .. });
        let source_path = names.source.as_ref().filter(|_| !is_copy).map(|source| &source.path);
        let is_modify = matches!(file.operation, FileOperation::Modify { .. });
        let target_path = names.target.as_ref().or(source_path.filter(|_| is_modify));
        Ok((source_path.map(key).transpose()?, target_path.map(key).transpose()?))
    }

    fn poison(&mut self, names: &Names) {
        self.group.poisoned.extend(names.target.clone());
    }

    /// A symlink that a patch makes leads to a place inside the root.
    fn check_link(
        &mut self,
        file: &FilePatch<'_>,
        writes: Option<&(WorkspacePath, Node)>,
    ) -> Result<(), Failure> {
        let Some((path, Node::Symlink(target))) = writes else { return Ok(()) };
        if target.is_empty() || target.contains(&0) {
            return Err(self.failure(file, Fault::Link(Box::new(BadLink::NoTarget))));
        }
        if self.options.links == Reach::Anywhere {
            return Ok(());
        }
        let from = path.parent().map(|parent| parent.as_bstr().to_owned()).unwrap_or_default();
        let target = target.clone();
        let bad = match place_of_link(&from, &target) {
            None => BadLink::Outside { target },
            Some(place) => match self.link_on_the_way(path, &place) {
                None => return Ok(()),
                Some(link) if link == *path => BadLink::Itself,
                Some(link) => BadLink::Through { target, link },
            },
        };
        Err(self.failure(file, Fault::Link(Box::new(bad))))
    }

    /// The first link on the way to a place, or there, `new` being one: where that one leads is not
    /// looked at.
    fn link_on_the_way(&mut self, new: &WorkspacePath, place: &[Vec<u8>]) -> Option<WorkspacePath> {
        let overlay = &mut self.overlay;
        (1..=place.len()).find_map(|count| {
            let path = place.get(..count).unwrap_or_default().join(&b'/');
            let path = overlay.workspace().resolve(path.as_slice().into()).ok()?;
            (path == *new || overlay.keeps_link(&path)).then_some(path)
        })
    }

    fn note_names(&mut self, file: &FilePatch<'_>, names: &Names, receipt: &FileReceipt) {
        for &forgiven in &names.forgiven {
            let kind = NoteKind::Name { forgiven, path: receipt.path.clone() };
            self.receipt.diagnostics.push(Note::new(kind, file.span.line));
        }
    }

    fn note(&mut self, file: &FilePatch<'_>, receipt: FileReceipt) {
        let headers = ignored_metadata(file, self.options.contract);
        let ignored = headers
            .into_iter()
            .map(|header| IgnoredMetadata { path: receipt.path.clone(), header });
        self.receipt.ignored_metadata.extend(ignored);
        for hunk in receipt.hunks.iter().filter(|hunk| hunk.other_places > 0) {
            let (count, line) = (hunk.other_places, hunk.matched_line);
            let kind = NoteKind::OtherPlaces { count, line };
            self.receipt.diagnostics.push(Note::new(kind, hunk.patch_line));
        }
        for skipped in &receipt.skipped {
            let kind = NoteKind::HunkApplied { id: skipped.id, line: skipped.line };
            self.receipt.diagnostics.push(Note::new(kind, skipped.patch_line));
        }
        let is_idle = !file.hunks().is_empty() && file.hunks().iter().all(changes_nothing);
        if is_idle && matches!(file.operation, FileOperation::Modify { .. }) {
            let kind = NoteKind::ChangesNothing { path: receipt.path.clone() };
            self.receipt.diagnostics.push(Note::new(kind, file.span.line));
        }
        self.spans.push(file.span);
        self.receipt.files.push(receipt);
    }

    /// Lets the sections so far take effect.
    fn flush(&mut self) {
        let next = self.group.next();
        let group = std::mem::replace(&mut self.group, next);
        let format = self.patch.format;
        match group.flush(&mut self.overlay) {
            Ok(flushed) => {
                for (path, hash) in flushed.overwritten {
                    self.note_overwritten(&path, hash);
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

    /// A section that has nothing left to do is skipped with a note where others have; where none has,
    /// or something else is in the way, it is refused as applied.
    fn settle_done(&mut self) {
        let has_work = |(file, span): (&FileReceipt, &Span)| {
            let is_done = self.done.iter().any(|(other, _)| other == span);
            !is_done && (file.before != file.after || file.old_path.is_some())
        };
        let is_at_work = self.receipt.files.iter().zip(&self.spans).any(has_work);
        if !self.failures.is_empty() || !is_at_work {
            let done = std::mem::take(&mut self.done);
            self.failures.extend(done.iter().flat_map(|(_, failures)| failures.iter().cloned()));
            self.done = done;
            return;
        }
        let done: Vec<Span> = self.done.iter().map(|(span, _)| *span).collect();
        let mut spans = self.spans.iter();
        self.receipt.files.retain(|_| spans.next().is_none_or(|span| !done.contains(span)));
        self.spans.retain(|span| !done.contains(span));
        let note = |(span, failures): &(Span, Vec<Failure>)| {
            let path = failures.first()?.path.clone();
            Some(Note::new(NoteKind::SectionApplied { path }, span.line))
        };
        self.receipt.diagnostics.extend(self.done.iter().filter_map(note));
    }

    fn note_overwritten(&mut self, path: &WorkspacePath, hash: Hash) {
        let receipt = self.receipt.files.iter_mut().rev().find(|file| file.path == *path.as_bstr());
        if let Some(receipt) = receipt {
            receipt.overwrote = true;
            receipt.before.get_or_insert(hash);
        }
    }

    fn failure(&self, file: &FilePatch<'_>, fault: Fault) -> Failure {
        self.sections.failure(file, fault)
    }
}

/// The changes, if nothing is in the way of their commit. Files that are only written anew, where they
/// are, were looked at already.
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

/// Whether a section failed because all it would do is done.
fn is_done_already(file: &FilePatch<'_>, failures: &[Failure]) -> bool {
    let is_whole = failures.iter().any(|failure| failure.hunk().is_none() && !failure.is_brief())
        || failures.len() == file.hunks().len();
    let is_certain =
        |failure: &Failure| failure.hunk().is_none_or(|hunk| hunk.cause != Cause::MaybeApplied);
    is_whole
        && failures
            .iter()
            .all(|failure| failure.code == Code::AlreadyApplied && is_certain(failure))
}

/// The components of the place below the root that a link's target names, read from the link's
/// directory; `None` outside the root.
fn place_of_link(directory: &[u8], target: &[u8]) -> Option<Vec<Vec<u8>>> {
    if target.is_empty() || target.starts_with(b"/") || target.contains(&0) {
        return None;
    }
    let components = |path: &[u8]| -> Vec<Vec<u8>> {
        let names = path.split(|byte| *byte == b'/');
        names.filter(|name| !name.is_empty() && *name != b".").map(<[u8]>::to_vec).collect()
    };
    let mut place = components(directory);
    let target = components(target);
    let up = target.iter().take_while(|name| *name == b"..").count();
    let (_, down) = target.split_at_checked(up)?;
    // Behind a name, which may be a link, nobody knows where `..` leads.
    let is_plain = !down.iter().any(|name| name == b"..");
    place.truncate(place.len().checked_sub(up)?);
    place.extend_from_slice(down);
    is_plain.then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_inside_the_root() {
        for (directory, target, expected) in [
            ("", "x", true),
            ("a", "../x", true),
            ("a", "../../x", false),
            ("", "..", false),
            ("a/b", "../../x/..", false),
            ("a/b", "../../x", true),
            ("a", "x/../../..", false),
            ("a", "/etc/passwd", false),
            ("a", "", false),
            ("a", "./x", true),
        ] {
            assert_eq!(
                place_of_link(directory.as_bytes(), target.as_bytes()).is_some(),
                expected,
                "{target} in {directory:?}"
            );
        }
    }
}
