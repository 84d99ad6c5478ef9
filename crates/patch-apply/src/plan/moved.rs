//! Files that the sections so far have moved: what is behind such a move may still have the old name.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use patch_parse::{FileOperation, FilePatch};

use super::overlay::{Node, Overlay};
use super::resolved::Resolved;
use super::source::Source;
use crate::{Workspace, WorkspacePath};

/// From where to where files were moved.
#[derive(Debug, Default)]
pub(super) struct Moved(HashMap<WorkspacePath, WorkspacePath, RandomState>);

impl Moved {
    /// Takes note of a section that moves a file.
    pub(super) fn note(&mut self, file: &FilePatch<'_>, names: &Resolved) {
        if let FileOperation::Move { .. } = file.operation
            && let (Some(source), Some(target)) = (&names.source, &names.target)
            && source.path != *target
        {
            self.0.insert(source.path.clone(), target.clone());
        }
    }

    /// Whether a section has moved the file of this name.
    pub(super) fn has(&self, path: &WorkspacePath) -> bool {
        self.0.contains_key(path)
    }

    /// The file that a section changes by the name which it had before it was moved; nothing else
    /// has that name. A file that goes by it, or moves again, would undo what the patch has done.
    pub(super) fn follow<W: Workspace>(
        &self,
        file: &FilePatch<'_>,
        from: &WorkspacePath,
        overlay: &mut Overlay<'_, W>,
    ) -> Option<Source> {
        let FileOperation::Modify { .. } = file.operation else { return None };
        let mut path = self.0.get(from)?;
        for _ in 0..self.0.len() {
            match overlay.get(path).ok()? {
                Node::Absent => path = self.0.get(path)?,
                node @ Node::File(_) => return Some(Source { path: path.clone(), node }),
                _ => return None,
            }
        }
        None
    }
}
