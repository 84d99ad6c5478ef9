//! `ToolCallContent`: what a tool call produced.

use serde::{Deserialize, Deserializer, Serialize};

use crate::content::{Content, ContentBlock, Terminal};
use crate::union::{Other, Union};
use crate::v2::{Diff, DiffChange, DiffPatch};
use crate::{AbsolutePath, Meta, v1};

/// One item that a tool call produced, told apart by `type`.
///
/// Items arrive whole in a tool call update or one by one in a `tool_call_content_chunk`. The schema
/// page of the draft lists `content` and `diff`; the protocol's own types have `terminal` too.
///
/// Source: ACP v2 schema, `ToolCallContent`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolCallContent {
    /// Text, an image or another content block. `type` is `content`.
    Content(Content),
    /// Changes to files. `type` is `diff`.
    Diff(Diff),
    /// One file as two texts, the shape that a diff has in version 1: agents that have not moved on
    /// still send it. `type` is `diff`, and it is written as it came. To treat it as any other diff,
    /// convert it; the texts are lost on that way.
    #[serde(rename = "diff")]
    OlderDiff(v1::Diff),
    /// A terminal to show. `type` is `terminal`.
    Terminal(Terminal),
    /// Content of any other type, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

impl Union for ToolCallContent {
    const TAG: &'static str = "type";

    const KNOWN: &'static [&'static str] = &["content", "diff", "terminal"];

    fn known<'de, D: Deserializer<'de>>(tag: &str, body: D) -> Result<Self, D::Error> {
        match tag {
            "content" => Content::deserialize(body).map(Self::Content),
            "diff" => EitherDiff::deserialize(body).map(Self::from),
            "terminal" => Terminal::deserialize(body).map(Self::Terminal),
            _ => Err(serde::de::Error::unknown_variant(tag, Self::KNOWN)),
        }
    }

    fn other(other: Other<Self>) -> Self {
        Self::Other(other)
    }
}

impl<'de> Deserialize<'de> for ToolCallContent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::union::deserialize(deserializer)
    }
}

/// A diff in the shape of either version: `changes` or `newText` tells which.
#[derive(Deserialize)]
#[serde(try_from = "Keys")]
enum EitherDiff {
    New(Diff),
    Older(v1::Diff),
}

/// The keys of both shapes.
#[derive(Deserialize)]
#[serde(crate = "crate::object::strict")]
#[serde(rename_all = "camelCase")]
struct Keys {
    changes: Option<Vec<DiffChange>>,
    patch: Option<DiffPatch>,
    path: Option<AbsolutePath>,
    old_text: Option<String>,
    new_text: Option<String>,
    deleted: Option<bool>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

impl TryFrom<Keys> for EitherDiff {
    type Error = &'static str;

    fn try_from(keys: Keys) -> Result<Self, Self::Error> {
        let Keys { changes, patch, path, old_text, new_text, deleted, meta } = keys;
        match (changes, new_text) {
            (Some(_), Some(_)) => Err("`changes` and `newText` are two shapes; send only one"),
            (Some(changes), None) => Ok(Self::New(Diff { changes, patch, meta })),
            (None, Some(new_text)) => {
                let path = path.ok_or("missing field `path`")?;
                Ok(Self::Older(v1::Diff { path, old_text, new_text, deleted, meta }))
            }
            (None, None) if path.is_some() => Err("missing field `newText`, or `changes`"),
            (None, None) => Err("missing field `changes`"),
        }
    }
}

impl From<EitherDiff> for ToolCallContent {
    fn from(diff: EitherDiff) -> Self {
        match diff {
            EitherDiff::New(diff) => Self::Diff(diff),
            EitherDiff::Older(diff) => Self::OlderDiff(diff),
        }
    }
}

impl From<Diff> for ToolCallContent {
    fn from(diff: Diff) -> Self {
        Self::Diff(diff)
    }
}

impl From<Terminal> for ToolCallContent {
    fn from(terminal: Terminal) -> Self {
        Self::Terminal(terminal)
    }
}

impl From<ContentBlock> for ToolCallContent {
    fn from(block: ContentBlock) -> Self {
        Self::Content(Content::new(block))
    }
}
