//! `ToolCallContent`: what a tool call produced.

use serde::Serialize;

use crate::content::{Content, ContentBlock, Terminal};
use crate::union::{Other, union};
use crate::v2::Diff;

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
