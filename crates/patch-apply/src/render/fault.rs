//! Words what is in the way of a section. For hunks, [`sentence`](super::sentence) does.

use std::fmt::{self, Display, Formatter};

use bstr::BString;
use patch_parse::{Code, Direction, Format};

use crate::buffer::NotOneText;
use crate::failure::{HunkFailure, HunksRefused};
use crate::fault::{BadData, BadLink, Fault, Unclear, Unsupported};
use crate::refusal::{Failure, Refusal};

use super::words::plural;

impl Refusal {
    /// What [`Self::already_applied`] means, in one sentence without a full stop.
    pub const ALREADY_APPLIED: &'static str = "the whole patch is applied already";

    /// The same for a patch that is being taken back.
    pub const TAKEN_BACK: &'static str = "the whole patch is taken back already";

    /// And what follows from it.
    pub const NOTHING_TO_DO: &'static str = "there is nothing to do";
}

impl Refusal {
    /// What [`Self::already_applied`] means for this patch, in one sentence without a full stop;
    /// `None` if it is not set.
    pub fn already(&self) -> Option<&'static str> {
        self.already_applied.then_some(match self.direction {
            Direction::Forward => Self::ALREADY_APPLIED,
            Direction::Back => Self::TAKEN_BACK,
        })
    }
}

impl Display for Refusal {
    /// One line for each failure, and one more if there is nothing to do.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        lines(f, &self.failures)?;
        if let Some(already) = self.already() {
            write!(f, "\n{already}; {}", Self::NOTHING_TO_DO)?;
        }
        Ok(())
    }
}

impl Display for HunksRefused {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let line = |failure: &HunkFailure| {
            format!("hunk {}: {}: {}", failure.hunk + 1, failure.code, failure.message())
        };
        lines(f, self.failures.iter().map(line))
    }
}

/// Each on a line of its own; the last has no ending.
fn lines(f: &mut Formatter<'_>, all: impl IntoIterator<Item: Display>) -> fmt::Result {
    for (index, one) in all.into_iter().enumerate() {
        let ending = if index == 0 { "" } else { "\n" };
        write!(f, "{ending}{one}")?;
    }
    Ok(())
}

impl Failure {
    /// What happened, in one sentence without a full stop.
    pub fn message(&self) -> String {
        self.fault.to_string()
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.path, self.code, self.fault)
    }
}

impl Fault {
    /// What to do next, in one sentence; `None` for a hunk that is not explained.
    pub(crate) fn hint(&self, format: Format) -> Option<&'static str> {
        Some(match self {
            Self::Hunk(hunk) => hunk.hint(format),
            Self::Unexplained(_) => return None,
            Self::Unsupported(what) => {
                of_unsupported(*what).unwrap_or_else(|| self.code().hint(format))
            }
            Self::UnknownPart(_) => {
                "Name sections of the patch by their number (2), hunks by both (2.1)."
            }
            Self::LeftBehind { .. } => {
                "Remove every line that the file has now, or send the change as one of a file that stays."
            }
            Self::Name(unclear)
                if matches!(**unclear, Unclear::TooLong(_) | Unclear::TooDeep(_)) =>
            {
                "Choose a shorter path."
            }
            Self::Made { is_same: true } => "Leave one of the two sections out.",
            Self::Made { is_same: false } => {
                "Send one section for the file, with all of its changes."
            }
            Self::Name(unclear) if matches!(**unclear, Unclear::TakenAway) => {
                "Put this change before that section, or into it."
            }
            Self::Name(unclear) if matches!(**unclear, Unclear::Gone { .. }) => {
                "If it was moved, leave the section out; else write the path of the file that is meant."
            }
            Self::Name(unclear) if matches!(&**unclear, Unclear::Missing { like } if !like.is_empty()) => {
                "Write the path of the file that is meant."
            }
            Self::TooLarge { .. }
            | Self::Data(BadData::TooLarge)
            | Self::Workspace { code: Code::LimitExceeded, .. } => {
                "Leave this file out of the patch; it is larger than is allowed."
            }
            _ => self.code().hint(format),
        })
    }

    /// What to do next about the deletion of a file, if it is not what it is about a change.
    pub(crate) fn hint_to_delete(&self) -> Option<&'static str> {
        let is_nowhere = matches!(self, Self::Name(unclear) if matches!(&**unclear, Unclear::Missing { like } if like.is_empty()));
        is_nowhere.then_some("Check the path; if the file is gone already, leave the section out.")
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hunk(hunk) => return f.write_str(&hunk.message()),
            Self::Name(unclear) => return unclear.fmt(f),
            Self::Link(link) => return link.fmt(f),
            Self::TooLarge { limit } => {
                return write!(f, "the file would have more than {limit} bytes");
            }
            Self::LeftBehind { lines, first } => return left_behind(f, *lines, first),
            Self::Placeholder(line) => {
                return write!(
                    f,
                    "the file is written anew, and {line:?} stands for some of its lines: they would be lost"
                );
            }
            Self::UnknownPart(id) => {
                return write!(
                    f,
                    "the selection names {id}, but the patch has no such section or hunk"
                );
            }
            Self::NoDirectory(path) => return write!(f, "{path} is not a directory"),
            Self::SameFile(other) => {
                return write!(f, "another section is about {other}, which is the same file");
            }
            Self::Workspace { message, .. } => message,
            Self::Unexplained(_) => "not explained: too many others are already",
            Self::Unsupported(what) => unsupported(*what),
            Self::WrongKind { is_link: false } => {
                "the patch is about a symbolic link, and this is a regular file"
            }
            Self::WrongKind { is_link: true } => {
                "the patch is about a regular file, and this is a symbolic link"
            }
            Self::Directory => "this is a directory",
            Self::Device => "this is a device, pipe or socket",
            Self::MovedLink => "a symbolic link is not moved by a text patch",
            Self::LinkToNoFile => "the link does not lead to a file",
            Self::Binary => "the file is binary",
            Self::Data(bad) => bad_data(*bad),
            Self::NoFileThere => "something that is not a file is there",
            Self::Exists => "the file exists",
            Self::ExistsAsMade => "the file exists with exactly these contents",
            Self::Made { is_same: true } => {
                "an earlier section of the patch gives the file exactly these contents"
            }
            Self::Made { is_same: false } => "an earlier section of the patch makes the file",
            Self::Repeated => "the section of this file before it says the same",
            Self::MovedAlready => {
                "the file is no longer at its old path, and already at its new one"
            }
            Self::SamePath => "another section of the patch is about the same path",
            Self::NotExpected => "it does not hold what the caller expects",
        })
    }
}

fn left_behind(f: &mut Formatter<'_>, lines: usize, first: &BString) -> fmt::Result {
    let lines = plural(lines, "line");
    write!(
        f,
        "a deletion names the whole file, as removed lines or context, but this one leaves {lines}: {first:?}"
    )
}

fn unsupported(what: Unsupported) -> &'static str {
    match what {
        Unsupported::Submodule => "changes of submodules are not supported",
        Unsupported::BinaryWithoutData => "the patch says that binary files differ, not how",
        Unsupported::KindChange => {
            "one section makes another kind of file; that takes a deletion and an addition"
        }
        Unsupported::Binary => "the contract `agent` does not support binary patches",
        Unsupported::Symlink => "the contract `agent` does not support symbolic links",
        Unsupported::Copy => "the contract `agent` does not support copies",
        Unsupported::Nothing => "there is nothing to apply",
    }
}

/// What to do instead, if the code's own hint does not say it.
fn of_unsupported(what: Unsupported) -> Option<&'static str> {
    Some(match what {
        Unsupported::Submodule => "Leave the submodule out of the patch.",
        Unsupported::BinaryWithoutData => {
            "Make the patch with `git diff --binary`, or leave the binary file out."
        }
        Unsupported::KindChange => {
            "Send a section that deletes the old file and one that adds the new one."
        }
        Unsupported::Nothing => "Leave the section out of the patch.",
        Unsupported::Binary | Unsupported::Symlink | Unsupported::Copy => return None,
    })
}

fn bad_data(bad: BadData) -> &'static str {
    match bad {
        BadData::Inflate => "the binary data cannot be inflated",
        BadData::Size => "the binary data does not have the size its header says",
        BadData::Delta => "the delta does not fit the file",
        BadData::Preimage => "the file is not the one the binary patch was made from",
        BadData::Unchecked => "the binary patch carries nothing to check the file by",
        BadData::TooLarge => "the file would be larger than the limit",
    }
}

impl Display for Unclear {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Either(one, other) => {
                write!(f, "it is unclear whether {one:?} or {other:?} is meant")
            }
            Self::Both(one, other) => write!(
                f,
                "the header names two files that exist, {one:?} and {other:?}; name the one that changes on both sides"
            ),
            Self::Neither(one, other) => {
                write!(f, "the header names two files, {one:?} and {other:?}, and neither exists")
            }
            Self::UnnamedMove(one, other) => write!(
                f,
                "the git header names two files, {one:?} and {other:?}, and has no `rename` lines"
            ),
            Self::Directory(name) => {
                write!(f, "{name:?} ends in a slash, as the name of a directory does")
            }
            Self::Elsewhere(first) => write!(
                f,
                "{first:?} stands for another place, and there is no directory of that name; write the path of the file below the root"
            ),
            Self::Missing { like } => {
                f.write_str("the file does not exist")?;
                did_you_mean(f, like)
            }
            Self::TakenAway => f.write_str("an earlier section of the patch takes the file away"),
            Self::Gone { target } => write!(
                f,
                "the file does not exist, and {target:?} does: it may have been moved already"
            ),
            Self::Outside { message, meant } => {
                f.write_str(message)?;
                did_you_mean(f, std::slice::from_ref(meant))
            }
            Self::TooLong(most) => write!(f, "the file name has more than {most} bytes"),
            Self::TooDeep(most) => write!(f, "the file name has more than {most} components"),
        }
    }
}

/// `; did you mean "x", "y" or "z"?`
fn did_you_mean(f: &mut Formatter<'_>, names: &[BString]) -> fmt::Result {
    for (at, name) in names.iter().enumerate() {
        let front = match at {
            0 => "; did you mean ",
            _ if at + 1 == names.len() => " or ",
            _ => ", ",
        };
        write!(f, "{front}{name:?}")?;
    }
    f.write_str(if names.is_empty() { "" } else { "?" })
}

impl Display for BadLink {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTarget => f.write_str("the link has no target that a file system could hold"),
            Self::Outside { target } => write!(f, "the link leads to {target:?}, outside the root"),
            Self::Itself => f.write_str("the link leads to itself"),
            Self::Through { target, link } => write!(
                f,
                "the link leads to {target:?} through {link}, which is a link too; name the place that is meant"
            ),
        }
    }
}

impl Display for NotOneText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SeveralSections => "the patch has several sections",
            Self::Binary => "the section is a binary patch",
            Self::Deletion => "the section deletes the file",
            Self::AdditionToText => "the section adds a file, and the text is not empty",
        })
    }
}
