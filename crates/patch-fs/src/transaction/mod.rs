//! The transaction behind [`crate::DirWorkspace`]: everything is prepared, then it happens.
//!
//! 1. *Lock* ([`lock`]): one committer at a time. What an interrupted commit left is made whole
//!    first ([`recover`]).
//! 2. *Verify* ([`verify`]): the tree is compared with what every change expects. Nothing is
//!    touched.
//! 3. *Prepare* ([`prepare`]): new contents go to temporary files in the staging directory of the
//!    root ([`area`]), whole and with their permissions, and with them the [`journal`]: every step
//!    that will be taken, in its order ([`program`]). An error removes them.
//! 4. *Commit* ([`commit`]): the journal gets the name that makes it count, and names change. What
//!    was there before is kept, so that an error, or recovery after a kill, puts it back
//!    ([`undo`]): the very files, not copies of them. Then the journal is called committed: from
//!    here on the changes stay.
//! 5. *Finish* ([`settle`]): the old files, the directories left empty and the journal go. From
//!    here on nothing can fail: what cannot be removed is litter, which the next commit removes.
//!
//! Under [`Durability::Full`] everything that a phase needs is on the disk before it begins
//! ([`flush`]).
//!
//! The phases are types, [`prepare::Staged`] and [`commit::Committed`], and every change of the
//! disk goes through [`disk::Disk`], which is also where a test lets one fail, or stops the commit
//! as a kill would.
//!
//! **Invariant.** This module knows no patch and decides nothing: what a change does was settled by
//! the plan. Between two steps the tree and the journal together always tell the way back, or that
//! there is nothing left to do.

mod area;
mod commit;
mod disk;
mod flush;
mod journal;
mod lock;
mod op;
mod prepare;
mod program;
mod recover;
mod settle;
mod shape;
mod step;
mod undo;

#[cfg(any(test, feature = "faults"))]
pub mod faults;
#[cfg(test)]
#[cfg(unix)]
mod tests;
#[cfg(test)]
#[cfg(unix)]
#[path = "../../tests/workspace/tree.rs"]
mod tree;

use disk::Disk;
use patch_apply::confine::{unchanged, verify};
use patch_apply::{Change, Durability, Relied, WorkspaceError};

use crate::survey::Survey;
use crate::tree::Tree;

pub(crate) use lock::Locked;
pub use recover::Recovery;
pub(crate) use recover::is_pending;

/// Makes all changes, or none, if what they rely on besides is as it was; see
/// [`patch_apply::Workspace::commit_relying`]. The caller holds the locks, and has recovered.
pub(crate) fn run(
    tree: &Tree,
    changes: &[Change],
    relied: &[Relied],
    durability: Durability,
    _: &Locked,
) -> Result<(), WorkspaceError> {
    let mut disk = Disk::new(tree);
    let mut survey = Survey::new(disk.handles());
    unchanged(tree.border(), &mut survey, relied)?;
    let sites = verify(tree.border(), &mut survey, changes)?;
    let seen = survey.into_seen();
    if !sites.is_empty() {
        prepare::stage(disk, sites, &seen, durability)?.commit()?.finish();
    }
    Ok(())
}

/// Makes whole what an interrupted commit left; see [`crate::DirWorkspace::recover`]. The caller
/// holds the locks.
pub(crate) fn recover(tree: &Tree, _: &Locked) -> Result<Recovery, WorkspaceError> {
    recover::run(tree)
}
