//! A content block as tool calls carry it.

use serde::{Deserialize, Serialize};

use super::ContentBlock;
use crate::Meta;
use crate::meta::meta_builder;

/// A content block as an item of tool call content.
///
/// Source: ACP v2 schema, `Content`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Content {
    /// The block itself.
    pub content: ContentBlock,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Content {
    /// Wraps a block.
    pub fn new(content: impl Into<ContentBlock>) -> Self {
        Self { content: content.into(), meta: None }
    }

    meta_builder!();
}
