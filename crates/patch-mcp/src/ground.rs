//! The directory that the tools work on, by its name: what has that name may change while the
//! server lives.

use std::path::PathBuf;
use std::sync::Arc;

use patch_apply::WorkspaceError;
use patch_fs::DirWorkspace;
use patch_parse::Code;
use patch_tools::tool::{APPLY_PATCH, DIFF, Grant, GrantTable, ToolError, Tools};

use crate::roots::Roots;

/// What was asked for, to be looked up again where another directory has the name of the root.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The root by its absolute name.
    pub(crate) root: PathBuf,
    /// Nothing where everything is granted.
    pub(crate) grants: Vec<Grant>,
    pub(crate) roots: Arc<Roots>,
}

impl Ground {
    /// Grants what is asked for in this directory.
    pub(crate) fn grant(&self, workspace: &DirWorkspace) -> Result<(), WorkspaceError> {
        let granted = match &*self.grants {
            [] => GrantTable::everything(),
            grants => GrantTable::new(workspace, grants)?,
        };
        self.roots.grant(granted.tools([DIFF.name, APPLY_PATCH.name]));
        Ok(())
    }

    /// Sees to it that the tools work on the directory that has the name now: a directory that was
    /// moved away keeps its handles, and a patch would land where nobody looks.
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
