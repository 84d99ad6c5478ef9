//! The steps of a commit, as data: performed by [`super::commit`], written to the
//! [`super::journal`], taken back by [`super::undo`].

use bstr::BStr;
use patch_apply::ContentHash;
use patch_apply::confine::Spot;

use super::area;

/// One step.
///
/// The effect of a step can be read off the disk: it moves things between their place and the names
/// [`Op::fresh`] and [`Op::kept`], which no other step uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Op {
    /// The number in its staged names; none if the file is staged [`area::single_file`].
    pub(super) number: Option<usize>,
    /// Where it takes place.
    pub(super) at: Spot,
    pub(super) kind: Kind,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The file or link is moved to [`Op::kept`].
    Remove,
    /// The directory, whose files are removed, is moved to [`Op::kept`].
    Displace,
    /// A directory is made.
    MakeDir,
    /// [`Op::fresh`] is moved to a place where nothing is.
    Create {
        /// What is put there.
        content: Content,
    },
    /// [`Op::fresh`] takes the place of the file, which is kept.
    Replace {
        /// What is put there.
        content: Content,
        /// The number of that file on the file system, if the system reports it.
        file: Option<u64>,
    },
}

/// What was staged, so that it can be recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A regular file with these bytes.
    File(ContentHash),
    /// A link whose target has this hash.
    Symlink(ContentHash),
}

/// Something that was staged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh {
    pub(super) content: Content,
    /// The number of the file on the file system, if the system reports it.
    pub(super) file: Option<u64>,
}

impl Content {
    pub(super) fn of_link(target: &BStr) -> Self {
        Self::Symlink(ContentHash::of(target))
    }
}

impl Op {
    /// Where the new contents are staged.
    pub(super) fn fresh(&self) -> Spot {
        match self.number {
            Some(number) => Self::staged_fresh(number, self.at.root()),
            None => area::single_file(self.at.root()),
        }
    }

    /// Where the file that was there before is kept.
    pub(super) fn kept(&self) -> Spot {
        // A file that is staged alone is exchanged: nothing is kept under this name.
        let (number, root) = (self.number.unwrap_or_default(), self.at.root());
        match self.kind {
            // Its number may belong to a shard that has no files.
            Kind::Displace => area::named(root, format_args!("o{number}")),
            _ => area::staged(root, 'o', number),
        }
    }

    /// Where the new contents of the step with this number are staged.
    pub(super) fn staged_fresh(number: usize, root: usize) -> Spot {
        area::staged(root, 'n', number)
    }

    /// What is put in place, if the step puts something.
    pub(super) fn content(&self) -> Option<Content> {
        match self.kind {
            Kind::Create { content } | Kind::Replace { content, .. } => Some(content),
            Kind::Remove | Kind::Displace | Kind::MakeDir => None,
        }
    }
}
