//! What tool calls produce besides diffs; the same in both versions.

mod annotations;
mod block;
mod item;
mod media;
mod resource;
mod terminal;
mod text;

pub use annotations::Annotations;
pub use block::ContentBlock;
pub use item::Content;
pub use media::{AudioContent, ImageContent};
pub use resource::{
    BlobResourceContents, EmbeddedResource, EmbeddedResourceResource, ResourceLink,
    TextResourceContents,
};
pub use terminal::Terminal;
pub use text::TextContent;

use annotations::annotations_builder;
