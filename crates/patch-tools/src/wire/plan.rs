//! The effect of a plan, as a set of changes.

use std::collections::BTreeMap;

use acp_diff_types::AbsolutePath;
use bstr::{BStr, BString};
use patch_apply::{
    Change, Effect, EntryKind, Expected, FileReceipt, Permissions, Plan, Workspace, WorkspaceError,
    WorkspacePath,
};
use patch_gen::{ChangeOf, Entry};
use patch_parse::{Code, FileMode, Operation};

use super::change::FileChange;
use super::{TreeChange, WireError};

impl<'p> TreeChange<'p> {
    /// What `plan` does, or would do, to the files of `workspace`, whose one root is `root`.
    ///
    /// Call it before the plan is committed: the old contents are read from the workspace. The
    /// changes are those of the plan's final result, so that a file which two sections of a patch
    /// change is named once; moves and copies are taken from the plan's receipt.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or has changed since the plan was made, or lies below another
    /// root.
    pub fn of_plan(
        plan: &'p Plan<'_>,
        workspace: &impl Workspace,
        root: &AbsolutePath,
    ) -> Result<Self, WireError> {
        let mut sides = Sides::read(plan.changes(), workspace)?;
        let mut change = Self::new(root);
        for receipt in &plan.receipt().files {
            change.files.extend(sides.take_pair(receipt, workspace)?);
        }
        for (path, (old, new)) in sides.0 {
            change.push(BStr::new(&path), old, new);
        }
        change.sort();
        Ok(change)
    }
}

type Side<'p> = Option<Entry<'p>>;

/// Each path of a plan, with its contents before and after.
struct Sides<'p>(BTreeMap<BString, (Side<'p>, Side<'p>)>);

impl<'p> Sides<'p> {
    fn read(changes: &'p [Change], workspace: &impl Workspace) -> Result<Self, WireError> {
        let mut sides = BTreeMap::new();
        for change in changes {
            if change.path.root() != 0 {
                return Err(WireError::OtherRoot(change.path.clone()));
            }
            let entries = (old_entry(change, workspace)?, new_entry(change, workspace)?);
            sides.insert(change.path.as_bstr().to_owned(), entries);
        }
        Ok(Self(sides))
    }

    /// The move or copy that a receipt reports, removed from the set. `None` if it reports none, or
    /// if the plan as a whole has another effect.
    fn take_pair(
        &mut self,
        receipt: &FileReceipt,
        workspace: &impl Workspace,
    ) -> Result<Option<FileChange<'p>>, WireError> {
        let Some(source) = &receipt.old_path else { return Ok(None) };
        let Some((None, Some(new))) = self.0.get(&receipt.path).cloned() else { return Ok(None) };
        let (old, goes) = match self.0.get(source).cloned() {
            Some((old, left)) => (old, left.is_none()),
            None => (current(&WorkspacePath::new(0, source)?, workspace)?, false),
        };
        let Some(old) = old else { return Ok(None) };
        self.0.remove(&receipt.path);
        let (old_path, path) = (source.clone(), receipt.path.clone());
        if goes && receipt.operation == Operation::Move {
            self.0.remove(source);
            return Ok(Some(FileChange(ChangeOf::Move { old_path, path, old, new })));
        }
        Ok(Some(FileChange(ChangeOf::Copy { old_path, path, old, new })))
    }
}

fn old_entry(
    change: &Change,
    workspace: &impl Workspace,
) -> Result<Option<Entry<'static>>, WorkspaceError> {
    match &change.expected {
        Expected::Absent => Ok(None),
        Expected::Symlink(target) => Ok(Some(Entry::new(target.to_vec(), FileMode::SYMLINK))),
        Expected::File(digest) => match current(&change.path, workspace)? {
            Some(entry) if digest.is_of(&entry.contents) => Ok(Some(entry)),
            _ => {
                let message = "the file changed since the plan was made";
                Err(WorkspaceError::new(Code::StaleFile, change.path.as_bstr(), message))
            }
        },
    }
}

/// The regular file or the link that is at `path` now.
fn current(
    path: &WorkspacePath,
    workspace: &impl Workspace,
) -> Result<Option<Entry<'static>>, WorkspaceError> {
    let Some(entry) = workspace.entry(path)? else { return Ok(None) };
    if entry.kind == EntryKind::Symlink {
        let target = Vec::from(workspace.read_link(path)?);
        return Ok(Some(Entry::new(target, FileMode::SYMLINK)));
    }
    Ok(Some(Entry::new(workspace.read(path, u64::MAX)?, mode(&entry))))
}

fn new_entry<'p>(
    change: &'p Change,
    workspace: &impl Workspace,
) -> Result<Option<Entry<'p>>, WorkspaceError> {
    Ok(match &change.effect {
        Effect::Remove => None,
        Effect::Symlink { target, .. } => Some(Entry::symlink(target)),
        Effect::Write { contents, permissions } => {
            Some(Entry::new(&**contents, new_mode(permissions, workspace)?))
        }
    })
}

/// The mode that a file will have, before the umask is applied.
fn new_mode(
    permissions: &Permissions,
    workspace: &impl Workspace,
) -> Result<FileMode, WorkspaceError> {
    let like = match &permissions.like {
        Some(like) => workspace.entry(like)?.map_or(FileMode::REGULAR, |entry| mode(&entry)),
        None => FileMode::REGULAR,
    };
    Ok(match (permissions.bits, permissions.executable) {
        (Some(bits), _) => of_bits(bits),
        (None, Some(true)) => FileMode(like.0 | ((like.0 & 0o444) >> 2)),
        (None, Some(false)) => FileMode(like.0 & !0o111),
        (None, None) => like,
    })
}

/// All permission bits, if the workspace has them.
fn mode(entry: &patch_apply::Entry) -> FileMode {
    match entry.bits {
        Some(bits) => of_bits(bits),
        None if entry.executable => FileMode::EXECUTABLE,
        None => FileMode::REGULAR,
    }
}

fn of_bits(bits: u32) -> FileMode {
    FileMode(0o100_000 | bits)
}
