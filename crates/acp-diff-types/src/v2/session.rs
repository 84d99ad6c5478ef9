//! `SessionNotification`: what `session/update` tells a client.

use serde::{Deserialize, Serialize};

use super::{ToolCallContentChunk, ToolCallUpdate};
use crate::Meta;
use crate::meta::meta_builder;
use crate::union::{Other, union};

/// The parameters of `session/update`.
///
/// Clients SHOULD go on accepting updates of tool calls after they sent `session/cancel`: the agent
/// may report how they ended.
///
/// Source: ACP v2 schema, `SessionNotification`. The protocol's own v2 types call it
/// `UpdateSessionNotification`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionNotification {
    /// The session that the update is about.
    pub session_id: String,
    /// What happened.
    pub update: SessionUpdate,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl SessionNotification {
    /// An update of the session of this identifier.
    pub fn new(session_id: impl Into<String>, update: impl Into<SessionUpdate>) -> Self {
        Self { session_id: session_id.into(), update: update.into(), meta: None }
    }

    meta_builder!();
}

/// What happened in a session, told apart by `sessionUpdate`.
///
/// Only the updates of tool calls are typed here, because those carry diffs. Messages, plans and what
/// else the protocol has are kept whole as [`Other`](Self::Other), as are those that it may add.
///
/// Source: ACP v2 schema, `SessionUpdate`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "sessionUpdate", rename_all = "snake_case")]
#[non_exhaustive]
pub enum SessionUpdate {
    /// One more item of a tool call's content. `sessionUpdate` is `tool_call_content_chunk`.
    ToolCallContentChunk(Box<ToolCallContentChunk>),
    /// A tool call, or what changed of one. `sessionUpdate` is `tool_call_update`.
    ToolCallUpdate(Box<ToolCallUpdate>),
    /// Any other update, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

union! {
    SessionUpdate by "sessionUpdate":
    "tool_call_content_chunk" => ToolCallContentChunk,
    "tool_call_update" => ToolCallUpdate,
}

impl From<ToolCallContentChunk> for SessionUpdate {
    fn from(chunk: ToolCallContentChunk) -> Self {
        Self::ToolCallContentChunk(Box::new(chunk))
    }
}

impl From<ToolCallUpdate> for SessionUpdate {
    fn from(update: ToolCallUpdate) -> Self {
        Self::ToolCallUpdate(Box::new(update))
    }
}
