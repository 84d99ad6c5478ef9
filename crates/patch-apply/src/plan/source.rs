//! The file that a section reads.

use super::overlay::Node;
use crate::WorkspacePath;

/// The file that a section reads.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Where it is; behind a symlink that is written through, the file itself.
    pub(super) path: WorkspacePath,
    pub(super) node: Node,
}
