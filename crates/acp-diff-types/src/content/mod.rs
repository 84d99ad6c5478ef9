//! What tool calls produce besides diffs; the same in both versions.

mod block;
mod terminal;

use serde::{Deserialize, Serialize};

use crate::Meta;
use crate::meta::meta_builder;

pub use block::{ContentBlock, TextContent};
pub use terminal::Terminal;

/// A content block as an item of tool call content.
///
/// Source: ACP v2 schema, `Content`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
