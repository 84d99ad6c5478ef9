//! `ResourceLink` and `EmbeddedResource`: resources by reference and with their contents.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Annotations, annotations_builder};
use crate::Meta;
use crate::meta::meta_builder;

/// A reference to a resource that the agent can reach.
///
/// For each optional field, omitted and `null` are the same.
///
/// Source: ACP v2 schema, `ResourceLink`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceLink {
    /// The name, for programs and, without a title, for people.
    pub name: String,
    /// Where the resource is.
    pub uri: String,
    /// The title, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the resource is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Pictures for the resource, as they came. The schema page of the draft lacks them; the
    /// protocol's own v2 types have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Map<String, Value>>>,
    /// The MIME type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The size in bytes. The schema says no more than integer; a negative one is no size, and
    /// refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// See [`Annotations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ResourceLink {
    /// A reference by name and URI.
    pub fn new(name: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            uri: uri.into(),
            title: None,
            description: None,
            icons: None,
            mime_type: None,
            size: None,
            annotations: None,
            meta: None,
        }
    }

    /// Sets the title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size in bytes.
    #[must_use]
    pub fn size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    annotations_builder!();
    meta_builder!();
}

/// A resource with its contents.
///
/// Source: ACP v2 schema, `EmbeddedResource`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// The contents.
    pub resource: EmbeddedResourceResource,
    /// See [`Annotations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl EmbeddedResource {
    /// A resource with these contents.
    pub fn new(resource: impl Into<EmbeddedResourceResource>) -> Self {
        Self { resource: resource.into(), annotations: None, meta: None }
    }

    annotations_builder!();
    meta_builder!();
}

/// The contents of a resource, told apart by the key that holds them.
///
/// With both `text` and `blob` it is refused: one peer would show what another does not. A `null` is
/// neither.
///
/// Source: ACP v2 schema, `EmbeddedResourceResource`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(untagged, try_from = "Body")]
#[non_exhaustive]
pub enum EmbeddedResourceResource {
    /// Text, under `text`.
    TextResourceContents(TextResourceContents),
    /// Bytes, under `blob`.
    BlobResourceContents(BlobResourceContents),
}

/// What is on the wire. For both keys, omitted and `null` are the same.
#[derive(Deserialize)]
#[serde(crate = "crate::object::strict")]
#[serde(rename_all = "camelCase")]
struct Body {
    text: Option<String>,
    blob: Option<String>,
    uri: String,
    mime_type: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

impl TryFrom<Body> for EmbeddedResourceResource {
    type Error = &'static str;

    fn try_from(Body { text, blob, uri, mime_type, meta }: Body) -> Result<Self, Self::Error> {
        match (text, blob) {
            (Some(text), None) => Ok(TextResourceContents { text, uri, mime_type, meta }.into()),
            (None, Some(blob)) => Ok(BlobResourceContents { blob, uri, mime_type, meta }.into()),
            (Some(_), Some(_)) => Err("both `text` and `blob`; send only one"),
            (None, None) => Err("missing field `text` or `blob`"),
        }
    }
}

impl From<TextResourceContents> for EmbeddedResourceResource {
    fn from(text: TextResourceContents) -> Self {
        Self::TextResourceContents(text)
    }
}

impl From<BlobResourceContents> for EmbeddedResourceResource {
    fn from(blob: BlobResourceContents) -> Self {
        Self::BlobResourceContents(blob)
    }
}

/// A resource that is text.
///
/// Source: ACP v2 schema, `TextResourceContents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextResourceContents {
    /// The text.
    pub text: String,
    /// Where the resource is.
    pub uri: String,
    /// The MIME type. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl TextResourceContents {
    /// A text and where it is.
    pub fn new(text: impl Into<String>, uri: impl Into<String>) -> Self {
        Self { text: text.into(), uri: uri.into(), mime_type: None, meta: None }
    }

    /// Sets the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    meta_builder!();
}

/// A resource that is anything else.
///
/// Source: ACP v2 schema, `BlobResourceContents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// The bytes, in Base64.
    pub blob: String,
    /// Where the resource is.
    pub uri: String,
    /// The MIME type. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl BlobResourceContents {
    /// Bytes in Base64 and where they are.
    pub fn new(blob: impl Into<String>, uri: impl Into<String>) -> Self {
        Self { blob: blob.into(), uri: uri.into(), mime_type: None, meta: None }
    }

    /// Sets the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    meta_builder!();
}
