//! Writes changes as patch text, naively and independently of the printer and of `patch-gen` on
//! purpose: a fault that both sides of a test share is never found.

mod diff;
mod opencode;
mod unified;

use bstr::BString;

use crate::{File, Tree};

pub use opencode::opencode;
pub use unified::unified;

/// The change of one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A new file.
    Add(BString, File),
    /// A file is gone.
    Delete(BString),
    /// A file is another.
    Modify(BString, File),
    /// A file is elsewhere, perhaps changed.
    Move(BString, BString, File),
    /// A file is elsewhere, too, perhaps changed.
    Copy(BString, BString, File),
}

impl Change {
    /// The path that is written, and what is there then.
    pub fn written(&self) -> Option<(&BString, &File)> {
        match self {
            Self::Delete(_) => None,
            Self::Add(path, file)
            | Self::Modify(path, file)
            | Self::Move(_, path, file)
            | Self::Copy(_, path, file) => Some((path, file)),
        }
    }

    /// The path that is written.
    pub fn new_path(&self) -> Option<&BString> {
        self.written().map(|(path, _)| path)
    }

    /// Whether the change is about a path.
    pub fn names(&self, path: &BString) -> bool {
        let source = match self {
            Self::Delete(old) | Self::Move(old, ..) | Self::Copy(old, ..) => Some(old),
            Self::Add(..) | Self::Modify(..) => None,
        };
        source == Some(path) || self.new_path() == Some(path)
    }

    /// Whether the file is what it was.
    pub fn is_nothing(&self, old: &Tree) -> bool {
        matches!(self, Self::Modify(path, file) if old.files.get(path) == Some(file))
    }

    /// Replaces what is written.
    pub fn set(&mut self, new: File) {
        match self {
            Self::Delete(_) => {}
            Self::Add(_, file)
            | Self::Modify(_, file)
            | Self::Move(_, _, file)
            | Self::Copy(_, _, file) => *file = new,
        }
    }
}
