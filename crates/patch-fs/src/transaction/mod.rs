//! The transaction of [`crate::DirWorkspace`]: everything is prepared, then it takes effect.
//!
//! 1. *Lock* ([`lock`]): one committer at a time. An interrupted commit is completed or taken back
//!    first ([`recover`]).
//! 2. *Verify* ([`verify`]): the tree is compared with what every change expects. Nothing is
//!    touched.
//! 3. *Prepare* ([`prepare`]): new contents go to temporary files in the staging directory of the
//!    root ([`area`]), complete and with their permissions, and with them the [`journal`]: every
//!    step that will be taken, in its order ([`program`]). An error removes them.
//! 4. *Commit* ([`commit`]): the journal gets the name under which it takes effect, and names
//!    change. The old files are kept, so that after an error, or after a kill by recovery, they are
//!    put back ([`undo`]): the very files, not copies of them. Then the journal is renamed to its
//!    committed name: from here on the changes stay.
//! 5. *Finish* ([`settle`]): the old files, the directories left empty and the journal are removed.
//!    From here on nothing can fail: what cannot be removed is litter, which the next commit
//!    removes.
//!
//! Most commits write one file. They go a shorter way, [`single`].
//!
//! Under [`Durability::Full`], everything that a phase needs is on the disk before it begins
//! ([`flush`]).
//!
//! The phases are types, [`prepare::Staged`] and [`commit::Committed`], and every change of the
//! disk goes through [`disk::Disk`], where a test can make it fail, or stop the commit as a kill
//! would.
//!
//! **Invariant.** This module knows no patches and decides nothing: the plan has settled what a
//! change does. Between two steps, the tree and the journal together always determine the way back,
//! or show that nothing is left to do.

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
mod single;
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

/// Makes all changes, or none, provided that what they rely on is as it was; see
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
    match sites.as_slice() {
        [] => {}
        [site] if single::write(&mut disk, site, &seen, durability)? => {}
        _ => prepare::stage(disk, sites, &seen, durability)?.commit()?.finish(),
    }
    Ok(())
}

/// Completes or takes back an interrupted commit; see [`crate::DirWorkspace::recover`]. The caller
/// holds the locks.
pub(crate) fn recover(tree: &Tree, _: &Locked) -> Result<Recovery, WorkspaceError> {
    recover::run(tree)
}
