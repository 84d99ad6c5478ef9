//! Describes the steps of a commit.

use bstr::BString;

use super::path::WorkspacePath;
use crate::contents::{Contents, Digest};
use crate::hash::ContentHash;

/// One step of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its path.
    pub path: WorkspacePath,
    /// What must be there when the commit begins.
    pub expected: Expected,
    /// What is there afterwards.
    pub effect: Effect,
}

/// Something that a plan read and leaves as it is: a file that has its change already, the source
/// of a copy, a name under which nothing was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relied {
    /// Its path.
    pub path: WorkspacePath,
    /// What must be there when the commit begins. A directory will do for nothing.
    pub expected: Expected,
}

/// What a commit finds at a path, or refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing.
    Absent,
    /// A regular file with these contents.
    File(Digest),
    /// A symbolic link with this target.
    Symlink(BString),
}

impl Expected {
    /// The digest of what a regular file holds. That these are the bytes which are expected is
    /// likely, and then they need not be hashed.
    pub fn digest_of(&self, contents: &[u8]) -> Digest {
        match self {
            Self::File(digest) if digest.is_of(contents) => digest.clone(),
            _ => ContentHash::of(contents).into(),
        }
    }
}

/// What a commit leaves at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A regular file.
    Write {
        /// Its bytes.
        contents: Contents,
        /// Its permissions.
        permissions: Permissions,
    },
    /// A symbolic link.
    Symlink {
        /// Its target, as written.
        target: BString,
        /// Where it may lead.
        reach: Reach,
    },
    /// Nothing.
    Remove,
}

/// Where a symbolic link may lead that a commit makes.
///
/// Whatever it says, nothing is read or written through a link that leads out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// To a place inside the roots that is not protected, by the words of its target; whether
    /// anything is there does not matter.
    #[default]
    Inside,
    /// Anywhere, for a host that trusts whoever made the patch: other programs will follow the
    /// link.
    Anywhere,
}

/// The permissions a written file gets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    /// The file whose permissions (and ownership, where possible) carry over: the file itself
    /// when it is modified, the source of a move or copy. `None` for a new file: the system's
    /// default.
    pub like: Option<WorkspacePath>,
    /// Sets or clears the executable bits beyond that; `None` leaves them.
    pub executable: Option<bool>,
    /// Permission bits of `0o777`, where more than the executable ones are asked for: a bit is set
    /// when it is named here and [`Self::like`], or the system's default for a new file, has it.
    /// A workspace that knows the executable bit alone does as [`Self::executable`] says.
    pub bits: Option<u32>,
}

/// How durable a commit is.
///
/// The default of the libraries is [`Self::Full`]; that of the program, whose option is `--fsync`,
/// is [`Self::None`], as in `git apply` and GNU `patch`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Files and directories reach the disk before the commit returns: it survives a power failure.
    #[default]
    Full,
    /// The system writes when it likes: a power failure may lose the commit, leave some files old
    /// and others new, or leave a file without its contents. A kill of the process does none of that.
    None,
}
