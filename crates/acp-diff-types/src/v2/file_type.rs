//! `DiffFileType`: what kind of entry a path names.

use crate::open_enum::open_enum;

open_enum! {
    /// The kind of file entry that a change is about: the one after the operation, and for a
    /// delete the one that was deleted.
    ///
    /// Source: RFD *v2 Diff File States*, section "What we propose to do about it".
    pub enum DiffFileType {
        /// `text`: a file of text.
        Text = "text",
        /// `binary`: a file of anything else.
        Binary = "binary",
        /// `directory`: a directory entry.
        Directory = "directory",
        /// `symlink`: a symbolic link.
        Symlink = "symlink",
    }
}
