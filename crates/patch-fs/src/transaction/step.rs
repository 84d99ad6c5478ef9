//! One change of a commit, ready to be made.

use cap_std::fs::Metadata;
use patch_apply::confine::Site;

use super::op::Fresh;

/// One change with what it needs.
#[derive(Debug)]
pub(super) struct Step<'c> {
    pub(super) site: Site<'c>,
    /// What was there when the place was checked.
    pub(super) old: Option<Metadata>,
    /// What is staged; `None` for a removal.
    pub(super) fresh: Option<Fresh>,
}
