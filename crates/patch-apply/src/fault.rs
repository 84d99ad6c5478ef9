//! Holds what is in the way of a patch, as values: of a section as a whole, of its names, of a
//! hunk.
//!
//! The sentences are made in [`crate::render`].

use bstr::BString;
use patch_parse::Code;

use crate::failure::HunkFailure;
use crate::part_id::PartId;
use crate::workspace::WorkspacePath;

/// What is in the way. Its text (`Display`) is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A hunk was not placed.
    Hunk(Box<HunkFailure>),
    /// A hunk was not placed, like a hundred before it: only its code is reported.
    Unexplained(Code),
    /// It is unclear which file is meant, or there is no such file.
    Name(Box<Unclear>),
    /// The contract does not support it.
    Unsupported(Unsupported),
    /// The patch is about a symbolic link and the tree has a regular file there, or the reverse.
    WrongKind {
        /// Whether the tree has a link.
        is_link: bool,
    },
    /// A directory is where a file is to be changed.
    Directory,
    /// A device, pipe or socket is where a file is to be changed.
    Device,
    /// A text patch moves a symbolic link.
    MovedLink,
    /// The symbolic link to write through does not lead to a file.
    LinkToNoFile,
    /// A symbolic link that the patch makes leads to where it must not.
    Link(Box<BadLink>),
    /// The file is binary, and the section has hunks of text.
    Binary,
    /// Binary data cannot be applied to the present file.
    Data(BadData),
    /// The file would be larger than the limit.
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
    /// A deletion does not name the whole file.
    LeftBehind {
        /// How many lines stay.
        lines: usize,
        /// The first of them, cut where it is long.
        first: BString,
    },
    /// A file is written anew, and a comment in it stands for lines that it had.
    Placeholder(BString),
    /// Something that is not a file is where one is to be put.
    NoFileThere,
    /// A file is where a directory is needed.
    NoDirectory(WorkspacePath),
    /// There is a file where one is to be put.
    Exists,
    /// There is one, and it is exactly what the section makes.
    ExistsAsMade,
    /// An earlier section of the patch makes or changes the file that this one makes.
    Made {
        /// Whether it makes the same of it.
        is_same: bool,
    },
    /// The file is no longer at its old path, and the section's result is at the new one.
    MovedAlready,
    /// The section before it that is about the same file says the same.
    Repeated,
    /// Two sections are about one path.
    SamePath,
    /// Two sections are about two names of one file.
    SameFile(WorkspacePath),
    /// The caller chose a part that the patch does not have.
    UnknownPart(PartId),
    /// The file does not hold what the caller expects ([`ApplyOptions::expected`](crate::ApplyOptions::expected)).
    NotExpected,
    /// A workspace refuses, in its own words or those of a host or of the system.
    Workspace {
        /// The stable code.
        code: Code,
        /// One sentence without a full stop.
        message: String,
    },
}

impl Fault {
    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            Self::Hunk(hunk) => hunk.code,
            Self::Unexplained(code) | Self::Workspace { code, .. } => *code,
            Self::Name(unclear) => unclear.code(),
            Self::Unsupported(_) => Code::UnsupportedGitPatchFeature,
            Self::WrongKind { .. }
            | Self::Directory
            | Self::Device
            | Self::MovedLink
            | Self::LinkToNoFile
            | Self::NoFileThere
            | Self::NoDirectory(_) => Code::NotAFile,
            Self::Link(_) => Code::PathEscape,
            Self::Binary => Code::BinaryFile,
            Self::Data(bad) => bad.code(),
            Self::TooLarge { .. } => Code::LimitExceeded,
            Self::LeftBehind { .. } => Code::ContextNotFound,
            Self::Placeholder(_) => Code::PlaceholderAdded,
            Self::Exists | Self::Made { is_same: false } => Code::FileExists,
            Self::ExistsAsMade
            | Self::Made { is_same: true }
            | Self::MovedAlready
            | Self::Repeated => Code::AlreadyApplied,
            Self::SamePath | Self::SameFile(_) => Code::DuplicateFilePatch,
            Self::UnknownPart(_) => Code::InvalidArgs,
            Self::NotExpected => Code::StaleFile,
        }
    }
}

/// Why it is unclear which file a section means, or why its name cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unclear {
    /// The tree and the patch allow two readings.
    Either(BString, BString),
    /// A header with two names, and both files exist.
    Both(BString, BString),
    /// A header with two names, and neither file exists.
    Neither(BString, BString),
    /// A git header with two names, as a move has, but no `rename` lines.
    UnnamedMove(BString, BString),
    /// The name ends in a slash.
    Directory(BString),
    /// The name of a new file begins with this, which stands for another place.
    Elsewhere(BString),
    /// There is no such file.
    Missing {
        /// A few files that may be meant: their paths end in the same way, or their names are
        /// similar.
        like: Vec<BString>,
    },
    /// An earlier section of the patch deletes the file or moves it away.
    TakenAway,
    /// There is no such file to be moved, and one where it is to be moved to: it may have been.
    Gone {
        /// Where it is to be moved to.
        target: BString,
    },
    /// The name leads outside, and its end is the name of a file inside.
    Outside {
        /// The words of the workspace.
        message: String,
        /// The file that may be meant.
        meant: BString,
    },
    /// The name has more bytes than this limit.
    TooLong(usize),
    /// The name has more parts than this limit.
    TooDeep(usize),
}

impl Unclear {
    fn code(&self) -> Code {
        match self {
            Self::Either(..)
            | Self::Neither(..)
            | Self::Missing { .. }
            | Self::TakenAway
            | Self::Gone { .. } => Code::FileNotFound,
            Self::Both(..) | Self::UnnamedMove(..) => Code::RenamePathMismatch,
            Self::Directory(_) => Code::NotAFile,
            Self::Outside { .. } | Self::Elsewhere(_) => Code::PathEscape,
            Self::TooLong(_) | Self::TooDeep(_) => Code::LimitExceeded,
        }
    }
}

/// What a contract does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// A change of a submodule.
    Submodule,
    /// Binary files that differ, without the data.
    BinaryWithoutData,
    /// One section that makes another kind of file.
    KindChange,
    /// A binary patch.
    Binary,
    /// A symbolic link.
    Symlink,
    /// A copy.
    Copy,
    /// A section with nothing to apply.
    Nothing,
}

/// Why a symbolic link is not made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadLink {
    /// No file system could hold its target: it is empty or has a NUL.
    NoTarget,
    /// It leads outside the root.
    Outside {
        /// Its target, as the patch has it.
        target: BString,
    },
    /// It leads to itself.
    Itself,
    /// It leads through another link.
    Through {
        /// Its target, as the patch has it.
        target: BString,
        /// The other link.
        link: WorkspacePath,
    },
}

/// Why a binary change does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadData {
    /// The data cannot be inflated.
    Inflate,
    /// The data does not have the size that its header says.
    Size,
    /// The delta does not fit the file.
    Delta,
    /// The file is not the one that the patch was made from.
    Preimage,
    /// The patch carries nothing to check the file by.
    Unchecked,
    /// The file would be larger than the limit.
    TooLarge,
}

impl BadData {
    fn code(self) -> Code {
        match self {
            Self::Preimage | Self::Unchecked => Code::ContextNotFound,
            Self::TooLarge => Code::LimitExceeded,
            Self::Inflate | Self::Size | Self::Delta => Code::InvalidHunkLine,
        }
    }
}
