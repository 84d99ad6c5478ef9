//! Holds what a caller decides.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use bstr::BString;
use patch_parse::{Counts, Direction, Patch};

use crate::hash::ContentHash;
use crate::part_id::PartId;
use crate::workspace::{Durability, Reach};

/// Which parts of a well-formed patch take effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contract {
    /// Text and paths only: the V1 contract of the ApplyPatch RFC. Modes are accepted, recorded and
    /// never executed; copies, binary patches, symlinks and submodules are refused.
    #[default]
    Agent,
    /// What `git apply` does: the executable bit, copies, binary patches and symlinks as well.
    Git,
}

impl Contract {
    /// Both contracts.
    pub const ALL: [Self; 2] = [Self::Agent, Self::Git];

    /// The name used on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Git => "git",
        }
    }

    /// How a patch must be read to be applied under this contract; see
    /// [`ParseOptions::counts`](patch_parse::ParseOptions::counts()).
    pub fn counts(self) -> Counts {
        match self {
            Self::Agent => Counts::Advice,
            Self::Git => Counts::Believed,
        }
    }
}

impl std::fmt::Display for Contract {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What singles out a place in the OpenCode format, the laxest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Locate {
    /// The first match at or after the current position wins, as the format documents.
    #[default]
    First,
    /// Further matches are refused as `ambiguous_context`.
    Unique,
    /// The same, and a chunk without old lines only has a place in a file without lines, or at the
    /// end of the file if it says so. A plan uses this, whatever was chosen, for a patch that is
    /// turned round ([`Patch::reversed`]): its chunks were not written for the file to which it
    /// applies.
    Certain,
}

/// How a patch is applied. The default is the safe choice for an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApplyOptions {
    /// Which parts of the patch take effect.
    pub contract: Contract,
    /// What singles out a place in the OpenCode format.
    pub locate: Locate,
    /// Lets additions and moves replace existing files.
    pub overwrite: bool,
    /// Where the symbolic links that the patch makes may lead.
    pub links: Reach,
    /// How durable a commit is.
    pub durability: Durability,
    /// Upper bounds.
    pub limits: Limits,
    /// The sections and hunks that take effect, by their ids; `None` for all of them.
    ///
    /// Hunks that are left out still help to place the others, and may themselves have no place.
    pub only: Option<BTreeSet<PartId>>,
    /// What files must hold before the patch is planned, by their paths as a patch would name them;
    /// `None` if the file must not exist. The contents of a symbolic link are its target, as in a
    /// receipt. Every file that differs is refused as `stale_file`.
    pub expected: BTreeMap<BString, Option<ContentHash>>,
    /// Another section of the patch shows that the patch is HTML-escaped as a whole: set for the
    /// second pass of a plan, which keeps it, so that a part of the plan is committed alike.
    pub(crate) escaped: bool,
    /// The files have other parts of the patch already, so it may be sent again: set likewise.
    pub(crate) sent_again: bool,
    /// Which way the patch leads, see [`Self::for_patch`].
    pub(crate) direction: Direction,
}

impl ApplyOptions {
    /// Sets [`Self::contract`].
    #[must_use]
    pub fn contract(mut self, contract: Contract) -> Self {
        self.contract = contract;
        self
    }

    /// Sets [`Self::locate`].
    #[must_use]
    pub fn locate(mut self, locate: Locate) -> Self {
        self.locate = locate;
        self
    }

    /// Sets [`Self::overwrite`].
    #[must_use]
    pub fn overwrite(mut self, overwrite: bool) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// Sets [`Self::links`].
    #[must_use]
    pub fn links(mut self, links: Reach) -> Self {
        self.links = links;
        self
    }

    /// Sets [`Self::durability`].
    #[must_use]
    pub fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// Sets [`Self::limits`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets [`Self::only`].
    #[must_use]
    pub fn only(mut self, ids: impl IntoIterator<Item = PartId>) -> Self {
        self.only = Some(ids.into_iter().collect());
        self
    }

    /// Adds a file to [`Self::expected`].
    #[must_use]
    pub fn expected(mut self, path: impl Into<BString>, contents: Option<ContentHash>) -> Self {
        self.expected.insert(path.into(), contents);
        self
    }

    /// These options as they hold for this patch.
    pub(crate) fn for_patch(&self, patch: &Patch<'_>) -> Cow<'_, Self> {
        match patch.direction {
            Direction::Forward => Cow::Borrowed(self),
            Direction::Back => {
                let direction = Direction::Back;
                Cow::Owned(Self { locate: Locate::Certain, direction, ..self.clone() })
            }
        }
    }

    /// Options for a patch that the host itself made to take another one back: everything that
    /// `git apply` does, and links may lead anywhere, since the tree may have had one that led out.
    pub fn for_undo() -> Self {
        Self { contract: Contract::Git, links: Reach::Anywhere, ..Self::default() }
    }
}

/// Upper bounds on what a patch may touch. What is over a limit is refused as `limit_exceeded`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one file, before and after. Default: 256 MiB.
    pub file_bytes: u64,
    /// Bytes of one name in a header, its prefix included. Default: 4,096, what systems take.
    pub name_bytes: usize,
    /// Parts of one name, between slashes. Default: 256; [`crate::WorkspacePath`] takes no more
    /// than 512, whatever is allowed here.
    pub name_parts: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 256 << 20, name_bytes: 4096, name_parts: 256 }
    }
}
