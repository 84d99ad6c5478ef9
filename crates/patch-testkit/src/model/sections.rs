//! A whole patch: sections that take effect together, and groups of them that follow each other.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BString, ByteSlice};
use patch_apply::Contract;
use patch_parse::{
    BinaryPatch, Code, FileContent, FileMode, FileOperation, FilePatch, Format, Hunk, LineKind,
    Patch, PatchPath,
};

use super::names::Names;
use super::path::resolve;
use super::text::apply_hunks;
use super::{Finding, Verdict};
use crate::tree::is_below;
use crate::{File, Rules, Tree};

/// Bytes at the start of a file in which a NUL makes it binary.
const BINARY_WINDOW: usize = 8000;

pub(super) fn apply(before: &Tree, patch: &Patch<'_>, rules: Rules) -> Verdict {
    if let Some(why) = patch.files.iter().find_map(|file| unjudged(file, rules.contract)) {
        return Verdict::Unjudged(why);
    }
    let mut state = State {
        format: patch.format,
        files: &patch.files,
        rules,
        tree: before.clone(),
        before,
        made: BTreeMap::new(),
        group: Vec::new(),
        sources: BTreeSet::new(),
        targets: BTreeSet::new(),
        gone: BTreeSet::new(),
        findings: Vec::new(),
        uncertain: BTreeSet::new(),
        maybe_moved: BTreeSet::new(),
        touched: BTreeSet::new(),
        late: Vec::new(),
    };
    let mut commit = 0;
    for (index, file) in patch.files.iter().enumerate() {
        if file.commit != commit {
            state.flush();
            commit = file.commit;
        }
        state.section(index, file);
    }
    state.flush();
    state.settle_moved();
    let is_open = |state: &State<'_, '_>| {
        state.findings.iter().any(|finding| !state.is_done(finding.section))
    };
    if !is_open(&state) {
        state.findings.append(&mut state.late);
    }
    state.findings.sort();
    // A section that is already applied is skipped if other sections still change something.
    let is_open = is_open(&state);
    if state.findings.is_empty() || (!is_open && state.tree != *before) {
        Verdict::Applied(state.tree)
    } else {
        Verdict::Refused(state.findings)
    }
}

/// What the model cannot judge: links, and deflated data.
fn unjudged(file: &FilePatch<'_>, contract: Contract) -> Option<&'static str> {
    let is_git = contract == Contract::Git && !file.is_submodule();
    if is_git && file.is_symlink() {
        return Some("a symbolic link");
    }
    (is_git && matches!(file.binary(), Some(BinaryPatch::Git { .. }))).then_some("a binary patch")
}

/// The hunk, if it is about one, the code, and whether it is certain.
type Reason = (Option<usize>, Code, bool);

/// The effect of one section, when its group takes effect.
struct Step {
    section: usize,
    removes: Option<BString>,
    writes: Option<(BString, File)>,
    /// Whether the file written is the one that was read.
    in_place: bool,
    /// Whether an empty file may be at the target.
    may_fill: bool,
}

struct State<'p, 'a> {
    format: Format,
    files: &'p [FilePatch<'a>],
    rules: Rules,
    before: &'p Tree,
    /// The paths that sections have given to new names.
    made: BTreeMap<BString, BString>,
    /// The files as the groups so far have left them.
    tree: Tree,
    group: Vec<Step>,
    /// Paths that sections of the group change or take away.
    sources: BTreeSet<BString>,
    /// Paths that sections of the group write.
    targets: BTreeSet<BString>,
    /// Paths that the patch has taken away.
    gone: BTreeSet<BString>,
    findings: Vec<Finding>,
    /// Sections of which it is not certain that they are applied.
    uncertain: BTreeSet<usize>,
    /// Sections that may have moved a file already, as far as the names show.
    maybe_moved: BTreeSet<usize>,
    /// Paths that sections have written or taken away.
    touched: BTreeSet<BString>,
    /// If the patch removes files from a folder, whether one is left is only known when it is
    /// written: reported if nothing else is wrong.
    late: Vec<Finding>,
}

impl State<'_, '_> {
    fn section(&mut self, index: usize, file: &FilePatch<'_>) {
        match self.step(index, file) {
            Ok(step) => self.group.push(step),
            Err(failures) => {
                if failures.iter().any(|(_, _, certain)| !certain) {
                    self.uncertain.insert(index);
                }
                if failures == [(None, Code::FileNotFound, true)] && self.is_maybe_moved(file) {
                    self.maybe_moved.insert(index);
                }
                let finding = |(hunk, code, _)| Finding { section: index, hunk, code };
                self.findings.extend(failures.into_iter().map(finding));
            }
        }
    }

    /// Whether the only thing reported of a section is that it is already applied.
    fn is_done(&self, section: usize) -> bool {
        let own: Vec<_> =
            self.findings.iter().filter(|finding| finding.section == section).collect();
        let is_whole = own.iter().any(|finding| finding.hunk.is_none())
            || self.files.get(section).is_some_and(|file| file.hunks().len() == own.len());
        is_whole
            && own.iter().all(|finding| finding.code == Code::AlreadyApplied)
            && !self.uncertain.contains(&section)
    }

    fn names(&self) -> Names<'_, '_> {
        let Self { format, files, tree, before, made, .. } = self;
        Names { format: *format, contract: self.rules.contract, files, tree, before, made }
    }

    fn step(&mut self, index: usize, file: &FilePatch<'_>) -> Result<Step, Vec<Reason>> {
        let whole = |code| vec![(None, code, true)];
        self.supported(file).map_err(whole)?;
        if self.format == Format::OpenCode && self.is_repeated(index, file) {
            return Err(whole(Code::AlreadyApplied));
        }
        let mut paths = self.paths(file);
        if paths.is_err() && self.is_behind_another(file) {
            self.flush();
            paths = self.paths(file);
        }
        let paths = paths.map_err(|code| whole(self.unless_claimed(file, code)));
        let (mut source, target) = paths?;
        if self.is_claimed(file, source.as_ref(), target.as_ref()) {
            if self.format == Format::Unified && self.rules.contract == Contract::Agent {
                return Err(whole(Code::DuplicateFilePatch));
            }
            // In order: what the former section left is what this one reads.
            self.flush();
            source = self.source(file).map_err(|code| whole(self.unless_moved(file, code)))?;
        }
        self.claim(file, source.as_ref(), target.as_ref());
        let old = source.as_ref().map(|path| self.tree.files[path].clone());
        let does_more = match (&source, &target) {
            (Some(source), Some(target)) if source != target => true,
            _ => old.as_ref().is_some_and(|old| self.mode(file, old) != old.executable),
        };
        let contents = self.contents(file, old.as_ref(), does_more)?;
        Ok(self.effect(index, file, source, target, old, contents))
    }

    /// The file that a section reads, and the path that it gives a new name to.
    fn paths(&mut self, file: &FilePatch<'_>) -> Result<(Option<BString>, Option<BString>), Code> {
        let source = self.source(file).map_err(|code| self.unless_moved(file, code))?;
        self.names().told_apart(file)?;
        let target = self.names().target(file, source.as_ref())?;
        if let Some(target) = &target {
            let path = file.operation.path();
            let mut names = self.names().spellings(path);
            // What is around the name is a part of it.
            if target.ends_with(path.as_bstr()) {
                names.truncate(1);
            }
            self.made.extend(names.into_iter().map(|name| (name, target.clone())));
        }
        Ok((source, target))
    }

    /// Whether an earlier section changes what is at the name that a section reads, and takes
    /// effect before it.
    fn is_behind_another(&self, file: &FilePatch<'_>) -> bool {
        if self.format == Format::Unified && self.rules.contract == Contract::Agent {
            return false;
        }
        let Some(name) = file.operation.old_path() else { return false };
        let path = match self.names().find(file, name) {
            Err(Code::NotAFile) => resolve(name.as_bstr()),
            found => found,
        };
        path.is_ok_and(|path| self.sources.contains(&path) || self.targets.contains(&path))
    }

    /// Whether the last change of the same file before a section is the same change.
    fn is_repeated(&self, index: usize, file: &FilePatch<'_>) -> bool {
        let is_change =
            |file: &FilePatch<'_>| matches!(file.operation, FileOperation::Modify { .. });
        let is_same = |other: &&FilePatch<'_>| {
            is_change(other) && other.operation.path() == file.operation.path()
        };
        let last = self.files[..index].iter().rfind(is_same);
        is_change(file) && last.is_some_and(|last| last.content == file.content)
    }

    /// Whether a section has nothing but a move of a file that is not there to one that is.
    fn is_maybe_moved(&self, file: &FilePatch<'_>) -> bool {
        let FileOperation::Move { old_path, path } = &file.operation else { return false };
        let is_there = |path: &PatchPath<'_>| {
            resolve(path.as_bstr()).is_ok_and(|path| self.names().exists(path.as_bstr()))
        };
        let target = resolve(path.as_bstr()).ok().and_then(|path| self.tree.files.get(&path));
        file.hunks().is_empty()
            && file.binary().is_none()
            && !is_there(old_path)
            && target.is_some()
    }

    /// If all other sections are there already and change nothing, these are, too.
    fn settle_moved(&mut self) {
        let is_maybe = |finding: &Finding| self.maybe_moved.contains(&finding.section);
        let mut others = self.findings.iter().filter(|finding| !is_maybe(finding)).peekable();
        let is_rest_done = others.peek().is_some()
            && others.all(|finding| self.is_done(finding.section))
            && self.tree == *self.before;
        if is_rest_done {
            let maybe_moved = &self.maybe_moved;
            let maybe =
                self.findings.iter_mut().filter(|finding| maybe_moved.contains(&finding.section));
            maybe.for_each(|finding| finding.code = Code::AlreadyApplied);
        }
    }

    /// The code for a source that does not exist: a move may have been made already.
    fn unless_moved(&self, file: &FilePatch<'_>, code: Code) -> Code {
        let FileOperation::Move { old_path, path } = &file.operation else { return code };
        let is_gone =
            resolve(old_path.as_bstr()).is_ok_and(|path| !self.names().exists(path.as_bstr()));
        let target = resolve(path.as_bstr()).ok().and_then(|path| self.tree.files.get(&path));
        let has_context = file.hunks().iter().any(|hunk| hunk.lines.context_count() > 0);
        let is_moved = has_context
            && target.is_some_and(|target| self.is_there_already(file, &target.contents));
        if code == Code::FileNotFound && is_gone && is_moved { Code::AlreadyApplied } else { code }
    }

    /// The code for the name of a folder in whose place a section puts a file: an earlier section may
    /// put one there already.
    fn unless_claimed(&self, file: &FilePatch<'_>, code: Code) -> Code {
        let is_claimed = || {
            let path = resolve(file.operation.path().as_bstr());
            path.is_ok_and(|path| self.targets.contains(&path))
        };
        let is_once = self.format == Format::Unified && self.rules.contract == Contract::Agent;
        let reads =
            matches!(file.operation, FileOperation::Modify { .. } | FileOperation::Delete { .. });
        match code {
            Code::NotAFile if is_once && !reads && is_claimed() => Code::DuplicateFilePatch,
            code => code,
        }
    }

    /// Whether a text has what every hunk of a section makes.
    fn is_there_already(&self, file: &FilePatch<'_>, new: &[u8]) -> bool {
        let FileContent::Hunks(hunks) = &file.content else { return false };
        let is_binary = self.is_binary(new);
        let applied = apply_hunks(new, hunks, self.format, self.rules);
        !is_binary
            && applied.is_err_and(|failures| {
                failures.len() == hunks.len()
                    && failures.iter().all(|(_, code, _)| *code == Code::AlreadyApplied)
            })
    }

    fn supported(&self, file: &FilePatch<'_>) -> Result<(), Code> {
        let never = file.is_submodule() || matches!(file.binary(), Some(BinaryPatch::Differ));
        let is_copy = matches!(file.operation, FileOperation::Copy { .. });
        let only_git = file.binary().is_some() || file.is_symlink() || is_copy;
        if never || (only_git && self.rules.contract == Contract::Agent) {
            return Err(Code::UnsupportedGitPatchFeature);
        }
        Ok(())
    }

    /// The file that a section reads. One that an earlier section makes takes effect first.
    fn source(&mut self, file: &FilePatch<'_>) -> Result<Option<BString>, Code> {
        let Some(name) = file.operation.old_path() else { return Ok(None) };
        let found = self.names().find(file, name);
        let paths = names_of(name).filter_map(|name| resolve(name.as_bstr()).ok());
        let mut paths = paths.chain(self.names().made(name).cloned());
        if found == Err(Code::FileNotFound) && paths.any(|path| self.targets.contains(&path)) {
            self.flush();
            return self.names().find(file, name).map(Some);
        }
        match found {
            Ok(path)
                if self.names().made(name).is_none() && !self.names().may_drop(name, &path) =>
            {
                Err(Code::FileNotFound)
            }
            found => found.map(Some),
        }
    }

    fn is_claimed(
        &self,
        file: &FilePatch<'_>,
        source: Option<&BString>,
        target: Option<&BString>,
    ) -> bool {
        let (sources, targets) = claims(file, source, target);
        sources.is_some_and(|path| self.sources.contains(path))
            || targets.is_some_and(|path| self.targets.contains(path))
    }

    fn claim(&mut self, file: &FilePatch<'_>, source: Option<&BString>, target: Option<&BString>) {
        let (source, target) = claims(file, source, target);
        self.sources.extend(source.cloned());
        self.targets.extend(target.cloned());
    }

    /// Whether a section leaves a file executable.
    fn mode(&self, file: &FilePatch<'_>, old: &File) -> bool {
        let mode = file.metadata.new_mode.filter(|_| self.rules.contract == Contract::Git);
        mode.map_or(old.executable, FileMode::is_executable)
    }

    /// The new bytes. If the file has the changes of all hunks, it stays as it is where the section
    /// does more.
    fn contents(
        &self,
        file: &FilePatch<'_>,
        old: Option<&File>,
        does_more: bool,
    ) -> Result<Vec<u8>, Vec<Reason>> {
        let is_delete = matches!(file.operation, FileOperation::Delete { .. });
        let old = old.map(|file| file.contents.as_slice()).unwrap_or_default();
        let FileContent::Hunks(hunks) = &file.content else {
            unreachable!("BUG in the model: other contents are refused or not judged")
        };
        if is_delete && hunks.is_empty() && self.format == Format::OpenCode {
            return Ok(Vec::new());
        }
        if !hunks.is_empty() && self.is_binary(old) {
            return Err(vec![(None, Code::BinaryFile, true)]);
        }
        let new = apply_hunks(old, hunks, self.format, self.rules).or_else(|failures| {
            let is_done =
                |(_, code, certain): &(_, _, bool)| *code == Code::AlreadyApplied && *certain;
            if does_more && failures.len() == hunks.len() && failures.iter().all(is_done) {
                return Ok(old.to_vec());
            }
            let reason = |(hunk, code, certain)| (Some(hunk), code, certain);
            Err(failures.into_iter().map(reason).collect::<Vec<_>>())
        })?;
        if is_delete && covers(old, hunks, &new) {
            return Ok(Vec::new());
        }
        if is_delete && !new.is_empty() {
            return Err(vec![(None, Code::ContextNotFound, true)]);
        }
        Ok(new)
    }

    /// Whether text hunks are refused because of a file's contents: git takes any contents.
    fn is_binary(&self, contents: &[u8]) -> bool {
        let has_nul = contents.iter().take(BINARY_WINDOW).any(|byte| *byte == 0);
        self.rules.contract == Contract::Agent && has_nul
    }

    fn effect(
        &self,
        section: usize,
        file: &FilePatch<'_>,
        source: Option<BString>,
        target: Option<BString>,
        old: Option<File>,
        contents: Vec<u8>,
    ) -> Step {
        let executable = self.mode(file, &old.unwrap_or_default());
        let new = File { contents: contents.into(), executable };
        let (removes, writes) = match file.operation {
            FileOperation::Delete { .. } => (source, None),
            FileOperation::Move { .. } => (source, target),
            FileOperation::Modify { .. } => (None, source),
            FileOperation::Add { .. } | FileOperation::Copy { .. } => (None, target),
        };
        Step {
            section,
            removes,
            writes: writes.map(|path| (path, new)),
            in_place: matches!(file.operation, FileOperation::Modify { .. }),
            may_fill: match &file.operation {
                FileOperation::Add { path } => {
                    let is_named_twice = !file.metadata.git && path.other_side().is_some();
                    self.rules.contract == Contract::Agent || is_named_twice
                }
                _ => false,
            },
        }
    }

    /// Lets the sections of the group take effect, all of them on the files as they were.
    fn flush(&mut self) {
        let group = std::mem::take(&mut self.group);
        self.sources.clear();
        self.targets.clear();
        for path in group.iter().filter_map(|step| step.removes.as_ref()) {
            self.tree.files.remove(path);
            self.gone.insert(path.clone());
            self.touched.insert(path.clone());
        }
        for step in group {
            let finding = |code| Finding { section: step.section, hunk: None, code };
            if self.is_half_emptied(&step) {
                self.late.push(finding(Code::NotAFile));
            } else if let Err(code) = self.write(&step) {
                self.findings.push(finding(code));
                // What the patch itself has put there did not exist before it.
                if step.writes.is_some_and(|(path, _)| self.touched.contains(&path)) {
                    self.uncertain.insert(step.section);
                }
            } else {
                self.touched.extend(step.writes.map(|(path, _)| path));
            }
        }
    }

    /// Whether a file is to be where a folder is that the patch takes files from, but not all.
    fn is_half_emptied(&self, step: &Step) -> bool {
        step.writes.as_ref().is_some_and(|(path, _)| {
            self.tree.is_folder(path.as_bstr())
                && self.gone.iter().any(|gone| is_below(gone.as_bstr(), path.as_bstr()))
        })
    }

    fn write(&mut self, step: &Step) -> Result<(), Code> {
        let Some((path, new)) = &step.writes else { return Ok(()) };
        if self.tree.is_folder(path.as_bstr()) || self.tree.blocker(path.as_bstr()).is_some() {
            if self.before.is_folder(path.as_bstr())
                || self.before.blocker(path.as_bstr()).is_some()
            {
                return Err(Code::NotAFile);
            }
            // Only the patch itself puts something in the way: the commit finds that, and there is
            // none if anything else is wrong. Until then both files are there.
            self.late.push(Finding { section: step.section, hunk: None, code: Code::NotAFile });
        }
        match self.tree.files.get(path) {
            Some(_) if step.in_place || self.rules.overwrite => {}
            Some(old) if step.may_fill && old.contents.is_empty() => {}
            Some(old) if step.removes.is_none() && old.contents == new.contents => {
                return Err(Code::AlreadyApplied);
            }
            Some(_) => return Err(Code::FileExists),
            None => {}
        }
        let mut new = new.clone();
        // An empty file that is filled is still the same file; no mode line mentions it.
        let is_filled = step.may_fill && !self.rules.overwrite;
        new.executable |= is_filled && self.tree.files.get(path).is_some_and(|old| old.executable);
        self.tree.files.insert(path.clone(), new);
        Ok(())
    }
}

/// The names that a section may mean where none of its readings is there.
fn names_of(name: &PatchPath<'_>) -> impl Iterator<Item = BString> {
    let other = name.other_path().filter(|_| name.is_one_of_two());
    let other = other.map(|other| other.as_bstr().to_owned());
    [Some(name.as_bstr().to_owned()), other].into_iter().flatten()
}

/// Whether hunks that have a place each name all lines of a text and add none; `new` is what they
/// leave.
fn covers(old: &[u8], hunks: &[Hunk<'_>], new: &[u8]) -> bool {
    // A blank line that only the hunk has is none of the file.
    let kept: usize = hunks.iter().map(|hunk| hunk.lines.context_count()).sum();
    let new = new.strip_prefix("\u{feff}".as_bytes()).unwrap_or(new);
    // Nor is a line that stays one that it names because there are as many.
    let context = hunks.iter().flat_map(|hunk| hunk.lines.iter());
    let context = context.filter(|line| line.kind == LineKind::Context);
    let is_blank = |line: &[u8]| line.trim_ascii().is_empty();
    let mut pairs = context.zip(new.lines());
    let is_all = kept == new.lines_with_terminator().count()
        && pairs.all(|(line, kept)| is_blank(line.text.as_ref()) == is_blank(kept));
    let named: usize = hunks.iter().map(|hunk| hunk.old_lines().count()).sum();
    let adds = hunks.iter().any(|hunk| hunk.lines.added_count() > 0);
    !adds && is_all && named == old.lines_with_terminator().count()
}

/// What a section takes for itself: a path that it changes or takes away, and one that it writes.
/// A copy leaves its source alone.
fn claims<'s>(
    file: &FilePatch<'_>,
    source: Option<&'s BString>,
    target: Option<&'s BString>,
) -> (Option<&'s BString>, Option<&'s BString>) {
    match file.operation {
        FileOperation::Modify { .. } => (source, source),
        FileOperation::Copy { .. } => (None, target),
        _ => (source, target),
    }
}
