//! `ToolCallContent`: what a tool call produced.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::from_value;

use super::Diff;
use crate::content::{Content, ContentBlock, Terminal};
use crate::union::{self, Other, ReadBody, Union};

/// One item that a tool call produced, told apart by `type`.
///
/// The published v1 schema has no variant for unknown types; [`Other`](Self::Other) keeps them all the
/// same, so that a proxy loses nothing.
///
/// Source: ACP v1 schema, `ToolCallContent`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolCallContent {
    /// Text, an image or another content block. `type` is `content`.
    Content(Content),
    /// Changes to files. `type` is `diff`.
    Diff(Diff),
    /// A terminal to show. `type` is `terminal`.
    Terminal(Terminal),
    /// Content of any other type, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

impl Union for ToolCallContent {
    const TAG: &'static str = "type";

    const KNOWN: &'static [(&'static str, ReadBody<Self>)] = &[
        ("content", |body| from_value(body).map(Self::Content)),
        ("diff", |body| from_value(body).map(Self::Diff)),
        ("terminal", |body| from_value(body).map(Self::Terminal)),
    ];

    fn other(other: Other<Self>) -> Self {
        Self::Other(other)
    }
}

impl<'de> Deserialize<'de> for ToolCallContent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        union::deserialize(deserializer)
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
