//! Applies one section of a patch to the file that it names.

use std::cell::Cell;

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{
    BinaryPatch, Code, Direction, FileContent, FileOperation, FilePatch, Format, Hunk, Patch,
    PatchPath,
};

use super::ahead::Placed;
use super::group::{Outcome, Target};
use super::made::Made;
use super::names::{self, Ground, Meant, Terms};
use super::overlay::{FileNode, Node, Overlay};
use super::receipts;
use super::selection::Chosen;
use super::source::Source;
use crate::attempt::{Applied, AppliedHunk, try_apply};
use crate::contract;
use crate::fault::{Fault, Unclear, Unsupported};
use crate::file::apply_some;
use crate::part_id::PartId;
use crate::{
    ApplyOptions, Contents, Contract, Digest, Failure, FileReceipt, HunkFailure, HunkReceipt,
    Permissions, Refusal, SkippedHunk, Workspace, WorkspacePath, binary,
};

/// Applies sections, one at a time.
pub(super) struct SectionPlanner<'o> {
    format: Format,
    direction: Direction,
    options: &'o ApplyOptions,
    /// How many more hunks are explained, should they have no place.
    explained: Cell<usize>,
    /// For how many more names that do not exist others are suggested.
    suggested: Cell<usize>,
    /// The patch is one hunk.
    is_one_hunk: bool,
    /// Hunks that were placed ahead.
    ahead: Placed,
    /// What the sections so far make.
    made: Made,
}

type Failures = Vec<Failure>;

fn is_one_hunk(patch: &Patch<'_>) -> bool {
    matches!(&*patch.files, [file] if file.hunks().len() <= 1)
}

impl<'o> SectionPlanner<'o> {
    pub(super) fn new(patch: &Patch<'_>, options: &'o ApplyOptions) -> Self {
        let (format, direction) = (patch.format, patch.direction);
        let [explained, suggested] = [(); 2].map(|()| Cell::new(Refusal::MOST_EXPLAINED));
        let (is_one_hunk, ahead) = (is_one_hunk(patch), Placed::default());
        let made = Made::default();
        Self { format, direction, options, explained, suggested, is_one_hunk, ahead, made }
    }

    /// Whether files are still looked for that a name may mean.
    fn may_suggest(&self) -> bool {
        let left = self.suggested.get();
        self.suggested.set(left.saturating_sub(1));
        left > 0
    }

    /// Takes over hunks that were placed ahead.
    pub(super) fn know(&mut self, placed: Placed) {
        self.ahead = placed;
    }

    /// Notes that a section makes a file under a name, wherever that is.
    pub(super) fn note_made(&mut self, name: &PatchPath<'_>, meant: &Meant) {
        self.made.note(self.terms(), name, meant);
    }

    fn terms(&self) -> Terms {
        Terms { format: self.format, contract: self.options.contract }
    }

    /// The file that a section reads: what an earlier section made under its name, or else by the
    /// reading of its names that exists in the tree.
    pub(super) fn source<W: Workspace>(
        &self,
        file: &FilePatch<'_>,
        name: &PatchPath<'_>,
        overlay: &mut Overlay<'_, W>,
    ) -> Result<(Source, Meant), Failure> {
        let made = self.made.get(name).map(|made| Ok(Some(made.clone())));
        let ask: names::Ask<'_> = &mut |name| overlay.now(name);
        let found = made
            .unwrap_or_else(|| names::source(self.terms(), file, name, ask))
            .map_err(|unclear| self.source_failure(file, Fault::Name(Box::new(unclear))))?;
        let mut meant = found.unwrap_or_else(|| Meant::plainly(name.as_bstr()));
        let path = match meant.place.take() {
            Some(place) => Ok(place),
            None => overlay.workspace().resolve(meant.name.as_bstr()),
        };
        let source = path.and_then(|path| Ok(Source { node: overlay.get(&path)?, path }));
        let mut source = source.map_err(|error| {
            let is_outside = error.code == Code::PathEscape;
            let is_looked_for = is_outside && self.may_suggest();
            let meant = is_looked_for.then(|| overlay.tail_of(meant.name.as_bstr())).flatten();
            let Some(meant) = meant else {
                return Failure::of_workspace(self.format, file.span, &error);
            };
            let outside = Unclear::Outside { message: error.message, meant };
            let fault = Fault::Name(Box::new(outside));
            Failure::about(self.format, error.path.as_bstr(), file.span, fault)
        })?;
        if source.node == Node::Absent && overlay.becomes_folder(&source.path) {
            source.node = Node::Directory;
        }
        Ok((source, meant))
    }

    /// Whether an earlier section made the file of a name.
    pub(super) fn has_made(&self, name: &PatchPath<'_>) -> bool {
        self.made.get(name).is_some()
    }

    /// Refuses a section if it is unclear which file it means.
    pub(super) fn unclear(&self, file: &FilePatch<'_>, unclear: Unclear) -> Failure {
        let is_of_source =
            matches!(unclear, Unclear::Missing { .. } | Unclear::Gone { .. } | Unclear::TakenAway);
        let fault = Fault::Name(Box::new(unclear));
        if is_of_source { self.source_failure(file, fault) } else { self.failure(file, fault) }
    }

    /// The file to change behind a symlink; anything but a file or an allowed link is refused.
    pub(super) fn settle<W: Workspace>(
        &self,
        file: &FilePatch<'_>,
        source: Source,
        overlay: &mut Overlay<'_, W>,
    ) -> Result<Source, Failure> {
        if let Some(fault) = self.wrong_kind(file, &source.node) {
            return Err(self.source_failure(file, fault));
        }
        match &source.node {
            Node::Absent if overlay.is_planned(&source.path) => {
                Err(self.unclear(file, Unclear::TakenAway))
            }
            Node::Absent => {
                let name = file.operation.old_path().unwrap_or(file.operation.path());
                let like = |name: &BStr| {
                    if self.may_suggest() { overlay.like(name) } else { Vec::new() }
                };
                Err(self.unclear(file, names::missing(name, like)))
            }
            Node::Directory => Err(self.source_failure(file, Fault::Directory)),
            Node::Other => Err(self.source_failure(file, Fault::Device)),
            Node::File(_) => Ok(source),
            Node::Symlink(_) if self.means_the_link(file) => Ok(source),
            Node::Symlink(_) => self.write_through(file, &source, overlay),
        }
    }

    /// The mismatch, if the modes of a section say another kind of file than the tree has.
    fn wrong_kind(&self, file: &FilePatch<'_>, node: &Node) -> Option<Fault> {
        let is_link = match node {
            Node::File(_) => false,
            Node::Symlink(_) => true,
            Node::Absent | Node::Directory | Node::Other => return None,
        };
        contract::wrong_kind(file, is_link, self.options.contract)
    }

    /// Whether a section is about the link itself: under the git contract every one is, otherwise
    /// those that remove the name.
    fn means_the_link(&self, file: &FilePatch<'_>) -> bool {
        self.options.contract == Contract::Git
            || matches!(file.operation, FileOperation::Delete { .. })
    }

    fn write_through<W: Workspace>(
        &self,
        file: &FilePatch<'_>,
        source: &Source,
        overlay: &mut Overlay<'_, W>,
    ) -> Result<Source, Failure> {
        if matches!(file.operation, FileOperation::Move { .. }) {
            return Err(self.source_failure(file, Fault::MovedLink));
        }
        let target = overlay
            .workspace()
            .follow(&source.path)
            .and_then(|path| Ok(Source { node: overlay.get(&path)?, path }))
            .map_err(|error| Failure::of_workspace(self.format, file.span, &error))?;
        match target.node {
            Node::File(_) => Ok(target),
            _ => Err(self.source_failure(file, Fault::LinkToNoFile)),
        }
    }

    /// Works out what a section makes of its source. `target` is the new path, if there is one.
    pub(super) fn outcome(
        &self,
        file: &FilePatch<'_>,
        source: Option<&Source>,
        target: Option<&WorkspacePath>,
        asked: Asked<'_>,
    ) -> Result<(Outcome, FileReceipt), Failures> {
        let old = source.map(|source| &source.node);
        let old_contents = old.map(node_contents).unwrap_or_default();
        let Text { bytes: new_bytes, hunks, skipped, covers } =
            self.contents(file, &old_contents, asked).map_err(|failures| {
                // A writer who read the file that a link leads to has never seen the text of the
                // link.
                let is_about_a_file = self.options.contract == Contract::Agent
                    && matches!(old, Some(Node::Symlink(_)))
                    && !file.is_symlink();
                let is_unknown = |failure: &Failure| failure.code == Code::ContextNotFound;
                if is_about_a_file && failures.iter().all(is_unknown) {
                    return vec![self.source_failure(file, Fault::WrongKind { is_link: true })];
                }
                failures
            })?;
        let is_delete = matches!(file.operation, FileOperation::Delete { .. });
        // Context of a deletion is removed with the file, if nothing else is left.
        let new_bytes = if is_delete && covers { Vec::new() } else { new_bytes };
        self.check_result(file, &new_bytes).map_err(|failure| vec![failure])?;
        let new_contents = Contents::from(new_bytes);
        let removes = match file.operation {
            FileOperation::Delete { .. } | FileOperation::Move { .. } => source,
            _ => None,
        };
        let mut receipt = FileReceipt {
            section: asked.number,
            ..receipts::of_file(file, source, target, hunks, skipped)
        };
        receipt.before = old.map(|_| Digest::from(&old_contents));
        let writes = if is_delete {
            // `*** Delete File` has no hunks, and the hunks of other deletions may have context:
            // all lines go.
            if receipt.hunks.is_empty() || covers {
                receipt.lines_removed = line_count(&old_contents);
            }
            None
        } else {
            receipt.after = Some(Digest::from(&new_contents));
            let path = target.or(source.map(|source| &source.path)).cloned();
            path.map(|path| (path, self.new_node(file, source, new_contents)))
        };
        let removes = removes.map(|source| source.path.clone());
        Ok((Outcome { removes, writes, target: self.target(file) }, receipt))
    }

    fn target(&self, file: &FilePatch<'_>) -> Target {
        match file.operation {
            FileOperation::Modify { .. } => Target::Source,
            _ if self.options.overwrite => Target::Any,
            FileOperation::Add { ref path }
                if self.options.contract == Contract::Agent || is_named_twice(file, path) =>
            {
                Target::FreeOrEmpty
            }
            _ => Target::Free,
        }
    }

    fn new_node(&self, file: &FilePatch<'_>, source: Option<&Source>, contents: Contents) -> Node {
        let is_link = match source.map(|source| &source.node) {
            Some(Node::Symlink(_)) => true,
            Some(_) => false,
            None => file.metadata.new_mode.is_some_and(patch_parse::FileMode::is_symlink),
        };
        if is_link && self.options.contract == Contract::Git {
            return Node::Symlink(contents.to_vec().into());
        }
        Node::File(FileNode { contents, permissions: self.permissions(file, source) })
    }

    /// The permissions of a file that a section writes.
    pub(super) fn permissions(&self, file: &FilePatch<'_>, source: Option<&Source>) -> Permissions {
        let mut permissions = match source.map(|source| &source.node) {
            Some(Node::File(node)) => node.permissions.clone(),
            _ => Permissions::default(),
        };
        if let Some(executable) = contract::executable(&file.metadata, self.options.contract) {
            permissions.executable = Some(executable);
            permissions.bits = contract::bits(&file.metadata, self.options.contract);
        }
        permissions
    }

    /// The new contents, and where each hunk went.
    fn contents(
        &self,
        file: &FilePatch<'_>,
        old: &Contents,
        asked: Asked<'_>,
    ) -> Result<Text, Failures> {
        match &file.content {
            FileContent::Binary(BinaryPatch::Git { forward, reverse }) => {
                let limit = self.options.limits.file_bytes;
                let new = binary::apply(old, forward, reverse.as_deref(), limit);
                new.map(Text::whole).map_err(|bad| vec![self.failure(file, Fault::Data(bad))])
            }
            FileContent::Hunks(hunks) if is_plain_delete(file, self.format) => {
                debug_assert!(hunks.is_empty(), "the format has no text for a deletion");
                Ok(Text::whole(Vec::new()))
            }
            FileContent::Hunks(hunks) => self.text(file, old, hunks, asked),
            FileContent::Binary(BinaryPatch::Differ) | FileContent::Submodule(_) => {
                Err(vec![self.failure(file, Fault::Unsupported(Unsupported::Nothing))])
            }
        }
    }

    fn text(
        &self,
        file: &FilePatch<'_>,
        old: &Contents,
        hunks: &[Hunk<'_>],
        Asked { number, chosen, reads, does_more }: Asked<'_>,
    ) -> Result<Text, Failures> {
        if !hunks.is_empty() && contract::takes_no_text(self.options.contract, old) {
            return Err(vec![self.failure(file, Fault::Binary)]);
        }
        let left = self.explained.get();
        let chosen = match chosen {
            Chosen::Some(some) => Some(some.as_slice()),
            Chosen::All | Chosen::None => None,
        };
        let apply = || apply_some(old, hunks, self.format, self.options, chosen, left);
        let known = self.ahead.take(number, old).filter(|_| chosen.is_none());
        let applied = known.map_or_else(apply, Ok).or_else(|failures| {
            let count = chosen.map_or(hunks.len(), |some| some.iter().filter(|is| **is).count());
            if does_more && failures.len() == count && failures.iter().all(HunkFailure::is_done) {
                return Ok(Applied::already(old, &failures));
            }
            self.explained.set(left.saturating_sub(failures.len()));
            let explain = |(index, failure)| {
                let (direction, is_part) = (self.direction, !self.is_one_hunk);
                let failure = HunkFailure { direction, is_part, ..failure };
                if index < left {
                    Failure::of_hunk(self.format, (file, reads), old.hash(), failure)
                } else {
                    Failure::of_hunk_briefly(self.format, reads, &failure)
                }
            };
            Err(failures.into_iter().enumerate().map(explain).collect::<Vec<_>>())
        })?;
        let id = |index: usize| PartId::hunk(number, index + 1);
        let of_placed = applied.hunks.iter().filter_map(|placed| {
            Some(receipts::of_hunk(hunks.get(placed.index)?, placed, id(placed.index)))
        });
        // Most files have few hunks, and a vector of unknown size would reserve room for four.
        let mut receipts = Vec::with_capacity(applied.hunks.len());
        receipts.extend(of_placed);
        let skipped = applied.done.iter().filter_map(|done| {
            let patch_line = hunks.get(done.index)?.span().line;
            Some(SkippedHunk { id: id(done.index), patch_line, line: done.line_index + 1 })
        });
        let skipped = skipped.collect();
        let covers = cover(old, hunks, &applied.hunks);
        Ok(Text { bytes: applied.contents, hunks: receipts, skipped, covers })
    }

    /// Whether a text already holds everything that the hunks of a section would change.
    pub(super) fn is_applied_to(&self, file: &FilePatch<'_>, new: &[u8]) -> bool {
        let FileContent::Hunks(hunks) = &file.content else { return false };
        let all_applied = |failures: &[HunkFailure]| {
            failures.len() == hunks.len()
                && failures.iter().all(|failure| failure.code == Code::AlreadyApplied)
        };
        let applied = || try_apply(new, hunks, self.format, self.options);
        let is_refused_so = || applied().is_err_and(|unplaced| all_applied(&unplaced.failures));
        hunks.is_empty()
            || (!contract::takes_no_text(self.options.contract, new) && is_refused_so())
    }

    fn check_result(&self, file: &FilePatch<'_>, new: &[u8]) -> Result<(), Failure> {
        let limit = self.options.limits.file_bytes;
        if u64::try_from(new.len()).is_ok_and(|len| len > limit) {
            return Err(self.failure(file, Fault::TooLarge { limit }));
        }
        if matches!(file.operation, FileOperation::Delete { .. }) && !new.is_empty() {
            let fault = Fault::LeftBehind { lines: new.lines().count(), first: excerpt(new) };
            return Err(self.failure(file, fault));
        }
        Ok(())
    }

    pub(super) fn failure(&self, file: &FilePatch<'_>, fault: Fault) -> Failure {
        Failure::new(self.format, file, fault)
    }

    /// A failure of the file that a section reads, under that file's name.
    fn source_failure(&self, file: &FilePatch<'_>, fault: Fault) -> Failure {
        let name = file.operation.old_path().unwrap_or(file.operation.path());
        let mut failure = Failure::about(self.format, name.as_bstr(), file.span, fault);
        if matches!(file.operation, FileOperation::Delete { .. }) {
            failure.hint = failure.fault.hint_to_delete().or(failure.hint);
        }
        failure
    }
}

/// What is asked of a section.
#[derive(Clone, Copy)]
pub(super) struct Asked<'c> {
    /// Its number in the patch, 1-based.
    pub(super) number: usize,
    /// Which of its hunks.
    pub(super) chosen: &'c Chosen,
    /// The name that the patch has for the file that it reads.
    pub(super) reads: &'c BStr,
    /// Whether it has an effect that is left when the file has the change of every hunk already:
    /// another path, or another mode.
    pub(super) does_more: bool,
}

/// What a section makes of a text.
struct Text {
    bytes: Vec<u8>,
    hunks: Vec<HunkReceipt>,
    skipped: Vec<SkippedHunk>,
    /// Whether the hunks name every line of the old text and add none.
    covers: bool,
}

impl Text {
    /// Contents that no hunk made.
    fn whole(bytes: Vec<u8>) -> Self {
        Self { bytes, hunks: Vec::new(), skipped: Vec::new(), covers: false }
    }
}

/// Whether hunks name every line of a text, as removed or context, and add none. No two of them
/// overlap.
fn cover(old: &[u8], hunks: &[Hunk<'_>], placed: &[AppliedHunk]) -> bool {
    let named: usize = placed.iter().map(|placed| placed.placement.line_count).sum();
    let adds = hunks.iter().any(|hunk| hunk.lines.added_count() > 0);
    !adds && placed.len() == hunks.len() && named == old.lines_with_terminator().count()
}

/// Whether only `-0,0` shows that the file is new: both sides name it, and there is no git header.
/// It may have existed, empty.
fn is_named_twice(file: &FilePatch<'_>, path: &PatchPath<'_>) -> bool {
    !file.metadata.git && path.other_side().is_some()
}

/// `*** Delete File:` names the file and no text; a unified deletion carries the whole text.
fn is_plain_delete(file: &FilePatch<'_>, format: Format) -> bool {
    matches!(file.operation, FileOperation::Delete { .. })
        && format == Format::OpenCode
        && file.hunks().is_empty()
}

fn node_contents(node: &Node) -> Contents {
    match node {
        Node::File(file) => file.contents.clone(),
        Node::Symlink(target) => Contents::from(target.to_vec()),
        Node::Absent | Node::Directory | Node::Other => Contents::default(),
    }
}

/// The first line of a text, at most 80 characters.
fn excerpt(text: &[u8]) -> BString {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(80).collect::<String>().into()
}

/// Lines of a text, whether or not the last one ends; none in a binary file.
fn line_count(contents: &[u8]) -> usize {
    if contract::is_binary(contents) { 0 } else { contents.lines_with_terminator().count() }
}
