//! Git file modes.

use std::fmt;

/// A mode as git writes it: six octal digits, type and permission bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileMode(pub u32);

impl FileMode {
    /// A regular file that is not executable, `100644`.
    pub const REGULAR: Self = Self(0o100_644);
    /// An executable file, `100755`.
    pub const EXECUTABLE: Self = Self(0o100_755);
    /// A symbolic link, `120000`.
    pub const SYMLINK: Self = Self(0o120_000);
    /// A submodule, `160000`.
    pub const SUBMODULE: Self = Self(0o160_000);

    const TYPE: u32 = 0o170_000;

    /// Whether the file is regular and its owner may execute it.
    pub fn is_executable(self) -> bool {
        self.0 & Self::TYPE == 0o100_000 && self.0 & 0o100 != 0
    }

    /// Whether this is the mode of a regular file.
    pub fn is_regular(self) -> bool {
        self.0 & Self::TYPE == Self::REGULAR.0 & Self::TYPE
    }

    /// Whether this is the mode of a symbolic link.
    pub fn is_symlink(self) -> bool {
        self.0 & Self::TYPE == Self::SYMLINK.0
    }

    /// Whether this is the mode of a submodule.
    pub fn is_submodule(self) -> bool {
        self.0 & Self::TYPE == Self::SUBMODULE.0
    }
}

impl fmt::Display for FileMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06o}", self.0)
    }
}
