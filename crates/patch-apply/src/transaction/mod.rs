//! The transaction behind [`crate::DirWorkspace`]: everything is prepared, then it happens.
//!
//! 1. *Verify* ([`verify`]): the tree is compared with what every change expects. Nothing is
//!    touched.
//! 2. *Prepare* ([`prepare`]): new contents go to temporary files beside their targets, whole and
//!    with their permissions, and to the disk under [`Sync::Full`]. An error removes them.
//! 3. *Commit* ([`commit`]): names change. What was there before is kept under a temporary name, so
//!    that an error puts it back ([`rollback`]): the very files, not copies of them.
//! 4. *Finish*: the old files and the directories left empty go. From here on nothing can fail:
//!    what cannot be removed is litter, and the files are right.
//!
//! The phases are types, [`prepare::Staged`] and [`commit::Committed`], and every change of the
//! disk goes through [`disk::Disk`], which is also where a test lets one fail.
//!
//! **Invariant.** This module knows no patch and decides nothing: what a change does was settled by
//! the plan. It takes no lock, and it keeps no record on the disk of what it is doing.

mod commit;
mod disk;
mod prepare;
mod rollback;
mod shape;

#[cfg(test)]
mod faults;
#[cfg(test)]
#[cfg(unix)]
mod tests;
#[cfg(test)]
#[cfg(unix)]
#[path = "../../tests/workspace/tree.rs"]
mod tree;

use crate::workspace::dir::{Survey, Tree};
use crate::workspace::{Change, Sync, WorkspaceError, verify};

use disk::Disk;

/// Makes all changes, or none; see [`crate::Workspace::commit`].
pub(crate) fn run(tree: &Tree, changes: &[Change], sync: Sync) -> Result<(), WorkspaceError> {
    let mut disk = Disk::new(tree);
    let mut survey = Survey::new(disk.handles());
    let sites = verify(tree.border(), &mut survey, changes)?;
    let seen = survey.into_seen();
    prepare::stage(disk, sites, seen, sync)?.commit()?.finish();
    Ok(())
}
