//! `DiffPatch`: patch text and the name of its format.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::Meta;
use crate::meta::meta_builder;
use crate::open_enum::open_enum;
use crate::union::{Other, union};

open_enum! {
    /// The format of a patch text.
    ///
    /// Source: ACP v2 schema, `DiffPatchFormat`.
    pub enum DiffPatchFormat {
        /// `git_patch`; see [`GitPatch`].
        GitPatch = "git_patch",
    }
}

/// Patch text that a client can show, told apart by `format`.
///
/// Source: RFD *v2 Diff File States*, section "What we propose to do about it".
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "format", rename_all = "snake_case")]
#[non_exhaustive]
pub enum DiffPatch {
    /// Text in the format of `git diff`. `format` is `git_patch`.
    GitPatch(GitPatch),
    /// A patch in any other format, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

/// One git patch for all or some of the changes of a diff.
///
/// Paths in it MUST be absolute, the same as those in `changes`, and without git's `a/` and `b/`.
/// Mail headers and commit messages do not belong in it. This crate knows no parser and holds the
/// text as it is.
///
/// # Two keys
///
/// The RFD calls the text `diff`; the draft has since renamed it `text`, and a peer that knows one key
/// drops the other without a word. So a patch that is built is written under both. Either is read, and
/// [`read_as`](Self::read_as) tells which it was; with both, the two must be equal, since else one
/// peer would show what another does not. What was read is written under the key that it had, unless
/// [`write_as`](Self::write_as) asks for another. None of this takes part in equality.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(!try_from, transform = crate::schema::either_key)
)]
#[serde(try_from = "Body")]
#[non_exhaustive]
pub struct GitPatch {
    /// The patch text.
    pub diff: String,
    /// See [`Meta`].
    #[cfg_attr(feature = "schemars", schemars(rename = "_meta"))]
    pub meta: Option<Meta>,
    #[cfg_attr(feature = "schemars", schemars(skip))]
    read_as: Option<PatchKey>,
    #[cfg_attr(feature = "schemars", schemars(skip))]
    write_as: PatchKey,
}

/// Which key holds the text of a [`GitPatch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PatchKey {
    /// `diff`, as in RFD *v2 Diff File States*.
    Diff,
    /// `text`, as in the published draft since.
    Text,
    /// Both, so that peers of either reading find it.
    #[default]
    Both,
}

impl PatchKey {
    /// `diff`, `text` or `both`: the choice by its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Diff => "diff",
            Self::Text => "text",
            Self::Both => "both",
        }
    }

    /// The keys as they are on the wire.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Diff => &["diff"],
            Self::Text => &["text"],
            Self::Both => &["diff", "text"],
        }
    }
}

impl GitPatch {
    /// A patch with this text, written under both keys.
    pub fn new(diff: impl Into<String>) -> Self {
        Self { diff: diff.into(), meta: None, read_as: None, write_as: PatchKey::default() }
    }

    /// The key under which the text was read; `None` if it was not read but built.
    pub fn read_as(&self) -> Option<PatchKey> {
        self.read_as
    }

    /// Chooses the key under which the text is written.
    #[must_use]
    pub fn write_as(mut self, key: PatchKey) -> Self {
        self.write_as = key;
        self
    }

    #[cfg(feature = "official")]
    pub(crate) fn set_write_as(&mut self, key: PatchKey) {
        self.write_as = key;
    }

    meta_builder!();
}

impl PartialEq for GitPatch {
    fn eq(&self, other: &Self) -> bool {
        let Self { diff, meta, read_as: _, write_as: _ } = self;
        *diff == other.diff && *meta == other.meta
    }
}

impl Eq for GitPatch {}

impl DiffPatch {
    /// A git patch with this text.
    pub fn git_patch(diff: impl Into<String>) -> Self {
        Self::GitPatch(GitPatch::new(diff))
    }

    /// The name of the format.
    pub fn format(&self) -> DiffPatchFormat {
        match self {
            Self::GitPatch(_) => DiffPatchFormat::GitPatch,
            Self::Other(other) => DiffPatchFormat::from(other.discriminator()),
        }
    }

    /// The patch text. A format that this crate does not know may keep none under `diff` or
    /// `text`.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::GitPatch(patch) => Some(&patch.diff),
            Self::Other(other) => {
                let mut keys = PatchKey::Both.keys().iter();
                keys.find_map(|key| other.object().get(*key)?.as_str())
            }
        }
    }

    /// Chooses the key under which the text of a git patch is written, as [`GitPatch::write_as`]
    /// does; a patch in another format stays as it is.
    #[must_use]
    pub fn write_as(self, key: PatchKey) -> Self {
        match self {
            Self::GitPatch(patch) => Self::GitPatch(patch.write_as(key)),
            Self::Other(_) => self,
        }
    }
}

impl From<GitPatch> for DiffPatch {
    fn from(patch: GitPatch) -> Self {
        Self::GitPatch(patch)
    }
}

union! {
    DiffPatch by "format":
    "git_patch" => GitPatch,
}

/// What is on the wire. The two keys are the one place where it differs from the type.
#[derive(Deserialize)]
#[serde(crate = "crate::object::strict")]
struct Body {
    diff: Option<String>,
    text: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

impl TryFrom<Body> for GitPatch {
    type Error = &'static str;

    fn try_from(Body { diff, text, meta }: Body) -> Result<Self, Self::Error> {
        let (diff, key) = match (diff, text) {
            (Some(diff), Some(text)) if diff != text => {
                return Err("`diff` and `text` differ; send only one");
            }
            (Some(diff), Some(_)) => (diff, PatchKey::Both),
            (Some(diff), None) => (diff, PatchKey::Diff),
            (None, Some(text)) => (text, PatchKey::Text),
            (None, None) => return Err("missing field `diff`"),
        };
        Ok(Self { diff, meta, read_as: Some(key), write_as: key })
    }
}

impl Serialize for GitPatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for key in self.write_as.keys() {
            map.serialize_entry(key, &self.diff)?;
        }
        if let Some(meta) = &self.meta {
            map.serialize_entry("_meta", meta)?;
        }
        map.end()
    }
}
