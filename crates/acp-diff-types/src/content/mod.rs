//! What tool calls produce besides diffs; the same in both versions.

mod block;
mod media;
mod resource;
mod terminal;
mod text;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Meta;
use crate::meta::meta_builder;

pub use block::ContentBlock;
pub use media::{AudioContent, ImageContent};
pub use resource::{
    BlobResourceContents, EmbeddedResource, EmbeddedResourceResource, ResourceLink,
    TextResourceContents,
};
pub use terminal::Terminal;
pub use text::TextContent;

/// Hints for display, such as `audience` and `priority`, as they came: nothing in this crate acts on
/// them. Where a field of this type is optional, omitted and `null` are the same.
///
/// Source: ACP v2 schema, `Annotations`.
pub type Annotations = Map<String, Value>;

/// The builder method for `annotations`, the same on every type that has the field.
macro_rules! annotations_builder {
    () => {
        /// Attaches hints for display.
        #[must_use]
        pub fn annotations(mut self, annotations: $crate::content::Annotations) -> Self {
            self.annotations = Some(annotations);
            self
        }
    };
}

use annotations_builder;

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
