//! `RequestPermissionSubject`: what a permission is asked for, as the draft has it since.

use serde::{Deserialize, Serialize};

use crate::meta::meta_builder;
use crate::union::{Other, union};
use crate::v2::ToolCallUpdate;
use crate::{AbsolutePath, Meta};

/// What a permission is asked for, told apart by `type`.
///
/// A client that does not know the subject shows a prompt without it or declines.
///
/// Source: `RequestPermissionSubject` of the protocol's own v2 types; the schema page has
/// `toolCall` in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum RequestPermissionSubject {
    /// A tool call. `type` is `tool_call`.
    ToolCall(Box<ToolCallPermissionSubject>),
    /// A command. `type` is `command`.
    Command(CommandPermissionSubject),
    /// Any other subject, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

/// A tool call that needs permission.
///
/// Source: `ToolCallPermissionSubject` of the protocol's own v2 types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolCallPermissionSubject {
    /// The tool call. A client applies it to what it knows as it does any update, and before it
    /// shows the prompt.
    pub tool_call: ToolCallUpdate,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

/// A command that needs permission.
///
/// Source: `CommandPermissionSubject` of the protocol's own v2 types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CommandPermissionSubject {
    /// The command that would run.
    pub command: String,
    /// Where it would run.
    pub cwd: AbsolutePath,
    /// The tool call that it belongs to. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// The terminal that it belongs to. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal_id: Option<String>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ToolCallPermissionSubject {
    /// A tool call as the subject.
    pub fn new(tool_call: ToolCallUpdate) -> Self {
        Self { tool_call, meta: None }
    }

    meta_builder!();
}

impl CommandPermissionSubject {
    /// A command as the subject, and where it would run.
    pub fn new(command: impl Into<String>, cwd: AbsolutePath) -> Self {
        let command = command.into();
        Self { command, cwd, tool_call_id: None, terminal_id: None, meta: None }
    }

    meta_builder!();
}

union! {
    RequestPermissionSubject by "type":
    "tool_call" => ToolCall,
    "command" => Command,
}

impl From<ToolCallUpdate> for RequestPermissionSubject {
    fn from(tool_call: ToolCallUpdate) -> Self {
        ToolCallPermissionSubject::new(tool_call).into()
    }
}

impl From<ToolCallPermissionSubject> for RequestPermissionSubject {
    fn from(subject: ToolCallPermissionSubject) -> Self {
        Self::ToolCall(Box::new(subject))
    }
}

impl From<CommandPermissionSubject> for RequestPermissionSubject {
    fn from(subject: CommandPermissionSubject) -> Self {
        Self::Command(subject)
    }
}
