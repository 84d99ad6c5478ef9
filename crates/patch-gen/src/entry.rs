//! The state of a file.

use std::borrow::Cow;

use patch_parse::FileMode;

/// The file type bits of a mode.
const TYPE: u32 = 0o170_000;

/// Git's mode of a directory.
const DIRECTORY: u32 = 0o040_000;

/// The state of a file: its contents and its mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its bytes; for a symbolic link the target.
    pub contents: Cow<'a, [u8]>,
    /// Type and permissions, as in git.
    pub mode: FileMode,
}

impl<'a> Entry<'a> {
    /// A file of any mode.
    pub fn new(contents: impl Into<Cow<'a, [u8]>>, mode: FileMode) -> Self {
        Self { contents: contents.into(), mode }
    }

    /// A regular file that is not executable.
    pub fn file(contents: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(contents.as_ref(), FileMode::REGULAR)
    }

    /// An executable file.
    pub fn executable(contents: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(contents.as_ref(), FileMode::EXECUTABLE)
    }

    /// A symbolic link to `target`.
    pub fn symlink(target: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(target.as_ref(), FileMode::SYMLINK)
    }

    /// An empty directory. No patch can contain one: it is for callers that list changes.
    pub fn directory() -> Self {
        Self::new(&b""[..], FileMode(DIRECTORY))
    }

    /// The same entry, with its contents borrowed.
    pub fn borrowed(&self) -> Entry<'_> {
        Entry::new(&*self.contents, self.mode)
    }

    /// Whether this is a directory.
    pub fn is_directory(&self) -> bool {
        self.file_type() == DIRECTORY
    }

    /// The file type bits of its mode.
    pub(crate) fn file_type(&self) -> u32 {
        self.mode.0 & TYPE
    }
}
