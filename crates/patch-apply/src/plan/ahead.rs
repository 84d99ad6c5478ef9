//! Reads files and places hunks before the walk over the sections reaches them, on as many threads
//! as the workspace offers.
//!
//! Nothing is decided here. The walk does what it always does, finds some results prepared, and
//! uses one only if it fits exactly: the file at that path, the hunks of that section in those
//! bytes.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use patch_parse::{FileContent, FileOperation, FilePatch, Format, Patch};

use super::names;
use crate::attempt::{Applied, try_apply};
use crate::contract::takes_no_text;
use crate::{ApplyOptions, Contents, Entry, Workspace, WorkspacePath};

/// What the workspace has at some paths.
pub(super) type Files = HashMap<WorkspacePath, (Entry, Contents), RandomState>;

/// What was prepared.
#[derive(Default)]
pub(super) struct Ahead {
    pub(super) files: Files,
    pub(super) placed: Placed,
}

/// For each section of a patch, what its hunks make of these contents.
#[derive(Default)]
pub(super) struct Placed(Vec<Cell<Option<(Contents, Applied)>>>);

impl Placed {
    /// What the hunks of the section with this number (1-based) make of `contents`, if that was
    /// prepared.
    pub(super) fn take(&self, number: usize, contents: &Contents) -> Option<Applied> {
        let (of, applied) = self.0.get(number.checked_sub(1)?)?.take()?;
        of.is_same(contents).then_some(applied)
    }
}

/// A file that was read.
struct Read {
    entry: Entry,
    contents: Contents,
    applied: Option<Applied>,
}

impl Ahead {
    /// Reads the files that the sections of a patch plainly name, if the workspace reads many files
    /// faster together, and places their hunks there.
    pub(super) fn of(
        patch: &Patch<'_>,
        workspace: &impl Workspace,
        options: &ApplyOptions,
    ) -> Self {
        // Only the walk knows which parts are chosen; and for one file nothing is gained.
        if options.only.is_some() || patch.files.len() < 2 {
            return Self::default();
        }
        let (sections, paths) = paths(patch, workspace, options);
        let read: Vec<OnceLock<Read>> = paths.iter().map(|_| OnceLock::new()).collect();
        workspace.load_ahead(&paths, options.limits.file_bytes, &|at, entry, contents| {
            let file = sections.get(at).and_then(|section| patch.files.get(*section));
            let applied = file.and_then(|file| opt_apply(file, &contents, patch.format, options));
            if let Some(slot) = read.get(at) {
                slot.get_or_init(|| Read { entry, contents, applied });
            }
        });
        let mut ahead = Self::default();
        ahead.placed.0.resize_with(patch.files.len(), Cell::default);
        ahead.files.reserve(read.len());
        for ((section, path), read) in sections.into_iter().zip(paths).zip(read) {
            let Some(Read { entry, contents, applied }) = read.into_inner() else { continue };
            let number = patch.section_number(section);
            if let Some(slot) = ahead.placed.0.get(number.saturating_sub(1)) {
                slot.set(applied.map(|applied| (contents.clone(), applied)));
            }
            ahead.files.insert(path, (entry, contents));
        }
        ahead
    }
}

/// The files that sections plainly name, each once, and those sections by their place in the patch.
fn paths(
    patch: &Patch<'_>,
    workspace: &impl Workspace,
    options: &ApplyOptions,
) -> (Vec<usize>, Vec<WorkspacePath>) {
    let mut named = HashSet::<_, RandomState>::default();
    let mut path_of = |file: &FilePatch<'_>| {
        names::within_limits(file, &options.limits).ok()?;
        let source = workspace.resolve(file.operation.old_path()?.as_bstr()).ok()?;
        named.insert(source.clone()).then_some(source)
    };
    let numbered = patch.files.iter().enumerate();
    numbered.filter_map(|(section, file)| Some((section, path_of(file)?))).unzip()
}

/// What the hunks of a section make of a file if all have a place; otherwise the walk reports why
/// not.
fn opt_apply(
    file: &FilePatch<'_>,
    contents: &Contents,
    format: Format,
    options: &ApplyOptions,
) -> Option<Applied> {
    let FileContent::Hunks(hunks) = &file.content else { return None };
    let is_deletion = matches!(file.operation, FileOperation::Delete { .. });
    if hunks.is_empty() || is_deletion || takes_no_text(options.contract, contents) {
        return None;
    }
    try_apply(contents, hunks, format, options).ok()
}
