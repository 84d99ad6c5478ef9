//! Holds the resolved names of a section, and the files and paths that it claims by them.

use bstr::BStr;
use patch_parse::{FileOperation, FilePatch};

use super::group::Key;
use super::overlay::Overlay;
use super::source::Source;
use crate::note::Forgiven;
use crate::{Workspace, WorkspaceError, WorkspacePath};

/// The names of a section, resolved.
pub(super) struct Resolved {
    pub(super) source: Option<Source>,
    /// Where the section writes, if that is not its source.
    pub(super) target: Option<WorkspacePath>,
    /// What was forgiven in them.
    pub(super) forgiven: Vec<Forgiven>,
}

/// What a section claims: a file, and the path by which it does.
type Claim = (Key, WorkspacePath);

impl Resolved {
    /// Whether the section writes elsewhere than it reads.
    pub(super) fn changes_path(&self) -> bool {
        let (Some(source), Some(target)) = (&self.source, &self.target) else { return false };
        source.path != *target
    }

    /// The name that the patch has for the file that the section reads.
    pub(super) fn reads<'f>(&self, file: &'f FilePatch<'_>) -> &'f BStr {
        let old = file.operation.old_path().filter(|_| self.changes_path());
        old.unwrap_or(file.operation.path()).as_bstr()
    }

    /// What the section changes or removes, and what it writes.
    pub(super) fn keys<W: Workspace>(
        &self,
        operation: &FileOperation<'_>,
        overlay: &Overlay<'_, W>,
    ) -> Result<(Option<Claim>, Option<Claim>), WorkspaceError> {
        let key = |path: &WorkspacePath| Ok((Key::of(path, overlay)?, path.clone()));
        // A copy leaves its source alone.
        let is_copy = matches!(operation, FileOperation::Copy { .. });
        let source_path = self.source.as_ref().filter(|_| !is_copy).map(|source| &source.path);
        let is_modify = matches!(operation, FileOperation::Modify { .. });
        let target_path = self.target.as_ref().or(source_path.filter(|_| is_modify));
        Ok((source_path.map(key).transpose()?, target_path.map(key).transpose()?))
    }
}
