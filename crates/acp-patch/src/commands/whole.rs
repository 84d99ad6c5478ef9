//! Whether a directory is as somebody left it, and not in the middle of a commit.

use std::path::Path;

use patch_fs::DirWorkspace;
use patch_parse::{Code, Format};

use crate::report::Trouble;

/// As [`is_whole`], for a directory by its name.
pub(super) fn is_whole_tree(root: &Path) -> Result<(), Trouble> {
    let workspace = DirWorkspace::open(root);
    is_whole(root, &workspace.map_err(|error| Trouble::with_path(root, error))?)
}

/// What is read and not written must be whole: half of a commit is nobody's tree. Nothing is
/// touched.
pub(super) fn is_whole(root: &Path, workspace: &DirWorkspace) -> Result<(), Trouble> {
    match workspace.is_whole() {
        Ok(true) => Ok(()),
        Ok(false) => {
            let message =
                format!("{}: a patch is being applied here, or was interrupted", root.display());
            Err(Trouble::new(Code::IoError, message, "Run `acp-patch recover`, then try again."))
        }
        Err(error) => {
            Err(Trouble::new(error.code, error.to_string(), error.code.hint(Format::Unified)))
        }
    }
}
