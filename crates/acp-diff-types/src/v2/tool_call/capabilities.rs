//! `ToolCallCapabilities`: what a client may do to a tool call.

use serde::{Deserialize, Serialize};

use crate::Meta;
use crate::meta::meta_builder;

/// What a client may do to a running tool call.
///
/// Source: `ToolCallCapabilities` of the protocol's own v2 types; the schema page lacks it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ToolCallCapabilities {
    /// That the client may cancel it. Omitted and `null` mean that it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel: Option<ToolCallCancelCapabilities>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ToolCallCapabilities {
    /// Nothing that a client may do.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets the client cancel the tool call.
    #[must_use]
    pub fn cancel(mut self, cancel: ToolCallCancelCapabilities) -> Self {
        self.cancel = Some(cancel);
        self
    }

    meta_builder!();
}

/// That a client may cancel a tool call; the empty object says so.
///
/// Source: `ToolCallCancelCapabilities` of the protocol's own v2 types.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ToolCallCancelCapabilities {
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ToolCallCancelCapabilities {
    /// The empty object.
    pub fn new() -> Self {
        Self::default()
    }

    meta_builder!();
}
