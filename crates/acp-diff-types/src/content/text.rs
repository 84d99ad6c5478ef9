//! `TextContent`: text to show.

use serde::{Deserialize, Serialize};

use super::{Annotations, annotations_builder};
use crate::Meta;
use crate::meta::meta_builder;

/// Text to show. Clients SHOULD render it as Markdown.
///
/// Source: ACP v2 schema, `TextContent`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TextContent {
    /// The text.
    pub text: String,
    /// See [`Annotations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl TextContent {
    /// Text without annotations.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), annotations: None, meta: None }
    }

    annotations_builder!();
    meta_builder!();
}
