//! `ContentBlock`: text, and whatever else is shown.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, from_value};

use crate::Meta;
use crate::meta::meta_builder;
use crate::union::{self, Other, ReadBody, Union};

/// Something to show, told apart by `type`.
///
/// Only text is typed here, as the form that an edit is reported in. Images, audio, resources and
/// what the protocol may add are kept whole as [`Other`](Self::Other); the protocol's own crate has
/// types for them.
///
/// Source: ACP v2 schema, `ContentBlock`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Text, plain or Markdown. `type` is `text`.
    Text(TextContent),
    /// A block of any other type, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

/// Text to show. Clients SHOULD render it as Markdown.
///
/// Source: ACP v2 schema, `TextContent`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TextContent {
    /// The text.
    pub text: String,
    /// Hints for display, as they came. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Map<String, Value>>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl TextContent {
    /// Text without annotations.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), annotations: None, meta: None }
    }

    /// Attaches hints for display.
    #[must_use]
    pub fn annotations(mut self, annotations: Map<String, Value>) -> Self {
        self.annotations = Some(annotations);
        self
    }

    meta_builder!();
}

impl Union for ContentBlock {
    const TAG: &'static str = "type";

    fn reader(tag: &str) -> Option<ReadBody<Self>> {
        (tag == "text").then_some(|body| from_value(body).map(Self::Text))
    }

    fn other(other: Other<Self>) -> Self {
        Self::Other(other)
    }
}

impl<'de> Deserialize<'de> for ContentBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        union::deserialize(deserializer)
    }
}

impl From<TextContent> for ContentBlock {
    fn from(text: TextContent) -> Self {
        Self::Text(text)
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
