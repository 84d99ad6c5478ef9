//! The directory that the tools work on, by its name: another directory may take that name while
//! the server runs.

use std::path::PathBuf;
use std::sync::Arc;

use patch_apply::WorkspaceError;
use patch_fs::DirWorkspace;
use patch_parse::Code;
use patch_tools::tool::{APPLY_PATCH, DIFF, Grant, GrantTable, ToolError, Tools};

use crate::roots::Roots;

/// The requested grants, to be looked up again if another directory takes the name of the root.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The root by its absolute name.
    pub(crate) root: PathBuf,
    /// Empty if everything is granted.
    pub(crate) grants: Vec<Grant>,
    pub(crate) roots: Arc<Roots>,
}

impl Ground {
    /// Grants what was requested, in this directory.
    pub(crate) fn grant(&self, workspace: &DirWorkspace) -> Result<(), WorkspaceError> {
        let granted = match &*self.grants {
            [] => GrantTable::everything(),
            grants => GrantTable::new(workspace, grants)?,
        };
        self.roots.grant(granted.tools([DIFF.name, APPLY_PATCH.name]));
        Ok(())
    }

    /// Makes sure that the tools work on the directory that has the name now: the handles of a
    /// directory that was moved away stay valid, and a patch would land in the wrong place.
    pub(crate) fn settle(&self, tools: &mut Tools<DirWorkspace>) -> Result<(), ToolError> {
        if !tools.workspace().is_current().map_err(|error| gone(&error))? {
            let workspace = self.open().map_err(|error| gone(&error))?;
            *tools.workspace_mut() = workspace;
            self.roots.look_again(&self.root);
        }
        Ok(())
    }

    fn open(&self) -> Result<DirWorkspace, WorkspaceError> {
        let workspace = DirWorkspace::open(&self.root)?;
        self.grant(&workspace)?;
        Ok(workspace)
    }
}

fn gone(error: &WorkspaceError) -> ToolError {
    let message = format!("the root directory of this session cannot be used any more: {error}");
    ToolError::new(Code::ToolFailed, message).hint(
        "Another call would fare no better until the directory is there again; tell the person.",
    )
}
