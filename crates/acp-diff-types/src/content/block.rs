//! `ContentBlock`: something to show.

use serde::Serialize;

use super::{AudioContent, EmbeddedResource, ImageContent, ResourceLink, TextContent};
use crate::union::{Other, union};

/// Something to show, told apart by `type`.
///
/// Blocks that this crate does not know are kept whole, to be stored, replayed, forwarded, or shown
/// in a generic way.
///
/// Source: ACP v2 schema, `ContentBlock`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Text, plain or Markdown. `type` is `text`.
    Text(TextContent),
    /// An image. `type` is `image`.
    Image(ImageContent),
    /// A sound. `type` is `audio`.
    Audio(AudioContent),
    /// A reference to a resource that the agent can reach. `type` is `resource_link`.
    ResourceLink(Box<ResourceLink>),
    /// A resource with its contents. `type` is `resource`.
    Resource(Box<EmbeddedResource>),
    /// A block of any other type, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

union! {
    ContentBlock by "type":
    "text" => Text,
    "image" => Image,
    "audio" => Audio,
    "resource_link" => ResourceLink,
    "resource" => Resource,
}

impl From<TextContent> for ContentBlock {
    fn from(text: TextContent) -> Self {
        Self::Text(text)
    }
}

impl From<ImageContent> for ContentBlock {
    fn from(image: ImageContent) -> Self {
        Self::Image(image)
    }
}

impl From<AudioContent> for ContentBlock {
    fn from(audio: AudioContent) -> Self {
        Self::Audio(audio)
    }
}

impl From<ResourceLink> for ContentBlock {
    fn from(link: ResourceLink) -> Self {
        Self::ResourceLink(Box::new(link))
    }
}

impl From<EmbeddedResource> for ContentBlock {
    fn from(resource: EmbeddedResource) -> Self {
        Self::Resource(Box::new(resource))
    }
}

impl From<String> for ContentBlock {
    fn from(text: String) -> Self {
        Self::Text(TextContent::new(text))
    }
}

impl From<&str> for ContentBlock {
    fn from(text: &str) -> Self {
        Self::Text(TextContent::new(text))
    }
}
