//! What a host says about its workspace, and how the suite gets one.

use std::fmt;

use bstr::BString;
use patch_apply::Workspace;

use super::Things;

/// A kind of workspace, and how to look at it past the workspace.
///
/// Nothing here may go through [`Workspace`]: a workspace that is wrong about itself would be
/// believed.
pub trait Host {
    /// The kind of workspace.
    type Workspace: Workspace;
    /// What the workspace rests on, kept as long as it: a temporary directory, or `()`.
    type Ground;

    /// What the workspace can do beyond what every one can. A `match` without a `_` arm is best:
    /// it asks again when a new ability comes.
    fn has(&self, ability: Ability) -> bool;

    /// A workspace that holds these things and nothing else.
    fn open(&self, things: &Things) -> (Self::Workspace, Self::Ground);

    /// Everything that the workspace holds now: files, links, and directories with nothing in them.
    fn things(&self, workspace: &Self::Workspace, ground: &Self::Ground) -> Things;

    /// Lets somebody else (another program, the person at the keyboard) change everything to
    /// these things while the workspace stays open.
    fn change_to(
        &self,
        workspace: &mut Self::Workspace,
        ground: &mut Self::Ground,
        things: &Things,
    );

    /// An absolute name of the root, with [`Ability::NamedRoot`].
    fn root_name(&self, ground: &Self::Ground) -> Option<BString> {
        let _ = ground;
        None
    }

    /// A second workspace over the same files, as another process would have it, with
    /// [`Ability::OtherCommitters`]. It need not be of the same kind.
    fn other_committer(&self, ground: &Self::Ground) -> Option<Box<dyn Workspace + Send>> {
        let _ = ground;
        None
    }
}

/// With [`Ability::ProtectedPath`], the path that [`Host::open`] lets the workspace protect, with
/// all below it.
pub const PROTECTED: &str = "Secrets/keys";

/// What one workspace can do and another cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// It holds symbolic links, and follows those on the way of a path. Without: it refuses to
    /// make one.
    Symlinks,
    /// It knows whether a file may be executed. Without: no file may.
    ExecutableBits,
    /// It can be opened on files with two names.
    HardLinks,
    /// It can be opened on directories with nothing in them.
    EmptyDirectories,
    /// It tells which names are one file: [`patch_apply::Entry::id`].
    FileIds,
    /// Its names may be any bytes but NUL and `/`.
    NamesOfAnyBytes,
    /// Its root has an absolute name, and paths that begin with it are taken.
    NamedRoot,
    /// [`Host::open`] lets it protect [`PROTECTED`].
    ProtectedPath,
    /// Others commit to the same files, and [`Workspace::hold`] keeps them out.
    OtherCommitters,
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Symlinks => "symbolic links",
            Self::ExecutableBits => "executable bits",
            Self::HardLinks => "hard links",
            Self::EmptyDirectories => "empty directories",
            Self::FileIds => "identities of files",
            Self::NamesOfAnyBytes => "names of any bytes",
            Self::NamedRoot => "an absolute name of its root",
            Self::ProtectedPath => "a protected path",
            Self::OtherCommitters => "other committers",
        })
    }
}
