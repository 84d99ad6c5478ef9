//! Collects sections that take effect together: each reads the files as they were before all of
//! them, so that a swap, or a chain a to b, b to c, is right.

use std::collections::{BTreeSet, HashMap, HashSet};

use foldhash::fast::RandomState;
use patch_parse::FilePatch;

use super::overlay::{FileNode, Node, Overlay};
use crate::fault::Fault;
use crate::{Digest, FileId, Permissions, Workspace, WorkspaceError, WorkspacePath};

/// What one section does to the files.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The path that is removed, by a deletion or a move.
    pub(super) removes: Option<WorkspacePath>,
    /// The path that is written, and what it then holds.
    pub(super) writes: Option<(WorkspacePath, Node)>,
    /// What may be at the written path beforehand.
    pub(super) target: Target,
}

/// What may be where a section writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The file that is modified.
    Source,
    /// Nothing.
    Free,
    /// Nothing, or an empty file.
    FreeOrEmpty,
    /// Anything that is a file.
    Any,
}

/// The identity by which two names are one path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// The file behind the name: hard links and case-folded spellings share it.
    Id(FileId),
    Path(WorkspacePath),
}

impl Key {
    /// The identity of what is at `path`.
    pub(super) fn of<W: Workspace>(
        path: &WorkspacePath,
        overlay: &Overlay<'_, W>,
    ) -> Result<Self, WorkspaceError> {
        if overlay.is_planned(path) {
            return Ok(Self::Path(path.clone()));
        }
        Ok(overlay.id(path)?.map_or_else(|| Self::Path(path.clone()), Self::Id))
    }
}

/// The sections collected so far.
#[derive(Debug, Default)]
pub(super) struct Group<'p, 'a> {
    /// The commit of the patch to which they belong.
    pub(super) commit: usize,
    sources: HashMap<Key, WorkspacePath, RandomState>,
    targets: HashMap<Key, WorkspacePath, RandomState>,
    /// The paths of the targets, and of the sources.
    written: HashSet<WorkspacePath, RandomState>,
    read: HashSet<WorkspacePath, RandomState>,
    /// Targets of sections that failed: what needs them cannot be judged.
    pub(super) poisoned: BTreeSet<WorkspacePath>,
    outcomes: Vec<(&'p FilePatch<'a>, Outcome)>,
}

/// Why an outcome cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    pub(super) fault: Fault,
    /// The files held the section's result before the patch.
    pub(super) is_done: bool,
}

impl Conflict {
    fn new(fault: Fault) -> Self {
        Self { fault, is_done: false }
    }
}

/// The result of letting a group take effect.
#[derive(Debug, Default)]
pub(super) struct Flushed<'p, 'a> {
    /// The sections whose target path is occupied.
    pub(super) conflicts: Vec<(&'p FilePatch<'a>, Conflict)>,
    /// The sections that put a file where a folder is that is not yet empty after this group and
    /// those before it.
    pub(super) blocked: Vec<(&'p FilePatch<'a>, WorkspaceError)>,
    /// The files that were replaced, and what they held.
    pub(super) overwritten: Vec<(WorkspacePath, Digest)>,
    /// The empty files that were there and were filled.
    pub(super) filled: Vec<WorkspacePath>,
}

impl<'p, 'a> Group<'p, 'a> {
    /// The group that comes after this one in the same commit.
    pub(super) fn next(&mut self) -> Self {
        let poisoned = std::mem::take(&mut self.poisoned);
        Self { commit: self.commit, poisoned, ..Self::default() }
    }

    /// Whether a path is written by a section of the group.
    pub(super) fn writes(&self, path: &WorkspacePath) -> bool {
        self.written.contains(path)
    }

    /// Whether a path is written or removed by a section of the group.
    pub(super) fn changes(&self, path: &WorkspacePath) -> bool {
        self.writes(path) || self.read.contains(path)
    }

    /// The path by which a section of the group has claimed one of these keys already.
    pub(super) fn claimed(
        &self,
        source: Option<&Key>,
        target: Option<&Key>,
    ) -> Option<&WorkspacePath> {
        let of_source = source.and_then(|key| self.sources.get(key));
        of_source.or_else(|| target.and_then(|key| self.targets.get(key)))
    }

    pub(super) fn claim(
        &mut self,
        source: Option<(Key, WorkspacePath)>,
        target: Option<(Key, WorkspacePath)>,
    ) {
        self.read.extend(source.iter().map(|(_, path)| path.clone()));
        self.written.extend(target.iter().map(|(_, path)| path.clone()));
        self.sources.extend(source);
        self.targets.extend(target);
    }

    pub(super) fn push(&mut self, file: &'p FilePatch<'a>, outcome: Outcome) {
        self.outcomes.push((file, outcome));
    }

    /// Lets all outcomes take effect.
    pub(super) fn flush<W: Workspace>(
        self,
        overlay: &mut Overlay<'_, W>,
    ) -> Result<Flushed<'p, 'a>, (&'p FilePatch<'a>, WorkspaceError)> {
        let removed: BTreeSet<_> =
            self.outcomes.iter().filter_map(|(_, outcome)| outcome.removes.clone()).collect();
        let mut flushed = Flushed::default();
        for (file, outcome) in &self.outcomes {
            let fail = |error| (*file, error);
            let conflict = conflict(outcome, &removed, overlay).map_err(fail)?;
            flushed.conflicts.extend(conflict.map(|conflict| (*file, conflict)));
            let overwritten = overwritten(outcome, &removed, overlay).map_err(fail)?;
            flushed.overwritten.extend(overwritten);
        }
        for path in removed {
            overlay.set(path, Node::Absent);
        }
        for (file, outcome) in self.outcomes {
            let Some((path, mut node)) = outcome.writes else { continue };
            // What a section changes where it is was read there, and is no folder.
            if outcome.target != Target::Source {
                let fail = |error| (file, error);
                let is_folder = overlay.get(&path).map_err(fail)? == Node::Directory;
                if is_folder && let Err(error) = overlay.check_emptied(&path) {
                    flushed.blocked.push((file, error));
                    continue;
                }
                if outcome.target == Target::FreeOrEmpty
                    && let Node::File(old) = overlay.get(&path).map_err(fail)?
                {
                    node = filled(node, old);
                    flushed.filled.push(path.clone());
                }
            }
            overlay.set(path, node);
        }
        Ok(flushed)
    }
}

/// What occupies the path that an outcome writes.
fn conflict<W: Workspace>(
    outcome: &Outcome,
    removed: &BTreeSet<WorkspacePath>,
    overlay: &mut Overlay<'_, W>,
) -> Result<Option<Conflict>, WorkspaceError> {
    let Some((path, new)) = &outcome.writes else { return Ok(None) };
    if outcome.target == Target::Source || removed.contains(path) {
        return Ok(None);
    }
    Ok(match (overlay.get(path)?, outcome.target) {
        (Node::Absent, _) => blocked_parent(path, removed, overlay)?,
        // A folder whose files the patch takes away may become one; whether it took all of them
        // away is looked at once they are gone.
        (Node::Directory, _) if empties(path, removed, overlay) => None,
        (Node::Directory | Node::Other, _) => Some(Conflict::new(Fault::NoFileThere)),
        (Node::File(old), Target::FreeOrEmpty) if old.contents.is_empty() => None,
        (Node::File(_) | Node::Symlink(_), Target::Any) => None,
        // If the source of a move still exists, half of it is not done.
        (Node::File(old), _)
            if outcome.removes.is_none()
                && matches!(new, Node::File(new) if new.contents == old.contents) =>
        {
            Some(if overlay.is_planned(path) {
                Conflict::new(Fault::Made { is_same: true })
            } else {
                Conflict { fault: Fault::ExistsAsMade, is_done: true }
            })
        }
        (Node::File(_) | Node::Symlink(_), _) if overlay.is_planned(path) => {
            Some(Conflict::new(Fault::Made { is_same: false }))
        }
        (Node::File(_) | Node::Symlink(_), _) => Some(Conflict::new(Fault::Exists)),
    })
}

/// The file that replaces an empty one and keeps its permissions.
fn filled(new: Node, old: FileNode) -> Node {
    match new {
        Node::File(mut new) if new.permissions == Permissions::default() => {
            new.permissions = old.permissions;
            Node::File(new)
        }
        new => new,
    }
}

/// Whether the patch takes away files below a folder.
fn empties<W: Workspace>(
    folder: &WorkspacePath,
    removed: &BTreeSet<WorkspacePath>,
    overlay: &Overlay<'_, W>,
) -> bool {
    removed.iter().chain(overlay.removed()).any(|path| path.starts_with(folder))
}

/// The file that an outcome replaces although it did not read it.
fn overwritten<W: Workspace>(
    outcome: &Outcome,
    removed: &BTreeSet<WorkspacePath>,
    overlay: &mut Overlay<'_, W>,
) -> Result<Option<(WorkspacePath, Digest)>, WorkspaceError> {
    let Some((path, _)) = &outcome.writes else { return Ok(None) };
    if outcome.target != Target::Any || removed.contains(path) {
        return Ok(None);
    }
    Ok(match overlay.get(path)? {
        Node::File(old) => Some((path.clone(), Digest::from(&old.contents))),
        _ => None,
    })
}

/// A file where a directory is needed.
fn blocked_parent<W: Workspace>(
    path: &WorkspacePath,
    removed: &BTreeSet<WorkspacePath>,
    overlay: &mut Overlay<'_, W>,
) -> Result<Option<Conflict>, WorkspaceError> {
    let mut parent = path.parent();
    while let Some(directory) = parent {
        if !removed.contains(&directory) {
            match overlay.get(&directory)? {
                Node::Absent => {}
                Node::Directory | Node::Symlink(_) => return Ok(None),
                Node::File(_) | Node::Other => {
                    return Ok(Some(Conflict::new(Fault::NoDirectory(directory))));
                }
            }
        }
        parent = directory.parent();
    }
    Ok(None)
}
