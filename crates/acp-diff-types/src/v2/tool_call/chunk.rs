//! `ToolCallContentChunk`: one more item of content.

use serde::{Deserialize, Serialize};

use super::ToolCallContent;
use crate::Meta;
use crate::meta::meta_builder;

/// One item to append to the content of a tool call; see
/// [`ToolCallUpdate::apply_chunk`](super::ToolCallUpdate::apply_chunk).
///
/// To replace the content instead, an agent sends an update.
///
/// Source: ACP v2 schema, `ToolCallContentChunk`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolCallContentChunk {
    /// The tool call that the item belongs to.
    pub tool_call_id: String,
    /// The item.
    pub content: ToolCallContent,
    /// See [`Meta`]. It is about the chunk, and does not become part of the tool call's.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ToolCallContentChunk {
    /// An item for the tool call of this identifier.
    pub fn new(tool_call_id: impl Into<String>, content: impl Into<ToolCallContent>) -> Self {
        Self { tool_call_id: tool_call_id.into(), content: content.into(), meta: None }
    }

    meta_builder!();
}
