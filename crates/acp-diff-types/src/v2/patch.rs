//! `DiffPatch`: patch text and the name of its format.

use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, from_value};

use crate::Meta;
use crate::meta::meta_builder;
use crate::open_enum::open_enum;
use crate::union::{self, Other, ReadBody, Union};

/// The wire name of the one format that the protocol defines.
const GIT_PATCH: &str = "git_patch";

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
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(tag = "format", rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum DiffPatch {
    /// Text in the format of `git diff`. `format` is `git_patch`.
    GitPatch(GitPatch),
    /// A patch in any other format, kept whole.
    #[cfg_attr(feature = "schemars", schemars(untagged))]
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
/// The RFD calls the text `diff`; the draft has since renamed it `text`. Both are read, and
/// [`read_as`](Self::read_as) tells which it was; with both, the two must be equal, since else one
/// peer would show what another does not. Written is `diff`, unless [`write_as`](Self::write_as)
/// asks for `text`. Neither takes part in equality.
#[derive(Debug, Clone)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(transform = crate::schema::either_key)
)]
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

/// The key that holds the text of a [`GitPatch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PatchKey {
    /// `diff`, as in RFD *v2 Diff File States*.
    #[default]
    Diff,
    /// `text`, as in the published draft since.
    Text,
}

impl PatchKey {
    /// The key as it is on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Diff => "diff",
            Self::Text => "text",
        }
    }
}

impl GitPatch {
    /// A patch with this text, written under `diff`.
    pub fn new(diff: impl Into<String>) -> Self {
        Self { diff: diff.into(), meta: None, read_as: None, write_as: PatchKey::default() }
    }

    /// The key under which the text was read: `None` if it was not read but built, `diff` if both
    /// keys held it.
    pub fn read_as(&self) -> Option<PatchKey> {
        self.read_as
    }

    /// Chooses the key under which the text is written. A proxy passes on what it got with
    /// `patch.read_as()`.
    #[must_use]
    pub fn write_as(mut self, key: PatchKey) -> Self {
        self.write_as = key;
        self
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
            Self::Other(other) => [PatchKey::Diff, PatchKey::Text]
                .iter()
                .find_map(|key| other.object().get(key.as_str())?.as_str()),
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

impl Union for DiffPatch {
    const TAG: &'static str = "format";

    const KNOWN: &'static [(&'static str, ReadBody<Self>)] =
        &[(GIT_PATCH, |body| read_git_patch(body).map(Self::GitPatch))];

    fn other(other: Other<Self>) -> Self {
        Self::Other(other)
    }
}

/// Reads the body of a git patch. The two keys are the one place where the wire and the type
/// differ.
fn read_git_patch(body: Value) -> serde_json::Result<GitPatch> {
    #[derive(Deserialize)]
    struct Body {
        diff: Option<String>,
        text: Option<String>,
        #[serde(rename = "_meta")]
        meta: Option<Meta>,
    }

    let Body { diff, text, meta } = from_value(body)?;
    let (diff, key) = match (diff, text) {
        (Some(diff), Some(text)) if diff != text => {
            return Err(serde_json::Error::custom("`diff` and `text` differ; send only one"));
        }
        (Some(diff), _) => (diff, PatchKey::Diff),
        (None, Some(text)) => (text, PatchKey::Text),
        (None, None) => return Err(serde_json::Error::missing_field("diff")),
    };
    Ok(GitPatch { diff, meta, read_as: Some(key), write_as: PatchKey::default() })
}

impl<'de> Deserialize<'de> for DiffPatch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        union::deserialize(deserializer)
    }
}

impl Serialize for DiffPatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::GitPatch(patch) => write_git_patch(patch, serializer),
            Self::Other(other) => other.serialize(serializer),
        }
    }
}

fn write_git_patch<S: Serializer>(patch: &GitPatch, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry(DiffPatch::TAG, GIT_PATCH)?;
    map.serialize_entry(patch.write_as.as_str(), &patch.diff)?;
    if let Some(meta) = &patch.meta {
        map.serialize_entry("_meta", meta)?;
    }
    map.end()
}
