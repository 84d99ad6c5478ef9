//! Describes what is in a tree.

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// File, directory, link or other.
    pub kind: EntryKind,
    /// Bytes in the file; 0 for anything else.
    pub len: u64,
    /// Whether the owner may execute it.
    pub executable: bool,
    /// The permission bits of a regular file, of `0o777`, if the workspace has more than
    /// [`Self::executable`].
    pub bits: Option<u32>,
    /// The identity (device and inode) by which two names are one file, if the workspace knows it.
    pub id: Option<FileId>,
}

/// The kind of an [`Entry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Symlink,
    /// A device, pipe, socket or anything else that is not a file.
    Other,
}

/// Identity of a file behind its names: hard links and case-folded spellings share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(
    /// The device, or any number the workspace chooses for its volumes.
    pub u64,
    /// The file on that device.
    pub u64,
);
