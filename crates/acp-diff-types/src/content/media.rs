//! `ImageContent` and `AudioContent`: what is seen and heard.

use serde::{Deserialize, Serialize};

use super::{Annotations, annotations_builder};
use crate::Meta;
use crate::meta::meta_builder;

/// An image. This crate does not look into the data.
///
/// Source: ACP v2 schema, `ImageContent`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ImageContent {
    /// The image, in Base64.
    pub data: String,
    /// Its MIME type, such as `image/png`.
    pub mime_type: String,
    /// Where it comes from. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// See [`Annotations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ImageContent {
    /// An image in Base64, with its MIME type.
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        let (data, mime_type) = (data.into(), mime_type.into());
        Self { data, mime_type, uri: None, annotations: None, meta: None }
    }

    /// Says where the image comes from.
    #[must_use]
    pub fn uri(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    annotations_builder!();
    meta_builder!();
}

/// A sound. This crate does not look into the data.
///
/// Source: ACP v2 schema, `AudioContent`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AudioContent {
    /// The sound, in Base64.
    pub data: String,
    /// Its MIME type, such as `audio/wav`.
    pub mime_type: String,
    /// See [`Annotations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl AudioContent {
    /// A sound in Base64, with its MIME type.
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        let (data, mime_type) = (data.into(), mime_type.into());
        Self { data, mime_type, annotations: None, meta: None }
    }

    annotations_builder!();
    meta_builder!();
}
