//! `ToolCallContent`: what a tool call produced.

use serde::Serialize;

use super::Diff;
use crate::content::{Content, ContentBlock, Terminal};
use crate::union::{Other, union};

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

union! {
    ToolCallContent by "type":
    "content" => Content,
    "diff" => Diff,
    "terminal" => Terminal,
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
