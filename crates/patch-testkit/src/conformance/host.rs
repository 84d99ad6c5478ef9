//! What a host says about its workspace, and how the suite gets one.

use std::fmt;

use bstr::BString;
use patch_apply::Workspace;

use super::Things;

/// A kind of workspace, and how to examine it without going through the workspace.
///
/// Nothing here may go through [`Workspace`]: a workspace that is wrong about itself would be
/// believed.
pub trait Host {
    /// The kind of workspace.
    type Workspace: Workspace;
    /// What the workspace depends on, kept as long as it: a temporary directory, or `()`.
    type Ground;

    /// What the workspace can do beyond the common abilities. A `match` without a `_` arm is best:
    /// the compiler then asks again when an ability is added.
    fn has(&self, ability: Ability) -> bool;

    /// A workspace that contains exactly these things.
    fn open(&self, things: &Things) -> (Self::Workspace, Self::Ground);

    /// Everything that the workspace contains now: files, links, and empty directories.
    fn things(&self, workspace: &Self::Workspace, ground: &Self::Ground) -> Things;

    /// Changes everything to these things, as another program or the person at the keyboard would,
    /// while the workspace stays open.
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

/// Abilities that one workspace has and another lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// It supports symbolic links, and follows those on the way of a path. Without: it refuses to
    /// make one.
    Symlinks,
    /// It knows whether a file is executable. Without: no file is.
    ExecutableBits,
    /// It can be opened on files with two names.
    HardLinks,
    /// It can be opened on directories with nothing in them.
    EmptyDirectories,
    /// It reports which names are one file: [`patch_apply::Entry::id`].
    FileIds,
    /// Its names may be any bytes but NUL and `/`.
    NamesOfAnyBytes,
    /// Its root has an absolute name, and paths that begin with it are accepted.
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
